//! Custom calls of the library's Fourier transforms: `@tensorforge.fft`, `ifft`, `rfft`, `irfft`, of one axis
//! each.
//!
//! A complex tensor is a pair of operands or results: the real parts and the imaginary parts. The transformed
//! axis is the last one, or `axis` of `mhlo.backend_config`. JAX appends operands with the shapes of results
//! after the others.

use crate::stablehlo::convert::attrs::dense_ints;
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::symbolic::terms;
use tf_ir::attr::AttrData;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_library::fourier::{self, Complex, Direction};

/// A transform of the library.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transform {
    Complex(Direction),
    OfReal,
    ToReal,
}

impl Transform {
    /// The transform that a custom call names.
    pub(super) fn of(name: &str) -> Option<Transform> {
        Some(match name {
            "fft" => Transform::Complex(Direction::Forward),
            "ifft" => Transform::Complex(Direction::Inverse),
            "rfft" => Transform::OfReal,
            "irfft" => Transform::ToReal,
            _ => return None,
        })
    }

    /// The call as code.
    pub(super) fn call(self, l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
        l.tensors_only(op)?;
        let parts = if self == Transform::OfReal { 1 } else { 2 };
        let shapes = shape_operands(op);
        if op.operand_count() != parts + shapes.len() || shapes.iter().any(|i| *i < parts) {
            return Err(invalid(
                op,
                format!("needs {parts} operand(s), followed by the shapes of its results"),
            ));
        }
        let values = (0..parts).map(|i| l.operand(op, i)).collect::<Done<Vec<_>>>()?;
        if !l.dtype(values[0]).is_float() || l.type_of(values[0]) != l.type_of(values[parts - 1]) {
            return Err(invalid(op, "takes floats: real parts and imaginary parts of one type"));
        }
        l.extents(op, l.type_of(values[0]))?;
        let axis = axis(l, op)?;
        let x = Complex { re: values[0], im: values[parts - 1] };
        let made = match self {
            Transform::Complex(direction) => fourier::fft(&mut l.b, x, axis, direction),
            Transform::OfReal => fourier::rfft(&mut l.b, x.re, axis),
            Transform::ToReal => {
                let length = length(l, op, &shapes, axis)?;
                let made = fourier::irfft(&mut l.b, x, axis, &length);
                return l.define_one(op, made);
            }
        };
        l.define_all(op, &[made.re, made.im])
    }
}

/// The operands that hold shapes of results.
fn shape_operands(op: OpRef<'_>) -> Vec<usize> {
    let ctx = op.ctx();
    let said = op.attr("indices_of_shape_operands").map(|a| ctx.attr_data(a));
    let places = match said {
        Some(AttrData::Dense(data)) => dense_ints(ctx, data),
        _ => None,
    };
    let fits = |place: i64| usize::try_from(place).ok().filter(|i| *i < op.operand_count());
    places.unwrap_or_default().into_iter().filter_map(fits).collect()
}

/// The axis of a transform.
fn axis(l: &Lower<'_, '_>, op: OpRef<'_>) -> Done<usize> {
    let (ctx, rank) = (op.ctx(), l.rank(op, 0)?);
    let said = match op.attr("mhlo.backend_config").map(|a| ctx.attr_data(a)) {
        Some(AttrData::Dict(entries)) => entries.iter().find(|(key, _)| ctx.text(*key) == "axis"),
        _ => None,
    };
    let axis = match said.map(|(_, value)| ctx.attr_data(*value)) {
        Some(AttrData::Integer(_, axis)) => usize::try_from(*axis).ok(),
        Some(_) => None,
        None => rank.checked_sub(1),
    };
    axis.filter(|axis| *axis < rank).ok_or_else(|| invalid(op, "has an 'axis' outside its operand's axes"))
}

/// The length of the real result of an inverse transform, which half a spectrum does not determine.
fn length(l: &Lower<'_, '_>, op: OpRef<'_>, shapes: &[usize], axis: usize) -> Done<Extent> {
    let ty = l.result_type(op, 0)?;
    let own = l.ctx().dims(ty).and_then(|dims| dims.get(axis)?.to_extent());
    let said = match (own, shapes) {
        (Some(length), _) => Some(length),
        (None, [shape]) => terms(l, op, *shape)?.into_iter().nth(axis),
        _ => None,
    };
    said.ok_or_else(|| unsupported(op, "has a result whose length is not known"))
}
