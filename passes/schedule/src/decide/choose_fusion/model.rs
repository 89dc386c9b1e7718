//! A model of the code after fusion: the reads of each compute, at their composed subscripts.
//!
//! Fusion decisions do not change the program. A read of an inlined member is replaced by the member's own
//! reads at composed subscripts; merged computes form a nest.

use super::blocks::blocks_with_groups;
use super::read::Read;
use super::reason::Reason;
use crate::apply::apply_fusion::merge::is_outside;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::gpu::Gpu;
use tf_dialects::target::Target;
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::member::is_anonymous;
use tf_dialects::tensor::{self, Access, Compute, ComputeOp, Group, GroupOp};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::walk;
use tf_passes_common::code::deciding::Deciding;
use tf_passes_common::code::folds::fold_trip_count;
use tf_passes_common::cost::figures::SHORT_FOLD;
use tf_passes_common::cost::{READ, UNBOUNDED, block_cost, likely_cost};

/// A compute.
pub(super) struct Node {
    pub op: Op,
    /// It may be merged: it is in no group that the program defines.
    pub is_free: bool,
    /// It may be inlined: it is free, or an unnamed compute in a group with shared loops.
    pub is_open: bool,
    /// Its results are materialized, for reads that are not replaced.
    pub stored: bool,
    /// The nest that writes it.
    pub nest: usize,
    /// The cost of a point, in operations.
    pub cost: u64,
    /// The same cost with likely lengths for loops of unknown length.
    pub likely: u64,
    /// The count of ops in its region.
    pub size: usize,
    /// It has a fold that is not like straight-line code.
    pub has_long_fold: bool,
    /// It has a long reassociable sum that decides something. Its blocking, and so its last bits, may differ
    /// between copies.
    pub sums_decide: bool,
    /// Its short reassociable sums. They can be ordered at no cost, and have to be if there are several
    /// copies.
    pub short_sums: Vec<Op>,
    /// Its reads.
    pub reads: Vec<usize>,
    /// The other outside values that its code uses.
    pub outside: FxHashSet<Value>,
    /// Ops that use its results as whole tensors, or outside of computes.
    pub held_by: Vec<Op>,
    /// It shares a value with another compute of its nest, so its code cannot move.
    pub is_tied: bool,
    /// The members that are inlined into it.
    pub members: FxHashSet<usize>,
    /// The last explanation of why it is stored.
    pub reported: Option<Reason>,
}

/// Merged computes, or a single compute.
pub(super) struct Nest {
    /// In the order of their code.
    pub roots: Vec<usize>,
    /// The compute at whose position the nest is.
    pub anchor: Op,
    pub block: Block,
    /// False once it is part of another one.
    pub live: bool,
}

/// A read at which a member is inlined.
pub(super) struct InlinedRead {
    /// The read that is replaced.
    pub read: usize,
    /// The member's reads at this point.
    pub inner: Vec<Read>,
    /// The cost of the bounds check of the point, in operations.
    pub check_cost: u64,
}

/// The state of a read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    /// A read of an element of a materialized tensor.
    Live,
    /// A value of the nest: an identity access to a compute that was merged with the reader.
    Own,
    /// Replaced by code.
    Gone,
}

/// The computes of a function, with the decisions so far.
#[derive(Default)]
pub(super) struct Model {
    pub nodes: Vec<Node>,
    pub nests: Vec<Nest>,
    pub reads: Vec<Read>,
    pub states: Vec<State>,
    /// The reads of each tensor.
    pub readers: FxHashMap<Value, Vec<usize>>,
    /// The processor that runs the code; `None` for a GPU.
    pub target: Option<Target>,
    /// Short sums with several copies: they need an order.
    pub ordered: Vec<Op>,
    of_op: FxHashMap<Op, usize>,
    /// Maps the indices of merged computes to those of the nest's first compute.
    alias: FxHashMap<Value, Value>,
    copies: u32,
}

