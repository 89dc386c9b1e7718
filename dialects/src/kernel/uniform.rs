//! Divergence analysis: which values are uniform over a block or a cluster, and therefore which threads reach
//! a barrier.
//!
//! If some threads of a block never reach a barrier, the others wait forever. The enclosing conditions must
//! therefore be uniform. Thread ids, values of other lanes, results of atomic operations and a thread's
//! private memory are divergent, and so is any value computed from them. *Coutinho et al., "Divergence
//! analysis and optimizations", 2011.*

use super::atomic::{Atomic, CompareExchange};
use super::cluster::{BARRIERS, ClusterBlockId, ClusterRank};
use super::cooperation::{Ballot, Barrier, Shuffle, Vote, WarpReduce};
use super::handover::LoadAcquire;
use super::ids::{BlockId, LaneId, ThreadId, WarpId};
use super::matrix::{LoadMatrix, Mma};
use super::shared::{DynamicShared, Shared};
use super::stop::EndIfStopped;
use super::warpgroup::{Wgmma, WgmmaWait};
use crate::mem;
use tf_ir::OpKind;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{as_branch, as_loop};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{BranchPoint, Effect, Effects, RegionFlow};
use tf_ir::opref::OpRef;
use tf_ir::walk::preorder;

/// Ops whose results differ from thread to thread.
const SOURCES: [OpKind; 14] = [
    ThreadId::KIND,
    LaneId::KIND,
    WarpId::KIND,
    Shuffle::KIND,
    Vote::KIND,
    Ballot::KIND,
    WarpReduce::KIND,
    Atomic::KIND,
    CompareExchange::KIND,
    LoadAcquire::KIND,
    LoadMatrix::KIND,
    Mma::KIND,
    Wgmma::KIND,
    WgmmaWait::KIND,
];

/// Ops whose results differ from block to block of a cluster, too.
const SOURCES_OF_BLOCKS: [OpKind; 3] = [BlockId::KIND, ClusterBlockId::KIND, ClusterRank::KIND];

/// The threads that synchronize at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SyncScope {
    Block,
    Cluster,
}

impl SyncScope {
    fn name(self) -> &'static str {
        match self {
            SyncScope::Block => "block",
            SyncScope::Cluster => "cluster",
        }
    }

    fn barriers(self) -> &'static [OpKind] {
        match self {
            SyncScope::Block => &[Barrier::KIND],
            SyncScope::Cluster => &BARRIERS,
        }
    }
}

/// Checks that all threads of a block, or of a cluster, reach each barrier of a kernel.
pub(super) fn verify(kernel: OpRef<'_>) -> Result<(), Diagnostic> {
    let ops = preorder(kernel.body());
    [SyncScope::Block, SyncScope::Cluster]
        .into_iter()
        .try_for_each(|among| verify_among(kernel.body(), &ops, among))
}

fn verify_among(body: &Body, ops: &[Op], among: SyncScope) -> Result<(), Diagnostic> {
    let ends_together = |op: Op| {
        among == SyncScope::Block && body.cast(op, EndIfStopped).is_some_and(|view| view.is_of_block())
    };
    let is_barrier = |op: &&Op| among.barriers().contains(&body.kind(**op)) || ends_together(**op);
    if !ops.iter().any(|op| is_barrier(&op)) {
        return Ok(());
    }
    let divergence = Divergence::of(body, ops, among);
    for barrier in ops.iter().filter(is_barrier) {
        let mut around = body.parent_op(*barrier);
        while let Some(op) = around.filter(|op| *op != body.root()) {
            if divergence.forks(op) {
                let name = among.name();
                let from = if among == SyncScope::Block {
                    "thread to thread"
                } else {
                    "thread to thread or block to block"
                };
                let error = body.op(*barrier).error(format_args!(
                    "is not reached by all threads of a {name} together: its condition differs from {from}"
                ));
                let error = error.note(body.loc(op), "threads diverge here");
                return Err(match divergence.source(op) {
                    Some(source) => error.note(body.loc(source), "because of this value"),
                    None => error,
                });
            }
            around = body.parent_op(op);
        }
    }
    Ok(())
}

/// The divergent values of a block, or of a cluster.
struct Divergence<'a> {
    body: &'a Body,
    among: SyncScope,
    divergent: Vec<bool>,
}

