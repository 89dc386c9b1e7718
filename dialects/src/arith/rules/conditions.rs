//! Tables of rules, and the conditions of rules.

use crate::arith::flags::{FastMath, FlagSet};
use tf_ir::rewrite::{Bindings, PatternSet, Rule};
use tf_ir::types::Type;

/// Adds a table of rules: name, left side, right side.
pub(crate) fn table(set: &mut PatternSet, rules: &[(&'static str, &str, &str)]) {
    for (name, from, to) in rules {
        set.rule(name, from, to);
    }
}

/// Adds a table of rules that need fast-math flags on the op that binds `$f`: name, flags, left side, right
/// side.
pub(crate) fn flagged(set: &mut PatternSet, rules: &[(&'static str, FastMath, &str, &str)]) {
    for (name, flags, from, to) in rules {
        let flags = *flags;
        set.add(Rule::new(name, from, to).when("needs fast-math flags", move |b| has_flags(b, flags)));
    }
}

/// True if the flags bound to `$f` hold all of `flags`.
pub(crate) fn has_flags(b: &Bindings<'_>, flags: FastMath) -> bool {
    let bound = b.attr("$f").and_then(|attr| FastMath::from_attr(b.ctx(), attr));
    bound.unwrap_or(FastMath::NONE).has(flags)
}

/// The type of a variable's value.
pub(super) fn ty(b: &Bindings<'_>, var: &str) -> Option<Type> {
    b.value(var).map(|value| b.body().ty(value))
}

/// True if two variables have one type.
pub(super) fn same_type(b: &Bindings<'_>, x: &str, y: &str) -> bool {
    ty(b, x).is_some() && ty(b, x) == ty(b, y)
}

/// The type of the rewritten op's result.
pub(super) fn result_type(b: &Bindings<'_>) -> Type {
    b.body().ty(b.body().result(b.root(), 0))
}

/// Width in bits of a variable's scalars.
pub(super) fn width(b: &Bindings<'_>, var: &str) -> Option<u32> {
    b.ctx().scalar_width(b.ctx().elem_type(ty(b, var)?))
}

/// Width in bits of the result's scalars.
pub(super) fn result_width(b: &Bindings<'_>) -> Option<u32> {
    b.ctx().scalar_width(b.ctx().elem_type(result_type(b)))
}

/// True if a variable is bound to a constant.
pub(crate) fn is_constant(b: &Bindings<'_>, var: &str) -> bool {
    b.value(var).is_some_and(|value| tf_ir::rewrite::constant_value(b.body(), value).is_some())
}
