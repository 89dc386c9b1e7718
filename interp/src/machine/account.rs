//! Counts the work of a run (scalar operations, accesses, bytes) by the source lines of the user's program.
//!
//! Each op is charged when it completes, by a rule that is determined once. A named op that states its work
//! ([`Work`]) is charged that, and the ops inside it are not counted. Any other op that decomposes runs as
//! its decomposition, whose ops are counted. Masked-off lanes of vectors do no work. Each tensor is stored
//! once where it is defined, and copied if it is changed or returned while its old value is still needed
//! (`copied`). A buffer is allocated when it is first written: functions reserve the buffers of all
//! branches where they begin. A scalar that all threads of a block load is read once.

use super::charge::{Charge, Rule, bytes};
use super::copies::Copied;
use crate::machine::Machine;
use crate::machine::action::Next;
use crate::values::constant::element_bytes;
use crate::values::value::Datum;
use rustc_hash::FxHashMap;
use tf_dialects::scalar::{Class, element_type};
use tf_dialects::shared::work::{Operation, Shapes, Tally, Work};
use tf_dialects::tensor;
use tf_dialects::vector;
use tf_ir::body::{Body, Op, Value};
use tf_ir::context::{Context, Str};
use tf_ir::registry::Traits;
use tf_ir::types::TypeData;

/// A source line of the user's program: file and line number.
pub type Line = (Str, u32);

/// The counts of an operation that passes expand: on scalars, on lanes, across lanes and threads.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Once for each lane that is active in all operands.
    pub active: u64,
    /// Once for each lane that is active in any operand: code in place of the operation that needs only that
    /// operand computes them.
    pub widest: u64,
}

/// The counted work of a run.
#[derive(Default, Debug)]
pub struct Account {
    total: Tally,
    /// The count of executed ops.
    steps: u64,
    /// The count of threads of kernels.
    threads: u64,
    lines: FxHashMap<Option<Line>, Tally>,
    /// The counts of each operation that passes expand.
    operations: FxHashMap<Operation, Counts>,
    /// The nesting depth of running ops that state their work.
    inside: usize,
    /// The count of active lanes of masked vectors, by the address of the body and the value.
    lanes: FxHashMap<(usize, Value), u64>,
    /// Buffers that nothing was written to yet, by id: the line of the allocation, and the bytes.
    reserved: FxHashMap<usize, (Option<Line>, u64)>,
}

impl Account {
    /// The total over all lines.
    pub fn total(&self) -> &Tally {
        &self.total
    }

    /// The count of executed ops of any kind.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// The count of threads of kernels.
    pub fn threads(&self) -> u64 {
        self.threads
    }

    /// The work of `runs` such runs.
    #[must_use]
    pub fn times(&self, runs: u64) -> Account {
        let lines = self.lines.iter().map(|(line, tally)| (*line, tally.times(runs)));
        let (total, steps) = (self.total.times(runs), self.steps.saturating_mul(runs));
        let times =
            |Counts { active, widest }: Counts| Counts { active: active * runs, widest: widest * runs };
        let operations = self.operations.iter().map(|(operation, counts)| (*operation, times(*counts)));
        let (lines, operations) = (lines.collect(), operations.collect());
        Account { total, steps, threads: self.threads * runs, lines, operations, ..Account::default() }
    }

    /// The counts of each operation that passes expand.
    pub fn operations(&self) -> impl Iterator<Item = (&Operation, Counts)> {
        self.operations.iter().map(|(operation, counts)| (operation, *counts))
    }

    /// The work by source line; `None` for ops without a line.
    pub fn lines(&self) -> impl Iterator<Item = (Option<Line>, &Tally)> {
        self.lines.iter().map(|(line, tally)| (*line, tally))
    }

    fn add(&mut self, line: Option<Line>, tally: Tally) {
        self.total += tally;
        *self.lines.entry(line).or_default() += tally;
    }

    /// Something is written to a buffer.
    fn touch(&mut self, buffer: usize) {
        if let Some((line, allocated)) = self.reserved.remove(&buffer) {
            self.add(line, Tally { allocated, ..Tally::default() });
        }
    }
}

