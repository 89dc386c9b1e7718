//! Induction variable substitution: carried integers of a counted loop that change by a constant in each
//! iteration become functions of the index.

use super::counter::{added, constant_scalar, is_number, root};
use super::raise::as_type;
use tf_dialects::arith::{self, const_index};
use tf_dialects::loops::For;
use tf_dialects::scalar::{Scalar, element_type};
use tf_dialects::tensor::{FromElements, build, policy::Policy};
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::types::Type;

/// A carried value of a counted loop that is an induction variable, too.
struct Derived {
    position: usize,
    step: i64,
}

/// Replaces the derived induction variables of a loop of step 1, and returns their values in the loop.
pub(super) fn derive(body: &mut Body, op: Op) -> Vec<Value> {
    let found = find(body, op).unwrap_or_default();
    found.into_iter().map(|derived| replace(body, op, &derived)).collect()
}

fn find(body: &Body, op: Op) -> Option<Vec<Derived>> {
    let view = body.cast(op, For)?;
    if view.early_exit().is_some() || constant_int(body, body.operand(op, 2)) != Some(1) {
        return None;
    }
    if body.ty(body.operand(op, 0)) != body.ctx().index() {
        return None;
    }
    let (carried, yielded) = (view.carried(), view.yielded());
    let derived = |(position, next): (usize, Value)| {
        let own = carried[position];
        let is_int = element_type(body.ctx(), body.ty(own)).is_some_and(|d| d.is_int() && d.bits() > 1);
        if !is_int || !is_number(body, own) {
            return None;
        }
        let step = added(body, body.def_op(root(body, next))?, |value| root(body, value) == own)?;
        Some(Derived { position, step })
    };
    Some(yielded.into_iter().enumerate().filter_map(derived).collect())
}

fn replace(body: &mut Body, op: Op, derived: &Derived) -> Value {
    let view = body.view(op, For);
    let (block, end) = (view.block().expect("a loop has a block"), view.end().expect("and a terminator"));
    let index = view.index().expect("a loop has an index");
    let (lower, upper) = (view.lower(), view.upper());
    let argument = view.carried()[derived.position];
    let (init, result) = (body.operand(op, 3 + derived.position), body.result(op, derived.position));
    let ty = body.ty(argument);
    let loc = body.loc(op);
    let start = Start::of(&mut Builder::before(body, op), init, lower);
    let mut b = Builder::new(body, Cursor::Start(block), loc);
    let inside = start.value(&mut b, index, derived.step, ty);
    if !b.body.is_unused(result) {
        let mut b = Builder::after(b.body, op);
        let last = arith::maxsi(&mut b, lower, upper);
        let after = start.value(&mut b, last, derived.step, ty);
        b.body.replace_uses(result, after);
    }
    body.replace_uses(argument, inside);
    // The argument has no uses left, so it carries its first value.
    body.set_operand(end, derived.position, init);
    inside
}

/// The first values of an induction variable and of the index.
enum Start {
    Constants(i64, i64),
    /// Scalars.
    Values(Value, Value),
}

impl Start {
    fn of(b: &mut Builder<'_>, init: Value, lower: Value) -> Start {
        let constant = constant_scalar(b.body, init).map(Scalar::to_i64);
        if let Some((init, lower)) = constant.zip(constant_int(b.body, lower)) {
            return Start::Constants(init, lower);
        }
        let is_tensor = b.body.ctx().is_tensor(b.body.ty(init));
        let init = match is_tensor {
            true => build::at(b, init, &build::scalar_subscripts(), Policy::Assumed, None),
            false => init,
        };
        Start::Values(init, lower)
    }

    /// `init + (at - lower) * step` in the arithmetic of the counter's type.
    fn value(&self, b: &mut Builder<'_>, at: Value, step: i64, ty: Type) -> Value {
        let ctx = b.ctx();
        match self {
            Start::Constants(init, lower) => {
                let mut sum = at;
                if step != 1 {
                    let step = const_index(b, step);
                    sum = arith::muli(b, sum, step);
                }
                let offset = init.wrapping_sub(lower.wrapping_mul(step));
                if offset != 0 {
                    let offset = const_index(b, offset);
                    sum = arith::addi(b, sum, offset);
                }
                as_type(b, sum, ty)
            }
            Start::Values(init, lower) => {
                let elem = ctx.elem_type(ty);
                let mut way = arith::subi(b, at, *lower);
                if elem != ctx.index() {
                    way = arith::index_cast(b, way, elem);
                }
                if step != 1 {
                    let step = arith::const_int(b, elem, step);
                    way = arith::muli(b, way, step);
                }
                let sum = arith::addi(b, *init, way);
                if ctx.is_tensor(ty) { FromElements::build(b, &[sum], ty) } else { sum }
            }
        }
    }
}
