//! `mark-likely`: marks comparisons of indices that have one outcome in nearly all iterations of their loops.
//!
//! Programs separate the interior of a grid from its edges by comparisons of indices (`0 < i && i < n - 1`).
//! Per lane, such a mask costs more than the additions of a stencil. The vectorizer checks a likely
//! comparison once per vector and runs unmasked code for all vectors but those at the edges.

use tf_dialects::arith::{self, Select};
use tf_dialects::loops::{For, Parallel};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::{preorder, walk};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{LIKELY, VECTOR_WIDTH};
use tf_passes_common::cost::comparisons::Likely;

struct MarkLikely;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "mark-likely",
    title: "MarkLikely",
    summary: "Mark comparisons of indices that hold for nearly all iterations",
    docs: "In loops whose iterations become lanes: marks comparisons of sums of indices, constants and \
        extents that hold for all but a few iterations at one end as 'likely', and inverts those that hold \
        for only a few. Run it before 'split-loops' and 'loop-vectorize', which have faster code for the \
        iterations in which they hold.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-marked", help: "comparisons that were marked" }],
    rules: &[RuleSpec { name: "marks", help: "marks a comparison" }],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(MarkLikely)),
};

impl Pass for MarkLikely {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut marked = 0;
        for op in preorder(body) {
            if !becomes_lanes(body, op) {
                continue;
            }
            let mut comparisons = Vec::new();
            walk(body, op, &mut |body, inner| {
                if body.is(inner, arith::Cmpi) && body.attr(inner, LIKELY).is_none() {
                    comparisons.push(inner);
                }
            });
            for comparison in comparisons {
                let Some(likely) = Likely::of(body, comparison) else { continue };
                if cx.allows("marks") {
                    mark(body, comparison, &likely);
                    marked += 1;
                }
            }
        }
        cx.count("num-marked", marked);
        Ok(Changed::from(marked > 0))
    }
}

fn becomes_lanes(body: &Body, op: Op) -> bool {
    body.is_live(op) && body.attr(op, VECTOR_WIDTH).is_some() && (body.is(op, For) || body.is(op, Parallel))
}

/// Replaces a comparison by the likely one.
fn mark(body: &mut Body, op: Op, likely: &Likely) {
    let ctx = body.ctx().clone();
    if likely.is_opposite {
        turn(body, op);
    }
    body.set_attr(op, "predicate", ctx.i64_attr(likely.predicate as i64));
    body.set_attr(op, LIKELY, ctx.unit_attr());
}

/// Inverts all uses of a comparison.
fn turn(body: &mut Body, op: Op) {
    let result = body.result(op, 0);
    let selects = |body: &Body, user: Op| body.is(user, Select) && body.operand(user, 0) == result;
    let users = body.users(result);
    for user in users.iter().copied().filter(|user| selects(body, *user)).collect::<Vec<_>>() {
        let (yes, no) = (body.operand(user, 1), body.operand(user, 2));
        body.set_operand(user, 1, no);
        body.set_operand(user, 2, yes);
    }
    let is_asked = |body: &Body, user: Op, operand: usize| !(operand == 0 && selects(body, user));
    if !body.uses(result).any(|used| is_asked(body, used.op, used.operand)) {
        return;
    }
    let next = body.next(op).expect("a comparison is not a terminator");
    let not = FoldingBuilder::before(body, next).not(result);
    let maker = body.def_op(not);
    body.replace_uses_if(result, not, |body, used| {
        Some(used.op) != maker && is_asked(body, used.op, used.operand)
    });
}
