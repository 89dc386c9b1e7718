//! Type and attribute constraints that several dialects share, in upstream's terms.
//!
//! "Like" means the scalar itself, or a vector or tensor of it (ranked or not); memrefs are never "like".

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::registry::{AttrConstraint, TypeConstraint};
use tf_ir::types::{Signedness, Type, TypeData};

/// The scalar type for elementwise code of a value of type `ty`: the element type of a vector or tensor,
/// otherwise the type itself.
pub fn scalar_of(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Vector { elem, .. } | TypeData::Tensor { elem, .. } | TypeData::UnrankedTensor(elem) => {
            *elem
        }
        _ => ty,
    }
}

/// True for the types that have derivatives: floats and tensors of them.
pub fn is_differentiable(ctx: &Context, ty: Type) -> bool {
    ctx.is_float(scalar_of(ctx, ty))
}

/// True for `i1`, `i32` …, not for `si32`, `ui32` or `index`.
pub fn is_signless(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Integer { signedness: Signedness::Signless, .. })
}

fn is_index(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Index)
}

fn memref_elem(ctx: &Context, ty: Type) -> Option<Type> {
    match ctx.type_data(ty) {
        TypeData::MemRef { elem, .. } | TypeData::UnrankedMemRef(elem, _) => Some(*elem),
        _ => None,
    }
}

/// Integers of any width, `index`, or vectors or tensors of them.
pub const INT_LIKE: TypeConstraint = TypeConstraint {
    summary: "signless-integer-like",
    check: |ctx, ty| {
        let scalar = scalar_of(ctx, ty);
        is_signless(ctx, scalar) || is_index(ctx, scalar)
    },
};

/// As [`INT_LIKE`] without `index`.
pub const FIXED_INT_LIKE: TypeConstraint = TypeConstraint {
    summary: "signless-fixed-width-integer-like",
    check: |ctx, ty| is_signless(ctx, scalar_of(ctx, ty)),
};

/// Floats, or vectors or tensors of them.
pub const FLOAT_LIKE: TypeConstraint =
    TypeConstraint { summary: "floating-point-like", check: |ctx, ty| ctx.is_float(scalar_of(ctx, ty)) };

/// `i1`, or vectors or tensors of it.
pub const BOOL_LIKE: TypeConstraint =
    TypeConstraint { summary: "bool-like", check: |ctx, ty| scalar_of(ctx, ty) == ctx.i1() };

/// The types of `arith.index_cast`: integers and `index`, also in memrefs.
pub const INDEX_CASTABLE: TypeConstraint = TypeConstraint {
    summary: "signless-integer-like or memref of signless-integer",
    check: |ctx, ty| {
        let scalar = memref_elem(ctx, ty).unwrap_or(scalar_of(ctx, ty));
        is_signless(ctx, scalar) || is_index(ctx, scalar)
    },
};

/// The types of `arith.bitcast`: integers and floats, also in memrefs.
pub const BITCASTABLE: TypeConstraint = TypeConstraint {
    summary: "signless-integer-or-float-like or memref of signless-integer or float",
    check: |ctx, ty| {
        let scalar = memref_elem(ctx, ty).unwrap_or(scalar_of(ctx, ty));
        is_signless(ctx, scalar) || ctx.is_float(scalar)
    },
};

/// A function type.
pub const FUNCTION: TypeConstraint = TypeConstraint {
    summary: "function type",
    check: |ctx, ty| matches!(ctx.type_data(ty), TypeData::Function { .. }),
};

/// `unit`.
pub const UNIT_ATTR: AttrConstraint =
    AttrConstraint { summary: "unit attribute", check: |ctx, a| matches!(ctx.attr_data(a), AttrData::Unit) };

/// `@name`, without nested names.
pub const FLAT_SYMBOL_ATTR: AttrConstraint = AttrConstraint {
    summary: "flat symbol reference attribute",
    check: |ctx, a| matches!(ctx.attr_data(a), AttrData::Symbol(_, nested) if nested.is_empty()),
};

/// A function type as an attribute.
pub const FUNCTION_TYPE_ATTR: AttrConstraint = AttrConstraint {
    summary: "type attribute of function type",
    check: |ctx, a| ctx.attr_type(a).is_some_and(|ty| (FUNCTION.check)(ctx, ty)),
};

/// `[{…}, {…}]`.
pub const DICT_ARRAY_ATTR: AttrConstraint = AttrConstraint {
    summary: "array of dictionary attributes",
    check: |ctx, a| {
        let dict = |item: &Attribute| matches!(ctx.attr_data(*item), AttrData::Dict(_));
        ctx.attr_array(a).is_some_and(|items| items.iter().all(dict))
    },
};

/// The type of an attribute that has one: `1 : i32`, `dense<…> : tensor<…>`, `"text" : !t`.
pub fn typed_attr(ctx: &Context, attr: Attribute) -> Option<Type> {
    match ctx.attr_data(attr) {
        AttrData::Integer(ty, _) | AttrData::Float(ty, _) | AttrData::Resource(ty, _) => Some(*ty),
        AttrData::String(_, ty) => *ty,
        AttrData::Dense(dense) => Some(dense.ty),
        _ => None,
    }
}

/// An attribute with a type.
pub const TYPED_ATTR: AttrConstraint =
    AttrConstraint { summary: "typed attribute", check: |ctx, a| typed_attr(ctx, a).is_some() };
