//! Balancing: a similarity by powers of 2 that makes the norms of each row and column of a matrix similar, as
//! the scaling of LAPACK's `gebal`. Rounding errors of a badly scaled matrix are then small relative to its
//! small elements too.

use super::schur::for_each;
use super::work::Work;
use crate::constant::{self, dtype_of};
use crate::expr::{formula, formulas};
use crate::linalg::factor::householder::reduced;
use crate::linalg::matrix::{Matrices, element, stored};
use tf_dialects::arith::{self, CmpF};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::{CombiningKind, UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// A row and a column are scaled if their total norm falls below this fraction.
const GAIN: f64 = 0.95;

/// `D⁻¹ A D` and the diagonal `D`, `[…, n]`, of square matrices of the shape of `a`, given as real matrices,
/// or as their real and imaginary parts.
pub(in crate::linalg) fn balanced<const N: usize>(
    b: &mut Builder<'_>,
    a: &Matrices,
    parts: [Value; N],
) -> ([Value; N], Value) {
    let work = Work::of(b, a);
    let ty = tensor_of(b.body.ctx(), a.vectors(), a.elem);
    let mut start = vec![constant::zero(b, b.body.ty(a.value)); N];
    start.push(constant::zero(b, ty));
    let parts = parts.map(|part| stored(b, part));
    let made = for_each(b, &a.extents[..a.batch], &mut Vec::new(), &start, &mut |b, lead, carried| {
        let loaded = parts.map(|part| work.load(b, part, lead, false));
        let (matrices, scales) = iterated(b, &work, &loaded);
        let none = constant::float(b, a.elem, 0.0);
        let stores = matrices.into_iter().zip(carried);
        let mut made: Vec<Value> =
            stores.map(|(matrix, into)| work.store(b, (matrix, false), none, (*into, lead))).collect();
        made.push(work.store_vector(b, scales, (carried[N], lead)));
        made
    });
    (std::array::from_fn(|i| made[i]), made[N])
}

/// Sweeps over all rows until a sweep changes nothing.
fn iterated(b: &mut Builder<'_>, work: &Work, matrices: &[Value]) -> (Vec<Value>, Value) {
    let bool = b.ctx().i1();
    let ones = {
        let one = constant::float(b, work.elem, 1.0);
        build::splat(b, one, std::slice::from_ref(&work.size))
    };
    let on = constant::int(b, bool, 1);
    let inits = [&[on, ones], matrices].concat();
    let types: Vec<Type> = inits.iter().map(|value| b.body.ty(*value)).collect();
    let made = loops::build::while_loop(
        b,
        &inits,
        &types,
        |_, carried| (carried[0], carried.to_vec()),
        |b, carried| {
            let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
            let off = constant::int(b, bool, 0);
            let start = [&[off], &carried[1..]].concat();
            let made = loops::build::for_loop(b, zero, work.n, one, &start, |b, i, carried| {
                row(b, work, i, carried)
            });
            b.body.results(made).collect()
        },
    );
    let results: Vec<Value> = b.body.results(made).collect();
    (results[2..].to_vec(), results[1])
}

/// Balances a row and its column.
fn row(b: &mut Builder<'_>, work: &Work, i: Value, carried: &[Value]) -> Vec<Value> {
    let (changed, scales, matrices) = (carried[0], carried[1], &carried[2..]);
    let zero = arith::const_index(b, 0);
    let along = [Extent::constant(1), work.size.clone()];
    let down = [work.size.clone(), Extent::constant(1)];
    let [r, c] = [(&[i, zero], &along), (&[zero, i], &down)].map(|(place, extents)| {
        let sizes: Vec<Value> = matrices
            .iter()
            .map(|matrix| {
                let part = build::dynamic_slice(b, *matrix, place, extents);
                size_of(b, part)
            })
            .collect();
        sizes[1..].iter().fold(sizes[0], |sum, size| arith::addf(b, sum, *size))
    });
    let factor = factor(b, work.elem, [c, r]);
    let limit = limit(b, work.elem);
    let scale = element(b, scales, &[i]);
    let [gains, next, inverse] = formulas(b, [c, r, factor, scale], |[c, r, factor, scale]| {
        let less = (c * factor + r / factor).lt((c + r) * GAIN);
        let next = scale * factor;
        let fits = next.lt(limit) & next.cmpf(CmpF::OGT, 1.0 / limit);
        [less & fits, next, factor.num(1.0) / factor]
    });
    let types: Vec<Type> = carried[1..].iter().map(|value| b.body.ty(*value)).collect();
    let made = loops::build::if_else(
        b,
        gains,
        &types,
        |b| {
            let update = build::splat(b, next, &[Extent::constant(1)]);
            let mut made = vec![UpdateSlice::build(b, update, scales, &[i])];
            for matrix in matrices {
                let matrix = times(b, work, *matrix, ([i, zero], &along), inverse);
                made.push(times(b, work, matrix, ([zero, i], &down), factor));
            }
            made
        },
        |_| carried[1..].to_vec(),
    );
    let changed = arith::ori(b, changed, gains);
    let mut next = vec![changed];
    next.extend(b.body.results(made));
    next
}

/// A matrix with a row or a column multiplied by a scalar.
fn times(
    b: &mut Builder<'_>,
    work: &Work,
    matrix: Value,
    (place, extents): ([Value; 2], &[Extent]),
    by: Value,
) -> Value {
    let part = build::dynamic_slice(b, matrix, &place, extents);
    let made = build::compute_one(b, extents, work.elem, |b, at| {
        let value = element(b, part, at);
        arith::mulf(b, value, by)
    });
    let made = stored(b, made);
    UpdateSlice::build(b, made, matrix, &place)
}

/// The sum of the magnitudes of elements.
fn size_of(b: &mut Builder<'_>, part: Value) -> Value {
    let sums = reduced(b, CombiningKind::Add, part, 0, |b, x| math::absf(b, x));
    let sum = reduced(b, CombiningKind::Add, sums, 0, |_, x| x);
    element(b, sum, &[])
}

/// The limit of scales: their squares neither overflow nor underflow.
fn limit(b: &Builder<'_>, elem: Type) -> f64 {
    if dtype_of(&b.ctx(), elem).bits() == 64 { 2f64.powi(500) } else { 2f64.powi(60) }
}

/// The power of 2 by which to scale a column of norm `c`, and by whose inverse to scale a row of norm `r`; 1
/// if one of them is 0.
fn factor(b: &mut Builder<'_>, elem: Type, [c, r]: [Value; 2]) -> Value {
    let limit = limit(b, elem);
    let one = constant::float(b, elem, 1.0);
    let doubled = scaled_while(b, [c, r, one], [2.0, 0.5], move |b, [c, r, factor]| {
        formula(b, [c, r, factor], |[c, r, factor]| c.lt(r * 0.5) & c.cmpf(CmpF::OGT, 0.0) & factor.lt(limit))
    });
    let halved = scaled_while(b, doubled, [0.5, 2.0], move |b, [c, r, factor]| {
        formula(b, [c, r, factor], |[c, r, factor]| {
            (r * 2.0).le(c) & r.cmpf(CmpF::OGT, 0.0) & factor.cmpf(CmpF::OGT, 1.0 / limit)
        })
    });
    halved[2]
}

/// A loop over the norms of a column and a row and a factor while a condition holds: it multiplies the
/// column's norm and the factor by one constant, the row's norm by another.
fn scaled_while(
    b: &mut Builder<'_>,
    start: [Value; 3],
    [by, back]: [f64; 2],
    holds: impl FnOnce(&mut Builder<'_>, [Value; 3]) -> Value,
) -> [Value; 3] {
    let types = start.map(|value| b.body.ty(value));
    let made = loops::build::while_loop(
        b,
        &start,
        &types,
        |b, c| (holds(b, [c[0], c[1], c[2]]), c.to_vec()),
        |b, c| formulas(b, [c[0], c[1], c[2]], |[c, r, factor]| [c * by, r * back, factor * by]).to_vec(),
    );
    [0, 1, 2].map(|i| b.body.result(made, i))
}
