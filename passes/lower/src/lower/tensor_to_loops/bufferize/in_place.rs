//! In-place analysis: finds dead tensors whose buffers can hold new tensors, across loop iterations, inner
//! loops and conditionals.
//!
//! A table that loops fill element by element is thus never copied.

use super::dependence::{self, Conditions, reads_before_it_stores};
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::Cast;
use tf_dialects::tensor::shape::same_type;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::rewrite::Allowed;

/// A body, with the conditions for in-place updates.
pub type InPlaceQuery<'a> = (&'a Body, Conditions);

/// The buffer strategy of a tensor that leaves a region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResultBuffer {
    /// It is this argument of the region, which stays in its buffer.
    InPlace(usize),
    /// Its producer overwrites the buffer of this argument, which dies.
    Over(usize),
    /// It is copied to the buffer of this argument, which dies, at the end of the region.
    CopiedOver(usize),
    /// Its producer writes to a free buffer.
    Fresh,
    /// It is copied to a free buffer.
    Copied,
}

/// Turns `Copied` into `CopiedOver` for tensors from outside, and `Fresh` into `Over` if the producer of the
/// new tensor may overwrite the memory of one that dies.
pub fn choose(
    body: &Body,
    block: Block,
    (args, leaving): (&[Value], &[Value]),
    leaves: &mut [Option<ResultBuffer>],
    (conditions, allowed): (Conditions, Allowed<'_>),
) {
    for i in 0..leaving.len() {
        let comes =
            leaves[i] == Some(ResultBuffer::Copied) && comes_from_outside(body, block, (args, leaving), i);
        if comes && allowed.allows("in-place") {
            leaves[i] = Some(ResultBuffer::CopiedOver(i));
        }
    }
    let mut taken: Vec<usize> = leaves
        .iter()
        .filter_map(|how| match how {
            Some(ResultBuffer::InPlace(arg) | ResultBuffer::CopiedOver(arg)) => Some(*arg),
            _ => None,
        })
        .collect();
    // Prefer the argument at the same position: the buffer then stays at this position.
    for same_place in [true, false] {
        for i in 0..leaving.len() {
            if leaves[i] != Some(ResultBuffer::Fresh) {
                continue;
            }
            let free = (0..args.len())
                .filter(|arg| (*arg == i) == same_place)
                .filter(|arg| !taken.contains(arg) && !leaving.contains(&args[*arg]));
            let found =
                free.into_iter().find(|arg| may_overwrite((body, conditions), block, args[*arg], leaving[i]));
            if let Some(arg) = found.filter(|_| allowed.allows("in-place")) {
                taken.push(arg);
                leaves[i] = Some(ResultBuffer::Over(arg));
            }
        }
    }
}

/// True if a region yields a tensor from outside in the position of an argument of its type that nothing uses
/// at the end: its memory is free then.
fn comes_from_outside(body: &Body, block: Block, (args, leaving): (&[Value], &[Value]), at: usize) -> bool {
    let (Some(arg), Some(value)) = (args.get(at), leaving.get(at)) else { return false };
    body.ty(*arg) == body.ty(*value)
        && body.ctx().is_tensor(body.ty(*value))
        && !args.contains(value)
        && is_over_in(body, block, *arg)
        && !is_defined_in(body, block, *value)
}

/// True if the op of `block` that defines `new` may overwrite the memory of `old`: the types are equal, all
/// other uses of `old` in the block come before, and the op needs no element that it has overwritten.
pub fn may_overwrite((body, conditions): InPlaceQuery<'_>, block: Block, old: Value, new: Value) -> bool {
    let Some(writer) = body.def_op(new).filter(|def| body.block_of(*def) == Some(block)) else {
        return false;
    };
    if body.ty(old) != body.ty(new) {
        return false;
    }
    let before = body.uses(old).all(|u| match ancestor_in(body, block, u.op) {
        // Arguments of enclosing blocks are checked there.
        None => true,
        Some(home) => home == writer || is_over((body, block), u.op, (home, writer)),
    });
    before && works_over((body, conditions), writer, old, new)
}

/// True if an op may compute a result in the memory of a tensor that it uses.
fn works_over((body, conditions): InPlaceQuery<'_>, writer: Op, old: Value, new: Value) -> bool {
    let at = body.results(writer).position(|r| r == new).expect("the caller passes a result of the op");
    let is_only_use = |operand: usize| {
        let mut own = body.uses(old).filter(|u| is_in(body, u.op, writer));
        own.all(|u| u.op == writer && u.operand == operand)
    };
    let Some(rule) = body.info(writer).interface::<dyn Bufferizable>() else { return false };
    match body.kind(writer) {
        // Each side may overwrite it, or yields an outer tensor, which is there already or is copied at the
        // end.
        If::KIND => sides(body, writer, at).is_some_and(|sides| {
            sides.iter().all(|(side, value)| {
                *value == old
                    || match is_defined_in(body, *side, *value) {
                        true => may_overwrite((body, conditions), *side, old, *value),
                        false => conditions.holds(dependence::Condition::Sides, is_over_in(body, *side, old)),
                    }
            })
        }),
        _ => match rule.destination(body.op(writer), at) {
            Destination::Given => rule.may_overwrite(body.op(writer), at, old),
            // `old` may be the initial value, but no later read may need an element that was overwritten.
            Destination::Init(operand) => {
                let is_free = is_only_use(operand)
                    || reads_before_it_stores((body, conditions), writer, (at, operand), old);
                is_free && keeps_memory((body, conditions), writer, at)
            }
            Destination::Alias(_) => false,
        },
    }
}

/// The sides of a conditional, each with its yielded value for a result.
fn sides(body: &Body, branch: Op, at: usize) -> Option<Vec<(Block, Value)>> {
    let side = |region| body.entry(region).and_then(|side| Some((side, body.operand(body.last(side)?, at))));
    body.regions(branch).map(side).collect()
}

/// True if a value is computed in a block or in a nested one.
fn is_defined_in(body: &Body, block: Block, value: Value) -> bool {
    body.def_op(value).is_some_and(|def| ancestor_in(body, block, def).is_some())
}

/// The destination of a tensor, by the interface of its producer.
pub fn destination(body: &Body, tensor: Value) -> Option<Destination> {
    let (def, at) = result_of(body, tensor)?;
    Some(body.info(def).interface::<dyn Bufferizable>()?.destination(body.op(def), at))
}

/// The op that defines a value, and the index of the result.
fn result_of(body: &Body, value: Value) -> Option<(Op, usize)> {
    let def = body.def_op(value)?;
    Some((def, body.results(def).position(|result| result == value)?))
}

/// True if a result stays in the memory of its initial value: for a loop, in every iteration.
fn keeps_memory((body, conditions): InPlaceQuery<'_>, op: Op, result: usize) -> bool {
    match body.kind(op) {
        For::KIND => stays((body, conditions), op, 0, result),
        While::KIND => stays((body, conditions), op, 0, result) && stays((body, conditions), op, 1, result),
        _ => true,
    }
}

/// True if the tensor at position `at` of a loop's region stays in its memory from the region's argument to
/// its yielded value.
fn stays((body, conditions): InPlaceQuery<'_>, looping: Op, region: usize, at: usize) -> bool {
    let Some(block) = body.entry(body.region(looping, region)) else { return false };
    let Some(end) = body.last(block) else { return false };
    let is_for = body.is(looping, For);
    let (first_arg, first_value) = (usize::from(is_for), usize::from(body.is(end, Condition)));
    let (args, values): (Vec<Value>, Vec<Value>) =
        (body.args(block).skip(first_arg).collect(), body.operands(end).skip(first_value).collect());
    let (Some(arg), Some(value)) = (args.get(at), values.get(at)) else { return false };
    let elsewhere = values.iter().enumerate().any(|(i, v)| i != at && v == arg);
    let outside = || comes_from_outside(body, block, (&args, &values), at);
    outside()
        || !elsewhere
            && !values[..at].contains(value)
            && (arg == value || may_overwrite((body, conditions), block, *arg, *value))
}

/// The tensor that a result continues, with the op: the initial value of an accumulating result or of a loop,
/// or the outer tensor that all sides of a conditional yield or continue.
pub fn start_of((body, conditions): InPlaceQuery<'_>, result: Value) -> Option<(Op, Value)> {
    let (def, at) = result_of(body, result)?;
    if body.is(def, If) {
        let sides = sides(body, def, at)?;
        let start = |(side, value): &(Block, Value)| {
            let mut value = *value;
            while is_defined_in(body, *side, value) {
                value = start_of((body, conditions), value)?.1;
            }
            Some(value)
        };
        let starts: Vec<Value> = sides.iter().map(start).collect::<Option<_>>()?;
        let first = *starts.first()?;
        let may_change = starts.iter().all(|start| *start == first)
            && sides.iter().all(|(side, value)| {
                *value == first || may_overwrite((body, conditions), *side, first, *value)
            });
        return may_change.then_some((def, first));
    }
    match destination(body, result)? {
        Destination::Init(operand) if keeps_memory((body, conditions), def, at) => {
            Some((def, body.operand(def, operand)))
        }
        _ => None,
    }
}

/// True if an op is the last use of a tensor of its block and takes it as one operand, or within its sides,
/// or as the initial value of several results, which are copies of it, but for one. Other uses come before
/// and only read. A nest that updates the tensor may read it if it reads no element that it has stored.
pub fn dies_at((body, conditions): InPlaceQuery<'_>, op: Op, tensor: Value) -> bool {
    let Some(block) = body.block_of(op) else { return false };
    let (mut taken, mut reads) = (Vec::new(), false);
    let fine = body.uses(tensor).all(|u| match ancestor_in(body, block, u.op) {
        Some(home) if home == op => {
            if u.op == op {
                taken.push(u.operand);
            }
            reads |= u.op != op;
            true
        }
        Some(home) => is_over((body, block), u.op, (home, op)),
        None => false,
    });
    if taken.is_empty() && body.is(op, If) {
        return fine;
    }
    let started = |operand: usize| {
        let rule = body.info(op).interface::<dyn Bufferizable>()?;
        let starts = |at: &usize| rule.destination(body.op(op), *at) == Destination::Init(operand);
        (0..body.result_count(op)).find(starts)
    };
    match taken[..] {
        [] => false,
        [operand] => {
            let before = |at| reads_before_it_stores((body, conditions), op, (at, operand), tensor);
            fine && (!reads || started(operand).is_some_and(before))
        }
        _ => fine && !reads && taken.iter().all(|operand| started(*operand).is_some()),
    }
}

/// True if a use of a tensor ends before an op of the block: the user's ancestor in the block comes before
/// the op, and so do all uses of the user's result, if that is an alias of the tensor.
fn is_over((body, block): (&Body, Block), user: Op, (home, op): (Op, Op)) -> bool {
    let is_name = body
        .cast(user, Cast)
        .is_some_and(|cast| same_type(body.ctx(), body.ty(cast.input()), body.ty(body.result(user, 0))));
    let names_end = || {
        body.uses(body.result(user, 0)).all(|u| {
            let home = ancestor_in(body, block, u.op);
            home.is_some_and(|home| home != op && is_over((body, block), u.op, (home, op)))
        })
    };
    body.is_before(home, op) && (!is_name || names_end())
}

/// True if no use of a tensor remains at the end of a side of a conditional, or of an iteration.
fn is_over_in(body: &Body, side: Block, tensor: Value) -> bool {
    let Some(end) = body.last(side) else { return false };
    body.uses(tensor).all(|u| match ancestor_in(body, side, u.op) {
        Some(home) => home != end && is_over((body, side), u.op, (home, end)),
        None => true,
    })
}

/// True if an op is `outer` or inside it.
fn is_in(body: &Body, op: Op, outer: Op) -> bool {
    op == outer || body.encloses(outer, op)
}

/// The op of `block` that is `op` or encloses it.
fn ancestor_in(body: &Body, block: Block, op: Op) -> Option<Op> {
    let mut at = op;
    while body.block_of(at)? != block {
        at = body.parent_op(at)?;
    }
    Some(at)
}
