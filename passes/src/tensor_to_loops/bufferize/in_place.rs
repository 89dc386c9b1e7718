//! In-place analysis: which tensors may be computed in the buffer of one that is dead, across loop trips, inner loops and
//! conditionals.
//!
//! So a table that loops fill element by element is never copied.

use super::apart::reads_other_slots;
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::Cast;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::rewrite::Allowed;

/// How a tensor that leaves a region gets to its buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// It is this argument of the region, which keeps its buffer.
    Kept(usize),
    /// The op that defines it writes over the buffer of this argument, which dies.
    Over(usize),
    /// The op that defines it writes to a free buffer.
    Fresh,
    /// It is copied to a free buffer.
    Copied,
}

/// Turns `Fresh` into `Over` where the op that makes the new tensor may write over the memory of one that dies.
pub fn choose(
    body: &Body,
    block: Block,
    (args, leaving): (&[Value], &[Value]),
    leaves: &mut [Option<Leaves>],
    allowed: Allowed<'_>,
) {
    let mut taken: Vec<usize> = leaves
        .iter()
        .filter_map(|how| match how {
            Some(Leaves::Kept(arg)) => Some(*arg),
            _ => None,
        })
        .collect();
    // The argument at the same place first: then the buffer stays where it is.
    for same_place in [true, false] {
        for i in 0..leaving.len() {
            if leaves[i] != Some(Leaves::Fresh) {
                continue;
            }
            let free = (0..args.len())
                .filter(|arg| (*arg == i) == same_place)
                .filter(|arg| !taken.contains(arg) && !leaving.contains(&args[*arg]));
            let found = free.into_iter().find(|arg| may_overwrite(body, block, args[*arg], leaving[i]));
            if let Some(arg) = found.filter(|_| allowed.allows("in-place")) {
                taken.push(arg);
                leaves[i] = Some(Leaves::Over(arg));
            }
        }
    }
}

/// True if the op of `block` that defines `new` may write over the memory of `old`: the two have one type, what else uses
/// `old` in the block comes before, and the op itself needs nothing of it that it has written over.
pub fn may_overwrite(body: &Body, block: Block, old: Value, new: Value) -> bool {
    let Some(writer) = body.def_op(new).filter(|def| body.block_of(*def) == Some(block)) else {
        return false;
    };
    if body.ty(old) != body.ty(new) {
        return false;
    }
    let before = body.uses(old).all(|u| match ancestor_in(body, block, u.op) {
        // Of an argument of a block around this one: looked at there.
        None => true,
        Some(home) => home == writer || body.is_before(home, writer),
    });
    before && works_over(body, writer, old, new)
}

/// True if an op may compute a result over the memory of a tensor that it uses.
fn works_over(body: &Body, writer: Op, old: Value, new: Value) -> bool {
    let at = body.results(writer).position(|r| r == new).expect("the caller gives a result of the op");
    let is_only_use = |operand: usize| {
        let mut own = body.uses(old).filter(|u| is_in(body, u.op, writer));
        own.all(|u| u.op == writer && u.operand == operand)
    };
    let Some(rule) = body.info(writer).interface::<dyn Bufferizable>() else { return false };
    match body.kind(writer) {
        // Each side leaves it as it is, or works over it.
        If::KIND => body.regions(writer).all(|region| {
            let Some((side, end)) = body.entry(region).and_then(|b| Some((b, body.last(b)?))) else {
                return false;
            };
            let value = body.operand(end, at);
            value == old || may_overwrite(body, side, old, value)
        }),
        _ => match rule.destination(body.op(writer), at) {
            Destination::Given => rule.may_overwrite(body.op(writer), at, old),
            // It may start from it, but then nothing reads it as it was where something is put.
            Destination::Init(operand) => {
                let is_free = is_only_use(operand) || reads_other_slots(body, writer, (at, operand), old);
                is_free && keeps_memory(body, writer, at)
            }
            Destination::Alias(_) => false,
        },
    }
}

/// Which memory holds a tensor, as the op says that makes it.
pub fn destination(body: &Body, tensor: Value) -> Option<Destination> {
    let (def, at) = result_of(body, tensor)?;
    Some(body.info(def).interface::<dyn Bufferizable>()?.destination(body.op(def), at))
}

/// The op that a value is a result of, and which one.
fn result_of(body: &Body, value: Value) -> Option<(Op, usize)> {
    let def = body.def_op(value)?;
    Some((def, body.results(def).position(|result| result == value)?))
}

/// True if a result that starts from an operand is in the memory that it started in: of a loop, if all trips stay there.
fn keeps_memory(body: &Body, op: Op, result: usize) -> bool {
    match body.kind(op) {
        For::KIND => stays(body, op, 0, result),
        While::KIND => stays(body, op, 0, result) && stays(body, op, 1, result),
        _ => true,
    }
}

/// True if the tensor that a region of a loop gets at a place stays in its memory until it leaves at that place.
fn stays(body: &Body, looping: Op, region: usize, at: usize) -> bool {
    let Some(block) = body.entry(body.region(looping, region)) else { return false };
    let Some(end) = body.last(block) else { return false };
    let is_for = body.is(looping, For);
    let (first_arg, first_value) = (usize::from(is_for), usize::from(body.is(end, Condition)));
    let (args, values): (Vec<Value>, Vec<Value>) =
        (body.args(block).skip(first_arg).collect(), body.operands(end).skip(first_value).collect());
    let (Some(arg), Some(value)) = (args.get(at), values.get(at)) else { return false };
    let elsewhere = values.iter().enumerate().any(|(i, v)| i != at && v == arg);
    !elsewhere && !values[..at].contains(value) && (arg == value || may_overwrite(body, block, *arg, *value))
}

/// The tensor from which the op that defines a result goes on: what an accumulating result starts as, or a loop's.
pub fn start_of(body: &Body, result: Value) -> Option<(Op, Value)> {
    let (def, at) = result_of(body, result)?;
    match destination(body, result)? {
        Destination::Init(operand) if keeps_memory(body, def, at) => Some((def, body.operand(def, operand))),
        _ => None,
    }
}

/// True if an op is the last that needs a tensor of its block, and takes it once: what else uses it comes before and only reads.
pub fn dies_at(body: &Body, op: Op, tensor: Value) -> bool {
    let Some(block) = body.block_of(op) else { return false };
    let mut taken = 0;
    let fine = body.uses(tensor).all(|u| match ancestor_in(body, block, u.op) {
        Some(home) if home == op => {
            taken += 1;
            u.op == op
        }
        Some(home) => body.is_before(home, op) && !body.is(u.op, Cast),
        None => false,
    });
    fine && taken == 1
}

/// True if an op is another one or inside it.
fn is_in(body: &Body, op: Op, outer: Op) -> bool {
    op == outer || body.encloses(outer, op)
}

/// The op of `block` that is `op` or holds it.
fn ancestor_in(body: &Body, block: Block, op: Op) -> Option<Op> {
    let mut at = op;
    while body.block_of(at)? != block {
        at = body.parent_op(at)?;
    }
    Some(at)
}
