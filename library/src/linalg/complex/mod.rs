//! Complex matrices as pairs of real ones: arithmetic here, Schur forms and eigenvectors in submodules.

mod complex_eigenvectors;
mod complex_hessenberg;
pub(crate) mod complex_schur;
mod single_shift;

use super::matrix::{Matrices, batched_product, element};
use crate::expr::Expr;
use tf_dialects::arith;
use tf_dialects::tensor::build;
use tf_dialects::tensor::shape::tensor_of;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// The real and the imaginary parts of complex values.
pub(super) type Parts = [Value; 2];

/// A complex number: its real and its imaginary part.
#[derive(Clone, Copy)]
pub(super) struct Complex<'f>(pub(super) Expr<'f>, pub(super) Expr<'f>);

impl<'f> Complex<'f> {
    pub(super) fn minus(self, other: Complex<'f>) -> Complex<'f> {
        Complex(self.0 - other.0, self.1 - other.1)
    }

    pub(super) fn scaled(self, by: Expr<'f>) -> Complex<'f> {
        Complex(self.0 * by, self.1 * by)
    }

    pub(super) fn times(self, other: Complex<'f>) -> Complex<'f> {
        Complex(self.0 * other.0 - self.1 * other.1, self.0 * other.1 + self.1 * other.0)
    }

    pub(super) fn plus(self, other: Complex<'f>) -> Complex<'f> {
        Complex(self.0 + other.0, self.1 + other.1)
    }

    pub(super) fn conjugate(self) -> Complex<'f> {
        Complex(self.0, -self.1)
    }

    /// The absolute value; the square must not overflow or underflow.
    pub(super) fn length(self) -> Expr<'f> {
        (self.0 * self.0 + self.1 * self.1).sqrt()
    }

    /// The value divided by its absolute value; 1 for 0.
    pub(super) fn direction(self) -> Complex<'f> {
        let most = self.0.absf().maximumf(self.1.absf());
        let none = most.equals(0.0);
        let scale = none.select(most.num(1.0), most);
        let scaled = Complex(self.0 / scale, self.1 / scale);
        let length = scaled.length();
        let length = none.select(most.num(1.0), length);
        Complex(none.select(most.num(1.0), scaled.0 / length), scaled.1 / length)
    }

    /// The principal square root; squares must not overflow or underflow.
    pub(super) fn sqrt(self) -> Complex<'f> {
        let most = ((self.0.absf() + self.length()) * 0.5).sqrt();
        let some = most.equals(0.0).select(most.num(1.0), most);
        let other = self.1 / (some * 2.0);
        let left = self.0.lt(0.0);
        Complex(left.select(other.absf(), most), left.select(most.copysign(self.1), other))
    }

    /// The quotient; the square of the divisor must not overflow or underflow.
    pub(super) fn over(self, other: Complex<'f>) -> Complex<'f> {
        let square = other.0 * other.0 + other.1 * other.1;
        self.times(Complex(other.0, -other.1)).scaled(square.num(1.0) / square)
    }

    pub(super) fn size(self) -> Expr<'f> {
        self.0.absf() + self.1.absf()
    }

    pub(super) fn select(condition: Expr<'f>, yes: Complex<'f>, no: Complex<'f>) -> Complex<'f> {
        Complex(condition.select(yes.0, no.0), condition.select(yes.1, no.1))
    }

    /// The value, or a replacement if its absolute value is below `least`.
    pub(super) fn at_least(self, least: Expr<'f>) -> Complex<'f> {
        Complex::select(self.size().lt(least), Complex(least, least.num(0.0)), self)
    }
}

/// Computes complex tensors over a box: `of` returns the parts of an element at indices.
pub(super) fn compute(
    b: &mut Builder<'_>,
    extents: &[Extent],
    elem: Type,
    of: impl FnOnce(&mut Builder<'_>, &[Value]) -> Parts,
) -> Parts {
    let types = [0, 1].map(|_| tensor_of(b.body.ctx(), extents, elem));
    let made = build::compute(b, extents, &types, |b, at| of(b, at).to_vec());
    [0, 1].map(|i| b.body.result(made, i))
}

/// The element of complex tensors at indices.
pub(super) fn at(b: &mut Builder<'_>, parts: Parts, place: &[Value]) -> Parts {
    parts.map(|x| element(b, x, place))
}

/// A formula over complex values.
pub(super) fn complex<const N: usize>(
    b: &mut Builder<'_>,
    operands: [Parts; N],
    write: impl for<'f> FnOnce([Complex<'f>; N]) -> Complex<'f>,
) -> Parts {
    let zero = operands[0][0];
    let mut flat = [[zero; N]; 2];
    for (i, [x, y]) in operands.into_iter().enumerate() {
        (flat[0][i], flat[1][i]) = (x, y);
    }
    crate::expr::formulas_of_pairs(b, flat, |real, imaginary| {
        let made = write(std::array::from_fn(|i| Complex(real[i], imaginary[i])));
        [made.0, made.1]
    })
}

/// Sums of products of complex matrices; `equation` is as for `batched_product`. The first operand can be
/// conjugated.
pub(super) fn product(
    b: &mut Builder<'_>,
    batch: usize,
    equation: &str,
    [[a, i], [x, y]]: [Parts; 2],
    conjugated: bool,
) -> Parts {
    let [ax, ay, ix, iy] =
        [[a, x], [a, y], [i, x], [i, y]].map(|pair| batched_product(b, batch, equation, &pair));
    if conjugated {
        return [arith::addf(b, ax, iy), arith::subf(b, ay, ix)];
    }
    [arith::subf(b, ax, iy), arith::addf(b, ay, ix)]
}

/// Materialized parts.
pub(super) fn stored(b: &mut Builder<'_>, parts: Parts) -> Parts {
    parts.map(|x| super::matrix::stored(b, x))
}

/// Materialized complex vectors `[…, n]`, one for each matrix of a shape.
pub(super) fn vectors(
    b: &mut Builder<'_>,
    shape: &Matrices,
    of: impl FnOnce(&mut Builder<'_>, &[Value]) -> Parts,
) -> Parts {
    let made = compute(b, shape.vectors(), shape.elem, of);
    stored(b, made)
}
