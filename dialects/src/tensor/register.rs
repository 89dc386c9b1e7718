//! The ops of the dialect.

use super::conv::Conv;
use super::reduce_window::ReduceWindow;
use super::rng::Rng;
use super::scan::Scan;
use super::schedule::ScheduleSyntax;
use super::sort::{SearchSorted, Sort};
use super::*;
use crate::arith::ArithConstants;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::{ParamDef, Registry};
use tf_ir::rewrite::Canonicalize;

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    let summary = "Tensors as values: the comprehension, and named ops that decompose into it";
    if !registry.dialect(DIALECT, summary) {
        return;
    }
    let ops = [
        Compute::info(),
        Group::info(),
        Fold::info(),
        Yield::info(),
        At::info(),
        Put::info(),
        FromElements::info(),
        ExtentOf::info(),
        Broadcast::info(),
        Transpose::info(),
        Reshape::info(),
        Slice::info(),
        Reverse::info(),
        Splat::info(),
        Iota::info(),
        Empty::info(),
        Reduce::info(),
        Contract::info(),
        ReduceWindow::info(),
        Conv::info(),
        Scan::info(),
        Sort::info(),
        SearchSorted::info(),
        Rng::info(),
        Cast::info(),
        Require::info(),
        Print::info(),
        Assert::info(),
        Bind::info(),
        transform::Vjp::info(),
        transform::Jvp::info(),
        transform::Detach::info(),
        transform::StraightThrough::info(),
        transform::Custom::info(),
        transform::Checkpoint::info(),
        transform::After::info(),
        transform::Vmap::info(),
        Pad::info(),
        Concat::info(),
        DynamicSlice::info(),
        UpdateSlice::info(),
        TileRead::info(),
        TileWrite::info(),
        Bitcast::info(),
        Gather::info(),
        Scatter::info(),
    ];
    ops.into_iter().for_each(|op| registry.op(op));
    registry.attr(schedule());
    registry.dialect_interface::<dyn Materialize>(DIALECT, Arc::new(ArithConstants));
    registry.dialect_interface::<dyn Canonicalize>(DIALECT, Arc::new(canonical::patterns));
}

/// The attribute of schedules.
fn schedule() -> ParamDef {
    ParamDef {
        name: "tensor.schedule",
        summary: "The schedule of a comprehension: how it is lowered to loops",
        syntax: Arc::new(ScheduleSyntax),
    }
}
