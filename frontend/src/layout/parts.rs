//! Splitting, joining and rearranging tensors, by NumPy's names.

use crate::indexing::gather::{Outside, Policy};
use crate::indexing::slice::{Part, range};
use crate::trace::error::{Fault, Site};
use crate::trace::state::{Shared, Traced, Val, shape_words};
use crate::trace::tracer::Tracer;
use crate::types::broadcast::same;
use crate::types::dim::Dim;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_ir::affine::AffineOp;
use tf_ir::extent::{Extent, Verdict};

/// The padding modes of [`Tensor::pad_with`], which are NumPy's.
#[derive(Clone, Default)]
pub enum Pad {
    /// A constant value.
    Constant(#[doc(hidden)] Arg),
    /// The nearest element: NumPy's "edge".
    #[default]
    Edge,
    /// The tensor, repeated periodically: NumPy's "wrap".
    Wrap,
    /// The tensor mirrored at its last element, which is not repeated: NumPy's "reflect".
    Reflect,
    /// The tensor mirrored at its edge, so that the last element is repeated: NumPy's "symmetric".
    Symmetric,
}

impl Pad {
    /// A constant value.
    pub fn constant(value: impl Operand) -> Pad {
        Pad::Constant(value.arg())
    }
}

/// # More shapes and parts, by NumPy's names
///
/// Flipping, repeating, splitting, diagonals.
impl Tensor {
    /// The position of an axis, or an error at the user's line.
    pub(crate) fn position(&self, at: Site, axis: i64) -> Traced<(usize, Vec<Extent>)> {
        let shape = self.extents()?;
        let axis = self.shared.axis(at, axis, shape.len())?;
        Ok((axis, shape))
    }

    pub(crate) fn failed(&self, at: Site, message: impl Into<String>) -> Tensor {
        Tensor::of(&self.shared, Err(self.shared.fail(at, message)))
    }

    pub(crate) fn dim_of(&self, extent: &Extent) -> Dim<'_> {
        Dim::new(&self.shared.terms, extent.clone())
    }

    /// Adds elements before and after the elements along an axis; see [`Pad`].
    #[track_caller]
    pub fn pad_with<'a, 'b>(
        &self,
        axis: i64,
        before: impl Into<Dim<'a>>,
        after: impl Into<Dim<'b>>,
        mode: &Pad,
    ) -> Tensor {
        let (at, before, after) = (Site::caller(), before.into(), after.into());
        if let Pad::Constant(value) = mode {
            return self.pad(axis, before, after, self.operand_like(at, value.clone()));
        }
        let shared = &self.shared;
        let made = self.position(at, axis).and_then(|(position, shape)| {
            let ends = shared.checked_shape(at, vec![before.term(), after.term()])?;
            let length = shape[position].add(&ends[0]).and_then(|n| n.add(&ends[1]));
            let length = length.map_err(|error| shared.fault(at, Fault::extent(&error, at)))?;
            Ok((position, shape[position].clone(), length))
        });
        let Ok((position, extent, length)) = made else { return Tensor::poison(shared) };
        let tracer = Tracer { shared: shared.clone() };
        let number = |dim: Dim<'_>| tracer.value(dim).to::<i64>();
        self.library(at, || {
            let n = self.dim_of(&extent);
            let index = tracer.arange::<i64>(self.dim_of(&length)) - number(before);
            let mirrored = |period: Dim<'_>, end: Dim<'_>| {
                let rest = index.modulo(number(period.max(1)));
                rest.min(number(end) - &rest)
            };
            let (index, outside) = match mode {
                Pad::Wrap => (index, Outside::Wrap),
                Pad::Reflect => (mirrored(2 * n - 2, 2 * n - 2), Outside::Clamp),
                Pad::Symmetric => (mirrored(2 * n, 2 * n - 1), Outside::Clamp),
                Pad::Edge | Pad::Constant(_) => (index, Outside::Clamp),
            };
            self.take_with(position as i64, index, &outside)
        })
    }

    /// The elements at `indices` along an axis; the axes of `indices` replace it. An index outside is
    /// clamped. NumPy's `take` with the mode "clip".
    #[track_caller]
    pub fn take(&self, axis: i64, indices: impl Operand) -> Tensor {
        self.take_with(axis, indices, &self.shared.default_outside())
    }

