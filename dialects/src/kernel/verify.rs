//! Verifier of a whole kernel: its signature, its block sizes, its code.

use super::access::{self, Access};
use super::cluster::cluster_fault;
use super::function::{Func, Return, block_fault, block_of};
use super::hardware::BLOCK_THREADS;
use super::{parameters, rules, uniform};
use crate::func::bound::verify_bound;
use crate::func::declared_extents::verify_extent_arguments;
use crate::shared::constraints::{MEMREF, SCALAR};
use crate::shared::regions::sole_block;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{FunctionLike, Verify};
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

impl Verify for Func {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let Some((inputs, results)) = self.signature(op) else { return Ok(()) };
        if !results.is_empty() {
            return Err(op.error("has results: a kernel writes its results to memory arguments"));
        }
        verify_arguments(op, inputs)?;
        verify_extent_arguments(op, inputs)?;
        verify_bounds(op)?;
        let Some(entry) = op.entry(0) else {
            return Err(op.error("has no body: a kernel needs a definition"));
        };
        sole_block(op, 0, Return)?;
        let body = op.body();
        let arguments: Vec<Type> = body.args(entry).map(|arg| body.ty(arg)).collect();
        if arguments != inputs {
            return Err(op.error("has an entry block whose arguments differ from its signature"));
        }
        verify_bound(body, inputs)?;
        parameters::verify(op)?;
        rules::verify(op)?;
        uniform::verify(op)
    }
}

fn verify_arguments(op: OpRef<'_>, inputs: &[Type]) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let accesses = access::read(ctx, op.slot(Func::ARG_ATTRS), inputs.len()).map_err(|(i, word)| {
        let words = Access::NAMES.join(", ");
        op.error(format_args!(
            "has the attribute kernel.access = \"{word}\" at argument #{i}: valid are {words}"
        ))
    })?;
    for (i, (ty, access)) in inputs.iter().zip(accesses).enumerate() {
        let memory = (MEMREF.check)(ctx, *ty);
        if !memory && !(SCALAR.check)(ctx, *ty) {
            let ty = type_to_string(ctx, *ty);
            return Err(op.error(format_args!(
                "has argument #{i} of type {ty}: kernels take row-major memrefs and scalars"
            )));
        }
        if !memory && access.writes() {
            return Err(op.error(format_args!(
                "declares a write to argument #{i}, a scalar: only memory can be \
                    written"
            )));
        }
    }
    Ok(())
}

/// Checks the size of clusters.
fn verify_cluster(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let large = op.slot(Func::LARGE_CLUSTERS).is_some();
    let Some(sizes) = op.slot(Func::CLUSTER_SIZE).and_then(|a| ctx.attr_i64s(a)) else {
        return match large {
            true => {
                Err(op.error("allows large clusters, but has no clusters: set cluster_size to their blocks"))
            }
            false => Ok(()),
        };
    };
    let count = sizes.len();
    if !(1..=3).contains(&count) {
        return Err(
            op.error(format_args!("has a cluster_size with {count} entries: a cluster has 1 to 3 axes"))
        );
    }
    if let Some(negative) = sizes.iter().find(|size| **size < 0) {
        return Err(
            op.error(format_args!("has a cluster_size of {negative} blocks: a cluster has at least 1"))
        );
    }
    let cluster = block_of(ctx, op.slot(Func::CLUSTER_SIZE)).unwrap_or_default();
    match cluster_fault(cluster, large) {
        Some(fault) => Err(op.error(format_args!("has a cluster_size of {fault}"))),
        None => Ok(()),
    }
}

/// Checks the block size and the launch bounds.
fn verify_bounds(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    if let Some(sizes) = op.slot(Func::BLOCK_SIZE).and_then(|a| ctx.attr_i64s(a)) {
        let count = sizes.len();
        if !(1..=3).contains(&count) {
            return Err(
                op.error(format_args!("has a block_size with {count} entries: a block has 1 to 3 axes"))
            );
        }
        let block = block_of(ctx, op.slot(Func::BLOCK_SIZE)).unwrap_or_default();
        if let Some(fault) = block_fault(block) {
            return Err(op.error(format_args!("has a block_size of {fault}")));
        }
    }
    verify_cluster(op)?;
    for (slot, name, most) in
        [(Func::MAX_THREADS, "max_threads", BLOCK_THREADS), (Func::MIN_BLOCKS, "min_blocks", 32)]
    {
        let given = op.slot(slot).and_then(|a| ctx.attr_int(a));
        if let Some(value) = given.filter(|value| !(1..=i128::from(most)).contains(value)) {
            return Err(
                op.error(format_args!("has the launch bound {name} = {value}: valid are 1 to {most}"))
            );
        }
    }
    Ok(())
}
