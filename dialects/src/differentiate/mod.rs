//! Derivative rules of ops (VJP and JVP): the interface, and the context of a rule.
//!
//! A rule handles one op of straight-line code. In reverse mode, it accumulates the cotangents of the op's
//! operands from those of its results; in forward mode, it computes the tangents of the results. A rule
//! builds ordinary IR, so its result can be differentiated again. See `docs/explanation/autodiff.md`.

mod elementwise;
mod known;
mod mask;
pub mod rule;

pub use known::{Derivative, derivative, is_followed, reason};
pub use rule::constant_like;

use crate::arith;
pub use crate::constraints::is_differentiable;
use crate::tensor::transform::detach::Detach;
use crate::tensor::{Combine, CombiningKind, Compute, Splat};
use mask::{Mask, Masked};
use rustc_hash::{FxHashMap, FxHashSet};
use tf_ir::attr::AttrData;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::dominance::Dominance;

/// The derivative rules of an op; an interface of ops. The scalar table holds the rules of elementwise ops,
/// and ops that decompose into comprehensions need none.
pub trait Differentiable: Send + Sync {
    /// Accumulates the cotangents of the operands of `op` from the cotangents of its results.
    ///
    /// # Errors
    /// The op has no derivative: the reason, at the op.
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic>;

    /// Sets the tangents of the results of `op` from those of its operands.
    ///
    /// # Errors
    /// The op has no derivative: the reason, at the op.
    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic>;
}

/// The rule of piecewise constant ops, such as comparisons: their derivative is 0. An op of another dialect
/// registers this rule if it is piecewise constant; an op without any rule is rejected.
pub struct Steps;

impl Differentiable for Steps {
    fn vjp(&self, _cx: &mut Reverse<'_, '_>, _op: Op) -> Result<(), Diagnostic> {
        Ok(())
    }

    fn jvp(&self, _cx: &mut Forward<'_, '_>, _op: Op) -> Result<(), Diagnostic> {
        Ok(())
    }
}

/// The values of a piece of code that depend on its variables and have derivatives.
#[derive(Clone, Default, Debug)]
pub struct Active(FxHashSet<Value>);

impl Active {
    /// These are the variables.
    pub fn new(variables: impl IntoIterator<Item = Value>) -> Active {
        Active(variables.into_iter().collect())
    }

    /// True if the value depends on a variable.
    pub fn has(&self, value: Value) -> bool {
        self.0.contains(&value)
    }

    /// Adds a value.
    pub fn insert(&mut self, value: Value) {
        self.0.insert(value);
    }

    /// True if the op, or anything in its regions, uses an active value.
    pub fn is_used(&self, body: &Body, op: Op) -> bool {
        body.operands(op).any(|v| self.has(v))
            || body
                .regions(op)
                .flat_map(|r| body.blocks(r))
                .any(|block| body.ops(block).any(|inner| self.is_used(body, inner)))
    }

    /// Marks the results of `op` that depend on variables.
    pub fn mark(&mut self, body: &Body, op: Op) {
        if op_stops(body, op) || !self.is_used(body, op) {
            return;
        }
        let ctx = body.ctx();
        self.0.extend(body.results(op).filter(|r| is_differentiable(ctx, body.ty(*r))));
    }
}

/// True for ops that block differentiation.
fn op_stops(body: &Body, op: Op) -> bool {
    body.is(op, Detach)
}

/// A backward sweep: the cotangents so far. Zero cotangents are absent.
///
/// The unselected operand of a selection gets no cotangent, and neither does any value that it was computed
/// from, even if a derivative on the path is infinite: infinity times a zero cotangent would be NaN. The
/// condition therefore accompanies the cotangent, and becomes a selection where the cotangent is used, after
/// the derivatives.
pub struct Reverse<'a, 'b> {
    /// Builds the backward code.
    pub b: &'a mut Builder<'b>,
    /// Which values have cotangents.
    pub active: &'a Active,
    cotangents: FxHashMap<Value, Masked>,
}

impl<'a, 'b> Reverse<'a, 'b> {
    /// Before the sweep.
    pub fn new(b: &'a mut Builder<'b>, active: &'a Active) -> Reverse<'a, 'b> {
        Reverse { b, active, cotangents: FxHashMap::default() }
    }

    /// The cotangent of a value; `None` is zero.
    pub fn cotangent(&mut self, value: Value) -> Option<Value> {
        let masked = self.cotangents.remove(&value)?;
        let cotangent = masked.settle(self.b, 0);
        self.set(value, cotangent);
        Some(cotangent)
    }

    /// Takes the cotangent of a value, which then has none: for code that forwards it.
    pub fn take(&mut self, value: Value) -> Option<Value> {
        let masked = self.cotangents.remove(&value)?;
        Some(masked.settle(self.b, 0))
    }

    /// Sets the cotangent of a value that has none.
    pub fn set(&mut self, value: Value, cotangent: Value) {
        self.cotangents.insert(value, Masked { value: cotangent, mask: Mask::default() });
    }

    /// The cotangent of a value, zeros if nothing contributed.
    pub fn cotangent_or_zero(&mut self, value: Value) -> Value {
        let ty = self.b.body.ty(value);
        self.cotangent(value).unwrap_or_else(|| constant_like(self.b, ty, 0.0))
    }

    /// True if the value has a cotangent.
    pub fn has_cotangent(&self, value: Value) -> bool {
        self.cotangents.contains_key(&value)
    }

    /// True if a result of the op has a cotangent.
    pub fn is_reached(&self, op: Op) -> bool {
        self.b.body.results(op).any(|r| self.has_cotangent(r))
    }

