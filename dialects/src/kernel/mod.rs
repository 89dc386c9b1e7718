//! The `kernel` dialect: code of a grid of threads, in the form of a single thread, as GPUs execute it.
//!
//! A `kernel.func` is the code of one thread; `kernel.launch` runs it for every thread of a grid of blocks.
//! Memory is memrefs, as in the `mem` dialect: all threads access the arguments, the threads of a block
//! access `kernel.shared` and `kernel.dynamic_shared` (and, by `kernel.cluster_shared`, so do the blocks of
//! its cluster), and one thread accesses its `mem.alloc`.

mod access;
mod alignment;
mod atomic;
mod call;
mod cluster;
mod cooperation;
mod copies;
mod factor;
mod fragments;
mod function;
mod generation;
mod group_rules;
mod handover;
mod hardware;
mod ids;
mod matrix;
mod parameters;
mod rules;
mod shared;
mod stop;
mod swizzle;
mod transfer;
mod uniform;
mod verify;
mod warpgroup;

pub use access::{ACCESS, Access, accesses};
pub use alignment::{array_alignment, dynamic_alignment};
pub use atomic::{
    Atomic, AtomicKind, AtomicOp, CompareExchange, CompareExchangeOp, Scope as AtomicScope, has_instruction,
    scope_of,
};
pub use call::{Launch, LaunchOp};
pub use cluster::{
    CLUSTER_BLOCKS, ClusterArrive, ClusterArriveOp, ClusterBarrier, ClusterBarrierOp, ClusterBlockId,
    ClusterBlockIdOp, ClusterDim, ClusterDimOp, ClusterId, ClusterIdOp, ClusterRank, ClusterRankOp,
    ClusterShared, ClusterSharedOp, ClusterWait, ClusterWaitOp, LARGE_CLUSTER_BLOCKS, LARGE_CLUSTERS,
    cluster_of, cluster_position, grid_fault,
};
pub use cooperation::{
    Ballot, BallotOp, Barrier, BarrierOp, Shuffle, ShuffleMode, ShuffleOp, Vote, VoteOp, WarpBarrier,
    WarpBarrierOp, WarpReduce, WarpReduceOp,
};
pub use copies::{AsyncCommit, AsyncCommitOp, AsyncCopy, AsyncCopyOp, AsyncWait, AsyncWaitOp};
pub use factor::FactorLayout;
pub use fragments::{PRODUCTS, Part, Product, group_factor_position, group_position, loaded_position};
pub use function::{Func, FuncOp, POINTS, Return, ReturnOp};
pub use generation::{Generation, check_generation, first_generation, generation_of};
pub use handover::{LoadAcquire, LoadAcquireOp, StoreRelease, StoreReleaseOp};
pub use hardware::{
    BLOCK_EXTENTS, BLOCK_THREADS, DYNAMIC_SHARED_BYTES, GRID_EXTENTS, SHARED_ALIGNMENT, SHARED_BYTES, WARP,
    shared_bytes,
};
pub use ids::{
    Axis, BlockDim, BlockDimOp, BlockId, BlockIdOp, GridDim, GridDimOp, LaneId, LaneIdOp, ThreadId,
    ThreadIdOp, WarpId, WarpIdOp,
};
pub use matrix::{LoadMatrix, LoadMatrixOp, Mma, MmaOp};
pub use parameters::{PARAMETER_BYTES, PLAIN_PARAMETER_BYTES, most_parameter_bytes, parameter_bytes};
pub use shared::{DynamicShared, DynamicSharedOp, Shared, SharedOp};
pub use stop::{EndIfStopped, EndIfStoppedOp, WATCHED};
pub use swizzle::{SWIZZLED_ROWS, Swizzle};
pub use transfer::{
    BOX_ALIGNMENT, BulkCopy, BulkCopyOp, MBarrierArrive, MBarrierArriveOp, MBarrierInit, MBarrierInitOp,
    MBarrierWait, MBarrierWaitOp, TensorMap, tensor_maps,
};
pub use warpgroup::{
    AsyncFence, AsyncFenceOp, GROUP_BYTES, GROUP_PRODUCTS, GROUP_ROWS, WARP_GROUP, Wgmma, WgmmaCommit,
    WgmmaCommitOp, WgmmaFence, WgmmaFenceOp, WgmmaOp, WgmmaWait, WgmmaWaitOp,
};

use crate::arith::ArithConstants;
use std::sync::Arc;
use tf_ir::interfaces::Materialize;
use tf_ir::registry::{OpInfo, Registry};

/// The dialect's namespace.
pub const DIALECT: &str = "kernel";

/// Adds the dialect to a registry.
pub fn register(registry: &mut Registry) {
    if !registry.dialect(DIALECT, "Kernels for grids of thread blocks, and their launches") {
        return;
    }
    registry.op(OpInfo { assembly: Some(Arc::new(function::KernelAssembly)), ..Func::info() });
    let ops = [
        Return::info(),
        Launch::info(),
        ThreadId::info(),
        BlockId::info(),
        BlockDim::info(),
        GridDim::info(),
        LaneId::info(),
        WarpId::info(),
        Shared::info(),
        DynamicShared::info(),
        Barrier::info(),
        WarpBarrier::info(),
        Shuffle::info(),
        Vote::info(),
        Ballot::info(),
        WarpReduce::info(),
        Atomic::info(),
        CompareExchange::info(),
        LoadAcquire::info(),
        StoreRelease::info(),
        AsyncCopy::info(),
        AsyncCommit::info(),
        AsyncWait::info(),
        LoadMatrix::info(),
        Mma::info(),
        MBarrierInit::info(),
        MBarrierArrive::info(),
        MBarrierWait::info(),
        BulkCopy::info(),
        Wgmma::info(),
        WgmmaFence::info(),
        WgmmaCommit::info(),
        WgmmaWait::info(),
        AsyncFence::info(),
        ClusterId::info(),
        ClusterDim::info(),
        ClusterBlockId::info(),
        ClusterRank::info(),
        ClusterBarrier::info(),
        ClusterArrive::info(),
        ClusterWait::info(),
        ClusterShared::info(),
        EndIfStopped::info(),
    ];
    ops.into_iter().for_each(|op| registry.op(op));
    registry.dialect_interface::<dyn Materialize>(DIALECT, Arc::new(ArithConstants));
}
