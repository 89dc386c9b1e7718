//! Region simplification: erases unreachable blocks.

use crate::body::{Block, Body, Op, Region};
use crate::dominance::reverse_postorder;
use rustc_hash::FxHashSet;

/// Erases the blocks of `op`'s regions (at any depth of this body) that are unreachable from their region's
/// entry. Returns how many.
pub fn erase_unreachable_blocks(body: &mut Body, op: Op) -> usize {
    let mut erased = 0;
    let mut pending: Vec<Region> = body.regions(op).collect();
    while let Some(region) = pending.pop() {
        if multiple_blocks(body, region) {
            erased += erase_in_region(body, region);
        }
        for block in body.blocks(region) {
            for inner in body.ops(block) {
                pending.extend(body.regions(inner));
            }
        }
    }
    erased
}

/// True if the region has more than one block.
pub(super) fn multiple_blocks(body: &Body, region: Region) -> bool {
    body.entry(region).is_some_and(|first| body.next_block(first).is_some())
}

fn erase_in_region(body: &mut Body, region: Region) -> usize {
    let reachable: FxHashSet<Block> = reverse_postorder(body, region).into_iter().collect();
    let dead: Vec<Block> = body.blocks(region).filter(|b| !reachable.contains(b)).collect();
    // Dead blocks may use each other's values in any order: drop all uses first.
    for block in &dead {
        let ops: Vec<Op> = body.ops(*block).collect();
        for op in ops {
            drop_operands(body, op);
        }
    }
    for block in &dead {
        body.erase_block(*block);
    }
    dead.len()
}

fn drop_operands(body: &mut Body, op: Op) {
    body.set_operands(op, &[]);
    let regions: Vec<Region> = body.regions(op).collect();
    for region in regions {
        body.clear_region(region);
    }
}
