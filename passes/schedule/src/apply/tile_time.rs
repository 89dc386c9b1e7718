//! Time tiling: several iterations of a loop run together in bands; the old loop runs the remaining ones.

use crate::apply::groups;
use crate::apply::groups::legal::refusal::GroupRefusal;
use std::fmt;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::loops::build::for_loop;
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::{Author, LoopNames, Manner, Schedule, Step, steps};
use tf_dialects::tensor::{self, Compute, Group};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::Copier;

/// The bands in which iterations run together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bands {
    /// The axis of the computes that is cut into bands.
    pub axis: usize,
    /// The count of iterations that run together.
    pub iterations: i64,
    /// The length of a band, in points of the axis.
    pub points: i64,
    /// The points of a band that are computed at a time, if results stay in sliding windows.
    pub rows: Option<i64>,
}

/// The reason why iterations of a loop do not run together. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TimeRefusal {
    /// The loop has no region.
    NoRegion,
    /// The loop may be left early.
    LeftEarly,
    /// The loop does not count upwards in constant steps.
    Steps,
    /// The loop holds another op than computes and scalar code.
    NotACompute { op: String },
    /// The loop holds no compute.
    NoCompute,
    /// The computes differ in the extent of the banded axis.
    Extents,
    /// The banded axis has several names, or another loop has its name.
    AxisName { name: String },
    /// The schedules of the computes request different bands.
    Bands,
    /// GPUs have no cache for a band.
    Gpu,
    /// The group of several iterations is illegal.
    Group(GroupRefusal),
}

impl fmt::Display for TimeRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TimeRefusal::NotACompute { op } => {
                return write!(f, "the loop holds {op}, which is not a compute");
            }
            TimeRefusal::AxisName { name } => {
                return write!(
                    f,
                    "the banded axis must have the name {name} in all computes of the loop, and no other \
                     loop may have it"
                );
            }
            TimeRefusal::Group(why) => return why.fmt(f),
            TimeRefusal::NoRegion => "the loop has no region",
            TimeRefusal::LeftEarly => "the loop may be left early",
            TimeRefusal::Steps => "the loop does not count an index upwards in constant steps",
            TimeRefusal::NoCompute => "the loop computes no tensor",
            TimeRefusal::Extents => "the computes of the loop have different lengths along the banded axis",
            TimeRefusal::Bands => "the computes of the loop request different bands",
            TimeRefusal::Gpu => "GPUs have no cache that could hold a band",
        })
    }
}

/// Makes iterations of a loop run together; on an error, the code is unchanged.
///
/// # Errors
/// The reason why they cannot.
pub(crate) fn tile(body: &mut Body, op: Op, bands: Bands) -> Result<(), TimeRefusal> {
    let time_loop = TimeLoop::of(body, op, bands)?;
    let (made, group) = time_loop.together(body);
    if let Err(why) = groups::check(body, group) {
        body.erase(made);
        return Err(TimeRefusal::Group(why));
    }
    time_loop.rest(body, made);
    Ok(())
}

/// The computes directly in the region of a loop.
pub(crate) fn computes(body: &Body, op: Op) -> Vec<Op> {
    let ops = body.entry(body.region(op, 0)).into_iter().flat_map(|block| body.ops(block));
    ops.filter(|op| body.is(*op, Compute)).collect()
}

/// A loop whose body may be copied.
struct TimeLoop {
    op: Op,
    block: Block,
    bands: Bands,
    /// The axis names of each compute, in order of the computes; the banded axis has the same name in all.
    names: Vec<LoopNames>,
    /// The name of the banded axis.
    shared: String,
}

impl TimeLoop {
    /// Checks that a loop holds pure ops and computes with one extent along the banded axis.
    ///
    /// # Errors
    /// The obstacle.
    pub fn of(body: &Body, op: Op, bands: Bands) -> Result<TimeLoop, TimeRefusal> {
        let block = body.entry(body.region(op, 0)).ok_or(TimeRefusal::NoRegion)?;
        let end = body.terminator(block).filter(|end| body.is(*end, loops::Yield));
        let end = end.ok_or(TimeRefusal::LeftEarly)?;
        let [lower, step] = [0, 2].map(|i| body.operand(op, i));
        if body.ty(lower) != body.ctx().index() || constant(body, step).is_none_or(|step| step <= 0) {
            return Err(TimeRefusal::Steps);
        }
        let mut computes = Vec::new();
        for inner in body.ops(block).filter(|inner| *inner != end) {
            let is_plain = is_pure(body, inner) && body.regions(inner).next().is_none();
            match body.cast(inner, Compute) {
                Some(_) => computes.push(inner),
                None if is_plain => {}
                None => return Err(TimeRefusal::NotACompute { op: body.op(inner).name().to_string() }),
            }
        }
        let first = *computes.first().ok_or(TimeRefusal::NoCompute)?;
        let extent = |op: Op| body.view(op, Compute).extents().get(bands.axis).cloned();
        if computes.iter().any(|other| extent(*other).is_none() || extent(*other) != extent(first)) {
            return Err(TimeRefusal::Extents);
        }
        let (names, shared) = names(body, &computes, bands.axis)?;
        Ok(TimeLoop { op, block, bands, names, shared })
    }

