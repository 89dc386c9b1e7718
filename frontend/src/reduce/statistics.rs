//! Statistics along axes: variances, norms, sums of exponentials, softmax, counts.

use crate::layout::Axes;
use crate::trace::error::Site;
use crate::types::elem::Elem;
use crate::types::tensor::{Repr, Tensor};
use std::rc::Rc;

/// The norms of [`Tensor::norm_of`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Norm {
    /// The sum of absolute values.
    One,
    /// The root of the sum of squares.
    Two,
    /// The greatest absolute value.
    Max,
    /// The least absolute value.
    Min,
    /// The number of elements that are not zero.
    Zero,
    /// `(Σ|x|^p)^(1/p)`.
    P(f64),
}

/// # Statistics and norms
///
/// Reductions that combine several simpler ones.
impl Tensor {
    /// Axes as a list, for repeated use.
    fn axis_list(&self, axes: impl Axes) -> Vec<i64> {
        axes.axes().unwrap_or_else(|| (0..self.rank() as i64).collect())
    }

    /// The elements in the accumulator type of sums; integers in f32.
    #[track_caller]
    fn wide(&self) -> Tensor {
        self.cast(self.elem().to_float().accumulator())
    }

    /// The axes that a reduction removed, for [`Tensor::keep`].
    fn reduced(&self) -> Option<Rc<[usize]>> {
        match &self.repr {
            Repr::Value(val) => val.reduced.clone(),
            _ => None,
        }
    }

    /// Marks the tensor as the result of the same reduction as another.
    pub(crate) fn reduced_as(mut self, other: &Tensor) -> Tensor {
        if let Repr::Value(val) = &mut self.repr {
            val.reduced = other.reduced();
        }
        self
    }

    /// Alias of [`Tensor::max_along`], by NumPy's name.
    #[track_caller]
    pub fn amax(&self, axes: impl Axes) -> Tensor {
        self.max_along(axes)
    }

    /// Alias of [`Tensor::min_along`], by NumPy's name.
    #[track_caller]
    pub fn amin(&self, axes: impl Axes) -> Tensor {
        self.min_along(axes)
    }

    /// The difference of the greatest and the least element along axes. NumPy's `ptp`.
    #[track_caller]
    pub fn ptp(&self, axes: impl Axes) -> Tensor {
        let (at, axes) = (Site::caller(), self.axis_list(axes));
        self.library(at, || {
            let greatest = self.max_along(axes.clone());
            (&greatest - self.min_along(axes)).reduced_as(&greatest)
        })
    }

    /// The variance along axes: the mean of the squared distances to the mean.
    #[track_caller]
    pub fn var(&self, axes: impl Axes) -> Tensor {
        self.variance(Site::caller(), self.axis_list(axes), 0)
    }

    /// The variance along axes with `ddof` fewer degrees of freedom: the sum of squared distances over
    /// `n - ddof`.
    #[track_caller]
    pub fn var_ddof(&self, axes: impl Axes, ddof: i64) -> Tensor {
        self.variance(Site::caller(), self.axis_list(axes), ddof)
    }

    /// The standard deviation along axes: the root of the variance.
    #[track_caller]
    pub fn std(&self, axes: impl Axes) -> Tensor {
        self.deviation(Site::caller(), self.axis_list(axes), 0)
    }

    /// The standard deviation along axes with `ddof` fewer degrees of freedom; see [`Tensor::var_ddof`].
    #[track_caller]
    pub fn std_ddof(&self, axes: impl Axes, ddof: i64) -> Tensor {
        self.deviation(Site::caller(), self.axis_list(axes), ddof)
    }

    fn deviation(&self, at: Site, axes: Vec<i64>, ddof: i64) -> Tensor {
        self.library(at, || {
            let variance = self.variance(at, axes, ddof);
            variance.sqrt().reduced_as(&variance)
        })
    }

    fn variance(&self, at: Site, axes: Vec<i64>, ddof: i64) -> Tensor {
        self.library(at, || {
            let (x, elem) = (self.wide(), self.elem().to_float());
            let mean = x.mean(axes.clone());
            if mean.is_poisoned() {
                return mean;
            }
            let squares = (x - mean.keep()).square();
            if ddof == 0 {
                let variance = squares.mean(axes);
                return variance.cast(elem).reduced_as(&variance);
            }
            let sum = squares.sum(axes.clone());
            let tracer = crate::Tracer { shared: self.shared.clone() };
            let dims: Vec<crate::Dim<'_>> = axes.iter().map(|axis| self.extent(*axis)).collect();
            let freedom = tracer.volume(dims) - ddof;
            // Clamp negative degrees of freedom to 0: the quotient is NaN or infinite, as NumPy's.
            let freedom = freedom.to::<i64>().max(0).cast(sum.elem());
            (&sum / freedom).cast(elem).reduced_as(&sum)
        })
    }

