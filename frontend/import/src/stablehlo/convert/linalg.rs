//! `stablehlo.triangular_solve` and `stablehlo.cholesky`: a loop over rows or columns, each a compute over the batch.
//!
//! Only the triangle that the op names is read. Narrow floats are computed in f32.

use super::attrs::{flag, word};
use super::control::tensor_extents;
use super::lower::{Done, Lower, refuse};
use super::types::{Class, class};
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::arith::predicate::CmpI;
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{CombiningKind, UpdateSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// An index of a matrix as an expression over the values of [`read`].
type Place = AffineExpr;

/// The element of a matrix of a batch at two places; `values` begin with the batch's indices.
fn read(b: &mut Builder<'_>, matrix: Value, batch: usize, places: [&Place; 2], values: &[Value]) -> Value {
    let lead = (0..batch as u32).map(AffineExpr::dim);
    let exprs: Vec<AffineExpr> = lead.chain(places.into_iter().cloned()).collect();
    let subscripts = Subscripts::new(&exprs, values, &[]).expect("places are small expressions");
    build::at(b, matrix, &subscripts, Policy::Clamp, None)
}

/// The sum of `term` over an index from 0 to `end`.
fn sum_below(
    b: &mut Builder<'_>,
    end: Value,
    elem: Type,
    term: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Value {
    let bounds = [AffineExpr::constant(0), AffineExpr::dim(0)];
    let bounds = Subscripts::new(&bounds, &[end], &[]).expect("an index is a small expression");
    let fold = build::fold(b, &bounds, &[CombiningKind::Add], &[elem], None, |b, k| vec![term(b, k)]);
    b.body.result(fold, 0)
}

fn index(b: &mut Builder<'_>, n: i64) -> Value {
    let ctx = b.ctx();
    b.value(arith::Constant, &[], ctx.index(), &[("value", ctx.int_attr(ctx.index(), n.into()))])
}

/// The extents of operand `i`, a batch of square matrices if `square`, and how many axes the batch has.
fn matrices(l: &Lower<'_, '_>, op: OpRef<'_>, i: usize, square: bool) -> Done<(Vec<i64>, usize)> {
    let shape = l.static_shape(op, op.operand(i))?;
    let Some(batch) = shape.len().checked_sub(2) else {
        return Err(refuse(op, Refusal::Invalid, "takes matrices, or batches of them"));
    };
    if class(l.ctx(), op.operand_type(i)) != Some(Class::Float) {
        return Err(refuse(op, Refusal::Invalid, "takes floats"));
    }
    if square && shape[batch] != shape[batch + 1] {
        return Err(refuse(op, Refusal::Invalid, "takes square matrices"));
    }
    Ok((shape, batch))
}

/// A value in f32 at least.
fn widened(l: &mut Lower<'_, '_>, value: Value) -> Value {
    let f32 = l.ctx().f32();
    if l.dtype(value).bits() < 32 { l.cast(arith::Extf, value, f32) } else { value }
}

/// The type of `value` with another extent on an axis.
fn with_extent(l: &Lower<'_, '_>, value: Value, axis: usize, extent: i64) -> Type {
    let ctx = l.ctx();
    let ty = l.type_of(value);
    let mut dims: Vec<Dim> = ctx.dims(ty).unwrap_or_default().to_vec();
    dims[axis] = Dim::Static(extent);
    ctx.tensor(dims, ctx.elem_type(ty))
}

/// Defines the only result, rounded to its type.
fn define_rounded(l: &mut Lower<'_, '_>, op: OpRef<'_>, value: Value) -> Done {
    let elem = l.ctx().elem_type(l.result_type(op, 0)?);
    let value = l.cast(arith::Truncf, value, elem);
    l.define_one(op, value)
}

/// How a triangular system is solved.
struct Solve {
    batch: usize,
    /// Rows of the matrix.
    n: i64,
    /// The axis of the right-hand sides that the unknowns stand along: rows of `A X = B`, columns of `X A = B`.
    axis: usize,
    /// The equations use the matrix's columns as rows.
    swapped: bool,
    /// The first unknown is solved first.
    forward: bool,
    /// The diagonal counts as ones and is not read.
    unit: bool,
}

/// `stablehlo.triangular_solve`: `op(A) X = B`, or `X op(A) = B`, where the transposed system is solved.
pub(super) fn triangular_solve(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a, b] = l.exactly(op)?;
    let (square, batch) = matrices(l, op, 0, true)?;
    let (shape, other) = matrices(l, op, 1, false)?;
    let (left, lower, unit) = (flag(op, "left_side"), flag(op, "lower"), flag(op, "unit_diagonal"));
    let transposed = match word(op, "transpose_a") {
        None | Some("NO_TRANSPOSE") => false,
        Some("TRANSPOSE" | "ADJOINT") => true,
        Some(_) => return Err(refuse(op, Refusal::Invalid, "has a transpose_a that is not known")),
    };
    let axis = if left { batch } else { batch + 1 };
    let fits = other == batch && square[..batch] == shape[..batch] && shape[axis] == square[batch];
    if !fits || l.dtype(a) != l.dtype(b) {
        return Err(refuse(op, Refusal::Invalid, "takes matrices that fit each other"));
    }
    let swapped = transposed == left;
    let solve = Solve { batch, n: square[batch], axis, swapped, forward: lower != swapped, unit };
    let (a, b) = (widened(l, a), widened(l, b));
    let value = solve.build(l, op, a, b)?;
    define_rounded(l, op, value)
}

impl Solve {
    /// Solves for one unknown of every right-hand side at a time, in order.
    fn build(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>, a: Value, b: Value) -> Done<Value> {
        let ty = l.type_of(b);
        let start = l.splat(ty, Scalar::from_bits(l.dtype(b), 0));
        let slice = with_extent(l, b, self.axis, 1);
        let extents = tensor_extents(l, op, slice)?;
        let elem = l.ctx().elem_type(ty);
        let [zero, one, n, last] = [0, 1, self.n, self.n - 1].map(|n| index(&mut l.b, n));
        let made = loops::build::for_loop(&mut l.b, zero, n, one, &[start], |builder, step, carried| {
            let solved = build::compute_one(builder, &extents, elem, |builder, at| {
                self.unknown(builder, [a, b, carried[0]], step, at, elem)
            });
            let row = if self.forward { step } else { arith::subi(builder, last, step) };
            let mut starts = vec![zero; self.batch + 2];
            starts[self.axis] = row;
            vec![UpdateSlice::build(builder, solved, carried[0], &starts)]
        });
        Ok(l.b.body.result(made, 0))
    }

    /// The unknown of a step at a point of the right-hand sides, from those before it.
    fn unknown(
        &self,
        b: &mut Builder<'_>,
        [matrix, right, solved]: [Value; 3],
        step: Value,
        at: &[Value],
        elem: Type,
    ) -> Value {
        let other = if self.axis == self.batch { self.batch + 1 } else { self.batch };
        let mut values = at[..self.batch].to_vec();
        values.extend([at[other], step]);
        let [column, number, inner] = [0, 1, 2].map(|i| AffineExpr::dim((self.batch + i) as u32));
        let place = |order: AffineExpr| match self.forward {
            true => order,
            false => AffineExpr::constant(self.n - 1).sub(&order).expect("a small expression"),
        };
        let (row, inner) = (place(number), place(inner));
        let pair = |i, j| if self.swapped { [j, i] } else { [i, j] };
        let side = |i, j| if self.axis == self.batch { [i, j] } else { [j, i] };
        let known = sum_below(b, step, elem, |b, k| {
            let mut values = values.clone();
            values.push(k);
            let factor = read(b, matrix, self.batch, pair(&row, &inner), &values);
            let unknown = read(b, solved, self.batch, side(&inner, &column), &values);
            arith::mulf(b, factor, unknown)
        });
        let right = read(b, right, self.batch, side(&row, &column), &values);
        let rest = arith::subf(b, right, known);
        if self.unit {
            return rest;
        }
        let diagonal = read(b, matrix, self.batch, [&row, &row], &values);
        arith::divf(b, rest, diagonal)
    }
}

/// `stablehlo.cholesky`: `A = L Lᵀ`, or `A = Uᵀ U` where `lower` is false; the other triangle of the result is 0. Where
/// a matrix is not positive definite, its factor has NaNs.
pub(super) fn cholesky(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a] = l.exactly(op)?;
    let (shape, batch) = matrices(l, op, 0, true)?;
    let (n, lower) = (shape[batch], flag(op, "lower"));
    let a = widened(l, a);
    let ty = l.type_of(a);
    let start = l.splat(ty, Scalar::from_bits(l.dtype(a), 0));
    let extents = tensor_extents(l, op, with_extent(l, a, batch + 1, 1))?;
    let elem = l.ctx().elem_type(ty);
    let [zero, one, end] = [0, 1, n].map(|n| index(&mut l.b, n));
    let none = l.splat(elem, Scalar::from_bits(dtype_of(l, elem), 0));
    let made = loops::build::for_loop(&mut l.b, zero, end, one, &[start], |b, column, carried| {
        let factor = carried[0];
        let rest = build::compute_one(b, &extents, elem, |b, at| {
            rest_of_column(b, [a, factor], column, &at[..=batch], lower, elem)
        });
        let scaled = build::compute_one(b, &extents, elem, |b, at| {
            scaled_element(b, rest, column, &at[..=batch], none)
        });
        let mut starts = vec![zero; batch + 2];
        starts[batch + 1] = column;
        vec![UpdateSlice::build(b, scaled, factor, &starts)]
    });
    let factor = l.b.body.result(made, 0);
    let value = if lower {
        factor
    } else {
        let mut perm: Vec<usize> = (0..batch + 2).collect();
        perm.swap(batch, batch + 1);
        l.transpose(factor, &perm)
    };
    define_rounded(l, op, value)
}

