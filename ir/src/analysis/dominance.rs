//! SSA dominance within a body: block dominators per region (Cooper, Harvey and Kennedy, "A Simple, Fast
//! Dominance Algorithm", 2001), order labels within a block, and nesting.

use crate::body::{Block, Body, Def, Op, Region, Value};
use crate::registry::Traits;
use rustc_hash::FxHashMap;

/// Dominator trees of the multi-block regions of a body, computed on demand. Valid until blocks or successors
/// change; order within blocks may change freely.
#[derive(Default)]
pub struct Dominance {
    regions: FxHashMap<Region, Tree>,
}

/// Immediate dominators; unreachable blocks are absent.
struct Tree {
    idom: FxHashMap<Block, Block>,
    number: FxHashMap<Block, usize>,
}

impl Dominance {
    /// Nothing computed yet.
    pub fn new() -> Dominance {
        Dominance::default()
    }

    /// True if `value` is available to the operands of `user`: defined before it on every path, in its block,
    /// a dominating block, or an enclosing region.
    pub fn value_reaches(&mut self, body: &Body, value: Value, user: Op) -> bool {
        let Some(def_block) = body.def_block(value) else { return false };
        // The ancestor of `user` that is in the same region as the definition.
        let Some(home) = body.region_of(def_block) else { return false };
        let mut at = user;
        loop {
            let Some(block) = body.block_of(at) else { return false };
            if body.region_of(block) == Some(home) {
                return self.reaches_in_region(body, value, def_block, at, block);
            }
            match body.block_owner(block) {
                Some(owner) => at = owner,
                None => return false,
            }
        }
    }

    fn reaches_in_region(
        &mut self,
        body: &Body,
        value: Value,
        def_block: Block,
        at: Op,
        block: Block,
    ) -> bool {
        if def_block != block {
            return self.block_dominates(body, def_block, block) || graph_region(body, block);
        }
        match body.def(value) {
            Def::Argument(..) => true,
            Def::Result(def, _) if def == at => graph_region(body, block),
            Def::Result(def, _) => body.is_before(def, at) || graph_region(body, block),
        }
    }

    /// The reachable blocks of a region in preorder of the dominator tree, each with its depth: a block
    /// dominates the deeper blocks that directly follow it.
    pub fn preorder(&mut self, body: &Body, region: Region) -> Vec<(Block, usize)> {
        let tree = self.regions.entry(region).or_insert_with(|| Tree::compute(body, region));
        let mut order: Vec<(Block, usize)> = tree.number.iter().map(|(b, n)| (*b, *n)).collect();
        order.sort_unstable_by_key(|(_, number)| *number);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (block, number) in order.iter().skip(1) {
            children[tree.number[&tree.idom[block]]].push(*number);
        }
        let mut out = Vec::with_capacity(order.len());
        let mut stack: Vec<(usize, usize)> = if order.is_empty() { Vec::new() } else { vec![(0, 0)] };
        while let Some((number, depth)) = stack.pop() {
            out.push((order[number].0, depth));
            stack.extend(children[number].iter().rev().map(|child| (*child, depth + 1)));
        }
        out
    }

    /// True if every path to `b` goes through `a`; both in one region. All blocks dominate an unreachable
    /// one.
    pub fn block_dominates(&mut self, body: &Body, a: Block, b: Block) -> bool {
        if a == b {
            return true;
        }
        let Some(region) = body.region_of(b) else { return false };
        let tree = self.regions.entry(region).or_insert_with(|| Tree::compute(body, region));
        if !tree.number.contains_key(&b) {
            return true;
        }
        let Some(target) = tree.number.get(&a).copied() else { return false };
        let mut at = b;
        while tree.number[&at] > target {
            at = tree.idom[&at];
        }
        at == a
    }
}

fn graph_region(body: &Body, block: Block) -> bool {
    body.block_owner(block).is_some_and(|op| {
        let info = body.info(op);
        info.has(Traits::GRAPH_REGION)
    })
}

impl Tree {
    fn compute(body: &Body, region: Region) -> Tree {
        let order = reverse_postorder(body, region);
        let number: FxHashMap<Block, usize> = order.iter().enumerate().map(|(i, b)| (*b, i)).collect();
        let mut preds: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (i, block) in order.iter().enumerate() {
            let Some(last) = body.last(*block) else { continue };
            for successor in body.successors(last) {
                if let Some(to) = number.get(&successor) {
                    preds[*to].push(i);
                }
            }
        }
        let idom = immediate_dominators(&preds);
        let pairs = order.iter().enumerate().map(|(i, b)| (*b, order[idom[i]]));
        Tree { idom: pairs.collect(), number }
    }
}

/// `preds[i]` as indices in reverse postorder; the entry is 0.
fn immediate_dominators(preds: &[Vec<usize>]) -> Vec<usize> {
    const UNSET: usize = usize::MAX;
    let mut idom = vec![UNSET; preds.len()];
    if let Some(first) = idom.first_mut() {
        *first = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for i in 1..preds.len() {
            let mut known = preds[i].iter().copied().filter(|p| idom[*p] != UNSET);
            let Some(mut new) = known.next() else { continue };
            for p in known {
                let (mut a, mut b) = (p, new);
                while a != b {
                    while a > b {
                        a = idom[a];
                    }
                    while b > a {
                        b = idom[b];
                    }
                }
                new = a;
            }
            if idom[i] != new {
                idom[i] = new;
                changed = true;
            }
        }
    }
    idom
}

/// The reachable blocks of a region in reverse postorder; iterative, so deep graphs do not overflow the
/// stack.
pub fn reverse_postorder(body: &Body, region: Region) -> Vec<Block> {
    let Some(entry) = body.entry(region) else { return Vec::new() };
    let mut seen = rustc_hash::FxHashSet::default();
    let mut out = Vec::new();
    let mut stack = vec![(entry, 0usize)];
    seen.insert(entry);
    while let Some((block, next)) = stack.pop() {
        let successor = body.last(block).and_then(|op| body.successors(op).nth(next));
        match successor {
            Some(to) => {
                stack.push((block, next + 1));
                if seen.insert(to) {
                    stack.push((to, 0));
                }
            }
            None => out.push(block),
        }
    }
    out.reverse();
    out
}
