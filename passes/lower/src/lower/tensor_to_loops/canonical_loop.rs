//! Canonical iteration counting for loops whose own index type may overflow.

use tf_dialects::arith::{self, CmpI};
use tf_dialects::mem::Trap;
use tf_dialects::shared::ranges::{Range, index_fits};
use tf_dialects::stops;
use tf_ir::body::Value;
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::REQUIRE;

/// The map from an iteration's count to the loop's own index.
pub struct InductionMap {
    first: Value,
    step: Value,
    /// Type of the index.
    ty: Type,
}

/// Bounds and step of a lowered loop. Unless the last index and the step provably fit the index's type, the
/// loop counts its iterations instead. A step below 1, constant or not, stops the call before any iteration.
pub fn counted(code: &mut FoldingBuilder<'_>, bounds: &[Value]) -> ([Value; 3], Option<InductionMap>) {
    let [first, last, step] = [bounds[0], bounds[1], bounds[2]];
    let (ty, index) = (code.ty(first), code.ctx().index());
    if index_fits(code.b.body, [first, last, step]) {
        return ([first, last, step], None);
    }
    let to_index = |code: &mut FoldingBuilder<'_>, v: Value| match ty == index {
        true => v,
        false => arith::index_cast(code, v, index),
    };
    let [first, last, step] = [first, last, step].map(|v| to_index(code, v));
    let (zero, one) = (code.index(0), code.index(1));
    let fine = require_step(code, step);
    // As an unsigned integer, the length fits; with a step of 0, the quotient is unused.
    let length = code.sub(last, first);
    let quotient = arith::ceildivui(code, length, step);
    let quotient = match Range::of(code.b.body, first).least {
        0.. => quotient,
        // More iterations would take centuries.
        _ => {
            let most = code.index(i64::MAX);
            arith::minui(code, quotient, most)
        }
    };
    let some = code.cmpi(CmpI::Slt, first, last);
    let some = code.both(Some(fine), some);
    let trips = code.select(some, quotient, zero);
    ([zero, trips, one], Some(InductionMap { first, step, ty }))
}

/// Stops the call if a step of type `index` is below 1; returns whether the step is valid.
fn require_step(code: &mut FoldingBuilder<'_>, step: Value) -> Value {
    let one = code.index(1);
    let bad = code.cmpi(CmpI::Slt, step, one);
    if code.known(bad) != Some(0) {
        code.when(bad, |code| {
            Trap::with_status(&mut code.b, &[step], stops::STEP, REQUIRE);
        });
    }
    code.not(bad)
}

/// Checks the steps of parallel loops: a step below 1 stops the call and is replaced.
pub fn required_steps(code: &mut FoldingBuilder<'_>, steps: &mut [Value]) {
    for step in steps {
        if Range::of(code.b.body, *step).least < 1 {
            let (fine, most) = (require_step(code, *step), code.index(i64::MAX));
            *step = code.select(fine, *step, most);
        }
    }
}

/// The index of a loop in its region, from the index of the lowered loop.
pub fn loop_index(code: &mut FoldingBuilder<'_>, iteration: Value, spaced: Option<&InductionMap>) -> Value {
    let Some(spaced) = spaced else { return iteration };
    let offset = code.mul(iteration, spaced.step);
    let index = code.add(spaced.first, offset);
    match spaced.ty == code.ctx().index() {
        true => index,
        false => arith::index_cast(code, index, spaced.ty),
    }
}
