//! Structural equivalence of ops, for value numbering: hashing and comparing ops without regard to their
//! location.

use crate::body::{Block, Body, Op, Region, Value};
use crate::registry::{OpInfo, Traits};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A hash that is equal for [`equivalent`] ops of one body.
pub fn hash_op(body: &Body, op: Op) -> u64 {
    let mut hasher = FxHasher::default();
    let mut inside = FxHashMap::default();
    for region in body.regions(op) {
        number_values(body, region, &mut inside);
    }
    hash_into(body, op, body.info(op), &inside, &mut hasher);
    hasher.finish()
}

/// Assigns indices to the values that a region defines, in order: equal code gets equal indices.
fn number_values(body: &Body, region: Region, inside: &mut FxHashMap<Value, u32>) {
    let number = |inside: &mut FxHashMap<Value, u32>, value| {
        let next = inside.len() as u32;
        inside.insert(value, next);
    };
    for block in body.blocks(region) {
        body.args(block).for_each(|arg| number(inside, arg));
        for op in body.ops(block) {
            body.results(op).for_each(|result| number(inside, result));
            body.regions(op).for_each(|inner| number_values(body, inner, inside));
        }
    }
}

/// Hashes name, attributes, result types and operands. Operands defined inside of the compared code hash by
/// their index, others by identity, so that ops whose regions use different outer values differ.
fn hash_into(body: &Body, op: Op, info: &OpInfo, inside: &FxHashMap<Value, u32>, h: &mut FxHasher) {
    body.name(op).hash(h);
    for i in 0..info.attrs.len() {
        body.slot(op, i).hash(h);
    }
    // The order of discardable attributes does not matter.
    let extra = body.discardable(op).map(|pair| crate::intern::hash_of(&pair)).fold(0, u64::wrapping_add);
    h.write_u64(extra);
    body.results(op).for_each(|v| body.ty(v).hash(h));
    let key = |v: Value| inside.get(&v).map_or((1, v.index() as u32), |number| (0, *number));
    match body.operand_count(op) {
        2 if info.has(Traits::COMMUTATIVE) => {
            let (a, b) = (key(body.operand(op, 0)), key(body.operand(op, 1)));
            (a.min(b), a.max(b)).hash(h);
        }
        _ => body.operands(op).for_each(|v| key(v).hash(h)),
    }
    for region in body.regions(op) {
        for block in body.blocks(region) {
            h.write_u8(1);
            body.args(block).for_each(|v| body.ty(v).hash(h));
            body.ops(block).for_each(|inner| hash_into(body, inner, body.info(inner), inside, h));
        }
    }
}

/// True if both ops have the same name, attributes, types and operands (in any order for commutative ops of
/// two operands) and the same code in their regions.
pub fn equivalent(body: &Body, a: Op, b: Op) -> bool {
    if !same_head(body, a, b) {
        return false;
    }
    if body.regions(a).len() == 0 {
        return same_operands(body, a, b, |v, w| v == w);
    }
    Comparison { body, map: FxHashMap::default(), blocks: FxHashMap::default() }.op(a, b)
}

/// Compares everything but operands and the code in regions.
fn same_head(body: &Body, a: Op, b: Op) -> bool {
    body.name(a) == body.name(b)
        && body.operand_count(a) == body.operand_count(b)
        && body.child(a).is_none()
        && body.child(b).is_none()
        && body.regions(a).len() == body.regions(b).len()
        && (0..body.info(a).attrs.len()).all(|i| body.slot(a, i) == body.slot(b, i))
        && same_discardable(body, a, b)
        && body.results(a).len() == body.results(b).len()
        && body.results(a).zip(body.results(b)).all(|(v, w)| body.ty(v) == body.ty(w))
}

fn same_discardable(body: &Body, a: Op, b: Op) -> bool {
    if body.discardable(a).eq(body.discardable(b)) {
        return true;
    }
    body.discardable(a).count() == body.discardable(b).count()
        && body.discardable(a).all(|pair| body.discardable(b).any(|other| other == pair))
}

fn same_operands(body: &Body, a: Op, b: Op, same: impl Fn(Value, Value) -> bool) -> bool {
    if body.operands(a).zip(body.operands(b)).all(|(v, w)| same(v, w)) {
        return true;
    }
    body.operand_count(a) == 2
        && body.has(a, Traits::COMMUTATIVE)
        && same(body.operand(a, 0), body.operand(b, 1))
        && same(body.operand(a, 1), body.operand(b, 0))
}

/// Compares code inside regions, mapping values defined on the left to those defined on the right.
struct Comparison<'a> {
    body: &'a Body,
    map: FxHashMap<Value, Value>,
    blocks: FxHashMap<Block, Block>,
}

impl Comparison<'_> {
    fn op(&mut self, a: Op, b: Op) -> bool {
        let body = self.body;
        let same = |v: Value, w: Value| self.map.get(&v).copied().unwrap_or(v) == w;
        if !same_head(body, a, b) || !same_operands(body, a, b, same) {
            return false;
        }
        self.map.extend(body.results(a).zip(body.results(b)));
        let blocks = &self.blocks;
        let successors = |op| body.successors(op);
        if successors(a).len() != successors(b).len()
            || !successors(a).zip(successors(b)).all(|(x, y)| blocks.get(&x) == Some(&y))
        {
            return false;
        }
        body.regions(a).zip(body.regions(b)).all(|(x, y)| self.region(x, y))
    }

    fn region(&mut self, a: Region, b: Region) -> bool {
        let body = self.body;
        let pairs: Vec<(Block, Block)> = body.blocks(a).zip(body.blocks(b)).collect();
        if pairs.len() != body.blocks(a).count() || pairs.len() != body.blocks(b).count() {
            return false;
        }
        self.blocks.extend(pairs.iter().copied());
        pairs.iter().all(|(x, y)| self.block(*x, *y))
    }

    fn block(&mut self, a: Block, b: Block) -> bool {
        let body = self.body;
        let types = |block| body.args(block).map(|v| body.ty(v));
        if !types(a).eq(types(b)) {
            return false;
        }
        self.map.extend(body.args(a).zip(body.args(b)));
        let (mut left, mut right) = (body.ops(a), body.ops(b));
        loop {
            match (left.next(), right.next()) {
                (None, None) => return true,
                (Some(x), Some(y)) if self.op(x, y) => {}
                _ => return false,
            }
        }
    }
}
