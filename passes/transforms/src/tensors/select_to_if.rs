//! `select-to-if`: evaluates only the taken side of a select between whole tensors.
//!
//! A select with one condition for all elements, such as `jnp.where(done, x, step(x))`, computes both sides.
//! Ops that only one side uses move into a conditional if that saves more per element than a store and a
//! load, because the conditional prevents the fusion of the loops around it.

use rustc_hash::FxHashSet;
use tf_dialects::arith::Select;
use tf_dialects::elementwise::spec_of;
use tf_dialects::func::Func;
use tf_dialects::loops::build::if_else;
use tf_dialects::shared::shape::extents;
use tf_dialects::tensor::{Broadcast, Compute, Splat, build};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::as_loop;
use tf_ir::effects::is_pure;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;
use tf_ir::walk::preorder;
use tf_passes_common::cost::figures::STORED_AND_READ;

/// The pass `select-to-if`.
pub static INFO: PassInfo = PassInfo {
    name: "select-to-if",
    title: "SelectToIf",
    summary: "Evaluate only the selected operand of a select between whole tensors",
    docs: "The condition is one scalar for all elements. Pure ops in the block of the select that only one \
        of its operands needs move into the region of that operand in a 'loop.if', if they reduce, loop or \
        sort, or cost more per element than a store and a load. Intended for CPUs: the host of a GPU would \
        have to wait for the condition.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-selects", help: "selects that became conditionals" }],
    rules: &[RuleSpec { name: "one-side", help: "turns a select of tensors into a conditional" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(SelectToIf)),
};

struct SelectToIf;

impl Pass for SelectToIf {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        // In reverse order: a select may use others on one side only.
        for op in preorder(body).into_iter().rev() {
            let Some(condition) = Condition::of(body, op) else { continue };
            let sides = [1, 2].map(|side| Side::of(body, op, side));
            if sides.iter().any(|side| side.is_costly(body)) && cx.allows("one-side") && cx.may_rewrite() {
                branch(body, op, &condition, sides);
                count += 1;
            }
        }
        cx.count("num-selects", count);
        Ok(Changed::from(count > 0))
    }
}

/// A uniform condition of a select.
enum Condition {
    Scalar(Value),
    /// A tensor without axes.
    Element(Value),
}

impl Condition {
    /// The uniform condition of a select between tensors with axes, outside of computes.
    fn of(body: &Body, op: Op) -> Option<Condition> {
        let inside = || std::iter::successors(body.parent_op(op), |p| body.parent_op(*p));
        let rank = |value| extents(body.ctx(), body.ty(value)).map_or(0, |extents| extents.len());
        let is_asked = body.is_live(op)
            && body.is(op, Select)
            && rank(body.result(op, 0)) > 0
            && !inside().any(|around| body.is(around, Compute));
        let value = is_asked.then(|| body.operand(op, 0))?;
        let is_scalar = |value| body.ctx().elem_type(body.ty(value)) == body.ty(value);
        if is_scalar(value) {
            return Some(Condition::Scalar(value));
        }
        let def = body.def_op(value).filter(|def| body.is(*def, Broadcast) || body.is(*def, Splat))?;
        match body.operand(def, 0) {
            value if is_scalar(value) => Some(Condition::Scalar(value)),
            value if rank(value) == 0 => Some(Condition::Element(value)),
            _ => None,
        }
    }

    fn value(&self, b: &mut Builder<'_>) -> Value {
        match self {
            Condition::Scalar(value) => *value,
            Condition::Element(value) => build::at_indices(b, *value, &[]),
        }
    }
}

/// A side of a select, and the ops that only it uses, in their order.
struct Side {
    value: Value,
    own: Vec<Op>,
}

impl Side {
    fn of(body: &Body, select: Op, side: usize) -> Side {
        let value = body.operand(select, side);
        let block = body.block_of(select);
        let mut found: FxHashSet<Op> = FxHashSet::default();
        let is_other = body.operands(select).enumerate().any(|(at, other)| at != side && other == value);
        let mut own = Vec::new();
        let mut at = body.prev(select).filter(|_| !is_other);
        while let Some(op) = at {
            let is_needed_here = |result: Value| {
                body.users(result).iter().all(|user| match ancestor_in(body, *user, block) {
                    Some(user) if user == select => result == value,
                    Some(user) => found.contains(&user),
                    None => false,
                })
            };
            let is_used = body.results(op).any(|result| !body.is_unused(result));
            if is_used && is_pure(body, op) && body.results(op).all(is_needed_here) {
                found.insert(op);
                own.push(op);
            }
            at = body.prev(op);
        }
        own.reverse();
        Side { value, own }
    }

    /// True if skipping it saves more than a loop nest costs.
    fn is_costly(&self, body: &Body) -> bool {
        let is_long = |op: &Op| {
            let op = *op;
            body.has(op, Traits::COMBINES) || as_loop(body, op).is_some() || body.is(op, Compute)
        };
        let cost = |op: &Op| spec_of(body.op(*op)).map_or(0, |spec| u64::from(spec.cost));
        self.own.iter().any(is_long) || self.own.iter().map(cost).sum::<u64>() > STORED_AND_READ
    }
}

/// The ancestor of an op, or the op itself, in a block.
fn ancestor_in(body: &Body, op: Op, block: Option<Block>) -> Option<Op> {
    std::iter::successors(Some(op), |op| body.parent_op(*op)).find(|op| body.block_of(*op) == block)
}

/// Turns a select into a conditional, and moves each side's ops into its region.
fn branch(body: &mut Body, select: Op, condition: &Condition, sides: [Side; 2]) {
    let ty = body.ty(body.result(select, 0));
    let [then, otherwise] = sides;
    let mut b = Builder::before(body, select);
    let condition = condition.value(&mut b);
    let yields = [then.value, otherwise.value];
    let op = if_else(&mut b, condition, &[ty], |_| vec![yields[0]], |_| vec![yields[1]]);
    for (region, side) in [then, otherwise].into_iter().enumerate() {
        let block = body.regions(op).nth(region).and_then(|region| body.entry(region));
        let Some(end) = block.and_then(|block| body.terminator(block)) else { continue };
        for own in side.own {
            body.move_before(own, end);
        }
    }
    let result = body.result(op, 0);
    body.replace(select, &[result]);
}
