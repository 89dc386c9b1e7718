//! Derivative rules of functions, by symbol: the attributes `tf.vjp = @f_vjp` and `tf.jvp = @f_jvp` of a
//! function name the functions that differentiate it.
//!
//! For a function from `A` to `B`, whose floats are `fA` and `fB`: the vjp takes `A`, `B` and the cotangents
//! of `fB`, and gives those of `fA`; the jvp takes `A`, `B` and the tangents of `fA`, and gives those of
//! `fB`.

use super::signature::check_call;
use crate::constraints::is_differentiable;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::symbol::SymbolTable;
use tf_ir::text::type_to_string;
use tf_ir::types::Type;

/// The attribute that names a function's vector-Jacobian product.
pub const VJP: &str = "tf.vjp";
/// The attribute that names a function's Jacobian-vector product.
pub const JVP: &str = "tf.jvp";

/// The argument and result types of a rule for a function of these argument and result types.
pub fn rule_signature(
    ctx: &Context,
    reverse: bool,
    inputs: &[Type],
    results: &[Type],
) -> (Vec<Type>, Vec<Type>) {
    let floats = |types: &[Type]| -> Vec<Type> {
        types.iter().copied().filter(|ty| is_differentiable(ctx, *ty)).collect()
    };
    let (given, wanted) = if reverse { (results, inputs) } else { (inputs, results) };
    ([inputs, results, &floats(given)].concat(), floats(wanted))
}

/// The symbols of a function's rules: whether it is the vjp, and the name.
///
/// # Errors
/// An attribute that is not a symbol.
pub fn rules_of<'a>(op: OpRef<'a>) -> Result<Vec<(bool, &'a str)>, Diagnostic> {
    let mut found = Vec::new();
    for (reverse, attribute) in [(true, VJP), (false, JVP)] {
        let Some(attr) = op.attr(attribute) else { continue };
        let name = op.ctx().attr_symbol(attr).ok_or_else(|| {
            op.error(format_args!("needs a function as its attribute {attribute}, as in @f"))
        })?;
        found.push((reverse, name));
    }
    Ok(found)
}

/// Checks that the rules of a function have the right types.
pub(super) fn verify_rules(
    op: OpRef<'_>,
    symbols: &SymbolTable,
    own: (&[Type], &[Type]),
) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    for (reverse, name) in rules_of(op)? {
        let function = super::ops::find_function(op, symbols, name)?;
        let Some((inputs, results)) = super::ops::signature_of(ctx, function) else { continue };
        let (wanted_inputs, wanted_results) = rule_signature(ctx, reverse, own.0, own.1);
        if check_call(ctx, (inputs, results), &wanted_inputs, &wanted_results).is_ok() {
            continue;
        }
        let attribute = if reverse { VJP } else { JVP };
        let wanted = function_words(ctx, &wanted_inputs, &wanted_results);
        let found = function_words(ctx, inputs, results);
        let error =
            op.error(format_args!("names @{name} as its {attribute}, of type {found}; it must be {wanted}"));
        return Err(error.note(function.loc, "the rule is defined here"));
    }
    Ok(())
}

/// `(f32, tensor<3xf32>) -> f32`.
fn function_words(ctx: &Context, inputs: &[Type], results: &[Type]) -> String {
    type_to_string(ctx, ctx.function(inputs, results))
}
