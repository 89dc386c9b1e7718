//! Type conversion: StableHLO's integers have signs, ours do not.

use tf_dialects::scalar::{DType, element_type};
use tf_dialects::tensor::constraints::stored;
use tf_ir::context::Context;
use tf_ir::text::type_to_string;
use tf_ir::types::{Signedness, Type, TypeData};

/// The class of a type's elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// `i1`
    Bool,
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Floats.
    Float,
}

/// True if the elements are unsigned integers.
pub(crate) fn is_unsigned(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ctx.elem_type(ty)), TypeData::Integer { signedness: Signedness::Unsigned, .. })
}

/// The class of a source type's elements; `None` if we have no such type.
pub(super) fn class(ctx: &Context, ty: Type) -> Option<Class> {
    match ctx.type_data(ctx.elem_type(ty)) {
        TypeData::Integer { width: 1, .. } => Some(Class::Bool),
        TypeData::Integer { signedness: Signedness::Unsigned, .. } => Some(Class::Unsigned),
        TypeData::Integer { .. } | TypeData::Index => Some(Class::Signed),
        TypeData::Float(_) => Some(Class::Float),
        _ => None,
    }
}

/// The converted element type of a source element type.
fn convert_elem(ctx: &Context, elem: Type) -> Result<Type, String> {
    let converted = match ctx.type_data(elem) {
        TypeData::Integer { width, .. } => ctx.int(*width),
        _ => elem,
    };
    if stored(ctx, converted).is_some() {
        return Ok(converted);
    }
    Err(format!(
        "has elements of type {}; supported are bool, integers of 8 to 64 bits, f16, bf16, f32 and f64",
        type_to_string(ctx, elem)
    ))
}

/// The converted type of a source type.
///
/// # Errors
/// The unsupported part of the type.
pub(super) fn convert(ctx: &Context, ty: Type) -> Result<Type, String> {
    match ctx.type_data(ty) {
        TypeData::Tensor { dims, elem, encoding: None } => {
            Ok(ctx.tensor(dims.clone(), convert_elem(ctx, *elem)?))
        }
        TypeData::Tensor { .. } => Err(format!("has {}, a tensor with an encoding", type_to_string(ctx, ty))),
        TypeData::Index | TypeData::Integer { .. } | TypeData::Float(_) => convert_elem(ctx, ty),
        _ => Err(format!("has {}, which is no dense tensor", type_to_string(ctx, ty))),
    }
}

/// The element type of one of our types, tensor or scalar.
pub(super) fn dtype_of(ctx: &Context, ty: Type) -> DType {
    element_type(ctx, ty).expect("converted types have element types of ours")
}
