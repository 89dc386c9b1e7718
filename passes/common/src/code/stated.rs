//! The extents that a call checks, as an attribute of its function.

use rustc_hash::FxHashSet;
use tf_ir::body::Body;
use tf_ir::extent::Extent;

/// The attribute of a function with the extents that a call checks: proofs assume that they are neither
/// negative nor huge.
pub const EXTENTS: &str = "tf.extents";

/// Adds extents to those of the attribute; returns the number of new ones.
pub fn state(body: &mut Body, extents: Vec<Extent>) -> usize {
    let (root, ctx) = (body.root(), body.ctx().clone());
    let mut all = body.attr(root, EXTENTS).and_then(|a| ctx.attr_extents(a)).unwrap_or_default().to_vec();
    let before = all.len();
    let mut known: FxHashSet<Extent> = all.iter().cloned().collect();
    all.extend(extents.into_iter().filter(|extent| known.insert(extent.clone())));
    let new = all.len() - before;
    if new > 0 {
        body.set_attr(root, EXTENTS, ctx.extents_attr(&all));
    }
    new
}