    /// As [`Tensor::take`], with an explicit policy for an index outside.
    #[track_caller]
    pub fn take_with(&self, axis: i64, indices: impl Operand, outside: &Outside) -> Tensor {
        let at = Site::caller();
        let Ok((axis, shape)) = self.position(at, axis) else { return Tensor::poison(&self.shared) };
        let indices = Tensor::from_arg(&self.shared, at, indices.arg());
        self.library(at, || {
            let front = self.move_axis(axis as i64, 0);
            // A scalar has no axes.
            let own = indices.rank() as i64;
            let taken = front.at_with([&indices], outside);
            let (rest, axis) = (shape.len() as i64 - 1, axis as i64);
            let order = (own..own + axis).chain(0..own).chain(own + axis..own + rest);
            taken.permute(order.collect::<Vec<i64>>())
        })
    }

    /// For each position of `indices`, the element at that index along an axis, and at the same position
    /// along the other axes. An index outside is clamped. NumPy's `take_along_axis`.
    #[track_caller]
    pub fn take_along_axis(&self, axis: i64, indices: impl Operand) -> Tensor {
        let at = Site::caller();
        let Ok((axis, shape)) = self.position(at, axis) else { return Tensor::poison(&self.shared) };
        let indices = Tensor::from_arg(&self.shared, at, indices.arg());
        let outside = self.shared.default_outside();
        self.library(at, || {
            if indices.rank() != shape.len() {
                return self.failed(
                    at,
                    format!("take_along_axis needs indices of the rank of {self:?}, not {indices:?}"),
                );
            }
            let own = indices.extents().unwrap_or_default();
            let differs = |a: &usize| {
                *a != axis && own[*a].as_const() != Some(1) && same(&own[*a], &shape[*a]) == Verdict::Refuted
            };
            if let Some(a) = (0..shape.len()).find(differs) {
                let message =
                    format!("take_along_axis of {self:?} at {indices:?}: the extents of axis {a} differ");
                return self.failed(at, message);
            }
            let subscript = |a: usize| match a == axis {
                true => indices.clone(),
                // An axis of extent 1 broadcasts, as in NumPy.
                false => self.iota_along(a, &shape[a]),
            };
            self.at_with((0..shape.len()).map(subscript).collect::<Vec<_>>(), &outside)
        })
    }

    /// The indices along an axis, with extents of 1 along the others.
    #[track_caller]
    fn iota_along(&self, axis: usize, extent: &Extent) -> Tensor {
        let at = Site::caller();
        let mut shape = vec![Extent::constant(1); self.rank()];
        shape[axis] = extent.clone();
        self.made(|shared| shared.iota(at, &shape, axis, crate::Elem::Int(64)))
    }

