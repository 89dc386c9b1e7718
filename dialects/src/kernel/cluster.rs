//! Clusters: blocks that run at the same time, synchronize, and access each other's shared memory.

use super::copies::check_shared;
use super::function::{Func, check_inside};
use super::ids::{AXIS, AXIS_ATTR, Axis, along, checked};
use crate::shared::constraints::{INDEX, MEMREF};
use smallvec::{SmallVec, smallvec};
use tf_ir::OpKind;
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::walk::walk;

/// The index of the block's cluster in the grid, along an axis.
#[op(
    "kernel.cluster_id",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct ClusterId;

/// The count of blocks in a cluster along an axis: the kernel's `cluster_size`.
#[op(
    "kernel.cluster_dim",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct ClusterDim;

/// The index of the block in its cluster, along an axis.
#[op(
    "kernel.cluster_block_id",
    traits(PURE),
    results(result: INDEX = Context::index),
    attrs(axis: AXIS_ATTR),
    interfaces(Verify),
    derive(InferTypes),
    asm = "as<AXIS>($axis) attr-dict",
)]
pub struct ClusterBlockId;

/// The rank of the block in its cluster: its linear index, with x fastest, then y, then z.
#[op(
    "kernel.cluster_rank",
    traits(PURE),
    results(result: INDEX = Context::index),
    interfaces(Verify),
    derive(InferTypes),
    asm = "attr-dict",
)]
pub struct ClusterRank;

/// Waits for all threads of the cluster; their earlier memory accesses are visible to all of them afterwards.
///
/// Either all threads of the cluster execute it or none: the conditions of the enclosing loops and
/// conditionals are the same for all blocks.
#[op("kernel.cluster_barrier", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct ClusterBarrier;

/// The first half of a cluster barrier: signals the arrival of the thread, without waiting.
///
/// A `kernel.cluster_wait` follows in the same basic block, with no other barrier of the cluster in between.
/// The thread's earlier memory accesses are visible to all threads of the cluster after the wait; those in
/// between are not.
#[op("kernel.cluster_arrive", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct ClusterArrive;

/// The second half of a cluster barrier: waits until all threads of the cluster have executed the preceding
/// `kernel.cluster_arrive`.
#[op("kernel.cluster_wait", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct ClusterWait;

/// The shared array of another block of the cluster, given by its rank, that corresponds to `array` of the
/// thread's block.
///
/// Threads access it like their own: by reads, writes and atomic operations. The other block must be running:
/// a barrier of the cluster precedes the first access, so that it has begun, and another one follows the
/// last, so that it has not ended.
#[op(
    "kernel.cluster_shared",
    traits(PURE),
    operands(array: MEMREF, rank: INDEX = Context::index),
    results(result: MEMREF),
    interfaces(Verify),
    asm = "$array `,` $rank attr-dict `:` type($result)",
)]
pub struct ClusterShared;

/// The maximum count of blocks in a cluster on every GPU that has clusters.
pub const CLUSTER_BLOCKS: u64 = 8;

/// The maximum count of blocks in a cluster on some of them, for kernels with [`LARGE_CLUSTERS`].
pub const LARGE_CLUSTER_BLOCKS: u64 = 16;

/// The attribute of a kernel whose clusters may exceed the size that every GPU supports.
pub const LARGE_CLUSTERS: &str = "large_clusters";

/// The barriers of a cluster and their halves.
pub(super) const BARRIERS: [OpKind; 3] = [ClusterBarrier::KIND, ClusterArrive::KIND, ClusterWait::KIND];

/// Ops that are allowed only in kernels with clusters.
pub(super) const CLUSTER_OPS: [OpKind; 8] = [
    ClusterId::KIND,
    ClusterDim::KIND,
    ClusterBlockId::KIND,
    ClusterRank::KIND,
    ClusterBarrier::KIND,
    ClusterArrive::KIND,
    ClusterWait::KIND,
    ClusterShared::KIND,
];

along!(ClusterIdOp, ClusterDimOp, ClusterBlockIdOp);

/// The position of the block of this rank in its cluster, along x, y and z.
pub fn cluster_position(rank: u64, cluster: [u64; 3]) -> [u64; 3] {
    [rank % cluster[0], rank / cluster[0] % cluster[1], rank / cluster[0] / cluster[1]]
}

/// The blocks of the clusters of a kernel, if it has clusters.
pub fn cluster_of(body: &Body) -> Option<[u64; 3]> {
    body.cast(body.root(), Func)?.cluster()
}

