//! Which elements an access touches: the tensor, and how its subscripts move with loops.

use super::figures::LIKELY_TRIPS;
use super::work::{Reader, trips_of};
use tf_dialects::tensor::schedule::Loop;
use tf_dialects::tensor::{self, shape};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Value};

/// The element that an access is to.
#[derive(Clone, Debug)]
pub struct Place {
    /// The tensor that it is of.
    pub array: Value,
    /// Bytes of an element.
    pub bytes: f64,
    /// Its subscripts.
    pub axes: Vec<Subscript>,
}

/// A subscript of an access, as far as it says how many elements are touched.
#[derive(Clone, Debug)]
pub struct Subscript {
    /// The length of the axis.
    pub extent: f64,
    /// The loops that it moves with, and by how much.
    pub terms: Vec<(Loop, f64)>,
    /// It may be anywhere.
    pub anywhere: bool,
    /// The length is a constant.
    pub known: bool,
}

/// The bytes of an element of a tensor.
pub(crate) fn bytes_of_element(body: &Body, tensor: Value) -> f64 {
    let ctx = body.ctx();
    f64::from(ctx.scalar_width(ctx.elem_type(body.ty(tensor))).unwrap_or(64).max(8)) / 8.0
}

impl Reader<'_, '_> {
    /// Where an access is.
    pub(super) fn place(&self, access: &tensor::Access<'_>) -> Place {
        let (body, ctx) = (self.body, self.body.ctx());
        let extents = shape::extents(ctx, body.ty(access.source)).unwrap_or_default();
        let axis = |(axis, expr): (usize, &AffineExpr)| {
            let extent = extents.get(axis).map_or(LIKELY_TRIPS, trips_of);
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
        Place {
            array: access.source,
            bytes: bytes_of_element(body, access.source),
            axes: access.map.results().iter().enumerate().map(axis).collect(),
        }
    }
}
