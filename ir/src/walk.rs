//! Walking ops: pre-order and post-order within a body, and over the tree of bodies.

use crate::body::{Body, Op};

/// Visits `op` and everything in its regions, parents first. Child bodies are not entered.
pub fn walk(body: &Body, op: Op, visit: &mut impl FnMut(&Body, Op)) {
    visit(body, op);
    for region in body.regions(op) {
        for block in body.blocks(region) {
            for inner in body.ops(block) {
                walk(body, inner, visit);
            }
        }
    }
}

/// All ops of a body below its root, parents before what is inside them.
pub fn preorder(body: &Body) -> Vec<Op> {
    let mut ops = Vec::new();
    walk(body, body.root(), &mut |_, op| ops.push(op));
    ops.remove(0);
    ops
}

/// All ops of a body below its root, what is inside an op before the op.
pub fn postorder(body: &Body) -> Vec<Op> {
    fn go(body: &Body, op: Op, out: &mut Vec<Op>) {
        for region in body.regions(op) {
            for block in body.blocks(region) {
                for inner in body.ops(block) {
                    go(body, inner, out);
                    out.push(inner);
                }
            }
        }
    }
    let mut ops = Vec::new();
    go(body, body.root(), &mut ops);
    ops
}

/// Visits a body and the bodies nested in it, parents first.
pub fn walk_bodies(body: &Body, visit: &mut impl FnMut(&Body)) {
    visit(body);
    for op in body.child_ops() {
        if let Some(child) = body.child(op) {
            walk_bodies(child, visit);
        }
    }
}

/// Visits a body and the bodies nested in it, parents first, mutably.
pub fn walk_bodies_mut(body: &mut Body, visit: &mut impl FnMut(&mut Body)) {
    visit(body);
    for op in body.child_ops() {
        if let Some(child) = body.child_mut(op) {
            walk_bodies_mut(child, visit);
        }
    }
}

/// Number of ops in a body and the bodies nested in it, the root included.
pub fn count_ops(body: &Body) -> usize {
    let mut count = 0;
    walk_bodies(body, &mut |b| {
        walk(b, b.root(), &mut |inner, op| count += usize::from(inner.child(op).is_none()))
    });
    count
}