impl Model {
    /// The computes of a function before any decision.
    pub fn of(body: &Body) -> Model {
        let target = Gpu::of(body).is_none().then(|| Target::of(body));
        let (mut model, mut indices) = (Model { target, ..Model::default() }, Indices::new(body));
        let has_sums = walk::preorder(body).into_iter().any(|op| is_open_sum(body, op));
        let deciding = if has_sums { Deciding::of(body) } else { Deciding::default() };
        for block in blocks_with_groups(body) {
            let group = body.block_owner(block).and_then(|owner| body.cast(owner, Group));
            let is_tiled = group.is_some_and(GroupOp::is_tiled);
            for op in body.ops(block).filter(|op| body.is(*op, Compute)) {
                let is_named = !is_anonymous(body, op) || body.view(op, Compute).folds().is_some();
                let is_open = group.is_none() || is_tiled && !is_named;
                model.add(body, (op, block), (group.is_none(), is_open), (&deciding, &mut indices));
            }
        }
        for at in 0..model.nodes.len() {
            let op = model.nodes[at].op;
            let held = body.results(op).flat_map(|value| body.uses(value).map(move |u| (value, u.op)));
            let held = held.filter(|(value, user)| !model.is_read(body, *user, *value)).map(|(_, user)| user);
            model.nodes[at].held_by = held.collect();
        }
        model
    }

