//! Rows that a team keeps in shared memory from one loop to the next.
//!
//! Each thread comes back to the elements that it has had in the loop before, so nobody has to wait for anybody. Where the length of rows is not
//! known, the nest has two ways: one for rows that fit, and the one that it had, which reads rows again.

use super::nest::{Access, Nest, RowLoop, accesses, same};
use super::numbers::is_of_nest;
use super::wide;
use crate::cost::figures::GPU_ROW_BYTES;
use crate::folding_builder::FoldingBuilder;
use crate::tensor_to_loops::{MAP, THREADS};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::WARP;
use tf_dialects::loops::If;
use tf_dialects::mem::{Alloc, ExtentOf, Load, Store};
use tf_dialects::tensor::schedule::Place;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::types::{Dim, Type};

/// Elements of a row that several loops touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Row {
    memory: Value,
    elem: Type,
    /// The first and the last loop that touch it, by number.
    first: usize,
    last: usize,
    way: Way,
}

/// What becomes of a row that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Nothing outside of the nest needs it: it lies nowhere else.
    Moved,
    /// It is written to memory, too.
    Written,
    /// What is read first is put aside.
    Read,
}

/// What is to be kept.
struct Plan {
    /// Each with the number of the array that it lies in.
    rows: Vec<(Row, usize)>,
    arrays: Vec<Type>,
    /// How many elements an array has.
    length: i64,
    /// How long a row is.
    needed: Value,
    /// How many elements that follow each other a thread takes.
    width: i64,
}

/// Whether there is something to keep.
pub(super) fn is_worth_it(body: &Body, nest: &Nest) -> bool {
    plan(body, nest).is_some()
}

/// Keeps rows; how many.
pub(super) fn keep(body: &mut Body, nest: &Nest) -> u64 {
    let Some(plan) = plan(body, nest) else { return 0 };
    let count = plan.rows.len() as u64;
    let block = match constant_int(body, plan.needed) {
        Some(_) => Some(nest.block(body)),
        None => if_it_fits(body, nest, &plan),
    };
    let Some(block) = block else { return 0 };
    rewrite(body, nest, &plan, block);
    if plan.width > 1 {
        let is_whole = |own: &&RowLoop| own.length.is_some_and(|length| same(body, length, plan.needed));
        let loops: Vec<Op> = nest.loops.iter().filter(is_whole).map(|own| own.op).collect();
        loops.into_iter().for_each(|op| wide::widen(body, op, plan.width));
    }
    count
}

fn plan(body: &Body, nest: &Nest) -> Option<Plan> {
    let accesses = accesses(body, nest.op)?;
    let mut found: Vec<Row> = Vec::new();
    for access in &accesses {
        if !found.iter().any(|row| row.memory == access.memory) {
            found.extend(row(body, nest, &accesses, access.memory));
        }
    }
    found.sort_by_key(|row| (row.first, row.last));
    let needed = nest.loops[found.first()?.first].length?;
    // The condition stands in front of what the nest does.
    let inside =
        body.def_op(needed).is_some_and(|def| body.encloses(nest.op, def) && !body.is(def, ExtentOf));
    if inside {
        return None;
    }
    let (mut rows, mut arrays): (Vec<(Row, usize)>, Vec<Row>) = (Vec::new(), Vec::new());
    for row in found {
        let free = arrays.iter().position(|old| is_free(body, nest, &accesses, [old, &row]));
        let at = free.unwrap_or(arrays.len());
        match free {
            Some(at) => arrays[at] = row,
            None => arrays.push(row),
        }
        rows.push((row, at));
    }
    let arrays: Vec<Type> = arrays.into_iter().map(|row| row.elem).collect();
    let bytes: i64 = arrays.iter().map(|elem| bytes(body, *elem)).sum();
    let teams = if nest.team.place == Place::Warp { warps(body, nest) } else { 1 };
    let most = GPU_ROW_BYTES / (bytes * teams).max(1) / WARP as i64 * WARP as i64;
    let length = match constant_int(body, needed) {
        Some(length) if (1..=most).contains(&length) => length,
        Some(_) => return None,
        None => most,
    };
    let elems = accesses.iter().filter(|access| nest.loop_of(body, access).is_some());
    let widest = elems.map(|access| self::bytes(body, body.ctx().elem_type(body.ty(access.memory)))).max();
    let width = wide::width(widest.unwrap_or(8));
    let width = if constant_int(body, needed).is_none_or(|length| length % width == 0) { width } else { 1 };
    Some(Plan { rows, arrays, length, needed, width })
}

