//! Reductions along axes, with scans, sorts and statistics.

pub(crate) mod scan;
mod selection;
mod sort;
pub(crate) mod statistics;

use crate::layout::{Axes, count, sum_elem};
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Tensor};
use std::rc::Rc;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::{CombiningKind, Reduce};

/// The combination of a fold or reduction. It starts from the neutral value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Combine {
    /// The sum.
    Sum,
    /// The product.
    Product,
    /// The least value; of floats NaN if one is NaN.
    Min,
    /// The greatest value; of floats NaN if one is NaN.
    Max,
    /// Bitwise and; of bools, whether all are true.
    All,
    /// Bitwise or; of bools, whether any is true.
    Any,
    /// Bitwise exclusive or.
    Xor,
}

impl Combine {
    /// The combining kind of the IR for an element type; `None` if there is none.
    pub(crate) fn kind(self, elem: Elem) -> Option<CombiningKind> {
        let pick = |float, signed, unsigned| {
            Some(match elem {
                _ if elem.is_float() => float,
                _ if elem.is_signed() => signed,
                _ => unsigned,
            })
        };
        use CombiningKind::*;
        match self {
            Combine::Sum => Some(Add),
            Combine::Product => Some(Mul),
            Combine::Min => pick(MinimumF, MinSI, MinUI),
            Combine::Max => pick(MaximumF, MaxSI, MaxUI),
            _ if elem.is_float() => None,
            Combine::All => Some(And),
            Combine::Any => Some(Or),
            Combine::Xor => Some(Xor),
        }
    }

    /// The name of the reduction, for messages.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Combine::Sum => "sum",
            Combine::Product => "product",
            Combine::Min => "min",
            Combine::Max => "max",
            Combine::All => "all",
            Combine::Any => "any",
            Combine::Xor => "xor",
        }
    }
}

impl Shared {
    fn reduce(&self, at: Site, combine: Combine, val: Val, axes: &[usize]) -> Traced<Val> {
        let elem = val.elem;
        let kind = combine
            .kind(elem)
            .ok_or_else(|| self.fail(at, format!("{} is not defined on {elem}", combine.word())))?;
        if axes.is_empty() {
            return Ok(Val { reduced: Some(Rc::from([])), ..val });
        }
        let mut sorted = axes.to_vec();
        sorted.sort_unstable();
        let shape = self.shape(&val);
        let kept: Vec<_> =
            (0..shape.len()).filter(|a| !sorted.contains(a)).map(|a| shape[a].clone()).collect();
        let dims: Vec<i64> = sorted.iter().map(|a| *a as i64).collect();
        let attrs = [("kinds", kinds_attr(&self.ctx, &[kind])), ("dims", self.ctx.i64_array_attr(&dims))];
        let mut result = self.value(at, Reduce, &[val], self.tensors(&kept, elem), &attrs)?;
        result.reduced = Some(Rc::from(sorted));
        Ok(result)
    }
}

/// # Reductions
///
/// Along axes: an integer, a list, or `..` for all of them; negative axes count from the end.
impl Tensor {
    fn reduction(
        &self,
        at: Site,
        combine: Combine,
        axes: impl Axes,
        elem: impl FnOnce(Elem) -> Elem,
    ) -> Tensor {
        self.moved(at, |shared, val| {
            let axes = shared.axes(at, axes, shared.shape(&val).len())?;
            let elem = elem(val.elem);
            let sums = matches!(combine, Combine::Sum | Combine::Product);
            let val = shared.cast(at, val, if sums { elem.accumulator() } else { elem })?;
            let val = shared.reduce(at, combine, val, &axes)?;
            let reduced = val.reduced.clone();
            Ok(Val { reduced, ..shared.cast(at, val, elem)? })
        })
    }

    /// The sum along axes: one (`-1`), several (`[0, 1]`) or all (`..`). The axes vanish; see
    /// [`Tensor::keep`]. Bools are counted in i64; other types stay, and f16 and bf16 are added in f32 and
    /// rounded once.
    #[track_caller]
    pub fn sum(&self, axes: impl Axes) -> Tensor {
        self.reduction(Site::caller(), Combine::Sum, axes, sum_elem)
    }

