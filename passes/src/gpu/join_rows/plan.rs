//! Which rows a team keeps in shared memory, and in which arrays; how many elements at once its threads take.

use super::nest::{Access, Nest, RowLoop, accesses, same};
use super::numbers::is_of_nest;
use super::wide;
use crate::code::marks::THREADS;
use crate::gpu::map_kernels::Sharing;
use crate::schedule::cost::figures::{GPU_ROW_BYTES, GPU_ROW_BYTES_KNOWN};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::WARP;
use tf_dialects::loops::If;
use tf_dialects::mem::ExtentOf;
use tf_dialects::tensor::schedule::Place;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::Type;

/// Elements of a row that several loops touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) memory: Value,
    elem: Type,
    /// The first and the last loop that touch it, by number.
    first: usize,
    last: usize,
    pub(super) way: Way,
}

/// What becomes of a row that is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    /// Nothing outside of the nest needs it: it lies nowhere else.
    Moved,
    /// It is written to memory, too.
    Written,
    /// What is read first is put aside.
    Read,
}

/// What is to be kept.
pub(super) struct Plan {
    /// Each with the number of the array that it lies in; none if rows are read again.
    pub(super) rows: Vec<(Row, usize)>,
    pub(super) arrays: Vec<Type>,
    /// How many elements an array has.
    pub(super) length: i64,
    /// How long a row is.
    pub(super) needed: Value,
    /// Rows may turn out to be longer than an array.
    pub(super) may_be_long: bool,
    /// How many elements that follow each other a thread takes, where rows have a whole number of these.
    pub(super) width: i64,
}

/// What to keep of the rows of a nest, if there is something to win.
pub(super) fn plan(body: &Body, nest: &Nest) -> Option<Plan> {
    let accesses = accesses(body, nest.op)?;
    let needed = needed(body, nest)?;
    let width = width(body, nest, &accesses, needed);
    let (rows, arrays) = rows(body, nest, &accesses, needed);
    let known = constant_int(body, needed);
    let bytes: i64 = arrays.iter().map(|elem| bytes(body, *elem)).sum();
    let teams = if nest.team.place == Place::Warp { warps(body, nest) } else { 1 };
    let room = if known.is_some() { GPU_ROW_BYTES_KNOWN } else { GPU_ROW_BYTES };
    let most = room / (bytes * teams).max(1) / WARP as i64 * WARP as i64;
    let fits = !rows.is_empty() && known.is_none_or(|length| (1..=most).contains(&length));
    if !fits {
        let again =
            Plan { rows: Vec::new(), arrays: Vec::new(), length: 0, needed, may_be_long: false, width };
        return (width > 1).then_some(again);
    }
    let length = known.unwrap_or(most);
    let may_be_long = known.is_none() && bound(body, nest, needed).is_none_or(|bound| bound > length);
    Some(Plan { rows, arrays, length, needed, may_be_long, width })
}

/// How long the rows are that most loops go along, a number that is known in front of the nest.
fn needed(body: &Body, nest: &Nest) -> Option<Value> {
    let lengths: Vec<Value> = nest.loops.iter().filter_map(|own| own.length).collect();
    let count = |length: &Value| lengths.iter().filter(|other| same(body, *length, **other)).count();
    let needed = lengths.iter().copied().rev().max_by_key(count)?;
    let inside = |def| body.encloses(nest.op, def) && !body.is(def, ExtentOf);
    (!body.def_op(needed).is_some_and(inside)).then_some(needed)
}

/// What the length is below, as the condition says under which the host launches the nest.
fn bound(body: &Body, nest: &Nest, needed: Value) -> Option<i64> {
    let around = body.parent_op(nest.op).filter(|around| body.is(*around, If))?;
    let is_first = body.block_of(nest.op) == body.op(around).entry(0);
    let condition =
        body.def_op(body.operand(around, 0)).filter(|def| is_first && body.is(*def, arith::Cmpi))?;
    let predicate = body.op(condition).attr("predicate").and_then(|at| body.ctx().attr_int(at));
    let is_it = predicate == Some(CmpI::Slt as i128) && same(body, body.operand(condition, 0), needed);
    constant_int(body, body.operand(condition, 1)).filter(|_| is_it).map(|end| end - 1)
}

/// How many elements that follow each other a thread takes: 16 bytes of the widest.
fn width(body: &Body, nest: &Nest, accesses: &[Access], needed: Value) -> i64 {
    // The elements of a scan follow each other from thread to thread.
    if nest.loops.iter().any(|own| own.sharing == Sharing::Scan) {
        return 1;
    }
    let along = accesses.iter().filter(|access| nest.loop_of(body, access).is_some());
    let widest = along.map(|access| bytes(body, body.ctx().elem_type(body.ty(access.memory)))).max();
    let width = widest.map_or(1, wide::width);
    // A thread has the same elements in each block of terms.
    let round = width * nest.team.threads;
    if nest.loops.iter().filter_map(|own| own.blocks).any(|(_, length)| length % round != 0) {
        return 1;
    }
    if constant_int(body, needed).is_none_or(|length| length % width == 0) { width } else { 1 }
}

/// The rows that are worth keeping, each with the number of its array, and the arrays.
fn rows(body: &Body, nest: &Nest, accesses: &[Access], needed: Value) -> (Vec<(Row, usize)>, Vec<Type>) {
    let mut found: Vec<Row> = Vec::new();
    for access in accesses {
        if !found.iter().any(|row| row.memory == access.memory) {
            found.extend(row(body, nest, accesses, (access.memory, needed)));
        }
    }
    found.sort_by_key(|row| (row.first, row.last));
    let (mut rows, mut arrays): (Vec<(Row, usize)>, Vec<Row>) = (Vec::new(), Vec::new());
    for row in found {
        let free = arrays.iter().position(|old| is_free(body, nest, accesses, [old, &row]));
        let at = free.unwrap_or(arrays.len());
        match free {
            Some(at) => arrays[at] = row,
            None => arrays.push(row),
        }
        rows.push((row, at));
    }
    (rows, arrays.into_iter().map(|row| row.elem).collect())
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
fn row(body: &Body, nest: &Nest, accesses: &[Access], (memory, length): (Value, Value)) -> Option<Row> {
    let own: Vec<&Access> = accesses.iter().filter(|access| access.memory == memory).collect();
    let of: Vec<Option<usize>> = own.iter().map(|access| nest.loop_of(body, access)).collect();
    let along: Vec<usize> = of.iter().copied().flatten().collect();
    let (first, last) = (*along.iter().min()?, *along.iter().max()?);
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
        let own = &nest.loops[first];
        let whole = own.blocks.map_or(own.op, |(around, _)| around);
        let always = body.block_of(whole) == Some(nest.block(body)) && stands_in(body, access.op, own);
        access.writes == (way != Way::Read) && always
    });
    let elem = body.ctx().elem_type(body.ty(memory));
    starts.then_some(Row { memory, elem, first, last, way })
}

/// Whether each trip of a loop, and the one over blocks around it, comes by an op.
fn stands_in(body: &Body, op: Op, own: &RowLoop) -> bool {
    body.block_of(op) == body.entry(body.region(own.op, 0))
}
