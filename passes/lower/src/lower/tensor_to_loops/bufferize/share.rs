//! Buffer sharing by liveness: temporaries whose live ranges do not overlap get one allocation.
//!
//! All buffers are allocated at the start of the function, so that loops allocate nothing. The home stage of
//! a temporary is the innermost block of the program's control flow that contains all its uses (nests are
//! single ops of a stage). It is live from the first to the last op of this stage that touches it. Tensors
//! are values, so each run of the stage recomputes its content: of two temporaries of one type, the later
//! reuses the earlier one's buffer if that is dead by then. In outer stages, a temporary is live during the
//! op that contains its stage. Buffers that loops pass on are never shared.

use rustc_hash::FxHashMap;
use tf_dialects::mem::Alloc;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::registry::Traits;
use tf_ir::types::Type;

/// A buffer and its live range, as positions of ops in a stage.
struct LiveRange {
    buffer: Value,
    ty: Type,
    first: usize,
    last: usize,
}

/// Merges buffers; returns how many were removed. `stages` are the blocks of control flow, `entry` is the
/// outermost.
pub fn share(body: &mut Body, entry: Block, stages: &[Block]) -> u64 {
    let depth = |body: &Body, block: Block| {
        let parents = std::iter::successors(body.block_owner(block), |op| body.parent_op(*op));
        parents.count()
    };
    let mut order: Vec<Block> = stages.to_vec();
    // Inner stages first; those of one depth in program order.
    order.sort_by_key(|block| std::cmp::Reverse(depth(body, *block)));
    let mut at_home: FxHashMap<Block, Vec<Value>> = FxHashMap::default();
    for buffer in buffers(body, entry) {
        if let Some(home) = home(body, buffer, stages) {
            at_home.entry(home).or_default().push(buffer);
        }
    }
    let mut gone = 0;
    for stage in order {
        let lives = lives(body, stage, at_home.remove(&stage).unwrap_or_default());
        let before = lives.len();
        let left = merge(body, lives);
        gone += before - left.len();
        if stage != entry
            && let Some(outer) = around(body, stage, stages)
        {
            at_home.entry(outer).or_default().extend(left);
        }
    }
    gone as u64
}

/// The allocations of the function.
pub(super) fn buffers(body: &Body, entry: Block) -> Vec<Value> {
    let allocations = body.ops(entry).filter(|op| body.is(*op, Alloc));
    allocations.map(|op| body.result(op, 0)).collect()
}

/// The innermost stage that contains all uses of a buffer; `None` if there are none, or if a loop passes it
/// on.
pub(super) fn home(body: &Body, buffer: Value, stages: &[Block]) -> Option<Block> {
    let mut home: Option<Block> = None;
    for user in body.uses(buffer) {
        if may_alias(body, user.op) {
            return None;
        }
        let own = stage_of(body, body.block_of(user.op)?, stages)?;
        home = Some(match home {
            Some(home) => common(body, home, own, stages)?,
            None => own,
        });
    }
    home
}

/// True for an op that may alias its operands: terminators, ops with regions, and ops with memref results.
pub(super) fn may_alias(body: &Body, op: Op) -> bool {
    let ctx = body.ctx();
    body.has(op, Traits::TERMINATOR)
        || body.regions(op).len() > 0
        || body.results(op).any(|r| ctx.dims(body.ty(r)).is_some())
}

/// The innermost stage that is `block` or encloses it.
fn stage_of(body: &Body, block: Block, stages: &[Block]) -> Option<Block> {
    let mut at = block;
    while !stages.contains(&at) {
        at = body.block_of(body.block_owner(at)?)?;
    }
    Some(at)
}

/// The innermost stage around another one.
fn around(body: &Body, stage: Block, stages: &[Block]) -> Option<Block> {
    stage_of(body, body.block_of(body.block_owner(stage)?)?, stages)
}

/// The innermost stage around both.
fn common(body: &Body, a: Block, b: Block, stages: &[Block]) -> Option<Block> {
    let mut outer = a;
    loop {
        if op_in(body, outer, b).is_some() || outer == b {
            return Some(outer);
        }
        outer = around(body, outer, stages)?;
    }
}

/// The op of `stage` that contains a block.
pub(super) fn op_in(body: &Body, stage: Block, block: Block) -> Option<Op> {
    let mut op = body.block_owner(block)?;
    while body.block_of(op)? != stage {
        op = body.parent_op(op)?;
    }
    Some(op)
}

/// The live ranges of a stage's buffers, in order of their first use.
fn lives(body: &Body, stage: Block, buffers: Vec<Value>) -> Vec<LiveRange> {
    let places: FxHashMap<Op, usize> = body.ops(stage).zip(0..).collect();
    let place = |user: Op| {
        let block = body.block_of(user)?;
        let op = if block == stage { user } else { op_in(body, stage, block)? };
        places.get(&op).copied()
    };
    let mut lives: Vec<LiveRange> = Vec::new();
    for buffer in buffers {
        let used: Option<Vec<usize>> = body.uses(buffer).map(|user| place(user.op)).collect();
        let Some(used) = used else { continue };
        let (Some(first), Some(last)) = (used.iter().min(), used.iter().max()) else { continue };
        lives.push(LiveRange { buffer, ty: body.ty(buffer), first: *first, last: *last });
    }
    lives.sort_by_key(|life| life.first);
    lives
}

/// Merges buffers with disjoint live ranges; returns the buffers that remain.
fn merge(body: &mut Body, lives: Vec<LiveRange>) -> Vec<Value> {
    let mut left: Vec<LiveRange> = Vec::new();
    for life in lives {
        let free = left.iter_mut().filter(|known| known.ty == life.ty && known.last < life.first);
        // The most recently used buffer: most likely still in cache.
        let Some(known) = free.max_by_key(|known| known.last) else {
            left.push(life);
            continue;
        };
        known.last = life.last;
        body.replace_uses(life.buffer, known.buffer);
        if let Some(allocation) = body.def_op(life.buffer) {
            body.erase(allocation);
        }
    }
    left.into_iter().map(|life| life.buffer).collect()
}
