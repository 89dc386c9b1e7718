//! Versioning for rows of unknown length: short rows need a warp each, and a block would be mostly idle.

use super::nest::{Nest, preorder_of, same};
use crate::gpu::map_kernels::team_of;
use tf_dialects::arith::CmpI;
use tf_dialects::kernel::WARP;
use tf_dialects::loops::If;
use tf_dialects::mem::ExtentOf;
use tf_dialects::tensor::schedule::Place;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, IrMap, Value};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{MAP, THREADS};
use tf_passes_common::cost::figures::{GPU_BLOCK, GPU_LONG_FOLD};

/// True if the nest has blocks of the default size, and several loops along rows of one length, which is
/// unknown until run time.
pub(super) fn is_worth_it(body: &Body, nest: &Nest) -> bool {
    length(body, nest).is_some()
}

fn length(body: &Body, nest: &Nest) -> Option<Value> {
    let first = nest.loops.first()?.length?;
    let is_same = |other: Option<Value>| other.is_some_and(|other| same(body, first, other));
    let inside = body.def_op(first).is_some_and(|def| body.encloses(nest.op, def) && !body.is(def, ExtentOf));
    let by_default = nest.team.place == Place::Block && nest.team.threads == GPU_BLOCK;
    let open = constant_int(body, first).is_none() && !inside && by_default && nest.loops.len() > 1;
    (open && nest.loops.iter().all(|own| is_same(own.length))).then_some(first)
}

/// Lets the host select a version of the nest for warps at run time; returns the number of copies.
pub(super) fn split(body: &mut Body, nest: &Nest) -> u64 {
    let Some(length) = length(body, nest) else { return 0 };
    let copy = body.clone_op(nest.op, &mut IrMap::default());
    let ctx = body.ctx().clone();
    let mut code = FoldingBuilder::before(body, nest.op);
    let length = match code.b.body.def_op(length).filter(|def| code.b.body.encloses(nest.op, *def)) {
        Some(def) => {
            let outside = code.b.body.clone_op(def, &mut IrMap::default());
            code.b.insert(outside);
            code.b.body.result(outside, 0)
        }
        None => length,
    };
    let most = code.index(GPU_LONG_FOLD as i64);
    let is_short = code.cmpi(CmpI::Slt, length, most);
    let either = If::build(&mut code.b, is_short, &[]);
    for i in [0, 1] {
        code.region(either, i, &[], |code, _| code.end(&[]));
    }
    let ends = [0, 1].map(|i| {
        let block = body.op(either).entry(i).expect("a conditional has blocks");
        body.last(block).expect("a verified block has a terminator")
    });
    body.insert_before(copy, ends[0]);
    body.move_before(nest.op, ends[1]);
    for op in
        preorder_of(body, copy).into_iter().filter(|op| team_of(body, *op).is_some()).collect::<Vec<_>>()
    {
        body.set_attr(op, MAP, ctx.string_attr(Place::Warp.word()));
        body.set_attr(op, THREADS, ctx.i64_attr(WARP as i64));
    }
    1
}
