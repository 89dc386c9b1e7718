//! Concatenation, padding, rolling; and the positions of extremes.

use crate::indexing::gather::{Outside, Policy};
use crate::layout::Axes;
use crate::trace::error::{Fault, Site};
use crate::trace::state::{Reported, Shared, Traced, Val, shape_words};
use crate::trace::tracer::Tracer;
use crate::types::broadcast::same;
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::rc::Rc;
use tf_dialects::arith::{CmpI, Cmpi, Select};
use tf_ir::affine::AffineOp;
use tf_ir::extent::{Extent, Verdict};

type Index = Rc<IndexExpr>;

impl Shared {
    /// The sum of two indices.
    fn index_sum(&self, at: Site, a: &IndexExpr, b: &IndexExpr) -> Traced<Index> {
        let sum = a.combine(AffineOp::Add, b);
        sum.map(Rc::new).ok_or_else(|| self.fail(at, "an index is too large an expression"))
    }

    /// The element at a point of a domain, with one of its indices replaced.
    fn read_shifted(
        &self,
        at: Site,
        source: &Val,
        indices: &[Index],
        (axis, offset): (usize, &IndexExpr),
        policy: &Policy,
    ) -> Traced<Val> {
        let mut subscripts = indices.to_vec();
        subscripts[axis] = self.index_sum(at, &indices[axis], offset)?;
        self.read(at, source.clone(), &subscripts, policy)
    }

    fn roll(&self, at: Site, val: Val, axis: usize, offset: &IndexExpr) -> Traced<Val> {
        let (shape, elem) = (self.shape(&val), val.elem);
        let back = IndexExpr::constant(0).minus(offset).ok_or(Reported)?;
        self.comprehension(at, &shape, elem, |indices| {
            self.read_shifted(at, &val, indices, (axis, &back), &Policy::Named("wrap"))
        })
    }

    fn pad(&self, at: Site, val: Val, axis: usize, ends: &[Extent; 2], value: Arg) -> Traced<Val> {
        let mut shape = self.shape(&val);
        let longer = shape[axis].add(&ends[0]).and_then(|n| n.add(&ends[1]));
        shape[axis] = longer.map_err(|error| self.fault(at, Fault::extent(&error, at)))?;
        let elem = val.elem;
        let policy = self.policy(at, &Outside::Fill(value), elem)?;
        let back = IndexExpr::constant(0).minus(&IndexExpr::extent(ends[0].clone())).ok_or(Reported)?;
        self.comprehension(at, &shape, elem, |indices| {
            self.read_shifted(at, &val, indices, (axis, &back), &policy)
        })
    }

    /// Concatenates tensors of one element type and rank along an axis.
    fn concat(&self, at: Site, vals: Vec<Val>, axis: usize) -> Traced<Val> {
        let first = self.shape(&vals[0]);
        let mut shape = first.clone();
        let mut starts = vec![Extent::constant(0)];
        let mut parts = vec![vals[0].clone()];
        for val in &vals[1..] {
            let mut own = self.shape(val);
            let differs = |a: usize| a != axis && same(&own[a], &first[a]) == Verdict::Refuted;
            if own.len() != first.len() || (0..first.len()).any(differs) {
                let (a, b) = (shape_words(&first), shape_words(&own));
                let message = format!("concat cannot join the shapes {a} and {b} along axis {axis}");
                return Err(self.fail_about(at, message, &[("the first", &vals[0]), ("another", val)]));
            }
            starts.push(shape[axis].clone());
            let longer = shape[axis].add(&own[axis]);
            shape[axis] = longer.map_err(|error| self.fault(at, Fault::extent(&error, at)))?;
            (0..first.len()).filter(|a| *a != axis).for_each(|a| own[a] = first[a].clone());
            parts.push(self.cast_shape(at, val.clone(), &own)?);
        }
        let elem = vals[0].elem;
        self.comprehension(at, &shape, elem, |indices| self.concat_point(at, &parts, &starts, indices, axis))
    }

