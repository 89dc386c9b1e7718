//! Where computes are.

use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Block, Body, Op};

/// The blocks that may hold computes: of the function and of the loops and conditionals in it. Members of groups stay as they are.
pub(crate) fn blocks(body: &Body) -> Vec<Block> {
    let mut found = Vec::new();
    collect(body, body.root(), &|op| body.is(op, Compute) || body.is(op, Group), &mut found);
    found
}

/// The same with the blocks of groups.
pub(super) fn blocks_with_groups(body: &Body) -> Vec<Block> {
    let mut found = Vec::new();
    collect(body, body.root(), &|op| body.is(op, Compute), &mut found);
    found
}

fn collect(body: &Body, op: Op, is_end: &impl Fn(Op) -> bool, found: &mut Vec<Block>) {
    for block in body.regions(op).flat_map(|region| body.blocks(region)) {
        found.push(block);
        for inner in body.ops(block).filter(|inner| !is_end(*inner)) {
            collect(body, inner, is_end, found);
        }
    }
}
