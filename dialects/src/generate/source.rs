//! Ops that make values from nothing or from scalars.

use super::{Generate, State};
use crate::arith::constant;
use crate::elementwise::constant::{dense_attr, scalar_attr};
use crate::scalar::DType;
use crate::tensor::{self, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// `arith.constant`: a scalar, or a small static tensor.
pub(super) struct Constant;

impl Generate for Constant {
    fn weight(&self) -> u32 {
        3
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let dtype = state.some_dtype(b, |_| true)?;
        if state.scalar_code || state.random.chance(50) {
            let value = state.constant_value(dtype);
            return Some(vec![constant(b, scalar_attr(state.ctx, value)?)]);
        }
        let shape = static_shape(state);
        let count = state.size(&shape)?;
        let bits: Vec<u64> = (0..count).map(|_| state.constant_value(dtype).bits()).collect();
        let ty = state.type_of(Some(&shape), dtype);
        Some(vec![constant(b, dense_attr(state.ctx, ty, dtype, &bits)?)])
    }
}

/// A small shape of constants.
fn static_shape(state: &mut State<'_>) -> Vec<Extent> {
    let rank = state.random.below(3);
    (0..rank).map(|_| Extent::constant(state.random.within(0, 4))).collect()
}

/// `tensor.splat`.
pub(super) struct Splat;

impl Generate for Splat {
    fn weight(&self) -> u32 {
        4
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let dtype = state.some_dtype(b, |_| true)?;
        let ty = state.type_of(None, dtype);
        let value = state.operand(b, ty);
        let shape = state.some_shape(3);
        Some(vec![build::splat(b, value, &shape)])
    }
}

/// `tensor.iota`.
pub(super) struct Iota;

impl Generate for Iota {
    fn weight(&self) -> u32 {
        4
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let dtype = state.some_dtype(b, |_| true)?;
        let mut shape = state.some_shape(3);
        if shape.is_empty() {
            shape.push(state.some_extent());
        }
        let axis = state.random.below(shape.len());
        let elem = state.type_of(None, dtype);
        Some(vec![build::iota(b, &shape, elem, axis)])
    }
}

/// `tensor.extent`.
pub(super) struct ExtentOf;

impl Generate for ExtentOf {
    fn weight(&self) -> u32 {
        3
    }

    fn in_scalar_code(&self) -> bool {
        true
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let (scale, offset) = (state.random.within(1, 3), state.random.within(-2, 2));
        let extent = state.some_extent().scale(scale).ok()?.add_const(offset).ok()?;
        Some(vec![tensor::ExtentOf::build(b, &extent)])
    }
}

/// `tensor.from_elements`.
pub(super) struct FromElements;

impl Generate for FromElements {
    fn weight(&self) -> u32 {
        3
    }

    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>> {
        let dtype: DType = state.some_dtype(b, |_| true)?;
        let shape = static_shape(state);
        let scalar = state.type_of(None, dtype);
        let elements: Vec<Value> = (0..state.size(&shape)?).map(|_| state.operand(b, scalar)).collect();
        let ty = state.type_of(Some(&shape), dtype);
        Some(vec![tensor::FromElements::build(b, &elements, ty)])
    }
}
