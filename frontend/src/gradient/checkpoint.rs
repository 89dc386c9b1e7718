//! Closures whose intermediate values are recomputed in the backward pass: `tensor.checkpoint`.

use super::Site;
use crate::control::types;
use crate::trace::state::{Reported, ScopeKind};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use tf_dialects::tensor::Yield;
use tf_dialects::tensor::transform::Checkpoint;

impl Tracer {
    /// The values of `f` at `x`; the backward pass keeps only the inputs of `f` and recomputes it. That takes
    /// the memory of a single run of `f` instead of all runs, and the time of one more run. Captured values
    /// of `f` are inputs, too, and are differentiated like `x`. Without derivatives, this is `f`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("deep", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let (x, w) = (p.input::<f32>("x", [n, m.clone()]), p.input::<f32>("w", [m.clone(), m]));
    ///     p.grad(&w, |w| {
    ///         let mut h = x.clone();
    ///         for _ in 0..8 {
    ///             // Only h is kept of each layer.
    ///             h = p.checkpoint(&h, |h| h.matmul(&w).tanh().exp().sin());
    ///         }
    ///         h.sum(..)
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn checkpoint<X: Values, V: Values>(&self, x: X, f: impl FnOnce(X::Traced) -> V) -> V::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let opened = shared.starts(at, x.args()).and_then(|operands| {
            let (region, args) = shared.region(at, ScopeKind::Transform, &types(&operands))?;
            Ok((operands, region, args))
        });
        let Ok((operands, region, args)) = opened else {
            // Only the closure determines the structure of the values.
            return f(x.rebuilt(shared, Err(Reported))).rebuilt(shared, Err(Reported));
        };
        let inner = x.rebuilt(shared, Ok(args));
        let (values, yielded) = shared.fill(
            at,
            region,
            || f(inner),
            |piece| {
                let val = shared.realize(at, piece, piece.elem())?;
                if shared.in_compute() { shared.to_scalar(at, val) } else { Ok(val) }
            },
        );
        let made = yielded.and_then(|yielded| {
            if yielded.is_empty() {
                let message = "a checkpoint needs a value: return one from its body";
                return Err(shared.fail(at, message));
            }
            let hidden = shared.changed(at, &[region])?;
            let yielded = hidden.after(yielded, 0);
            shared.end_region(at, region, Yield, &yielded)?;
            let made = shared.op(at, Checkpoint, &operands, &types(&yielded), &[], &[region.block()])?;
            shared.settle(at, &hidden, made)
        });
        values.rebuilt(shared, made)
    }
}
