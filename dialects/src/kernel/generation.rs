//! GPU generations, and the first generation that supports each op.

use super::atomic::{self, Atomic, CompareExchange};
use super::cluster::CLUSTER_OPS;
use super::copies::{AsyncCommit, AsyncCopy, AsyncWait};
use super::function::Func;
use super::handover::{LoadAcquire, StoreRelease};
use super::matrix::{LoadMatrix, Mma};
use super::transfer::{BulkCopy, MBarrierArrive, MBarrierInit, MBarrierWait};
use super::warpgroup::{AsyncFence, Wgmma, WgmmaCommit, WgmmaFence, WgmmaWait};
use crate::scalar::{DType, element_type};
use tf_ir::OpKind;
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::walk::preorder;

/// A generation of GPUs, in ascending order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Generation {
    /// T4, RTX 20.
    Sm75,
    /// A100 and later.
    Sm80,
    /// H100 and later.
    Sm90,
    /// H100, including features that later generations lack.
    Sm90a,
}

impl Generation {
    /// Its name in compilers.
    pub fn name(self) -> &'static str {
        ["sm_75", "sm_80", "sm_90", "sm_90a"][self as usize]
    }
}

/// The first generation that supports an op.
pub fn first_generation(op: OpRef<'_>) -> Generation {
    const SM90: [OpKind; 5] =
        [MBarrierInit::KIND, MBarrierArrive::KIND, MBarrierWait::KIND, BulkCopy::KIND, AsyncFence::KIND];
    const SM80: [OpKind; 5] =
        [Mma::KIND, AsyncCopy::KIND, AsyncCommit::KIND, AsyncWait::KIND, LoadMatrix::KIND];
    const SM90A: [OpKind; 4] = [Wgmma::KIND, WgmmaFence::KIND, WgmmaCommit::KIND, WgmmaWait::KIND];
    let in_clusters = || match op.kind() {
        Func::KIND => op.view(Func).cluster().is_some(),
        Atomic::KIND | CompareExchange::KIND | LoadAcquire::KIND | StoreRelease::KIND => {
            atomic::scope_of(op) == atomic::Scope::Cluster
        }
        kind => CLUSTER_OPS.contains(&kind),
    };
    match op.kind() {
        kind if SM90A.contains(&kind) => Generation::Sm90a,
        kind if SM90.contains(&kind) => Generation::Sm90,
        _ if in_clusters() => Generation::Sm90,
        kind if SM80.contains(&kind) || has_bf16(op) => Generation::Sm80,
        _ => Generation::Sm75,
    }
}

/// Whether an op has an element of bf16, which GPUs compute with from sm_80 on.
fn has_bf16(op: OpRef<'_>) -> bool {
    let ctx = op.ctx();
    let of = |ty| element_type(ctx, ty) == Some(DType::BF16);
    op.operands().any(|value| of(op.body().ty(value))) || op.results().any(|value| of(op.body().ty(value)))
}

/// A kernel and the ops in it.
fn all_ops(kernel: &Body) -> Vec<Op> {
    std::iter::once(kernel.root()).chain(preorder(kernel)).collect()
}

/// The first generation that supports all kernels of a module.
pub fn generation_of(module: &Body) -> Generation {
    let kernels = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let wanted =
        kernels.flat_map(|kernel| all_ops(kernel).into_iter().map(|op| first_generation(kernel.op(op))));
    wanted.max().unwrap_or(Generation::Sm75)
}

/// Checks that GPUs of a generation support all kernels of a module.
///
/// # Errors
/// The first unsupported op.
pub fn check_generation(module: &Body, generation: Generation) -> Result<(), Diagnostic> {
    for kernel in module.child_ops().into_iter().filter_map(|op| module.child(op)) {
        for op in all_ops(kernel) {
            let (op, wanted) = (kernel.op(op), first_generation(kernel.op(op)));
            if wanted > generation {
                let (wanted, name) = (wanted.name(), generation.name());
                return Err(op.error(format_args!(
                    "needs a GPU of architecture {wanted} or later, not {name}: use --arch={wanted}"
                )));
            }
        }
    }
    Ok(())
}