fn is_vector(ctx: &Context, body: &Body, value: Value) -> bool {
    matches!(ctx.type_data(body.ty(value)), TypeData::Vector { .. })
}

/// Elements of a tensor, vector or scalar.
fn elements(datum: &Datum) -> u64 {
    datum.extents().map_or(1, |extents| extents.iter().map(|n| *n as u64).product())
}

/// Identifies a body during a run.
fn address(body: &Body) -> usize {
    std::ptr::from_ref(body).addr()
}

impl Machine<'_> {
    /// Enables counting the work of runs: [`Machine::work`].
    pub fn count_work(&mut self) {
        self.account.get_or_insert_default();
    }

    /// The work of the runs so far, if it is counted.
    pub fn work(&self) -> Option<&Account> {
        self.account.as_deref()
    }

    /// As [`Machine::work`], consuming the machine.
    pub fn take_work(self) -> Option<Account> {
        self.account.map(|account| *account)
    }

    /// Charges an op for a step.
    pub(crate) fn charge(&mut self, op: Op, charge: &Charge, next: &Next) {
        let Some(mut account) = self.account.take() else { return };
        account.steps += 1;
        match next {
            Next::Enter { .. } if charge.is_stated() => account.inside += 1,
            Next::Continue | Next::Yield(_) if account.inside == 0 => {
                let tally = self.tally(op, &charge.rule, &mut account);
                self.count(op, charge, &tally, &mut account);
                account.add(charge.line, tally);
                self.charge_buffers(op, charge, &mut account);
                if matches!(next, Next::Yield(_)) {
                    self.hand_on(op, &mut account);
                }
            }
            _ => {}
        }
        self.account = Some(account);
    }

    /// Counts an operation that passes expand: for each lane, or for each thread.
    fn count(&self, op: Op, charge: &Charge, tally: &Tally, account: &mut Account) {
        let Some(operation) = charge.operation else { return };
        let is_on_lanes = matches!(charge.rule, Rule::Scalars(..) | Rule::Reduce(..));
        let active = if is_on_lanes { tally.operations.iter().sum() } else { 1 };
        let widest = if is_on_lanes { self.widest(op, account).max(active) } else { active };
        let counts = account.operations.entry(operation).or_default();
        counts.active += active;
        counts.widest += widest;
    }

    /// Records the buffer that an op reserves, and charges for those that it writes first.
    fn charge_buffers(&self, op: Op, charge: &Charge, account: &mut Account) {
        if let Rule::Reserve(bytes) = charge.rule {
            let buffer = self.get(self.body().result(op, 0)).buffer();
            let count = self.memory.contents(buffer).data.len() as u64;
            account.reserved.insert(buffer, (charge.line, bytes * count));
        }
        for memory in &charge.writes {
            if let Datum::Buffer(buffer) = self.get(*memory) {
                account.touch(*buffer);
            }
        }
    }

    /// Charges an op for the copies that it needs, before it runs.
    pub(crate) fn charge_copies(&mut self, charge: &Charge) {
        if charge.copies.is_empty() || self.account.as_ref().is_none_or(|account| account.inside > 0) {
            return;
        }
        let tally = self.copies(&charge.copies);
        if let Some(account) = self.account.as_deref_mut() {
            account.add(charge.line, tally);
        }
    }

    /// A thread of a kernel begins.
    pub(crate) fn charge_thread(&mut self) {
        if let Some(account) = self.account.as_deref_mut() {
            account.threads += 1;
        }
    }

    /// A region of an op has ended.
    pub(crate) fn left_region(&mut self, charge: &Charge) {
        if let Some(account) = self.account.as_deref_mut().filter(|_| charge.is_stated()) {
            account.inside -= 1;
        }
    }

    fn copies(&self, copied: &[Copied]) -> Tally {
        let (mut tally, body) = (Tally::default(), self.body());
        for Copied { tensor, has_elements } in copied {
            let count =
                self.get(*tensor).extents().map_or(0, |extents| extents.iter().product::<usize>() as u64);
            if *has_elements {
                tally.reads += count;
                tally.writes += count;
                tally.copied += count;
            }
            let dtype = element_type(body.ctx(), body.ty(*tensor));
            tally.allocated += count * dtype.map_or(0, |dtype| element_bytes(dtype) as u64);
        }
        tally
    }

    fn tally(&self, op: Op, rule: &Rule, account: &mut Account) -> Tally {
        let mut tally = Tally::default();
        match rule {
            Rule::Nothing | Rule::Reserve(_) => {}
            Rule::Scalars(class, cost) => self.scalars(op, (*class, *cost), account, &mut tally),
            Rule::Stated => tally = self.stated(op),
            Rule::Combine(kinds) => {
                kinds.iter().for_each(|(class, cost)| tally.add(*class, *cost, 1));
                tally.iterations = 1;
            }
            Rule::Point => {
                tally.writes = self.body().operands(op).map(|value| elements(self.get(value))).sum();
                tally.iterations = 1;
            }
            Rule::Compute => self.compute(op, &mut tally),
            Rule::Loop => tally.loops = 1,
            Rule::Iteration => tally.iterations = 1,
            Rule::Read => tally.reads = self.accessed(op, account),
            Rule::Broadcast => {
                let is_first = self.grid.as_ref().is_none_or(|grid| grid.thread_at == 0);
                tally.reads = u64::from(is_first);
            }
            Rule::Write => tally.writes = self.accessed(op, account),
            Rule::Put { count, reads } => {
                tally.writes = *count;
                tally.reads = if *reads { *count } else { 0 };
            }
            Rule::Copy => {
                let count = self.memory.contents(self.get(self.body().operand(op, 0)).buffer()).data.len();
                (tally.reads, tally.writes, tally.copied) = (count as u64, count as u64, count as u64);
            }
            Rule::Alloc(bytes) => {
                tally.allocated = bytes * elements(self.get(self.body().result(op, 0)));
            }
            Rule::Stored => self.stored(op, &mut tally),
            Rule::Atomic(class, cost) => {
                tally.add(*class, *cost, 1);
                (tally.reads, tally.writes) = (1, 1);
            }
            Rule::Reduce(class, cost) => {
                tally.add(*class, *cost, self.lanes(op, self.body().operands(op).next(), account));
            }
        }
        tally
    }

    /// An operation of the scalar table, on scalars, vectors or tensors.
    fn scalars(&self, op: Op, (class, cost): (Class, u16), account: &mut Account, tally: &mut Tally) {
        let body = self.body();
        let result = body.result(op, 0);
        if is_vector(body.ctx(), body, result) {
            let lanes = self.lanes(op, body.operands(op), account);
            self.cut(result, lanes, account);
            return tally.add(class, cost, lanes);
        }
        let count = elements(self.get(result));
        tally.add(class, cost, count);
        if !body.ctx().is_tensor(body.ty(result)) {
            return;
        }
        tally.writes = count * body.result_count(op) as u64;
        let tensors = body.operands(op).filter(|value| body.ctx().is_tensor(body.ty(*value)));
        tally.reads = tensors.map(|value| elements(self.get(value))).sum();
        tally.allocated = body.results(op).map(|value| count * bytes(body.op(op), value)).sum();
        (tally.iterations, tally.loops) = (count, self.rows(self.get(result)));
    }

    /// Tensors that are defined from the elements of the operands.
    fn stored(&self, op: Op, tally: &mut Tally) {
        let body = self.body();
        let count = |value: Value| match body.ctx().is_tensor(body.ty(value)) {
            true => elements(self.get(value)),
            false => 0,
        };
        tally.reads = body.operands(op).map(count).sum();
        for value in body.results(op) {
            tally.writes += count(value);
            tally.allocated += count(value) * bytes(body.op(op), value);
            tally.loops += self.rows(self.get(value));
        }
        tally.iterations = tally.writes;
    }

    fn stated(&self, op: Op) -> Tally {
        let body = self.body();
        let view = body.op(op);
        let extents = |value: Value| self.get(value).extents().map(<[usize]>::to_vec).unwrap_or_default();
        let operands: Vec<Vec<usize>> = body.operands(op).map(extents).collect();
        let results: Vec<Vec<usize>> = body.results(op).map(extents).collect();
        let Some(work) = view.info().interface::<dyn Work>() else { return Tally::default() };
        let mut tally = work.work(view, &Shapes { operands: &operands, results: &results });
        // An op that writes fewer elements than its results hold updates them in place and allocates nothing.
        if tally.writes >= results.iter().map(|extents| extents.iter().product::<usize>() as u64).sum() {
            let made = body.results(op).map(|value| elements(self.get(value)) * bytes(view, value));
            tally.allocated = made.sum();
        }
        tally
    }

    fn compute(&self, op: Op, tally: &mut Tally) {
        let Some(view) = self.body().cast(op, tensor::Compute) else { return };
        for value in self.body().results(op).take(view.plain_count()) {
            let datum = self.get(value);
            tally.allocated += elements(datum) * bytes(view.op(), value);
            tally.loops = tally.loops.max(self.rows(datum));
        }
        tally.loops = tally.loops.max(1);
    }

    /// Rows of a tensor: how often a loop nest over it enters the innermost loop.
    fn rows(&self, datum: &Datum) -> u64 {
        let extents = datum.extents().unwrap_or_default();
        let outer = extents.split_last().map_or(&[][..], |(_, outer)| outer);
        outer.iter().map(|n| *n as u64).product()
    }

    /// The count of active lanes of the given values: the minimum over all of them.
    fn lanes(&self, op: Op, values: impl IntoIterator<Item = Value>, account: &Account) -> u64 {
        let body = self.body();
        let vectors = values.into_iter().filter(|value| is_vector(body.ctx(), body, *value));
        let lanes = vectors.map(|value| self.active(value, account));
        lanes.min().unwrap_or_else(|| elements(self.get(body.result(op, 0))))
    }

    /// The count of lanes that are active in any operand that is a vector and no constant.
    fn widest(&self, op: Op, account: &Account) -> u64 {
        let body = self.body();
        let is_constant =
            |value: Value| body.def_op(value).is_some_and(|def| body.has(def, Traits::CONSTANT));
        let vectors = body.operands(op).filter(|value| is_vector(body.ctx(), body, *value));
        let lanes = vectors.filter(|value| !is_constant(*value)).map(|value| self.active(value, account));
        lanes.max().unwrap_or(0)
    }

    /// The count of active lanes of a vector.
    fn active(&self, value: Value, account: &Account) -> u64 {
        let all = elements(self.get(value));
        account.lanes.get(&(address(self.body()), value)).map_or(all, |lanes| all.min(*lanes))
    }

    /// Records that only some lanes of a vector are active.
    fn cut(&self, value: Value, lanes: u64, account: &mut Account) {
        let lanes = Some(lanes).filter(|lanes| *lanes < elements(self.get(value)));
        self.cut_to(value, lanes, account);
    }

    /// Vectors that a region yields have their active lanes as results of the op around it.
    fn hand_on(&self, end: Op, account: &mut Account) {
        let body = self.body();
        let Some(owner) = body.block_of(end).and_then(|block| body.block_owner(block)) else { return };
        let vectors = body.operands(end).zip(body.results(owner));
        for (from, to) in vectors.filter(|(from, _)| is_vector(body.ctx(), body, *from)) {
            let lanes = account.lanes.get(&(address(body), from)).copied();
            self.cut_to(to, lanes, account);
        }
    }

    /// Records the count of active lanes of a vector; `None` if all are.
    fn cut_to(&self, value: Value, lanes: Option<u64>, account: &mut Account) {
        let key = (address(self.body()), value);
        match lanes {
            Some(lanes) => account.lanes.insert(key, lanes),
            None => account.lanes.remove(&key),
        };
    }

    /// Elements that a load or store accesses: the active lanes.
    fn accessed(&self, op: Op, account: &mut Account) -> u64 {
        let body = self.body();
        let view = body.op(op);
        let on = |mask: Value| self.get(mask).dense().data.iter().filter(|on| **on != 0).count() as u64;
        let mask = vector::Lanes::of(view).and_then(|lanes| lanes.mask);
        let result = body.results(op).next();
        let value = result.or_else(|| body.operands(op).next());
        let all = value.map_or(1, |value| elements(self.get(value)));
        let lanes = mask.map_or(all, |mask| on(mask).min(all));
        if let Some(result) = result.filter(|result| is_vector(body.ctx(), body, *result)) {
            self.cut(result, lanes, account);
        }
        lanes
    }
}
