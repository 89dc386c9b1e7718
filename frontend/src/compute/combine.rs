//! Reductions of several tensors at once, by scalar code.

use crate::layout::Axes;
use crate::trace::error::Site;
use crate::trace::state::Val;
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use std::rc::Rc;
use tf_dialects::tensor::Reduce;
use tf_ir::attr::ToAttribute;

impl Tracer {
    /// Reduces tensors of one shape along axes by scalar code: `body` gets the accumulators and the next
    /// elements, in row-major order, and returns the new accumulators, of the elements' types. The start
    /// values `starts` are constants or scalars; they are the result for no elements. The axes vanish;
    /// [`crate::Tensor::keep`] restores them.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// // The greatest element by size, and where it is.
    /// let program = Program::trace("largest", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     p.reduce(0, (&x, p.arange::<i32>(n)), (0.0, -1), |(best, at), (x, i)| {
    ///         let better = x.abs().gt(best.abs());
    ///         (better.select(x, best), better.select(i, at))
    ///     })
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn reduce<V: Values, S: Values, W: Values>(
        &self,
        axes: impl Axes,
        tensors: V,
        starts: S,
        body: impl FnOnce(V::Traced, V::Traced) -> W,
    ) -> V::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.outside_compute(|| {
            let vals = shared.of_one_shape(at, "a reduction", &tensors)?;
            let shape = shared.shape(&vals[0]);
            let mut axes = shared.axes(at, axes, shape.len())?;
            axes.sort_unstable();
            let starts = shared.start_state(at, "a reduction", &starts, &vals)?;
            let region = shared.combining_region(at, "a reduction", (&tensors, &vals), body)?;
            let kept: Vec<_> =
                (0..shape.len()).filter(|a| !axes.contains(a)).map(|a| shape[a].clone()).collect();
            let results: Vec<_> = vals.iter().map(|val| shared.tensors(&kept, val.elem)).collect();
            let attrs = [("dims", axes.to_attribute(&shared.ctx))];
            let made =
                shared.op(at, Reduce, &[vals, starts].concat(), &results, &attrs, &[region.block()])?;
            let reduced: Rc<[usize]> = Rc::from(axes);
            let marked = |val: Val| Val { reduced: Some(reduced.clone()), ..val };
            Ok(made.into_iter().map(marked).collect())
        });
        tensors.rebuilt(shared, made)
    }
}
