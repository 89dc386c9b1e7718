//! A fingerprint of a body: equal before and after a pass that changed nothing.

use crate::body::{Body, Op};
use crate::walk::walk_bodies;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// A hash over everything in a body and the bodies inside it: ops, order, operands, types, attributes,
/// locations. Valid within a process and as long as the body is not compacted.
pub fn fingerprint(body: &Body) -> u64 {
    let mut hasher = FxHasher::default();
    walk_bodies(body, &mut |inner| hash_op(inner, inner.root(), &mut hasher));
    hasher.finish()
}

fn hash_op(body: &Body, op: Op, h: &mut FxHasher) {
    (op, body.name(op), body.loc(op)).hash(h);
    body.operands(op).for_each(|v| v.hash(h));
    h.write_u8(1);
    body.results(op).for_each(|v| (v, body.ty(v)).hash(h));
    h.write_u8(2);
    if body.child(op).is_some() {
        return;
    }
    body.inherent(op).for_each(|(name, value)| (name, value).hash(h));
    body.discardable(op).for_each(|pair| pair.hash(h));
    h.write_u8(3);
    body.successors(op).for_each(|b| b.hash(h));
    for region in body.regions(op) {
        h.write_u8(4);
        for block in body.blocks(region) {
            (5u8, block).hash(h);
            body.args(block).for_each(|v| (v, body.ty(v)).hash(h));
            body.ops(block).for_each(|inner| hash_op(body, inner, h));
        }
    }
}
