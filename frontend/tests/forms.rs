//! The forms of operands, shapes, indices, parts, axes and results: equivalent forms have the same meaning.

use crate::common::{elements, error, errors, run, tensor, vector};
use tf_dialects::array::Array;
use tf_dialects::scalar::DType;
use tf_frontend::{Dim, Number, Program, Tensor, range};

/// A program of the vector `x` of n elements, run on one.
fn of(x: &[f32], op: impl FnOnce(Tensor) -> Tensor) -> Vec<f32> {
    elements(&[&vector(x)], |p| op(p.input::<f32>("x", p.dim("n"))))
}

/// The operators with a number of a type on the left.
macro_rules! check_numbers {
    ($($number:expr),*) => {
        $(
            let number = $number;
            let host = f64::from(number) as f32;
            assert_eq!(of(&[4.0, 0.5], |x| number + x), [host + 4.0, host + 0.5], "{number:?} +");
            assert_eq!(of(&[4.0, 0.5], |x| number - &x), [host - 4.0, host - 0.5], "{number:?} -");
            assert_eq!(of(&[4.0, 0.5], |x| number * &x), [host * 4.0, host * 0.5], "{number:?} *");
            assert_eq!(of(&[4.0, 0.5], |x| number / x), [host / 4.0, host / 0.5], "{number:?} /");
            assert_eq!(of(&[4.0, 0.75], |x| number % x), [host % 4.0, host % 0.75], "{number:?} %");
            assert_eq!(of(&[4.0, 0.5], |x| x - number), [4.0 - host, 0.5 - host], "- {number:?}");
            assert_eq!(of(&[4.0, 0.5], |x| &x * &number), [4.0 * host, 0.5 * host], "* &{number:?}");
        )*
    };
}

#[test]
fn scalars_of_all_types_may_be_left_operands() {
    check_numbers!(0.1f32, 0.1f64, 3i8, -3i16, 3i32, 3u8, 3u16, 3u32);
    check_numbers!(half::f16::from_f32(1.5), half::bf16::from_f32(1.5));
    assert_eq!(of(&[4.0], |x| 3i64 * &x + 2u64 * &x + 1usize * x), [24.0]);
    assert_eq!(of(&[4.0], |x| Number::from(0.5f32) - Number::from(2) * &x), [-7.5]);
    let ints = |op: fn(Tensor) -> Tensor| -> Vec<i32> {
        elements(&[&vector(&[3i32, 5])], |p| op(p.input::<i32>("x", p.dim("n"))))
    };
    assert_eq!(ints(|x| 7i64 & x), [3, 5]);
    assert_eq!(ints(|x| 8u8 | x), [11, 13]);
    assert_eq!(ints(|x| 1usize ^ &x), [2, 4]);
    assert_eq!(ints(|x| 1i64 << x), [8, 32]);
    assert_eq!(ints(|x| 64u32 >> x), [8, 2]);
}

/// Literals without a suffix: Rust's type inference if only the last type is given.
#[test]
fn literals_need_no_suffix_where_operators_follow() {
    assert_eq!(of(&[2.0], |x| 2.0 * &x * &x + 1.0 / (1.0 - &x) - 3 * x), [8.0 - 1.0 - 6.0]);
    assert_eq!(of(&[2.0], |x| x.max(1.0 - &x).min(10 - x)), [2.0]);
    assert_eq!(of(&[2.0], |x| (1.0f32 - x).abs()), [1.0]);
    assert_eq!(of(&[2.0], |x| (4i32 - x).square()), [4.0]);
}

#[test]
fn programs_return_scalars() {
    fn only<V: tf_frontend::Values>(value: V) -> Array {
        run(&[], |_| value).remove(0)
    }
    let found =
        [only(0.5f32), only(0.5), only(7), only(7i64), only(true)].map(|a| (a.dtype(), a.get_flat(0)));
    let types = [DType::F32, DType::F64, DType::I32, DType::I64, DType::I1];
    assert_eq!(found.map(|(dtype, _)| dtype), types);
    assert_eq!(found.map(|(_, value)| value.unwrap().to_string()), ["0.5", "0.5", "7", "7", "true"]);
    let results = run(&[&vector(&[1.0f32, 2.0])], |p| {
        let n = p.dim("n");
        (p.input::<f32>("x", n).sum(..), 1.5f32, (p.value(n), true), [2i64, 3])
    });
    let words: Vec<String> = results.iter().map(Array::to_string).collect();
    assert_eq!(words, ["f32 3.0", "f32 1.5", "index 2", "bool true", "i64 2", "i64 3"]);
}

