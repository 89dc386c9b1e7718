//! The ops of the `loop` dialect.

use super::switch::Switch;
use crate::shared::constraints::*;
use crate::shared::interfaces::{LoopCode, ScalarCode};
use crate::shared::regions::{sole_block, sole_block_of};
use smallvec::{SmallVec, smallvec};
use tf_ir::body::{Block, Op, Value};
use tf_ir::bufferize::Bufferizable;
use tf_ir::context::Context;
use tf_ir::control::{Branch, LoopLike};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, RegionFlow, Structural, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// A counted loop with carried values.
///
/// The operands are the first index, the exclusive signed bound, the step and the initial values. The
/// region's arguments are the index and the carried values; the region runs `(bound - first) ceildiv step`
/// times, computed in mathematical integers, and yields the carried values of the next iteration. The results
/// are the carried values after the last iteration. A step that is not positive stops the call with a status.
///
/// If the region ends with `loop.condition %go_on, %values` instead of `loop.yield`, the loop has an early
/// exit: if the condition is false, the values are the results; otherwise they are the carried values of the
/// next iteration, if there is one.
#[op(
    "loop.for",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(
        lower: INTEGER = Context::index,
        upper: INTEGER = lower,
        step: INTEGER = lower,
        inits: variadic(ANY) = results,
    ),
    results(results: variadic(ANY)),
    regions(body),
    interfaces(ScalarCode, Verify, Effects, LoopLike, RegionFlow, Structural, Bufferizable),
    asm = "index($body, $lower) `=` $lower `to` $upper `step` $step \
           (`iter_args` `` assign($body, $inits)^ `->` `(` type($results) `)`)? \
           (`:` type($lower)^)? attr-dict-with-keyword $body",
)]
pub struct For;

/// A loop with a condition.
///
/// The first region takes the operands, then the values that the second region yields. It ends with
/// `loop.condition`, whose condition decides whether the loop continues; its values are the arguments of the
/// second region if so, and the results otherwise.
#[op(
    "loop.while",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inits: variadic(ANY)),
    results(results: variadic(ANY)),
    regions(before, after),
    interfaces(ScalarCode, Verify, Effects, LoopLike, RegionFlow, Structural, Bufferizable),
    asm = "assign($before, $inits) `:` `(` type($inits) `)` `->` `(` type($results) `)` attr-dict-with-keyword $before \
           `do` args($after) $after",
)]
pub struct While;

/// Runs the first region if the condition holds, else the second.
///
/// The results are the yielded values of the region that runs; without results, the second region may be
/// empty.
#[op(
    "loop.if",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(condition: BOOL = Context::i1),
    results(results: variadic(ANY)),
    regions(then, else),
    interfaces(ScalarCode, Verify, Branch, RegionFlow, Structural, Bufferizable),
    asm = "$condition (`->` `(` type($results)^ `)`)? attr-dict-with-keyword $then (`else` $else^)?",
)]
pub struct If;

/// A loop nest whose iterations may run in any order, also in parallel.
///
/// The operands are the first indices, the bounds and the steps, one of each per axis. A step that is not
/// positive stops the call with a status.
///
/// The remaining operands are the shared tensors, each with an argument of the region and a result. Each
/// iteration yields the tensor with its own writes; the result contains the writes of all iterations. The
/// verifiers of reads and writes of a shared tensor prove that iterations access disjoint parts of it. The
/// result is therefore the same as of sequential iterations, each of which continues from the tensor that the
/// previous one yielded.
#[op(
    "loop.parallel",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(
        lower: variadic(INDEX) = Context::index,
        upper: variadic(INDEX) = Context::index,
        steps: variadic(INDEX) = Context::index,
        shared: variadic(ANY) = results,
    ),
    sizes(axes_and_shared),
    results(results: variadic(ANY)),
    regions(body),
    interfaces(LoopCode, Verify, Effects, LoopLike, RegionFlow, Structural, Bufferizable),
    asm = "indices($body) `=` `(` $lower `)` `to` ` ` `(` $upper `)` `step` ` ` `(` $steps `)` \
           (`shared` `` assign($body, $shared)^ `->` `(` type($results) `)`)? attr-dict-with-keyword $body",
)]
pub struct Parallel;

/// The lower bounds, the same count of upper bounds and of steps, then the shared tensors.
fn axes_and_shared(op: OpRef<'_>) -> Sizes {
    let (rank, shared) = (op.view(Parallel).rank(), op.result_count().min(op.operand_count()));
    smallvec![rank, rank, op.operand_count() - shared - 2 * rank, shared]
}

/// Ends a region of `loop` with the values that leave it.
#[op(
    "loop.yield",
    traits(PURE, TERMINATOR, RETURN_LIKE),
    operands(values: variadic(ANY)),
    interfaces(ScalarCode, Verify),
    asm = "attr-dict ($values^ `:` type($values))?",
)]
pub struct Yield;

