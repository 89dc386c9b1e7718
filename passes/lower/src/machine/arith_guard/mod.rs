//! `arith-guard`: expands ops whose results this project defines and LLVM does not.
//!
//! Division by zero, `INT_MIN/-1`, shifts by the width or more, floats that do not fit an integer, the sign
//! of zero in `maxnumf`: each becomes arith ops that LLVM always defines, and selects of the special results.
//! Rounded integer divisions become truncating ones. f16 and bf16 arithmetic becomes f32 arithmetic with one
//! rounding per op. Provably harmless ops (such as division by a constant) are left alone. Works on scalars
//! and vectors alike.

mod convert;
mod divide;
mod extreme;
mod half;
mod shift;

use tf_dialects::math;
use tf_dialects::{elementwise, vector};
use tf_ir::body::{Body, Op, Value};
use tf_ir::kind::WhichOp;
use tf_ir::pass::{Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::types::Type;
use tf_ir::walk::postorder;
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The pass.
pub struct ArithGuard;

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "arith-guard",
    title: "ArithGuard",
    summary: "Make arithmetic that machine code leaves undefined explicit",
    docs: "Divisions, shifts, conversions of floats to integers and f16/bf16 arithmetic become sequences of \
        arith ops that are defined for all operands, with the interpreter's results.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-guarded", help: "ops that were replaced" }],
    rules: &[],
    growth: Growth::expanding(|_| 1, "tests of operands that machine code leaves undefined"),
    make: |_| Ok(Box::new(ArithGuard)),
};

impl Pass for ArithGuard {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut replaced, mut marked) = (0, false);
        for op in postorder(body) {
            match guard(body, op) {
                Guard::Replaced => replaced += 1,
                Guard::Marked => marked = true,
                Guard::Needless => {}
            }
        }
        cx.count("num-guarded", replaced);
        Ok(Changed::from(replaced > 0 || marked))
    }
}

/// The attribute of an op that its guard makes harmless.
const GUARDED: &str = "tf.guarded";

/// The outcome for an op.
enum Guard {
    /// Replaced by other ops.
    Replaced,
    /// It stays, with the attribute [`GUARDED`].
    Marked,
    /// Left unchanged.
    Needless,
}

impl Guard {
    fn replaced(was: bool) -> Guard {
        if was { Guard::Replaced } else { Guard::Needless }
    }
}

/// Replaces one op, if it needs a guard.
fn guard(body: &mut Body, op: Op) -> Guard {
    if body.is(op, vector::Reduce) {
        let mut code = FoldingBuilder::before(body, op);
        let value = half::reduce(&mut code, op).or_else(|| extreme::reduce(&mut code, op));
        value.inspect(|value| code.b.replace(op, &[*value]));
        return Guard::replaced(value.is_some());
    }
    if body.info(op).dialect() != "arith" && body.info(op).dialect() != "math" {
        return Guard::Needless;
    }
    if body.attr(op, GUARDED).is_some() || body.operand_count(op) == 0 {
        return Guard::Needless;
    }
    let what = body.kind(op);
    let mut code = FoldingBuilder::before(body, op);
    if what == math::Sincos::KIND {
        let pair = half::sincos(&mut code, op);
        pair.inspect(|pair| code.b.replace(op, pair));
        return Guard::replaced(pair.is_some());
    }
    let value = half::legalise(&mut code, op, what)
        .or_else(|| divide::guard(&mut code, op, what))
        .or_else(|| shift::guard(&mut code, op, what))
        .or_else(|| convert::guard(&mut code, op, what))
        .or_else(|| extreme::guard(&mut code, op, what));
    match value {
        Some(value) => {
            code.b.replace(op, &[value]);
            Guard::Replaced
        }
        None if body.attr(op, GUARDED).is_some() => Guard::Marked,
        None => Guard::Needless,
    }
}

/// Builds an op whose operands the surrounding code keeps defined; it will not be guarded again.
fn guarded(code: &mut FoldingBuilder<'_>, what: impl WhichOp, operands: &[Value]) -> Value {
    let unit = code.ctx().unit_attr();
    elementwise::build(code, what, operands, &[(GUARDED, unit)])
}

/// As [`guarded`], for a conversion.
fn guarded_cast(code: &mut FoldingBuilder<'_>, what: impl WhichOp, value: Value, to: Type) -> Value {
    let unit = code.ctx().unit_attr();
    code.b.create_or_fold(what, &[value], to, &[(GUARDED, unit)])
}
