//! The form of kernels that can be fused: pure code, then one grid-stride loop.

use tf_dialects::arith;
use tf_dialects::kernel::{self, Axis, BlockId, GridDim, ThreadId, WarpId};
use tf_dialects::loops::{For, Yield};
use tf_ir::OpKind;
use tf_ir::arithmetic::constant_int;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::context::Str;
use tf_ir::registry::Traits;

/// The threads that run an iteration together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Team {
    Thread,
    Warp,
    Block,
}

/// Threads of a warp.
const LANES: u64 = 32;

/// The loop of a kernel.
pub(super) struct GridStrideLoop {
    pub(super) team: Team,
    /// Pure code before the loop.
    pub(super) before: Vec<Op>,
    pub(super) loop_op: Op,
    /// The induction variable.
    pub(super) number: Value,
    bounds: [Value; 3],
}

impl GridStrideLoop {
    /// The loop of a kernel that consists of pure code and one loop.
    pub(super) fn of(kernel: &Body) -> Option<GridStrideLoop> {
        let view = kernel.cast(kernel.root(), kernel::Func)?;
        let [threads, 1, 1] = view.block()? else { return None };
        if view.cluster().is_some() {
            return None;
        }
        let ops: Vec<Op> = kernel.ops(kernel.entry_block()?).collect();
        let (end, code) = ops.split_last()?;
        let (loop_op, before) = code.split_last()?;
        let view = kernel.cast(*loop_op, For)?;
        let pure = before.iter().all(|op| kernel.has(*op, Traits::PURE));
        if !kernel.is(*end, kernel::Return) || !pure || kernel.results(*loop_op).next().is_some() {
            return None;
        }
        let block = kernel.op(*loop_op).entry(0)?;
        // A loop with an early exit may run fewer iterations than its bounds say.
        kernel.last(block).filter(|end| kernel.is(*end, Yield))?;
        let number = kernel.args(block).next()?;
        let bounds = [view.lower(), view.upper(), view.step()];
        let team = team(kernel, bounds, threads)?;
        Some(GridStrideLoop { team, before: before.to_vec(), loop_op: *loop_op, number, bounds })
    }
}

/// The team of each iteration: the loop starts at the index of a thread, a warp or a block in the grid, and
/// its step is the count of these.
fn team(kernel: &Body, [lower, _, step]: [Value; 3], threads: u64) -> Option<Team> {
    if is_along_x(kernel, lower, BlockId::KIND) && is_along_x(kernel, step, GridDim::KIND) {
        return Some(Team::Block);
    }
    let first = kernel.def_op(lower).filter(|def| kernel.is(*def, arith::Addi))?;
    let [blocks, own] = [kernel.operand(first, 0), kernel.operand(first, 1)];
    let each = times(kernel, blocks, BlockId::KIND)?;
    if times(kernel, step, GridDim::KIND)? != each {
        return None;
    }
    let own_def = kernel.def_op(own)?;
    let is_thread = is_along_x(kernel, own, ThreadId::KIND);
    match (is_thread, kernel.is(own_def, WarpId)) {
        (true, _) if each == threads => Some(Team::Thread),
        (_, true) if each * LANES == threads => Some(Team::Warp),
        _ => None,
    }
}

fn is_along_x(kernel: &Body, value: Value, kind: OpKind) -> bool {
    let Some(def) = kernel.def_op(value).filter(|def| kernel.kind(*def) == kind) else { return false };
    kernel
        .op(def)
        .attr("axis")
        .and_then(|axis| kernel.ctx().attr_str(axis))
        .is_none_or(|axis| axis == Axis::X.name())
}

/// The constant factor of an index along x.
fn times(kernel: &Body, value: Value, kind: OpKind) -> Option<u64> {
    let product = kernel.def_op(value).filter(|def| kernel.is(*def, arith::Muli))?;
    let [id, factor] = [kernel.operand(product, 0), kernel.operand(product, 1)];
    let factor = constant_int(kernel, factor)?;
    is_along_x(kernel, id, kind).then_some(u64::try_from(factor).ok()?)
}

/// Two kernels with the operands of their launches.
pub(super) struct Pair<'a> {
    pub(super) bodies: [&'a Body; 2],
    pub(super) given: [&'a [Value]; 2],
    pub(super) loops: [&'a GridStrideLoop; 2],
}

/// The attributes of an op.
fn attributes(body: &Body, op: Op) -> (Vec<(&'static str, Attribute)>, Vec<(Str, Attribute)>) {
    (body.inherent(op).collect(), body.discardable(op).collect())
}

/// Recursion limit for the comparison of expressions.
const DEPTH: usize = 64;

impl Pair<'_> {
    /// True if both loops have the same bounds and the same team.
    pub(super) fn has_same_iterations(&self) -> bool {
        let [a, b] = self.loops;
        a.team == b.team && a.bounds.iter().zip(&b.bounds).all(|(x, y)| self.same([*x, *y]))
    }

    /// True if a value of the first kernel equals one of the second kernel in the same iteration.
    pub(super) fn same(&self, values: [Value; 2]) -> bool {
        self.same_at(values, DEPTH)
    }

    fn same_at(&self, [x, y]: [Value; 2], depth: usize) -> bool {
        let [a, b] = self.bodies;
        match (a.def(x), b.def(y)) {
            _ if depth == 0 => false,
            (Def::Argument(..), Def::Argument(..)) => {
                let numbers = self.loops.map(|one| one.number);
                numbers == [x, y] || self.operand(0, x).is_some_and(|given| self.operand(1, y) == Some(given))
            }
            (Def::Result(f, i), Def::Result(g, j)) => {
                let pure = a.has(f, Traits::PURE) && a.regions(f).len() == 0;
                let alike = i == j
                    && a.kind(f) == b.kind(g)
                    && attributes(a, f) == attributes(b, g)
                    && a.ty(x) == b.ty(y);
                let operands = [a.operands(f).collect::<Vec<_>>(), b.operands(g).collect::<Vec<_>>()];
                pure && alike
                    && operands[0].len() == operands[1].len()
                    && operands[0].iter().zip(&operands[1]).all(|(x, y)| self.same_at([*x, *y], depth - 1))
            }
            _ => false,
        }
    }

    /// The launch operand of a kernel's argument.
    pub(super) fn operand(&self, of: usize, value: Value) -> Option<Value> {
        let body = self.bodies[of];
        let at = body.args(body.entry_block()?).position(|arg| arg == value)?;
        self.given[of].get(at).copied()
    }
}
