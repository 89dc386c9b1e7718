//! The function of a kernel: its loop over blocks, the memory of a block, and its parts in sequence.

use super::Settings;
use super::dynamic::Placed;
use super::phases::{ExecutionModel, Node, Plan};
use super::waits::ClusterMemory;
use rustc_hash::FxHashMap;
use tf_dialects::arith::{self, const_index};
use tf_dialects::func::Return;
use tf_dialects::kernel::{
    Axis, BLOCK_THREADS, BlockDim, BlockId, ClusterBlockId, ClusterDim, ClusterId, ClusterRank, Func, GridDim,
};
use tf_dialects::loops::{For, If, Parallel, Yield};
use tf_dialects::mem;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::{Forms, Rebuild};
use tf_ir::types::{Dim, Type, TypeData};
use tf_passes_common::code::marks::GRAIN;

pub(super) type Result<T> = std::result::Result<T, Diagnostic>;

/// The lowered form of a kernel's value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// A value: of the current thread, or uniform.
    Value(Value),
    /// Memory with an element for each thread.
    Spilled(Value),
    /// A thread-private array: memory with a leading axis, the index of the thread.
    Array(Value),
    /// A shared array of a cluster: memory with a leading axis, the rank of the block.
    Shared(Value),
    /// A dynamic shared array whose byte offset is known at run time only: the slot of a memory with `slots`
    /// slots along a leading axis.
    Placed { memory: Value, slot: Value, slots: i64 },
}

/// The sizes of a launch and the current block.
#[derive(Clone, Copy)]
pub(super) struct Geometry {
    /// Blocks along x, y and z.
    pub grid: [Value; 3],
    /// Threads of a block along x, y and z.
    pub block: [Value; 3],
    /// The axes of a block that may have more than one thread, from the block size of the kernel.
    pub wide: [bool; 3],
    /// The index of the block along x, y and z.
    pub at: [Value; 3],
    /// Blocks of a cluster along x, y and z, if there are clusters.
    pub cluster: Option<[u64; 3]>,
    /// The index of the cluster along x, y and z.
    pub cluster_at: [Value; 3],
    /// The index of the block in its cluster along x, y and z.
    pub place: [Value; 3],
    /// The rank of the current block in its cluster, inside a loop over the blocks of a cluster.
    pub rank: Option<Value>,
    /// Threads of a block.
    pub threads: Value,
    /// The upper bound of `threads`.
    pub most: i64,
    /// Bytes of dynamic shared memory.
    pub shared: Value,
}

/// The current thread.
#[derive(Clone, Copy)]
pub(super) struct Thread {
    /// Its index along x, y and z.
    pub at: [Value; 3],
    /// Its linear index in the block.
    pub number: Value,
    /// The index of its elements in the memory of threads: its linear index plus an offset for the rank of
    /// the block.
    pub slot: Value,
}

/// Emits the function of a kernel.
pub(super) struct Fission<'a, 'b> {
    pub source: &'a Body,
    pub b: Builder<'b>,
    pub forms: Forms<Form>,
    /// The memory of each spilled value.
    pub memories: FxHashMap<Value, Value>,
    pub geometry: Geometry,
    /// The current thread, inside a loop over threads.
    pub thread: Option<Thread>,
    /// The index of the current warp, inside a loop over warps.
    pub warp: Option<Value>,
    /// Dynamic shared arrays so far.
    pub dynamic: Vec<Placed>,
    pub width: i64,
    /// True if the threads of the current phase atomically change the same memory.
    pub conflicts: bool,
    /// True if accesses are checked.
    pub checked: bool,
    /// The state of the cluster barrier in memory, if threads are state machines.
    pub at_cluster: Option<ClusterMemory>,
}

/// Emits the code of a kernel's function into its block.
pub(super) fn emit(kernel: &Body, plan: &Plan, made: (&mut Body, Block), options: Settings) -> Result<()> {
    let entry = kernel.entry_block().ok_or_else(|| kernel.op(kernel.root()).error("has no body"))?;
    let old: Vec<Value> = kernel.args(entry).collect();
    let new: Vec<Value> = made.0.args(made.1).collect();
    let mut b = Builder::at_end(made.0, made.1, kernel.loc(kernel.root()));
    let geometry = Geometry::of(kernel, &mut b, &new[old.len()..]);
    let mut forms = Forms::default();
    forms.extend(old.iter().zip(&new).map(|(old, new)| (*old, Form::Value(*new))));
    let mut fission = Fission {
        source: kernel,
        b,
        forms,
        memories: FxHashMap::default(),
        geometry,
        thread: None,
        warp: None,
        dynamic: Vec::new(),
        width: options.width,
        conflicts: false,
        checked: options.checked,
        at_cluster: None,
    };
    fission.check_dynamic();
    fission.check_clusters();
    fission.blocks(plan)?;
    Return::build(&mut fission.b, &[]);
    Ok(())
}

