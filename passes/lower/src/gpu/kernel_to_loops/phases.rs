//! Loop fission: assigns ops to loops over threads, and finds the values to spill between these loops.

use super::state_machine::{self, StateMachine};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::kernel::{
    Ballot, Barrier, BlockId, ClusterArrive, ClusterBarrier, ClusterBlockId, ClusterRank, ClusterShared,
    ClusterWait, LaneId, LoadMatrix, Mma, Shuffle, ThreadId, Vote, WarpBarrier, WarpId, WarpReduce,
    cluster_of,
};
use tf_dialects::loops::{For, If, While};
use tf_dialects::mem;
use tf_ir::OpKind;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects};
use tf_ir::registry::Traits;
use tf_ir::walk::walk;

/// A part of a kernel.
#[derive(Debug)]
pub(super) enum Node {
    /// A uniform op: it runs once.
    Once(Op),
    /// Ops that each thread runs, one thread after the other.
    Phase(Vec<Op>),
    /// Parts that each block of a cluster runs, one block after the other.
    Blocks(Vec<Node>),
    /// Parts that each warp runs, one warp after the other.
    Warps(Vec<Node>),
    /// A collective op of a warp: a vote, a ballot, a product, a load of matrices.
    Together(Op),
    /// A loop or a conditional that contains synchronization points, with the parts of its regions.
    Control(Op, Vec<Vec<Node>>),
}

/// The loops around an op: over the blocks of a cluster, over warps, and over threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct EnclosingLoops {
    pub blocks: Option<u32>,
    pub warps: Option<u32>,
    pub phase: Option<u32>,
}

impl EnclosingLoops {
    /// True if a value that is defined here is available at `other`.
    fn is_seen_at(self, other: EnclosingLoops) -> bool {
        (self.phase.is_none() || self.phase == other.phase)
            && (self.warps.is_none() || self.warps == other.warps)
            && (self.blocks.is_none() || self.blocks == other.blocks)
    }
}

/// The execution model of the threads of a kernel.
pub(super) enum ExecutionModel {
    /// All threads run from one synchronization point to the next, in loops.
    Loops(Vec<Node>),
    /// Threads are state machines: each runs until it must wait, then the next one runs.
    StateMachine(StateMachine),
}

/// The plan of the lowering of a kernel to loops.
pub(super) struct Plan {
    pub model: ExecutionModel,
    /// Spilled values, in order: memory has an element of these for each thread.
    pub spilled: Vec<Value>,
    /// Thread-private arrays that are live in more than one loop over threads.
    pub arrays: FxHashSet<Value>,
    /// The number of loops over threads.
    pub phases: u32,
}

/// Ops that vary between threads, though they have no operands.
const OWN: [OpKind; 3] = [ThreadId::KIND, LaneId::KIND, WarpId::KIND];

/// Ops that vary between the blocks of a cluster.
const OWN_OF_BLOCKS: [OpKind; 3] = [BlockId::KIND, ClusterBlockId::KIND, ClusterRank::KIND];

/// Synchronization points of the blocks of a cluster.
const CLUSTER_MEETINGS: [OpKind; 3] = [ClusterBarrier::KIND, ClusterArrive::KIND, ClusterWait::KIND];

/// Synchronization points of the lanes of a warp.
pub(super) const MEETINGS: [OpKind; 7] = [
    Shuffle::KIND,
    Vote::KIND,
    Ballot::KIND,
    WarpBarrier::KIND,
    WarpReduce::KIND,
    Mma::KIND,
    LoadMatrix::KIND,
];

pub(super) struct Planner<'a> {
    pub body: &'a Body,
    /// True if blocks form clusters.
    clusters: bool,
    /// True if threads are state machines: then even loop counters are thread-private.
    state_machine: bool,
    pub places: FxHashMap<Op, EnclosingLoops>,
    /// Loops and conditionals that contain synchronization points.
    pub split: FxHashSet<Op>,
    spilled: FxHashSet<Value>,
    blocks: u32,
    warps: u32,
    phases: u32,
}

