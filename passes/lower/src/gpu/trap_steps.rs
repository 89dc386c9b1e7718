//! Traps for loop steps below 1 in kernels: a `mem.trap` before each loop that may have one.

use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::build::if_then;
use tf_dialects::loops::{For, Parallel};
use tf_dialects::mem::Trap;
use tf_dialects::shared::ranges::Range;
use tf_dialects::stops;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::walk::preorder;

/// Inserts a trap before each loop whose step may be below 1. After the trap, such a loop runs one iteration
/// at most.
pub fn trap_steps(kernel: &mut Body) {
    for op in preorder(kernel) {
        for step in steps(kernel, op) {
            if Range::of(kernel, step).least < 1 {
                trap(kernel, op, step);
            }
        }
    }
}

fn steps(kernel: &Body, op: Op) -> Vec<Value> {
    match kernel.cast(op, Parallel) {
        Some(view) => kernel.operands(op).skip(2 * view.rank()).take(view.rank()).collect(),
        None if kernel.is(op, For) => vec![kernel.operand(op, 2)],
        None => Vec::new(),
    }
}

fn trap(kernel: &mut Body, op: Op, step: Value) {
    let mut b = Builder::before(kernel, op);
    let (ty, index) = (b.body.ty(step), b.ctx().index());
    let zero = arith::const_int(&mut b, ty, 0);
    let is_bad = arith::cmpi(&mut b, CmpI::Sle, step, zero);
    if_then(&mut b, is_bad, |b| {
        let step = if ty == index { step } else { arith::index_cast(b, step, index) };
        Trap::with_status(b, &[step], stops::STEP, stops::REQUIRE.into());
    });
}
