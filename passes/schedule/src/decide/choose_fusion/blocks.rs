//! Finds the blocks that may hold computes.

use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Block, Body, Op};

/// The blocks that may hold computes: of the function and of its loops and conditionals. Members of groups
/// stay unchanged.
pub(crate) fn blocks(body: &Body) -> Vec<Block> {
    let mut found = Vec::new();
    collect(body, body.root(), &|op| body.is(op, Compute) || body.is(op, Group), &mut found);
    found
}

/// These blocks and those of groups.
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
