//! The iterations of a loop: one iteration as code that can be replayed (whole, or as a slice that computes
//! some of the next values), and the trip count.

use super::plan::Count;
use crate::transforms::autodiff::code::{captured, captured_at_point, positions, puts_in, rebuilt};
use crate::transforms::autodiff::replay::Replay;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;
use tf_dialects::arith::{self, const_index};
use tf_dialects::differentiate::{Active, is_differentiable};
use tf_dialects::loops::{For, ForOp, While};
use tf_dialects::tensor::transform::checkpoint;
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::control::{as_loop, early_exit};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::registry::Traits;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::Copier;

/// An iteration of a `loop.for` or `loop.while`: from the carried values to the next carried values.
pub(super) struct Iteration {
    /// The loop.
    pub op: Op,
    /// The blocks, in the order in which they run.
    blocks: SmallVec<[Block; 2]>,
    /// The induction variable of a counted loop.
    pub index: Option<Value>,
    /// The carried values, as block arguments.
    pub args: Vec<Value>,
    /// The carried values of the next iteration.
    pub next: Vec<Value>,
    /// The values that the first block of a `loop.while` passes, paired with the arguments of the second;
    /// empty for other loops.
    pub passed: Vec<(Value, Value)>,
    /// Maps values around the loop to their copies at the replay.
    base: Copier,
}

/// The part of an iteration that is replayed.
#[derive(Clone, Copy)]
pub(super) enum ReplayScope<'s> {
    /// The whole iteration.
    Whole,
    /// The first block: the test of a `loop.while`.
    Test,
    /// A slice for some values.
    Slice(&'s Slice),
}

/// The slice of an iteration that some values depend on.
pub(super) struct Slice {
    ops: FxHashSet<Op>,
    /// The carried values that are read.
    pub args: Vec<bool>,
}

impl Iteration {
    /// The iteration of a loop; `base` maps values around it to their copies.
    pub fn of(body: &Body, op: Op, base: Copier) -> Option<Iteration> {
        let (view, looping) = (body.op(op), as_loop(body, op)?);
        let passed = match body.kind(op) {
            For::KIND => Vec::new(),
            While::KIND => {
                let view = view.view(While);
                body.operands(view.condition()?).skip(1).zip(view.after()).collect()
            }
            _ => return None,
        };
        let carried = looping.carried(view);
        Some(Iteration {
            op,
            blocks: body.regions(op).map(|region| body.entry(region)).collect::<Option<_>>()?,
            index: looping.inductions(view).first().map(|induction| induction.variable),
            args: carried.arguments,
            next: carried.next,
            passed,
            base,
        })
    }

    /// The slice that computes the next carried values at these positions.
    pub fn slice(&self, body: &Body, wanted: impl IntoIterator<Item = usize>) -> Slice {
        let mut needed: FxHashSet<Value> = wanted.into_iter().map(|i| self.next[i]).collect();
        let mut ops = FxHashSet::default();
        for (at, block) in self.blocks.iter().enumerate().rev() {
            let code: Vec<Op> = body.ops(*block).collect();
            for op in code.iter().rev().skip(1) {
                if body.results(*op).any(|r| needed.contains(&r)) {
                    ops.insert(*op);
                    needed.extend(uses_of(body, *op));
                }
            }
            if at == 1 {
                needed.extend(
                    self.passed
                        .iter()
                        .filter(|(_, arg)| needed.contains(arg))
                        .map(|p| p.0)
                        .collect::<Vec<_>>(),
                );
            }
        }
        Slice { ops, args: self.args.iter().map(|arg| needed.contains(arg)).collect() }
    }

    /// These carried values and all that they depend on, over any number of iterations (transitive closure).
    pub fn closure(&self, body: &Body, seeds: &[bool]) -> Vec<bool> {
        let mut all = seeds.to_vec();
        loop {
            let slice = self.slice(body, positions(&all));
            let before = positions(&all).len();
            all.iter_mut().zip(&slice.args).for_each(|(known, new)| *known |= new);
            if positions(&all).len() == before {
                return all;
            }
        }
    }