/// Ends the first region of `loop.while`, or a `loop.for` with an early exit: whether to continue, and the
/// values.
#[op(
    "loop.condition",
    traits(PURE, TERMINATOR, RETURN_LIKE),
    operands(condition: BOOL = Context::i1, values: variadic(ANY)),
    interfaces(ScalarCode, Verify),
    asm = "$condition (`,` $values^)? attr-dict (`:` type($values)^)?",
)]
pub struct Condition;

/// The values of a terminator from `skip` on.
fn ending(op: OpRef<'_>, region: usize, skip: usize) -> Vec<Value> {
    let body = op.body();
    let end = op.entry(region).and_then(|b| body.terminator(b));
    end.map(|end| body.operands(end).skip(skip).collect()).unwrap_or_default()
}

impl ForOp<'_> {
    /// The block of the region.
    pub fn block(self) -> Option<Block> {
        self.op().entry(0)
    }

    /// The index.
    pub fn index(self) -> Option<Value> {
        self.block().map(|b| self.op().body().arg(b, 0))
    }

    /// The carried values, in the region.
    pub fn carried(self) -> Vec<Value> {
        self.block().map(|b| self.op().body().args(b).skip(1).collect()).unwrap_or_default()
    }

    /// The terminator of the region: `loop.yield`, or `loop.condition` if the loop has an early exit.
    pub fn end(self) -> Option<Op> {
        self.block().and_then(|b| self.op().body().terminator(b))
    }

    /// The condition to continue after an iteration, if the loop has an early exit.
    pub fn early_exit(self) -> Option<Value> {
        let body = self.op().body();
        self.end().filter(|end| body.is(*end, Condition)).map(|end| body.operand(end, 0))
    }

    /// The carried values of the next iteration (and the results on an early exit).
    pub fn yielded(self) -> Vec<Value> {
        ending(self.op(), 0, usize::from(self.early_exit().is_some()))
    }

    /// The trip count, if it is constant and the loop has no early exit.
    pub fn constant_trip_count(self) -> Option<u64> {
        For.constant_trip_count(self.op())
    }
}

/// The value of operand `i`, if it is an integer constant.
pub(crate) fn constant_int(op: OpRef<'_>, i: usize) -> Option<i64> {
    tf_ir::arithmetic::constant_int(op.body(), op.operand(i))
}

impl WhileOp<'_> {
    /// The arguments of the first region.
    pub fn before(self) -> Vec<Value> {
        self.op().entry(0).map(|b| self.op().body().args(b).collect()).unwrap_or_default()
    }

    /// The arguments of the second region.
    pub fn after(self) -> Vec<Value> {
        self.op().entry(1).map(|b| self.op().body().args(b).collect()).unwrap_or_default()
    }

    /// The `loop.condition` that ends the first region.
    pub fn condition(self) -> Option<Op> {
        self.op().entry(0).and_then(|b| self.op().body().terminator(b))
    }

    /// The yielded values of the second region.
    pub fn yielded(self) -> Vec<Value> {
        ending(self.op(), 1, 0)
    }
}

impl IfOp<'_> {
    /// The yielded values of the region for a true (0) or a false (1) condition.
    pub fn yielded(self, region: usize) -> Vec<Value> {
        ending(self.op(), region, 0)
    }
}

impl ParallelOp<'_> {
    /// The number of axes.
    pub fn rank(self) -> usize {
        self.op().operand_count().saturating_sub(self.op().result_count()) / 3
    }

    /// The indices.
    pub fn indices(self) -> Vec<Value> {
        let rank = self.rank();
        self.op().entry(0).map(|b| self.op().body().args(b).take(rank).collect()).unwrap_or_default()
    }

    /// The shared tensors, in the region.
    pub fn shared_arguments(self) -> Vec<Value> {
        let rank = self.rank();
        self.op().entry(0).map(|b| self.op().body().args(b).skip(rank).collect()).unwrap_or_default()
    }

    /// The shared tensors with the writes of an iteration.
    pub fn yielded(self) -> Vec<Value> {
        ending(self.op(), 0, 0)
    }
}

/// Checks that two lists of types are equal; `words` name the lists.
pub(super) fn check_types(
    op: OpRef<'_>,
    found: &[Type],
    wanted: &[Type],
    words: [&str; 2],
) -> Result<(), Diagnostic> {
    let [what, whole] = words;
    if found.len() != wanted.len() {
        let (n, m) = (found.len(), wanted.len());
        return Err(op.error(format_args!("has {n} {what} but {m} {whole}")));
    }
    match found.iter().zip(wanted).position(|(a, b)| a != b) {
        Some(i) => {
            let types = [found[i], wanted[i]].map(|t| type_to_string(op.ctx(), t));
            let one = [what, whole].map(|w| w.strip_suffix('s').unwrap_or(w));
            Err(op.error(format_args!("has {} as {} #{i}, but {} as {}", types[0], one[0], types[1], one[1])))
        }
        None => Ok(()),
    }
}

pub(super) fn types(op: OpRef<'_>, values: impl IntoIterator<Item = Value>) -> Vec<Type> {
    values.into_iter().map(|v| op.body().ty(v)).collect()
}

