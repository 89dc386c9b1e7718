//! `cse`, common subexpression elimination: an equivalent dominating op replaces an op.
//!
//! One hash table per body, scoped by the dominator tree: entries of a block are undone when the walk leaves
//! its subtree. Reads are merged while no write comes between them.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_ir::body::{Block, Body, Op, Region, Value};
use tf_ir::dominance::Dominance;
use tf_ir::effects::{is_dead, visit_effects};
use tf_ir::equivalence::{equivalent, hash_op};
use tf_ir::interfaces::Effect;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "cse",
    title: "CSE",
    summary: "Eliminate common sub-expressions",
    docs: "Replaces a pure op by an op that dominates it and has the same name, attributes, operands (in any order \
           for commutative ops), result types and regions. Ops that only read memory are merged within a block as \
           long as nothing writes in between. Dead ops are erased on the way. Locations are not compared; the first \
           op's stays.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-cse'd", help: "Number of operations CSE'd" },
        StatSpec { name: "num-dce'd", help: "Number of operations DCE'd" },
    ],
    rules: &[
        RuleSpec { name: "dead", help: "erases dead ops on the way" },
        RuleSpec { name: "merge", help: "replaces an op by an equal one before it" },
    ],
    growth: Growth::copying("a value that was stored twice is stored once, and copied"),
    make: |_| Ok(Box::new(Cse)),
};

struct Cse;

impl Pass for Cse {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut dominance = std::mem::take(cx.analysis::<Dominance>(body));
        let mut walk = Walk::new(&mut dominance, Some(cx));
        walk.inside(body, body.root());
        let (merged, dead) = (walk.merged, walk.dead);
        *cx.analysis::<Dominance>(body) = dominance;
        // Blocks and their successors are unchanged.
        cx.preserve::<Dominance>();
        cx.count("num-cse'd", merged);
        cx.count("num-dce'd", dead);
        Ok(Changed::from(merged + dead > 0))
    }
}

/// Runs inside one op, for passes that have inserted code there.
pub fn inside(body: &mut Body, op: Op) {
    Walk::new(&mut Dominance::new(), None).inside(body, op);
}

/// A change of the table, to be undone when its scope ends.
struct Undo {
    hash: u64,
    op: Op,
    /// The entry before.
    previous: Option<Op>,
}

struct Walk<'a, 'c> {
    dominance: &'a mut Dominance,
    /// Limits the rules; without it, all apply.
    cx: Option<&'a PassContext<'c>>,
    /// Ops with their hashes: hashing an op with regions takes time proportional to its size.
    known: HashTable<(u64, Op)>,
    undo: Vec<Undo>,
    /// The block of each read, and the number of writes before it.
    reads: FxHashMap<Op, (Block, u64)>,
    writes: u64,
    merged: u64,
    dead: u64,
}

impl<'a, 'c> Walk<'a, 'c> {
    fn new(dominance: &'a mut Dominance, cx: Option<&'a PassContext<'c>>) -> Walk<'a, 'c> {
        Walk {
            dominance,
            cx,
            known: HashTable::new(),
            undo: Vec::new(),
            reads: FxHashMap::default(),
            writes: 0,
            merged: 0,
            dead: 0,
        }
    }

    fn inside(&mut self, body: &mut Body, op: Op) {
        let regions: Vec<Region> = body.regions(op).collect();
        for region in regions {
            self.region(body, region);
        }
    }

    fn may(&self, rule: &str) -> bool {
        self.cx.is_none_or(|cx| cx.allows(rule) && cx.may_rewrite())
    }

    fn region(&mut self, body: &mut Body, region: Region) {
        let Some(entry) = body.entry(region) else { return };
        let start = self.undo.len();
        if body.next_block(entry).is_none() {
            self.block(body, entry);
        } else {
            self.blocks(body, region);
        }
        self.leave(start);
    }

    /// The blocks of a region along its dominator tree.
    fn blocks(&mut self, body: &mut Body, region: Region) {
        let order = self.dominance.preorder(body, region);
        // `scopes[d]`: the length of `undo` when the current block of depth d was entered.
        let mut scopes: Vec<usize> = Vec::new();
        for (block, depth) in order {
            if let Some(start) = scopes.get(depth) {
                self.leave(*start);
            }
            scopes.truncate(depth);
            scopes.push(self.undo.len());
            self.block(body, block);
        }
    }

    fn leave(&mut self, start: usize) {
        for Undo { hash, op, previous } in self.undo.drain(start..).rev() {
            if let Ok(mut entry) = self.known.find_entry(hash, |known| known.1 == op) {
                match previous {
                    Some(previous) => entry.get_mut().1 = previous,
                    None => drop(entry.remove()),
                }
            }
        }
    }

    fn block(&mut self, body: &mut Body, block: Block) {
        let mut next = body.first(block);
        while let Some(op) = next {
            next = body.next(op);
            self.op(body, op, block);
        }
    }

    fn op(&mut self, body: &mut Body, op: Op, block: Block) {
        if body.results_unused(op) && is_dead(body, op) {
            if self.may("dead") {
                body.erase(op);
                self.dead += 1;
            }
            return;
        }
        let pure = body.has(op, Traits::PURE);
        let (reads, writes) = if pure { (false, false) } else { effects(body, op) };
        if body.regions(op).len() > 0 {
            self.writes += u64::from(writes);
            self.inside(body, op);
        }
        if writes {
            self.writes += 1;
        } else if !body.has(op, Traits::TERMINATOR) && body.child(op).is_none() {
            self.merge(body, op, block, reads);
        }
    }

    /// Replaces `op` by an equivalent one, or adds it to the table.
    fn merge(&mut self, body: &mut Body, op: Op, block: Block, reads: bool) {
        let hash = hash_op(body, op);
        let place = (block, self.writes);
        let equal = |known: &(u64, Op)| known.0 == hash && equivalent(body, known.1, op);
        let known = match self.known.entry(hash, equal, |known| known.0) {
            Entry::Vacant(vacant) => {
                vacant.insert((hash, op));
                return self.remember(hash, op, None, reads.then_some(place));
            }
            Entry::Occupied(entry) if reads && self.reads.get(&entry.get().1) != Some(&place) => {
                // A write may come between: later reads are compared with this one.
                let previous = std::mem::replace(&mut entry.into_mut().1, op);
                return self.remember(hash, op, Some(previous), Some(place));
            }
            Entry::Occupied(entry) => entry.get().1,
        };
        if self.may("merge") {
            let results: SmallVec<[Value; 4]> = body.results(known).collect();
            body.replace(op, &results);
            self.merged += 1;
        }
    }

    fn remember(&mut self, hash: u64, op: Op, previous: Option<Op>, place: Option<(Block, u64)>) {
        self.undo.push(Undo { hash, op, previous });
        if let Some(place) = place {
            self.reads.insert(op, place);
        }
    }
}

/// True if an op reads memory, and true if it has other or unknown effects.
fn effects(body: &Body, op: Op) -> (bool, bool) {
    let mut reads = false;
    let known = visit_effects(body, op, &mut |effect| {
        reads |= matches!(effect, Effect::Read(_));
        matches!(effect, Effect::Read(_))
    });
    (reads, !known)
}