    /// Replays part of an iteration at the cursor, given the index and the carried values that it reads.
    /// `active` are the variables.
    ///
    /// # Errors
    /// An op that cannot be copied.
    pub fn replay(
        &self,
        b: &mut Builder<'_>,
        index: Option<Value>,
        states: &[Option<Value>],
        (part, active): (ReplayScope<'_>, Active),
    ) -> Result<Replay, Diagnostic> {
        let mut replay = Replay::new(self.base.clone(), active);
        replay.copier.extend(self.index.zip(index));
        let known = self.args.iter().zip(states).filter_map(|(arg, state)| Some((*arg, (*state)?)));
        replay.copier.extend(known);
        let number = if matches!(part, ReplayScope::Test) { 1 } else { self.blocks.len() };
        for (at, block) in self.blocks[..number].iter().enumerate() {
            if at == 1 {
                self.pass(b, &mut replay.copier);
            }
            replay.append(b, *block, |op| match part {
                ReplayScope::Slice(slice) => slice.ops.contains(&op),
                ReplayScope::Whole | ReplayScope::Test => true,
            })?;
        }
        Ok(replay)
    }

    fn pass(&self, b: &mut Builder<'_>, copier: &mut Copier) {
        for (value, arg) in &self.passed {
            let value = copier.value(b, *value);
            copier.set(*arg, value);
        }
    }

    /// The active captured values of an iteration. The first list has the values whose cotangents are
    /// carried. The second list has, at a point of a comprehension, the tensors whose cotangents are
    /// scattered.
    pub fn captured(&self, body: &Body, active: &Active, at_point: bool) -> (Vec<Value>, Vec<Value>) {
        match at_point {
            true => captured_at_point(body, self.op, &self.base, active),
            false => (captured(body, self.op, &self.base, active), Vec::new()),
        }
    }

    /// The carried values that depend on variables, given the captured values that do.
    pub fn active_args(
        &self,
        body: &Body,
        inits: &[Value],
        captured: &[Value],
        active: &Active,
    ) -> Vec<bool> {
        let is_float = |v: &Value| is_differentiable(body.ctx(), body.ty(*v));
        let mut outside = checkpoint::captured(body, self.op);
        outside.retain(|value| captured.contains(&self.base.known(*value)));
        let mut found: Vec<bool> =
            self.args.iter().zip(inits).map(|(arg, init)| is_float(arg) && active.has(*init)).collect();
        loop {
            let variables = self.args.iter().zip(&found).filter(|(_, a)| **a).map(|(arg, _)| *arg);
            let mut inner = Active::new(variables.chain(outside.iter().copied()));
            for (at, block) in self.blocks.iter().enumerate() {
                if at == 1 {
                    let active: Vec<Value> =
                        self.passed.iter().filter(|(v, _)| inner.has(*v)).map(|(_, arg)| *arg).collect();
                    active.into_iter().for_each(|arg| inner.insert(arg));
                }
                body.ops(*block).for_each(|op| inner.mark(body, op));
            }
            let before = positions(&found).len();
            for (i, next) in self.next.iter().enumerate() {
                found[i] |= is_float(&self.args[i]) && inner.has(*next);
            }
            if positions(&found).len() == before {
                return found;
            }
        }
    }
}

/// The operands of an op and of all code in its regions.
fn uses_of(body: &Body, op: Op) -> Vec<Value> {
    let mut uses = Vec::new();
    tf_ir::walk::walk(body, op, &mut |body, inner| uses.extend(body.operands(inner)));
    uses
}

/// The iteration space of a loop.
#[derive(Clone, Debug)]
pub(super) struct IterationSpace {
    /// The trip count as an index; a count of 0 or less means no iterations.
    pub number: Value,
    /// Knowledge of the trip count.
    pub count: Count,
    /// The lower bound and the step as indices; `None` if they are 0 and 1.
    start: Option<(Value, Value)>,
    /// The type of the induction variable.
    ty: Option<Type>,
}

impl IterationSpace {
    /// The iteration space of a loop without an induction variable.
    pub fn counted(number: Value) -> IterationSpace {
        IterationSpace { number, count: Count::Unknown, start: None, ty: None }
    }

    /// The same space for a loop that exits early, with the given trip count.
    pub fn ending_after(self, number: Value) -> IterationSpace {
        IterationSpace { number, count: Count::Unknown, ..self }
    }

    /// The iteration space of a counted loop, computed at the cursor. It ignores an early exit.
    pub fn of(b: &mut Builder<'_>, op: Op) -> IterationSpace {
        let bounds = [0, 1, 2].map(|i| b.body.operand(op, i));
        let terms = bounds.map(|v| term(b.body, v));
        let known = b.body.cast(op, For).and_then(ForOp::constant_trip_count);
        let ty = b.body.ty(bounds[0]);
        let [lower, upper, step] = bounds.map(|v| as_index(b, v));
        let is = |i: usize, value: i64| terms[i].as_ref().and_then(Extent::as_const) == Some(value);
        let plain = is(0, 0) && is(2, 1);
        let count = match known {
            Some(n) => Count::Constant(i64::try_from(n).unwrap_or(i64::MAX)),
            None => trip_count_term(&terms).map_or(Count::Unknown, Count::Term),
        };
        let number = match &count {
            Count::Constant(n) => const_index(b, *n),
            _ if plain => upper,
            _ => {
                let length = arith::subi(b, upper, lower);
                arith::ceildivsi(b, length, step)
            }
        };
        IterationSpace { number, count, start: (!plain).then_some((lower, step)), ty: Some(ty) }
    }

