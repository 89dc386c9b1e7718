//! `dce`, dead code elimination: erases unused ops without effects, and unreachable blocks.

use tf_ir::body::{Block, Body, Op, Region};
use tf_ir::dominance::reverse_postorder;
use tf_ir::effects::is_dead;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::rewrite::erase_unreachable_blocks;

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "dce",
    title: "DCE",
    summary: "Erase dead ops and unreachable blocks",
    docs: "Erases ops without side effects whose results are unused, from the last to the first, so that \
        their operands' definitions become dead, too; and blocks that control flow cannot reach. Unused \
        functions are erased by `symbol-dce`.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-dead", help: "Number of dead operations erased" },
        StatSpec { name: "num-blocks", help: "Number of unreachable blocks erased" },
    ],
    rules: &[
        RuleSpec { name: "blocks", help: "erases unreachable blocks" },
        RuleSpec { name: "dead", help: "erases dead ops" },
    ],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(Dce)),
};

struct Dce;

impl Pass for Dce {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let root = body.root();
        let blocks = if cx.allows("blocks") && cx.may_rewrite() {
            erase_unreachable_blocks(body, root) as u64
        } else {
            0
        };
        let dead = sweep_op(body, root, cx);
        cx.count("num-dead", dead);
        cx.count("num-blocks", blocks);
        Ok(Changed::from(dead + blocks > 0))
    }
}

fn sweep_op(body: &mut Body, op: Op, cx: &PassContext<'_>) -> u64 {
    let regions: Vec<Region> = body.regions(op).collect();
    regions.into_iter().map(|region| sweep_region(body, region, cx)).sum()
}

/// Visits blocks and ops in reverse order, so that users come before definitions.
fn sweep_region(body: &mut Body, region: Region, cx: &PassContext<'_>) -> u64 {
    let blocks: Vec<Block> = reverse_postorder(body, region);
    let mut erased = 0;
    for block in blocks.into_iter().rev() {
        let mut next = body.last(block);
        while let Some(op) = next {
            next = body.prev(op);
            if is_dead(body, op) && cx.allows("dead") && cx.may_rewrite() {
                body.erase(op);
                erased += 1;
            } else if body.regions(op).len() > 0 {
                erased += sweep_op(body, op, cx);
            }
        }
    }
    erased
}
