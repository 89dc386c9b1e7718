//! The extents that arguments declare: in their types, and as values of scalars with the attribute
//! `tf.extent`.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Type, TypeData};

/// The attribute of an argument whose value binds an extent symbol: the symbol.
pub const EXTENT: &str = "tf.extent";

/// For each argument with attributes, in order, the symbol that its value is bound to, if it has [`EXTENT`].
pub fn extent_arguments(function: &Body) -> Vec<Option<Symbol>> {
    let ctx = function.ctx();
    let dicts =
        function.attr(function.root(), "arg_attrs").and_then(|a| ctx.attr_array(a)).unwrap_or_default();
    let symbol = |dict: &Attribute| Symbol::new(ctx.attr_str(extent_of(ctx, *dict)?)?).ok();
    dicts.iter().map(symbol).collect()
}

/// The extents that a function's argument types declare, argument by argument, with the argument and the axis
/// of each, so that actual extents can be matched; unknown dimensions are omitted. `numbers` are the symbols
/// that arguments bind by their value ([`extent_arguments`]).
pub fn declared_extents(
    ctx: &Context,
    types: &[Type],
    numbers: &[Option<Symbol>],
) -> (Vec<Extent>, Vec<(usize, usize)>) {
    let mut extents = Vec::new();
    let mut places = Vec::new();
    for (arg, ty) in types.iter().enumerate() {
        if let Some(Some(symbol)) = numbers.get(arg) {
            extents.push(Extent::from(symbol.clone()));
            places.push((arg, 0));
        }
        for (axis, dim) in ctx.dims(*ty).unwrap_or(&[]).iter().enumerate() {
            if let Some(extent) = dim.to_extent() {
                extents.push(extent);
                places.push((arg, axis));
            }
        }
    }
    (extents, places)
}

fn extent_of(ctx: &Context, dict: Attribute) -> Option<Attribute> {
    let AttrData::Dict(items) = ctx.attr_data(dict) else { return None };
    items.iter().find(|(name, _)| ctx.text(*name) == EXTENT).map(|(_, value)| *value)
}

/// Checks that the attribute names a symbol and is on an `index` or an integer of 8 to 64 bits.
///
/// # Errors
/// The argument with an invalid attribute.
pub(crate) fn verify_extent_arguments(op: OpRef<'_>, inputs: &[Type]) -> Result<(), Diagnostic> {
    let ctx = op.ctx();
    let dicts = op.attr("arg_attrs").and_then(|a| ctx.attr_array(a)).unwrap_or_default();
    for (i, (dict, ty)) in dicts.iter().zip(inputs).enumerate() {
        let Some(name) = extent_of(ctx, *dict) else { continue };
        if ctx.attr_str(name).is_none_or(|name| Symbol::new(name).is_err()) {
            return Err(op.error(format_args!(
                "needs the name of an extent, such as \"n\", as the attribute '{EXTENT}' of argument #{i}"
            )));
        }
        let wide = match ctx.type_data(*ty) {
            TypeData::Index => true,
            TypeData::Integer { width, .. } => (8..=64).contains(width),
            _ => false,
        };
        if !wide {
            let ty = type_to_string(ctx, *ty);
            return Err(op.error(format_args!(
                "has the attribute '{EXTENT}' at argument #{i} of type {ty}: only an index or an integer of \
                 8 to 64 bits can bind an extent"
            )));
        }
    }
    Ok(())
}
