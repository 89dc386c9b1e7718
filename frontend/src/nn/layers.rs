//! Layers: parameters, and their application.

use crate::linalg::convolve::Padding;
use crate::random::Random;
use crate::trace::error::Site;
use crate::trace::tracer::Tracer;
use crate::types::elem::{Elem, Element};
use crate::types::tensor::Tensor;
use crate::values;

/// Uniformly distributed values in `-r .. r` with `r = √(6 / (inputs + outputs))`. This initialization
/// preserves the magnitude of the values that pass through a layer, in both directions (Glorot and Bengio,
/// 2010).
#[track_caller]
pub fn xavier<T: Element>(random: &mut Random, shape: &[usize], inputs: usize, outputs: usize) -> Tensor {
    xavier_of(T::ELEM, random, shape, [inputs, outputs])
}

/// As [`xavier`], of an element type that is known when the program is traced; `ends` are the input and
/// output counts.
#[track_caller]
pub fn xavier_of(elem: Elem, random: &mut Random, shape: &[usize], ends: [usize; 2]) -> Tensor {
    let at = Site::caller();
    let reach = (6.0 / ends[0].saturating_add(ends[1]).max(1) as f64).sqrt();
    let unit = random.uniform_of(elem, shape);
    unit.shared.library(at, || (&unit * 2.0 - 1.0) * reach)
}

/// A dense layer: `x W + b` on the last axis.
#[derive(Clone, Debug)]
pub struct Dense {
    /// `[inputs, outputs]`.
    pub weight: Tensor,
    /// `[outputs]`.
    pub bias: Tensor,
}
values!(Dense { weight, bias });

impl Dense {
    /// A layer with random weights ([`xavier`]) and zero bias.
    #[track_caller]
    pub fn new<T: Element>(random: &mut Random, inputs: usize, outputs: usize) -> Dense {
        let weight = xavier::<T>(random, &[inputs, outputs], inputs, outputs);
        let bias = Tracer { shared: weight.shared.clone() }.zeros::<T>([outputs]);
        Dense { weight, bias }
    }

    /// `[…, inputs]` to `[…, outputs]`.
    #[track_caller]
    pub fn apply(&self, x: &Tensor) -> Tensor {
        let at = Site::caller();
        self.weight.shared.library(at, || x.matmul(&self.weight) + &self.bias)
    }
}

/// A convolution with a bias, over any number of spatial axes; see [`Tensor::conv`].
#[derive(Clone, Debug)]
pub struct Conv {
    /// `[…, inputs, outputs]`.
    pub kernel: Tensor,
    /// `[outputs]`.
    pub bias: Tensor,
}
values!(Conv { kernel, bias });

impl Conv {
    /// A layer with a window of these extents, random weights ([`xavier`]) and zero bias.
    #[track_caller]
    pub fn new<T: Element>(random: &mut Random, window: &[usize], inputs: usize, outputs: usize) -> Conv {
        let places: usize = window.iter().product();
        let shape = [window, &[inputs, outputs]].concat();
        let kernel = xavier::<T>(random, &shape, places * inputs, places * outputs);
        let bias = Tracer { shared: kernel.shared.clone() }.zeros::<T>([outputs]);
        Conv { kernel, bias }
    }

    /// `[batch, …, inputs]` to `[batch, …, outputs]`.
    #[track_caller]
    pub fn apply(&self, x: &Tensor, strides: &[i64], padding: Padding) -> Tensor {
        let at = Site::caller();
        self.kernel.shared.library(at, || x.conv(&self.kernel, strides, padding) + &self.bias)
    }
}
