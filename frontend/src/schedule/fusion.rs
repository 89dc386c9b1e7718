//! Materialization hints: how the program's intermediate tensors are fused.

use crate::trace::error::Site;
use crate::types::tensor::Tensor;
use tf_dialects::tensor::FUSION;

/// # Materialization
///
/// Hints about fusion and memory, which change no result.
impl Tensor {
    /// The same tensor, materialized: it is computed in its own loops, and its consumers read it from memory,
    /// even if the compiler considers inlining cheaper. Arguments are always stored.
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

    /// The same tensor, inlined: its code runs at each read, however many reads there are. It is materialized
    /// only if a consumer needs the whole tensor.
    #[must_use]
    #[track_caller]
    pub fn fused(&self) -> Tensor {
        self.wished(Site::caller(), "fuse")
    }

    /// The same tensor, fused with its consumers (overlapped tiling): each iteration computes the part that
    /// one band of the consumers' rows reads, and recomputes points that neighbouring bands share. So the
    /// whole tensor is never in memory, unless another consumer needs it. The compiler chooses the length of
    /// the bands. If the consumers read at a distance from their own points (a transposed tensor), the
    /// compiler emits a remark and does not fuse.
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

    /// The same tensor, fused with its consumers as by [`Tensor::in_bands`], but without recomputation in a
    /// band: a sliding window buffers the elements that later iterations read.
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
