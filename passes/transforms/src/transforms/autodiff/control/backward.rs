//! Reverse-mode differentiation of loops: multilevel checkpointing (as treeverse) and replay.
//!
//! The backward pass is a nest of loops over segments ([`super::plan`]), which run from the last segment to
//! the first. The innermost loop holds the code of one iteration and its backward pass
//! ([`Backward::iteration`]), which determines the carried values that it needs. Then the states of each
//! level are filled in. They are loaded from the level's tape ([`super::tape`]), which a run over the level's
//! segments stores ([`Backward::run`]). The outermost run is the loop itself.

use super::iteration::{Iteration, IterationSpace, ReplayScope, Slice, prune};
use super::plan::{Count, Level, Plan};
use super::tape;
use crate::transforms::autodiff::code::positions;
use crate::transforms::autodiff::policies::set_policies_of_iterations;
use crate::transforms::autodiff::replay;
use crate::transforms::autodiff::scope::Scope;
use tf_dialects::arith::{self, const_index};
use tf_dialects::differentiate::{Active, Reverse};
use tf_dialects::loops::build::for_loop;
use tf_dialects::loops::{self, For};
use tf_dialects::tensor::{Compute, ExtentOf};
use tf_ir::body::{Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;

/// The values that the backward pass carries from iteration to iteration.
pub(super) struct Cotangents {
    /// The carried values that have cotangents, by position.
    pub args: Vec<usize>,
    /// The active values from outside the loop.
    pub captured: Vec<Value>,
    /// Active values from outside whose cotangents are scattered elsewhere.
    pub sources: Vec<Value>,
    /// The cotangents of the carried values and of the values from outside, in this order.
    pub values: Vec<Value>,
}

/// The backward pass of one loop.
pub(super) struct Backward<'s> {
    /// One iteration.
    pub step: &'s Iteration,
    /// The iteration space.
    pub trips: IterationSpace,
    plan: Plan,
    tapes: tape::Kind,
    /// The loops over segments, outermost first. A loop over the iterations of a segment may follow the last
    /// level.
    frames: Vec<Frame>,
}

/// A loop over segments, from the last one to the first.
struct Frame {
    op: Op,
    /// The first op of its region after those that compute the segment.
    start: Cursor,
    segments: Segments,
    /// The index of the segment.
    slot: Value,
    /// The first iteration of the segment and its trip count.
    base: Value,
    length: Value,
}

/// The partition of a range of iterations into segments.
#[derive(Clone, Copy)]
struct Segments {
    /// The first iteration; `None` is 0.
    base: Option<Value>,
    /// The trip count.
    length: Value,
    /// Iterations per segment; `None` is 1.
    stride: Option<Value>,
    /// The segment count.
    number: Value,
    /// All segments have the full length.
    even: bool,
}

/// Values by carried value; values that are not needed are absent.
type States = Vec<Option<Value>>;

