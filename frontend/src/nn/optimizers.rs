//! Optimizers: parameter updates from gradients.
//!
//! All optimizers clip the gradient first, and then regularize: L2 and L1 regularization add `l2·w` and
//! `l1·sign w` to it. Decay shrinks the parameters directly, independent of the gradient (Loshchilov and
//! Hutter's AdamW): by `rate·decay·w` in each step.

use super::{tensors, with_tensors};
use crate::trace::error::Site;
use crate::trace::tracer::Tracer;
use crate::trace::values::Values;
use crate::types::tensor::{Arg, Tensor};

/// Gradient clipping.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Clip {
    /// No clipping.
    #[default]
    None,
    /// Clips each element to `-limit .. limit`.
    Value(f64),
    /// Scales all gradients by one factor, so that their global norm is at most this.
    Norm(f64),
}

impl Clip {
    fn apply(self, gradients: Vec<Tensor>) -> Vec<Tensor> {
        match self {
            Clip::None => gradients,
            Clip::Value(limit) => gradients.iter().map(|g| g.clip(-limit, limit)).collect(),
            Clip::Norm(limit) => {
                let squares = gradients.iter().map(|g| g.square().sum(..));
                let Some(sum) = squares.reduce(|a, b| a + b) else { return gradients };
                // The maximum prevents a division by a norm of 0.
                let factor = limit / sum.sqrt().max(limit);
                gradients.iter().map(|g| g * &factor).collect()
            }
        }
    }
}

/// The steps that all optimizers share: clipping, regularization, decay.
#[derive(Clone, Copy)]
struct Common {
    rate: f64,
    l1: f64,
    l2: f64,
    decay: f64,
    clip: Clip,
}

impl Common {
    fn gradients(&self, parameters: &[Tensor], gradients: Vec<Tensor>) -> Vec<Tensor> {
        let clipped = self.clip.apply(gradients);
        let one = |(w, g): (&Tensor, Tensor)| {
            let g = if self.l2 == 0.0 { g } else { g + self.l2 * w };
            if self.l1 == 0.0 { g } else { g + self.l1 * w.sign() }
        };
        parameters.iter().zip(clipped).map(one).collect()
    }

    /// The parameter after a step along `direction`.
    fn moved(&self, w: &Tensor, direction: Tensor) -> Tensor {
        let w = if self.decay == 0.0 { w.clone() } else { w * (1.0 - self.rate * self.decay) };
        w - direction * self.rate
    }
}

/// The state of an optimizer: the step count, and one or two lists of running means, a tensor per parameter.
#[derive(Clone, Debug)]
pub struct Moments {
    /// Steps so far, in f32.
    pub steps: Tensor,
    /// Running means of the gradients.
    pub first: Vec<Tensor>,
    /// Running means of their squares.
    pub second: Vec<Tensor>,
}

impl Values for Moments {
    type Traced = Moments;

    fn collect(&self, out: &mut Vec<Arg>) {
        self.steps.collect(out);
        self.first.collect(out);
        self.second.collect(out);
    }

    fn rebuild(&self, next: &mut dyn FnMut() -> Tensor) -> Moments {
        Moments {
            steps: self.steps.rebuild(next),
            first: self.first.rebuild(next),
            second: self.second.rebuild(next),
        }
    }
}

/// The state before the first step, for these parameters.
fn start(at: Site, tracer: &Tracer, parameters: &impl Values, lists: [bool; 2]) -> Moments {
    let all = tensors(parameters);
    tracer.shared.library(at, || {
        let zeros = |kept: bool| if kept { all.iter().map(|w| w * 0.0).collect() } else { Vec::new() };
        Moments { steps: tracer.constant(0.0f32), first: zeros(lists[0]), second: zeros(lists[1]) }
    })
}

/// Stochastic gradient descent, with momentum: `m ← momentum·m + g`, `w ← w − rate·m`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sgd {
    /// The learning rate.
    pub rate: f64,
    /// The factor of the previous step.
    pub momentum: f64,
    /// L1 regularization.
    pub l1: f64,
    /// L2 regularization.
    pub l2: f64,
    /// Decay of the parameters.
    pub decay: f64,
    /// Limits to the gradients.
    pub clip: Clip,
}

impl Default for Sgd {
    fn default() -> Sgd {
        Sgd { rate: 1e-2, momentum: 0.0, l1: 0.0, l2: 0.0, decay: 0.0, clip: Clip::None }
    }
}

