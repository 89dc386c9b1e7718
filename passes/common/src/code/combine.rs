//! The op that combines two values of a fold.

use tf_dialects::scalar::element_type;
use tf_dialects::tensor::CombiningKind;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `acc ∘ value`, with the fold's flags on float ops.
pub fn combine(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    acc: Value,
    value: Value,
    flags: Option<Attribute>,
) -> Option<Value> {
    let (ctx, ty) = (b.ctx(), b.body.ty(acc));
    let op = kind.op(element_type(&ctx, ty)?)?;
    let flagged = if ctx.is_float(ty) { flags } else { None };
    let attrs: Vec<(&str, Attribute)> = flagged.map(|f| ("fastmath", f)).into_iter().collect();
    Some(b.value(op, &[acc, value], ty, &attrs))
}
