//! `maxnumf` and `minnumf` with a defined sign of zero: LLVM does not specify it.

use tf_dialects::arith::{self, CmpF, FastMath, FlagSet};
use tf_dialects::constraints::scalar_of;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::vector;
use tf_ir::OpKind;
use tf_ir::body::{Op, Value};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// `maximumf`, but the other operand if one is NaN; `None` for other ops, and if the sign of zero does not
/// matter.
pub(super) fn guard(code: &mut FoldingBuilder<'_>, op: Op, what: OpKind) -> Option<Value> {
    let flags = FastMath::of(code.b.body.op(op));
    if !matches!(what, arith::Maxnumf::KIND | arith::Minnumf::KIND) || flags.has(FastMath::NSZ) {
        return None;
    }
    let (a, b) = (code.b.body.operand(op, 0), code.b.body.operand(op, 1));
    Some(number(code, what, a, b, flags))
}

/// `maxnumf` or `minnumf` of two values.
pub(super) fn number(
    code: &mut FoldingBuilder<'_>,
    what: OpKind,
    a: Value,
    b: Value,
    flags: FastMath,
) -> Value {
    let mut with_flags = flags.on(code);
    let chosen = match what {
        arith::Maxnumf::KIND => arith::maximumf(&mut with_flags, a, b),
        _ => arith::minimumf(&mut with_flags, a, b),
    };
    if flags.has(FastMath::NNAN) {
        return chosen;
    }
    let b_is_nan = code.cmpf(CmpF::UNO, b, b);
    let chosen = code.select(b_is_nan, a, chosen);
    let a_is_nan = code.cmpf(CmpF::UNO, a, a);
    code.select(a_is_nan, b, chosen)
}

/// `vector.reduce` by `maxnumf` or `minnumf`; `None` for other kinds, and if the sign of zero does not
/// matter.
pub(super) fn reduce(code: &mut FoldingBuilder<'_>, op: Op) -> Option<Value> {
    let view = code.b.body.op(op);
    let (kind, flags) = (view.cast(vector::Reduce)?.combining_kind()?, FastMath::of(view));
    let vector = view.operand(0);
    lanes(code, kind, vector, flags)
}

/// The maximum or minimum of the lanes that are not NaN; NaN if there are none. `None` as in [`reduce`].
pub(super) fn lanes(
    code: &mut FoldingBuilder<'_>,
    kind: CombiningKind,
    vector: Value,
    flags: FastMath,
) -> Option<Value> {
    let strict = match kind {
        CombiningKind::MaxNumF => CombiningKind::MaximumF,
        CombiningKind::MinNumF => CombiningKind::MinimumF,
        _ => return None,
    };
    if flags.has(FastMath::NSZ) {
        return None;
    }
    let ctx = code.ctx();
    let ty = code.ty(vector);
    let elem = scalar_of(&ctx, ty);
    let dtype = dtype(&ctx, elem)?;
    let (neutral, nan) = (strict.identity(dtype)?, kind.identity(dtype)?);
    let attr = (flags.bits() != 0).then(|| flags.attr(&ctx));
    if flags.has(FastMath::NNAN) {
        return Some(vector::Reduce::with_flags(&mut code.b, vector, strict, attr));
    }
    let is_nan = code.cmpf(CmpF::UNO, vector, vector);
    let neutral = code.splat(ty, neutral);
    let numbers = code.select(is_nan, neutral, vector);
    let chosen = vector::Reduce::with_flags(&mut code.b, numbers, strict, attr);
    let none = vector::Reduce::build(&mut code.b, is_nan, CombiningKind::And.name());
    let nan = code.splat(elem, nan);
    Some(code.select(none, nan, chosen))
}
