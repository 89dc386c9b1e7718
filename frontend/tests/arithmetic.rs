//! Elementwise operations mean what Rust's do, at every kind of element type.

use crate::common::{elements, run, truths, vector};
use tf_dialects::array::{Array, Element as ArrayElement};
use tf_dialects::scalar::DType;
use tf_frontend::{Element, Tensor, where_};

/// An operation of two tensors on two vectors.
fn two<T: ArrayElement + Element, R: ArrayElement>(
    a: &[T],
    b: &[T],
    op: impl FnOnce(Tensor, Tensor) -> Tensor,
) -> Vec<R> {
    elements(&[&vector(a), &vector(b)], |p| {
        let n = p.dim("n");
        op(p.input::<T>("a", [n]), p.input::<T>("b", [n]))
    })
}

fn one<T: ArrayElement + Element, R: ArrayElement>(a: &[T], op: impl FnOnce(Tensor) -> Tensor) -> Vec<R> {
    elements(&[&vector(a)], |p| op(p.input::<T>("a", [p.dim("n")])))
}

fn test<T: ArrayElement + Element>(a: &[T], op: impl FnOnce(Tensor) -> Tensor) -> Vec<bool> {
    truths(&[&vector(a)], |p| op(p.input::<T>("a", [p.dim("n")])))
}

const FLOATS: [f32; 6] = [-2.5, -0.0, 0.5, 1.0, 3.75, 100.0];
const OTHERS: [f32; 6] = [1.5, 2.0, -0.25, 3.0, -7.0, 0.1];

/// Rust's operator on tensors and on literals.
macro_rules! check_operators {
    ($type:ty, $a:expr, $b:expr, $($op:tt)*) => {
        $(
            let wanted: Vec<$type> = $a.iter().zip(&$b).map(|(a, b)| a $op b).collect();
            assert_eq!(two::<$type, $type>(&$a, &$b, |a, b| a $op b), wanted, "{}", stringify!($op));
            assert_eq!(two::<$type, $type>(&$a, &$b, |a, b| &a $op &b), wanted, "{}", stringify!($op));
        )*
    };
}

#[test]
fn operators_are_those_of_rust() {
    check_operators!(f32, FLOATS, OTHERS, + - * / %);
    let (a, b) = ([7i32, -7, 100, -1, 12345], [2i32, 2, -7, 3, 1000]);
    check_operators!(i32, a, b, + - * / % & | ^);
    let (a, b) = ([7u8, 250, 100, 255, 0], [2u8, 2, 7, 3, 1]);
    check_operators!(u8, a, b, / % & | ^);
    let (a, b) = ([1u64 << 63, 5, 7], [3u64, 1, 2]);
    check_operators!(u64, a, b, / % << >>);
    let (a, b) = ([-256i64, 5, 7], [3i64, 1, 2]);
    check_operators!(i64, a, b, << >>);
}

#[test]
fn literals_take_the_type_of_the_tensor() {
    let half: Vec<half::f16> = [1.5f32, -2.0].map(half::f16::from_f32).to_vec();
    let wanted: Vec<half::f16> = [4.0f32, -3.0].map(half::f16::from_f32).to_vec();
    assert_eq!(one::<half::f16, half::f16>(&half, |a| 2.0 * a + 1), wanted);
    assert_eq!(one::<i32, i32>(&[1, 2], |a| 10 - a), [9, 8]);
    assert_eq!(one::<i32, f32>(&[1, 2], |a| a / 2.0), [0.5, 1.0]);
    assert_eq!(one::<u8, u8>(&[1, 2], |a| a * 100u32), [100, 200]);
    assert_eq!(one::<f64, f64>(&[1.0], |a| a + 0.1f32), [1.0 + f64::from(0.1f32)]);
}

#[test]
fn assignment_operators_replace_the_handle() {
    let result = one::<f32, f32>(&[1.0, 2.0], |mut a| {
        a += 1.0;
        a *= 2.0;
        a -= &a.clone() / 2.0;
        a
    });
    assert_eq!(result, [2.0, 3.0]);
}

