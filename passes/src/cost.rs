//! What executing region code costs, per point: the sum of the scalar table's estimates.

use tf_dialects::arith;
use tf_dialects::elementwise::spec_of;
use tf_dialects::loops::{self, For, While};
use tf_dialects::tensor::{self, Access};
use tf_ir::body::{Block, Body, Op};

/// Cost of one read that hits the cache.
const READ: u64 = 1;
/// What stands for a loop of unknown length.
pub const UNBOUNDED: u64 = 1 << 32;

/// The cost of running a block once; [`UNBOUNDED`] or more if it holds a loop whose length is not constant.
pub fn block_cost(body: &Body, block: Block) -> u64 {
    body.ops(block).fold(0u64, |sum, op| sum.saturating_add(op_cost(body, op)))
}

fn op_cost(body: &Body, op: Op) -> u64 {
    let inner = body
        .regions(op)
        .filter_map(|r| body.entry(r))
        .fold(0u64, |sum, block| sum.saturating_add(block_cost(body, block)));
    match body.kind(op) {
        tensor::Fold::KIND => match fold_trips(body, op) {
            Some(trips) => inner.saturating_add(1).saturating_mul(trips),
            None => UNBOUNDED,
        },
        For::KIND | While::KIND => UNBOUNDED,
        arith::Constant::KIND | tensor::Yield::KIND | tensor::ExtentOf::KIND | loops::Yield::KIND => inner,
        _ if Access::of_read(body.op(op)).is_some() => READ,
        _ => inner + spec_of(body.op(op)).map_or(1, |spec| u64::from(spec.cost)),
    }
}

/// The number of iterations of a fold with constant bounds.
pub fn fold_trips(body: &Body, op: Op) -> Option<u64> {
    let (lo, hi) = fold_bounds(body, op)?;
    Some(hi.saturating_sub(lo).max(0) as u64)
}

/// The bounds of a fold, if both are constant.
pub fn fold_bounds(body: &Body, op: Op) -> Option<(i64, i64)> {
    let view = body.cast(op, tensor::Fold)?;
    let map = body.ctx().attr_map(view.bounds()?)?;
    match map.results() {
        [lo, hi] => Some((lo.as_const()?, hi.as_const()?)),
        _ => None,
    }
}
