//! Data movement: constants, broadcasts, reshapes, slices, concatenations; gathers and scatters in
//! submodules.

pub(in crate::stablehlo) mod dynamic;
pub(in crate::stablehlo) mod dynamic_slices;
pub(in crate::stablehlo) mod gather;
pub(in crate::stablehlo) mod scatter;
mod windows;

use super::attrs::{axes, checked_axes, int, ints, optional_ints};
use super::lower::{Done, Lower, invalid, unsupported};
use super::shapes::check_at_most;
use super::types::{dtype_of, is_unsigned};
use tf_dialects::arith;
use tf_dialects::scalar::Scalar;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{
    self, Bitcast, Concat, ExtentOf, Iota, Pad, Reshape, Reverse, Slice, Splat, Transpose, build,
};
use tf_ir::attr::{AttrData, DenseData};
use tf_ir::body::Value;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};
use tf_library::constant;

/// `stablehlo.constant`
pub(in crate::stablehlo) fn constant(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let ctx = l.ctx();
    let Some(AttrData::Dense(data)) = op.attr("value").map(|a| ctx.attr_data(a)) else {
        return Err(unsupported(op, "has a value that is not dense<…>"));
    };
    let ty = l.result_type(op, 0)?;
    if super::types::convert(ctx, data.ty).ok() != super::types::convert(ctx, op.result_type(0)).ok() {
        return Err(invalid(op, "has a value of another type than its result"));
    }
    let value = if ctx.dims(ty).is_none() {
        let mut word = [0; 8];
        word[..data.bytes.len().min(8)].copy_from_slice(&data.bytes[..data.bytes.len().min(8)]);
        l.splat(ty, Scalar::from_bits(dtype_of(ctx, ty), u64::from_le_bytes(word)))
    } else {
        let data = DenseData { ty, splat: data.splat, bytes: data.bytes.clone() };
        let value = ctx.intern_attr(AttrData::Dense(data));
        l.make(arith::Constant, &[], ty, &[("value", value)])
    };
    l.define_one(op, value)
}

/// `stablehlo.iota`
pub(in crate::stablehlo) fn iota(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let ty = l.result_type(op, 0)?;
    iota_as(l, op, ty)
}

/// An iota of a given type.
pub(in crate::stablehlo) fn iota_as(l: &mut Lower<'_, '_>, op: OpRef<'_>, ty: Type) -> Done {
    let rank = l.ctx().dims(ty).map_or(0, <[Dim]>::len);
    let dim = checked_axes(op, "iota_dimension", &[int(op, "iota_dimension")?], rank)?[0];
    let dim = l.ctx().i64_attr(dim as i64);
    let value = l.make(Iota, &[], ty, &[("dim", dim)]);
    l.define_one(op, value)
}

impl Lower<'_, '_> {
    /// Operand axis `i` becomes axis `dims[i]` of a type; the axes may be in any order.
    pub(in crate::stablehlo) fn broadcast(&mut self, value: Value, dims: &[usize], ty: Type) -> Value {
        let mut order: Vec<usize> = (0..dims.len()).collect();
        order.sort_by_key(|i| dims[*i]);
        let value = self.transpose(value, &order);
        if self.type_of(value) == ty {
            return value;
        }
        let sorted: Vec<i64> = order.iter().map(|i| dims[*i] as i64).collect();
        let value = self.fitted(value, &sorted, ty);
        let dims = self.ctx().i64_array_attr(&sorted);
        self.make(tensor::Broadcast, &[value], ty, &[("dims", dims)])
    }

    /// Casts a value before its broadcast to a type: its extents take the names that the type has on these
    /// axes. The call checks terms that differ; an extent of 1 is repeated, and the verifier checks
    /// constants.
    fn fitted(&mut self, value: Value, dims: &[i64], ty: Type) -> Value {
        let ctx = self.ctx();
        let (own, wanted) = (ctx.dims(self.type_of(value)), ctx.dims(ty));
        let (Some(own), Some(wanted)) = (own, wanted) else { return value };
        let fitted = |(own, axis): (&Dim, &i64)| match (own, wanted.get(*axis as usize)) {
            (Dim::Term(_), Some(wanted)) => wanted.clone(),
            _ => own.clone(),
        };
        let dims: Vec<Dim> = own.iter().zip(dims).map(fitted).collect();
        let ty = ctx.tensor(dims, ctx.elem_type(self.type_of(value)));
        build::cast(&mut self.b, value, ty)
    }

