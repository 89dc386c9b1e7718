//! Batch normalization: `stablehlo.batch_norm_inference`, `…_training` and `…_grad`, as the specification
//! expands them.

use crate::stablehlo::convert::attrs::{checked_axes, float, int};
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::types::{Class, class};
use tf_dialects::arith;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};
use tf_library::expr::formula;

/// The shared parameters of the three ops: the computation type, the feature axis, and the epsilon under the
/// root.
struct Norm {
    /// The operand's shape with the computation's element type.
    ty: Type,
    feature: usize,
    rank: usize,
    /// The element count per feature.
    count: f64,
    epsilon: f64,
}

impl Norm {
    fn of(l: &Lower<'_, '_>, op: OpRef<'_>, operand: Value) -> Done<Norm> {
        let ctx = l.ctx();
        if class(ctx, op.operand_type(0)) != Some(Class::Float) {
            return Err(invalid(op, "takes floats"));
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

    /// Converts the operands to the computation type; broadcasts those with one element per feature along the
    /// other axes.
    fn spread<const N: usize>(
        &self,
        l: &mut Lower<'_, '_>,
        op: OpRef<'_>,
        mut values: [Value; N],
    ) -> Done<[Value; N]> {
        let ctx = l.ctx();
        let features = ctx.dims(self.ty).map(|dims| dims[self.feature].clone());
        for value in &mut values {
            *value = l.cast(arith::Extf, *value, ctx.elem_type(self.ty));
            if l.type_of(*value) == self.ty {
                continue;
            }
            let dims = ctx.dims(l.type_of(*value)).unwrap_or_default();
            if dims.len() != 1 || dims.first() != features.as_ref() {
                return Err(invalid(op, "needs one element per feature in the operands after the first"));
            }
            *value = l.broadcast(*value, &[self.feature], self.ty);
        }
        Ok(values)
    }

    /// The sum over all axes except the feature axis.
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

    /// The mean over all axes except the feature axis.
    fn mean(&self, l: &mut Lower<'_, '_>, value: Value) -> Value {
        let sum = self.sum(l, value);
        formula(&mut l.b, [sum], |[sum]| sum / self.count)
    }

    /// `(x − mean) / sqrt(variance + epsilon) · scale + offset`
    fn normalized(&self, l: &mut Lower<'_, '_>, values: [Value; 5]) -> Value {
        formula(&mut l.b, values, |[x, scale, offset, mean, variance]| {
            let centered = x - mean;
            scale * (centered / (variance + self.epsilon).sqrt()) + offset
        })
    }

    /// Result `i`, rounded to its type.
    fn define(&self, l: &mut Lower<'_, '_>, op: OpRef<'_>, i: usize, value: Value) -> Done {
        let elem = l.ctx().elem_type(l.result_type(op, i)?);
        let value = l.cast(arith::Truncf, value, elem);
        l.define(op, i, value)
    }
}

/// `stablehlo.batch_norm_inference`: with given statistics.
pub(in crate::stablehlo) fn inference(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values: [Value; 5] = l.exactly(op)?;
    let norm = Norm::of(l, op, values[0])?;
    let values = norm.spread(l, op, values)?;
    let value = norm.normalized(l, values);
    norm.define(l, op, 0, value)
}

/// `stablehlo.batch_norm_training`: with the operand's own mean and variance, which are results, too.
pub(in crate::stablehlo) fn training(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [x, scale, offset] = l.exactly(op)?;
    let norm = Norm::of(l, op, x)?;
    let [x] = norm.spread(l, op, [x])?;
    let mean = norm.mean(l, x);
    let [spread] = norm.spread(l, op, [mean])?;
    let squares = formula(&mut l.b, [x, spread], |[x, mean]| {
        let centered = x - mean;
        centered * centered
    });
    let variance = norm.mean(l, squares);
    let values = norm.spread(l, op, [x, scale, offset, mean, variance])?;
    let value = norm.normalized(l, values);
    norm.define(l, op, 0, value)?;
    norm.define(l, op, 1, mean)?;
    norm.define(l, op, 2, variance)
}

/// `stablehlo.batch_norm_grad`: the derivatives of operand, scale and offset of a training step.
pub(in crate::stablehlo) fn grad(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values: [Value; 5] = l.exactly(op)?;
    let norm = Norm::of(l, op, values[0])?;
    let [x, scale, mean, variance, slope] = norm.spread(l, op, values)?;
    let centered = arith::subf(l, x, mean);
    let padded = formula(&mut l.b, [variance], |[variance]| variance + norm.epsilon);
    let deviation = tf_dialects::math::sqrt(l, padded);
    let normal = arith::divf(l, centered, deviation);
    let slope_sum = norm.sum(l, slope);
    let product = arith::mulf(l, slope, centered);
    let product_sum = norm.sum(l, product);
    let scale_terms = arith::mulf(l, slope, normal);
    let scale_slope = norm.sum(l, scale_terms);
    let [slopes, products] = [slope_sum, product_sum].map(|v| l.broadcast(v, &[norm.feature], norm.ty));
    let values = [slope, slopes, products, centered, padded, scale, deviation];
    let value = formula(&mut l.b, values, |[slope, slopes, products, centered, padded, scale, deviation]| {
        let count = slope.num(norm.count);
        let all = slope * count;
        let along = products * centered / padded;
        let rest = all - slopes - along;
        scale / deviation / count * rest
    });
    norm.define(l, op, 0, value)?;
    norm.define(l, op, 1, scale_slope)?;
    norm.define(l, op, 2, slope_sum)
}
