//! Loss functions.

use crate::trace::error::Site;
use crate::trace::tracer::Tracer;
use crate::types::tensor::Tensor;

/// The cross entropy of the softmax of `[…, classes]` against class labels `[…]`: `-log p[label]`, of shape
/// `[…]`. Its derivative is `p − y`, with 1 at the label in `y`: no division by a probability that may be 0.
///
/// ```
/// # use tf_frontend::{Program, nn};
/// let program = Program::trace("loss", |p| {
///     let logits = p.input::<f32>("logits", (p.dim("n"), 10));
///     let labels = p.input::<i32>("labels", [p.dim("n")]);
///     p.value_and_grad(&logits, |x| nn::softmax_cross_entropy(&x, &labels).mean(..))
/// });
/// assert!(program.is_ok());
/// ```
#[track_caller]
pub fn softmax_cross_entropy(logits: &Tensor, labels: &Tensor) -> Tensor {
    let at = Site::caller();
    logits.shared.library(at, || {
        let classes = Tracer { shared: logits.shared.clone() }.arange::<i64>(logits.extent(-1));
        let hot = labels.to::<i64>().expand(-1).eq(classes).cast(logits.elem());
        cross_entropy(logits, &hot)
    })
}

/// As [`softmax_cross_entropy`], against probabilities `[…, classes]` with sum 1; they get no derivative.
#[track_caller]
pub fn cross_entropy(logits: &Tensor, probabilities: &Tensor) -> Tensor {
    let at = Site::caller();
    let p = Tracer { shared: logits.shared.clone() };
    logits.shared.library(at, || {
        p.custom_vjp(
            (logits, probabilities.detach()),
            |(x, y)| x.logsumexp(-1) - (x * y).sum(-1),
            |(x, y), _, g| ((x.softmax(-1) - &y) * g.expand(-1), y * 0.0),
        )
    })
}

/// The mean of the squared differences of all elements.
#[track_caller]
pub fn mean_squared_error(found: &Tensor, wanted: &Tensor) -> Tensor {
    let at = Site::caller();
    found.shared.library(at, || (found - wanted).square().mean(..))
}