/// Whether an array that holds one row may take another one: a thread is done with its element of the first before it writes that of the second.
fn is_free(body: &Body, nest: &Nest, accesses: &[Access], [old, new]: [&Row; 2]) -> bool {
    if old.elem != new.elem || old.last > new.first {
        return false;
    }
    if old.last < new.first {
        return true;
    }
    let of = |row: &Row| {
        let memory = row.memory;
        let here =
            move |access: &&Access| access.memory == memory && nest.loop_of(body, access) == Some(new.first);
        accesses.iter().enumerate().filter(move |(_, access)| here(access))
    };
    let last = of(old).map(|(at, _)| at).max();
    let is_simple = |access: &Access| stands_in(body, access.op, &nest.loops[new.first]);
    of(new).all(|(at, access)| Some(at) > last && is_simple(access)) && new.way != Way::Read
}

/// Bytes of an element.
fn bytes(body: &Body, elem: Type) -> i64 {
    i64::from(body.ctx().scalar_width(elem).unwrap_or(64).div_ceil(8))
}

/// Warps of a block.
fn warps(body: &Body, nest: &Nest) -> i64 {
    let threads = body.attr(nest.op, THREADS).and_then(|a| body.ctx().attr_int(a));
    threads.map_or(1, |threads| threads as i64 / WARP as i64).max(1)
}

/// What the loops of a nest do with the rows of a memory, if it is worth keeping.
fn row(body: &Body, nest: &Nest, accesses: &[Access], memory: Value) -> Option<Row> {
    let own: Vec<&Access> = accesses.iter().filter(|access| access.memory == memory).collect();
    let of: Vec<Option<usize>> = own.iter().map(|access| nest.loop_of(body, access)).collect();
    let along: Vec<usize> = of.iter().copied().flatten().collect();
    let (first, last) = (*along.iter().min()?, *along.iter().max()?);
    let length = nest.loops[first].length?;
    let is_whole = |at: usize| nest.loops[at].length.is_some_and(|other| same(body, length, other));
    if first == last || !(first..=last).filter(|at| along.contains(at)).all(is_whole) {
        return None;
    }
    let is_private = |writes: bool| {
        let mut all = own.iter().zip(&of).filter(|(access, _)| access.writes || !writes);
        all.all(|(_, of)| of.is_some())
    };
    let way = match own.iter().any(|access| access.writes) {
        false => Way::Read,
        true if is_private(false) && is_of_nest(body, nest, memory) => Way::Moved,
        true if is_private(true) => Way::Written,
        true => return None,
    };
    // The first loop has all of the row.
    let starts = own.iter().zip(&of).find(|(_, of)| **of == Some(first)).is_some_and(|(access, _)| {
        access.writes == (way != Way::Read) && stands_in(body, access.op, &nest.loops[first])
    });
    let elem = body.ctx().elem_type(body.ty(memory));
    starts.then_some(Row { memory, elem, first, last, way })
}

/// Whether each trip of a loop, and the one over blocks around it, comes by an op.
fn stands_in(body: &Body, op: Op, own: &RowLoop) -> bool {
    body.block_of(op) == body.entry(body.region(own.op, 0))
}

