//! Derivatives of the transforms. All are linear: tangents are transformed like values, and cotangents by the
//! transpose, which is a transform too. So derivatives are as fast as the transforms, for every algorithm.

use super::plan::Complex;
use super::real::{half_of, inverse_of_half, spectrum_half};
use super::{Direction, complex, narrowed, narrowed_part, widened, zero_like};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::scalar_code::Yield;
use tf_dialects::tensor::transform::custom::{Custom, JVP, PRIMAL, VJP};
use tf_dialects::tensor::{ExtentOf, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// A linear function of tensors of floats, and its transpose.
fn linear(
    b: &mut Builder<'_>,
    operands: &[Value],
    results: &[Type],
    function: impl Fn(&mut Builder<'_>, &[Value]) -> Vec<Value>,
    transpose: impl FnOnce(&mut Builder<'_>, &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let types: Vec<Type> = operands.iter().map(|v| b.body.ty(*v)).collect();
    let op = b.op(Custom, operands, results, &[]);
    let known = types.len() + results.len();
    b.fill(op, PRIMAL, &types, Yield, |b, args| function(b, args));
    b.fill(op, VJP, &[&types, results, results].concat(), Yield, |b, args| transpose(b, &args[known..]));
    b.fill(op, JVP, &[&types[..], results, &types].concat(), Yield, |b, args| function(b, &args[known..]));
    b.body.results(op).collect()
}

/// The transform of complex values along an axis; see [`super::fft`].
pub(super) fn fft(b: &mut Builder<'_>, x: Complex, axis: usize, direction: Direction) -> Complex {
    let types = [x.re, x.im].map(|part| b.body.ty(part));
    // `⟨F x, g⟩ = ⟨x, Fᴴ g⟩`: exponents of the opposite sign, with the same factor.
    let (sign, divides) = (direction.sign(), direction == Direction::Inverse);
    let made = linear(
        b,
        &[x.re, x.im],
        &types,
        |b, x| parts(complex(b, of(x), axis, sign, divides)),
        |b, g| parts(complex(b, of(g), axis, -sign, divides)),
    );
    of(&made)
}

/// The first half of the spectrum of a real signal; see [`super::rfft`].
pub(super) fn rfft(b: &mut Builder<'_>, x: Value, axis: usize) -> Complex {
    let n = build::extents_of(b, x)[axis].clone();
    let half = with_extent(b, x, axis, &half_of(&n));
    let made = linear(
        b,
        &[x],
        &[half; 2],
        |b, x| {
            let wide = widened(b, x[0]);
            let made = spectrum_half(b, wide, axis);
            parts(narrowed(b, made, x[0]))
        },
        |b, g| {
            // The inverse transform counts each element that has a mirror image twice.
            let [re, im] = [g[0], g[1]].map(|part| widened(b, part));
            let weighed =
                weighed(b, Complex { re, im }, axis, &n, |b, n, [_, two]| [n, arith::divf(b, n, two)]);
            let made = inverse_of_half(b, weighed, axis, &n);
            vec![narrowed_part(b, made, g[0])]
        },
    );
    of(&made)
}

/// The real signal with this half spectrum; see [`super::irfft`].
pub(super) fn irfft(b: &mut Builder<'_>, x: Complex, axis: usize, n: &Extent) -> Value {
    let whole = with_extent(b, x.re, axis, n);
    let made = linear(
        b,
        &[x.re, x.im],
        &[whole],
        |b, x| {
            let [re, im] = [x[0], x[1]].map(|part| widened(b, part));
            let made = inverse_of_half(b, Complex { re, im }, axis, n);
            vec![narrowed_part(b, made, x[0])]
        },
        |b, g| {
            let wide = widened(b, g[0]);
            let made = spectrum_half(b, wide, axis);
            let made = weighed(b, made, axis, n, |b, n, [one, two]| {
                [one, two].map(|count| arith::divf(b, count, n))
            });
            parts(narrowed(b, made, g[0]))
        },
    );
    made[0]
}

fn of(values: &[Value]) -> Complex {
    Complex { re: values[0], im: values[1] }
}

fn parts(x: Complex) -> Vec<Value> {
    vec![x.re, x.im]
}

/// The type of a tensor with another extent along an axis.
fn with_extent(b: &Builder<'_>, x: Value, axis: usize, n: &Extent) -> Type {
    let mut extents = build::extents_of(b, x);
    extents[axis] = n.clone();
    let dims: Vec<Dim> = extents.into_iter().map(Dim::from_extent).collect();
    b.ctx().tensor(dims, b.ctx().elem_type(b.body.ty(x)))
}

/// Scales the elements of a half spectrum of `n`: by one factor if they have no mirror image, and by another
/// if they have one. `factors` gets the length, 1 and 2 as floats. Imaginary parts of elements without a
/// mirror image become 0.
fn weighed(
    b: &mut Builder<'_>,
    x: Complex,
    axis: usize,
    n: &Extent,
    factors: impl Fn(&mut Builder<'_>, Value, [Value; 2]) -> [Value; 2],
) -> Complex {
    let (extents, ty) = (build::extents_of(b, x.re), b.body.ty(x.re));
    let elem = b.ctx().elem_type(ty);
    let made = build::compute(b, &extents, &[ty; 2], |b, at| {
        let (k, zero) = (at[axis], arith::const_index(b, 0));
        let length = ExtentOf::build(b, n);
        let back = arith::subi(b, length, k);
        let alone = [zero, back].map(|other| arith::cmpi(b, CmpI::Eq, k, other));
        let alone = arith::ori(b, alone[0], alone[1]);
        let i64 = b.ctx().i64();
        let length = arith::index_cast(b, length, i64);
        let length = arith::sitofp(b, length, elem);
        let counts = [1.0, 2.0].map(|count| crate::constant::float(b, elem, count));
        let [once, twice] = factors(b, length, counts);
        let factor = arith::select(b, alone, once, twice);
        let [re, im] = [x.re, x.im].map(|part| {
            let part = build::at_indices(b, part, at);
            arith::mulf(b, part, factor)
        });
        let none = zero_like(b, im);
        vec![re, arith::select(b, alone, none, im)]
    });
    Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
}
