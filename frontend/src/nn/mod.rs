//! Machine learning: layers with parameters, losses, optimizers.
//!
//! A layer is a struct of tensors that is a value ([`crate::Values`]): loops carry it,
//! [`crate::Tracer::grad`] differentiates by it, programs take and return it. A model is a struct of layers
//! (`derive(Values)`), or a tuple or vector of them. An optimizer is host data; its state is a value, too.
//!
//! ```
//! use tf_frontend::nn::{Adam, Dense, softmax_cross_entropy};
//! # use tf_frontend::Program;
//! let program = Program::trace("train", |p| {
//!     let n = p.dim("n");
//!     let (x, labels) = (p.input::<f32>("x", (n, 20)), p.input::<i32>("labels", [n]));
//!     let mut random = p.random(p.scalar::<u64>("seed"));
//!     let model = (Dense::new::<f32>(&mut random, 20, 32), Dense::new::<f32>(&mut random, 32, 4));
//!     let adam = Adam { rate: 1e-2, ..Adam::default() };
//!     let state = adam.start(p, &model);
//!     let (model, _) = p.for_(0, 100, (model, state), |_, (model, state)| {
//!         let gradient = p.grad(&model, |(first, second)| {
//!             softmax_cross_entropy(&second.apply(&first.apply(&x).relu()), &labels).mean(..)
//!         });
//!         adam.step(&model, gradient, state)
//!     });
//!     model
//! });
//! assert!(program.is_ok(), "{program:?}");
//! ```

mod layers;
mod losses;
mod optimizers;

pub use layers::{Conv, Dense, xavier, xavier_of};
pub use losses::{cross_entropy, mean_squared_error, softmax_cross_entropy};
pub use optimizers::{Adam, Clip, Moments, RmsProp, Sgd};

use crate::trace::state::Shared;
use crate::trace::values::Values;
use crate::types::tensor::{Arg, Tensor};
use std::rc::Rc;

/// The tensors of a structure, in order; constants in it are not trained.
fn tensors(values: &impl Values) -> Vec<Tensor> {
    let tensor = |arg| match arg {
        Arg::Tensor(tensor) => Some(tensor),
        _ => None,
    };
    values.args().into_iter().filter_map(tensor).collect()
}

/// The structure with other tensors.
fn with_tensors<V: Values<Traced = V>>(shared: &Rc<Shared>, values: &V, tensors: Vec<Tensor>) -> V {
    let mut rest = tensors.into_iter();
    values.rebuild(&mut || rest.next().unwrap_or_else(|| Tensor::poison(shared)))
}
