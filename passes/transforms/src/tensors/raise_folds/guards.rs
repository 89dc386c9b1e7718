//! Guards: conditions without which a term of a fold is neutral.

use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::elementwise::constant::scalar;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::{CombiningKind, FoldOp};
use tf_ir::body::{Body, Value};
use tf_ir::rewrite::constant_value;

/// The conditions under which a value may differ from the neutral element.
#[derive(Default, Debug)]
pub(super) struct Guards {
    /// It is neutral unless all of these have the given outcomes.
    pub conditions: Vec<(Value, bool)>,
    /// It is neutral only if these factors are finite: they are multiplied by zero.
    pub factors: Vec<Value>,
}

impl Guards {
    /// The guards of each term of a fold with combining kinds; `None` if a term always counts.
    pub fn of_terms(body: &Body, fold: FoldOp<'_>) -> Option<Vec<Guards>> {
        let pairs = fold.combining_kinds().into_iter().zip(fold.yielded());
        pairs.map(|(kind, value)| Guards::of(body, value, neutral(body, kind, value)?)).collect()
    }

    /// The guards of a value; `None` if it is not known to be neutral under any condition.
    fn of(body: &Body, value: Value, neutral: Scalar) -> Option<Guards> {
        let is_zero = neutral.to_f64() == 0.0;
        if body.ty(value) == body.ctx().i1() && is_zero {
            let mut guards = Guards::default();
            guards.require(body, value, true);
            return Some(guards);
        }
        let op = body.def_op(value)?;
        let zero_of = |of: Value| dtype(body.ctx(), body.ty(of)).map(|dtype| Scalar::from_i64(dtype, 0));
        match body.kind(op) {
            arith::Select::KIND => {
                let [condition, then, other] = [0, 1, 2].map(|i| body.operand(op, i));
                let (holds, kept) = match (is(body, then, neutral), is(body, other, neutral)) {
                    (_, true) => (true, then),
                    (true, false) => (false, other),
                    _ => return None,
                };
                // A factor that is not finite is harmless if the selection masks it.
                let inner = Guards::of(body, kept, neutral).filter(|guards| guards.factors.is_empty());
                let mut guards = inner.unwrap_or_default();
                guards.require(body, condition, holds);
                Some(guards)
            }
            arith::Uitofp::KIND
            | arith::Sitofp::KIND
            | arith::Extui::KIND
            | arith::Extsi::KIND
            | arith::Extf::KIND
            | arith::Truncf::KIND
                if is_zero =>
            {
                let from = body.operand(op, 0);
                Guards::of(body, from, zero_of(from)?)
            }
            arith::Muli::KIND | arith::Mulf::KIND if is_zero => {
                let sides = [0, 1].map(|i| body.operand(op, i));
                let one = |i: usize| Some((Guards::of(body, sides[i], neutral)?, sides[1 - i]));
                let (mut guards, factor) = one(0).or_else(|| one(1))?;
                let flags = FastMath::of(body.op(op));
                let finite = flags.has(FastMath::NNAN) && flags.has(FastMath::NINF);
                if body.is(op, arith::Mulf) && !finite {
                    guards.factors.push(factor);
                }
                Some(guards)
            }
            _ => None,
        }
    }

    /// Adds a condition, or the conditions of a conjunction.
    fn require(&mut self, body: &Body, condition: Value, holds: bool) {
        let parts = body.def_op(condition).filter(|op| match body.kind(*op) {
            arith::Andi::KIND => holds,
            arith::Ori::KIND => !holds,
            _ => false,
        });
        match parts {
            Some(op) => {
                [0, 1].map(|i| body.operand(op, i)).into_iter().for_each(|v| self.require(body, v, holds))
            }
            None => self.conditions.push((condition, holds)),
        }
    }
}

/// The neutral element of a kind, in the type of a value.
pub(super) fn neutral(body: &Body, kind: CombiningKind, value: Value) -> Option<Scalar> {
    kind.identity(dtype(body.ctx(), body.ty(value))?)
}

/// True if a value is this constant. Zeros of both signs match, because a sum starts at +0 and adding either
/// keeps it.
fn is(body: &Body, value: Value, wanted: Scalar) -> bool {
    let found = constant_value(body, value).and_then(|attr| scalar(body.ctx(), attr));
    let zeros = |found: Scalar| found.dtype().is_float() && found.to_f64() == 0.0 && wanted.to_f64() == 0.0;
    found.is_some_and(|found| found.bits() == wanted.bits() || zeros(found))
}