fn dtype_of(l: &Lower<'_, '_>, elem: Type) -> DType {
    super::types::dtype_of(l.ctx(), elem)
}

/// `A[i, j] − Σ L[i, k] L[j, k]` for the columns `k` before column `j`; `at` is the batch's indices and `i`.
fn rest_of_column(
    b: &mut Builder<'_>,
    [matrix, factor]: [Value; 2],
    column: Value,
    at: &[Value],
    lower: bool,
    elem: Type,
) -> Value {
    let batch = at.len() - 1;
    let [i, j, k] = [0, 1, 2].map(|n| AffineExpr::dim((batch + n) as u32));
    let mut values = at.to_vec();
    values.push(column);
    let known = sum_below(b, column, elem, |b, inner| {
        let mut values = values.clone();
        values.push(inner);
        let left = read(b, factor, batch, [&i, &k], &values);
        let right = read(b, factor, batch, [&j, &k], &values);
        arith::mulf(b, left, right)
    });
    let places = if lower { [&i, &j] } else { [&j, &i] };
    let element = read(b, matrix, batch, places, &values);
    arith::subf(b, element, known)
}

/// The element of a column of the factor: the root of its pivot on the diagonal, the rest divided by that below, 0
/// above.
fn scaled_element(b: &mut Builder<'_>, rest: Value, column: Value, at: &[Value], none: Value) -> Value {
    let batch = at.len() - 1;
    let [i, j] = [0, 1].map(|n| AffineExpr::dim((batch + n) as u32));
    let first = AffineExpr::constant(0);
    let mut values = at.to_vec();
    values.push(column);
    let pivot = read(b, rest, batch, [&j, &first], &values);
    let root = math::sqrt(b, pivot);
    let element = read(b, rest, batch, [&i, &first], &values);
    let below = arith::divf(b, element, root);
    let above = arith::cmpi(b, CmpI::Slt, at[batch], column);
    let on = arith::cmpi(b, CmpI::Eq, at[batch], column);
    let chosen = arith::select(b, on, root, below);
    arith::select(b, above, none, chosen)
}
