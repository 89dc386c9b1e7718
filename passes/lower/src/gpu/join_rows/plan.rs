//! Chooses the rows to buffer in shared memory, allocates their arrays, and chooses the vector width.

use super::forwarding::is_of_nest;
use super::nest::{Access, Nest, RowLoop, accesses, same};
use super::wide;
use crate::gpu::map_kernels::Sharing;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::WARP;
use tf_dialects::loops::If;
use tf_dialects::mem::ExtentOf;
use tf_dialects::tensor::schedule::Place;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::Type;
use tf_passes_common::code::marks::THREADS;
use tf_passes_common::cost::figures::{GPU_ROW_BYTES, GPU_ROW_BYTES_KNOWN};

/// Elements of a row that several loops touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) memory: Value,
    elem: Type,
    /// The indices of the first and the last loop that touch it.
    first: usize,
    last: usize,
    pub(super) buffering: Buffering,
}

/// The buffering mode of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Buffering {
    /// Only the nest uses the memory: the array replaces it.
    Moved,
    /// Stores go to memory and to the array.
    Written,
    /// The first load fills the array.
    Read,
}

/// The rows to buffer, and the vector width.
pub(super) struct Plan {
    /// Each row with the index of its array; empty if rows are read again.
    pub(super) rows: Vec<(Row, usize)>,
    pub(super) arrays: Vec<Type>,
    /// The number of elements in an array.
    pub(super) length: i64,
    /// The length of a row.
    pub(super) needed: Value,
    /// Rows may be longer than an array at run time.
    pub(super) may_be_long: bool,
    /// Contiguous elements per thread, if the length of rows is a multiple of this.
    pub(super) width: i64,
}

/// The plan for a nest, if there is a benefit.
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

/// The most common length of the row loops, if it is available before the nest.
fn needed(body: &Body, nest: &Nest) -> Option<Value> {
    let lengths: Vec<Value> = nest.loops.iter().filter_map(|own| own.length).collect();
    let count = |length: &Value| lengths.iter().filter(|other| same(body, *length, **other)).count();
    let needed = lengths.iter().copied().rev().max_by_key(count)?;
    let inside = |def| body.encloses(nest.op, def) && !body.is(def, ExtentOf);
    (!body.def_op(needed).is_some_and(inside)).then_some(needed)
}

/// The upper bound of the length, from the condition under which the host launches the nest.
fn bound(body: &Body, nest: &Nest, needed: Value) -> Option<i64> {
    let around = body.parent_op(nest.op).filter(|around| body.is(*around, If))?;
    let is_first = body.block_of(nest.op) == body.op(around).entry(0);
    let condition =
        body.def_op(body.operand(around, 0)).filter(|def| is_first && body.is(*def, arith::Cmpi))?;
    let predicate = body.op(condition).attr("predicate").and_then(|at| body.ctx().attr_int(at));
    let is_it = predicate == Some(CmpI::Slt as i128) && same(body, body.operand(condition, 0), needed);
    constant_int(body, body.operand(condition, 1)).filter(|_| is_it).map(|end| end - 1)
}

/// Contiguous elements per thread: 16 bytes of the widest type.
fn width(body: &Body, nest: &Nest, accesses: &[Access], needed: Value) -> i64 {
    // A scan assigns adjacent elements to adjacent threads.
    if nest.loops.iter().any(|own| own.sharing == Sharing::Scan) {
        return 1;
    }
    let along = accesses.iter().filter(|access| nest.loop_of(body, access).is_some());
    let widest = along.map(|access| bytes(body, body.ctx().elem_type(body.ty(access.memory)))).max();
    let width = widest.map_or(1, wide::width);
    // A thread must own the same elements in each block of terms.
    let round = width * nest.team.threads;
    if nest.loops.iter().filter_map(|own| own.blocks).any(|(_, length)| length % round != 0) {
        return 1;
    }
    if constant_int(body, needed).is_none_or(|length| length % width == 0) { width } else { 1 }
}

/// The rows that are worth buffering, each with the index of its array, and the arrays.
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

/// True if two rows can share an array: each thread has read its element of the first row before it writes
/// that of the second one.
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
    let is_simple = |access: &Access| runs_each_iteration(body, access.op, &nest.loops[new.first]);
    of(new).all(|(at, access)| Some(at) > last && is_simple(access)) && new.buffering != Buffering::Read
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

/// The accesses of a nest to the rows of a memory, if buffering is worthwhile.
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
    let buffering = match own.iter().any(|access| access.writes) {
        false => Buffering::Read,
        true if is_private(false) && is_of_nest(body, nest, memory) => Buffering::Moved,
        true if is_private(true) => Buffering::Written,
        true => return None,
    };
    // The first loop must touch the whole row.
    let starts = own.iter().zip(&of).find(|(_, of)| **of == Some(first)).is_some_and(|(access, _)| {
        let own = &nest.loops[first];
        let whole = own.blocks.map_or(own.op, |(around, _)| around);
        let always =
            body.block_of(whole) == Some(nest.block(body)) && runs_each_iteration(body, access.op, own);
        access.writes == (buffering != Buffering::Read) && always
    });
    let elem = body.ctx().elem_type(body.ty(memory));
    starts.then_some(Row { memory, elem, first, last, buffering })
}

/// True if an op runs in every iteration of a loop along a row.
fn runs_each_iteration(body: &Body, op: Op, own: &RowLoop) -> bool {
    body.block_of(op) == body.entry(body.region(own.op, 0))
}