impl Verify for For {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let body = op.body();
        let (block, end) = sole_block_of(op, 0, &[Yield::NAME, Condition::NAME])?;
        let bounds = types(op, op.operands().take(3));
        if bounds.iter().any(|ty| *ty != bounds[0]) {
            let words = bounds.iter().map(|ty| type_to_string(op.ctx(), *ty)).collect::<Vec<_>>();
            return Err(op.error(format_args!("needs bounds and step of one type, not {}", words.join(", "))));
        }
        let inits = types(op, op.operands().skip(3));
        let results = types(op, op.results());
        check_types(op, &results, &inits, ["results", "initial values"])?;
        let mut wanted = vec![bounds[0]];
        wanted.extend(&inits);
        check_types(
            op,
            &types(op, body.args(block)),
            &wanted,
            ["region arguments", "indices and carried values"],
        )?;
        let condition = usize::from(body.is(end, Condition));
        let yielded = types(op, body.operands(end).skip(condition));
        check_types(op, &yielded, &inits, ["yielded values", "carried values"])
            .map_err(|e| e.note(body.loc(end), "yielded here"))
    }
}

impl Verify for While {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let body = op.body();
        let (before, condition) = sole_block(op, 0, Condition)?;
        let (after, end) = sole_block(op, 1, Yield)?;
        let inits = types(op, op.operands());
        check_types(
            op,
            &types(op, body.args(before)),
            &inits,
            ["arguments of the first region", "initial values"],
        )?;
        let passed = types(op, body.operands(condition).skip(1));
        let results = types(op, op.results());
        check_types(op, &results, &passed, ["results", "values of its condition"])?;
        check_types(
            op,
            &types(op, body.args(after)),
            &passed,
            ["arguments of the second region", "values of its condition"],
        )?;
        check_types(op, &types(op, body.operands(end)), &inits, ["yielded values", "initial values"])
            .map_err(|e| e.note(body.loc(end), "yielded here"))
    }
}

impl Verify for If {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let results = types(op, op.results());
        for region in 0..2 {
            if region == 1 && results.is_empty() && op.entry(1).is_none() {
                return Ok(());
            }
            if region == 1 && op.entry(1).is_none() {
                return Err(op.error("has results but no else region: write an else region that yields them"));
            }
            let (block, end) = sole_block(op, region, Yield)?;
            if op.body().arg_count(block) > 0 {
                return Err(op.error("has a region with arguments: the regions of an 'if' take none"));
            }
            check_types(op, &types(op, op.body().operands(end)), &results, ["yielded values", "results"])
                .map_err(|e| e.note(op.body().loc(end), "yielded here"))?;
        }
        Ok(())
    }
}

impl Verify for Parallel {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (block, end) = sole_block(op, 0, Yield)?;
        let shared = types(op, op.results());
        let count = op.operand_count().saturating_sub(shared.len());
        if count == 0 || !count.is_multiple_of(3) {
            return Err(op.error(format_args!(
                "has {count} operands: it needs a lower bound, an upper bound and a step for each of at \
                 least one axis"
            )));
        }
        check_types(op, &types(op, op.operands().skip(count)), &shared, ["shared tensors", "results"])?;
        if let Some(ty) = shared.iter().find(|ty| !(TENSOR.check)(op.ctx(), **ty)) {
            let ty = type_to_string(op.ctx(), *ty);
            return Err(op.error(format_args!("shares {ty}: iterations can share only tensors")));
        }
        let mut wanted = vec![op.ctx().index(); count / 3];
        wanted.extend(&shared);
        check_types(
            op,
            &types(op, op.body().args(block)),
            &wanted,
            ["region arguments", "axes and shared tensors"],
        )?;
        check_types(op, &types(op, op.body().operands(end)), &shared, ["yielded values", "shared tensors"])
            .map_err(|e| e.note(op.body().loc(end), "yielded here"))?;
        super::shared::verify(op)
    }
}

impl Verify for Yield {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let owners = [For::KIND, While::KIND, If::KIND, Switch::KIND, Parallel::KIND];
        match op.parent() {
            Some(parent) if owners.contains(&parent.kind()) => Ok(()),
            _ => {
                Err(op.error("expects parent op loop.for, loop.while, loop.if, loop.switch or loop.parallel"))
            }
        }
    }
}

impl Verify for Condition {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match op.parent() {
            Some(parent) if parent.is(While) || parent.is(For) => Ok(()),
            _ => Err(op.error("expects parent op loop.while or loop.for")),
        }
    }
}

/// A step that may not be positive may stop the call.
fn step_effects(op: OpRef<'_>, mut steps: std::ops::Range<usize>) -> SmallVec<[Effect; 2]> {
    let positive = steps.all(|i| constant_int(op, i).is_some_and(|step| step > 0));
    if positive { SmallVec::new() } else { smallvec![Effect::Control] }
}

impl Effects for For {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        step_effects(op, 2..3)
    }
}

impl Effects for Parallel {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let rank = op.cast(Parallel).map_or(0, |view| view.rank());
        step_effects(op, 2 * rank..3 * rank)
    }
}

impl Effects for While {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        // The loop may be infinite, so it must not be speculated.
        smallvec![Effect::Control]
    }
}
