//! The exponentially scaled modified Bessel function of order 1, by Chebyshev series.

use super::super::lower::Lower;
use tf_dialects::arith::CmpF;
use tf_dialects::math;
use tf_dialects::scalar::DType;
use tf_ir::body::Value;

/// |x| ≤ 8, in |x|/2 − 2; for f32 without the first 12.
const INNER: [f64; 29] = [
    2.777_914_112_761_046_399_59e-18,
    -2.111_421_214_358_166_081_15e-17,
    1.553_631_957_736_200_469_21e-16,
    -1.105_596_947_735_386_308_05e-15,
    7.600_684_294_735_406_934_10e-15,
    -5.042_185_504_727_911_687_11e-14,
    3.223_793_365_945_574_709_81e-13,
    -1.983_974_397_764_943_715_20e-12,
    1.173_618_629_889_090_163_08e-11,
    -6.663_489_723_502_027_742_23e-11,
    3.625_590_281_552_117_037_01e-10,
    -1.887_249_751_722_829_287_90e-9,
    9.381_537_386_495_771_783_88e-9,
    -4.445_059_128_796_328_080_65e-8,
    2.003_294_753_552_135_262_29e-7,
    -8.568_720_264_695_454_740_66e-7,
    3.470_251_308_137_678_476_74e-6,
    -1.327_316_365_603_943_582_79e-5,
    4.781_565_107_550_054_226_38e-5,
    -1.617_608_158_258_967_455_88e-4,
    5.122_859_561_685_757_728_95e-4,
    -1.513_572_450_631_253_148_99e-3,
    4.156_422_944_312_888_156_69e-3,
    -1.056_408_489_462_619_815_58e-2,
    2.472_644_903_062_651_682_83e-2,
    -5.294_598_120_809_499_142_69e-2,
    1.026_436_586_898_470_953_84e-1,
    -1.764_165_183_578_340_551_53e-1,
    2.525_871_864_436_336_548_23e-1,
];
/// |x| > 8, in 32/|x| − 2; for f32 without the first 18.
const OUTER: [f64; 25] = [
    7.517_296_310_842_104_813_53e-18,
    4.414_348_323_071_707_911_51e-18,
    -4.650_305_368_489_358_321_53e-17,
    -3.209_525_921_993_423_959_80e-17,
    2.962_628_997_645_950_138_76e-16,
    3.308_202_310_920_928_283_24e-16,
    -1.880_354_775_510_782_448_54e-15,
    -3.814_403_072_437_007_804_78e-15,
    1.042_027_698_412_880_276_42e-14,
    4.272_440_016_711_951_354_29e-14,
    -2.101_541_842_772_664_313_02e-14,
    -4.083_551_111_092_197_318_23e-13,
    -7.198_551_776_245_908_512_09e-13,
    2.035_628_544_147_089_507_22e-12,
    1.412_580_743_661_378_133_16e-11,
    3.252_603_583_015_488_238_56e-11,
    -1.897_495_812_350_541_234_50e-11,
    -5.589_743_462_196_583_806_87e-10,
    -3.835_380_385_964_237_022_05e-9,
    -2.631_468_846_889_519_506_84e-8,
    -2.512_236_237_870_208_925_29e-7,
    -3.882_564_808_877_690_393_46e-6,
    -1.105_889_387_626_237_162_91e-4,
    -9.761_097_491_361_468_407_77e-3,
    7.785_762_350_182_801_204_74e-1,
];

/// `exp(-|x|) I1(x)`
pub(in super::super) fn bessel_i1e(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let x = x[0];
    let (inner, outer): (&[f64], &[f64]) = match l.dtype(x) {
        DType::F64 => (&INNER, &OUTER),
        _ => (&INNER[12..], &OUTER[18..]),
    };
    let z = math::absf(l, x);
    let [half, two, eight, far] = [0.5, 2.0, 8.0, 32.0].map(|c| l.num(x, c));
    let at = l.times(half, z);
    let at = l.minus(at, two);
    let near = chebyshev(l, at, inner);
    // By x, not |x| and the sign: smooth at 0.
    let near = l.times(x, near);
    let at = l.over(far, z);
    let at = l.minus(at, two);
    let tail = chebyshev(l, at, outer);
    let root = math::sqrt(l, z);
    let tail = l.over(tail, root);
    let inside = l.cmpf(CmpF::OLE, z, eight);
    let sign = super::super::math::sign_float(l, &[x]);
    let tail = l.times(sign, tail);
    l.select(inside, near, tail)
}

/// Clenshaw's recurrence.
fn chebyshev(l: &mut Lower<'_, '_>, x: Value, coefficients: &[f64]) -> Value {
    let zero = l.num(x, 0.0);
    let (mut now, mut before, mut earlier) = (zero, zero, zero);
    for coefficient in coefficients {
        (earlier, before) = (before, now);
        let product = l.times(x, before);
        let difference = l.minus(product, earlier);
        let term = l.num(x, *coefficient);
        now = l.plus(difference, term);
    }
    let (half, difference) = (l.num(x, 0.5), l.minus(now, earlier));
    l.times(difference, half)
}
