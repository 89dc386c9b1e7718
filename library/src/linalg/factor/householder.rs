//! Householder reflections `1 − v vᵀ`, with `|v|² = 2`, or `v = 0` for the identity.

use super::panels::{HALVINGS, half};
use crate::constant::{self, dtype_of};
use crate::expr::formula;
use crate::linalg::matrix::{Matrices, batched_product, element, stored, with_corner};
use crate::linalg::solve::triangular::{Triangular, triangular_solve};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::math;
use tf_dialects::tensor::{CombiningKind, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// The reflections, one per matrix of a batch, that zero column `column` of `source` below row `head` and
/// keep the rows above it: their vectors `[…, m]`, and the new element at `head`, `[…]`. If the column is
/// already zero there, the reflection is the identity, as in LAPACK. Values are scaled, so that no square
/// overflows or underflows.
pub(in crate::linalg) fn reflector(
    b: &mut Builder<'_>,
    a: &Matrices,
    source: Value,
    column: Value,
    head: Value,
) -> [Value; 2] {
    let (batch, elem) = (a.batch, a.elem);
    let kept = build::compute_one(b, a.vectors(), elem, |b, at| {
        let inside = arith::cmpi(b, CmpI::Sge, at[batch], head);
        let value = element(b, source, &[at, &[column]].concat());
        let none = constant::zero(b, elem);
        arith::select(b, inside, value, none)
    });
    let largest = reduced(b, CombiningKind::MaximumF, kept, batch, |b, x| math::absf(b, x));
    // The reciprocal of a subnormal is infinite.
    let least = least_normal(b, elem);
    let scale = formula(b, [largest], |[largest]| largest.maximumf(least));
    let below = build::compute_one(b, a.vectors(), elem, |b, at| {
        let inside = arith::cmpi(b, CmpI::Sgt, at[batch], head);
        let (value, scale) = (element(b, kept, at), element(b, scale, &at[..batch]));
        let scaled = arith::divf(b, value, scale);
        let none = constant::zero(b, elem);
        arith::select(b, inside, scaled, none)
    });
    let square = reduced(b, CombiningKind::Add, below, batch, |b, x| arith::mulf(b, x, x));
    let lead = &a.extents[..batch];
    let first = build::compute_one(b, lead, elem, |b, at| element(b, kept, &[at, &[head]].concat()));
    let alpha = arith::divf(b, first, scale);
    let beta = formula(b, [alpha, square], |[alpha, square]| {
        let norm = (alpha * alpha + square).sqrt();
        // The opposite sign of the head, so that nothing cancels.
        alpha.cmpf(CmpF::OGT, 0.0).select(-norm, norm)
    });
    let factor = formula(b, [alpha, beta, square], |[alpha, beta, square]| {
        let some = square.differs(0.0);
        let half = some.select(beta * (beta - alpha), beta.num(1.0));
        some.select(half.num(1.0) / half.sqrt(), half.num(0.0))
    });
    let vector = build::compute_one(b, a.vectors(), elem, |b, at| {
        let on = arith::cmpi(b, CmpI::Eq, at[batch], head);
        let value = element(b, below, at);
        let [alpha, beta, factor] = [alpha, beta, factor].map(|x| element(b, x, &at[..batch]));
        let rest = arith::subf(b, alpha, beta);
        let value = arith::select(b, on, rest, value);
        arith::mulf(b, value, factor)
    });
    let becomes = formula(b, [first, square, beta, scale], |[first, square, beta, scale]| {
        square.differs(0.0).select(beta * scale, first)
    });
    [vector, becomes]
}

/// The smallest positive normal value of f32 or f64.
pub(in crate::linalg) fn least_normal(b: &Builder<'_>, elem: Type) -> f64 {
    if dtype_of(&b.ctx(), elem).bits() == 64 { f64::MIN_POSITIVE } else { f64::from(f32::MIN_POSITIVE) }
}

/// A reduction along the first axis after the batch, of a function of the elements.
pub(in crate::linalg) fn reduced(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    value: Value,
    axis: usize,
    of: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let value = of(b, value);
    let made = build::reduce(b, &[kind], &[value], &[axis], None);
    b.body.result(made, 0)
}

/// A product of reflections applied to matrices `right`, `[…, m, n]`. The vectors of the reflections are the
/// columns of `vectors`, `[…, m, k]`, the first factor first; the inverse is the transposed product.
///
/// The product is `1 − Y T Yᵀ` with a triangular matrix T (the compact WY form). The inverse of T has a unit
/// diagonal, and inner products of the vectors above it.
pub(in crate::linalg) fn reflected(
    b: &mut Builder<'_>,
    batch: usize,
    vectors: Value,
    right: Value,
    inverse: bool,
) -> Value {
    let change = change(b, batch, vectors, right, inverse);
    arith::subf(b, right, change)
}

/// As [`reflected`], for the vectors of one matrix, which are 0 above the diagonal: the second half of the
/// reflections keeps the first rows.
pub(in crate::linalg) fn reflected_by_triangle(
    b: &mut Builder<'_>,
    vectors: &Matrices,
    right: Value,
) -> Value {
    let Some(half) = half(vectors, HALVINGS) else {
        return reflected(b, vectors.batch, vectors.value, right, false);
    };
    let [m, k] = vectors.constant_shape();
    let others = vectors.part(b, [[half, m], [half, k]]);
    let right = Matrices::of(b, right);
    let [_, n] = right.constant_shape();
    let below = right.part(b, [[half, m], [0, n]]);
    let below = reflected(b, vectors.batch, others.value, below.value, false);
    let turned = build::compute_one(b, &right.extents, right.elem, |b, at| {
        let start = arith::const_index(b, half);
        let row = arith::subi(b, at[right.batch], start);
        let above = arith::cmpi(b, CmpI::Slt, at[right.batch], start);
        let own = element(b, right.value, at);
        let other = element(b, below, &[&at[..right.batch], &[row, at[right.batch + 1]]].concat());
        arith::select(b, above, own, other)
    });
    let turned = stored(b, turned);
    let first = vectors.part(b, [[0, m], [0, half]]);
    reflected(b, vectors.batch, first.value, turned, false)
}

/// The difference that [`reflected`] subtracts.
pub(super) fn change(
    b: &mut Builder<'_>,
    batch: usize,
    vectors: Value,
    right: Value,
    inverse: bool,
) -> Value {
    let along = batched_product(b, batch, "ki,kj->ij", &[vectors, right]);
    turned(b, batch, vectors, along, inverse)
}

/// `Y T` times `along`, the product of `Yᵀ` and matrices; with `inverse`, T is transposed.
fn turned(b: &mut Builder<'_>, batch: usize, vectors: Value, along: Value, inverse: bool) -> Value {
    let products = batched_product(b, batch, "ki,kj->ij", &[vectors, vectors]);
    let [products, along] = [products, along].map(|x| stored(b, x));
    let system = Triangular { left: true, lower: false, transposed: inverse, unit: true };
    let weights = triangular_solve(b, products, along, system);
    let weights = stored(b, weights);
    batched_product(b, batch, "ik,kj->ij", &[vectors, weights])
}

/// The first `columns` columns of the product of reflections.
///
/// Vectors must be 0 above the diagonal.
pub(in crate::linalg) fn product(b: &mut Builder<'_>, vectors: &Matrices, columns: &Extent) -> Value {
    halved_product(b, vectors, columns, HALVINGS)
}

/// The product with up to `halvings` recursive splits: the second half of the reflections keeps the first
/// rows.
fn halved_product(b: &mut Builder<'_>, vectors: &Matrices, columns: &Extent, halvings: u32) -> Value {
    let (half, count) = match (half(vectors, halvings), columns.as_const()) {
        (Some(half), Some(count)) if count > half => (half, count),
        _ => return whole_product(b, vectors, columns),
    };
    let [m, k] = vectors.constant_shape();
    let others = vectors.part(b, [[half, m], [half, k]]);
    let inner = halved_product(b, &others, &Extent::constant(count - half), halvings - 1);
    let mut extents = vectors.extents.clone();
    extents[vectors.batch + 1] = columns.clone();
    let shape = Matrices { extents, ..vectors.clone() };
    let identity = shape.identity(b);
    let start = with_corner(b, &shape, half, [identity, inner], None);
    let start = stored(b, start);
    let first = vectors.part(b, [[0, m], [0, half]]);
    reflected(b, vectors.batch, first.value, start, false)
}

fn whole_product(b: &mut Builder<'_>, vectors: &Matrices, columns: &Extent) -> Value {
    let batch = vectors.batch;
    let mut extents = vectors.extents.clone();
    extents[batch + 1] = columns.clone();
    // The transposed vectors times the leading columns of the identity are the vectors' leading rows,
    // transposed.
    let mut wide = vectors.extents.clone();
    wide[batch] = vectors.extents[batch + 1].clone();
    wide[batch + 1] = columns.clone();
    let along = build::compute_one(b, &wide, vectors.elem, |b, at| {
        element(b, vectors.value, &[&at[..batch], &[at[batch + 1], at[batch]]].concat())
    });
    let change = turned(b, batch, vectors.value, along, false);
    let start = Matrices { extents, ..vectors.clone() }.identity(b);
    arith::subf(b, start, change)
}
