//! Access maps of the cost model: the tensor of an access, and the stride of each subscript per loop.

use super::figures::LIKELY_TRIP_COUNT;
use super::work::{Reader, estimated_extent};
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::{self, shape};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Value};

/// The access map of a read or a write.
#[derive(Clone, Debug)]
pub struct AccessMap {
    /// The tensor.
    pub array: Value,
    /// Bytes of an element.
    pub bytes: f64,
    /// Its subscripts.
    pub axes: Vec<Subscript>,
}

/// A subscript of an access, with the data that its footprint depends on.
#[derive(Clone, Debug)]
pub struct Subscript {
    /// The length of the axis.
    pub extent: f64,
    /// The loops that it moves with, and the strides.
    pub terms: Vec<(Loop, f64)>,
    /// It may be anywhere in the axis (not affine).
    pub anywhere: bool,
    /// The length is a constant.
    pub known: bool,
}

/// The bytes of an element of a tensor.
pub fn bytes_of_element(body: &Body, tensor: Value) -> f64 {
    let ctx = body.ctx();
    f64::from(ctx.scalar_width(ctx.elem_type(body.ty(tensor))).unwrap_or(64).max(8)) / 8.0
}

impl Reader<'_, '_> {
    /// The access map of an access.
    pub(super) fn access_map(&self, access: &tensor::Access<'_>) -> AccessMap {
        let (body, ctx) = (self.body, self.body.ctx());
        let extents = shape::extents(ctx, body.ty(access.source)).unwrap_or_default();
        let axis = |(axis, expr): (usize, &AffineExpr)| {
            let extent = extents.get(axis).map_or(LIKELY_TRIP_COUNT, estimated_extent);
            let known = extents.get(axis).is_some_and(|extent| extent.as_const().is_some());
            let mut subscript = Subscript { extent, terms: Vec::new(), anywhere: false, known };
            for (d, value) in access.indices.iter().enumerate().filter(|(d, _)| expr.uses_dim(*d as u32)) {
                match (self.loops.get(value), expr.stride(d as u32)) {
                    (Some(target), Some(stride)) => {
                        subscript.terms.push((*target, stride.unsigned_abs() as f64));
                    }
                    (Some(target), None) => {
                        subscript.terms.push((*target, 1.0));
                        subscript.anywhere = true;
                    }
                    (None, _) => {
                        let from = self.influences(*value);
                        subscript.anywhere |= !from.is_empty();
                        subscript.terms.extend(from.into_iter().map(|target| (target, 1.0)));
                    }
                }
            }
            subscript
        };
        AccessMap {
            array: access.source,
            bytes: bytes_of_element(body, access.source),
            axes: access.map.results().iter().enumerate().map(axis).collect(),
        }
    }
}