    /// Adds to the cotangent of a value; ignores values that are not active.
    pub fn add(&mut self, value: Value, cotangent: Value) {
        self.add_masked(value, Masked { value: cotangent, mask: Mask::default() });
    }

    /// Adds to the cotangent of a value where a condition holds.
    pub fn add_where(&mut self, value: Value, cotangent: Value, condition: Value) {
        let mut mask = Mask::default();
        mask.require(condition, true);
        self.add_masked(value, Masked { value: cotangent, mask });
    }

    /// The cotangent of a value with its mask.
    pub(crate) fn masked(&self, value: Value) -> Option<Masked> {
        self.cotangents.get(&value).cloned()
    }

    /// Adds a masked cotangent.
    pub(crate) fn add_masked(&mut self, value: Value, new: Masked) {
        if !self.active.has(value) || new.mask.is_never() {
            return;
        }
        let Some(known) = self.cotangents.remove(&value) else {
            self.cotangents.insert(value, new);
            return;
        };
        // The common conditions stay pending; the other conditions of each are applied now.
        let common = known.mask.common(&new.mask);
        let mask = known.mask.first(common);
        let (known, new) = (known.settle(self.b, common), new.settle(self.b, common));
        let sum = match self.start_from(new, known) {
            true => new,
            false => arith::addf(self.b, known, new),
        };
        self.cotangents.insert(value, Masked { value: sum, mask });
    }
}

impl Reverse<'_, '_> {
    /// Replaces the zero initial value of an accumulation by `known`, so that a sparse update leaves the rest
    /// of the tensor untouched. False if `sums` is not such an accumulation.
    fn start_from(&mut self, sums: Value, known: Value) -> bool {
        let body = &mut *self.b.body;
        let Def::Result(op, result) = body.def(sums) else { return false };
        let Some(view) = body.cast(op, Compute) else { return false };
        let Some(at) = result.checked_sub(view.plain_count()) else { return false };
        let is_sum = view.accumulations()[at].combine == Combine::Kind(CombiningKind::Add);
        let start = body.operand(op, at);
        if !is_sum || !body.is_unused(sums) || !is_zeros(body, start) {
            return false;
        }
        if !Dominance::new().value_reaches(body, known, op) {
            return false;
        }
        body.set_operand(op, at, known);
        if let Some(zeros) = body.def_op(start).filter(|_| body.is_unused(start)) {
            body.erase(zeros);
        }
        true
    }
}

/// True for a constant, of any type of floats, whose elements are all zero.
pub fn is_zeros(body: &Body, value: Value) -> bool {
    let Some(op) = body.def_op(value).map(|op| body.op(op)) else { return false };
    if op.is(Splat) {
        return is_zeros(body, op.operand(0));
    }
    let Some(constant) = op.constant() else { return false };
    match op.ctx().attr_data(constant) {
        AttrData::Float(_, bits) => *bits == 0,
        AttrData::Dense(dense) => dense.splat && dense.bytes.iter().all(|b| *b == 0),
        _ => false,
    }
}

/// A forward sweep: the tangents so far. Zero tangents are absent.
pub struct Forward<'a, 'b> {
    /// Builds the code.
    pub b: &'a mut Builder<'b>,
    tangents: FxHashMap<Value, Value>,
}

impl<'a, 'b> Forward<'a, 'b> {
    /// Before the sweep.
    pub fn new(b: &'a mut Builder<'b>) -> Forward<'a, 'b> {
        Forward { b, tangents: FxHashMap::default() }
    }

    /// The same tangents with another builder.
    pub fn with<'c, 'd>(&self, b: &'c mut Builder<'d>) -> Forward<'c, 'd> {
        Forward { b, tangents: self.tangents.clone() }
    }

    /// The tangent of a value; `None` is zero.
    pub fn tangent(&self, value: Value) -> Option<Value> {
        self.tangents.get(&value).copied()
    }

    /// The tangent of a value, zeros if it has none.
    pub fn tangent_or_zero(&mut self, value: Value) -> Value {
        let ty = self.b.body.ty(value);
        self.tangent(value).unwrap_or_else(|| constant_like(self.b, ty, 0.0))
    }

    /// Sets the tangent of a value.
    pub fn set(&mut self, value: Value, tangent: Value) {
        self.tangents.insert(value, tangent);
    }

    /// True if an operand of the op has a tangent.
    pub fn is_reached(&self, op: Op) -> bool {
        self.b.body.operands(op).any(|v| self.tangents.contains_key(&v))
    }
}

/// Applies the rule of an op, if it has one, to a backward sweep; false if it has none.
///
/// # Errors
/// Those of the rule.
pub fn vjp(cx: &mut Reverse<'_, '_>, op: Op) -> Result<bool, Diagnostic> {
    let ctx = cx.b.ctx();
    if let Some(rule) = ctx.op_info(cx.b.body.name(op)).interface::<dyn Differentiable>() {
        return rule.vjp(cx, op).map(|()| true);
    }
    elementwise::vjp(cx, op)
}

/// Applies the rule of an op, if it has one, to a forward sweep; false if it has none.
///
/// # Errors
/// Those of the rule.
pub fn jvp(cx: &mut Forward<'_, '_>, op: Op) -> Result<bool, Diagnostic> {
    let ctx = cx.b.ctx();
    if let Some(rule) = ctx.op_info(cx.b.body.name(op)).interface::<dyn Differentiable>() {
        return rule.jvp(cx, op).map(|()| true);
    }
    elementwise::jvp(cx, op)
}
