//! Sorting along an axis, with medians and permutations.

use crate::control::types;
use crate::layout::{Axes, count};
use crate::random::Random;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::elem::{Elem, Element};
use crate::types::tensor::{Operand, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::{Yield, sort};

/// The order of [`Tensor::sort`]: that of `<`, with NaN after all other floats. −0 and 0 are equal.
fn before(a: &Tensor, b: &Tensor) -> Tensor {
    match a.elem().is_float() {
        true => a.lt(b) | (b.is_nan() & !a.is_nan()),
        false => a.lt(b),
    }
}

impl Shared {
    fn sort<V: Values, C: Operand>(
        self: &Rc<Self>,
        at: Site,
        (axis, ordered): (i64, bool),
        tensors: &V,
        body: impl FnOnce(V::Traced, V::Traced) -> C,
    ) -> Traced<Vec<Val>> {
        let (vals, axis) = self.along_axis(at, "a sort", axis, tensors)?;
        let (region, [first, second]) = self.two_sets(at, &vals, true)?;
        let (first, second) = (tensors.rebuilt(self, Ok(first)), tensors.rebuilt(self, Ok(second)));
        let less = self.inside(region, || {
            let piece = self.piece(at, body(first, second).arg())?;
            if piece.elem() != crate::Elem::Bool {
                let found = piece.elem();
                let message = format!(
                    "the comparison of a sort must return a bool (whether a goes before b), not {found}"
                );
                return Err(self.fail(at, message));
            }
            self.scalar(at, &piece, crate::Elem::Bool)
        })?;
        self.end_region(at, region, Yield, &[less])?;
        let mut attrs = vec![("dim", self.ctx.i64_attr(axis as i64))];
        attrs.extend(ordered.then(|| ("ordered", self.ctx.unit_attr())));
        self.op(at, sort::Sort, &vals, &types(&vals), &attrs, &[region.block()])
    }
}

impl Tracer {
    /// Sorts tensors of one shape together along an axis, stably: `body` gets the elements at two positions,
    /// and returns whether the first go before the second.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("by_distance", |p| {
    ///     let n = p.dim("n");
    ///     let (x, y) = (p.input::<f32>("x", [n]), p.input::<f32>("y", [n]));
    ///     p.sort(0, (x, y), |(ax, ay), (bx, by)| ax.hypot(ay).lt(bx.hypot(by)))
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn sort<V: Values, C: Operand>(
        &self,
        axis: i64,
        tensors: V,
        body: impl FnOnce(V::Traced, V::Traced) -> C,
    ) -> V::Traced {
        let at = Site::caller();
        self.sorted(at, (axis, false), tensors, body)
    }

    /// Sorts values together with keys of the same shape along an axis, by the keys: ascending, NaN last,
    /// stable. Returns the keys and the values.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("by_key", |p| {
    ///     let n = p.dim("n");
    ///     let keys = p.input::<u64>("keys", [n]);
    ///     let (x, y) = (p.input::<f32>("x", [n]), p.input::<f32>("y", [n]));
    ///     p.sort_by_key(0, &keys, (x, y))
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn sort_by_key<V: Values>(&self, axis: i64, keys: &Tensor, values: V) -> (Tensor, V::Traced)
    where
        (Tensor, V): Values<Traced = (Tensor, V::Traced)>,
    {
        let at = Site::caller();
        let both = (keys.clone(), values);
        self.shared
            .clone()
            .library(at, || self.sorted(at, (axis, true), both, |(a, _), (b, _)| before(&a, &b)))
    }

    /// A sort, with a flag for a comparator that is known to be a strict weak order.
    fn sorted<V: Values, C: Operand>(
        &self,
        at: Site,
        how: (i64, bool),
        tensors: V,
        body: impl FnOnce(V::Traced, V::Traced) -> C,
    ) -> V::Traced {
        let shared = &self.shared;
        let made = shared.outside_compute(|| shared.sort(at, how, &tensors, body));
        tensors.rebuilt(shared, made)
    }
}

/// # Order
///
/// Sorting along an axis, and binary search in sorted vectors.
impl Tensor {
    /// The elements in ascending order along an axis, NaN last; stable. NumPy's `sort`.
    #[track_caller]
    pub fn sort(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.tracer().sorted(at, (axis, true), self.clone(), |a, b| before(&a, &b)))
    }

    /// The indices, in i64, that sort the elements along an axis in ascending order, NaN last; equal elements
    /// keep their order. NumPy's `argsort` with the kind "stable".
    #[track_caller]
    pub fn argsort(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.placed(at, axis, before))
    }

    /// The elements in descending order along an axis, NaN first. This is the reverse of [`Tensor::sort`],
    /// except that equal elements keep their order, which is visible for −0 and 0. PyTorch's
    /// `sort(descending=True, stable=True)`.
    #[track_caller]
    pub fn sort_descending(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.tracer().sorted(at, (axis, true), self.clone(), |a, b| before(&b, &a)))
    }

    /// The indices, in i64, that sort the elements along an axis in descending order, NaN first; equal
    /// elements keep their order.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("best", |p| {
    ///     let scores = p.input::<f32>("scores", [p.dim("n")]);
    ///     let names = p.input::<i32>("names", [p.dim("n")]);
    ///     names.take(0, scores.argsort_descending(0)).slice_axis(0, 0..1)
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn argsort_descending(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.placed(at, axis, |a, b| before(b, a)))
    }

    /// The indices that sort the elements by the order `first`.
    fn placed(&self, at: Site, axis: i64, first: impl Fn(&Tensor, &Tensor) -> Tensor) -> Tensor {
        let both = (self.clone(), self.iota_like(axis).broadcast_to(self.shape()));
        self.tracer().sorted(at, (axis, true), both, |(a, _), (b, _)| first(&a, &b)).1
    }

    /// The insertion position of each query in this sorted vector, in i64: before equal elements, or after
    /// them if `right`. NaN goes after all other values. NumPy's `searchsorted`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("bins", |p| {
    ///     let edges = p.input::<f32>("edges", [p.dim("n")]);
    ///     edges.searchsorted(p.input::<f32>("x", (4, 5)), false)
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn searchsorted(&self, queries: impl Operand, right: bool) -> Tensor {
        let at = Site::caller();
        let queries = self.operand_like(at, queries.arg());
        self.library(at, || {
            // The op reads integers as signed: map the unsigned range to the signed range in order.
            let common = self.elem().promote(queries.elem()).unwrap_or(self.elem());
            let signed = |x: &Tensor| match common {
                Elem::UInt(width) => (x.cast(common) ^ (1u64 << (width - 1))).cast(Elem::Int(width)),
                _ => x.cast(common),
            };
            let (table, queries) = (signed(self), signed(&queries));
            if table.rank() != 1 && !table.is_poisoned() {
                return self.failed(at, format!("searchsorted takes a vector, not {self:?}"));
            }
            let found = self.made(|shared| {
                shared.outside_compute(|| {
                    let shape = queries.extents()?;
                    let queries = shared.broadcast(at, queries.val(at)?, &shape)?;
                    let side = shared.ctx.string_attr(if right { "right" } else { "left" });
                    let (operands, result) = ([table.val(at)?, queries], shared.tensors(&shape, Elem::Index));
                    shared.value(at, sort::SearchSorted, &operands, result, &[("side", side)])
                })
            });
            found.cast(Elem::Int(64))
        })
    }

    /// The median along axes: the middle element, or the mean of the two middle elements; NaN if one is NaN
    /// or there are no elements. NumPy's `median`.
    #[track_caller]
    pub fn median(&self, axes: impl Axes) -> Tensor {
        let at = Site::caller();
        let Some((line, axes)) = self.lined_up(at, axes) else { return Tensor::poison(&self.shared) };
        self.library(at, || {
            let float = line.cast(line.elem().to_float());
            let n = self.tracer().value(float.extent(-1)).to::<i64>();
            let element = |rank: Tensor| {
                let place = float.ranked(at, &rank);
                float.take_along_axis(-1, place.expand(-1)).squeeze(-1)
            };
            let (low, high) = (element((&n - 1) / 2), element(&n / 2));
            // Equal elements may be infinite, so that their sum would be, too.
            let middle = low.eq(&high).select(&low, 0.5 * &low + 0.5 * &high);
            let has_none = float.is_nan().any(-1) | n.eq(0);
            has_none.select(f32::NAN, middle).marked_reduced(axes)
        })
    }

    /// The elements along the given axes, flattened in order to a last axis after the others; and the axes as
    /// positions.
    pub(crate) fn lined_up(&self, at: Site, axes: impl Axes) -> Option<(Tensor, Vec<usize>)> {
        let rank = self.extents().ok()?.len();
        let mut axes = self.shared.axes(at, axes, rank).ok()?;
        axes.sort_unstable();
        let line = self.library(at, || {
            let kept = (0..rank).filter(|axis| !axes.contains(axis));
            let order: Vec<i64> = kept.clone().chain(axes.iter().copied()).map(|axis| axis as i64).collect();
            let moved = self.permute(order);
            let shape = self.extents().unwrap_or_default();
            let Some(length) = count(&axes.iter().map(|a| shape[*a].clone()).collect::<Vec<_>>()) else {
                return self.failed(at, "the element count is too large an expression");
            };
            let kept = kept.map(|axis| self.dim_of(&shape[axis]));
            moved.reshape(kept.chain([self.dim_of(&length)]).collect::<Vec<_>>())
        });
        Some((line, axes))
    }
}

impl Random {
    /// The integers from 0 up to, but excluding, `n`, in random order. NumPy's `permutation`.
    #[track_caller]
    pub fn permutation<'a, T: Element>(&mut self, n: impl Into<crate::Dim<'a>>) -> Tensor {
        let bits = self.bits([n.into()]);
        bits.library(Site::caller(), || bits.argsort(0).to::<T>())
    }

    /// Permutes the tensor along an axis at random, in the same order for all other indices. NumPy's
    /// `permuted` of slices, JAX's `permutation`.
    #[track_caller]
    pub fn shuffle(&mut self, x: &Tensor, axis: i64) -> Tensor {
        let at = Site::caller();
        let order = self.permutation::<i64>(x.extent(axis));
        x.library(at, || x.take(axis, order))
    }
}