    /// Result axis `i` is operand axis `perm[i]`.
    pub(in crate::stablehlo) fn transpose(&mut self, value: Value, perm: &[usize]) -> Value {
        if perm.iter().enumerate().all(|(i, axis)| i == *axis) {
            return value;
        }
        Transpose::build(&mut self.b, value, perm)
    }

    /// The same elements in another shape.
    pub(super) fn reshape_to(&mut self, value: Value, ty: Type) -> Value {
        if self.type_of(value) == ty {
            return value;
        }
        Reshape::build(&mut self.b, value, ty)
    }

    /// The element of a tensor of rank 0, or the scalar itself.
    pub(super) fn element(&mut self, op: OpRef<'_>, value: Value) -> Done<Value> {
        match self.ctx().dims(self.type_of(value)) {
            None => Ok(value),
            Some([]) => Ok(build::at(&mut self.b, value, &build::scalar_subscripts(), Policy::Assumed, None)),
            Some(_) => Err(invalid(op, "takes a tensor of rank 0 here")),
        }
    }

    /// A scalar as a tensor of rank 0, in tensor code.
    pub(super) fn as_tensor(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        if self.scalar || self.ctx().dims(ty).is_some() {
            return value;
        }
        let ty = self.ctx().tensor([], ty);
        Splat::build(&mut self.b, value, ty)
    }

    /// An extent as an `index`.
    pub(super) fn extent(&mut self, term: &Extent) -> Value {
        match term.as_const() {
            Some(n) => {
                let index = self.ctx().index();
                constant::int(&mut self.b, index, n)
            }
            None => ExtentOf::build(&mut self.b, term),
        }
    }

    /// An extent as an integer tensor of rank 0.
    pub(super) fn size(&mut self, term: &Extent, ty: Type) -> Value {
        let extent = self.extent(term);
        let elem = self.ctx().elem_type(ty);
        let extent = self.cast(arith::IndexCast, extent, elem);
        self.as_tensor(extent)
    }

    /// An integer tensor of rank 0 or scalar as an `index`, by its signedness.
    pub(super) fn index(&mut self, op: OpRef<'_>, source: Value) -> Done<Value> {
        let value = self.value(op, source)?;
        let value = self.element(op, value)?;
        let ctx = self.ctx();
        if self.dtype(value).is_float() {
            return Err(invalid(op, "takes integers as indices"));
        }
        let unsigned = is_unsigned(ctx, self.src.ty(source));
        Ok(self.index_from(value, unsigned))
    }

    /// An integer scalar as an `index`; unsigned values beyond the signed range become the largest index.
    pub(super) fn index_from(&mut self, value: Value, unsigned: bool) -> Value {
        let ctx = self.ctx();
        if !unsigned {
            return self.cast(arith::IndexCast, value, ctx.index());
        }
        let value = if self.dtype(value).bits() == 64 {
            let largest = self.int_like(value, i64::MAX);
            arith::minui(self, value, largest)
        } else {
            value
        };
        self.cast(arith::IndexCastui, value, ctx.index())
    }
}

/// The rank of a value's type; 0 for scalars.
fn rank_of(l: &Lower<'_, '_>, value: Value) -> usize {
    l.ctx().dims(l.type_of(value)).map_or(0, <[Dim]>::len)
}

/// `stablehlo.broadcast_in_dim`
pub(in crate::stablehlo) fn broadcast_in_dim(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let ty = l.result_type(op, 0)?;
    broadcast_as(l, op, ty)
}

/// A broadcast to a type.
pub(in crate::stablehlo) fn broadcast_as(l: &mut Lower<'_, '_>, op: OpRef<'_>, ty: Type) -> Done {
    let value = l.operand(op, 0)?;
    let Some(result) = l.ctx().dims(ty) else { return l.define_one(op, value) };
    let dims = axes(op, "broadcast_dimensions", result.len())?;
    check_dims(l, op, value, &dims)?;
    let value = l.broadcast(value, &dims, ty);
    l.define_one(op, value)
}