impl Geometry {
    fn of(kernel: &Body, b: &mut Builder<'_>, sizes: &[Value]) -> Geometry {
        let view = kernel.op(kernel.root()).view(Func);
        let (grid, mut block) = ([sizes[0], sizes[1], sizes[2]], [sizes[3], sizes[4], sizes[5]]);
        let mut wide = [true; 3];
        let mut most = view.most_threads().unwrap_or(BLOCK_THREADS) as i64;
        if let Some(own) = view.block() {
            block = own.map(|n| const_index(b, n as i64));
            wide = own.map(|n| n > 1);
            most = own.iter().product::<u64>() as i64;
        }
        let rows = arith::muli(b, block[0], block[1]);
        let threads = arith::muli(b, rows, block[2]);
        let cluster = view.cluster();
        Geometry {
            grid,
            block,
            wide,
            at: grid,
            cluster,
            cluster_at: grid,
            place: grid,
            rank: None,
            threads,
            most,
            shared: sizes[6],
        }
    }
}

/// The lanes of a vector.
pub(super) fn vector_lanes(ctx: &Context, ty: Type) -> Option<i64> {
    let TypeData::Vector { shape, .. } = ctx.type_data(ty) else { return None };
    if let [lanes] = shape[..] { Some(lanes) } else { None }
}

/// True if blocks run in order, for reproducible results: the kernel atomically changes memory that other
/// blocks see, or prints.
fn is_ordered(kernel: &Body) -> bool {
    let mut found = false;
    tf_ir::walk::walk(kernel, kernel.root(), &mut |body: &Body, op| {
        let memref = super::atomic::memory_of(body, op);
        found |= memref.is_some_and(|memref| body.def_op(memref).is_none()) || body.is(op, mem::Print);
    });
    found
}

impl Fission<'_, '_> {
    pub(super) fn ctx(&self) -> Context {
        self.source.ctx().clone()
    }

    pub(super) fn index(&mut self, value: i64) -> Value {
        const_index(&mut self.b, value)
    }

    /// Emits the loops over all blocks of the grid, or all clusters: parallel, or sequential over z, y and x.
    fn blocks(&mut self, plan: &Plan) -> Result<()> {
        let (zero, one) = (self.index(0), self.index(1));
        let [x, y, z] = self.clusters();
        let index = self.ctx().index();
        if !is_ordered(self.source) {
            let grain = [(GRAIN, self.ctx().i64_attr(1))];
            let loops = self.b.op(Parallel, &[zero, zero, zero, z, y, x, one, one, one], &[], &grain);
            return self.region(loops, 0, &[index; 3], |this, at| {
                this.enter([at[2], at[1], at[0]]);
                this.one_block(plan)
            });
        }
        let outer = self.b.op(For, &[zero, z, one], &[], &[]);
        self.region(outer, 0, &[index], |this, z| {
            let middle = this.b.op(For, &[zero, y, one], &[], &[]);
            this.region(middle, 0, &[index], |this, y| {
                let inner = this.b.op(For, &[zero, x, one], &[], &[]);
                this.region(inner, 0, &[index], |this, x| {
                    this.enter([x[0], y[0], z[0]]);
                    this.one_block(plan)
                })?;
                this.done();
                Ok(())
            })?;
            this.done();
            Ok(())
        })
    }

    /// Ends a region without values.
    pub(super) fn done(&mut self) {
        self.b.op(Yield, &[], &[], &[]);
    }

    fn one_block(&mut self, plan: &Plan) -> Result<()> {
        for value in &plan.spilled {
            let memory = self.for_each_thread(*value, &[])?;
            self.memories.insert(*value, memory);
            self.forms.set(*value, Form::Spilled(memory));
        }
        let mut arrays: Vec<Value> = plan.arrays.iter().copied().collect();
        arrays.sort_unstable_by_key(|value| value.index());
        for value in arrays {
            let dims = self.source.ctx().dims(self.source.ty(value)).unwrap_or_default().to_vec();
            let memory = self.for_each_thread(value, &dims)?;
            self.forms.set(value, Form::Array(memory));
        }
        match &plan.model {
            ExecutionModel::Loops(nodes) => self.nodes(nodes)?,
            ExecutionModel::StateMachine(state_machine) => self.rounds(state_machine)?,
        }
        self.done();
        Ok(())
    }

