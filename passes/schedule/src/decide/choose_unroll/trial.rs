//! The cost of a compute after unrolling: the price of a copy in a separate body.

use crate::apply::apply_fusion::merge::outside_values;
use crate::decide::schedule;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Author, Schedule, Step};
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builtin::Module;
use tf_ir::registry::Traits;
use tf_ir::rewrite::Patterns;
use tf_passes_common::cost::plan::price;
use tf_passes_common::cost::work::Work;
use tf_passes_common::unroll::{apply, tidy};

/// The cost of a compute after these steps, with its cheapest lanes and unroll-and-jam; `None` if a step is
/// illegal.
pub(super) fn cost(
    body: &Body,
    op: Op,
    steps: &[Step],
    (target, patterns): (&Target, &Patterns),
) -> Option<f64> {
    let (mut scratch, copy) = copy(body, op);
    let compute = if steps.is_empty() {
        copy
    } else {
        let attr = Schedule::by(Author::Heuristic, steps.to_vec()).to_attr(scratch.ctx());
        scratch.set_attr(copy, "schedule", attr);
        let done = apply(&mut scratch, copy, true)?;
        if !done.left.is_empty() {
            return None;
        }
        tidy(&mut scratch, done.compute, patterns).ok()?;
        done.compute
    };
    let work = Work::of(&scratch, compute);
    let plan = schedule::choose(&work, target);
    Some(price(&work, target, &plan))
}

/// A copy of a compute in an empty body. Outside values become arguments or constants.
fn copy(body: &Body, op: Op) -> (Body, Op) {
    let mut outside: Vec<Value> = body.operands(op).chain(outside_values(body, op)).collect();
    let mut seen = rustc_hash::FxHashSet::default();
    outside.retain(|value| seen.insert(*value));
    let is_constant = |value: &Value| body.def_op(*value).is_some_and(|def| body.has(def, Traits::CONSTANT));
    let (constants, arguments): (Vec<Value>, Vec<Value>) = outside.into_iter().partition(is_constant);
    let types: Vec<_> = arguments.iter().map(|value| body.ty(*value)).collect();
    let mut scratch = Body::new(body.ctx(), Module, body.loc(op), 1);
    let region = scratch.region(scratch.root(), 0);
    let block = scratch.add_block(region, &types);
    let mut map = IrMap::default();
    map.values.extend(arguments.into_iter().zip(scratch.args(block)));
    for constant in constants {
        let def = body.def_op(constant).expect("constants are results of ops");
        let own = scratch.import(body, def, &mut map);
        scratch.append(block, own);
    }
    let copy = scratch.import(body, op, &mut map);
    scratch.append(block, copy);
    (scratch, copy)
}
