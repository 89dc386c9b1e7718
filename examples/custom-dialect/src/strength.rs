//! `fixed-strength`: products with powers of two become shifts.

use crate::ops::{Mul, Shift, constant};
use crate::types::fraction_bits;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, Scope,
    StatSpec,
};
use tf_ir::rewrite::constant_value;
use tf_ir::walk::preorder;

/// The pass `fixed-strength`.
pub static INFO: PassInfo = PassInfo {
    name: "fixed-strength",
    title: "FixedStrength",
    summary: "Turns products with powers of two into shifts",
    docs: "`fixed.mul` by a constant 2^k becomes `fixed.shift by k`, if the magnitude of k is at most \
        `max-shift`.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "max-shift",
        kind: OptionKind::Int,
        default: "30",
        help: "The greatest shift, in bits",
    }],
    statistics: &[StatSpec { name: "num-shifts", help: "Products that became shifts" }],
    rules: &[],
    growth: Growth::NONE,
    make: |options: &Options| {
        let max = options.int("max-shift");
        let max = u32::try_from(max).map_err(|_| format!("max-shift cannot be {max}"))?;
        Ok(Box::new(Strength { max }))
    },
};

struct Strength {
    max: u32,
}

impl Pass for Strength {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut shifts = 0;
        for op in preorder(body) {
            if body.is(op, Mul)
                && let Some((value, by)) = self.shift(body, op)
            {
                let ty = body.ty(value);
                let by = body.ctx().i64_attr(i64::from(by));
                let shifted = Builder::before(body, op).value(Shift, &[value], ty, &[("by", by)]);
                let result = body.result(op, 0);
                body.replace_uses(result, shifted);
                body.erase(op);
                shifts += 1;
            }
        }
        cx.count("num-shifts", shifts);
        Ok(Changed::from(shifts > 0))
    }
}

impl Strength {
    /// The factor that is not a power of two, and the power.
    fn shift(&self, body: &Body, op: Op) -> Option<(Value, i32)> {
        let view = body.op(op);
        let bits = fraction_bits(view.ctx(), view.result_type(0))? as i32;
        let power = |value: Value| {
            let factor = constant(view, constant_value(body, value))?;
            (factor > 0 && factor.count_ones() == 1).then(|| factor.trailing_zeros() as i32 - bits)
        };
        let (a, b) = (view.operand(0), view.operand(1));
        let found = power(b).map(|by| (a, by)).or_else(|| power(a).map(|by| (b, by)));
        found.filter(|(_, by)| by.unsigned_abs() <= self.max)
    }
}
