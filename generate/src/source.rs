//! Ops that create values from nothing or from scalars.

use crate::generators::{Generate, Generators};
use crate::state::State;
use tf_dialects::arith;
use tf_dialects::arith::constant;
use tf_dialects::elementwise::constant::{dense_attr, scalar_attr};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::{self, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

pub(crate) fn register(generators: &mut Generators) {
    generators
        .add(arith::Constant)
        .add(tensor::Splat)
        .add(tensor::Iota)
        .add(tensor::ExtentOf)
        .add(tensor::FromElements);
}

/// `arith.constant`: a scalar, or a small static tensor.
impl Generate for arith::Constant {
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

/// A small shape of constant extents.
fn static_shape(state: &mut State<'_>) -> Vec<Extent> {
    let rank = state.random.below(3);
    (0..rank).map(|_| Extent::constant(state.random.within(0, 4))).collect()
}

impl Generate for tensor::Splat {
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

impl Generate for tensor::Iota {
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

impl Generate for tensor::ExtentOf {
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

impl Generate for tensor::FromElements {
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