/// The fault of a grid that is partitioned into clusters, as the end of a sentence that begins with the
/// launch.
pub fn grid_fault(grid: [u64; 3], cluster: [u64; 3]) -> Option<String> {
    let axes = grid.into_iter().zip(cluster).zip(["x", "y", "z"]);
    axes.into_iter().find(|((blocks, of), _)| !blocks.is_multiple_of(*of)).map(|((blocks, of), axis)| {
        format!(
            "has {blocks} blocks along {axis}, but the kernel's clusters have {of}: the grid must consist of \
             whole clusters"
        )
    })
}

/// The fault of cluster extents, as the end of a sentence.
pub(super) fn cluster_fault(cluster: [u64; 3], large: bool) -> Option<String> {
    if let Some((_, axis)) = cluster.iter().zip(["x", "y", "z"]).find(|(extent, _)| **extent == 0) {
        return Some(format!("0 blocks along {axis}: a cluster has at least 1"));
    }
    let most = if large { LARGE_CLUSTER_BLOCKS } else { CLUSTER_BLOCKS };
    let [x, y, z] = cluster;
    let blocks = cluster.iter().try_fold(1u64, |n, extent| n.checked_mul(*extent)).unwrap_or(u64::MAX);
    let more = match large {
        true => String::new(),
        false => format!(
            " on every GPU that has clusters; with the attribute {LARGE_CLUSTERS}, {LARGE_CLUSTER_BLOCKS} on some of them"
        ),
    };
    (blocks > most).then(|| format!("{x} x {y} x {z} = {blocks} blocks: a cluster has at most {most}{more}"))
}

/// Checks that an op is inside a kernel that has clusters.
fn check_cluster(op: OpRef<'_>) -> Result<(), Diagnostic> {
    check_inside(op)?;
    match cluster_of(op.body()) {
        Some(_) => Ok(()),
        None => Err(op.error(
            "needs a cluster, but the kernel has none: set its attribute cluster_size to the blocks of a \
             cluster along x, y and z",
        )),
    }
}

checked!(check_cluster: ClusterId, ClusterDim, ClusterBlockId, ClusterRank, ClusterBarrier);

/// No thread continues before the others arrive: such an op is not removed, merged with its duplicate, or
/// moved past memory accesses.
macro_rules! together {
    ($($op:ident),*) => { $(
        impl Effects for $op {
            fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
                smallvec![Effect::Read(None), Effect::Write(None), Effect::Control]
            }
        }
    )* };
}
together!(ClusterBarrier, ClusterArrive, ClusterWait);

/// Whether an op is a barrier of the cluster, or has one in its regions.
fn has_barrier(body: &Body, op: Op) -> bool {
    let mut found = false;
    walk(body, op, &mut |body, inner| found |= BARRIERS.contains(&body.kind(inner)));
    found
}

impl Verify for ClusterArrive {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_cluster(op)?;
        let body = op.body();
        let next = std::iter::successors(body.next(op.id()), |at| body.next(*at));
        match next.into_iter().find(|at| has_barrier(body, *at)) {
            Some(next) if body.is(next, ClusterWait) => Ok(()),
            Some(next) => {
                let error = op.error(
                    "has no matching kernel.cluster_wait: another barrier of the cluster \
                    follows first",
                );
                Err(error.note(body.loc(next), "here"))
            }
            None => Err(
                op.error("has no matching kernel.cluster_wait: write one after it in the same block of code")
            ),
        }
    }
}

impl Verify for ClusterWait {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_cluster(op)?;
        let body = op.body();
        let before = std::iter::successors(body.prev(op.id()), |at| body.prev(*at));
        match before.into_iter().find(|at| has_barrier(body, *at)) {
            Some(before) if body.is(before, ClusterArrive) => Ok(()),
            _ => Err(op.error(
                "has no matching kernel.cluster_arrive: write one before it in the same block of code",
            )),
        }
    }
}

impl Verify for ClusterShared {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_cluster(op)?;
        let view = op.view(ClusterShared);
        let body = op.body();
        check_shared(op, view.array(), "its operand")?;
        let types = [body.ty(view.array()), op.result_type(0)];
        if types[0] != types[1] {
            let words = types.map(|ty| type_to_string(op.ctx(), ty));
            return Err(op.error(format_args!("has type {} for an array of type {}", words[1], words[0])));
        }
        Ok(())
    }
}