fn check_dims(l: &Lower<'_, '_>, op: OpRef<'_>, value: Value, dims: &[usize]) -> Done {
    let mut sorted = dims.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    if sorted.len() != dims.len() || dims.len() != rank_of(l, value) {
        return Err(invalid(op, "needs a distinct result axis for each axis of its operand"));
    }
    Ok(())
}

/// `stablehlo.broadcast`: new leading axes.
pub(in crate::stablehlo) fn broadcast(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let ty = l.result_type(op, 0)?;
    let Some(result) = l.ctx().dims(ty).map(<[Dim]>::len) else { return l.define_one(op, value) };
    let rank = rank_of(l, value);
    if ints(op, "broadcast_sizes")?.len() + rank != result {
        return Err(invalid(op, "needs a result with its broadcast sizes followed by its operand's axes"));
    }
    let dims: Vec<usize> = (result - rank..result).collect();
    let value = l.broadcast(value, &dims, ty);
    l.define_one(op, value)
}

/// `stablehlo.reshape`
pub(in crate::stablehlo) fn reshape(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let ty = l.result_type(op, 0)?;
    reshape_as(l, op, ty)
}

/// A reshape to a type.
pub(in crate::stablehlo) fn reshape_as(l: &mut Lower<'_, '_>, op: OpRef<'_>, ty: Type) -> Done {
    let value = l.operand(op, 0)?;
    if l.ctx().elem_type(ty) != l.ctx().elem_type(l.type_of(value)) {
        return Err(invalid(op, "must keep the element type"));
    }
    let value = l.reshape_to(value, ty);
    l.define_one(op, value)
}

/// `stablehlo.transpose`
pub(in crate::stablehlo) fn transpose(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let perm = axes(op, "permutation", rank_of(l, value))?;
    check_dims(l, op, value, &perm)?;
    let value = l.transpose(value, &perm);
    l.define_one(op, value)
}

/// `stablehlo.reverse`
pub(in crate::stablehlo) fn reverse(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let ty = l.type_of(value);
    let dims: Vec<i64> =
        axes(op, "dimensions", rank_of(l, value))?.into_iter().map(|axis| axis as i64).collect();
    let value = match dims.is_empty() {
        true => value,
        false => l.make(Reverse, &[value], ty, &[("dims", l.ctx().i64_array_attr(&dims))]),
    };
    l.define_one(op, value)
}

/// `stablehlo.slice`
pub(in crate::stablehlo) fn slice(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let ty = l.result_type(op, 0)?;
    if l.ctx().dims(ty).is_none() {
        return l.define_one(op, value);
    }
    let (starts, limits) = (ints(op, "start_indices")?, ints(op, "limit_indices")?);
    let strides = optional_ints(op, "strides")?.unwrap_or_else(|| vec![1; starts.len()]);
    let value = sliced(l, op, value, ty, [&numbers(&starts), &numbers(&limits)], &strides)?;
    l.define_one(op, value)
}

/// Constants as extents.
pub(super) fn numbers(numbers: &[i64]) -> Vec<Extent> {
    numbers.iter().map(|n| Extent::constant(*n)).collect()
}

