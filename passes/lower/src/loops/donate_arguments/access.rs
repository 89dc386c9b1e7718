//! Accesses to the memory of an argument.

use smallvec::SmallVec;
use tf_dialects::{mem, vector};
use tf_ir::body::{Block, Body, Op, Value};
use tf_passes_common::code::folding_builder::lanes_of;

/// A read or a write.
pub(super) struct Access {
    pub op: Op,
    /// For each axis, the first subscript and the number of consecutive elements; `None` if unknown. Empty:
    /// the whole array.
    pub place: SmallVec<[Option<(Value, i64)>; 4]>,
    /// The enclosing blocks and the op in each that contains the access, outermost first; the last is the
    /// access itself.
    pub path: Vec<(Block, Op)>,
}

/// All accesses to the memory of an argument.
#[derive(Default)]
pub(super) struct Accesses {
    pub reads: Vec<Access>,
    pub writes: Vec<Access>,
}

impl Accesses {
    /// The accesses to a memory; `None` if it has any other use.
    pub(super) fn of(body: &Body, memory: Value) -> Option<Accesses> {
        let rank = body.ctx().dims(body.ty(memory))?.len();
        let mut found = Accesses::default();
        for used in body.uses(memory) {
            let op = used.op;
            let access =
                |first: usize| Access { op, place: place(body, op, first, rank), path: path(body, op) };
            match (body.kind(op), used.operand) {
                (mem::Load::KIND | vector::Load::KIND | vector::Gather::KIND, 0) => {
                    found.reads.push(access(1))
                }
                (mem::Store::KIND | vector::Store::KIND | vector::Scatter::KIND, 1) => {
                    found.writes.push(access(2))
                }
                (mem::Copy::KIND, 0) => found.reads.push(whole(body, op)),
                (mem::Copy::KIND, 1) => found.writes.push(whole(body, op)),
                (mem::Print::KIND, _) => found.reads.push(whole(body, op)),
                // These touch cache lines but read no element.
                (mem::Prefetch::KIND | mem::BeforeLine::KIND, _) => {}
                _ => return None,
            }
        }
        Some(found)
    }
}

fn whole(body: &Body, op: Op) -> Access {
    Access { op, place: SmallVec::new(), path: path(body, op) }
}

/// The subscript and length of an access along each axis; subscripts begin at operand `first`.
fn place(body: &Body, op: Op, first: usize, rank: usize) -> SmallVec<[Option<(Value, i64)>; 4]> {
    let ctx = body.ctx();
    let is_row = body.is(op, vector::Load) || body.is(op, vector::Store);
    let axis = body.attr(op, "axis").filter(|_| is_row).and_then(|attr| ctx.attr_int(attr));
    let value = body.results(op).next().unwrap_or_else(|| body.operand(op, 0));
    let lanes = lanes_of(ctx, body.ty(value));
    let subscripts: SmallVec<[Value; 4]> = body.operands(op).skip(first).take(rank).collect();
    let one = |(at, subscript): (i128, Value)| {
        let is_index = body.ty(subscript) == ctx.index();
        let length = if axis == Some(at) { lanes? } else { 1 };
        is_index.then_some((subscript, length))
    };
    (0..).zip(subscripts).map(one).collect()
}

fn path(body: &Body, op: Op) -> Vec<(Block, Op)> {
    let mut path = Vec::new();
    let mut at = Some(op);
    while let Some(op) = at {
        let Some(block) = body.block_of(op) else { break };
        path.push((block, op));
        at = body.parent_op(op);
    }
    path.reverse();
    path
}
