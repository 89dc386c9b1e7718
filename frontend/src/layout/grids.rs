//! Tensors that depend on their indices only: ranges, grids, triangles.

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::types::dim::Dim;
use crate::types::elem::{Elem, Element};
use crate::types::tensor::{Operand, Tensor};
use tf_dialects::tensor::Iota;
use tf_ir::extent::Extent;

impl Shared {
    /// `tensor.iota`: each element's index along an axis.
    pub(crate) fn iota(&self, at: Site, shape: &[Extent], axis: usize, elem: Elem) -> Traced<Val> {
        let attrs = [("dim", self.ctx.i64_attr(axis as i64))];
        self.outside_compute(|| self.value(at, Iota, &[], self.tensors(shape, elem), &attrs))
    }
}

/// # Grids and triangles
///
/// Tensors of the same shape, selected or computed by index.
impl Tensor {
    /// Each element's index along an axis, in the shape of this tensor, in i64.
    #[track_caller]
    pub fn iota_like(&self, axis: i64) -> Tensor {
        let at = Site::caller();
        self.made(|shared| {
            let shape = self.extents()?;
            let axis = shared.axis(at, axis, shape.len())?;
            shared.iota(at, &shape, axis, Elem::Int(64))
        })
    }

    /// The elements on and below the `k`-th diagonal of the matrices on the last two axes, zeros elsewhere.
    /// NumPy's `tril`.
    #[track_caller]
    pub fn tril(&self, k: i64) -> Tensor {
        self.triangle(Site::caller(), "tril", |below| below.le(k))
    }

    /// The elements on and above the `k`-th diagonal of the matrices on the last two axes, zeros elsewhere.
    /// NumPy's `triu`.
    #[track_caller]
    pub fn triu(&self, k: i64) -> Tensor {
        self.triangle(Site::caller(), "triu", |below| below.ge(k))
    }

    /// The elements for which `keep` of (column − row) is true.
    fn triangle(&self, at: Site, what: &str, keep: impl FnOnce(&Tensor) -> Tensor) -> Tensor {
        self.library(at, || {
            if self.rank() < 2 {
                let message = format!("{what} needs a matrix, or a batch of matrices, not {self:?}");
                return Tensor::of(&self.shared, Err(self.shared.fail(at, message)));
            }
            let column = self.iota_like(-1);
            keep(&(column - self.iota_like(-2))).select(self, 0)
        })
    }
}

/// The type in which ranges of a type are computed: it represents all indices and all integers exactly, or
/// nearly so.
fn spacing_elem(elem: Elem) -> Elem {
    if elem.is_float() { elem.accumulator() } else { Elem::F64 }
}

impl Tracer {
    /// A value made by several operations, as one operation at the user's line.
    fn library(&self, at: Site, make: impl FnOnce() -> Tensor) -> Tensor {
        self.shared.library(at, make)
    }

    /// `start`, `start + step`, … up to, but excluding, `stop`, for extents and integers. The step is not 0.
    #[track_caller]
    pub fn arange_by<'a, 'b, T: Element>(
        &self,
        start: impl Into<Dim<'a>>,
        stop: impl Into<Dim<'b>>,
        step: i64,
    ) -> Tensor {
        let at = Site::caller();
        let (start, stop) = (start.into().term(), stop.into().term());
        let made = (|| {
            let shared = &self.shared;
            let fault = |fault| shared.fault(at, fault);
            let (start, stop) = (start.map_err(fault)?, stop.map_err(fault)?);
            if step == 0 {
                return Err(shared.fail(at, "a range needs a step other than 0"));
            }
            let (low, high) = if step > 0 { (&start, &stop) } else { (&stop, &start) };
            let length = high
                .sub(low)
                .and_then(|n| n.ceildiv(step.checked_abs().unwrap_or(i64::MAX)))
                .and_then(|n| n.maximum(&Extent::constant(0)));
            let length =
                length.map_err(|error| shared.fault(at, crate::trace::error::Fault::extent(&error, at)))?;
            Ok((start, length))
        })();
        let Ok((start, length)) = made else { return Tensor::poison(&self.shared) };
        self.library(at, || {
            let index = self.arange::<i64>(Dim::new(&self.shared.terms, length));
            let start = Tensor::from_arg(&self.shared, at, crate::types::tensor::Arg::Dim(Ok(start)));
            (index * step + start.to::<i64>()).cast(T::ELEM)
        })
    }

