//! Loop versioning of products with unknown extents: loops over tiles for large ones, none for small ones.
//!
//! Packing panels for a few terms costs more than it saves, so a test of the run-time extents selects the
//! version.

use super::nest::{Dims, Nest};
use crate::apply::joins::as_float;
use tf_dialects::arith::{self, CmpF};
use tf_dialects::loops::build::if_else;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::indices::extent_value;
use tf_passes_common::cost::likely;

/// Loops whose lengths need a minimum product for tiles to pay off.
pub(crate) struct Demand {
    /// The loops.
    pub of: Dims,
    /// The minimum product of their lengths.
    pub least: f64,
}

impl Demand {
    /// Whether it is met if loops of unknown length have their likely length.
    pub fn is_likely(&self, nest: &Nest) -> bool {
        self.loops(nest).map(|dim| likely(&nest.dims[dim].extent) as f64).product::<f64>() >= self.least
    }

    fn loops(&self, nest: &Nest) -> impl Iterator<Item = usize> {
        (0..nest.dims.len()).filter(|dim| self.of & (1 << dim) != 0)
    }

    /// Tests it on the run-time extents; `None` if all extents are constant.
    fn is_met(&self, b: &mut Builder<'_>, nest: &Nest) -> Option<Value> {
        let float = b.ctx().f64();
        let unknown = self.loops(nest).filter(|dim| nest.dims[*dim].extent.as_const().is_none());
        let lengths: Vec<Value> = unknown
            .map(|dim| {
                let length = extent_value(b, &nest.dims[dim].extent);
                // The product may overflow 64 bits.
                as_float(b, length, float)
            })
            .collect();
        let count = lengths.into_iter().reduce(|all, length| arith::mulf(b, all, length))?;
        let known: f64 =
            self.loops(nest).filter_map(|dim| nest.dims[dim].extent.as_const()).map(|n| n as f64).product();
        let least = arith::const_float(b, float, self.least / known);
        Some(arith::cmpf(b, CmpF::OGE, count, least))
    }
}

/// Replaces a compute by a branch with two copies; returns the copy for extents that meet all demands.
/// Demands on constant extents count as met.
pub(crate) fn two_versions(body: &mut Body, nest: &Nest, demands: &[Demand]) -> Option<Op> {
    let op = nest.compute;
    let types: Vec<_> = body.results(op).map(|result| body.ty(result)).collect();
    let mut b = Builder::before(body, op);
    let met: Vec<Value> = demands.iter().filter_map(|demand| demand.is_met(&mut b, nest)).collect();
    let is_large = met.into_iter().reduce(|all, one| arith::andi(&mut b, all, one))?;
    let mut large = None;
    let copy = |b: &mut Builder<'_>| {
        let copy = b.body.clone_op(op, &mut IrMap::default());
        b.insert(copy);
        (copy, b.body.results(copy).collect::<Vec<Value>>())
    };
    let choice = if_else(
        &mut b,
        is_large,
        &types,
        |b| {
            let (made, results) = copy(b);
            large = Some(made);
            results
        },
        |b| copy(b).1,
    );
    let results: Vec<Value> = body.results(choice).collect();
    body.replace(op, &results);
    large
}
