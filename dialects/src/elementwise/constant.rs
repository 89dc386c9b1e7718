//! Conversion between constant attributes and raw element bits for scalar code, without loss.

use super::types::static_elements;
use crate::constraints::scalar_of;
use crate::scalar::{DType, Scalar, dtype, type_of};
use std::sync::Arc;
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::context::Context;
use tf_ir::types::{Type, TypeData};

/// Bytes of one element in a dense constant.
fn stride(dtype: DType) -> usize {
    dtype.bits().div_ceil(8) as usize
}

/// The elements of a constant as raw bits, in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elements {
    /// One value: a scalar, or a splat.
    One(u64),
    /// All values.
    All(Vec<u64>),
}

impl Elements {
    /// The bits: one element or all.
    pub fn bits(&self) -> &[u64] {
        match self {
            Elements::One(bits) => std::slice::from_ref(bits),
            Elements::All(bits) => bits,
        }
    }
}

/// The value of a scalar constant.
pub fn scalar(ctx: &Context, attr: Attribute) -> Option<Scalar> {
    match ctx.attr_data(attr) {
        AttrData::Integer(ty, value) => Some(Scalar::from_bits(dtype(ctx, *ty)?, *value as u64)),
        AttrData::Float(ty, bits) => Some(Scalar::from_f64(dtype(ctx, *ty)?, f64::from_bits(*bits))),
        _ => None,
    }
}

/// The common value of all elements of a constant: a scalar, or the element of a splat.
pub fn uniform(ctx: &Context, attr: Attribute) -> Option<Scalar> {
    match ctx.attr_data(attr) {
        AttrData::Dense(dense) if dense.splat => {
            let dtype = dtype(ctx, scalar_of(ctx, dense.ty))?;
            Some(Scalar::from_bits(dtype, word(dense.bytes.get(..stride(dtype))?)))
        }
        _ => scalar(ctx, attr),
    }
}

/// The elements of a constant of at most `limit` elements (a splat counts as one).
pub fn elements(ctx: &Context, attr: Attribute, limit: usize) -> Option<Elements> {
    if let Some(one) = uniform(ctx, attr) {
        return Some(Elements::One(one.bits()));
    }
    let AttrData::Dense(dense) = ctx.attr_data(attr) else { return None };
    let stride = stride(dtype(ctx, scalar_of(ctx, dense.ty))?);
    if dense.bytes.len() / stride > limit {
        return None;
    }
    Some(Elements::All(dense.bytes.chunks_exact(stride).map(word).collect()))
}

fn word(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// The attribute of a scalar; `None` if it cannot hold the value (a NaN whose payload an f64 does not carry).
pub fn scalar_attr(ctx: &Context, value: Scalar) -> Option<Attribute> {
    let ty = type_of(ctx, value.dtype());
    if !value.dtype().is_float() {
        return Some(ctx.int_attr(ty, value.to_i64().into()));
    }
    let wide = value.to_f64();
    (Scalar::from_f64(value.dtype(), wide) == value).then(|| ctx.float_attr(ty, wide))
}

/// The constant of type `ty` (a scalar, fixed vector or static tensor) whose elements are all `value`.
pub fn splat_attr(ctx: &Context, ty: Type, value: Scalar) -> Option<Attribute> {
    if dtype(ctx, ty).is_some() {
        return scalar_attr(ctx, value);
    }
    dense_attr(ctx, ty, value.dtype(), &[value.bits()])
}

/// The constant of a shaped static type with these elements: all of them, or one for a splat. Elements that
/// are all equal become a splat. A scalable vector has splats only.
pub fn dense_attr(ctx: &Context, ty: Type, dtype: DType, bits: &[u64]) -> Option<Attribute> {
    let vector = matches!(ctx.type_data(ty), TypeData::Vector { .. });
    let count = static_elements(ctx, ty).or((vector && bits.len() == 1).then_some(1))?;
    let splat = count > 0 && bits.windows(2).all(|pair| pair[0] == pair[1]) && !bits.is_empty();
    if !splat && bits.len() != count {
        return None;
    }
    let stored = if splat { &bits[..1] } else { bits };
    let stride = stride(dtype);
    let bytes: Vec<u8> = stored.iter().flat_map(|word| word.to_le_bytes().into_iter().take(stride)).collect();
    Some(ctx.intern_attr(AttrData::Dense(DenseData { ty, splat, bytes: Arc::from(bytes) })))
}

/// The constant of type `ty` with these elements: scalar, splat or dense.
pub fn attr(ctx: &Context, ty: Type, bits: &[u64]) -> Option<Attribute> {
    let dtype = dtype(ctx, scalar_of(ctx, ty))?;
    match self::dtype(ctx, ty) {
        Some(_) => scalar_attr(ctx, Scalar::from_bits(dtype, *bits.first()?)),
        None => dense_attr(ctx, ty, dtype, bits),
    }
}

/// The integer constant 0 − `value`, wrapped.
pub fn negated(ctx: &Context, value: Attribute) -> Option<Attribute> {
    let ty = crate::constraints::typed_attr(ctx, value)?;
    let dtype = dtype(ctx, scalar_of(ctx, ty)).filter(|d| d.is_int())?;
    let words = elements(ctx, value, super::MAX_FOLDED_ELEMENTS)?;
    let negated: Vec<u64> = words.bits().iter().map(|word| word.wrapping_neg() & dtype.mask()).collect();
    attr(ctx, ty, &negated)
}
