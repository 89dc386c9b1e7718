//! Whether the code of a member may run tile by tile and out of bounds: the size of its subscripts, and its
//! reads.

use super::binding::Binding;
use super::legality::{Condition, Legality};
use super::needs::MOST_AROUND;
use super::refusal::{CodeRefusal, GroupRefusal};
use tf_dialects::tensor::schedule::MOST_PARTS;
use tf_dialects::tensor::{Access, Subscripts, TileRead};
use tf_ir::affine::{AffineExpr, AffineExprKind, AffineOp, MAX_SIZE};
use tf_ir::body::{Body, Op};
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;

/// Checks that the code of a compute may run tile by tile, and out of bounds.
pub(crate) fn check_code(body: &Body, bound: &Binding, legality: Legality) -> Result<(), GroupRefusal> {
    let (op, member) = (bound.op, || bound.name(body));
    let is_plain = body.operand_count(op) == 0 && is_pure(body, op);
    legality.require(Condition::Pure, is_plain, || CodeRefusal::Impure { member: member() })?;
    legality.require(Condition::RowMajor, !reads_stored_tile(body, op), || CodeRefusal::StoredTile {
        member: member(),
    })?;
    check_small(body, bound, 1, legality)
}

/// Checks that the subscripts of a compute stay small if its indices move by up to `stride` points per
/// iteration of a shared loop.
pub(crate) fn check_small(
    body: &Body,
    bound: &Binding,
    stride: i64,
    legality: Legality,
) -> Result<(), GroupRefusal> {
    legality.require(Condition::Small, has_small_subscripts(body, bound.op, stride), || {
        CodeRefusal::LargeSubscripts { member: bound.name(body) }
    })
}

/// True if all subscripts and bounds in a compute stay in 64 bits, and below the size limit of affine
/// expressions, after each index becomes a sum of up to [`MOST_TERMS`] indices times the stride, and an
/// offset of up to [`MOST_AROUND`] times the stride.
fn has_small_subscripts(body: &Body, compute: Op, stride: i64) -> bool {
    let mut small = true;
    tf_ir::walk::walk(body, compute, &mut |body, op| {
        if let Some(all) = Subscripts::of_op(body.op(op)) {
            let most = |expr| magnitude(expr, &all.extents)?.checked_mul(stride.unsigned_abs());
            let fits = |expr| most(expr).is_some_and(|most| most < 1 << 62);
            let shifted = |expr| shifted_size(expr, stride).is_some_and(|size| size < MAX_SIZE / 4);
            small &= all.map.results().iter().all(|expr| fits(expr) && shifted(expr));
        }
    });
    small
}

/// The most indices in the sum that replaces an index of a member.
const MOST_TERMS: u32 = MOST_PARTS as u32 + 2;

/// The size of an expression if each index is a multiple of a sum; `None` above the limit of affine
/// expressions.
fn shifted_size(expr: &AffineExpr, stride: i64) -> Option<u32> {
    let index = |d: u32| {
        let terms = (0..MOST_TERMS).map(|term| AffineExpr::dim(d * MOST_TERMS + term));
        let mut terms = terms.chain([AffineExpr::constant(MOST_AROUND)]);
        let first = terms.next()?;
        let first = first.scale(stride).ok()?;
        terms.try_fold(first, |sum, term| sum.add(&term.scale(stride).ok()?).ok())
    };
    let shifted = expr.replace_with(&mut |leaf| leaf.as_dim().and_then(index)).ok()?;
    Some(shifted.size())
}

/// An upper bound of the constants in an expression whose dimensions are sums of indices and small constants.
fn magnitude(expr: &AffineExpr, symbols: &[Extent]) -> Option<u64> {
    match expr.kind() {
        AffineExprKind::Constant(c) => Some(c.unsigned_abs()),
        AffineExprKind::Dim(_) => Some(4 * MOST_AROUND as u64),
        AffineExprKind::Symbol(s) => Some(symbols.get(*s as usize)?.as_const().map_or(1, i64::unsigned_abs)),
        AffineExprKind::Binary(op, lhs, rhs) => {
            let (lhs, rhs) = (magnitude(lhs, symbols)?, magnitude(rhs, symbols)?);
            if *op == AffineOp::Mul { lhs.checked_mul(rhs) } else { lhs.checked_add(rhs) }
        }
    }
}

/// True if a compute reads a tile that is not stored row by row.
fn reads_stored_tile(body: &Body, compute: Op) -> bool {
    let is_stored = |op: Op| body.cast(op, TileRead).is_some_and(|tile| tile.layout().is_some());
    let mut found = false;
    tf_ir::walk::walk(body, compute, &mut |body, op| {
        let source = Access::of_read(body.op(op)).and_then(|read| body.def_op(read.source));
        found |= source.is_some_and(is_stored);
    });
    found
}
