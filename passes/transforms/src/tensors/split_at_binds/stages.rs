//! Assigns each op to stages, and computes the live-out values of each stage.

use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::elementwise::spec_of;
use tf_dialects::tensor::{Bind, Compute, Empty};
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::registry::Traits;
use tf_ir::walk::walk;
use tf_passes_common::cost::block_cost;
use tf_passes_common::cost::figures::STORED_AND_READ;

/// Depth of the definitions that are followed from a value; deeper ones are not recomputed.
const DEPTH: u32 = 32;
/// The stages of a function.
pub(super) struct Stages<'a> {
    pub(super) body: &'a Body,
    /// The binds, in order; stage `i` ends with bind `i`.
    pub(super) binds: Vec<Op>,
    /// The ops of each stage, without the return.
    pub(super) ops: Vec<FxHashSet<Op>>,
    /// The live-in values of each stage from earlier ones, in order of first use.
    pub(super) takes: Vec<Vec<Value>>,
    /// The first stage that computes an op.
    first: FxHashMap<Op, usize>,
    /// The cost of recomputing a value from arguments and constants, per element.
    prices: FxHashMap<Value, Option<u64>>,
}

impl<'a> Stages<'a> {
    /// Assigns the ops of a function of one block.
    pub(super) fn of(body: &'a Body) -> Stages<'a> {
        let entry = body.entry_block().expect("the caller checked that there is a body");
        let all: Vec<Op> = body.ops(entry).collect();
        let binds: Vec<Op> = all.iter().copied().filter(|op| body.is(*op, Bind)).collect();
        let stages = binds.len() + 1;
        let mut stages = Stages {
            body,
            binds,
            ops: vec![FxHashSet::default(); stages],
            takes: vec![Vec::new(); stages],
            first: FxHashMap::default(),
            prices: FxHashMap::default(),
        };
        let (end, all) = all.split_last().expect("a function ends with a return");
        let mut stage = 0;
        for op in all {
            // Ops that may stop the call run before the next extent is read.
            if !is_pure(body, *op) {
                stages.first.insert(*op, stage);
                stages.add(*op, stage);
            }
            stage += usize::from(body.is(*op, Bind));
        }
        for value in body.operands(*end).collect::<Vec<Value>>() {
            stages.result(value);
        }
        stages
    }

    /// The number of stages.
    pub(super) fn count(&self) -> usize {
        self.ops.len()
    }

    /// The stage that a value is live-out of: the first one that computes it. `None` for an argument.
    pub(super) fn origin(&self, value: Value) -> Option<usize> {
        self.first.get(&self.body.def_op(value)?).copied()
    }

    /// The stage that returns a result of the function: the last stage if it computes the result, else the
    /// first that does. `None` for an argument.
    pub(super) fn source(&self, value: Value) -> Option<usize> {
        let op = self.body.def_op(value)?;
        let last = self.count() - 1;
        if self.ops[last].contains(&op) { Some(last) } else { self.first.get(&op).copied() }
    }

    /// Adds a result, unless an earlier stage returns it.
    fn result(&mut self, value: Value) {
        let last = self.count() - 1;
        if self.origin(value).is_none_or(|stage| stage == last) || self.price(value).is_some() {
            self.need(value, last);
        }
    }

    /// Adds an op to a stage, with its operands.
    fn add(&mut self, op: Op, stage: usize) {
        let mut open = vec![op];
        while let Some(op) = open.pop() {
            if !self.ops[stage].insert(op) {
                continue;
            }
            self.first.entry(op).or_insert(stage);
            for value in used(self.body, op) {
                open.extend(self.missing(value, stage));
            }
        }
    }

    fn need(&mut self, value: Value, stage: usize) {
        if let Some(op) = self.missing(value, stage) {
            self.add(op, stage);
        }
    }

    /// The op that a stage has to compute for a value; `None` if the stage has it already, or takes it from
    /// an earlier stage.
    fn missing(&mut self, value: Value, stage: usize) -> Option<Op> {
        let op = self.body.def_op(value)?;
        if self.ops[stage].contains(&op) {
            return None;
        }
        let earlier = self.first.get(&op).is_some_and(|first| *first < stage);
        if !earlier || self.price(value).is_some() {
            return Some(op);
        }
        if !self.takes[stage].contains(&value) {
            self.takes[stage].push(value);
        }
        None
    }

    /// The cost of recomputing a value per element, if it is small.
    fn price(&mut self, value: Value) -> Option<u64> {
        self.price_within(value, DEPTH)
    }

    fn price_within(&mut self, value: Value, depth: u32) -> Option<u64> {
        let Some(op) = self.body.def_op(value) else { return Some(1) };
        if let Some(known) = self.prices.get(&value) {
            return *known;
        }
        let own = self.own_price(op).filter(|_| depth > 0);
        let price = own.and_then(|own| {
            used(self.body, op).into_iter().try_fold(own, |sum, value| {
                let sum = sum + self.price_within(value, depth - 1)?;
                (sum <= STORED_AND_READ).then_some(sum)
            })
        });
        self.prices.insert(value, price);
        price
    }

    fn own_price(&self, op: Op) -> Option<u64> {
        let body = self.body;
        if !is_pure(body, op) {
            return None;
        }
        // A tensor without elements cannot be passed on.
        if body.has(op, Traits::CONSTANT) || body.is(op, Empty) {
            return Some(0);
        }
        let cost = match body.kind(op) {
            _ if body.has(op, Traits::MOVES) => 1,
            Compute::KIND if body.attr(op, "accumulate").is_none() => {
                block_cost(body, body.entry(body.region(op, 0))?)
            }
            _ => u64::from(spec_of(body.op(op))?.cost),
        };
        (cost <= STORED_AND_READ).then_some(cost)
    }
}

/// The outside values that an op and its regions use, each once, in order.
fn used(body: &Body, op: Op) -> Vec<Value> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let entry = body.entry_block();
    walk(body, op, &mut |body, inner| {
        for value in body.operands(inner) {
            let outside = match body.def_op(value) {
                Some(def) => body.block_of(def) == entry && def != op,
                None => body.def_block(value) == entry,
            };
            if outside && seen.insert(value) {
                found.push(value);
            }
        }
    });
    found
}