    /// The tensor with an axis at another position; the others keep their order. NumPy's `moveaxis`.
    #[track_caller]
    pub fn move_axis(&self, from: i64, to: i64) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let rank = shared.shape(&val).len();
            let (from, to) = (shared.axis(at, from, rank)?, shared.axis(at, to, rank)?);
            let mut order: Vec<usize> = (0..rank).filter(|axis| *axis != from).collect();
            order.insert(to, from);
            shared.permute(at, val, &order)
        })
    }

    /// Alias of [`Tensor::reverse`], by NumPy's name.
    #[track_caller]
    pub fn flip(&self, axes: impl crate::Axes) -> Tensor {
        self.reverse(axes)
    }

    /// Alias of [`Tensor::expand`], by PyTorch's name.
    #[track_caller]
    pub fn unsqueeze(&self, axis: i64) -> Tensor {
        self.expand(axis)
    }

    /// Alias of [`Tensor::expand`], by NumPy's name.
    #[track_caller]
    pub fn expand_dims(&self, axis: i64) -> Tensor {
        self.expand(axis)
    }

    /// Quarter rotations of the matrices on two axes, from the first towards the second. NumPy's `rot90`.
    #[track_caller]
    pub fn rot90(&self, turns: i64, axes: [i64; 2]) -> Tensor {
        match turns.rem_euclid(4) {
            1 => self.reverse(axes[1]).swap_axes(axes[0], axes[1]),
            2 => self.reverse(axes),
            3 => self.swap_axes(axes[0], axes[1]).reverse(axes[1]),
            _ => self.clone(),
        }
    }

    /// Repeats each element `n` times along an axis. NumPy's `repeat`.
    #[track_caller]
    pub fn repeat<'a>(&self, axis: i64, n: impl Into<Dim<'a>>) -> Tensor {
        let at = Site::caller();
        self.repeated(at, axis, n.into(), 1)
    }

    /// Repeats the whole tensor `n` times along an axis. NumPy's `tile` for one axis.
    #[track_caller]
    pub fn tile<'a>(&self, axis: i64, n: impl Into<Dim<'a>>) -> Tensor {
        let at = Site::caller();
        self.repeated(at, axis, n.into(), 0)
    }

    /// A new axis of extent `n` before or after an axis, merged with it.
    fn repeated(&self, at: Site, axis: i64, n: Dim<'_>, behind: usize) -> Tensor {
        let n = n.term();
        self.moved(at, |shared, val| {
            let mut shape = shared.shape(&val);
            let axis = shared.axis(at, axis, shape.len())?;
            let n = shared.checked_shape(at, vec![n])?.remove(0);
            let merged = shape[axis].mul(&n).map_err(|error| shared.fault(at, Fault::extent(&error, at)))?;
            let axes: Vec<i64> = (0..shape.len())
                .map(|a| (a + usize::from(a > axis || a == axis && behind == 0)) as i64)
                .collect();
            let mut wide = shape.clone();
            wide.insert(axis + behind, n);
            let wide = shared.broadcast_axes(at, val, &axes, &wide)?;
            shape[axis] = merged;
            shared.reshape(at, wide, &shape)
        })
    }

    /// Parts of equal extent along an axis. The extent must be provably divisible by `n`. NumPy's `split`.
    #[track_caller]
    pub fn split(&self, axis: i64, n: usize) -> Vec<Tensor> {
        let at = Site::caller();
        let part = (|| {
            let (axis, shape) = self.position(at, axis)?;
            let part = i64::try_from(n).ok().filter(|n| *n > 0);
            let part = part.and_then(|n| shape[axis].divide_exact(&Extent::constant(n)));
            part.ok_or_else(|| {
                let message =
                    format!("cannot split axis {axis} into {n} equal parts: its extent is {}", shape[axis]);
                self.shared.fail(at, message)
            })
        })();
        let Ok(part) = part else { return vec![Tensor::poison(&self.shared); n] };
        let part = self.dim_of(&part);
        let piece = |i: usize| self.slice_axis(axis, range(part * i, part * (i + 1)));
        self.shared.library(at, || (0..n).map(piece).collect())
    }

    /// The parts along an axis between these positions, one more than there are positions. NumPy's `split`
    /// with indices.
    #[track_caller]
    pub fn split_at<'a, D: Into<Dim<'a>>>(
        &self,
        axis: i64,
        positions: impl IntoIterator<Item = D>,
    ) -> Vec<Tensor> {
        let at = Site::caller();
        let mut ends: Vec<Dim<'_>> = positions.into_iter().map(Into::into).collect();
        let mut start = Dim::from(0);
        let mut parts = Vec::new();
        self.shared.library(at, || {
            for end in ends.drain(..) {
                parts.push(self.slice_axis(axis, range(start, end)));
                start = end;
            }
            parts.push(self.slice_axis(axis, Part::from(start..)));
        });
        parts
    }

    /// Splits an axis into two, of which the second has extent `size`: rows of `size` elements, with zeros at
    /// the end of the last row.
    #[track_caller]
    pub fn split_dim(&self, axis: i64, size: usize) -> Tensor {
        let at = Site::caller();
        let Ok((axis, shape)) = self.position(at, axis) else { return Tensor::poison(&self.shared) };
        let Some(size) = i64::try_from(size).ok().filter(|n| *n > 0) else {
            return self.failed(at, "split_dim needs a size of at least 1");
        };
        self.library(at, || {
            let n = self.dim_of(&shape[axis]);
            let rows = n.ceil_div(size);
            let filled = self.pad(axis as i64, 0, rows * size - n, 0);
            let mut dims: Vec<Dim<'_>> = shape.iter().map(|extent| self.dim_of(extent)).collect();
            dims[axis] = rows;
            dims.insert(axis + 1, size.into());
            filled.reshape(dims)
        })
    }

    /// Merges an axis and the next one, in row-major order.
    #[track_caller]
    pub fn merge_dim(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        let Ok((axis, shape)) = self.position(at, axis) else { return Tensor::poison(&self.shared) };
        if axis + 1 == shape.len() {
            return self.failed(
                at,
                format!("cannot merge axis {axis} of {self:?} with the next one: it is the last"),
            );
        }
        let mut dims: Vec<Dim<'_>> = shape.iter().map(|extent| self.dim_of(extent)).collect();
        let next = dims.remove(axis + 1);
        dims[axis] = dims[axis] * next;
        self.reshape(dims)
    }

    /// The `k`-th diagonal of the matrices on the last two axes, as a last axis. NumPy's `diagonal`.
    #[track_caller]
    pub fn diagonal(&self, k: i64) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| shared.diagonal(at, val, k))
    }

    /// For a vector, the matrix with it on the `k`-th diagonal and zeros elsewhere; for matrices, their
    /// `k`-th diagonals. NumPy's `diag`.
    #[track_caller]
    pub fn diag(&self, k: i64) -> Tensor {
        let at = Site::caller();
        if self.rank() != 1 {
            return self.diagonal(k);
        }
        self.library(at, || {
            let tracer = Tracer { shared: self.shared.clone() };
            let n = self.extent(0) + i64::try_from(k.unsigned_abs()).unwrap_or(i64::MAX);
            let along = if k > 0 { self.pad(0, k, 0, 0) } else { self.pad(0, 0, k.saturating_neg(), 0) };
            tracer.eye::<bool>(n, n, k).select(along.expand(0), 0)
        })
    }

    /// The sum of the `k`-th diagonal of the matrices on the last two axes. NumPy's `trace`.
    #[track_caller]
    pub fn trace(&self, k: i64) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.diagonal(k).sum(-1))
    }

    /// The differences of neighbours along an axis; the extent decreases by one. NumPy's `diff`.
    #[track_caller]
    pub fn diff(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.slice_axis(axis, 1..) - self.slice_axis(axis, ..-1))
    }
}

