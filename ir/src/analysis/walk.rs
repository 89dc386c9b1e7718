//! Op traversal: pre-order and post-order within a body, and over the tree of bodies.

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

/// All ops of a body below its root, parents before nested ops.
pub fn preorder(body: &Body) -> Vec<Op> {
    let mut ops = Vec::new();
    walk(body, body.root(), &mut |_, op| ops.push(op));
    ops.remove(0);
    ops
}

/// All ops of a body below its root, nested ops before their parents.
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

/// The limit on the nesting of regions in a body: traversals of the IR recurse on them.
pub const MAX_NESTING: usize = 512;

/// The op whose regions are nested deepest in a body or one inside it, and its depth: 1 for ops of a function
/// whose regions hold none. It does not recurse.
pub fn deepest(body: &Body) -> (usize, Option<(&Body, Op)>) {
    let (mut depth, mut found) = (0, None);
    let mut bodies = vec![body];
    while let Some(body) = bodies.pop() {
        let mut pending = vec![(body.root(), 0)];
        while let Some((op, at)) = pending.pop() {
            if at > depth {
                (depth, found) = (at, Some((body, op)));
            }
            for region in body.regions(op) {
                for inner in body.blocks(region).flat_map(|block| body.ops(block)) {
                    if body.regions(inner).len() > 0 {
                        pending.push((inner, at + 1));
                    }
                    bodies.extend(body.child(inner));
                }
            }
        }
    }
    (depth, found)
}

/// Number of ops in a body and the bodies nested in it, the root included.
pub fn count_ops(body: &Body) -> usize {
    let mut count = 0;
    walk_bodies(body, &mut |b| {
        walk(b, b.root(), &mut |inner, op| count += usize::from(inner.child(op).is_none()))
    });
    count
}