    /// Memory of a block, or of a cluster, with elements for each of its threads.
    fn for_each_thread(&mut self, value: Value, dims: &[Dim]) -> Result<Value> {
        let ctx = self.ctx();
        let ty = self.source.ty(value);
        let lanes = vector_lanes(&ctx, ty);
        let is_scalar = ctx.dims(ty).is_none() && lanes.is_none();
        let elem = if dims.is_empty() && is_scalar { ty } else { ctx.elem_type(ty) };
        if ctx.elem_type(elem) != elem || !tf_passes_common::code::folding_builder::is_number(&ctx, elem) {
            let at = self.source.def_op(value).unwrap_or_else(|| self.source.root());
            return Err(self.refuse(
                at,
                "has a value of a type that cannot be stored across a barrier: only scalars and vectors can",
            ));
        }
        let slots = [Dim::Static(self.slots())];
        let dims: Vec<Dim> = slots.iter().chain(dims).cloned().chain(lanes.map(Dim::Static)).collect();
        Ok(self.b.value(mem::Alloc, &[], ctx.memref(dims, elem), &[]))
    }

    /// The extent of the memory of threads: an element for each thread of a block, or of a cluster.
    pub(super) fn slots(&self) -> i64 {
        self.geometry.most * self.geometry.members()
    }

    /// A loop from 0 to a bound.
    pub(super) fn each(
        &mut self,
        count: Value,
        fill: impl FnOnce(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        let (zero, one, index) = (self.index(0), self.index(1), self.ctx().index());
        let loops = self.b.op(For, &[zero, count, one], &[], &[]);
        self.region(loops, 0, &[index], |this, at| {
            fill(this, at[0])?;
            this.done();
            Ok(())
        })
    }

    /// A loop nest from 0 to constant bounds; `fill` gets the indices in `at`, then those of the loops.
    pub(super) fn each_of(
        &mut self,
        extents: &[i64],
        at: Vec<Value>,
        fill: &mut dyn FnMut(&mut Self, &[Value]) -> Result<()>,
    ) -> Result<()> {
        let Some((extent, inner)) = extents.split_first() else { return fill(self, &at) };
        let extent = self.index(*extent);
        self.each(extent, |this, i| this.each_of(inner, [&at[..], &[i]].concat(), fill))
    }

    /// A conditional without values.
    pub(super) fn when(
        &mut self,
        condition: Value,
        fill: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let made = self.b.op(If, &[condition], &[], &[]);
        self.region(made, 0, &[], |this, _| {
            fill(this)?;
            this.done();
            Ok(())
        })
    }

    pub(super) fn nodes(&mut self, nodes: &[Node]) -> Result<()> {
        nodes.iter().try_for_each(|node| match node {
            Node::Once(op) => self.run_once(*op),
            Node::Phase(ops) => self.phase(ops),
            Node::Blocks(nodes) => self.each_block(|this| this.nodes(nodes)),
            Node::Warps(nodes) => self.warps(nodes),
            Node::Together(op) => {
                self.b.loc = self.source.loc(*op);
                self.together(*op)
            }
            Node::Control(op, pieces) => self.control(*op, pieces),
        })
    }

    /// An op whose results are uniform among the threads that run it together; other warps may have other
    /// results.
    pub(super) fn run_once(&mut self, op: Op) -> Result<()> {
        let results: Vec<Value> = self.source.results(op).collect();
        let kept: Vec<Option<Value>> = results.iter().map(|value| self.memory_of_threads(*value)).collect();
        self.visit(op)?;
        for (value, memory) in results.into_iter().zip(kept) {
            if let Some(memory) = memory {
                let new = self.operand(op, value)?;
                self.keep_for_all(memory, new)?;
            }
        }
        Ok(())
    }

    /// Indices and sizes that are uniform in a block.
    pub(super) fn block_number(&mut self, op: Op) -> Option<Value> {
        let (view, geometry) = (self.source.op(op), self.geometry);
        let along = |axis: Axis, values: [Value; 3]| values[axis as usize];
        Some(match view.kind() {
            BlockId::KIND => along(view.view(BlockId).along(), geometry.at),
            BlockDim::KIND => along(view.view(BlockDim).along(), geometry.block),
            GridDim::KIND => along(view.view(GridDim).along(), geometry.grid),
            ClusterId::KIND => along(view.view(ClusterId).along(), geometry.cluster_at),
            ClusterDim::KIND => {
                let cluster = geometry.cluster?;
                self.index(cluster[view.view(ClusterDim).along() as usize] as i64)
            }
            ClusterBlockId::KIND => along(view.view(ClusterBlockId).along(), geometry.place),
            ClusterRank::KIND => geometry.rank?,
            _ => return None,
        })
    }

    /// The memory of a spilled value.
    pub(super) fn memory_of_threads(&self, value: Value) -> Option<Value> {
        self.memories.get(&value).copied()
    }
}
