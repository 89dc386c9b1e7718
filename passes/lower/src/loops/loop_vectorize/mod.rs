//! `loop-vectorize`: turns the iterations of a marked loop into the lanes of vectors.
//!
//! The whole body is widened, control flow included (as Karrenberg and Hack, "Whole-function vectorization",
//! 2011). A divergence analysis classifies each value as uniform, affine (a constant stride across lanes) or
//! varying. Uniform values and the bases of affine ones stay scalar, and so do their addresses. Divergent
//! branches become masks; divergent loops run until no lane is left. An inactive lane touches no memory. If
//! comparisons marked `likely` guard the body (bounds of reads), a version without them runs for vectors in
//! which they all hold.

mod control;
mod divergent;
mod growth;
mod likely;
mod memory;
mod reduction;
mod refusal;
mod shape;
mod stream;
mod strip;
mod tail;
mod widen;

pub(crate) use reduction::folded_kinds;

use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::code::marks::{REDUCTION, VECTOR_AXIS, VECTOR_TAIL, VECTOR_WIDTH};

/// The pass.
pub struct LoopVectorize;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "loop-vectorize",
    title: "LoopVectorize",
    summary: "Turn the iterations of marked loops into lanes of vectors",
    docs: "Widens every loop.for and loop.parallel with the attribute 'vector_width', whose iterations must \
        be independent except for the fold that its attribute 'reduction' names. Divergent branches and \
        loops run under masks, as do ragged ends. A loop that cannot be widened is not changed, and a \
        remark gives the reason.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-vectorized", help: "loops that were widened" },
        StatSpec { name: "num-refused", help: "marked loops that stay scalar" },
    ],
    rules: &[
        RuleSpec { name: "folds", help: "widens loops that fold values" },
        RuleSpec { name: "loops", help: "widens loops without carried values" },
    ],
    growth: Growth::stated(
        growth::growth,
        "the last vector of a loop is computed in full; both branches of conditions run, and lanes select; \
         lanes of folds are combined; indices that differ between lanes become integer vectors",
    ),
    make: |_| Ok(Box::new(LoopVectorize)),
};

impl Pass for LoopVectorize {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut changed = false;
        for op in preorder(body) {
            // Loops inside a widened one no longer exist.
            if !body.is_live(op) || body.attr(op, VECTOR_WIDTH).is_none() {
                continue;
            }
            changed = true;
            let rule = if body.attr(op, REDUCTION).is_some() { "folds" } else { "loops" };
            if !cx.allows(rule) {
                scalar(body, op);
                continue;
            }
            let loc = body.loc(op);
            let (op, in_the_way) = stream::prepare(body, op);
            if let Some(why) = in_the_way {
                cx.remark(loc, format!("the loop has no non-temporal stores: {why}"));
            }
            match strip::vectorize(body, op) {
                Ok(refused) => {
                    cx.count("num-vectorized", 1);
                    if let Some(why) = refused {
                        cx.remark(loc, format!("the loop does not have the requested tail: {why}"));
                    }
                }
                Err(refusal) => {
                    cx.count("num-refused", 1);
                    cx.remark(refusal.loc, format!("the loop is not vectorized: {}", refusal.reason));
                    scalar(body, op);
                }
            }
        }
        Ok(Changed::from(changed))
    }
}

/// Removes the marks of a loop that stays scalar.
fn scalar(body: &mut Body, op: Op) {
    for name in [VECTOR_WIDTH, VECTOR_AXIS, VECTOR_TAIL, REDUCTION] {
        body.remove_attr(op, name);
    }
}
