//! Types of generated code: `index` is `i64`, memrefs are pointers.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, FloatKind, Type, TypeData};

/// The lowered form of a memref: a pointer to its first element, and its extents.
#[derive(Clone)]
pub(crate) struct Buffer {
    /// The `!llvm.ptr`.
    pub pointer: Value,
    /// Row-major extents.
    pub extents: Vec<Extent>,
    /// Our element type, before lowering.
    pub elem: Type,
}

impl Buffer {
    /// The buffer at `pointer` for a memref type with named extents; `None` for other types.
    pub fn of(ctx: &Context, ty: Type, pointer: Value) -> Option<Buffer> {
        let (elem, extents) = (memref_elem(ctx, ty)?, memref_extents(ctx, ty)?);
        Some(Buffer { pointer, extents, elem })
    }

    /// The type and size in bytes of elements in memory.
    pub fn stored(&self, ctx: &Context) -> (Type, u64) {
        (storage_type(ctx, self.elem), storage_bytes(ctx, self.elem))
    }
}

/// A type of upstream's `llvm` dialect.
pub(crate) fn llvm_type(ctx: &Context, text: &str) -> Type {
    ctx.intern_type(TypeData::Opaque { dialect: ctx.str("llvm"), text: ctx.str(text) })
}

/// An attribute of an upstream dialect.
pub(crate) fn upstream_attr(ctx: &Context, dialect: &str, text: &str) -> Attribute {
    ctx.intern_attr(AttrData::Opaque { dialect: ctx.str(dialect), text: ctx.str(text), ty: None })
}

/// `#llvm.linkage<internal>`
pub(crate) fn internal(ctx: &Context) -> Attribute {
    upstream_attr(ctx, "llvm", "linkage<internal>")
}

/// `!llvm.ptr`
pub(crate) fn pointer_type(ctx: &Context) -> Type {
    llvm_type(ctx, "ptr")
}

/// The type in generated code: `index` is `i64`, also inside vectors; a memref is a pointer. bf16 is
/// represented by its bits: the machines' bf16 instructions flush denormals even if a value is only moved.
pub(crate) fn machine_type(ctx: &Context, ty: Type) -> Type {
    match ctx.type_data(ty) {
        TypeData::Index => ctx.i64(),
        TypeData::Float(FloatKind::BF16) => ctx.int(16),
        TypeData::MemRef { .. } => pointer_type(ctx),
        TypeData::Vector { elem, .. } => ctx.with_elem(ty, machine_type(ctx, *elem)),
        _ => ty,
    }
}

/// The type of an element in memory: `i1` takes a byte.
pub(crate) fn storage_type(ctx: &Context, elem: Type) -> Type {
    if elem == ctx.i1() {
        return ctx.int(8);
    }
    machine_type(ctx, elem)
}

/// Bytes an element takes in memory.
pub(crate) fn storage_bytes(ctx: &Context, elem: Type) -> u64 {
    ctx.scalar_width(storage_type(ctx, elem)).unwrap_or(64).div_ceil(8) as u64
}

/// The extents of a memref type as terms.
pub(crate) fn memref_extents(ctx: &Context, ty: Type) -> Option<Vec<Extent>> {
    ctx.dims(ty)?.iter().map(Dim::to_extent).collect()
}

/// The element type of a memref type, if it is one.
pub(crate) fn memref_elem(ctx: &Context, ty: Type) -> Option<Type> {
    matches!(ctx.type_data(ty), TypeData::MemRef { .. }).then(|| ctx.elem_type(ty))
}

/// The lane count of a vector type; `None` for other types.
pub(crate) fn vector_lanes(ctx: &Context, ty: Type) -> Option<usize> {
    match ctx.type_data(ty) {
        TypeData::Vector { shape, .. } => Some(shape.iter().product::<i64>() as usize),
        _ => None,
    }
}

/// A vector type with `lanes` lanes.
pub(crate) fn vector_type(ctx: &Context, lanes: usize, elem: Type) -> Type {
    ctx.vector(&[lanes as i64], elem)
}
