//! Thread block clusters: blocks that run at the same time, wait for each other, and access each other's
//! shared memory.

use super::Kernel;
use super::memory::{Array, Memory};
use crate::trace::error::Site;
use crate::trace::state::Traced;
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Operand, Tensor};
use tf_dialects::kernel::{
    Axis, ClusterArrive, ClusterBarrier, ClusterBlockId, ClusterId, ClusterRank, ClusterShared, ClusterWait,
    LARGE_CLUSTERS,
};
use tf_ir::kind::WhichOp;

impl Kernel {
    /// Divides the grid into clusters with these numbers of blocks along x, y and z, at most 8 in total: GPUs
    /// from sm_90 on run the blocks of a cluster at the same time. They wait for each other at a
    /// [`Kernel::cluster_barrier`] and access each other's shared arrays through [`Kernel::cluster_shared`].
    /// Call this before all other methods for clusters.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("neighbours", |p| {
    ///     let x = p.input::<f32>("x", [p.dim("n")]);
    ///     p.kernel(x.extent(0), 1, |k| {
    ///         k.clusters([2]);
    ///         let (x, y, own) = (k.read(&x), k.write::<f32>([p.dim("n")]), k.shared::<f32>([1]));
    ///         let i = k.block_id(0);
    ///         own.set(0, x.at(&i));
    ///         k.cluster_barrier();
    ///         let other = k.cluster_shared(&own, 1 - k.cluster_rank());
    ///         y.set(&i, x.at(&i) + other.at(0));
    ///         k.cluster_barrier();
    ///         y
    ///     })
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn clusters<const N: usize>(&self, sizes: [i64; N]) {
        self.clusters_of(&sizes);
    }

    /// As [`Kernel::clusters`], with a list.
    #[track_caller]
    pub fn clusters_of(&self, sizes: &[i64]) {
        let at = Site::caller();
        if !self.is_open(at) {
            return;
        }
        if self.open.borrow().clusters.is_some() {
            self.shared.fail(at, "the cluster size is set twice: a kernel has one cluster size");
            return;
        }
        self.describe("cluster_size", self.shared.ctx.i64_array_attr(sizes));
        self.open.borrow_mut().clusters = Some(sizes.to_vec());
    }

    /// Allows clusters of up to 16 blocks, which only some GPUs run.
    #[track_caller]
    pub fn large_clusters(&self) {
        if self.is_open(Site::caller()) {
            self.describe(LARGE_CLUSTERS, self.shared.ctx.unit_attr());
        }
    }

    /// The index of the block's cluster in the grid along an axis.
    #[track_caller]
    pub fn cluster_id(&self, axis: usize) -> Tensor {
        self.id_along(Site::caller(), ClusterId, axis)
    }

    /// The number of blocks per cluster along an axis, as set by [`Kernel::clusters`].
    #[track_caller]
    pub fn cluster_dim(&self, axis: usize) -> Tensor {
        let at = Site::caller();
        let clusters = self.open.borrow().clusters.clone();
        let known = clusters.map(|sizes| sizes.get(axis).copied().unwrap_or(1));
        let known = known.filter(|_| axis < Axis::ALL.len());
        let index = known.map(IndexExpr::constant).ok_or_else(|| {
            let message = format!(
                "the cluster size along axis {axis} is not known: set the sizes along x, y, z with k.clusters"
            );
            self.shared.fail(at, message)
        });
        Tensor::of_index(&self.shared, index)
    }

    /// The index of the block in its cluster along an axis.
    #[track_caller]
    pub fn cluster_block_id(&self, axis: usize) -> Tensor {
        self.id_along(Site::caller(), ClusterBlockId, axis)
    }

    /// The rank of the block: its linear index in its cluster, along x, then y, then z.
    #[track_caller]
    pub fn cluster_rank(&self) -> Tensor {
        let at = Site::caller();
        self.natural(self.shared.value(at, ClusterRank, &[], self.shared.scalars(Elem::Index), &[]))
    }

    /// Waits for all threads of the cluster, as [`Kernel::barrier`] does for those of the block.
    #[track_caller]
    pub fn cluster_barrier(&self) {
        self.meet(Site::caller(), ClusterBarrier);
    }

    /// The first half of a [`Kernel::cluster_barrier`]: other threads see this thread's earlier accesses
    /// after their next [`Kernel::cluster_wait`]. Accesses between the two halves are not ordered.
    #[track_caller]
    pub fn cluster_arrive(&self) {
        self.meet(Site::caller(), ClusterArrive);
    }

    /// The second half of a [`Kernel::cluster_barrier`].
    #[track_caller]
    pub fn cluster_wait(&self) {
        self.meet(Site::caller(), ClusterWait);
    }

    fn meet(&self, at: Site, what: impl WhichOp) {
        // The error has been reported.
        let _ = self.shared.op(at, what, &[], &[], &[], &[]);
    }

    /// The instance of `array` in the block with this rank in the cluster. A barrier of the cluster must
    /// precede the first access of another block's memory, and follow the last one.
    #[track_caller]
    pub fn cluster_shared(&self, array: &Memory, rank: impl Operand) -> Memory {
        let (at, rank) = (Site::caller(), rank.arg());
        self.memory(at, |shared| {
            let own = array.array()?;
            if !own.is_of_block {
                let message = format!("cluster_shared needs a shared array of this block, not {array:?}");
                return Err(shared.fail(at, message));
            }
            let made: Traced<_> = (|| {
                let piece = shared.piece(at, rank)?;
                let rank = shared.scalar_index(at, "the rank of a block", &piece)?;
                let rank = shared.index_value(at, &rank)?;
                shared.value(at, ClusterShared, &[own.val.clone(), rank], own.val.typed(), &[])
            })();
            Ok(Array { val: made?, argument: None, is_of_block: false, is_of_cluster: true })
        })
    }
}