/// Kingma and Ba's Adam: `w ← w − rate·m / (√v + ε)` with running means `m` of the gradient and `v` of its
/// square, both corrected for their start at 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Adam {
    /// The learning rate.
    pub rate: f64,
    /// The decay factors of the running means of the gradient and of its square.
    pub betas: [f64; 2],
    /// Added to the root.
    pub epsilon: f64,
    /// L1 regularization.
    pub l1: f64,
    /// L2 regularization.
    pub l2: f64,
    /// Decay of the parameters.
    pub decay: f64,
    /// Limits to the gradients.
    pub clip: Clip,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam {
            rate: 1e-3,
            betas: [0.9, 0.999],
            epsilon: 1e-8,
            l1: 0.0,
            l2: 0.0,
            decay: 0.0,
            clip: Clip::None,
        }
    }
}

/// Hinton's RMSProp: `w ← w − rate·g / (√v + ε)` with a running mean `v` of the gradient's square.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RmsProp {
    /// The learning rate.
    pub rate: f64,
    /// The decay factor of the running mean.
    pub beta: f64,
    /// Added to the root.
    pub epsilon: f64,
    /// L1 regularization.
    pub l1: f64,
    /// L2 regularization.
    pub l2: f64,
    /// Decay of the parameters.
    pub decay: f64,
    /// Limits to the gradients.
    pub clip: Clip,
}

impl Default for RmsProp {
    fn default() -> RmsProp {
        RmsProp { rate: 1e-2, beta: 0.9, epsilon: 1e-8, l1: 0.0, l2: 0.0, decay: 0.0, clip: Clip::None }
    }
}

/// The methods of an optimizer: the lists of its state, and the direction of a step.
macro_rules! optimizer {
    ($name:ident, |$self:ident, $g:ident, $steps:ident, $m:ident, $v:ident| $lists:expr, $direction:expr) => {
        impl $name {
            fn common(&self) -> Common {
                Common { rate: self.rate, l1: self.l1, l2: self.l2, decay: self.decay, clip: self.clip }
            }

            /// The state before the first step.
            #[track_caller]
            pub fn start(&self, p: &Tracer, parameters: &impl Values) -> Moments {
                let $self: &$name = self;
                let _ = $self;
                start(Site::caller(), p, parameters, $lists)
            }

            /// One step: returns the new parameters and state. `gradients` has the structure of the
            /// parameters.
            #[track_caller]
            pub fn step<P: Values<Traced = P>>(
                &self,
                parameters: &P,
                gradients: P,
                state: Moments,
            ) -> (P, Moments) {
                let at = Site::caller();
                let shared = state.steps.shared.clone();
                shared.library(at, || {
                    let (weights, gradients) = (tensors(parameters), tensors(&gradients));
                    if weights.len() != gradients.len() {
                        let (n, given) = (weights.len(), gradients.len());
                        shared.fail(at, format!("a step with {given} gradients for {n} parameters"));
                    }
                    let common = self.common();
                    let gradients = common.gradients(&weights, gradients);
                    let $steps = &state.steps + 1.0;
                    let (mut moved, mut first, mut second) = (Vec::new(), Vec::new(), Vec::new());
                    for (i, (w, $g)) in weights.iter().zip(gradients).enumerate() {
                        let ($m, $v) = (state.first.get(i), state.second.get(i));
                        let $self = self;
                        let (direction, m, v): (Tensor, Option<Tensor>, Option<Tensor>) = $direction;
                        moved.push(common.moved(w, direction));
                        first.extend(m);
                        second.extend(v);
                    }
                    (with_tensors(&shared, parameters, moved), Moments { steps: $steps, first, second })
                })
            }
        }
    };
}

optimizer!(Sgd, |this, g, _steps, m, _v| [this.momentum != 0.0, false], {
    let direction = m.map_or_else(|| g.clone(), |m| this.momentum * m + &g);
    let kept = m.map(|_| direction.clone());
    (direction, kept, None)
});

optimizer!(Adam, |this, g, steps, m, v| [true, true], {
    let [b1, b2] = this.betas;
    let m = m.map_or_else(|| g.clone(), |m| b1 * m + (1.0 - b1) * &g);
    let v = v.map_or_else(|| g.square(), |v| b2 * v + (1.0 - b2) * g.square());
    // 1 − βᵗ, in the type of the parameter.
    let correction = |beta: f64| 1.0 - (steps.cast(g.elem()) * beta.ln()).exp();
    let direction = (&m / correction(b1)) / ((&v / correction(b2)).sqrt() + this.epsilon);
    (direction, Some(m), Some(v))
});

optimizer!(RmsProp, |this, g, _steps, _m, v| [false, true], {
    let v = v.map_or_else(|| g.square(), |v| this.beta * v + (1.0 - this.beta) * g.square());
    let direction = &g / (v.sqrt() + this.epsilon);
    (direction, None, Some(v))
});