    /// Builds a loop before the old one, whose iterations each run a group of several old ones; returns
    /// the loop and the group.
    pub fn together(&self, body: &mut Body) -> (Op, Op) {
        let inits: Vec<Value> = body.operands(self.op).skip(3).collect();
        let mut b = Builder::before(body, self.op);
        b.loc = b.body.loc(self.op);
        let (_, times) = self.iteration_counts(&mut b);
        let (zero, one) = (arith::const_index(&mut b, 0), arith::const_index(&mut b, 1));
        let mut group = None;
        let made = for_loop(&mut b, zero, times, one, &inits, |b, at, carried| {
            let each = arith::const_index(b, self.bands.iterations);
            let first = arith::muli(b, at, each);
            let built = self.group(b, first, carried);
            group = Some(built);
            b.body.results(built).collect()
        });
        (made, group.expect("the loop has a region"))
    }

    /// The group of several iterations, from iteration `first` on.
    fn group(&self, b: &mut Builder<'_>, first: Value, carried: &[Value]) -> Op {
        let ctx = b.ctx();
        let types: Vec<Type> = carried.iter().map(|v| b.body.ty(*v)).collect();
        let name = &self.shared;
        let axes = LoopNames::attr(&ctx, std::slice::from_ref(name));
        let group = b.op(Group, &[], &types, &[("axes", axes)]);
        b.fill(group, 0, &[], tensor::Yield, |b, _| {
            let mut values = carried.to_vec();
            for number in 0..self.bands.iterations {
                let index = self.index(b, first, number);
                values = self.copy(b, index, &values);
            }
            values
        });
        let schedule = Schedule::by(Author::Heuristic, self.steps(b.body, group)).to_attr(&ctx);
        b.body.set_attr(group, "schedule", schedule);
        group
    }

    /// The schedule of the group: threads share the bands; if a band has parts, sliding windows keep the
    /// results that other members read from part to part.
    fn steps(&self, body: &mut Body, group: Op) -> Vec<Step> {
        let name = &self.shared;
        let parts: Vec<String> = (0..1 + usize::from(self.bands.rows.is_some()))
            .map(|number| format!("{name}.{number}"))
            .collect();
        let sizes = [Some(self.bands.points), self.bands.rows].into_iter().flatten().collect();
        let mut steps = vec![
            Step::Split(steps::Split { target: name.clone(), sizes, tail: None }),
            Step::Order(steps::Order { loops: parts.clone() }),
            Step::Parallel(steps::Parallel { axes: parts[..1].to_vec(), grain: None }),
        ];
        let [band, part] = &parts[..] else { return steps };
        let end = body.view(group, Group).block().and_then(|block| body.terminator(block));
        let is_read = |op: &Op| body.results(*op).any(|value| body.uses(value).any(|u| Some(u.op) != end));
        let read: Vec<Op> = body.view(group, Group).members().into_iter().filter(is_read).collect();
        let mut members = Vec::new();
        for (number, op) in read.into_iter().enumerate() {
            let member = format!("m{number}");
            let attr = body.ctx().string_attr(&member);
            body.set_attr(op, "member", attr);
            members.push(member);
        }
        if !members.is_empty() {
            let (at, keep) = (part.clone(), Some(band.clone()));
            steps.push(Step::Place(steps::Place { members, at, keep, manner: Manner::default() }));
        }
        steps
    }

    /// The loop's index in iteration `first + number`; iterations count from 0.
    fn index(&self, b: &mut Builder<'_>, first: Value, number: i64) -> Value {
        let [lower, step] = [0, 2].map(|i| b.body.operand(self.op, i));
        let number = arith::const_index(b, number);
        let at = arith::addi(b, first, number);
        let moved = arith::muli(b, at, step);
        arith::addi(b, lower, moved)
    }

    /// Copies the loop body to the cursor; returns the values that it carries on.
    fn copy(&self, b: &mut Builder<'_>, index: Value, carried: &[Value]) -> Vec<Value> {
        let args: Vec<Value> = b.body.args(self.block).collect();
        let mut copier = Copier::of(args.into_iter().zip([index].into_iter().chain(carried.iter().copied())));
        let ops: Vec<Op> = b.body.ops(self.block).collect();
        let (end, ops) = ops.split_last().expect("a block ends with a terminator");
        let mut names = self.names.iter();
        for op in ops {
            let copied = copier.op(b, *op).expect("subscripts do not grow");
            if b.body.is(copied, Compute) {
                let names = names.next().expect("each compute has names").clone();
                write_loop_names(b.body, copied, &names);
            }
        }
        let yielded: Vec<Value> = b.body.operands(*end).collect();
        copier.values(b, yielded)
    }