    /// The induction variable in a given iteration.
    pub fn index(&self, b: &mut Builder<'_>, iteration: Value) -> Option<Value> {
        let ty = self.ty?;
        let index = b.ctx().index();
        let at = match self.start {
            Some((lower, step)) => {
                let offset = arith::muli(b, iteration, step);
                arith::addi(b, lower, offset)
            }
            None => iteration,
        };
        Some(if ty == index { at } else { arith::index_cast(b, at, ty) })
    }
}

fn as_index(b: &mut Builder<'_>, value: Value) -> Value {
    let index = b.ctx().index();
    match b.body.ty(value) == index {
        true => value,
        false => arith::index_cast(b, value, index),
    }
}

/// `max(0, (upper - lower) ceildiv step)`.
fn trip_count_term([lower, upper, step]: &[Option<Extent>; 3]) -> Option<Extent> {
    let step = step.as_ref()?.as_const().filter(|s| *s > 0)?;
    let trips = upper.as_ref()?.sub(lower.as_ref()?).ok()?.ceildiv(step).ok()?;
    match trips.prove_ge0(&Facts::new()) {
        Verdict::Proved => Some(trips),
        _ => trips.maximum(&Extent::constant(0)).ok(),
    }
}

/// An integer value as a term over extents.
fn term(body: &Body, value: Value) -> Option<Extent> {
    use Signedness::Signed;
    let found = Arithmetic::of(body, value)?;
    match found {
        Arithmetic::Constant(constant) => return i64::try_from(constant).ok().map(Extent::constant),
        Arithmetic::Extent(extent) => return Some(extent.clone()),
        _ if body.ty(value) != body.ctx().index() => return None,
        _ => {}
    }
    let divisor = |value: Value| term(body, value)?.as_const().filter(|d| *d > 0);
    match found {
        Arithmetic::Sum(a, b) => term(body, a)?.add(&term(body, b)?).ok(),
        Arithmetic::Difference(a, b) => term(body, a)?.sub(&term(body, b)?).ok(),
        Arithmetic::Product(a, b) => term(body, a)?.mul(&term(body, b)?).ok(),
        Arithmetic::Quotient(a, b, Rounding::Floor, Signed) => term(body, a)?.floordiv(divisor(b)?).ok(),
        Arithmetic::Quotient(a, b, Rounding::Ceil, Signed) => term(body, a)?.ceildiv(divisor(b)?).ok(),
        Arithmetic::Minimum(a, b, Signed) => term(body, a)?.minimum(&term(body, b)?).ok(),
        Arithmetic::Maximum(a, b, Signed) => term(body, a)?.maximum(&term(body, b)?).ok(),
        _ => None,
    }
}

/// Dead code elimination over a range: erases unused ops from `first` to the cursor (before an op, or the end
/// of the block), and the ops that only they use. Loops keep only the carried values that a result depends
/// on. `kept` counts as used in any case. The code is a copy of code that ran before, so only puts run for
/// their effect.
pub(in crate::transforms::autodiff) fn prune(body: &mut Body, first: Op, to: Cursor, kept: &[Value]) {
    let end = match to {
        Cursor::Before(op) => Some(op),
        _ => None,
    };
    let following = std::iter::successors(Some(first), |op| body.next(*op));
    let ops: Vec<Op> = following.take_while(|op| Some(*op) != end).collect();
    for op in ops.into_iter().rev() {
        let is_placeholder = body.is(op, UnrealizedCast);
        if is_placeholder || body.has(op, Traits::TERMINATOR) || !puts_in(body, op).is_empty() {
            continue;
        }
        let is_kept = body.results(op).any(|r| kept.contains(&r));
        let used: Vec<bool> = body.results(op).map(|r| !body.is_unused(r)).collect();
        if !is_kept && !used.contains(&true) {
            body.erase(op);
        } else if !is_kept && body.is(op, For) {
            shrink(body, op, &used);
        }
    }
}

/// Carries only the values that the used results depend on.
fn shrink(body: &mut Body, op: Op, used: &[bool]) {
    let exits = early_exit(body, op).is_some();
    let Some(iteration) = Iteration::of(body, op, Copier::default()).filter(|_| !exits) else { return };
    let all = iteration.closure(body, used);
    if !all.contains(&false) {
        return;
    }
    let which = positions(&all);
    let block = body.entry(body.region(op, 0)).expect("a verified loop has a block");
    let end = body.last(block).expect("a verified block has a terminator");
    let yielded: Vec<Value> = which.iter().map(|i| iteration.next[*i]).collect();
    body.set_operands(end, &yielded);
    if let Some(first) = body.first(block) {
        prune(body, first, Cursor::End(block), &[]);
    }
    let unused: Vec<usize> = (0..all.len()).filter(|i| !all[*i]).collect();
    let mut operands: Vec<Value> = body.operands(op).collect();
    let types: Vec<_> = which.iter().map(|i| body.ty(iteration.args[*i])).collect();
    for i in unused.into_iter().rev() {
        operands.remove(3 + i);
        body.erase_arg(block, 1 + i);
    }
    let new = rebuilt(body, op, &operands, &types);
    let results: Vec<Value> = body.results(op).collect();
    for (old, i) in which.into_iter().zip(0..) {
        let value = body.result(new, i);
        body.replace_uses(results[old], value);
    }
    body.erase(op);
}
