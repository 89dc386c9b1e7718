//! Nests over rows, and their accesses to memory.

use crate::gpu::map_kernels::{Shared, Sharing, sharing, team_of};
use rustc_hash::FxHashSet;
use tf_dialects::arith;
use tf_dialects::loops::For;
use tf_dialects::mem::{Alloc, Constant, ExtentOf, Load, Store};
use tf_dialects::tensor::schedule::Place;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Block, Body, Def, Op, Value};
use tf_ir::kind::WhichOp;
use tf_ir::registry::Traits;
use tf_ir::walk::walk;
use tf_passes_common::code::marks::{ATOMIC, MAP, THREADS};

/// A parallel loop over rows whose inner loops along a row are distributed over a team.
pub(super) struct Nest {
    pub(super) op: Op,
    pub(super) team: Shared,
    /// The indices of rows.
    pub(super) indices: Vec<Value>,
    /// The loops that are distributed over the team, in program order.
    pub(super) loops: Vec<RowLoop>,
}

/// A loop that is distributed over a team.
pub(super) struct RowLoop {
    pub(super) op: Op,
    pub(super) index: Value,
    pub(super) sharing: Sharing,
    /// The length of the row, if the loop, with a loop over blocks around it, touches each element of a row
    /// exactly once.
    pub(super) length: Option<Value>,
    /// The loop over blocks, and the length of a block.
    pub(super) blocks: Option<(Op, i64)>,
}

/// A read or a write of an element.
pub(super) struct Access {
    pub(super) op: Op,
    pub(super) memory: Value,
    pub(super) subscripts: Vec<Value>,
    pub(super) writes: bool,
}

impl Nest {
    /// Matches a parallel loop that is mapped to a grid and has loops for teams of one size.
    pub(super) fn of(body: &Body, op: Op) -> Option<Nest> {
        let word = body.ctx().attr_str(body.attr(op, MAP)?)?;
        if word != Place::Grid.word() || body.attr(op, ATOMIC).is_some() || body.result_count(op) > 0 {
            return None;
        }
        let block = body.entry(body.region(op, 0))?;
        let found: Vec<(Op, Shared)> = preorder_of(body, op)
            .into_iter()
            .filter_map(|inner| Some((inner, team_of(body, inner)?)))
            .collect();
        let found: Vec<(Op, Shared)> = found.into_iter().filter(|(inner, _)| body.is(*inner, For)).collect();
        let team = found.first()?.1;
        if found.iter().any(|(_, other)| *other != team) {
            return None;
        }
        // If a loop is not distributed, its elements belong to no single thread.
        let loops =
            found.into_iter().map(|(inner, _)| RowLoop::of(body, inner, team)).collect::<Option<_>>()?;
        Some(Nest { op, team, indices: body.args(block).collect(), loops })
    }

    /// The block of the parallel loop.
    pub(super) fn block(&self, body: &Body) -> Block {
        body.entry(body.region(self.op, 0)).expect("a loop has a block")
    }

    /// True if an access is to the row of the iteration.
    pub(super) fn is_own_row(&self, access: &Access) -> bool {
        access.subscripts.starts_with(&self.indices)
    }

    /// The index of the loop whose induction variable selects the element of the row.
    pub(super) fn loop_of(&self, body: &Body, access: &Access) -> Option<usize> {
        let (last, rows) = access.subscripts.split_last()?;
        let at = self.loops.iter().position(|own| own.index == *last)?;
        (rows == self.indices && body.encloses(self.loops[at].op, access.op)).then_some(at)
    }
}

/// An op and all ops inside.
pub(super) fn preorder_of(body: &Body, op: Op) -> Vec<Op> {
    let mut found = Vec::new();
    walk(body, op, &mut |_, inner| found.push(inner));
    found
}

impl RowLoop {
    fn of(body: &Body, op: Op, team: Shared) -> Option<RowLoop> {
        let index = body.arg(body.entry(body.region(op, 0))?, 0);
        let sharing = sharing(body, op).filter(|_| constant_int(body, body.operand(op, 2)) == Some(1))?;
        let (lower, upper) = (body.operand(op, 0), body.operand(op, 1));
        if constant_int(body, lower) == Some(0) {
            return Some(RowLoop { op, index, sharing, length: Some(upper), blocks: None });
        }
        let (length, blocks) = in_blocks(body, op, team).unzip();
        Some(RowLoop { op, index, sharing, length, blocks })
    }
}

