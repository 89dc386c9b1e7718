//! Pads the rows of a copy to spread them over the sets of a cache.
//!
//! Lanes read one column of a copy, row after row. If rows are a multiple of [`SAME_SET`] bytes, these
//! elements share a few sets of a cache and evict each other. One more cache line per row gives them
//! different sets; nothing reads the padding.

use tf_dialects::target::Target;
use tf_dialects::tensor::{Access, Policy, set_policy};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::cost::figures::{MOST_POINTS, SAME_SET};

/// The extents of a copy with padded rows; `None` if they need no padding, or are not constant.
pub(super) fn spread(body: &Body, extents: &[Extent], element: Type) -> Option<Vec<Extent>> {
    let [others @ .., rows, row] = extents else { return None };
    let (count, length) = rows.as_const().zip(row.as_const())?;
    let element_bytes = i64::from(body.ctx().scalar_width(element)?.max(8) / 8);
    let bytes = length.checked_mul(element_bytes)?;
    let meet = count > MOST_POINTS && bytes > 0 && bytes % SAME_SET == 0;
    let line = i64::from(Target::of(body).caches.line_bytes);
    let longer = length.checked_add((line / element_bytes).max(1)).filter(|_| meet)?;
    Some([others, &[rows.clone(), Extent::constant(longer)]].concat())
}

/// True if code may run for an index past the end of a row: only subscripts of reads use it, and these can be
/// clamped.
pub(super) fn only_places_reads(body: &Body, ops: &[Op], index: Value) -> bool {
    ops.iter().all(|op| {
        let as_value = body.operands(*op).filter(|operand| *operand == index).count();
        match Access::of_read(body.op(*op)) {
            Some(read) => {
                read.policy == Policy::Assumed
                    && as_value == read.indices.iter().filter(|i| **i == index).count()
            }
            None => as_value == 0,
        }
    })
}

/// Clamps a copied read, which may be past the end of a row.
pub(super) fn clamp(body: &mut Body, op: Op) {
    if Access::of_read(body.op(op)).is_some_and(|read| read.policy == Policy::Assumed) {
        set_policy(body, op, Policy::Clamp);
    }
}