impl Plan {
    pub(super) fn of(kernel: &Body) -> Result<Plan, Diagnostic> {
        let entry = kernel.entry_block().ok_or_else(|| kernel.op(kernel.root()).error("has no body"))?;
        let mut planner = Planner {
            body: kernel,
            clusters: cluster_of(kernel).is_some(),
            state_machine: state_machine::are_needed(kernel),
            places: FxHashMap::default(),
            split: FxHashSet::default(),
            spilled: FxHashSet::default(),
            blocks: 0,
            warps: 0,
            phases: 0,
        };
        let ops: Vec<Op> = kernel.ops(entry).collect();
        let model = match (planner.state_machine, planner.clusters) {
            (true, _) => ExecutionModel::StateMachine(planner.state_machine(&ops)?),
            (false, true) => ExecutionModel::Loops(planner.cluster(&ops)?),
            (false, false) => ExecutionModel::Loops(planner.sequence(&ops, EnclosingLoops::default())?),
        };
        let arrays = planner.find_spilled()?;
        let spilled = planner.in_order();
        Ok(Plan { model, spilled, arrays, phases: planner.phases })
    }
}

impl Planner<'_> {
    pub(super) fn contains(&self, op: Op, kinds: &[OpKind]) -> bool {
        let mut found = false;
        walk(self.body, op, &mut |body, inner| found |= kinds.contains(&body.kind(inner)));
        found
    }

    /// True if a value is available and uniform at a position.
    fn is_seen(&self, value: Value, at: EnclosingLoops) -> bool {
        let body = self.body;
        if let Some(def) = body.def_op(value) {
            let seen = |place: &EnclosingLoops| place.phase.is_none() && place.is_seen_at(at);
            return !self.split.contains(&def) && self.places.get(&def).is_some_and(seen);
        }
        let Some(block) = body.def_block(value) else { return false };
        if Some(block) == body.entry_block() {
            return true;
        }
        if self.state_machine {
            return false;
        }
        // Only the index of a counted loop is uniform; the other arguments of the region vary.
        let owner = body.block_owner(block).filter(|op| self.split.contains(op));
        owner.is_some_and(|op| {
            body.is(op, For)
                && body.arg(block, 0) == value
                && self.places.get(&op).is_some_and(|p| p.is_seen_at(at))
        })
    }

    /// True if an op is uniform at a position, and may be speculated there.
    pub(super) fn is_uniform(&self, op: Op, at: EnclosingLoops) -> bool {
        let body = self.body;
        let makes_shared =
            body.is(op, tf_dialects::kernel::Shared) || body.is(op, tf_dialects::kernel::DynamicShared);
        if makes_shared {
            return true;
        }
        body.has(op, Traits::PURE)
            && body.regions(op).len() == 0
            && !OWN.contains(&body.kind(op))
            && !(self.clusters && at.blocks.is_none() && OWN_OF_BLOCKS.contains(&body.kind(op)))
            && !MEETINGS.contains(&body.kind(op))
            && body.operands(op).all(|value| self.is_seen(value, at))
    }

    /// A position that no other op shares.
    pub(super) fn fresh_position(&mut self, at: EnclosingLoops) -> EnclosingLoops {
        let place = EnclosingLoops { phase: Some(self.phases), ..at };
        self.phases += 1;
        place
    }

    pub(super) fn put(&mut self, op: Op, place: EnclosingLoops) {
        let places = &mut self.places;
        walk(self.body, op, &mut |_, inner| {
            places.insert(inner, place);
        });
    }

    /// Splits code at the synchronization points of a cluster.
    fn cluster(&mut self, ops: &[Op]) -> Result<Vec<Node>, Diagnostic> {
        let (mut nodes, mut run) = (Vec::new(), Vec::new());
        for op in ops.iter().copied() {
            if self.body.has(op, Traits::TERMINATOR) {
                self.places.insert(op, EnclosingLoops::default());
            } else if CLUSTER_MEETINGS.contains(&self.body.kind(op)) {
                self.flush_blocks(&mut run, &mut nodes)?;
            } else if self.is_uniform(op, EnclosingLoops::default()) {
                self.places.insert(op, EnclosingLoops::default());
                nodes.push(Node::Once(op));
            } else if self.contains(op, &CLUSTER_MEETINGS) {
                self.flush_blocks(&mut run, &mut nodes)?;
                nodes.push(self.control(op, EnclosingLoops::default())?);
            } else {
                run.push(op);
            }
        }
        self.flush_blocks(&mut run, &mut nodes)?;
        Ok(nodes)
    }

    /// Turns the ops so far into a loop over the blocks of a cluster.
    fn flush_blocks(&mut self, run: &mut Vec<Op>, nodes: &mut Vec<Node>) -> Result<(), Diagnostic> {
        let run = std::mem::take(run);
        if !run.is_empty() {
            let place = EnclosingLoops { blocks: Some(self.blocks), ..EnclosingLoops::default() };
            self.blocks += 1;
            nodes.push(Node::Blocks(self.sequence(&run, place)?));
        }
        Ok(())
    }

    /// Splits code at the barriers of a block.
    fn sequence(&mut self, ops: &[Op], at: EnclosingLoops) -> Result<Vec<Node>, Diagnostic> {
        let (mut nodes, mut run) = (Vec::new(), Vec::new());
        for op in ops.iter().copied() {
            if self.body.has(op, Traits::TERMINATOR) {
                self.places.insert(op, at);
            } else if self.body.is(op, Barrier) {
                self.flush(&mut run, &mut nodes, at)?;
            } else if self.is_uniform(op, at) {
                self.places.insert(op, at);
                nodes.push(Node::Once(op));
            } else if self.contains(op, &[Barrier::KIND]) {
                self.flush(&mut run, &mut nodes, at)?;
                nodes.push(self.control(op, at)?);
            } else {
                run.push(op);
            }
        }
        self.flush(&mut run, &mut nodes, at)?;
        Ok(nodes)
    }

    /// Turns the ops so far into a loop over threads, or over warps if it contains synchronization points of
    /// lanes.
    fn flush(
        &mut self,
        run: &mut Vec<Op>,
        nodes: &mut Vec<Node>,
        at: EnclosingLoops,
    ) -> Result<(), Diagnostic> {
        let run = std::mem::take(run);
        if run.is_empty() {
            return Ok(());
        }
        if !run.iter().any(|op| self.contains(*op, &MEETINGS)) {
            nodes.push(self.phase(run, at));
            return Ok(());
        }
        let at = EnclosingLoops { warps: Some(self.warps), ..at };
        self.warps += 1;
        nodes.push(Node::Warps(self.lanes(&run, at)?));
        Ok(())
    }

    fn phase(&mut self, ops: Vec<Op>, at: EnclosingLoops) -> Node {
        let place = self.fresh_position(at);
        ops.iter().for_each(|op| self.put(*op, place));
        Node::Phase(ops)
    }

    /// Splits code at the synchronization points of a warp.
    fn lanes(&mut self, ops: &[Op], at: EnclosingLoops) -> Result<Vec<Node>, Diagnostic> {
        let (mut nodes, mut run): (Vec<Node>, Vec<Op>) = (Vec::new(), Vec::new());
        for op in ops {
            let body = self.body;
            let ends = match body.kind(*op) {
                WarpReduce::KIND => return Err(unexpanded(body, *op)),
                Shuffle::KIND => body.def_op(body.operand(*op, 0)).is_some_and(|def| run.contains(&def)),
                _ => self.contains(*op, &MEETINGS),
            };
            if body.has(*op, Traits::TERMINATOR) {
                self.places.insert(*op, at);
                continue;
            }
            if self.is_uniform(*op, at) {
                self.places.insert(*op, at);
                nodes.push(Node::Once(*op));
                continue;
            }
            if ends && !run.is_empty() {
                let phase = self.phase(std::mem::take(&mut run), at);
                nodes.push(phase);
            }
            match body.kind(*op) {
                WarpBarrier::KIND => {}
                Vote::KIND | Ballot::KIND => {
                    self.places.insert(*op, at);
                    nodes.push(Node::Together(*op));
                }
                Mma::KIND | LoadMatrix::KIND => {
                    // The results vary between lanes.
                    let own = self.fresh_position(at);
                    self.places.insert(*op, own);
                    nodes.push(Node::Together(*op));
                }
                Shuffle::KIND => run.push(*op),
                _ if ends => nodes.push(self.control(*op, at)?),
                _ => run.push(*op),
            }
        }
        if !run.is_empty() {
            let phase = self.phase(run, at);
            nodes.push(phase);
        }
        Ok(nodes)
    }

    /// Splits a loop or a conditional that contains synchronization points.
    fn control(&mut self, op: Op, at: EnclosingLoops) -> Result<Node, Diagnostic> {
        let body = self.body;
        check_control(body, op)?;
        self.places.insert(op, at);
        self.split.insert(op);
        let blocks: Vec<Block> = body.regions(op).filter_map(|region| body.entry(region)).collect();
        let pieces = blocks.into_iter().map(|block| {
            let ops: Vec<Op> = body.ops(block).collect();
            match at {
                EnclosingLoops { warps: Some(_), .. } => self.lanes(&ops, at),
                EnclosingLoops { blocks: None, .. } if self.clusters => self.cluster(&ops),
                _ => self.sequence(&ops, at),
            }
        });
        Ok(Node::Control(op, pieces.collect::<Result<_, _>>()?))
    }

    /// Finds the values that have uses outside of their loop; returns the thread-private arrays among them.
    fn find_spilled(&mut self) -> Result<FxHashSet<Value>, Diagnostic> {
        let body = self.body;
        let mut arrays = FxHashSet::default();
        for op in self.split.clone() {
            let carried = body.regions(op).filter_map(|region| body.entry(region)).flat_map(|block| {
                let shared = usize::from(body.is(op, For) && !self.state_machine);
                body.args(block).skip(shared).collect::<Vec<Value>>()
            });
            self.spilled.extend(carried);
            self.spilled.extend(body.results(op));
        }
        for (op, place) in &self.places {
            for value in used(body, *op) {
                let Some(def) = body.def_op(value) else { continue };
                let Some(home) = self.places.get(&def).filter(|_| !self.split.contains(&def)) else {
                    continue;
                };
                // Lanes read the values of other lanes, so these must be in memory.
                let read_by_others =
                    body.is(*op, Shuffle) && body.operand(*op, 0) == value && home.phase.is_some();
                let voted = (body.is(*op, Vote) || body.is(*op, Ballot)) && home.phase.is_some();
                if home.is_seen_at(*place) && !read_by_others && !voted {
                    continue;
                }
                if body.is(def, mem::Alloc) {
                    arrays.insert(value);
                } else if is_memory(body, def) {
                    return Err(body.op(def).error("is memory that loops over threads cannot share"));
                } else {
                    self.spilled.insert(value);
                }
            }
        }
        Ok(arrays)
    }

    /// The spilled values in program order.
    fn in_order(&self) -> Vec<Value> {
        let body = self.body;
        let mut found = Vec::new();
        walk(body, body.root(), &mut |body: &Body, op| {
            found.extend(body.results(op));
            let blocks = body.regions(op).flat_map(|region| body.blocks(region));
            found.extend(blocks.flat_map(|block| body.args(block)));
        });
        found.retain(|value| self.spilled.contains(value));
        found
    }
}

