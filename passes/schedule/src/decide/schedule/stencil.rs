//! Unroll-and-jam for stencils on GPUs: a thread computes several points.
//!
//! Several adjacent points of a stencil read the same element. Points of a row are adjacent lanes of a warp,
//! which share it in the first cache; points of an outer axis are far apart. A thread with several of these
//! loads shared elements once and computes the indices once.

use tf_dialects::gpu::Gpu;
use tf_dialects::tensor::schedule::Plan;
use tf_dialects::tensor::{Access, Compute};
use tf_ir::affine::LinearForm;
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::walk::preorder;
use tf_passes_common::cost::figures::{GPU_SHORT_TOGETHER, GPU_TOGETHER};
use tf_passes_common::cost::work::Work;

/// A read whose subscripts are linear.
struct Read<'a> {
    source: Value,
    indices: Vec<Value>,
    extents: &'a [Extent],
    forms: Vec<LinearForm>,
}

/// The axis with several points per thread and their count, if these points share reads and there are still
/// enough threads.
pub(super) fn choose(body: &Body, compute: Op, work: &Work, plan: &Plan, gpu: &Gpu) -> Option<(usize, i64)> {
    let rank = plan.order.len();
    let is_free = plan.teams.is_empty() && plan.vectors.is_empty() && work.folds.is_empty();
    let is_plain = plan.grid.is_some() && plan.parallel == rank && work.independent.iter().all(|axis| *axis);
    let code = work.arithmetic.len() + work.accesses.len();
    if !is_free || !is_plain || work.diverges || code > GPU_SHORT_TOGETHER || rank < 2 {
        return None;
    }
    let known = work.constant.iter().all(|constant| *constant);
    if known && work.points() < GPU_TOGETHER as f64 * gpu.resident() as f64 {
        return None;
    }
    let (reads, indices) = (reads(body, compute), body.view(compute, Compute).indices());
    let long = |axis: &usize| !work.constant[*axis] || work.extents[*axis] >= GPU_TOGETHER as f64;
    // The points of the last axis are adjacent lanes already.
    let axes = plan.order[..rank - 1].iter().copied().filter(long);
    let shared = axes.map(|axis| (axis, shared(&reads, indices[axis])));
    let (axis, _) = shared.filter(|(_, shared)| *shared > 0).max_by_key(|(_, shared)| *shared)?;
    Some((axis, GPU_TOGETHER))
}

/// The reads of a compute with linear subscripts.
fn reads(body: &Body, compute: Op) -> Vec<Read<'_>> {
    let accesses = preorder(body).into_iter().filter(|op| body.encloses(compute, *op) && *op != compute);
    let reads = accesses.filter_map(|op| Access::of(body.op(op)).filter(|access| !access.is_write));
    reads
        .filter_map(|access| {
            let forms = access.map.linear_forms()?;
            Some(Read {
                source: access.source,
                indices: access.indices.to_vec(),
                extents: access.extents,
                forms,
            })
        })
        .collect()
}

/// The count of a point's reads that another point shares, less than [`GPU_TOGETHER`] later along the axis of
/// an index.
fn shared(reads: &[Read<'_>], index: Value) -> usize {
    let is_shared = |read: &&Read<'_>| reads.iter().any(|other| is_of_later(read, other, index));
    reads.iter().filter(is_shared).count()
}

/// True if a read and another one, of a later point of the same thread, have the same element.
fn is_of_later(read: &Read<'_>, other: &Read<'_>, index: Value) -> bool {
    if read.source != other.source || read.indices != other.indices || read.extents != other.extents {
        return false;
    }
    let moves = |form: &LinearForm| -> i64 {
        let own = read.indices.iter().zip(&form.dims).filter(|(value, _)| **value == index);
        own.map(|(_, stride)| *stride).sum()
    };
    let differ = |distance: i64| {
        read.forms.iter().zip(&other.forms).all(|(a, b)| {
            let same = a.dims == b.dims && a.symbols == b.symbols;
            let far = b.constant.checked_sub(a.constant);
            same && moves(a).checked_mul(distance).is_some_and(|moved| far == Some(moved))
        })
    };
    read.forms.iter().any(|form| moves(form) != 0) && (1..GPU_TOGETHER).any(differ)
}
