//! In-place analysis: which tensors may be computed in the buffer of one that is dead, across loop trips, inner loops and
//! conditionals.
//!
//! So a table that loops fill element by element is never copied.

use super::apart::{self, Conditions, reads_before_it_stores};
use tf_dialects::loops::{Condition, For, If, While};
use tf_dialects::tensor::Cast;
use tf_dialects::tensor::shape::same_type;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::rewrite::Allowed;

/// What is asked of a body, on which conditions.
pub type Asked<'a> = (&'a Body, Conditions);

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
    (conditions, allowed): (Conditions, Allowed<'_>),
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
            let found =
                free.into_iter().find(|arg| may_overwrite((body, conditions), block, args[*arg], leaving[i]));
            if let Some(arg) = found.filter(|_| allowed.allows("in-place")) {
                taken.push(arg);
                leaves[i] = Some(Leaves::Over(arg));
            }
        }
    }
}

/// True if the op of `block` that defines `new` may write over the memory of `old`: the two have one type, what else uses
/// `old` in the block comes before, and the op itself needs nothing of it that it has written over.
pub fn may_overwrite((body, conditions): Asked<'_>, block: Block, old: Value, new: Value) -> bool {
    let Some(writer) = body.def_op(new).filter(|def| body.block_of(*def) == Some(block)) else {
        return false;
    };
    if body.ty(old) != body.ty(new) {
        return false;
    }
    let before = body.uses(old).all(|u| match ancestor_in(body, block, u.op) {
        // Of an argument of a block around this one: looked at there.
        None => true,
        Some(home) => home == writer || is_over((body, block), u.op, (home, writer)),
    });
    before && works_over((body, conditions), writer, old, new)
}

/// True if an op may compute a result over the memory of a tensor that it uses.
fn works_over((body, conditions): Asked<'_>, writer: Op, old: Value, new: Value) -> bool {
    let at = body.results(writer).position(|r| r == new).expect("the caller gives a result of the op");
    let is_only_use = |operand: usize| {
        let mut own = body.uses(old).filter(|u| is_in(body, u.op, writer));
        own.all(|u| u.op == writer && u.operand == operand)
    };
    let Some(rule) = body.info(writer).interface::<dyn Bufferizable>() else { return false };
    match body.kind(writer) {
        // Each side works over it, or yields a tensor from outside, which is there or is copied there in the end.
        If::KIND => sides(body, writer, at).is_some_and(|sides| {
            sides.iter().all(|(side, value)| {
                *value == old
                    || match is_made_in(body, *side, *value) {
                        true => may_overwrite((body, conditions), *side, old, *value),
                        false => conditions.holds(apart::Condition::Sides, is_over_in(body, *side, old)),
                    }
            })
        }),
        _ => match rule.destination(body.op(writer), at) {
            Destination::Given => rule.may_overwrite(body.op(writer), at, old),
            // It may start from it, but then nothing reads it as it was where something is put.
            Destination::Init(operand) => {
                let is_free = is_only_use(operand)
                    || reads_before_it_stores((body, conditions), writer, (at, operand), old);
                is_free && keeps_memory((body, conditions), writer, at)
            }
            Destination::Alias(_) => false,
        },
    }
}

/// The sides of a conditional, each with what it yields as a result.
fn sides(body: &Body, branch: Op, at: usize) -> Option<Vec<(Block, Value)>> {
    let side = |region| body.entry(region).and_then(|side| Some((side, body.operand(body.last(side)?, at))));
    body.regions(branch).map(side).collect()
}

/// True if a value is computed in a block or below.
fn is_made_in(body: &Body, block: Block, value: Value) -> bool {
    body.def_op(value).is_some_and(|def| ancestor_in(body, block, def).is_some())
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
fn keeps_memory((body, conditions): Asked<'_>, op: Op, result: usize) -> bool {
    match body.kind(op) {
        For::KIND => stays((body, conditions), op, 0, result),
        While::KIND => stays((body, conditions), op, 0, result) && stays((body, conditions), op, 1, result),
        _ => true,
    }
}

/// True if the tensor that a region of a loop gets at a place stays in its memory until it leaves at that place.
fn stays((body, conditions): Asked<'_>, looping: Op, region: usize, at: usize) -> bool {
    let Some(block) = body.entry(body.region(looping, region)) else { return false };
    let Some(end) = body.last(block) else { return false };
    let is_for = body.is(looping, For);
    let (first_arg, first_value) = (usize::from(is_for), usize::from(body.is(end, Condition)));
    let (args, values): (Vec<Value>, Vec<Value>) =
        (body.args(block).skip(first_arg).collect(), body.operands(end).skip(first_value).collect());
    let (Some(arg), Some(value)) = (args.get(at), values.get(at)) else { return false };
    let elsewhere = values.iter().enumerate().any(|(i, v)| i != at && v == arg);
    !elsewhere
        && !values[..at].contains(value)
        && (arg == value || may_overwrite((body, conditions), block, *arg, *value))
}

/// The tensor from which the op that defines a result goes on: what an accumulating result starts as, or a loop's, or the
/// one from outside that all sides of a conditional yield or go on from.
pub fn start_of((body, conditions): Asked<'_>, result: Value) -> Option<(Op, Value)> {
    let (def, at) = result_of(body, result)?;
    if body.is(def, If) {
        let sides = sides(body, def, at)?;
        let start = |(side, value): &(Block, Value)| {
            let mut value = *value;
            while is_made_in(body, *side, value) {
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

/// True if an op is the last that needs a tensor of its block, and takes it once, or in its sides: what else uses it comes before and
/// only reads. A nest that changes it may read it, if it reads no element that it has changed.
pub fn dies_at((body, conditions): Asked<'_>, op: Op, tensor: Value) -> bool {
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
    let [operand] = taken[..] else { return false };
    let started = || {
        let rule = body.info(op).interface::<dyn Bufferizable>()?;
        let starts = |at: &usize| rule.destination(body.op(op), *at) == Destination::Init(operand);
        (0..body.result_count(op)).find(starts)
    };
    fine && (!reads
        || started().is_some_and(|at| reads_before_it_stores((body, conditions), op, (at, operand), tensor)))
}

/// True if a use of a tensor is over before an op of the block: the op of the block that the user is or is in comes before,
/// and so does all that uses another name of the tensor, if the user makes one.
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

/// True if nothing needs a tensor where a side of a conditional ends.
fn is_over_in(body: &Body, side: Block, tensor: Value) -> bool {
    let Some(end) = body.last(side) else { return false };
    body.uses(tensor).all(|u| match ancestor_in(body, side, u.op) {
        Some(home) => home != end && is_over((body, side), u.op, (home, end)),
        None => true,
    })
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
