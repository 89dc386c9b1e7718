//! `stablehlo.triangular_solve` and `stablehlo.cholesky`.

use crate::stablehlo::convert::attrs::{flag, word};
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::types::{Class, class};
use tf_ir::extent::{Extent, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_library::linalg::{self, Triangular};

/// The extents of operand `i`, constants or terms.
pub(super) fn shape_of(l: &Lower<'_, '_>, op: OpRef<'_>, i: usize) -> Done<Vec<Extent>> {
    let words = || type_to_string(l.ctx(), op.operand_type(i));
    l.shape(op.operand(i))
        .ok_or_else(|| unsupported(op, format!("has {}, which has an unknown extent", words())))
}

/// Whether extents are provably the same.
pub(super) fn same(l: &Lower<'_, '_>, own: &[Extent], others: &[Extent]) -> bool {
    let equal = |(a, b): (&Extent, &Extent)| a.prove_eq(b, &l.facts) == Verdict::Proved;
    own.len() == others.len() && own.iter().zip(others).all(equal)
}

/// The extents of operand `i`, a batch of square matrices if `square`, and the count of batch axes.
pub(super) fn matrices(
    l: &Lower<'_, '_>,
    op: OpRef<'_>,
    i: usize,
    square: bool,
) -> Done<(Vec<Extent>, usize)> {
    let shape = shape_of(l, op, i)?;
    let Some(batch) = shape.len().checked_sub(2) else {
        return Err(invalid(op, "takes matrices, or batches of them"));
    };
    if class(l.ctx(), op.operand_type(i)) != Some(Class::Float) {
        return Err(invalid(op, "takes floats"));
    }
    if square && !same(l, &shape[batch..=batch], &shape[batch + 1..]) {
        let [rows, columns] = [&shape[batch], &shape[batch + 1]];
        return Err(invalid(
            op,
            format!("takes square matrices, and these have {rows} rows and {columns} columns"),
        ));
    }
    Ok((shape, batch))
}

/// `stablehlo.triangular_solve`: `op(A) X = B`, or `X op(A) = B`.
pub(in crate::stablehlo) fn triangular_solve(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a, b] = l.exactly(op)?;
    let (square, batch) = matrices(l, op, 0, true)?;
    let (shape, other) = matrices(l, op, 1, false)?;
    let (left, lower, unit) = (flag(op, "left_side"), flag(op, "lower"), flag(op, "unit_diagonal"));
    let transposed = match word(op, "transpose_a") {
        None | Some("NO_TRANSPOSE") => false,
        Some("TRANSPOSE" | "ADJOINT") => true,
        Some(_) => return Err(invalid(op, "has an unknown transpose_a")),
    };
    let axis = if left { batch } else { batch + 1 };
    let fits = other == batch
        && same(l, &square[..batch], &shape[..batch])
        && same(l, &shape[axis..=axis], &square[batch..=batch]);
    if !fits || l.dtype(a) != l.dtype(b) {
        return Err(invalid(op, "needs matrices of shapes that fit each other"));
    }
    let value = linalg::triangular_solve(&mut l.b, a, b, Triangular { left, lower, transposed, unit });
    l.define_one(op, value)
}

/// `stablehlo.cholesky`
pub(in crate::stablehlo) fn cholesky(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a] = l.exactly(op)?;
    matrices(l, op, 0, true)?;
    let value = linalg::cholesky(&mut l.b, a, flag(op, "lower"));
    l.define_one(op, value)
}
