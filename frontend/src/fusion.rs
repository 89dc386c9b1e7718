//! What a program says of the loops that its intermediate tensors are computed in.

use crate::error::Site;
use crate::tensor::Tensor;
use tf_dialects::tensor::FUSION;

/// # Where values are kept
///
/// Hints about memory, which change no result.
impl Tensor {
    /// The same tensor, which is stored: it is computed in loops of its own, and those that use it read it, whatever the compiler takes for
    /// cheaper. Arguments are stored anyway.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("f", |p| {
    ///     let x = p.input::<f32>("x", [p.dim("n")]);
    ///     x.exp().stored() + 1.0
    /// })?;
    /// assert!(program.to_text().contains("tf.fusion = \"keep\""));
    /// # Ok::<(), tf_frontend::TraceError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn stored(&self) -> Tensor {
        self.wished(Site::caller(), "keep")
    }

    /// The same tensor, whose code runs wherever it is read, however often that is; it is not stored unless something needs it as a whole.
    #[must_use]
    #[track_caller]
    pub fn fused(&self) -> Tensor {
        self.wished(Site::caller(), "fuse")
    }

    fn wished(&self, at: Site, word: &str) -> Tensor {
        if let Ok(val) = self.val(at)
            && let Some(body) = self.shared.state.borrow_mut().body.as_mut()
            && let Some(op) = body.def_op(val.value)
        {
            let word = self.shared.ctx.string_attr(word);
            body.set_attr(op, FUSION, word);
        }
        self.clone()
    }
}