/// Puts what the nest does under the condition that rows fit, and a copy of it, which stays what it is, under the other; the block of the first.
fn if_it_fits(body: &mut Body, nest: &Nest, plan: &Plan) -> Option<Block> {
    let block = nest.block(body);
    let ops: Vec<Op> = body.ops(block).collect();
    let (end, ops) = ops.split_last()?;
    let needed = plan.needed;
    let mut code = FoldingBuilder::before(body, *end);
    // The length may have been computed inside of the nest.
    let needed = match code.b.body.def_op(needed).filter(|def| ops.contains(def)) {
        Some(def) => {
            let copy = code.b.body.clone_op(def, &mut IrMap::default());
            code.b.insert(copy);
            code.b.body.result(copy, 0)
        }
        None => needed,
    };
    let most = code.index(plan.length);
    let mut fits = code.cmpi(CmpI::Sle, needed, most);
    if plan.width > 1 {
        let (width, zero) = (code.index(plan.width), code.index(0));
        let rest = arith::remui(&mut code, needed, width);
        let whole = code.cmpi(CmpI::Eq, rest, zero);
        fits = code.both(Some(fits), whole);
    }
    let either = If::build(&mut code.b, fits, &[]);
    for i in [0, 1] {
        code.region(either, i, &[], |code, _| code.end(&[]));
    }
    let [kept, again] = [0, 1].map(|i| body.op(either).entry(i).expect("a conditional has blocks"));
    let mut map = IrMap::default();
    let last = body.last(again)?;
    for op in ops {
        let copy = body.clone_op(*op, &mut map);
        body.insert_before(copy, last);
    }
    let last = body.last(kept)?;
    ops.iter().for_each(|op| body.move_before(*op, last));
    Some(kept)
}

/// Makes the arrays in front of a block's code, and lets the loops of the nest use them.
fn rewrite(body: &mut Body, nest: &Nest, plan: &Plan, block: Block) {
    let first = body.first(block).expect("a block ends");
    let ctx = body.ctx().clone();
    let mut code = FoldingBuilder::before(body, first);
    let marks = [(MAP, ctx.string_attr(nest.team.place.word())), (THREADS, ctx.i64_attr(nest.team.threads))];
    let arrays: Vec<Value> = plan
        .arrays
        .iter()
        .map(|elem| {
            let ty = ctx.memref(vec![Dim::Static(plan.length)], *elem);
            code.b.value(Alloc, &[], ty, &marks)
        })
        .collect();
    let accesses = accesses(body, nest.op).unwrap_or_default();
    for (row, array) in &plan.rows {
        // What was read before it is put aside, memory has.
        let mut is_kept = row.way == Way::Moved;
        for access in accesses.iter().filter(|access| access.memory == row.memory) {
            let Some(at) = nest.loop_of(body, access) else { continue };
            let own = &nest.loops[at];
            if access.writes || !is_kept {
                put_aside(body, access, arrays[*array], own.index);
                is_kept = true;
            } else {
                take(body, access, arrays[*array], own.index);
            }
            if access.writes && row.way == Way::Moved {
                body.erase(access.op);
            }
        }
        if let Some(alloc) = body.def_op(row.memory).filter(|_| row.way == Way::Moved)
            && body.users(row.memory).is_empty()
        {
            body.erase(alloc);
        }
    }
}

/// Puts what an access reads or writes into the array.
fn put_aside(body: &mut Body, access: &Access, array: Value, index: Value) {
    let value = if access.writes { body.operand(access.op, 0) } else { body.result(access.op, 0) };
    let next = body.next(access.op).expect("an access is no terminator");
    Store::build(&mut FoldingBuilder::before(body, next).b, value, array, &[index]);
}

/// Lets a load be one of the array.
fn take(body: &mut Body, access: &Access, array: Value, index: Value) {
    let value = Load::build(&mut FoldingBuilder::before(body, access.op).b, array, &[index]);
    body.replace(access.op, &[value]);
}