    /// The product along axes; see [`Tensor::sum`].
    #[track_caller]
    pub fn prod(&self, axes: impl Axes) -> Tensor {
        self.reduction(Site::caller(), Combine::Product, axes, sum_elem)
    }

    /// The least element along axes, NaN if one is NaN; the greatest value of the type (+∞) for no elements.
    #[track_caller]
    pub fn min_along(&self, axes: impl Axes) -> Tensor {
        self.reduction(Site::caller(), Combine::Min, axes, |e| e)
    }

    /// The greatest element along axes, NaN if one is NaN; the least value of the type (−∞) for no elements.
    #[track_caller]
    pub fn max_along(&self, axes: impl Axes) -> Tensor {
        self.reduction(Site::caller(), Combine::Max, axes, |e| e)
    }

    /// Whether all elements along axes are true (or nonzero); true for no elements.
    #[track_caller]
    pub fn all(&self, axes: impl Axes) -> Tensor {
        self.reduction(Site::caller(), Combine::All, axes, |_| Elem::Bool)
    }

    /// Whether any element along axes is true (or nonzero); false for no elements.
    #[track_caller]
    pub fn any(&self, axes: impl Axes) -> Tensor {
        self.reduction(Site::caller(), Combine::Any, axes, |_| Elem::Bool)
    }

    /// The mean along axes; of integers in f32. NaN for no elements.
    #[track_caller]
    pub fn mean(&self, axes: impl Axes) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let shape = shared.shape(&val);
            let axes = shared.axes(at, axes, shape.len())?;
            let elem = val.elem.to_float();
            let val = shared.cast(at, val, elem.accumulator())?;
            let sum = shared.reduce(at, Combine::Sum, val, &axes)?;
            let reduced = sum.reduced.clone();
            let folded: Vec<_> = axes.iter().map(|axis| shape[*axis].clone()).collect();
            let n = count(&folded)
                .ok_or_else(|| shared.fail(at, "the element count is too large an expression"))?;
            let args = [Arg::Tensor(Tensor::of(&self.shared, Ok(sum))), Arg::Dim(Ok(n))];
            let mean = shared.family(at, &crate::elementwise::operators::DIV, args)?;
            Ok(Val { reduced, ..shared.cast(at, mean, elem)? })
        })
    }

    /// The Euclidean norm along axes: the root of the sum of squares; of integers in f32.
    #[track_caller]
    pub fn norm(&self, axes: impl Axes) -> Tensor {
        let at = Site::caller();
        let elem = self.elem().to_float();
        let wide = self.cast(elem.accumulator());
        let sum = (&wide * &wide).reduction(at, Combine::Sum, axes, |e| e);
        let reduced = match &sum.repr {
            crate::types::tensor::Repr::Value(val) => val.reduced.clone(),
            _ => None,
        };
        sum.sqrt().cast(elem).made_with(|val| Val { reduced, ..val })
    }

    /// Restores the reduced axes with extent 1, directly after a reduction, so that the result broadcasts
    /// against the operand. NumPy's `keepdims=True`.
    #[track_caller]
    pub fn keep(&self) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| match val.reduced.clone() {
            Some(axes) => shared.insert_axes(at, val, &axes),
            None => Err(shared.fail(at, "keep() must directly follow a reduction, as in x.sum(1).keep()")),
        })
    }

    /// Marks the tensor as the result of a reduction of these axes, for [`Tensor::keep`].
    pub(crate) fn marked_reduced(self, axes: Vec<usize>) -> Tensor {
        self.made_with(|val| Val { reduced: Some(Rc::from(axes)), ..val })
    }

    fn made_with(self, change: impl FnOnce(Val) -> Val) -> Tensor {
        match self.repr {
            crate::types::tensor::Repr::Value(val) => Tensor::of(&self.shared, Ok(change(val))),
            _ => self,
        }
    }
}