    /// `n` evenly spaced values from `start` to `stop`, including both; for `n` = 1, `start`. Integers are
    /// rounded down. NumPy's `linspace`.
    #[track_caller]
    pub fn linspace<'a, T: Element>(
        &self,
        start: impl Operand,
        stop: impl Operand,
        n: impl Into<Dim<'a>>,
    ) -> Tensor {
        let (at, n) = (Site::caller(), n.into());
        let ends = [start.arg(), stop.arg()].map(|a| Tensor::from_arg(&self.shared, at, a));
        self.library(at, || {
            let spaced = self.spaced(ends, n, spacing_elem(T::ELEM));
            let spaced = if T::ELEM.is_float() { spaced } else { spaced.floor() };
            spaced.cast(T::ELEM)
        })
    }

    /// Evenly spaced values between two ends, in a float type.
    fn spaced(&self, ends: [Tensor; 2], n: Dim<'_>, elem: Elem) -> Tensor {
        let [start, stop] = ends.map(|end| end.cast(elem));
        let index = self.arange::<i64>(n);
        let last = self.value((n - 1).max(1)).to::<i64>();
        let t = index.cast(elem) / last.cast(elem);
        let inner = &start + t * (&stop - &start);
        // The last value is exact, as the first is.
        index.eq(&last).select(stop, inner)
    }

    /// `n` values from `base^start` to `base^stop` with evenly spaced logarithms. Integers are rounded
    /// towards 0. NumPy's `logspace`.
    #[track_caller]
    pub fn logspace<'a, T: Element>(
        &self,
        start: impl Operand,
        stop: impl Operand,
        n: impl Into<Dim<'a>>,
        base: f64,
    ) -> Tensor {
        let (at, n) = (Site::caller(), n.into());
        let ends = [start.arg(), stop.arg()].map(|a| Tensor::from_arg(&self.shared, at, a));
        self.library(at, || {
            let elem = spacing_elem(T::ELEM);
            let power = self.full((), base).cast(elem).pow(self.spaced(ends, n, elem));
            if T::ELEM.is_float() {
                return power.cast(T::ELEM);
            }
            // A power within rounding error of an integer is that integer.
            let whole = power.round_even();
            let near = (&power - &whole).abs().le(whole.abs() * 1e-12);
            near.select(whole, power).cast(T::ELEM)
        })
    }

    /// The `n`×`m` matrix of ones on the `k`-th diagonal and zeros elsewhere. NumPy's `eye`.
    #[track_caller]
    pub fn eye<'a, 'b, T: Element>(&self, n: impl Into<Dim<'a>>, m: impl Into<Dim<'b>>, k: i64) -> Tensor {
        let (at, n, m) = (Site::caller(), n.into(), m.into());
        self.library(at, || {
            let rows = self.arange::<i64>(n).expand(1);
            let columns = self.arange::<i64>(m).expand(0);
            (rows + k).eq(columns).cast(T::ELEM)
        })
    }

    /// The `n`×`n` matrix of ones on the diagonal. NumPy's `identity`.
    #[track_caller]
    pub fn identity<'a, T: Element>(&self, n: impl Into<Dim<'a>>) -> Tensor {
        let n = n.into();
        self.eye::<T>(n, n, 0)
    }

    /// The coordinates of a grid, one tensor per vector: for vectors of n and m elements two of [m, n], as
    /// NumPy's `meshgrid` gives them (its indexing "xy": the first vector runs along the rows). See
    /// [`Tracer::meshgrid_ij`].
    #[track_caller]
    pub fn meshgrid<R: Operand>(&self, vectors: impl IntoIterator<Item = R>) -> Vec<Tensor> {
        let at = Site::caller();
        let grids = self.meshgrid_ij(vectors);
        let swap = |grid: Tensor| if grid.rank() < 2 { grid } else { grid.swap_axes(0, 1) };
        self.shared.library(at, || grids.into_iter().map(swap).collect())
    }

    /// As [`Tracer::meshgrid`], but axis `i` of the grid is that of the `i`-th vector: [n, m].
    #[track_caller]
    pub fn meshgrid_ij<R: Operand>(&self, vectors: impl IntoIterator<Item = R>) -> Vec<Tensor> {
        let at = Site::caller();
        let vectors: Vec<Tensor> =
            vectors.into_iter().map(|v| Tensor::from_arg(&self.shared, at, v.arg())).collect();
        let made: Traced<Vec<Extent>> = vectors.iter().try_fold(Vec::new(), |mut all, vector| {
            let shape = vector.extents()?;
            let [extent] = &shape[..] else {
                let message = format!("a grid needs vectors, not {vector:?}");
                return Err(self.shared.fail(at, message));
            };
            all.push(extent.clone());
            Ok(all)
        });
        let Ok(shape) = made else { return vec![Tensor::poison(&self.shared); vectors.len()] };
        let along = |(axis, vector): (usize, &Tensor)| {
            vector.moved(at, |shared, val| shared.broadcast_axes(at, val, &[axis as i64], &shape))
        };
        vectors.iter().enumerate().map(along).collect()
    }
}