    /// A norm of the elements along axes, as one vector; of integers in f32. [`Tensor::norm`] is the
    /// Euclidean one.
    #[track_caller]
    pub fn norm_of(&self, axes: impl Axes, norm: Norm) -> Tensor {
        let (at, axes) = (Site::caller(), self.axis_list(axes));
        self.library(at, || {
            let (x, elem) = (self.wide(), self.elem().to_float());
            let norm = match norm {
                Norm::One => x.abs().sum(axes),
                Norm::Two => x.norm(axes),
                Norm::Zero | Norm::P(0.0) => x.ne(0).cast(x.elem()).sum(axes),
                Norm::Max | Norm::P(f64::INFINITY) => x.abs().max_along(axes),
                Norm::Min | Norm::P(f64::NEG_INFINITY) => x.abs().min_along(axes),
                Norm::P(p) => {
                    let sum = x.abs().pow(p).sum(axes);
                    sum.pow(1.0 / p).reduced_as(&sum)
                }
            };
            norm.cast(elem).reduced_as(&norm)
        })
    }

    /// The number of nonzero elements along axes, in i64. NumPy's `count_nonzero`.
    #[track_caller]
    pub fn count_nonzero(&self, axes: impl Axes) -> Tensor {
        let (at, axes) = (Site::caller(), self.axis_list(axes));
        self.library(at, || self.cast(Elem::Bool).sum(axes))
    }

    /// The weighted mean along axes: one weight per index along these axes, or weights whose shape broadcasts
    /// to this tensor's. NumPy's `average`.
    #[track_caller]
    pub fn average(&self, axes: impl Axes, weights: impl crate::Operand) -> Tensor {
        let (at, axes) = (Site::caller(), self.axis_list(axes));
        let weights = self.operand_like(at, weights.arg());
        self.library(at, || {
            let elem = self.elem().to_float();
            let elem = elem.promote(weights.elem().to_float()).unwrap_or(elem);
            let weights = self.weights_along(&axes, weights.wide()).broadcast_to(self.shape());
            let total = (self.wide() * &weights).sum(axes.clone());
            (&total / weights.sum(axes)).cast(elem).reduced_as(&total)
        })
    }

    /// Weights for some of the axes, with extents 1 on the others.
    fn weights_along(&self, axes: &[i64], weights: Tensor) -> Tensor {
        let rank = self.rank() as i64;
        if weights.rank() != axes.len() || axes.len() as i64 == rank {
            return weights;
        }
        let axes: Vec<i64> = axes.iter().map(|axis| if *axis < 0 { axis + rank } else { *axis }).collect();
        let mut order: Vec<i64> = (0..axes.len() as i64).collect();
        order.sort_by_key(|i| axes[*i as usize]);
        let others = (0..rank).filter(|axis| !axes.contains(axis));
        others.fold(weights.permute(order), |weights, axis| weights.expand(axis))
    }

    /// Applies `make` to the value in a sufficiently wide float type, its maximum along axes, these axes, and
    /// the result type.
    fn below_greatest(
        &self,
        at: Site,
        axes: impl Axes,
        make: impl FnOnce(Tensor, &Tensor, Vec<i64>, Elem) -> Tensor,
    ) -> Tensor {
        let axes = self.axis_list(axes);
        self.library(at, || {
            let (x, elem) = (self.wide(), self.elem().to_float());
            let greatest = x.max_along(axes.clone());
            match greatest.is_poisoned() {
                true => greatest,
                false => make(x, &greatest, axes, elem),
            }
        })
    }

    /// `log Σ exp(x)` along axes, without intermediate overflow; −∞ for no elements.
    #[track_caller]
    pub fn logsumexp(&self, axes: impl Axes) -> Tensor {
        self.below_greatest(Site::caller(), axes, |x, greatest, axes, elem| {
            // The difference of equal infinities would be NaN.
            let shift = greatest.is_finite().select(greatest, 0).reduced_as(greatest);
            let sum = (x - shift.keep()).exp().sum(axes);
            (sum.log() + shift).cast(elem).reduced_as(greatest)
        })
    }

    /// `exp(x) / Σ exp(x)` with the sum along axes, without intermediate overflow.
    #[track_caller]
    pub fn softmax(&self, axes: impl Axes) -> Tensor {
        self.below_greatest(Site::caller(), axes, |x, greatest, axes, elem| {
            let powers = (x - greatest.keep()).exp();
            (&powers / powers.sum(axes).keep()).cast(elem)
        })
    }

    /// `x - log Σ exp(x)` with the sum along axes: the logarithm of [`Tensor::softmax`].
    #[track_caller]
    pub fn log_softmax(&self, axes: impl Axes) -> Tensor {
        self.below_greatest(Site::caller(), axes, |x, greatest, axes, elem| {
            let shifted = x - greatest.keep();
            (&shifted - shifted.exp().sum(axes).keep().log()).cast(elem)
        })
    }
}
