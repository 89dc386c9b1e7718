//! Batch normalization: `stablehlo.batch_norm_inference`, `…_training` and `…_grad`, as the specification expands them.

use super::attrs::{checked_axes, float, int};
use super::lower::{Done, Lower, refuse};
use super::types::{Class, class};
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::math;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// What the three ops share: the type that is computed in, the feature axis, and the small number under the root.
struct Norm {
    /// The operand's shape with the element type that is computed in.
    ty: Type,
    feature: usize,
    rank: usize,
    /// Elements of each feature.
    count: f64,
    epsilon: f64,
}

impl Norm {
    fn of(l: &Lower<'_, '_>, op: OpRef<'_>, operand: Value) -> Done<Norm> {
        let ctx = l.ctx();
        if class(ctx, op.operand_type(0)) != Some(Class::Float) {
            return Err(refuse(op, Refusal::Invalid, "takes floats"));
        }
        let shape = l.static_shape(op, op.operand(0))?;
        let feature = checked_axes(op, "feature_index", &[int(op, "feature_index")?], shape.len())?[0];
        let others = shape.iter().enumerate().filter(|(axis, _)| *axis != feature);
        let count = others.map(|(_, extent)| *extent as f64).product();
        let narrow = l.dtype(operand).bits() < 32;
        let ty = l.type_of(operand);
        let ty = if narrow { ctx.with_elem(ty, ctx.f32()) } else { ty };
        Ok(Norm { ty, feature, rank: shape.len(), count, epsilon: float(op, "epsilon")? })
    }

    /// A value in the element type that is computed in.
    fn widen(&self, l: &mut Lower<'_, '_>, value: Value) -> Value {
        let elem = l.ctx().elem_type(self.ty);
        l.cast(arith::Extf, value, elem)
    }

    /// The operands in that type; those with an element per feature repeated along the other axes.
    fn spread(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>, values: &[Value]) -> Done<Vec<Value>> {
        let features = l.ctx().dims(self.ty).map(|dims| dims[self.feature].clone());
        let mut spread = Vec::new();
        for value in values {
            let value = self.widen(l, *value);
            let dims = l.ctx().dims(l.type_of(value)).unwrap_or_default();
            if dims.len() == self.rank && l.type_of(value) == self.ty {
                spread.push(value);
                continue;
            }
            if dims.len() != 1 || dims.first() != features.as_ref() {
                return Err(refuse(op, Refusal::Invalid, "takes an element per feature beside its operand"));
            }
            spread.push(l.broadcast(value, &[self.feature], self.ty));
        }
        Ok(spread)
    }

    /// The sum over all axes but the feature's.
    fn sum(&self, l: &mut Lower<'_, '_>, value: Value) -> Value {
        let ctx = l.ctx();
        let axes: Vec<i64> = (0..self.rank).filter(|axis| *axis != self.feature).map(|a| a as i64).collect();
        if axes.is_empty() {
            return value;
        }
        let dims: Vec<Dim> = ctx.dims(self.ty).map_or(Vec::new(), |dims| vec![dims[self.feature].clone()]);
        let ty = ctx.tensor(dims, ctx.elem_type(self.ty));
        let attrs = [("kinds", kinds_attr(ctx, &[CombiningKind::Add])), ("dims", ctx.i64_array_attr(&axes))];
        l.b.value(tensor::Reduce, &[value], ty, &attrs)
    }

    /// `value / count`
    fn mean(&self, l: &mut Lower<'_, '_>, value: Value) -> Value {
        let count = l.float_like(value, self.count);
        arith::divf(l, value, count)
    }

    /// `variance + epsilon`
    fn padded(&self, l: &mut Lower<'_, '_>, variance: Value) -> Value {
        let epsilon = l.float_like(variance, self.epsilon);
        arith::addf(l, variance, epsilon)
    }

    /// `(x − mean) / sqrt(variance + epsilon) · scale + offset`
    fn normalized(&self, l: &mut Lower<'_, '_>, [x, scale, offset, mean, variance]: [Value; 5]) -> Value {
        let centered = arith::subf(l, x, mean);
        let padded = self.padded(l, variance);
        let deviation = math::sqrt(l, padded);
        let normal = arith::divf(l, centered, deviation);
        let scaled = arith::mulf(l, scale, normal);
        arith::addf(l, scaled, offset)
    }

    /// Result `i`, rounded to its type.
    fn define(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>, i: usize, value: Value) -> Done {
        let elem = l.ctx().elem_type(l.result_type(op, i)?);
        let value = l.cast(arith::Truncf, value, elem);
        l.define(op, i, value)
    }
}

fn five(values: Vec<Value>) -> [Value; 5] {
    values.try_into().expect("as many as were given")
}

/// `stablehlo.batch_norm_inference`: with statistics that are given.
pub(super) fn inference(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values: [Value; 5] = l.exactly(op)?;
    let norm = Norm::of(l, op, values[0])?;
    let values = five(norm.spread(l, op, &values)?);
    let value = norm.normalized(l, values);
    norm.define(l, op, 0, value)
}

/// `stablehlo.batch_norm_training`: with the operand's own mean and variance, which are results, too.
pub(super) fn training(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [x, scale, offset]: [Value; 3] = l.exactly(op)?;
    let norm = Norm::of(l, op, x)?;
    let x = norm.widen(l, x);
    let sum = norm.sum(l, x);
    let mean = norm.mean(l, sum);
    let spread = norm.spread(l, op, &[mean])?[0];
    let centered = arith::subf(l, x, spread);
    let square = arith::mulf(l, centered, centered);
    let sum = norm.sum(l, square);
    let variance = norm.mean(l, sum);
    let values = five(norm.spread(l, op, &[x, scale, offset, mean, variance])?);
    let value = norm.normalized(l, values);
    norm.define(l, op, 0, value)?;
    norm.define(l, op, 1, mean)?;
    norm.define(l, op, 2, variance)
}

/// `stablehlo.batch_norm_grad`: the derivatives of operand, scale and offset of a training step.
pub(super) fn grad(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values: [Value; 5] = l.exactly(op)?;
    let norm = Norm::of(l, op, values[0])?;
    let [x, scale, mean, variance, slope] = five(norm.spread(l, op, &values)?);
    let centered = arith::subf(l, x, mean);
    let padded = norm.padded(l, variance);
    let deviation = math::sqrt(l, padded);
    let normal = arith::divf(l, centered, deviation);
    let slope_sum = norm.sum(l, slope);
    let product = arith::mulf(l, slope, centered);
    let product_sum = norm.sum(l, product);
    let scale_terms = arith::mulf(l, slope, normal);
    let scale_slope = norm.sum(l, scale_terms);
    let [slopes, products] = [slope_sum, product_sum].map(|v| l.broadcast(v, &[norm.feature], norm.ty));
    let count = l.float_like(x, norm.count);
    let all = arith::mulf(l, slope, count);
    let along = arith::mulf(l, products, centered);
    let along = arith::divf(l, along, padded);
    let rest = arith::subf(l, all, slopes);
    let rest = arith::subf(l, rest, along);
    let factor = arith::divf(l, scale, deviation);
    let factor = arith::divf(l, factor, count);
    let value = arith::mulf(l, factor, rest);
    norm.define(l, op, 0, value)?;
    norm.define(l, op, 1, scale_slope)?;
    norm.define(l, op, 2, slope_sum)
}