impl<'a> Divergence<'a> {
    /// Marks values until nothing changes: a value only ever becomes divergent.
    fn of(body: &'a Body, ops: &[Op], among: SyncScope) -> Divergence<'a> {
        let mut all = Divergence { body, among, divergent: vec![false; body.value_bound()] };
        while ops.iter().filter(|op| **op != body.root()).fold(false, |changed, op| all.visit(*op) | changed)
        {
        }
        all
    }

    fn is(&self, value: Value) -> bool {
        self.divergent[value.index()]
    }

    /// Marks a value; returns whether that is new.
    fn mark(&mut self, value: Value) -> bool {
        !std::mem::replace(&mut self.divergent[value.index()], true)
    }

    fn mark_all(&mut self, values: Vec<Value>) -> bool {
        values.into_iter().fold(false, |changed, value| self.mark(value) | changed)
    }

    /// Propagates divergence to the results and region arguments of an op; returns whether a value is newly
    /// marked.
    fn visit(&mut self, op: Op) -> bool {
        let body = self.body;
        let results = || body.results(op).collect::<Vec<Value>>();
        if body.regions(op).len() == 0 {
            let differs = self.is_source(op) || body.operands(op).any(|value| self.is(value));
            return differs && self.mark_all(results());
        }
        let mut changed = self.visit_flows(op);
        if self.forks(op) {
            changed |= self.mark_all(results());
        }
        changed | self.visit_inductions(op)
    }

    /// Whether the results of an op are divergent even if its operands are uniform.
    fn is_source(&self, op: Op) -> bool {
        let kind = self.body.kind(op);
        let of_blocks = self.among == SyncScope::Cluster && SOURCES_OF_BLOCKS.contains(&kind);
        SOURCES.contains(&kind) || of_blocks || self.reads_own_memory(op)
    }

    /// The private memory of a thread is divergent in a block, and the shared memory of a block is divergent
    /// in a cluster.
    fn reads_own_memory(&self, op: Op) -> bool {
        let body = self.body;
        let Some(effects) = body.info(op).interface::<dyn Effects>() else { return false };
        effects.effects(body.op(op)).into_iter().any(|effect| match effect {
            Effect::Read(Some(memref)) => body.def_op(memref).is_some_and(|def| {
                let of_block = body.is(def, Shared) || body.is(def, DynamicShared);
                body.is(def, mem::Alloc) || self.among == SyncScope::Cluster && of_block
            }),
            _ => false,
        })
    }

    /// Values that flow into and out of regions; if an op does not specify them, they are divergent.
    fn visit_flows(&mut self, op: Op) -> bool {
        let body = self.body;
        let Some(flows) = body.info(op).interface::<dyn RegionFlow>() else {
            let arguments =
                body.regions(op).filter_map(|region| body.entry(region)).flat_map(|b| body.args(b));
            let all = arguments.chain(body.results(op)).collect();
            return self.mark_all(all);
        };
        let mut changed = false;
        for flow in flows.flows(body.op(op)) {
            let (from, to) = (self.leaving(op, flow.from), self.entering(op, flow.to));
            for (from, to) in from.into_iter().zip(to) {
                if self.is(from) {
                    changed |= self.mark(to);
                }
            }
        }
        changed
    }

    fn leaving(&self, op: Op, point: BranchPoint) -> Vec<Value> {
        let body = self.body;
        match point {
            BranchPoint::Region(region, skip) => {
                let block = body.regions(op).nth(region).and_then(|region| body.entry(region));
                let end = block.and_then(|block| body.terminator(block));
                end.map(|end| body.operands(end).skip(skip).collect()).unwrap_or_default()
            }
            other => self.entering(op, other),
        }
    }

    fn entering(&self, op: Op, point: BranchPoint) -> Vec<Value> {
        let body = self.body;
        match point {
            BranchPoint::Operands(skip) => body.operands(op).skip(skip).collect(),
            BranchPoint::Results(skip) => body.results(op).skip(skip).collect(),
            BranchPoint::Region(region, skip) => {
                let block = body.regions(op).nth(region).and_then(|region| body.entry(region));
                block.map(|block| body.args(block).skip(skip).collect()).unwrap_or_default()
            }
        }
    }

    /// The index of a counted loop is divergent if its bounds or its step are; its results are the carried
    /// values of its last iteration.
    fn visit_inductions(&mut self, op: Op) -> bool {
        let body = self.body;
        let Some(counted) = as_loop(body, op) else { return false };
        let inductions = counted.inductions(body.op(op));
        if inductions.is_empty() {
            return false;
        }
        let last = counted.carried(body.op(op)).next.into_iter().zip(body.results(op));
        let mut differing: Vec<Value> =
            last.filter(|(next, _)| self.is(*next)).map(|(_, result)| result).collect();
        if self.bounds(op).any(|value| self.is(value)) {
            differing.extend(inductions.iter().map(|induction| induction.variable));
        }
        self.mark_all(differing)
    }

    /// The operands of an op other than initial values.
    fn bounds(&self, op: Op) -> impl Iterator<Item = Value> + use<'a> {
        let body = self.body;
        let carried = as_loop(body, op).map(|counted| counted.carried(body.op(op)).inits).unwrap_or_default();
        let count = body.operands(op).len().saturating_sub(carried.len());
        body.operands(op).take(count)
    }

    /// The values that decide how often, or which, regions of an op run; `None` if they are not known.
    fn deciding(&self, op: Op) -> Option<Vec<Value>> {
        let body = self.body;
        if let Some(branch) = as_branch(body, op) {
            return Some(vec![branch.condition(body.op(op))]);
        }
        let counted = as_loop(body, op)?;
        Some(self.bounds(op).chain(counted.early_exit(body.op(op))).collect())
    }

    /// Whether threads may diverge at an op with regions.
    fn forks(&self, op: Op) -> bool {
        self.deciding(op).is_none_or(|values| values.into_iter().any(|value| self.is(value)))
    }

    /// The source of the divergence at an op: an op whose results are divergent even if its operands are
    /// uniform.
    fn source(&self, op: Op) -> Option<Op> {
        let body = self.body;
        let mut seen = vec![false; body.value_bound()];
        let mut pending: Vec<Value> = self.deciding(op)?;
        while let Some(value) = pending.pop() {
            if !self.is(value) || std::mem::replace(&mut seen[value.index()], true) {
                continue;
            }
            // The values of a region's argument come from the enclosing op.
            let owner = body.def_block(value).and_then(|block| body.block_owner(block));
            let Some(def) = body.def_op(value).or(owner) else { continue };
            if self.is_source(def) {
                return Some(def);
            }
            pending.extend(body.operands(def));
            let ends = body.regions(def).filter_map(|region| body.terminator(body.entry(region)?));
            pending.extend(ends.flat_map(|end| body.operands(end)));
        }
        None
    }
}
