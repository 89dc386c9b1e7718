//! Conversion between types of the IR and element types of the scalar table. The IR's integers are signless;
//! the attribute `tf.element` specifies whether an argument or result is unsigned for the caller.

use super::DType;
use tf_ir::context::Context;
use tf_ir::types::{FloatKind, Signedness, Type, TypeData};

/// The element type of a scalar type; `None` for shaped types and for unsupported scalars: integers with a
/// sign (`si32`, `ui8`) or of more than 64 bits, and other floats.
pub fn dtype(ctx: &Context, scalar: Type) -> Option<DType> {
    match ctx.type_data(scalar) {
        TypeData::Index => Some(DType::Index),
        TypeData::Integer { width: width @ 1..=64, signedness: Signedness::Signless } => {
            Some(DType::Int(*width as u8))
        }
        TypeData::Float(FloatKind::F16) => Some(DType::F16),
        TypeData::Float(FloatKind::BF16) => Some(DType::BF16),
        TypeData::Float(FloatKind::F32) => Some(DType::F32),
        TypeData::Float(FloatKind::F64) => Some(DType::F64),
        _ => None,
    }
}

/// The element type of a tensor, vector, memref or scalar; `None` if [`dtype`] has none.
pub fn element_type(ctx: &Context, ty: Type) -> Option<DType> {
    dtype(ctx, ctx.elem_type(ty))
}

/// The scalar type of an element type.
pub fn type_of(ctx: &Context, dtype: DType) -> Type {
    match dtype {
        DType::Int(width) | DType::UInt(width) => ctx.int(width.into()),
        DType::Index => ctx.index(),
        DType::F16 => ctx.float(FloatKind::F16),
        DType::BF16 => ctx.float(FloatKind::BF16),
        DType::F32 => ctx.f32(),
        DType::F64 => ctx.f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    fn integer(ctx: &Context, width: u32, signedness: Signedness) -> Type {
        ctx.intern_type(TypeData::Integer { width, signedness })
    }

    #[test]
    fn element_types_and_types_are_each_other() {
        let ctx = Context::new(Registry::new());
        let all = [
            DType::I1,
            DType::Int(5),
            DType::I64,
            DType::Index,
            DType::F16,
            DType::BF16,
            DType::F32,
            DType::F64,
        ];
        for element in all {
            let ty = type_of(&ctx, element);
            assert_eq!((dtype(&ctx, ty), element_type(&ctx, ty)), (Some(element), Some(element)));
            let vector = ctx.vector(&[4], ty);
            assert_eq!((dtype(&ctx, vector), element_type(&ctx, vector)), (None, Some(element)));
        }
        assert_eq!(dtype(&ctx, type_of(&ctx, DType::U8)), Some(DType::I8));
    }

    #[test]
    fn signed_integers_are_distinguished_from_signless() {
        let ctx = Context::new(Registry::new());
        for signedness in [Signedness::Signed, Signedness::Unsigned] {
            let ty = integer(&ctx, 8, signedness);
            assert_eq!((dtype(&ctx, ty), element_type(&ctx, ctx.vector(&[4], ty))), (None, None));
        }
        assert_eq!(dtype(&ctx, integer(&ctx, 65, Signedness::Signless)), None);
        assert_eq!(dtype(&ctx, ctx.function(&[], &[])), None);
    }
}