#[test]
fn shapes_are_tuples_arrays_and_single_extents() {
    let shapes = |make: for<'p> fn(&'p tf_frontend::Tracer, Dim<'p>) -> Tensor| -> String {
        let program = Program::trace("f", |p| {
            let n = p.dim("n");
            p.input::<f32>("x", n);
            make(p, n)
        });
        let text = program.unwrap().to_text();
        text.split("-> ").nth(1).unwrap().split(' ').next().unwrap().to_string()
    };
    assert_eq!(shapes(|p, n| p.zeros::<f32>((n, 3))), "tensor<?{n}x3xf32>");
    assert_eq!(shapes(|p, n| p.zeros::<f32>([n, n])), "tensor<?{n}x?{n}xf32>");
    assert_eq!(shapes(|p, n| p.ones::<f32>(n)), "tensor<?{n}xf32>");
    assert_eq!(shapes(|p, _| p.full(4, 0.0f32)), "tensor<4xf32>");
    assert_eq!(shapes(|p, n| p.full(2 * n, 0.0f32).reshape((n, 2usize))), "tensor<?{n}x2xf32>");
    assert_eq!(shapes(|p, n| p.compute(n, |[i]| i.to::<f32>())), "tensor<?{n}xf32>");
    assert_eq!(shapes(|p, n| p.compute((n, 3), |[i, j]| (i + j).to::<f32>())), "tensor<?{n}x3xf32>");
    assert_eq!(shapes(|p, _| p.zeros::<f32>((2, 3, 4, 5, 6, 7, 8, 9))), "tensor<2x3x4x5x6x7x8x9xf32>");
}

#[test]
fn indices_parts_and_axes_are_single_or_lists() {
    let x = tensor(&[3, 2], &[0.0f32, 1.0, 2.0, 3.0, 4.0, 5.0]);
    let same = |one: fn(&Tensor) -> Tensor, other: fn(&Tensor) -> Tensor| {
        let found = run(&[&x], |p| {
            let x = p.input::<f32>("x", (p.dim("n"), 2));
            (one(&x), other(&x))
        });
        assert_eq!(found[0], found[1]);
        found[0].as_slice::<f32>().unwrap().to_vec()
    };
    assert_eq!(same(|x| x.at(1), |x| x.at([1])), [2.0, 3.0]);
    assert_eq!(same(|x| x.at(x.extent(0) - 1), |x| x.at((2usize,))), [4.0, 5.0]);
    assert_eq!(same(|x| x.at(x.argmax(0)), |x| x.at([&x.argmax(0)])), [4.0, 5.0, 4.0, 5.0]);
    assert_eq!(same(|x| x.at((1, 0)), |x| x.at([1, 0])), [2.0]);
    assert_eq!(same(|x| x.slice(1..3), |x| x.slice((1..3,))), [2.0, 3.0, 4.0, 5.0]);
    assert_eq!(same(|x| x.slice(..2), |x| x.slice([..2])), [0.0, 1.0, 2.0, 3.0]);
    assert_eq!(same(|x| x.slice(range(1, x.extent(0))), |x| x.slice(1..)), [2.0, 3.0, 4.0, 5.0]);
    assert_eq!(same(|x| x.slice(-1), |x| x.slice((-1, ..))), [4.0, 5.0]);
    assert_eq!(same(|x| x.sum([0, 1]), |x| x.sum([0usize, 1])), [15.0]);
    assert_eq!(same(|x| x.sum((0, -1)), |x| x.sum(..)), [15.0]);
    assert_eq!(same(|x| x.sum([0i32]), |x| x.sum(0)), [6.0, 9.0]);
}

#[test]
fn powers_take_literals_and_tensors() {
    assert_eq!(of(&[2.0, -3.0], |x| x.powi(3)), [8.0, -27.0]);
    assert_eq!(of(&[2.0, 4.0], |x| x.powi(-1i64)), [0.5, 0.25]);
    assert_eq!(of(&[2.0, -3.0], |x| x.powi(x.to::<i32>())), [4.0, -1.0 / 27.0]);
    assert_eq!(of(&[4.0, 9.0], |x| x.powf(0.5)), [2.0, 3.0]);
    assert_eq!(of(&[4.0, 9.0], |x| x.powf(2)), [16.0, 81.0]);
    assert_eq!(of(&[4.0, 0.5], |x| x.powf(&x)), [256.0, 0.5f32.sqrt()]);
    let ints = |op: fn(Tensor) -> Tensor| -> Vec<f32> {
        elements(&[&vector(&[2i32, 3])], |p| op(p.input::<i32>("x", p.dim("n"))))
    };
    assert_eq!(ints(|x| x.powf(-1)), [0.5, 1.0 / 3.0]);
    let ints: Vec<i32> = elements(&[&vector(&[2i32, 3])], |p| p.input::<i32>("x", p.dim("n")).powi(3));
    assert_eq!(ints, [8, 27]);
    // An f32 does not hold this exponent: rounded, it would be even.
    let odd = (1 << 24) + 1;
    let signs: Vec<f32> = elements(&[&vector(&[odd])], |p| (-p.ones::<f32>(1)).powi(p.input::<i32>("n", 1)));
    assert_eq!(signs, [-1.0]);
    let message = error(|p| p.input::<f32>("x", 3).powi(0.5));
    assert!(message.contains("integer exponent") && message.contains("powf"), "{message}");
}

/// Inputs are called by their names.
#[test]
fn errors_name_the_inputs() {
    let found = errors(|p| {
        let (n, shift) = (p.dim("n"), p.input::<f32>("shift", 4));
        let weights = p.input::<f32>("weights", (n, 3));
        weights.exp() + shift
    });
    let notes: Vec<&str> = found.problems()[0].notes.iter().map(|(_, note)| note.as_str()).collect();
    assert_eq!(notes, ["the first is f32[n, 3]", "the second is the input 'shift', f32[4]"]);
}