/// A slice from starts to stops; the verifier checks them.
///
/// If the call determines whether the bounds are inside, the elements are read at clamped indices: the
/// framework has checked the program when it was traced.
pub(super) fn sliced(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    value: Value,
    ty: Type,
    [starts, stops]: [&[Extent]; 2],
    steps: &[i64],
) -> Done<Value> {
    let ctx = l.ctx();
    let shape = l.extents(op, l.type_of(value))?;
    let facts = Facts::new();
    let inside = |(start, (stop, extent)): (&Extent, (&Extent, &Extent))| {
        let ends = [start.prove_ge0(&facts), stop.prove_le(extent, &facts)];
        ends.contains(&Verdict::Refuted) || ends == [Verdict::Proved; 2]
    };
    if starts.iter().zip(stops.iter().zip(&shape)).all(inside) {
        let attrs = [
            ("starts", ctx.extents_attr(starts)),
            ("stops", ctx.extents_attr(stops)),
            ("steps", ctx.i64_array_attr(steps)),
        ];
        return Ok(l.make(Slice, &[value], ty, &attrs));
    }
    let counts = starts.iter().zip(stops).zip(steps);
    let extents: Option<Vec<Extent>> =
        counts.map(|((a, b), step)| b.sub(a).ok()?.ceildiv(*step).ok()).collect();
    let (Some(extents), true) = (extents, shape.len() == starts.len() && shape.len() == steps.len()) else {
        return Err(invalid(op, "has starts, stops and steps that do not fit its operand"));
    };
    let ty = l.shaped(&extents, ty);
    for (stop, extent) in stops.iter().zip(&shape) {
        check_at_most(l, stop, extent, "a slice stops after the end of its operand");
    }
    l.compute(op, ty, |l, at| {
        let places = starts.iter().zip(steps).zip(at).map(|((start, step), at)| {
            let start = l.extent(start);
            let step = l.int_like(*at, *step);
            let moved = arith::muli(l, *at, step);
            arith::addi(l, start, moved)
        });
        let places: Vec<Value> = places.collect();
        Ok(build::at(&mut l.b, value, &Subscripts::plain(&places), Policy::Clamp, None))
    })
}

/// `stablehlo.pad`
pub(in crate::stablehlo) fn pad(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value, fill] = l.exactly(op)?;
    let ty = l.result_type(op, 0)?;
    let (low, high) = (ints(op, "edge_padding_low")?, ints(op, "edge_padding_high")?);
    let interior = optional_ints(op, "interior_padding")?.unwrap_or_else(|| vec![0; low.len()]);
    let fill = l.element(op, fill)?;
    let value = padded(l, value, fill, ty, [&numbers(&low), &numbers(&high)], &interior);
    l.define_one(op, value)
}

/// A pad by low and high amounts; the verifier checks them.
pub(super) fn padded(
    l: &mut Lower<'_, '_>,
    value: Value,
    fill: Value,
    ty: Type,
    [low, high]: [&[Extent]; 2],
    interior: &[i64],
) -> Value {
    let ctx = l.ctx();
    let attrs = [
        ("low", ctx.extents_attr(low)),
        ("high", ctx.extents_attr(high)),
        ("interior", ctx.i64_array_attr(interior)),
    ];
    l.make(Pad, &[value, fill], ty, &attrs)
}

/// `stablehlo.concatenate`
pub(in crate::stablehlo) fn concatenate(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let values = l.operands(op)?;
    let ty = l.result_type(op, 0)?;
    let dim = l.ctx().i64_attr(int(op, "dimension")?);
    let value = l.make(Concat, &values, ty, &[("dim", dim)]);
    l.define_one(op, value)
}

/// `stablehlo.bitcast_convert` that splits or joins elements.
pub(in crate::stablehlo) fn bitcast(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let to = l.result_type(op, 0)?;
    let ctx = l.ctx();
    let (from_bits, to_bits) = (l.dtype(value).bits(), dtype_of(ctx, to).bits());
    if from_bits == to_bits {
        let elem = ctx.elem_type(to);
        let value = l.cast(arith::Bitcast, value, elem);
        return l.define_one(op, value);
    }
    let value = Bitcast::build(&mut l.b, value, to);
    l.define_one(op, value)
}

/// `stablehlo.get_dimension_size` of a constant or a named extent.
pub(in crate::stablehlo) fn dimension_size(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let ty = l.result_type(op, 0)?;
    let dims = l.ctx().dims(l.type_of(value)).unwrap_or_default();
    let axis = checked_axes(op, "dimension", &[int(op, "dimension")?], dims.len())?[0];
    let number = match &dims[axis] {
        Dim::Static(extent) => l.splat(ty, Scalar::from_i64(dtype_of(l.ctx(), ty), *extent)),
        Dim::Term(term) => l.size(term, ty),
        Dim::Unknown => return Err(unsupported(op, "reads an extent without a name")),
    };
    l.define_one(op, number)
}

/// `stablehlo.imag` of a real tensor.
pub(in crate::stablehlo) fn imaginary(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    if !l.dtype(value).is_float() {
        return Err(invalid(op, "takes floats"));
    }
    let zero = l.float_like(value, 0.0);
    l.define_one(op, zero)
}
