//! The thread's position: special registers.

use crate::emitter::types::upstream_attr;
use crate::emitter::{Emitter, Result};
use crate::names::{Upstream, nvvm};
use tf_dialects::arith;
use tf_dialects::kernel::{self, Axis, BLOCK_EXTENTS, GRID_EXTENTS, WARP};
use tf_ir::body::{Op, Value};

impl Emitter<'_, '_> {
    /// The index of a thread, a block, a lane or a warp, or a size, as an `i64`.
    pub(super) fn thread_number(&mut self, op: Op) -> Result<()> {
        let view = self.source.op(op);
        let value = match view.kind() {
            kernel::ThreadId::KIND => self.thread_id(view.view(kernel::ThreadId).along()),
            kernel::BlockId::KIND => self.block_id(view.view(kernel::BlockId).along()),
            kernel::BlockDim::KIND => self.block_dim(view.view(kernel::BlockDim).along()),
            kernel::GridDim::KIND => self.special_along(nvvm::NCTAID, view.view(kernel::GridDim).along()),
            kernel::ClusterId::KIND => {
                self.special_along(nvvm::CLUSTERID, view.view(kernel::ClusterId).along())
            }
            kernel::ClusterDim::KIND => self.cluster_dim(view.view(kernel::ClusterDim).along()),
            kernel::ClusterBlockId::KIND => {
                self.special_along(nvvm::CLUSTER_CTAID, view.view(kernel::ClusterBlockId).along())
            }
            kernel::ClusterRank::KIND => self.special(nvvm::CLUSTER_CTARANK),
            kernel::LaneId::KIND => self.special_below(nvvm::LANEID, WARP as u64),
            _ => self.warp_id(),
        };
        self.set_results(op, &[value]);
        Ok(())
    }

    /// A register of 32 bits, which is not negative.
    fn special(&mut self, register: Upstream) -> Value {
        let ctx = self.ctx();
        let narrow = self.pure(register, &[], ctx.i32(), &[]);
        arith::extui(self, narrow, ctx.i64())
    }

    /// The same for a register with a known upper bound: indices computed from it need fewer bits, and
    /// comparisons fold.
    fn special_below(&mut self, register: Upstream, end: u64) -> Value {
        let ctx = self.ctx();
        let range = upstream_attr(&ctx, "llvm", &format!("constant_range<i32, 0, {end}>"));
        let narrow = self.pure(register, &[], ctx.i32(), &[("range", range)]);
        arith::extui(self, narrow, ctx.i64())
    }

    fn special_along(&mut self, registers: [Upstream; 3], axis: Axis) -> Value {
        self.special(registers[axis as usize])
    }

    fn thread_id(&mut self, axis: Axis) -> Value {
        let root = self.source.op(self.source.root());
        let block = root.cast(kernel::Func).and_then(|view| view.block()).unwrap_or(BLOCK_EXTENTS);
        self.special_below(nvvm::TID[axis as usize], block[axis as usize])
    }

    fn block_id(&mut self, axis: Axis) -> Value {
        self.special_below(nvvm::CTAID[axis as usize], GRID_EXTENTS[axis as usize])
    }

    /// A constant if the kernel specifies the size of its blocks.
    fn block_dim(&mut self, axis: Axis) -> Value {
        let root = self.source.op(self.source.root());
        match root.cast(kernel::Func).and_then(|view| view.block()) {
            Some(block) => self.int(block[axis as usize] as i64),
            None => self.special_along(nvvm::NTID, axis),
        }
    }

    /// The cluster size that the kernel specifies.
    fn cluster_dim(&mut self, axis: Axis) -> Value {
        let cluster = kernel::cluster_of(self.source).unwrap_or([1; 3]);
        self.int(cluster[axis as usize] as i64)
    }

    /// The linear index of the thread, along x, then y, then z, divided by 32. (The register `%warpid` may
    /// change while a thread runs.)
    fn warp_id(&mut self) -> Value {
        let [x, y, z] = Axis::ALL.map(|axis| self.thread_id(axis));
        let [width, height] = [Axis::X, Axis::Y].map(|axis| self.block_dim(axis));
        let rows = self.index_op(arith::Muli, z, height);
        let rows = self.index_op(arith::Addi, rows, y);
        let before = self.index_op(arith::Muli, rows, width);
        let number = self.index_op(arith::Addi, before, x);
        let five = self.int(5);
        arith::shrui(self, number, five)
    }
}