impl<'s> Backward<'s> {
    /// Plans the backward pass.
    pub fn new(
        b: &Builder<'_>,
        step: &'s Iteration,
        trips: IterationSpace,
        scope: &Scope<'_>,
    ) -> Backward<'s> {
        let (plan, tapes) = match scope {
            Scope::Tensors(counts) => {
                (Plan::choose(&trips.count, tape_bytes(b, step), counts.budget), tape::Kind::Tensors)
            }
            Scope::Point(_) => (Plan::of_scalars(&trips.count), tape::Kind::Numbers),
        };
        Backward { step, trips, plan, tapes, frames: Vec::new() }
    }

    /// Builds the backward pass at the cursor and the run that stores the states, from `inits`. If that run
    /// replaces the loop `forward`, it is built before it. Returns the carried values at the end of that run
    /// (all of them if it replaces the loop) and the cotangents at the start.
    pub fn build(
        &mut self,
        b: &mut Builder<'_>,
        cotangents: Cotangents,
        (forward, inits): (Option<Op>, &[Value]),
        scope: &mut Scope<'_>,
    ) -> Result<(States, Cotangents), Diagnostic> {
        let outside = b.cursor;
        let top = self.top_segments(b, forward);
        let mut carried = cotangents.values.clone();
        let mut returns = Vec::new();
        let (mut base, mut length) = (None, self.trips.number);
        for level in 0..self.plan.levels.len() {
            let segments = if level == 0 { top } else { self.segments(b, level, base, length) };
            returns.push(b.cursor);
            carried = self.enter(b, segments, &carried);
            let frame = self.frames.last().expect("the region was entered above");
            (base, length) = (Some(frame.base), frame.length);
        }
        if !self.plan.exact {
            let segments = Segments::of_iterations(base, length);
            returns.push(b.cursor);
            carried = self.enter(b, segments, &carried);
        }
        let (placeholders, new) = self.iteration(b, &cotangents, &carried, scope)?;
        let results = self.leave(b, &new, &returns);
        let end = b.cursor;
        let needed: Vec<bool> = placeholders.iter().map(|p| !b.body.is_unused(*p)).collect();
        let finals = self.fill(b, &placeholders, &needed, (forward, outside, inits), top, scope)?;
        for placeholder in placeholders {
            let op = b.body.def_op(placeholder).expect("a placeholder is a result");
            b.body.erase(op);
        }
        if let Some(frame) = self.frames.first() {
            set_policies_of_iterations(b, frame.op);
        }
        b.cursor = end;
        Ok((finals, Cotangents { values: results, ..cotangents }))
    }

    /// The segments of the outermost level, built at the position of the run that stores.
    fn top_segments(&self, b: &mut Builder<'_>, forward: Option<Op>) -> Segments {
        let back = b.cursor;
        if let Some(op) = forward {
            b.cursor = Cursor::Before(op);
        }
        let segments = match self.plan.levels.is_empty() {
            true => Segments::of_iterations(None, self.trips.number),
            false => self.segments(b, 0, None, self.trips.number),
        };
        b.cursor = back;
        segments
    }

    /// The partition of `length` iterations at a level.
    fn segments(&self, b: &mut Builder<'_>, level: usize, base: Option<Value>, length: Value) -> Segments {
        let Level { slots, stride } = &self.plan.levels[level];
        let whole = match (&self.trips.count, level) {
            (Count::Constant(n), 0) => Some(*n),
            (Count::Constant(_), _) => self.plan.levels[level - 1].stride,
            _ => None,
        };
        match (stride, whole) {
            (Some(1), _) => Segments::of_iterations(base, length),
            (Some(stride), whole) => {
                let even = whole.is_some_and(|n| n % stride == 0);
                let number = match whole.filter(|_| level == 0) {
                    Some(n) => const_index(b, (n + stride - 1) / stride),
                    None => {
                        let stride = const_index(b, *stride);
                        arith::ceildivsi(b, length, stride)
                    }
                };
                let stride = Some(const_index(b, *stride));
                Segments { base, length, stride, number, even }
            }
            (None, _) => {
                // A term may be 0 if the loop has no iterations.
                let slots = ExtentOf::build(b, slots);
                let one = const_index(b, 1);
                let slots = arith::maxsi(b, slots, one);
                let stride = arith::ceildivsi(b, length, slots);
                let stride = arith::maxsi(b, stride, one);
                let number = arith::ceildivsi(b, length, stride);
                Segments { base, length, stride: Some(stride), number, even: false }
            }
        }
    }

    /// Builds the loop over segments, from the last one to the first, and enters it.
    fn enter(&mut self, b: &mut Builder<'_>, segments: Segments, carried: &[Value]) -> Vec<Value> {
        let (zero, one) = (const_index(b, 0), const_index(b, 1));
        let last = arith::subi(b, segments.number, one);
        let mut operands = vec![zero, segments.number, one];
        operands.extend(carried);
        let types: Vec<_> = carried.iter().map(|v| b.body.ty(*v)).collect();
        let mut args = vec![b.ctx().index()];
        args.extend(&types);
        let op = b.op(For, &operands, &types, &[]);
        let (block, _) = b.enter(op, 0, &args);
        let args: Vec<Value> = b.body.args(block).collect();
        let slot = arith::subi(b, last, args[0]);
        let (base, length) = segments.at(b, slot);
        let before = b.body.last(block).expect("the slot was computed");
        self.frames.push(Frame { op, start: Cursor::After(before), segments, slot, base, length });
        args[1..].to_vec()
    }

    /// Ends the loops with the new cotangents; returns those after the outermost loop.
    fn leave(&self, b: &mut Builder<'_>, new: &[Value], returns: &[Cursor]) -> Vec<Value> {
        let mut values = new.to_vec();
        for (frame, cursor) in self.frames.iter().zip(returns).rev() {
            loops::Yield::build(b, &values);
            b.cursor = *cursor;
            values = b.body.results(frame.op).collect();
        }
        values
    }

    /// One iteration and its backward pass, at the cursor, with placeholders for the carried values.
    fn iteration(
        &self,
        b: &mut Builder<'_>,
        cotangents: &Cotangents,
        carried: &[Value],
        scope: &mut Scope<'_>,
    ) -> Result<(Vec<Value>, Vec<Value>), Diagnostic> {
        let placeholders = placeholders_like(b, &self.step.args);
        let iteration = self.frames.last().map(|f| f.base).expect("the loop over segments was entered");
        let index = self.trips.index(b, iteration);
        let states: States = placeholders.iter().copied().map(Some).collect();
        let variables = cotangents.args.iter().map(|i| placeholders[*i]);
        let outside = cotangents.captured.iter().chain(&cotangents.sources);
        let active = Active::new(variables.chain(outside.copied()));
        let code = self.step.replay(b, index, &states, (ReplayScope::Whole, active))?;
        let next = code.copier.values(b, self.step.next.iter().copied());
        let mut inner = Reverse::new(b, &code.active);
        let (of_args, of_captured) = carried.split_at(cotangents.args.len());
        for (value, g) in cotangents.captured.iter().zip(of_captured) {
            inner.add(*value, *g);
        }
        for (i, g) in cotangents.args.iter().zip(of_args) {
            inner.add(next[*i], *g);
        }
        code.sweep(&mut inner, &mut scope.inside())?;
        let of_args = cotangents.args.iter().map(|i| placeholders[*i]);
        let wanted = of_args.chain(cotangents.captured.iter().copied());
        let new = replay::cotangents(&mut inner, wanted);
        let first = placeholders.first().and_then(|p| b.body.def_op(*p));
        if let Some(first) = first {
            prune(b.body, first, b.cursor, &new);
        }
        Ok((placeholders, new))
    }

    /// Fills in the sources of the states; returns the states at the end of the outermost run.
    fn fill(
        &mut self,
        b: &mut Builder<'_>,
        placeholders: &[Value],
        needed: &[bool],
        (forward, outside, inits): (Option<Op>, Cursor, &[Value]),
        top: Segments,
        scope: &mut Scope<'_>,
    ) -> Result<States, Diagnostic> {
        let all = self.step.closure(b.body, needed);
        b.cursor = match (forward, self.frames.first()) {
            (Some(op), _) => Cursor::Before(op),
            (None, Some(frame)) => Cursor::Before(frame.op),
            (None, None) => outside,
        };
        let every = vec![true; needed.len()];
        let carried = if forward.is_some() { &every } else { &all };
        let mut states: States = inits.iter().copied().map(Some).collect();
        let mut finals = states.clone();
        for level in 0..self.plan.levels.len() {
            if level > 0 {
                b.cursor = Cursor::Before(self.frames[level].op);
            }
            let carried = if level == 0 { carried } else { &all };
            let segments = if level == 0 { top } else { self.frames[level].segments };
            let slots = self.plan.levels[level].slots.clone();
            // Tapes of inner levels are computed from the states of outer tapes.
            let last = self.plan.exact && level + 1 == self.plan.levels.len();
            let stored: &[bool] = if last { needed } else { &all };
            let (ends, tapes) = self.run(b, segments, (carried, stored), &states, &slots)?;
            if level == 0 {
                finals = ends;
            }
            self.report(b, stored, &slots, scope);
            let frame = &self.frames[level];
            b.cursor = frame.start;
            states = tapes
                .iter()
                .zip(&self.step.args)
                .map(|(tape, arg)| tape.map(|tape| self.tapes.load(b, tape, frame.slot, b.body.ty(*arg))))
                .collect();
        }
        if self.plan.levels.is_empty() && forward.is_some() {
            finals = self.advance(b, Segments::of_iterations(None, self.trips.number), &every, &states)?;
        }
        if !self.plan.exact {
            // Recomputes the first iterations of the segment, up to this one.
            let frame = self.frames.last().expect("the loop over a segment was entered");
            b.cursor = frame.start;
            let (base, slot) = (frame.segments.base, frame.slot);
            states = self.advance(b, Segments::of_iterations(base, slot), &all, &states)?;
        }
        for ((placeholder, needed), state) in placeholders.iter().zip(needed).zip(&states) {
            if *needed {
                b.body.replace_uses(*placeholder, state.expect("needed values were stored"));
            }
        }
        Ok(finals)
    }

    /// The states of `carried` after a range of iterations.
    fn advance(
        &self,
        b: &mut Builder<'_>,
        trips: Segments,
        carried: &[bool],
        states: &States,
    ) -> Result<States, Diagnostic> {
        let (ends, _) = self.run(b, trips, (carried, &[]), states, &Extent::constant(0))?;
        Ok(ends)
    }

    /// One iteration of a slice: the next values at some positions.
    fn next(
        &self,
        b: &mut Builder<'_>,
        iteration: Value,
        states: &States,
        slice: &Slice,
        which: &[usize],
    ) -> Result<Vec<Value>, Diagnostic> {
        let index = self.trips.index(b, iteration);
        let code = self.step.replay(b, index, states, (ReplayScope::Slice(slice), Active::default()))?;
        Ok(code.copier.values(b, which.iter().map(|i| self.step.next[*i])))
    }

    /// A run over segments that stores the first state of each. Returns the states at the end and the tapes.
    fn run(
        &self,
        b: &mut Builder<'_>,
        segments: Segments,
        (carried, stored): (&[bool], &[bool]),
        states: &States,
        slots: &Extent,
    ) -> Result<(States, States), Diagnostic> {
        let (which, kept) = (positions(carried), positions(stored));
        if which.is_empty() {
            return Ok((vec![None; carried.len()], vec![None; carried.len()]));
        }
        let mut inits: Vec<Value> =
            which.iter().map(|i| states[*i].expect("a carried value is known")).collect();
        for i in &kept {
            let ty = b.body.ty(self.step.args[*i]);
            inits.push(self.tapes.empty(b, slots, ty));
        }
        let slice = self.step.slice(b.body, which.iter().copied());
        let (zero, one) = (const_index(b, 0), const_index(b, 1));
        let mut result = Ok(());
        let op = for_loop(b, zero, segments.number, one, &inits, |b, slot, args| {
            let mut states = vec![None; carried.len()];
            which.iter().zip(args).for_each(|(i, arg)| states[*i] = Some(*arg));
            let mut tapes = Vec::new();
            for (i, tape) in kept.iter().zip(&args[which.len()..]) {
                tapes.push(self.tapes.store(b, *tape, slot, states[*i].expect("stored values are carried")));
            }
            let next = match segments.stride {
                None => {
                    let iteration = match segments.base {
                        Some(base) => arith::addi(b, base, slot),
                        None => slot,
                    };
                    self.next(b, iteration, &states, &slice, &which)
                }
                Some(_) => {
                    let (base, length) = segments.at(b, slot);
                    let ends = self.advance(b, Segments::of_iterations(Some(base), length), carried, &states);
                    ends.map(|ends| which.iter().map(|i| ends[*i].expect("carried")).collect())
                }
            };
            let mut next = next.unwrap_or_else(|error| {
                result = Err(error);
                args[..which.len()].to_vec()
            });
            next.extend(tapes);
            next
        });
        result?;
        set_policies_of_iterations(b, op);
        let results: Vec<Value> = b.body.results(op).collect();
        let (mut ends, mut tapes) = (vec![None; carried.len()], vec![None; carried.len()]);
        which.iter().zip(&results).for_each(|(i, v)| ends[*i] = Some(*v));
        kept.iter().zip(&results[which.len()..]).for_each(|(i, v)| tapes[*i] = Some(*v));
        Ok((ends, tapes))
    }

    /// Reports the size of a tape.
    fn report(&self, b: &Builder<'_>, stored: &[bool], slots: &Extent, scope: &mut Scope<'_>) {
        let Scope::Tensors(counts) = scope else { return };
        let types = positions(stored).into_iter().map(|i| b.body.ty(self.step.args[i]));
        let sizes: Option<u64> = types.map(|ty| tape::bytes(b, ty)).sum();
        let bytes =
            sizes.zip(slots.as_const()).and_then(|(size, n)| size.checked_mul(u64::try_from(n).ok()?));
        counts.record_stored(b.body.loc(self.step.op), slots, sizes, bytes);
    }
}

