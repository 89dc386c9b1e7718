//! `maxnumf` and `minnumf`: LLVM leaves open which of two zeros they give.

use crate::code::Code;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_ir::body::{Op, Value};

/// `maximumf`, but the other operand where one is NaN; `None` for other ops and where the zeros do not matter.
pub(super) fn guard(code: &mut Code<'_>, op: Op, name: &str) -> Option<Value> {
    let flags = FastMath::of(code.b.body.op(op));
    if !matches!(name, "arith.maxnumf" | "arith.minnumf") || flags.has(FastMath::NSZ) {
        return None;
    }
    let (a, b) = (code.b.body.operand(op, 0), code.b.body.operand(op, 1));
    Some(number(code, name, a, b, flags))
}

/// `maxnumf` or `minnumf` of two values.
pub(super) fn number(code: &mut Code<'_>, name: &str, a: Value, b: Value, flags: FastMath) -> Value {
    let strict = if name == "arith.maxnumf" { "arith.maximumf" } else { "arith.minimumf" };
    let chosen = code.flagged(strict, &[a, b], flags);
    if flags.has(FastMath::NNAN) {
        return chosen;
    }
    let b_is_nan = code.cmpf("uno", b, b);
    let chosen = code.select(b_is_nan, a, chosen);
    let a_is_nan = code.cmpf("uno", a, a);
    code.select(a_is_nan, b, chosen)
}
