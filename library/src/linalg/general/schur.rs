//! Real Schur forms of general matrices, one matrix of a batch at a time, since they converge at different
//! times.

use super::francis::Francis;
use super::hessenberg::hessenberg;
use super::work::Work;
use crate::constant::{self, dtype_of};
use crate::expr::formula;
use crate::linalg::factor::householder::least_normal;
use crate::linalg::matrix::{Matrices, element, extent_value, rounded, stored, without_derivative};
use crate::linalg::symmetric::eigh::{scaled, spoiled};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::build;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// `T` and orthogonal `Z` with `A = Z T Zᵀ`, of square matrices `[…, n, n]` of floats. `T` is upper
/// triangular, except for 2×2 blocks with equal diagonal elements and off-diagonal elements of opposite
/// signs: their eigenvalues are complex. If a matrix has an element that is not finite, or does not converge,
/// its results are NaN. The function has no derivative.
///
/// # Panics
/// If the operand has less than two axes, more than 22 batch axes, or an extent without a name.
pub fn schur(b: &mut Builder<'_>, a: Value) -> [Value; 2] {
    let elem = b.ctx().elem_type(b.body.ty(a));
    let a = without_derivative(b, a, "schur");
    let a = Matrices::of(b, a);
    if a.have_no_rows() {
        return [0, 1].map(|_| rounded(b, a.value, elem));
    }
    let (whole, [scale, bad]) = scaled(b, &a);
    let [t, z] = triangular(b, &whole, true);
    let t = build::compute_one(b, &a.extents, a.elem, |b, at| {
        let value = element(b, t, at);
        let [scale, bad] = [scale, bad].map(|x| element(b, x, &at[..a.batch]));
        formula(b, [value, scale, bad], |[value, scale, bad]| value * scale + bad)
    });
    let z = spoiled(b, a.batch, z, bad);
    [t, z].map(|x| rounded(b, x, elem))
}

/// The Schur form of matrices whose elements are at most 1, and the basis; or, if not `whole`, a matrix with
/// the same eigenvalues, twice.
pub(super) fn triangular(b: &mut Builder<'_>, a: &Matrices, whole: bool) -> [Value; 2] {
    let [h, q] = hessenberg(b, a);
    let (h, q) = (stored(b, h), stored(b, q));
    let work = Work::of(b, a);
    let epsilon = dtype_of(&b.ctx(), a.elem).epsilon();
    let least = least_normal(b, a.elem) / epsilon;
    let francis = Francis { work: &work, epsilon, least, whole };
    let start = constant::zero(b, b.body.ty(a.value));
    let count = if whole { 2 } else { 1 };
    let made =
        for_each(b, &a.extents[..a.batch], &mut Vec::new(), &vec![start; count], &mut |b, lead, carried| {
            let mut state = vec![work.load(b, h, lead, false)];
            if whole {
                state.push(work.load(b, q, lead, true));
            }
            let (state, left) = francis.run(b, &state);
            let none = arith::const_index(b, 0);
            let failed = arith::cmpi(b, CmpI::Sgt, left, none);
            let [fine, bad] = [0.0, f64::NAN].map(|x| constant::float(b, a.elem, x));
            let more = arith::select(b, failed, bad, fine);
            let matrices = state.into_iter().enumerate();
            matrices.map(|(i, matrix)| work.store(b, (matrix, i == 1), more, (carried[i], lead))).collect()
        });
    [made[0], made[count - 1]]
}

/// A loop over the indices of a batch; `body` computes the carried values of the next iteration.
pub(in crate::linalg) fn for_each(
    b: &mut Builder<'_>,
    extents: &[Extent],
    lead: &mut Vec<Value>,
    start: &[Value],
    body: &mut dyn FnMut(&mut Builder<'_>, &[Value], &[Value]) -> Vec<Value>,
) -> Vec<Value> {
    let Some((first, rest)) = extents.split_first() else { return body(b, lead, start) };
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let end = extent_value(b, first);
    let made = loops::build::for_loop(b, zero, end, one, start, |b, i, carried| {
        lead.push(i);
        let made = for_each(b, rest, lead, carried, body);
        lead.pop();
        made
    });
    b.body.results(made).collect()
}