#[test]
fn mixed_types_are_promoted() {
    let (a, b) = (vector(&[200u8, 3]), vector(&[-100i8, 4]));
    let sum: Vec<i16> = elements(&[&a, &b], |p| p.input::<u8>("a", [2]) + p.input::<i8>("b", [2]));
    assert_eq!(sum, [100, 7]);
    let (a, b) = (vector(&[-1i64, 3]), vector(&[0.5f32, 4.0]));
    let sum: Vec<f32> = elements(&[&a, &b], |p| p.input::<i64>("a", [2]) + p.input::<f32>("b", [2]));
    assert_eq!(sum, [-0.5, 7.0]);
    let mask = Array::from_bools(&[3], &[true, false, true]).unwrap();
    let product: Vec<f32> = elements(&[&mask], |p| p.input::<bool>("m", [3]) * 2.5);
    assert_eq!(product, [2.5, 0.0, 2.5]);
    let sum: Vec<i32> = elements(&[&mask], |p| {
        let m = p.input::<bool>("m", [3]);
        &m + &m
    });
    assert_eq!(sum, [2, 0, 2]);
}

#[test]
fn negation_and_complement() {
    let bits = |values: Vec<f32>| values.into_iter().map(f32::to_bits).collect::<Vec<_>>();
    assert_eq!(bits(one::<f32, f32>(&[0.0, -1.5], |a| -a)), bits(vec![-0.0, 1.5]));
    assert_eq!(one::<i32, i32>(&[5, -6], |a| -&a), [-5, 6]);
    assert_eq!(one::<i32, i32>(&[5, -6], |a| !a), [!5, !-6]);
    assert_eq!(one::<u16, u16>(&[5, 0xfff0], |a| !&a), [!5, !0xfff0]);
    assert_eq!(test::<i32>(&[5, -6], |a| !(a.lt(0))), [true, false]);
}

#[test]
fn comparisons_know_signs_and_nan() {
    assert_eq!(test::<i8>(&[-1, 0, 1], |a| a.lt(0)), [true, false, false]);
    assert_eq!(test::<u8>(&[255, 0, 1], |a| a.lt(1)), [false, true, false]);
    assert_eq!(test::<f32>(&[f32::NAN, 1.0, -1.0], |a| a.ge(1)), [false, true, false]);
    assert_eq!(test::<f32>(&[f32::NAN, 1.0], |a| a.ne(&a)), [true, false]);
    assert_eq!(test::<f32>(&[f32::NAN, 1.0], |a| a.eq(&a)), [false, true]);
    assert_eq!(test::<i32>(&[3, 4, 5], |a| a.gt(3) & a.le(4)), [false, true, false]);
    assert_eq!(test::<f64>(&[f64::NAN, f64::INFINITY, 0.0], |a| a.is_nan()), [true, false, false]);
    assert_eq!(test::<f64>(&[f64::NAN, f64::INFINITY, 0.0], |a| a.is_finite()), [false, false, true]);
    assert_eq!(test::<f64>(&[f64::NAN, f64::INFINITY, 0.0], |a| a.is_infinite()), [false, true, false]);
}

#[test]
fn selections_pick_per_element() {
    assert_eq!(one::<i32, i32>(&[-5, 5], |a| a.lt(0).select(0, &a)), [0, 5]);
    assert_eq!(one::<i32, f32>(&[-5, 5], |a| where_(&a.lt(0), 0.5, &a)), [0.5, 5.0]);
    assert_eq!(one::<f32, f32>(&[-5.0, 0.0, f32::NAN, 2.0], |a| a.sign())[..2], [-1.0, 0.0]);
    assert!(one::<f32, f32>(&[f32::NAN], |a| a.sign())[0].is_nan());
    assert_eq!(one::<u8, u8>(&[0, 7], |a| a.sign()), [0, 1]);
}

#[test]
fn least_and_greatest() {
    assert_eq!(two::<i8, i8>(&[-1, 5], &[1, 4], |a, b| a.min(b)), [-1, 4]);
    assert_eq!(two::<u8, u8>(&[255, 5], &[1, 4], |a, b| a.max(b)), [255, 5]);
    assert!(one::<f32, f32>(&[f32::NAN], |a| a.max(0))[0].is_nan());
    assert_eq!(one::<f32, f32>(&[-3.0, 0.25, 7.0], |a| a.clamp(0, 1)), [0.0, 0.25, 1.0]);
    assert_eq!(one::<i32, i32>(&[-3, 3], |a| a.abs()), [3, 3]);
}