/// Matches a strip-mined loop along a row, with blocks that are a multiple of the team's size. Returns the
/// length of the row, the loop over blocks, and the length of a block.
fn in_blocks(body: &Body, op: Op, team: Shared) -> Option<(Value, (Op, i64))> {
    let (lower, upper) = (body.operand(op, 0), body.operand(op, 1));
    // `b * c to b * c + min(n - b * c, c)`, for each `b` in `0 to ceil(max(n, 0) / c)`
    let [b, c] = operands_of(body, lower, arith::Muli)?;
    let whole = constant_int(body, c).filter(|c| *c > 0 && *c % team.threads == 0)?;
    let [start, own] = operands_of(body, upper, arith::Addi)?;
    let [left, most] = operands_of(body, own, arith::Minsi)?;
    let [n, from] = operands_of(body, left, arith::Subi)?;
    let around = body.parent_op(op).filter(|around| body.is(*around, For))?;
    let counts = body.arg(body.entry(body.region(around, 0))?, 0) == b;
    let [span, each] = operands_of(body, body.operand(around, 1), arith::Ceildivui)?;
    let [of, zero] = operands_of(body, span, arith::Maxsi)?;
    let begins = constant_int(body, body.operand(around, 0)) == Some(0);
    let steps = constant_int(body, body.operand(around, 2)) == Some(1);
    let fits = start == lower && from == lower && most == c && each == c && of == n;
    let is_it = counts && begins && steps && fits && constant_int(body, zero) == Some(0);
    is_it.then_some((n, (around, whole)))
}

fn operands_of(body: &Body, value: Value, op: impl WhichOp) -> Option<[Value; 2]> {
    let def = body.def_op(value).filter(|def| body.is(*def, op))?;
    Some([body.operand(def, 0), body.operand(def, 1)])
}

/// True if two values are equal: one value, or the same constant or extent.
pub(super) fn same(body: &Body, a: Value, b: Value) -> bool {
    if a == b {
        return true;
    }
    let (Def::Result(x, i), Def::Result(y, j)) = (body.def(a), body.def(b)) else { return false };
    let plain = body.has(x, Traits::CONSTANT) || body.is(x, ExtentOf);
    plain && i == j && body.kind(x) == body.kind(y) && body.inherent(x).eq(body.inherent(y))
}

/// All accesses in an op; `None` if it has other effects, such as stopping the call.
pub(super) fn accesses(body: &Body, root: Op) -> Option<Vec<Access>> {
    let (mut found, mut known) = (Vec::new(), true);
    for op in preorder_of(body, root) {
        match access(body, op) {
            Some(access) => found.push(access),
            None => known &= is_harmless(body, op),
        }
    }
    known.then_some(found)
}

fn access(body: &Body, op: Op) -> Option<Access> {
    if let Some(view) = body.cast(op, Load) {
        return Some(Access {
            op,
            memory: view.memref(),
            subscripts: view.subscripts().to_vec(),
            writes: false,
        });
    }
    let view = body.cast(op, Store)?;
    Some(Access { op, memory: view.memref(), subscripts: view.subscripts().to_vec(), writes: true })
}

fn is_harmless(body: &Body, op: Op) -> bool {
    let traits = [Traits::PURE, Traits::RECURSIVE_EFFECTS, Traits::TERMINATOR];
    body.is(op, Alloc) || traits.into_iter().any(|of| body.has(op, of))
}

/// True if two consecutive nests can be fused: the same iteration domain, teams of one size, and all
/// dependences stay within an iteration.
pub(super) fn joins(body: &Body, first: &Nest, second: &Nest) -> bool {
    let operands = [first, second].map(|nest| body.operands(nest.op).collect::<Vec<Value>>());
    let points = operands[0].len() == operands[1].len()
        && operands[0].iter().zip(&operands[1]).all(|(a, b)| same(body, *a, *b));
    let threads = [first, second].map(|nest| body.attr(nest.op, THREADS));
    if !points || first.team != second.team || threads[0] != threads[1] {
        return false;
    }
    let [Some(a), Some(b)] = [first, second].map(|nest| accesses(body, nest.op)) else { return false };
    let touched: FxHashSet<Value> = b.iter().map(|access| access.memory).collect();
    let shared: FxHashSet<Value> =
        a.iter().map(|access| access.memory).filter(|memory| touched.contains(memory)).collect();
    let of = |memory: Value| a.iter().chain(&b).filter(move |access| access.memory == memory);
    let is_own = |access: &Access| first.is_own_row(access) || second.is_own_row(access);
    let written = |memory: &&Value| of(**memory).any(|access| access.writes);
    a.iter().chain(&b).all(|access| is_known(body, access.memory))
        && shared.iter().filter(written).all(|memory| of(*memory).all(is_own))
}

/// True if different values of this kind are different memory.
pub(super) fn is_known(body: &Body, memory: Value) -> bool {
    match body.def_op(memory) {
        Some(def) => body.is(def, Alloc) || body.is(def, Constant),
        None => body.entry_block().is_some_and(|block| body.args(block).any(|arg| arg == memory)),
    }
}
