//! The inverse of the error function, as M. Giles has it: a polynomial of `w = -log(1 - x²)` in the middle, and ones of its
//! root in the tails.

use super::super::lower::Lower;
use tf_dialects::scalar::DType;
use tf_ir::body::Value;

/// f32, w < 5, in w − 2.5; the highest power first.
const MIDDLE_32: [f64; 9] = [
    2.810_226_36e-8,
    3.432_739_39e-7,
    -3.523_387_7e-6,
    -4.391_506_54e-6,
    0.000_218_580_87,
    -0.001_253_725_03,
    -0.004_177_681_64,
    0.246_640_727,
    1.501_409_41,
];
/// f32, in √w − 3.
const TAIL_32: [f64; 9] = [
    -0.000_200_214_257,
    0.000_100_950_558,
    0.001_349_343_22,
    -0.003_673_428_44,
    0.005_739_507_73,
    -0.007_622_461_3,
    0.009_438_870_47,
    1.001_674_06,
    2.832_976_82,
];
/// f64, w < 6.25, in w − 3.125.
const MIDDLE_64: [f64; 23] = [
    -3.644_412_064_017_82e-21,
    -1.685_059_138_182_016_6e-19,
    1.285_848_071_525_64e-18,
    1.115_787_767_802_518_1e-17,
    -1.333_171_662_854_621e-16,
    2.097_276_787_596_856_2e-17,
    6.637_638_134_358_324e-15,
    -4.054_566_272_975_207e-14,
    -8.151_934_197_605_472e-14,
    2.633_509_315_308_232_3e-12,
    -1.297_513_325_345_353_2e-11,
    -5.415_412_054_294_628e-11,
    1.051_212_273_321_532_3e-9,
    -4.112_633_980_346_984e-9,
    -2.907_036_995_788_200_5e-8,
    4.234_787_782_793_240_4e-7,
    -1.365_469_200_083_467_9e-6,
    -1.388_252_336_278_646_9e-5,
    0.000_186_734_208_034_057_14,
    -0.000_740_702_534_166_267,
    -0.006_033_670_871_430_149,
    0.240_158_182_425_589_62,
    1.653_654_562_683_102_7,
];
/// f64, w < 16, in √w − 3.25.
const TAIL_64: [f64; 19] = [
    2.213_737_692_177_578_7e-9,
    9.075_656_193_888_539e-8,
    -2.751_740_629_706_454_5e-7,
    1.823_962_921_438_922_8e-8,
    1.502_740_396_890_982_8e-6,
    -4.013_867_526_981_546e-6,
    2.923_444_908_995_544_6e-6,
    1.247_530_448_167_177_9e-5,
    -4.731_822_900_905_573_4e-5,
    6.828_485_145_957_318e-5,
    2.403_111_038_709_789_4e-5,
    -0.000_355_037_520_362_847_5,
    0.000_953_289_379_737_380_5,
    -0.001_688_275_556_023_504_7,
    0.002_491_442_096_107_851,
    -0.003_751_208_507_569_241,
    0.005_370_914_553_590_064,
    1.005_258_967_694_159_2,
    3.083_885_610_492_220_8,
];
/// f64, in √w − 5.
const FAR_64: [f64; 17] = [
    -2.710_992_061_643_857_3e-11,
    -2.555_641_816_996_525e-10,
    1.507_657_269_350_054_8e-9,
    -3.789_465_440_126_737e-9,
    7.615_701_208_078_34e-9,
    -1.496_002_662_714_924e-8,
    2.914_795_345_090_108e-8,
    -6.771_199_775_845_234e-8,
    2.290_048_222_802_665_5e-7,
    -9.929_827_294_231_7e-7,
    4.526_062_597_223_154e-6,
    -1.968_177_810_553_167e-5,
    7.599_527_703_001_776e-5,
    -0.000_215_030_119_300_444_77,
    -0.000_138_719_318_336_231_22,
    1.010_300_464_864_534_4,
    4.849_906_401_408_584,
];

/// The inverse error function; ±∞ at ±1.
pub(in super::super) fn erf_inv(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let x = x[0];
    let minus = l.apply("arith.negf", &[x]);
    let square = l.times(x, minus);
    let log = l.math("log1p", square);
    let w = l.apply("arith.negf", &[log]);
    let root = l.math("sqrt", w);
    let factor = if l.dtype(x) == DType::F64 {
        let tail = piece(l, root, 3.25, &TAIL_64);
        let far = piece(l, root, 5.0, &FAR_64);
        let outer = l.num(w, 16.0);
        let near = l.test("olt", w, outer);
        let tails = l.select(near, tail, far);
        let middle = piece(l, w, 3.125, &MIDDLE_64);
        let inner = l.num(w, 6.25);
        let inside = l.test("olt", w, inner);
        l.select(inside, middle, tails)
    } else {
        let tail = piece(l, root, 3.0, &TAIL_32);
        let middle = piece(l, w, 2.5, &MIDDLE_32);
        let inner = l.num(w, 5.0);
        let inside = l.test("olt", w, inner);
        l.select(inside, middle, tail)
    };
    let value = l.times(factor, x);
    let (one, infinity, size) = (l.num(x, 1.0), l.num(x, f64::INFINITY), l.math("absf", x));
    let edge = l.test("oeq", size, one);
    let signed = l.times(x, infinity);
    l.select(edge, signed, value)
}

fn piece(l: &mut Lower<'_, '_>, x: Value, centre: f64, coefficients: &[f64]) -> Value {
    let centre = l.num(x, centre);
    let at = l.minus(x, centre);
    l.horner(at, coefficients)
}
