//! Interleaved accesses, found: loads that take columns out of the same rows, and stores that fill rows.
//!
//! If a loop over a table of `n` rows and three columns is vectorized along the rows, it reads with a stride
//! of three. The rows are contiguous in memory, so all columns together are one contiguous block. If lanes
//! read several columns of the same rows, one load of that block serves them all. If they write every column,
//! one store does. [`crate::vectors::records`] emits both.

use crate::emitter::types::{storage_bytes, vector_lanes};
use rustc_hash::FxHashMap;
use tf_dialects::target::{Level, Target};
use tf_dialects::vector::{self, Lanes};
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::types::{Dim, Type};

/// The most columns of a row. Compilers are slow on shuffles of more.
const COLUMNS: usize = 8;
/// The most registers that the rows of all lanes fill.
const REGISTERS: usize = 32;

/// The rows that the lanes of an access visit.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    pub memref: Value,
    /// The subscripts up to the axis of the lanes: the start of the first lane's row.
    pub subscripts: Vec<Value>,
    /// The mask of active lanes.
    pub mask: Option<Value>,
    /// The value of inactive lanes.
    pub other: Option<Value>,
    pub lanes: usize,
    /// Elements of a row.
    pub columns: usize,
}

/// An access to one column of rows.
#[derive(Clone, Copy)]
pub(crate) struct Member {
    pub op: Op,
    pub column: usize,
}

/// The role of an access in a group.
#[derive(Clone)]
pub(crate) enum GroupRole {
    /// The first load of columns of the same rows, or the last store of all columns: the whole group is
    /// emitted with it.
    Leader(Rows, Vec<Member>),
    /// Another member of a group.
    Follower,
}

/// The grouped accesses of a function.
pub(crate) type AccessGroups = FxHashMap<Op, GroupRole>;

/// The accesses of one block seen so far that may still join a group.
#[derive(Default)]
struct Open {
    loads: Vec<(Rows, Vec<Member>)>,
    /// The index of rows in `loads`.
    places: FxHashMap<Rows, usize>,
    stores: Option<(Rows, Vec<Member>)>,
}

/// Finds the accesses of a function to be grouped in code of a level.
pub(crate) fn find(source: &Body, level: Level) -> AccessGroups {
    let target = level.target();
    let mut parts = AccessGroups::default();
    // There, masked gathers take less code.
    if target.masks {
        return parts;
    }
    tf_ir::walk::walk(source, source.root(), &mut |body, op| {
        for region in body.regions(op) {
            body.blocks(region).for_each(|block| in_block(body, block, &target, &mut parts));
        }
    });
    parts
}

fn in_block(body: &Body, block: Block, target: &Target, parts: &mut AccessGroups) {
    let mut open = Open::default();
    for op in body.ops(block) {
        match rows_of(body, op) {
            Some((rows, column)) if body.is(op, vector::Load) => {
                open.stores = None;
                open.load(rows, Member { op, column });
            }
            Some((rows, column)) => {
                open.end_loads(body, target, parts);
                open.store(rows, Member { op, column });
                open.end_stores(body, target, parts);
            }
            None => open.pass(body, op, target, parts),
        }
    }
    open.end_loads(body, target, parts);
}

impl Open {
    fn load(&mut self, rows: Rows, member: Member) {
        match self.places.get(&rows) {
            Some(at) => self.loads[*at].1.push(member),
            None => {
                self.places.insert(rows.clone(), self.loads.len());
                self.loads.push((rows, vec![member]));
            }
        }
    }

    fn store(&mut self, rows: Rows, member: Member) {
        match &mut self.stores {
            Some((known, members)) if *known == rows && members.iter().all(|m| m.column != member.column) => {
                members.push(member);
            }
            _ => self.stores = Some((rows, vec![member])),
        }
    }

