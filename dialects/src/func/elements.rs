//! Unsigned arguments and results: the attribute `tf.element` specifies the signedness for the caller, which
//! the IR does not have.
//!
//! The integers of a program are signless: its ops determine the interpretation of the bits. The caller's
//! arrays do have a signedness, and an argument of -1 is wrong if the program computes with 255. An argument
//! or result with unsigned elements therefore has the attribute: `%x: tensor<4xi8> {tf.element = ui8}`.
//! Without the attribute, integers are signed.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Signedness, Type, TypeData};

/// The attribute of an argument or result with the type of its elements at the boundary.
pub const ELEMENT: &str = "tf.element";

/// The value of [`ELEMENT`] for unsigned elements of a width.
pub fn unsigned(ctx: &Context, width: u32) -> Attribute {
    ctx.type_attr(ctx.intern_type(TypeData::Integer { width, signedness: Signedness::Unsigned }))
}

/// Whether entry `at` of a list of dictionaries (`arg_attrs` or `res_attrs` of a function) marks elements as
/// unsigned.
pub fn is_unsigned(function: &Body, list: &str, at: usize) -> bool {
    let ctx = function.ctx();
    let dicts = function.attr(function.root(), list).and_then(|a| ctx.attr_array(a)).unwrap_or_default();
    let element = dicts.get(at).and_then(|dict| element_of(ctx, *dict)).and_then(|a| ctx.attr_type(a));
    element.is_some_and(|ty| unsigned_width(ctx, ty).is_some())
}

fn element_of(ctx: &Context, dict: Attribute) -> Option<Attribute> {
    let AttrData::Dict(items) = ctx.attr_data(dict) else { return None };
    items.iter().find(|(name, _)| ctx.text(*name) == ELEMENT).map(|(_, value)| *value)
}

/// The width of an unsigned integer type.
fn unsigned_width(ctx: &Context, ty: Type) -> Option<u32> {
    match ctx.type_data(ty) {
        TypeData::Integer { width, signedness: Signedness::Unsigned } => Some(*width),
        _ => None,
    }
}

/// Checks that the attribute is an unsigned integer type of the elements' width; `what` is "argument" or
/// "result".
///
/// # Errors
/// The argument or result with an invalid attribute.
pub(super) fn verify_elements(
    op: OpRef<'_>,
    dicts: Option<Attribute>,
    types: &[Type],
    what: &str,
) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let dicts = dicts.and_then(|a| ctx.attr_array(a)).unwrap_or_default();
    for (i, (dict, ty)) in dicts.iter().zip(types).enumerate() {
        let Some(element) = element_of(ctx, *dict) else { continue };
        let given = ctx.attr_type(element).and_then(|ty| unsigned_width(ctx, ty));
        let wanted = match ctx.type_data(ctx.elem_type(*ty)) {
            TypeData::Integer { width, .. } => Some(*width),
            _ => None,
        };
        let bytes = wanted.is_some_and(|width| [8, 16, 32, 64].contains(&width));
        if given.is_none() || given != wanted || !bytes {
            let ty = type_to_string(ctx, *ty);
            return Err(op.error(format_args!(
                "needs an unsigned integer type of the elements' width as the attribute '{ELEMENT}' of \
                 {what} #{i} of type {ty}, such as ui8 for i8"
            )));
        }
    }
    Ok(())
}
