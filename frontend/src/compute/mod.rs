//! Comprehensions: tensors defined by scalar code for each element.

mod combine;
pub(crate) mod fold;
pub(crate) mod local;
mod points;

use crate::trace::error::{Fault, Site};
use crate::trace::scope::Region;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::convert::Piece;
use crate::types::dim::{Dim, IntoDim, Shape};
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Repr, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::{Compute, Yield};
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// A shape whose rank is known to the Rust compiler, for the indices of [`Tracer::compute`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape of a rank that Rust knows",
    label = "neither a tuple nor an array of extents",
    note = "the closure takes one index for each extent: `p.compute((n, 3), |[i, j]| …)`",
    note = "extents are named by `p.dim(\"n\")`, and integers are `i32`, `i64`, `u32` or `usize`"
)]
pub trait Ranked<const N: usize>: Shape {}

impl<'p, D: IntoDim<'p>, const N: usize> Ranked<N> for [D; N] {}

macro_rules! ranked_tuples {
    ($($n:literal: $($name:ident)*;)*) => {
        $(impl<'p, $($name: IntoDim<'p>),*> Ranked<$n> for ($($name,)*) {})*
    };
}
ranked_tuples! {
    1: A; 2: A B; 3: A B C; 4: A B C D; 5: A B C D E; 6: A B C D E F; 7: A B C D E F G; 8: A B C D E F G H;
}

macro_rules! ranked_extents {
    ($($type:ty),*) => {
        $(impl Ranked<1> for $type {})*
    };
}
ranked_extents!(Dim<'_>, i32, i64, u32, usize);

impl Ranked<0> for () {}

impl Shared {
    /// A `tensor.compute` with one result, whose scalar code is `body`.
    pub(crate) fn comprehension(
        &self,
        at: Site,
        extents: &[Extent],
        elem: Elem,
        body: impl FnOnce(&[Rc<IndexExpr>]) -> Traced<Val>,
    ) -> Traced<Val> {
        let (region, indices) = self.compute_region(at, extents.len())?;
        let value = self.inside(region, || body(&indices))?;
        let results = [self.tensors(extents, elem)];
        self.close_compute(at, region, extents, &[value], &results)?.pop().ok_or(Reported)
    }

    /// Opens the region of a compute over a domain of this rank; returns its indices.
    fn compute_region(&self, at: Site, rank: usize) -> Traced<(Region, Vec<Rc<IndexExpr>>)> {
        let args = vec![(self.ctx.index(), Elem::Index); rank];
        let (region, indices) = self.region(at, ScopeKind::Compute, &args)?;
        let natural = |val| Rc::new(IndexExpr::value(val, true));
        Ok((region, indices.into_iter().map(natural).collect()))
    }

    /// Ends the region of a compute and makes the op.
    fn close_compute(
        &self,
        at: Site,
        region: Region,
        extents: &[Extent],
        values: &[Val],
        results: &[(Type, Elem)],
    ) -> Traced<Vec<Val>> {
        self.end_region(at, region, Yield, values)?;
        let attrs = [("box", self.ctx.extents_attr(extents))];
        self.op(at, Compute, &[], results, &attrs, &[region.block()])
    }

    /// Converts a value to one that the region of a compute may yield: a scalar, or a small tensor that is
    /// made there.
    fn yieldable(&self, at: Site, piece: &Piece) -> Traced<Val> {
        let val = self.realize(at, piece, piece.elem())?;
        let small = !val.is_scalar(&self.ctx) && self.scope_is_in_compute(val.scope);
        if small { Ok(val) } else { self.to_scalar(at, val) }
    }

    fn finish_compute(
        &self,
        at: Site,
        region: Region,
        extents: &[Extent],
        yielded: &[Val],
    ) -> Traced<Vec<Val>> {
        if yielded.is_empty() {
            return Err(self.fail(at, "a compute needs a value for each point: return one from its body"));
        }
        let result = |val: &Val| {
            let shape = [extents, &self.shape(val)].concat();
            self.tensors(&shape, val.elem)
        };
        let results: Vec<(Type, Elem)> = yielded.iter().map(result).collect();
        self.close_compute(at, region, extents, yielded, &results)
    }
}

impl Tracer {
    /// A tensor defined by scalar code: `body` gets the indices of an element, as scalars of type index, and
    /// returns the element. It may return several (a tuple, a vector, an array), for as many tensors of this
    /// shape.
    ///
    /// The code may read elements of tensors ([`Tensor::at`]), fold ([`Tracer::fold`]), loop
    /// ([`Tracer::for_`], [`Tracer::while_`]) and branch ([`Tracer::if_`]). A [`Tracer::stack`] of scalars as
    /// a result becomes a constant last axis. Operations on outer tensors run once, before the compute.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("toeplitz", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     p.compute([n, n], |[i, j]| i.ge(&j).select(x.at([&i - &j]), 0.0))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn compute<const N: usize, V: Values>(
        &self,
        shape: impl Ranked<N>,
        body: impl FnOnce([Tensor; N]) -> V,
    ) -> V::Traced {
        self.comprehend(Site::caller(), shape.terms(), |indices| {
            let mut indices = indices.into_iter();
            body(std::array::from_fn(|_| indices.next().unwrap_or_else(|| Tensor::poison(&self.shared))))
        })
    }

    /// As [`Tracer::compute`], for a rank that is known only when the program is traced.
    #[track_caller]
    pub fn compute_nd<V: Values>(&self, shape: impl Shape, body: impl FnOnce(Vec<Tensor>) -> V) -> V::Traced {
        self.comprehend(Site::caller(), shape.terms(), body)
    }

    pub(crate) fn comprehend<V: Values>(
        &self,
        at: Site,
        shape: Vec<Result<Extent, Fault>>,
        body: impl FnOnce(Vec<Tensor>) -> V,
    ) -> V::Traced {
        let shared = &self.shared;
        let rank = shape.len();
        let (values, made) = shared.outside_compute(|| {
            let extents = shared.checked_shape(at, shape);
            let Ok((region, indices)) = shared.compute_region(at, rank) else {
                return (body(vec![Tensor::poison(shared); rank]), Err(Reported));
            };
            shared.runs_over(region, extents.as_deref().unwrap_or_default());
            let handle = |index| Tensor { shared: shared.clone(), repr: Repr::Index(index) };
            let handles = indices.into_iter().map(handle).collect();
            let (values, yielded) =
                shared.fill(at, region, || body(handles), |piece| shared.yieldable(at, piece));
            let made = extents.and_then(|e| shared.finish_compute(at, region, &e, &yielded?));
            (values, made)
        });
        values.rebuilt(shared, made)
    }
}
