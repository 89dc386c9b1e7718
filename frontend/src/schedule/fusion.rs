//! What a program says of the loops that its intermediate tensors are computed in.

use crate::trace::error::Site;
use crate::types::tensor::Tensor;
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

    /// The same tensor, which shares loops with what reads it: a band of rows at a time, each trip computes what its readers need, and again what trips beside it
    /// need, too. So it is never in memory as a whole, unless something else needs it. How long bands are the compiler chooses. Where readers do not stay
    /// near the point that they compute, as those of a transposed tensor, it says in a remark that there is no such loop.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("blurred", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let x = p.input::<f32>("x", (n, m));
    ///     let rows = p.compute((n, m), |[i, j]| x.at([i.clone(), &j - 1]) + x.at([i, &j + 1])).in_bands();
    ///     p.compute((n, m), |[i, j]| rows.at([&i - 1, j.clone()]) + rows.at([&i + 1, j]))
    /// })?;
    /// assert!(program.to_text().contains("tf.fusion = \"bands\""));
    /// # Ok::<(), tf_frontend::TraceError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn in_bands(&self) -> Tensor {
        self.wished(Site::caller(), "bands")
    }

    /// The same tensor, which shares loops with what reads it as by [`Tensor::in_bands`], but computes nothing twice in a band: what later trips read, too, is kept in a
    /// window that slides along.
    #[must_use]
    #[track_caller]
    pub fn in_window(&self) -> Tensor {
        self.wished(Site::caller(), "window")
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