/// The functions against Rust's, in f64.
#[test]
fn functions_compute_their_name() {
    type Function = (fn(&Tensor) -> Tensor, fn(f64) -> f64);
    let table: [Function; 22] = [
        (Tensor::sqrt, f64::sqrt),
        (Tensor::cbrt, f64::cbrt),
        (Tensor::exp, f64::exp),
        (Tensor::exp2, f64::exp2),
        (Tensor::exp_m1, f64::exp_m1),
        (Tensor::log, f64::ln),
        (Tensor::log2, f64::log2),
        (Tensor::log10, f64::log10),
        (Tensor::log1p, f64::ln_1p),
        (Tensor::sin, f64::sin),
        (Tensor::cos, f64::cos),
        (Tensor::tan, f64::tan),
        (Tensor::asin, f64::asin),
        (Tensor::acos, f64::acos),
        (Tensor::atan, f64::atan),
        (Tensor::sinh, f64::sinh),
        (Tensor::cosh, f64::cosh),
        (Tensor::tanh, f64::tanh),
        (Tensor::rsqrt, |x| 1.0 / x.sqrt()),
        (Tensor::recip, f64::recip),
        (Tensor::square, |x| x * x),
        (Tensor::fract, |x| x - x.floor()),
    ];
    let xs = [0.125f64, 0.5, 0.9];
    for (i, (traced, rust)) in table.into_iter().enumerate() {
        let found = one::<f64, f64>(&xs, |a| traced(&a));
        for (x, y) in xs.iter().zip(found) {
            assert!((y - rust(*x)).abs() <= 1e-12 * rust(*x).abs(), "function {i} of {x}: {y}");
        }
    }
}

#[test]
fn functions_of_two_values() {
    let close =
        |found: Vec<f64>, wanted: f64| assert!((found[0] - wanted).abs() < 1e-12, "{found:?} {wanted}");
    let apply =
        |a: f64, b: f64, op: fn(&Tensor, &Tensor) -> Tensor| two::<f64, f64>(&[a], &[b], |a, b| op(&a, &b));
    close(apply(1.0, -2.0, |a, b| a.atan2(b)), 1f64.atan2(-2.0));
    close(apply(2.5, 1.5, |a, b| a.pow(b)), 2.5f64.powf(1.5));
    close(apply(2.5, -1.0, |a, b| a.copysign(b)), -2.5);
    close(apply(2.0, 4.0, |a, b| a.lerp(b, 0.25)), 2.5);
    close(apply(2.0, 4.0, |a, b| a.fma(b, 0.5)), 8.5);
    close(apply(2.0, 4.0, |a, b| a.smoothstep(1.0, b)), 7.0 / 27.0);
    close(apply(2.0, 4.0, |a, b| a.step(b)), 0.0);
}

#[test]
fn powers_of_integers_are_products() {
    for n in [-3, -1, 1, 2, 5, 13] {
        let found = one::<f32, f32>(&[1.1, -0.5], |a| a.pow(n));
        for (x, y) in [1.1f32, -0.5].into_iter().zip(found) {
            assert!((y - x.powi(n)).abs() <= 4.0 * f32::EPSILON * y.abs(), "{x}^{n}: {y}");
        }
    }
    assert_eq!(one::<f32, f32>(&[f32::NAN, 0.0], |a| a.pow(0)), [1.0, 1.0]);
    assert_eq!(one::<i32, i32>(&[3, -2], |a| a.pow(3)), [27, -8]);
}

#[test]
fn quotients_round_down_on_request() {
    let (a, b) = ([7i32, -7, 7, -7, 6], [3i32, 3, -3, -3, 3]);
    assert_eq!(two::<i32, i32>(&a, &b, |a, b| a.floor_div(b)), [2, -3, -3, 2, 2]);
    assert_eq!(two::<i32, i32>(&a, &b, |a, b| a.modulo(b)), [1, 2, -2, -1, 0]);
    let (a, b) = ([7.5f32, -7.5], [2.0f32, 2.0]);
    assert_eq!(two::<f32, f32>(&a, &b, |a, b| a.floor_div(b)), [3.0, -4.0]);
    assert_eq!(two::<f32, f32>(&a, &b, |a, b| a.modulo(b)), [1.5, 0.5]);
    assert_eq!(one::<u8, u8>(&[250], |a| a.modulo(7)), [5]);
}

