//! Buffer sharing by liveness: temporaries whose live ranges do not overlap get one allocation.
//!
//! All buffers are allocated where the function starts, so that loops do not grow anything. A temporary is alive from the first op
//! of its stage that touches it to the last: the innermost block of the program's control flow that holds all its uses
//! (nests are ops of a stage, whatever loops they consist of). What it holds was computed in the same run of the stage, as tensors
//! are values; so of two of one type, the later takes the earlier one's buffer if that is dead by then. Around its stage, a
//! temporary is alive while the op is that holds the stage. Buffers that loops hand on stay their own.

use rustc_hash::FxHashMap;
use tf_dialects::mem::Alloc;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::registry::Traits;
use tf_ir::types::Type;

/// A buffer and the ops of a stage between which it is alive, by position.
struct Life {
    buffer: Value,
    ty: Type,
    first: usize,
    last: usize,
}

/// Merges buffers; gives how many are gone. `stages` are the blocks of control flow, `entry` is the outermost.
pub fn share(body: &mut Body, entry: Block, stages: &[Block]) -> u64 {
    let depth = |body: &Body, block: Block| {
        let parents = std::iter::successors(body.block_owner(block), |op| body.parent_op(*op));
        parents.count()
    };
    let mut order: Vec<Block> = stages.to_vec();
    // Inner stages first; those of one depth as they come.
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

/// What the function allocates.
pub(super) fn buffers(body: &Body, entry: Block) -> Vec<Value> {
    let allocations = body.ops(entry).filter(|op| body.is(*op, Alloc));
    allocations.map(|op| body.result(op, 0)).collect()
}

/// The innermost stage that holds all uses of a buffer; `None` if it has none, or if a loop hands it on.
pub(super) fn home(body: &Body, buffer: Value, stages: &[Block]) -> Option<Block> {
    let mut home: Option<Block> = None;
    for user in body.uses(buffer) {
        if hands_on(body, user.op) {
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

/// True for an op whose operands live on under other names.
pub(super) fn hands_on(body: &Body, op: Op) -> bool {
    let ctx = body.ctx();
    body.has(op, Traits::TERMINATOR)
        || body.regions(op).len() > 0
        || body.results(op).any(|r| ctx.dims(body.ty(r)).is_some())
}

/// The innermost stage that is `block` or around it.
fn stage_of(body: &Body, block: Block, stages: &[Block]) -> Option<Block> {
    let mut at = block;
    while !stages.contains(&at) {
        at = body.block_of(body.block_owner(at)?)?;
    }
    Some(at)
}

/// The innermost stage around another.
fn around(body: &Body, stage: Block, stages: &[Block]) -> Option<Block> {
    stage_of(body, body.block_of(body.block_owner(stage)?)?, stages)
}

/// The innermost stage around two.
fn common(body: &Body, a: Block, b: Block, stages: &[Block]) -> Option<Block> {
    let mut outer = a;
    loop {
        if op_in(body, outer, b).is_some() || outer == b {
            return Some(outer);
        }
        outer = around(body, outer, stages)?;
    }
}

/// The op of `stage` that holds a block.
pub(super) fn op_in(body: &Body, stage: Block, block: Block) -> Option<Op> {
    let mut op = body.block_owner(block)?;
    while body.block_of(op)? != stage {
        op = body.parent_op(op)?;
    }
    Some(op)
}

/// When the buffers of a stage are alive, in order of their births.
fn lives(body: &Body, stage: Block, buffers: Vec<Value>) -> Vec<Life> {
    let places: FxHashMap<Op, usize> = body.ops(stage).zip(0..).collect();
    let place = |user: Op| {
        let block = body.block_of(user)?;
        let op = if block == stage { user } else { op_in(body, stage, block)? };
        places.get(&op).copied()
    };
    let mut lives: Vec<Life> = Vec::new();
    for buffer in buffers {
        let used: Option<Vec<usize>> = body.uses(buffer).map(|user| place(user.op)).collect();
        let Some(used) = used else { continue };
        let (Some(first), Some(last)) = (used.iter().min(), used.iter().max()) else { continue };
        lives.push(Life { buffer, ty: body.ty(buffer), first: *first, last: *last });
    }
    lives.sort_by_key(|life| life.first);
    lives
}

/// Gives lives that do not meet one buffer; the buffers that are left.
fn merge(body: &mut Body, lives: Vec<Life>) -> Vec<Value> {
    let mut left: Vec<Life> = Vec::new();
    for life in lives {
        let free = left.iter_mut().filter(|known| known.ty == life.ty && known.last < life.first);
        // The one that died last: most likely still in the cache.
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
