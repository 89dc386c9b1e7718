//! `stablehlo.triangular_solve` and `stablehlo.cholesky`.

use super::attrs::{flag, word};
use super::lower::{Done, Lower, invalid};
use super::types::{Class, class};
use tf_ir::opref::OpRef;
use tf_library::linalg::{self, Triangular};

/// The extents of operand `i`, a batch of square matrices if `square`, and how many axes the batch has.
pub(super) fn matrices(l: &Lower<'_, '_>, op: OpRef<'_>, i: usize, square: bool) -> Done<(Vec<i64>, usize)> {
    let shape = l.static_shape(op, op.operand(i))?;
    let Some(batch) = shape.len().checked_sub(2) else {
        return Err(invalid(op, "takes matrices, or batches of them"));
    };
    if class(l.ctx(), op.operand_type(i)) != Some(Class::Float) {
        return Err(invalid(op, "takes floats"));
    }
    if square && shape[batch] != shape[batch + 1] {
        return Err(invalid(op, "takes square matrices"));
    }
    Ok((shape, batch))
}

/// `stablehlo.triangular_solve`: `op(A) X = B`, or `X op(A) = B`.
pub(in super::super) fn triangular_solve(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a, b] = l.exactly(op)?;
    let (square, batch) = matrices(l, op, 0, true)?;
    let (shape, other) = matrices(l, op, 1, false)?;
    let (left, lower, unit) = (flag(op, "left_side"), flag(op, "lower"), flag(op, "unit_diagonal"));
    let transposed = match word(op, "transpose_a") {
        None | Some("NO_TRANSPOSE") => false,
        Some("TRANSPOSE" | "ADJOINT") => true,
        Some(_) => return Err(invalid(op, "has a transpose_a that is not known")),
    };
    let axis = if left { batch } else { batch + 1 };
    let fits = other == batch && square[..batch] == shape[..batch] && shape[axis] == square[batch];
    if !fits || l.dtype(a) != l.dtype(b) {
        return Err(invalid(op, "takes matrices that fit each other"));
    }
    let value = linalg::triangular_solve(&mut l.b, a, b, Triangular { left, lower, transposed, unit });
    l.define_one(op, value)
}

/// `stablehlo.cholesky`
pub(in super::super) fn cholesky(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a] = l.exactly(op)?;
    matrices(l, op, 0, true)?;
    let value = linalg::cholesky(&mut l.b, a, flag(op, "lower"));
    l.define_one(op, value)
}