impl Segments {
    /// Each iteration is a segment.
    fn of_iterations(base: Option<Value>, length: Value) -> Segments {
        Segments { base, length, stride: None, number: length, even: true }
    }

    /// The first iteration of a segment and its trip count.
    fn at(&self, b: &mut Builder<'_>, slot: Value) -> (Value, Value) {
        let Some(stride) = self.stride else {
            let one = const_index(b, 1);
            let first = self.base.map_or(slot, |base| arith::addi(b, base, slot));
            return (first, one);
        };
        let offset = arith::muli(b, slot, stride);
        let first = match self.base {
            Some(base) => arith::addi(b, base, offset),
            None => offset,
        };
        if self.even {
            return (first, stride);
        }
        let rest = arith::subi(b, self.length, offset);
        (first, arith::minsi(b, stride, rest))
    }
}

/// Placeholders for values that are not yet known.
pub(super) fn placeholders_like(b: &mut Builder<'_>, like: &[Value]) -> Vec<Value> {
    let placeholder = |v: &Value| {
        let ty = b.body.ty(*v);
        b.value(UnrealizedCast, &[], ty, &[])
    };
    like.iter().map(placeholder).collect()
}

/// Bytes per state on a tape; `None` if an extent is not constant. Tensors that are only written to are not
/// stored.
fn tape_bytes(b: &Builder<'_>, step: &Iteration) -> Option<u64> {
    let only_written = |v: Value| {
        b.body.ctx().is_tensor(b.body.ty(v))
            && b.body.uses(v).all(|u| b.body.is(u.op, Compute) || b.body.is(u.op, loops::Yield))
    };
    step.args.iter().filter(|v| !only_written(**v)).map(|v| tape::bytes(b, b.body.ty(*v))).sum()
}
