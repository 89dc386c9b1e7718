//! Constraints on the types and attributes of `tensor`, `loop`, `mem` and `vector` ops.

use super::kinds::CombiningKind;
use super::policy::Policy;
use crate::array::element_bytes;
use crate::scalar::{DType, dtype};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::registry::{AttrConstraint, TypeConstraint};
use tf_ir::types::{Type, TypeData};

/// The element type of a scalar type, if tensors and memory can hold it: f16, bf16, f32, f64, i1, i8, i16,
/// i32, i64, index.
pub fn stored(ctx: &Context, ty: Type) -> Option<DType> {
    dtype(ctx, ty).filter(|dtype| element_bytes(*dtype).is_some())
}

fn is_tensor(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::Tensor { elem, encoding: None, .. } => stored(ctx, *elem).is_some(),
        _ => false,
    }
}

fn is_memref(ctx: &Context, ty: Type) -> bool {
    match ctx.type_data(ty) {
        TypeData::MemRef { elem, layout: None, space: None, .. } => stored(ctx, *elem).is_some(),
        _ => false,
    }
}

/// Element type and length of a one-dimensional vector of fixed length.
pub fn vector_parts(ctx: &Context, ty: Type) -> Option<(Type, i64)> {
    match ctx.type_data(ty) {
        TypeData::Vector { shape, scalable, elem } if shape.len() == 1 && !scalable[0] => {
            Some((*elem, shape[0]))
        }
        _ => None,
    }
}

fn is_vector(ctx: &Context, ty: Type) -> bool {
    vector_parts(ctx, ty).is_some_and(|(elem, _)| stored(ctx, elem).is_some())
}

/// A ranked tensor.
pub const TENSOR: TypeConstraint = TypeConstraint {
    summary: "a ranked tensor of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index",
    check: is_tensor,
};

/// A ranked tensor or one element.
pub const TENSOR_OR_SCALAR: TypeConstraint = TypeConstraint {
    summary: "a ranked tensor or a scalar of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index",
    check: |ctx, ty| is_tensor(ctx, ty) || stored(ctx, ty).is_some(),
};

/// One element.
pub const SCALAR: TypeConstraint = TypeConstraint {
    summary: "f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index",
    check: |ctx, ty| stored(ctx, ty).is_some(),
};

/// `index`
pub const INDEX: TypeConstraint =
    TypeConstraint { summary: "index", check: |ctx, ty| matches!(ctx.type_data(ty), TypeData::Index) };

/// `i1`
pub const BOOL: TypeConstraint = TypeConstraint { summary: "i1", check: |ctx, ty| ty == ctx.i1() };

/// `index` or a signless integer.
pub const INTEGER: TypeConstraint = TypeConstraint {
    summary: "index or a signless integer",
    check: |ctx, ty| stored(ctx, ty).is_some_and(DType::is_int),
};

/// The result of a compute: a tensor.
pub const ANY: TypeConstraint = tf_ir::builtin::ANY_TYPE;

/// A row-major memref in the default memory space.
pub const MEMREF: TypeConstraint = TypeConstraint {
    summary: "a row-major memref of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index",
    check: is_memref,
};

/// A one-dimensional vector of fixed length.
pub const VECTOR: TypeConstraint = TypeConstraint {
    summary: "a one-dimensional vector of f16, bf16, f32, f64, i1, i8, i16, i32, i64 or index",
    check: is_vector,
};

/// `extents<[...]>`
pub const EXTENTS_ATTR: AttrConstraint = AttrConstraint {
    summary: "a list of extent terms (extents<[…]>)",
    check: |ctx, a| ctx.attr_extents(a).is_some(),
};

/// `array<i64: ...>`
pub const I64S_ATTR: AttrConstraint = AttrConstraint {
    summary: "a list of integers (array<i64: …>)",
    check: |ctx, a| ctx.attr_i64s(a).is_some(),
};

/// An `i64`.
pub const I64_ATTR: AttrConstraint = AttrConstraint {
    summary: "a 64-bit integer",
    check: |ctx, a| matches!(ctx.attr_data(a), AttrData::Integer(ty, _) if *ty == ctx.i64()),
};

/// `affine_map<...>`
pub const MAP_ATTR: AttrConstraint =
    AttrConstraint { summary: "an affine map", check: |ctx, a| ctx.attr_map(a).is_some() };

/// `"clamp"`, `"wrap"`, `"fill"`, `"trap"`, `"drop"`
pub const POLICY_ATTR: AttrConstraint = AttrConstraint {
    summary: "one of \"clamp\", \"wrap\", \"fill\", \"trap\", \"drop\"",
    check: |ctx, a| policy(ctx, a).is_some(),
};

/// A combining kind as a string.
pub const KIND_ATTR: AttrConstraint = AttrConstraint {
    summary: "a combining kind: add, mul, minsi, minui, maxsi, maxui, minimumf, maximumf, minnumf, maxnumf, and, \
              or, xor",
    check: |ctx, a| kind(ctx, a).is_some(),
};

/// An array of combining kinds.
pub const KINDS_ATTR: AttrConstraint = AttrConstraint {
    summary: "a list of combining kinds, each one of add, mul, minsi, minui, maxsi, maxui, minimumf, maximumf, \
              minnumf, maxnumf, and, or, xor",
    check: |ctx, a| kinds(ctx, a).is_some(),
};

/// The policy an attribute spells.
pub fn policy(ctx: &Context, attr: Attribute) -> Option<Policy> {
    ctx.attr_str(attr)?.parse().ok()
}

/// The combining kind an attribute spells.
pub fn kind(ctx: &Context, attr: Attribute) -> Option<CombiningKind> {
    ctx.attr_str(attr)?.parse().ok()
}

/// The combining kinds an array attribute spells.
pub fn kinds(ctx: &Context, attr: Attribute) -> Option<Vec<CombiningKind>> {
    ctx.attr_array(attr)?.iter().map(|item| kind(ctx, *item)).collect()
}

/// An attribute that spells combining kinds.
pub fn kinds_attr(ctx: &Context, kinds: &[CombiningKind]) -> Attribute {
    let items: Vec<Attribute> = kinds.iter().map(|kind| ctx.string_attr(kind.name())).collect();
    ctx.array_attr(&items)
}
