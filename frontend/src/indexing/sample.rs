//! Interpolation between the elements of a tensor: linear and cubic, on any number of axes.

use crate::indexing::gather::{Indices, Outside};
use crate::trace::error::Site;
use crate::types::tensor::{Arg, Tensor};

/// The neighbours of a position along one axis, and their weights.
struct Taps {
    indices: Vec<Tensor>,
    weights: Vec<Tensor>,
}

impl Taps {
    /// The two elements around a position, weighted by nearness.
    fn linear(position: &Tensor) -> Taps {
        let (index, t) = whole_and_part(position);
        Taps { indices: vec![index.clone(), index + 1], weights: vec![1.0 - &t, t] }
    }

    /// The four elements around a position with the weights of the cubic convolution kernel for a = −1/2
    /// (Catmull and Rom's spline): R. G. Keys, "Cubic Convolution Interpolation for Digital Image
    /// Processing", 1981.
    fn cubic(position: &Tensor) -> Taps {
        let (index, t) = whole_and_part(position);
        let indices = (-1..3).map(|offset| &index + offset).collect();
        let weights = vec![
            ((-0.5 * &t + 1.0) * &t - 0.5) * &t,
            (1.5 * &t - 2.5) * &t * &t + 1.0,
            ((-1.5 * &t + 2.0) * &t + 0.5) * &t,
            (0.5 * &t - 0.5) * &t * &t,
        ];
        Taps { indices, weights }
    }
}

/// The floor of a position, and the fractional part.
fn whole_and_part(position: &Tensor) -> (Tensor, Tensor) {
    let position = position.cast(position.elem().to_float());
    let below = position.floor();
    (below.to::<i64>(), position - below)
}

/// # Interpolation
///
/// Interpolation at fractional positions.
impl Tensor {
    /// The value at a fractional position, one coordinate per axis from the first, by linear interpolation:
    /// bilinear for two coordinates. Coordinates are in elements: 0 is the first element, 0.5 is half way to
    /// the second. Outside, the nearest elements count.
    ///
    /// In a [`crate::Tracer::compute`] coordinates are scalars; elsewhere they may be tensors, as for
    /// [`Tensor::at`].
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("halves", |p| {
    ///     let (h, w) = (p.dim("h"), p.dim("w"));
    ///     let image = p.input::<f32>("image", [h, w]);
    ///     p.compute([2 * h, 2 * w], |[i, j]| {
    ///         image.linear([0.5 * i.to::<f32>() - 0.25, 0.5 * j.to::<f32>() - 0.25])
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn linear(&self, position: impl Indices) -> Tensor {
        self.sample(Site::caller(), position, &Outside::Clamp, Taps::linear)
    }

    /// As [`Tensor::linear`], with an explicit policy for elements outside.
    #[track_caller]
    pub fn linear_with(&self, position: impl Indices, outside: &Outside) -> Tensor {
        self.sample(Site::caller(), position, outside, Taps::linear)
    }

    /// As [`Tensor::linear`], by cubic interpolation with continuous slopes (Catmull and Rom's spline):
    /// bicubic for two coordinates, from 16 elements.
    #[track_caller]
    pub fn cubic(&self, position: impl Indices) -> Tensor {
        self.sample(Site::caller(), position, &Outside::Clamp, Taps::cubic)
    }

    /// As [`Tensor::cubic`], with an explicit policy for elements outside.
    #[track_caller]
    pub fn cubic_with(&self, position: impl Indices, outside: &Outside) -> Tensor {
        self.sample(Site::caller(), position, outside, Taps::cubic)
    }

    /// The weighted sum of the elements around a position; weights are products over the axes.
    fn sample(
        &self,
        at: Site,
        position: impl Indices,
        outside: &Outside,
        taps: impl Fn(&Tensor) -> Taps,
    ) -> Tensor {
        // Constants take the precision of the elements.
        let coordinate = |arg: Arg| match arg {
            Arg::Number(_) => Tensor::from_arg(&self.shared, at, arg).cast(self.elem().to_float()),
            arg => Tensor::from_arg(&self.shared, at, arg),
        };
        let position = position.args().into_iter().map(coordinate);
        let position: Vec<Tensor> = position.collect();
        self.library(at, || {
            if position.is_empty() || position.len() > self.rank() {
                let n = position.len();
                return self.failed(
                    at,
                    format!(
                        "a position of {n} coordinates does not fit {self:?}: give at least 1 and at most \
                         one for each axis"
                    ),
                );
            }
            let taps: Vec<Taps> = position.iter().map(&taps).collect();
            let axes = self.rank() - position.len();
            self.sum_of_taps(&taps, &mut Vec::new(), axes, outside)
        })
    }

    /// Interpolates along the axes after those whose `indices` are already chosen, innermost last. Weights
    /// broadcast along the `rest` of the axes, which have no coordinate.
    fn sum_of_taps(
        &self,
        taps: &[Taps],
        indices: &mut Vec<Tensor>,
        rest: usize,
        outside: &Outside,
    ) -> Tensor {
        let Some((first, others)) = taps.split_first() else {
            return self.at_with(indices.clone(), outside);
        };
        let mut sum: Option<Tensor> = None;
        for (index, weight) in first.indices.iter().zip(&first.weights) {
            indices.push(index.clone());
            let inner = self.sum_of_taps(others, indices, rest, outside);
            indices.pop();
            let weight = (0..rest).fold(weight.clone(), |weight, _| weight.expand(-1));
            let part = inner * weight;
            sum = Some(sum.map_or_else(|| part.clone(), |sum| sum + &part));
        }
        sum.unwrap_or_else(|| Tensor::poison(&self.shared))
    }
}