impl Shared {
    fn diagonal(&self, at: Site, val: Val, k: i64) -> Traced<Val> {
        let shape = self.shape(&val);
        if shape.len() < 2 {
            return Err(self.fail(at, format!("only matrices have a diagonal, not {}", self.describe(&val))));
        }
        let batch = shape.len() - 2;
        let (below, above) = (k.min(0).saturating_neg(), k.max(0));
        let length = (|| {
            let rows = shape[batch].add_const(-below)?;
            rows.minimum(&shape[batch + 1].add_const(-above)?)?.maximum(&Extent::constant(0))
        })();
        let length = length.map_err(|error| self.fault(at, Fault::extent(&error, at)))?;
        let extents = [&shape[..batch], &[length]].concat();
        let elem = val.elem;
        self.comprehension(at, &extents, elem, |indices| {
            let shifted =
                |by: i64| indices[batch].combine(AffineOp::Add, &IndexExpr::constant(by)).map(Rc::new);
            let mut subscripts = indices[..batch].to_vec();
            for by in [below, above] {
                subscripts.push(
                    shifted(by).ok_or_else(|| self.fail(at, "the offset of the diagonal is too large"))?,
                );
            }
            self.read(at, val, &subscripts, &Policy::Named("clamp"))
        })
    }
}

impl Tracer {
    /// An error if one of the tensors provably has another shape than the first.
    fn of_other_shapes(&self, at: Site, tensors: &[Tensor]) -> Option<Tensor> {
        let shared = &self.shared;
        let (first, rest) = tensors.split_first()?;
        let shape = first.extents().ok()?;
        let differs = |tensor: &&Tensor| {
            let refuted =
                |own: &[Extent]| own.iter().zip(&shape).any(|(a, b)| same(a, b) == Verdict::Refuted);
            tensor.extents().is_ok_and(|own| own.len() != shape.len() || refuted(&own))
        };
        let other = rest.iter().find(differs)?;
        let (a, b) = (first.val(at).ok()?, other.val(at).ok()?);
        let words = [&a, &b].map(|val| shape_words(&shared.shape(val))).join(" and ");
        let message = format!("stack_axis needs tensors of one shape, not {words}");
        let error = shared.fail_about(at, message, &[("the first", &a), ("another", &b)]);
        Some(Tensor::of(shared, Err(error)))
    }

    /// Stacks tensors of one shape along a new axis. NumPy's `stack`.
    #[track_caller]
    pub fn stack_axis<R: Operand>(&self, axis: i64, tensors: impl IntoIterator<Item = R>) -> Tensor {
        let at = Site::caller();
        let tensors: Vec<Tensor> =
            tensors.into_iter().map(|t| Tensor::from_arg(&self.shared, at, t.arg())).collect();
        if let Some(poison) = self.of_other_shapes(at, &tensors) {
            return poison;
        }
        self.shared.library(at, || self.concat(axis, tensors.iter().map(|t| t.expand(axis))))
    }
}
