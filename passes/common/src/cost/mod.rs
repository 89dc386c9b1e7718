//! The cost model of loops and of code. Nothing here changes code.
//!
//! This file is a static model of region code, per point: the sum of the scalar table's estimates, times
//! constant trip counts.

pub mod access_map;
pub mod close;
pub mod comparisons;
pub mod figures;
pub mod nest;
pub mod plan;
pub mod point;
pub mod price;
pub mod scattered;
pub mod tree;
pub mod work;

use crate::code::folds::fold_trip_count;
use tf_dialects::arith;
use tf_dialects::elementwise::spec_of;
use tf_dialects::loops;
use tf_dialects::tensor::{self, Access};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::as_loop;
use tf_ir::extent::{Extent, Facts};

/// Cost of one read that hits the cache.
pub const READ: u64 = 1;
/// The cost of a loop of unknown length.
pub const UNBOUNDED: u64 = 1 << 32;

/// The cost of running a block once; at least [`UNBOUNDED`] if it holds a loop of unknown length.
pub fn block_cost(body: &Body, block: Block) -> u64 {
    cost_of(body, block, false)
}

/// The same with likely lengths for loops of unknown length.
pub fn likely_cost(body: &Body, block: Block) -> u64 {
    cost_of(body, block, true)
}

fn cost_of(body: &Body, block: Block, likely: bool) -> u64 {
    body.ops(block).fold(0u64, |sum, op| sum.saturating_add(op_cost(body, op, likely)))
}

fn op_cost(body: &Body, op: Op, likely: bool) -> u64 {
    let inner = body
        .regions(op)
        .filter_map(|r| body.entry(r))
        .fold(0u64, |sum, block| sum.saturating_add(cost_of(body, block, likely)));
    match body.kind(op) {
        tensor::Fold::KIND => match fold_trip_count(body, op) {
            Some(iterations) => inner.saturating_add(1).saturating_mul(iterations),
            None if likely => {
                let iterations = work::likely_trip_count(body.view(op, tensor::Fold)).ceil() as u64;
                inner.saturating_add(1).saturating_mul(iterations)
            }
            None => UNBOUNDED,
        },
        arith::Constant::KIND | tensor::Yield::KIND | tensor::ExtentOf::KIND | loops::Yield::KIND => inner,
        // Only short folds are unrolled, so that only their trip counts must be exact.
        _ if as_loop(body, op).is_some() && likely => {
            inner.saturating_mul(figures::LIKELY_INNER_TRIP_COUNT.ceil() as u64)
        }
        _ if as_loop(body, op).is_some() => UNBOUNDED,
        _ if Access::of_read(body.op(op)).is_some() => READ,
        _ => inner + spec_of(body.op(op)).map_or(1, |spec| u64::from(spec.cost)),
    }
}

/// The likely length of an extent.
pub fn likely(extent: &Extent) -> i64 {
    extent
        .as_const()
        .or(Facts::new().likely_value(extent))
        .unwrap_or(figures::LIKELY_TRIP_COUNT as i64)
        .max(0)
}

/// The bytes of a tensor.
pub fn bytes_of(body: &Body, value: Value) -> f64 {
    let extents = tensor::shape::extents(body.ctx(), body.ty(value)).unwrap_or_default();
    let count: f64 = extents.iter().map(|extent| likely(extent) as f64).product();
    count * access_map::bytes_of_element(body, value)
}