    /// Makes the old loop run the remaining iterations on the results of `made`; erases it if none remain.
    pub fn rest(&self, body: &mut Body, made: Op) {
        let values: Vec<Value> = body.results(made).collect();
        let mut b = Builder::before(body, self.op);
        b.loc = b.body.loc(self.op);
        let (iterations, times) = self.iteration_counts(&mut b);
        let each = self.bands.iterations;
        if constant(b.body, iterations).is_some_and(|iterations| iterations % each == 0) {
            body.replace(self.op, &values);
            return;
        }
        let [lower, upper, step] = [0, 1, 2].map(|i| b.body.operand(self.op, i));
        let each = arith::const_index(&mut b, each);
        let done = arith::muli(&mut b, times, each);
        let moved = arith::muli(&mut b, done, step);
        let from = arith::addi(&mut b, lower, moved);
        // If none remain, start at the upper bound: the index after the last iteration may overflow.
        let all = arith::cmpi(&mut b, CmpI::Eq, done, iterations);
        let from = arith::select(&mut b, all, upper, from);
        body.set_operand(self.op, 0, from);
        for (at, value) in values.into_iter().enumerate() {
            body.set_operand(self.op, 3 + at, value);
        }
    }

    /// The trip count of the loop, and the count of groups of iterations.
    fn iteration_counts(&self, b: &mut Builder<'_>) -> (Value, Value) {
        let [lower, upper, step] = [0, 1, 2].map(|i| b.body.operand(self.op, i));
        if let [Some(lower), Some(upper), Some(step)] = [lower, upper, step].map(|v| constant(b.body, v)) {
            let count = count_of(lower, upper, step);
            let [count, times] = [count, count / self.bands.iterations].map(|n| arith::const_index(b, n));
            return (count, times);
        }
        let (zero, one) = (arith::const_index(b, 0), arith::const_index(b, 1));
        let some = arith::cmpi(b, CmpI::Slt, lower, upper);
        let length = arith::subi(b, upper, lower);
        // If the length overflows 64 bits, no iterations run together.
        let length = arith::maxsi(b, length, zero);
        let length = arith::select(b, some, length, zero);
        let last = arith::subi(b, length, one);
        let last = arith::floordivsi(b, last, step);
        let count = arith::addi(b, last, one);
        let each = arith::const_index(b, self.bands.iterations);
        (count, arith::floordivsi(b, count, each))
    }
}

/// The trip count of a loop with constant bounds.
pub(crate) fn count_of(lower: i64, upper: i64, step: i64) -> i64 {
    let length = i128::from(upper) - i128::from(lower);
    if length <= 0 || step <= 0 {
        return 0;
    }
    let step = i128::from(step);
    i64::try_from((length + step - 1) / step).unwrap_or(i64::MAX)
}

/// The value of an integer constant.
pub(crate) fn constant(body: &Body, value: Value) -> Option<i64> {
    let attr = tf_ir::rewrite::constant_value(body, value)?;
    i64::try_from(body.ctx().attr_int(attr)?).ok()
}

/// The axis names of computes, which share the name of the banded axis; and that name.
///
/// # Errors
/// The schedules of two computes name it differently, or another loop has this name.
fn names(body: &Body, computes: &[Op], axis: usize) -> Result<(Vec<LoopNames>, String), TimeRefusal> {
    let own = |op: &Op| body.view(*op, Compute).loop_names();
    let named = |op: &&Op| !own(op).axes.is_empty();
    let shared = computes.iter().find(named).map(|op| own(op).axes[axis].clone());
    let shared = shared.unwrap_or_else(|| "i".to_string());
    let mut all = Vec::new();
    for op in computes {
        let mut names = own(op);
        if names.axes.is_empty() {
            let mut fresh = LoopNames { axes: vec![shared.clone()], folds: names.folds.clone() };
            for at in 0..body.view(*op, Compute).extents().len() {
                let name = if at == axis { shared.clone() } else { fresh.fresh(b'i') };
                names.axes.push(name.clone());
                fresh.axes.push(name);
            }
        }
        let others = names.axes.iter().enumerate().filter(|(at, _)| *at != axis).map(|(_, name)| name);
        let clash = others.chain(&names.folds).any(|name| *name == shared);
        if names.axes[axis] != shared || clash {
            return Err(TimeRefusal::AxisName { name: shared });
        }
        all.push(names);
    }
    Ok((all, shared))
}