#[test]
fn rounding() {
    let xs = [-1.5f32, -0.5, 0.5, 1.5, 2.4];
    assert_eq!(one::<f32, f32>(&xs, |a| a.floor()), [-2.0, -1.0, 0.0, 1.0, 2.0]);
    assert_eq!(one::<f32, f32>(&xs, |a| a.ceil()), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(one::<f32, f32>(&xs, |a| a.round()), [-2.0, -1.0, 1.0, 2.0, 2.0]);
    assert_eq!(one::<f32, f32>(&xs, |a| a.round_even()), [-2.0, 0.0, 0.0, 2.0, 2.0]);
    assert_eq!(one::<f32, f32>(&xs, |a| a.trunc()), [-1.0, 0.0, 0.0, 1.0, 2.0]);
    assert_eq!(one::<i32, i32>(&[3], |a| a.floor()), [3]);
}

#[test]
fn casts_between_all_kinds() {
    assert_eq!(one::<f32, i8>(&[1.9, -1.9, 300.0, f32::NAN], |a| a.to::<i8>()), [1, -1, 127, 0]);
    assert_eq!(one::<f32, u8>(&[1.9, -1.9, 300.0], |a| a.to::<u8>()), [1, 0, 255]);
    assert_eq!(one::<u8, i32>(&[255], |a| a.to::<i32>()), [255]);
    assert_eq!(one::<i8, i32>(&[-1], |a| a.to::<i32>()), [-1]);
    assert_eq!(one::<i8, u32>(&[-1], |a| a.to::<u32>()), [u32::MAX]);
    assert_eq!(one::<u32, f32>(&[u32::MAX], |a| a.to::<f32>()), [4294967296.0]);
    assert_eq!(one::<i64, u8>(&[257], |a| a.to::<u8>()), [1]);
    assert_eq!(one::<f64, half::bf16>(&[1.0 / 3.0], |a| a.to::<half::bf16>())[0].to_f32(), 0.333_984_38);
    let half = half::f16::from_f32(0.1);
    assert_eq!(one::<half::f16, half::bf16>(&[half], |a| a.to::<half::bf16>())[0].to_f32(), 0.100097656);
    assert_eq!(test::<f32>(&[0.0, -0.0, f32::NAN, 0.1], |a| a.to::<bool>()), [false, false, true, true]);
    assert_eq!(one::<i32, i64>(&[-3], |a| a.lt(0).to::<i64>()), [1]);
}

#[test]
fn bits_of_integers() {
    assert_eq!(one::<f32, u32>(&[1.0], |a| a.bitcast::<u32>()), [0x3f80_0000]);
    assert_eq!(one::<u32, f32>(&[0x4000_0000], |a| a.bitcast::<f32>()), [2.0]);
    assert_eq!(one::<i32, u32>(&[-1], |a| a.bitcast::<u32>()), [u32::MAX]);
    assert_eq!(one::<u8, u8>(&[0b1011], |a| a.count_ones()), [3]);
    assert_eq!(one::<u16, u16>(&[1, 0], |a| a.leading_zeros()), [15, 16]);
    assert_eq!(one::<i32, i32>(&[8, 0], |a| a.trailing_zeros()), [3, 32]);
    for x in [0u32, 1, 0xdead_beef] {
        assert_eq!(one::<u32, u32>(&[x], |a| a.reverse_bits()), [x.reverse_bits()]);
    }
    assert_eq!(one::<u8, u8>(&[0b1010_0000], |a| a.reverse_bits()), [0b0000_0101]);
    assert_eq!(one::<u64, u64>(&[0x1234], |a| a.reverse_bits()), [0x1234u64.reverse_bits()]);
}

/// The values are those of the reference implementation of PCG's RXS-M-XS as a hash.
#[test]
fn pcg_hashes() {
    assert_eq!(one::<u32, u32>(&[0, 1, 2], |a| a.pcg()), [129708002, 2831084092, 2055130248]);
}

#[test]
fn several_results_keep_their_order_and_type() {
    let results = run(&[&vector(&[1.0f32, 2.0])], |p| {
        let a = p.input::<f32>("a", [2]);
        (a.gt(1), vec![&a + 1.0, &a + 2.0], [a.to::<i32>()])
    });
    let types: Vec<DType> = results.iter().map(Array::dtype).collect();
    assert_eq!(types, [DType::I1, DType::F32, DType::F32, DType::I32]);
    assert_eq!(results[2].as_slice::<f32>().unwrap(), [3.0, 4.0]);
}

/// In functions as in operators, a literal takes the type of the other operand.
#[test]
fn literals_take_the_type_of_tensors_in_functions() {
    use half::f16;
    use tf_frontend::{Elem, Program};
    let program = Program::trace("numbers", |p| {
        let (x, k) = (p.ones::<f16>([3]), p.ones::<u8>([3]));
        let functions = [x.hypot(1.5), x.logaddexp(0.5), x.heaviside(0.5), x.floor_div(2.5), x.divmod(2.5).1];
        let others = [x.dot(2.5), x.average(0, 1.5), x.add_at([0], 1.5), x.set_at([0], 2)];
        for (i, y) in functions.iter().chain(&others).enumerate() {
            assert_eq!(y.elem(), Elem::F16, "function {i}");
        }
        assert_eq!([k.add_at([0], 200).elem(), k.pow(&k).elem()], [Elem::UInt(8); 2]);
        x
    });
    assert!(program.is_ok(), "{}", program.unwrap_err());
}