    fn add(
        &mut self,
        body: &Body,
        (op, block): (Op, Block),
        (is_free, is_open): (bool, bool),
        (deciding, indices): (&Deciding, &mut Indices<'_>),
    ) {
        let at = self.nodes.len();
        let region = body.cast(op, Compute).and_then(ComputeOp::block);
        let mut node = Node {
            op,
            is_free,
            is_open,
            stored: true,
            nest: self.nests.len(),
            cost: region.map_or(0, |region| block_cost(body, region)),
            likely: region.map_or(0, |region| likely_cost(body, region)),
            size: 0,
            has_long_fold: false,
            sums_decide: false,
            short_sums: Vec::new(),
            reads: Vec::new(),
            outside: FxHashSet::default(),
            held_by: Vec::new(),
            is_tied: false,
            members: FxHashSet::default(),
            reported: None,
        };
        walk::walk(body, op, &mut |body, inner| {
            if inner == op {
                return;
            }
            node.size += 1;
            let is_long = || fold_trip_count(body, inner).is_none_or(|iterations| iterations > SHORT_FOLD);
            let is_long = body.is(inner, tensor::Fold) && is_long();
            node.has_long_fold |= is_long;
            if is_open_sum(body, inner) && deciding.has_result(body, inner) {
                node.sums_decide |= is_long;
                node.short_sums.extend((!is_long).then_some(inner));
            }
            let source = Access::of_read(body.op(inner)).map(|read| read.source);
            let others = body.operands(inner).filter(|value| Some(*value) != source);
            node.outside.extend(others.filter(|value| is_outside(body, op, *value)));
            let read = Read::of(body, inner, (at, op), indices);
            if let Some(read) = read.filter(|read| is_outside(body, op, read.source)) {
                node.reads.push(self.push(read));
            }
        });
        self.of_op.insert(op, at);
        self.nests.push(Nest { roots: vec![at], anchor: op, block, live: true });
        self.nodes.push(node);
    }

    fn push(&mut self, read: Read) -> usize {
        let id = self.reads.len();
        self.readers.entry(read.source).or_default().push(id);
        self.reads.push(read);
        self.states.push(State::Live);
        id
    }

    /// True if an op in a compute reads an element of a tensor.
    fn is_read(&self, body: &Body, op: Op, tensor: Value) -> bool {
        Access::of_read(body.op(op)).is_some_and(|read| read.source == tensor)
            && self.node_around(body, op).is_some()
    }

    /// The compute of the model around an op.
    pub fn node_around(&self, body: &Body, op: Op) -> Option<usize> {
        let mut around = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op));
        around.find_map(|op| self.of_op.get(&op).copied())
    }

    /// The producer of a value.
    pub fn maker(&self, body: &Body, value: Value) -> Option<usize> {
        self.of_op.get(&body.def_op(value)?).copied()
    }

    /// The nest of a node.
    pub fn nest_of(&self, node: usize) -> usize {
        self.nodes[node].nest
    }

    /// The canonical index of this one in its nest.
    pub fn canonical(&self, index: Value) -> Value {
        self.alias.get(&index).copied().unwrap_or(index)
    }

    /// The reads of a compute that are not replaced.
    pub fn own_reads(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.nodes[node].reads.iter().copied().filter(|id| self.states[*id] != State::Gone)
    }

    /// The reads of tensors in a nest.
    pub fn reads_in(&self, nest: usize) -> impl Iterator<Item = &Read> + '_ {
        let roots = self.nests[nest].roots.iter();
        let ids = roots.flat_map(|root| self.nodes[*root].reads.iter());
        ids.filter(|id| self.states[**id] == State::Live).map(|id| &self.reads[*id])
    }

    /// The reads of a node's results in this state.
    pub fn reads_of(&self, body: &Body, node: usize, state: State) -> Vec<usize> {
        let results = body.results(self.nodes[node].op);
        let all = results.flat_map(|value| self.readers.get(&value).into_iter().flatten().copied());
        all.filter(|id| self.states[*id] == state).collect()
    }

    /// Inlines a member at these reads of it. `made` are the reads that compute a value, with the member's
    /// reads there; the others reuse one. A `needed` member is also stored.
    pub fn evaluate(&mut self, node: usize, reads: &[usize], made: Vec<InlinedRead>, needed: bool) {
        for id in reads {
            self.states[*id] = State::Gone;
            // A value of the code replaces the read.
            let (times, likely) = (self.reads[*id].times, self.reads[*id].likely_times());
            let consumer = &mut self.nodes[self.reads[*id].consumer];
            if consumer.cost < UNBOUNDED {
                consumer.cost = consumer.cost.saturating_sub(READ.saturating_mul(times));
            }
            consumer.likely = consumer.likely.saturating_sub(READ.saturating_mul(likely));
        }
        let mut taken = self.nodes[node].members.clone();
        taken.insert(node);
        for InlinedRead { read: id, inner, check_cost } in made {
            let (consumer, times) = (self.reads[id].consumer, self.reads[id].times);
            let likely = self.nodes[node].likely.saturating_add(check_cost);
            let likely = likely.saturating_mul(self.reads[id].likely_times());
            let (cost, size) = (self.nodes[node].cost.saturating_add(check_cost), self.nodes[node].size);
            let (long, outside) = (self.nodes[node].has_long_fold, self.nodes[node].outside.clone());
            let (sums_decide, short_sums) =
                (self.nodes[node].sums_decide, self.nodes[node].short_sums.clone());
            for read in inner {
                let id = self.push(read);
                self.nodes[consumer].reads.push(id);
            }
            let into = &mut self.nodes[consumer];
            into.cost = into.cost.saturating_add(cost.saturating_mul(times));
            into.likely = into.likely.saturating_add(likely);
            into.size += size;
            into.has_long_fold |= long;
            into.sums_decide |= sums_decide;
            into.short_sums.extend(short_sums);
            into.outside.extend(outside);
            into.members.extend(&taken);
        }
        if !needed {
            self.nodes[node].stored = false;
            for id in self.nodes[node].reads.clone() {
                self.states[id] = State::Gone;
            }
            let nest = self.nodes[node].nest;
            self.nests[nest].roots.retain(|root| *root != node);
        }
    }

    /// A unique id for a copy of code.
    pub fn copy(&mut self) -> u32 {
        self.copies += 1;
        self.copies
    }

    /// Merges two nests into one, at the position of one of them.
    pub fn join(&mut self, body: &Body, (first, second): (usize, usize), anchor: Op) -> usize {
        let made: FxHashSet<Value> =
            self.nests[first].roots.iter().flat_map(|root| body.results(self.nodes[*root].op)).collect();
        for root in self.nests[second].roots.clone() {
            for id in self.nodes[root].reads.clone() {
                if self.states[id] == State::Live && made.contains(&self.reads[id].source) {
                    self.states[id] = State::Own;
                }
            }
        }
        let indices = |model: &Model, nest: usize| {
            body.view(model.nodes[model.nests[nest].roots[0]].op, Compute).indices()
        };
        let of_first: Vec<Value> =
            indices(self, first).into_iter().map(|index| self.canonical(index)).collect();
        for root in self.nests[second].roots.clone() {
            let own = body.view(self.nodes[root].op, Compute).indices();
            self.alias.extend(own.into_iter().zip(of_first.iter().copied()).filter(|(own, of)| own != of));
        }
        let roots: Vec<usize> =
            [first, second].iter().flat_map(|nest| self.nests[*nest].roots.clone()).collect();
        let nest = self.nests.len();
        for root in &roots {
            self.nodes[*root].nest = nest;
        }
        self.nests[first].live = false;
        self.nests[second].live = false;
        let block = self.nests[first].block;
        self.nests.push(Nest { roots, anchor, block, live: true });
        nest
    }
}

/// True for a reassociable fold of floats.
fn is_open_sum(body: &Body, op: Op) -> bool {
    body.is(op, tensor::Fold) && FastMath::of(body.op(op)).has(FastMath::REASSOC)
}