/// Rejects an op that contains synchronization points, unless it is a loop or a conditional that can be
/// split.
pub(super) fn check_control(body: &Body, op: Op) -> Result<(), Diagnostic> {
    if [For::KIND, While::KIND, If::KIND].contains(&body.kind(op)) {
        return Ok(());
    }
    Err(body.op(op).error("synchronizes threads inside, but is not loop.for, loop.while or loop.if"))
}

/// The error for a warp reduction: `kernel-expand` should have replaced it.
pub(super) fn unexpanded(body: &Body, op: Op) -> Diagnostic {
    body.op(op).error("has no lowering to loops: expand it first (kernel-expand)")
}

/// The values that an op uses: an access to the array of another block uses that array and the rank.
pub(super) fn used(body: &Body, op: Op) -> Vec<Value> {
    if body.is(op, ClusterShared) {
        return Vec::new();
    }
    let one = |value: Value| match body.def_op(value).and_then(|def| body.cast(def, ClusterShared)) {
        Some(view) => vec![view.array(), view.rank()],
        None => vec![value],
    };
    body.operands(op).flat_map(one).collect()
}

fn is_memory(body: &Body, op: Op) -> bool {
    let effects = body.info(op).interface::<dyn Effects>();
    effects.is_some_and(|e| e.effects(body.op(op)).iter().any(|effect| matches!(effect, Effect::Allocate(_))))
}