    /// Any other op. Loads do not move past an op that may write, and stores do not move past an op that may
    /// read. Loads do move before loops: spilling a register around a loop takes less time than loading rows
    /// again.
    fn pass(&mut self, body: &Body, op: Op, target: &Target, parts: &mut AccessGroups) {
        let (mut reads, mut others) = (false, false);
        let known = visit_effects(body, op, &mut |effect| {
            match effect {
                Effect::Read(_) => reads = true,
                _ => others = true,
            }
            true
        });
        if reads || others || !known {
            self.stores = None;
        }
        if others || !known {
            self.end_loads(body, target, parts);
        }
    }

    /// Groups loads if that takes fewer instructions.
    fn end_loads(&mut self, body: &Body, target: &Target, parts: &mut AccessGroups) {
        self.places.clear();
        for (rows, members) in self.loads.drain(..) {
            if pays(body, &rows, &members, target) {
                join(members[0].op, rows, members, parts);
            }
        }
    }

    /// Groups stores once all columns are stored.
    fn end_stores(&mut self, body: &Body, target: &Target, parts: &mut AccessGroups) {
        let whole = |(rows, members): &mut (Rows, Vec<Member>)| members.len() == rows.columns;
        let Some((rows, members)) = self.stores.take_if(whole) else { return };
        if pays(body, &rows, &members, target) {
            join(members[members.len() - 1].op, rows, members, parts);
        }
    }
}

fn join(leader: Op, rows: Rows, members: Vec<Member>, parts: &mut AccessGroups) {
    parts.extend(members.iter().map(|member| (member.op, GroupRole::Follower)));
    parts.insert(leader, GroupRole::Leader(rows, members));
}

/// True if moving whole rows takes fewer instructions than moving lane by lane. Lane by lane, each lane takes
/// two or more instructions, for its address and its element. By rows, each register is moved once, and each
/// column is shuffled from as many registers as a row has elements.
fn pays(body: &Body, rows: &Rows, members: &[Member], target: &Target) -> bool {
    let elem = body.ctx().elem_type(body.ty(rows.memref));
    let bits = 8 * storage_bytes(body.ctx(), elem) as u32;
    let room = target.lanes(bits) as usize;
    let mut taken: Vec<usize> = members.iter().map(|member| member.column).collect();
    taken.sort_unstable();
    taken.dedup();
    rows.columns * (1 + taken.len()) <= 2 * taken.len() * room
        && (rows.columns * rows.lanes).div_ceil(room) <= REGISTERS
}

/// Matches an access along an axis other than the last: its rows, and its column. All axes after the lane
/// axis have constant extents, and the access has constant subscripts for them.
fn rows_of(body: &Body, op: Op) -> Option<(Rows, usize)> {
    let view = body.op(op);
    let (memref, parts, axis, vector): (Value, Lanes, usize, Type) = match view.cast(vector::Load) {
        Some(view) => (view.memref(), view.lanes(), view.lane_axis(), body.ty(body.result(op, 0))),
        None => {
            let view = view.cast(vector::Store)?;
            (view.memref(), view.lanes(), view.lane_axis(), body.ty(view.value()))
        }
    };
    let lanes = vector_lanes(body.ctx(), vector)?;
    let extents = body.ctx().dims(body.ty(memref))?;
    let (mut columns, mut column) = (1, 0);
    for (extent, subscript) in extents.iter().zip(&parts.subscripts).skip(axis + 1) {
        let (extent, at) = (constant_extent(extent)?, constant_subscript(body, *subscript)?);
        if at >= extent || extent > COLUMNS / columns {
            return None;
        }
        (columns, column) = (columns * extent, column * extent + at);
    }
    if columns < 2 || lanes < 2 {
        return None;
    }
    let subscripts = parts.subscripts[..=axis].to_vec();
    let (mask, other) = (parts.mask, parts.other);
    Some((Rows { memref, subscripts, mask, other, lanes, columns }, column))
}

fn constant_extent(dim: &Dim) -> Option<usize> {
    usize::try_from(dim.to_extent()?.as_const()?).ok()
}

fn constant_subscript(body: &Body, value: Value) -> Option<usize> {
    usize::try_from(constant_int(body, value)?).ok()
}
