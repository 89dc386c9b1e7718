//! Vectorizing maps (`tensor.vmap`), and with them Jacobians and Hessians.

use super::Site;
use crate::layout::count;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::broadcast::same;
use crate::types::dim::Dim;
use crate::types::elem::Elem;
use crate::types::tensor::{Operand, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::Yield;
use tf_dialects::tensor::transform::{StraightThrough, Vmap};
use tf_ir::extent::{Extent, Verdict};

/// The mapped tensors, and an axis of each.
struct Mapped {
    vals: Vec<Val>,
    axes: Vec<usize>,
    /// The slice count.
    extent: Extent,
}

impl Shared {
    fn mapped(&self, at: Site, args: Vec<crate::types::tensor::Arg>, axes: Option<&[i64]>) -> Traced<Mapped> {
        if self.in_compute() {
            return Err(self.fail(at, "vmap maps over tensors, but code in a compute is scalar already"));
        }
        let pieces = self.pieces(at, args)?;
        if pieces.is_empty() {
            return Err(self.fail(at, "there is nothing to map over: give at least one tensor"));
        }
        let zeros = vec![0; pieces.len()];
        let axes = axes.unwrap_or(&zeros);
        if axes.len() != pieces.len() {
            let (n, given) = (pieces.len(), axes.len());
            return Err(self.fail(
                at,
                format!("vmap maps over {n} tensors, but {given} axes are given: give one for each"),
            ));
        }
        let (mut vals, mut found, mut extent): (Vec<Val>, Vec<usize>, Option<Extent>) = Default::default();
        for (piece, axis) in pieces.iter().zip(axes) {
            let val = self.realize(at, piece, piece.elem())?;
            let mut shape = self.shape(&val);
            if shape.is_empty() {
                let message = format!(
                    "cannot map over {}, which has no axes: capture it in the body instead",
                    self.describe(&val)
                );
                return Err(self.fail_about(at, message, &[("it", &val)]));
            }
            let axis = self.axis(at, *axis, shape.len())?;
            let known = extent.get_or_insert_with(|| shape[axis].clone()).clone();
            if same(&known, &shape[axis]) == Verdict::Refuted {
                let message = format!("vmap needs axes of equal extents, not {known} and {}", shape[axis]);
                return Err(self.fail_about(at, message, &[("the first", &vals[0]), ("the other", &val)]));
            }
            shape[axis] = known;
            vals.push(self.cast_shape(at, val, &shape)?);
            found.push(axis);
        }
        let extent = extent.ok_or(Reported)?;
        Ok(Mapped { vals, axes: found, extent })
    }

    fn finish_vmap(
        &self,
        at: Site,
        mapped: &Mapped,
        out: i64,
        region: crate::trace::scope::Region,
        yielded: &[Val],
    ) -> Traced<Vec<Val>> {
        self.end_region(at, region, Yield, yielded)?;
        let mut out_axes = Vec::new();
        let mut results = Vec::new();
        for val in yielded {
            let mut shape = self.shape(val);
            let axis = self.axis(at, out, shape.len() + 1)?;
            shape.insert(axis, mapped.extent.clone());
            results.push(self.tensors(&shape, val.elem));
            out_axes.push(axis as i64);
        }
        let mut in_axes: Vec<i64> = mapped.axes.iter().map(|axis| *axis as i64).collect();
        let mut operands = mapped.vals.clone();
        if self.binds_slice_index(region) {
            operands.push(self.iota(at, std::slice::from_ref(&mapped.extent), 0, Elem::UInt(32))?);
            in_axes.push(0);
        }
        let attrs = [
            ("in_axes", self.ctx.i64_array_attr(&in_axes)),
            ("out_axes", self.ctx.i64_array_attr(&out_axes)),
        ];
        self.op(at, Vmap, &operands, &results, &attrs, &[region.block()])
    }

    /// The one-hot tensor of rank 1 + rank of `shape`: each slice has a single 1, at a different element.
    fn basis(self: &Rc<Self>, at: Site, val: &Val) -> Traced<Val> {
        let shape = self.shape(val);
        let n = count(&shape).ok_or_else(|| self.fail(at, "the element count is too large an expression"))?;
        let p = Tracer { shared: self.clone() };
        let n_dim = || Dim::new(&self.terms, n.clone());
        let row = p.iota::<i64>([n_dim(), n_dim()], 0);
        let unit = row.eq(p.iota::<i64>([n_dim(), n_dim()], 1)).val(at)?;
        let unit = self.cast(at, unit, val.elem)?;
        self.reshape(at, unit, &[vec![n], shape].concat())
    }

    /// The tensor with its first axis moved to the end, reshaped to the extents of two tensors.
    fn pairs(&self, at: Site, val: Val, first: &Val, second: &Val, last: bool) -> Traced<Val> {
        let rank = self.shape(&val).len();
        let order: Vec<usize> = if last { (1..rank).chain([0]).collect() } else { (0..rank).collect() };
        let val = self.permute(at, val, &order)?;
        self.reshape(at, val, &[self.shape(first), self.shape(second)].concat())
    }
}

impl Tracer {
    /// Applies a closure to each slice of tensors along their first axes, and stacks its values along new
    /// first axes. Captured values are the same for all slices. The closure may loop, branch and
    /// differentiate; control flow may differ per slice.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("per_sample", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let (x, y) = (p.input::<f32>("x", [n, m]), p.input::<f32>("y", [n]));
    ///     let w = p.input::<f32>("w", [m]);
    ///     // A gradient for each sample: [n, m].
    ///     p.vmap((&x, &y), |(x, y)| p.grad(&w, |w| (x.dot(&w) - y).square()))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn vmap<X: Values, V: Values>(&self, x: X, f: impl FnOnce(X::Traced) -> V) -> V::Traced {
        self.map_over(Site::caller(), ScopeKind::Map, x, (None, 0), f)
    }

    /// As [`Tracer::vmap`], along the given axes of the tensors (one for each, in order), with the values
    /// stacked along the axis `out` of each result; negative axes count from the end.
    #[track_caller]
    pub fn vmap_axes<X: Values, V: Values>(
        &self,
        x: X,
        axes: &[i64],
        out: i64,
        f: impl FnOnce(X::Traced) -> V,
    ) -> V::Traced {
        self.map_over(Site::caller(), ScopeKind::Map, x, (Some(axes), out), f)
    }

    fn map_over<X: Values, V: Values>(
        &self,
        at: Site,
        kind: ScopeKind,
        x: X,
        (axes, out): (Option<&[i64]>, i64),
        f: impl FnOnce(X::Traced) -> V,
    ) -> V::Traced {
        let shared = &self.shared;
        let opened = shared.mapped(at, x.args(), axes).and_then(|mapped| {
            let slice = |(val, axis): (&Val, &usize)| {
                let mut shape = shared.shape(val);
                shape.remove(*axis);
                shared.tensors(&shape, val.elem)
            };
            let args: Vec<_> = mapped.vals.iter().zip(&mapped.axes).map(slice).collect();
            let (region, args) = shared.region(at, kind, &args)?;
            Ok((mapped, region, args))
        });
        let Ok((mapped, region, args)) = opened else {
            return f(x.rebuilt(shared, Err(Reported))).rebuilt(shared, Err(Reported));
        };
        let inner = x.rebuilt(shared, Ok(args));
        let (values, yielded) = shared.fill(
            at,
            region,
            || f(inner),
            |piece| {
                let val = shared.realize(at, piece, piece.elem())?;
                shared.tensor_val(at, val)
            },
        );
        let made = yielded.and_then(|yielded| shared.finish_vmap(at, &mapped, out, region, &yielded));
        values.rebuilt(shared, made)
    }

    /// The Jacobian of a closure's value by `x`, of the shape of the value followed by that of `x`. Reverse
    /// mode: one backward pass per element of the value. If `x` has fewer elements,
    /// [`Tracer::jacobian_forward`] is cheaper.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("rotation", |p| {
    ///     let x = p.input::<f32>("x", [3]);
    ///     p.jacobian(&x, |x| x.roll(0, 1) * x.square()) // [3, 3]
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn jacobian(&self, x: impl Operand, f: impl FnOnce(Tensor) -> Tensor) -> Tensor {
        let at = Site::caller();
        let x = self.variable(at, x);
        let y = f(x.clone());
        self.shared.library(at, || y.jacobian(&x))
    }

    /// As [`Tracer::jacobian`], in forward mode: one pass per element of `x`.
    #[track_caller]
    pub fn jacobian_forward(&self, x: impl Operand, f: impl FnOnce(Tensor) -> Tensor) -> Tensor {
        let at = Site::caller();
        let x = Tensor::from_arg(&self.shared, at, x.arg());
        self.columns(at, &x, f)
    }

    /// The Hessian of a closure's value (of the sum of its elements) by `x`, of the shape of `x` twice.
    #[track_caller]
    pub fn hessian(&self, x: impl Operand, f: impl FnOnce(Tensor) -> Tensor) -> Tensor {
        let at = Site::caller();
        let x = Tensor::from_arg(&self.shared, at, x.arg());
        self.columns(at, &x, |x| self.grad(&x, f))
    }

    /// A fresh value for `x`, so that the closure may also use the original as a constant.
    fn variable(&self, at: Site, x: impl Operand) -> Tensor {
        let x = Tensor::from_arg(&self.shared, at, x.arg());
        let made = x.val(at).and_then(|val| {
            self.shared.check_variables(at, std::slice::from_ref(&val))?;
            let typed = val.typed();
            self.shared.value(at, StraightThrough, &[val.clone(), val], typed, &[])
        });
        Tensor::of(&self.shared, made)
    }

    /// The derivatives of a tensor by each element of `x`, stacked.
    fn columns(&self, at: Site, x: &Tensor, f: impl FnOnce(Tensor) -> Tensor) -> Tensor {
        let shared = &self.shared;
        let opened = x.val(at).and_then(|val| {
            shared.check_variables(at, std::slice::from_ref(&val))?;
            let basis = shared.library(at, || shared.basis(at, &val))?;
            Ok((val, basis))
        });
        let Ok((val, basis)) = opened else {
            f(Tensor::poison(shared));
            return Tensor::poison(shared);
        };
        let basis = Tensor::of(shared, Ok(basis));
        // All directions belong to one function, so generators give each direction the same values.
        let (_, columns) = self.map_over(at, ScopeKind::Own, &basis, (None, 0), |unit| self.jvp(x, unit, f));
        let made = columns.val(at).and_then(|columns| {
            let shape: Vec<Extent> = shared.shape(&columns)[1..].to_vec();
            let like = Val { ty: shared.tensor_type(&shape, columns.elem), ..columns.clone() };
            shared.pairs(at, columns, &like, &val, true)
        });
        Tensor::of(shared, made)
    }
}

/// # Jacobians
///
/// The derivatives of each element by each element.
impl Tensor {
    /// The Jacobian of this value by a value on which it depends, of the shape of this value followed by that
    /// of `x`. Reverse mode: one backward pass per element of this value.
    #[track_caller]
    pub fn jacobian(&self, x: &Tensor) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let made = self.val(at).and_then(|y| {
            let variable = x.val(at)?;
            shared.differentiable(at, &y)?;
            shared.check_variables(at, std::slice::from_ref(&variable))?;
            let basis = shared.library(at, || shared.basis(at, &y))?;
            let basis = Tensor::of(shared, Ok(basis));
            let p = Tracer { shared: shared.clone() };
            let row = |unit| shared.library(at, || self.grad_with(unit, x));
            let rows = p.map_over(at, ScopeKind::Own, &basis, (None, 0), row);
            shared.pairs(at, rows.val(at)?, &y, &variable, false)
        });
        Tensor::of(shared, made)
    }
}