    /// The element of the part that contains a point: the last part that starts at or before the point.
    fn concat_point(
        &self,
        at: Site,
        parts: &[Val],
        starts: &[Extent],
        indices: &[Index],
        axis: usize,
    ) -> Traced<Val> {
        let position = self.index_value(at, &indices[axis])?;
        let mut found = self.read(at, parts[0].clone(), indices, &Policy::Named("clamp"))?;
        for (part, start) in parts.iter().zip(starts).skip(1) {
            let back = IndexExpr::constant(0).minus(&IndexExpr::extent(start.clone())).ok_or(Reported)?;
            let element = self.read_shifted(at, part, indices, (axis, &back), &Policy::Named("clamp"))?;
            let operands = [position.clone(), self.extent_value(at, start)?];
            let attrs = [("predicate", self.ctx.i64_attr(CmpI::Sge as i64))];
            let behind = self.value(at, Cmpi, &operands, self.scalars(Elem::Bool), &attrs)?;
            let typed = element.typed();
            found = self.value(at, Select, &[behind, element, found], typed, &[])?;
        }
        Ok(found)
    }
}

impl Tracer {
    /// Concatenates tensors along an axis. Their other extents agree.
    #[track_caller]
    pub fn concat<R: Operand>(&self, axis: i64, tensors: impl IntoIterator<Item = R>) -> Tensor {
        let at = Site::caller();
        let shared = &self.shared;
        let args: Vec<Arg> = tensors.into_iter().map(Operand::arg).collect();
        let made = shared.outside_compute(|| {
            let pieces = shared.pieces(at, args)?;
            let elem = shared.common_elem(at, "concat", &pieces)?;
            let vals = pieces.iter().map(|piece| shared.realize(at, piece, elem));
            let vals: Vec<Val> = vals.collect::<Traced<_>>()?;
            let Some(first) = vals.first() else {
                return Err(shared.fail(at, "concat needs at least one tensor"));
            };
            let axis = shared.axis(at, axis, shared.shape(first).len())?;
            shared.concat(at, vals, axis)
        });
        Tensor::of(shared, made)
    }
}

/// # Rolling, padding and positions of extremes
///
/// Shifts along axes, and the indices of the greatest and least elements.
impl Tensor {
    /// Moves the elements along an axis by an offset, to higher indices; elements that leave at the end
    /// re-enter at the start. NumPy's `roll`.
    #[track_caller]
    pub fn roll(&self, axis: i64, offset: impl Operand) -> Tensor {
        let (at, offset) = (Site::caller(), offset.arg());
        self.moved(at, |shared, val| {
            let axis = shared.axis(at, axis, shared.shape(&val).len())?;
            let offset = shared.piece(at, offset)?;
            let offset = shared.scalar_index(at, "an offset", &offset)?;
            shared.roll(at, val, axis, &offset)
        })
    }

    /// Adds constant elements before and after the elements along an axis.
    #[track_caller]
    pub fn pad<'a, 'b>(
        &self,
        axis: i64,
        before: impl Into<crate::Dim<'a>>,
        after: impl Into<crate::Dim<'b>>,
        value: impl Operand,
    ) -> Tensor {
        let (at, ends) = (Site::caller(), vec![before.into().term(), after.into().term()]);
        self.moved(at, |shared, val| {
            let axis = shared.axis(at, axis, shared.shape(&val).len())?;
            let ends = <[Extent; 2]>::try_from(shared.checked_shape(at, ends)?).map_err(|_| Reported)?;
            shared.pad(at, val, axis, &ends, value.arg())
        })
    }

    /// The index of the first greatest element along an axis, in i64; of the first NaN, if there is one; 0
    /// for an empty axis. For several axes, or all (`..`), it is the row-major index among their elements.
    #[track_caller]
    pub fn argmax(&self, axes: impl Axes) -> Tensor {
        self.first_of(Site::caller(), axes, |line| line.max_along(-1))
    }

    /// The index of the first least element along axes; see [`Tensor::argmax`].
    #[track_caller]
    pub fn argmin(&self, axes: impl Axes) -> Tensor {
        self.first_of(Site::caller(), axes, |line| line.min_along(-1))
    }

    /// The least index along axes where an element equals the extreme.
    fn first_of(&self, at: Site, axes: impl Axes, extreme: impl FnOnce(&Tensor) -> Tensor) -> Tensor {
        let Some((line, axes)) = self.lined_up(at, axes) else { return Tensor::poison(&self.shared) };
        line.library(at, || {
            let mut found = line.eq(extreme(&line).keep());
            if line.elem().is_float() {
                found |= line.is_nan();
            }
            let first = found.select(line.iota_like(-1), i64::MAX).min_along(-1);
            first.eq(i64::MAX).select(0, first).marked_reduced(axes)
        })
    }
}
