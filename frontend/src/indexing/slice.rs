//! Parts of tensors: ranges along axes, single indices.

use crate::indexing::gather::Policy;
use crate::trace::error::{Fault, Site};
use crate::trace::state::{Shared, Traced, Val};
use crate::types::dim::Dim;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Operand, Tensor};
use std::ops::{Range, RangeFrom, RangeFull, RangeTo};
use std::rc::Rc;
use tf_dialects::tensor;
use tf_ir::affine::AffineOp;
use tf_ir::extent::{Extent, Facts, Verdict};

/// The part of one axis: a range, or one index, which removes the axis.
///
/// Converted from Rust's ranges (`1..5`, `2..`, `..n`, `..`) and from an index; [`range`] makes one whose
/// ends are extents and integers. A negative constant counts from the end.
#[derive(Clone)]
pub struct Part {
    start: Option<Result<Extent, Fault>>,
    stop: Option<Result<Extent, Fault>>,
    step: i64,
    /// A single index: the axis vanishes.
    single: bool,
}

impl Part {
    fn new<'a>(start: Option<Dim<'a>>, stop: Option<Dim<'a>>) -> Part {
        Part { start: start.map(Dim::term), stop: stop.map(Dim::term), step: 1, single: false }
    }

    /// Every `step`-th element of the range. A negative step descends from the start (default: the last
    /// element) to the stop, which is excluded (default: before the first element): `range(5, 1).step(-2)`
    /// takes elements 5 and 3.
    pub fn step(self, step: i64) -> Part {
        Part { step, ..self }
    }
}

/// The elements from `start` up to, but excluding, `stop`: `range(1, n - 1)`.
pub fn range<'a, 'b>(start: impl Into<Dim<'a>>, stop: impl Into<Dim<'b>>) -> Part {
    Part { start: Some(start.into().term()), stop: Some(stop.into().term()), step: 1, single: false }
}

impl<'a, D: Into<Dim<'a>>> From<Range<D>> for Part {
    fn from(range: Range<D>) -> Part {
        Part::new(Some(range.start.into()), Some(range.end.into()))
    }
}

impl<'a, D: Into<Dim<'a>>> From<RangeFrom<D>> for Part {
    fn from(range: RangeFrom<D>) -> Part {
        Part::new(Some(range.start.into()), None)
    }
}

impl<'a, D: Into<Dim<'a>>> From<RangeTo<D>> for Part {
    fn from(range: RangeTo<D>) -> Part {
        Part::new(None, Some(range.end.into()))
    }
}

impl From<RangeFull> for Part {
    fn from(_: RangeFull) -> Part {
        Part::new(None, None)
    }
}

macro_rules! single_parts {
    ($($type:ty),*) => {
        $(impl From<$type> for Part {
            fn from(index: $type) -> Part {
                Part { single: true, ..Part::new(Some(Dim::from(index)), None) }
            }
        })*
    };
}
single_parts!(i32, i64, usize, Dim<'_>);

/// Parts of the first axes; further axes are taken whole: `(1..3, .., 0)`, `[range(1, n)]`, or a single one,
/// `1..3`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not select a part of a tensor",
    label = "neither a range nor an index nor a tuple of them",
    note = "parts are ranges and indices: `x.slice((1..3, .., 0))`, `x.slice(range(1, n - 1))` where the ends are extents",
    note = "for indices that the program computes, use `x.at(…)`"
)]
pub trait Parts {
    /// One part per axis.
    #[doc(hidden)]
    fn parts(self) -> Vec<Part>;
}

impl<P: Into<Part>, const N: usize> Parts for [P; N] {
    fn parts(self) -> Vec<Part> {
        self.into_iter().map(Into::into).collect()
    }
}

impl Parts for Vec<Part> {
    fn parts(self) -> Vec<Part> {
        self
    }
}

macro_rules! tuple_parts {
    ($($($name:ident)*;)*) => {
        $(
            #[allow(non_snake_case)]
            impl<$($name: Into<Part>),*> Parts for ($($name,)*) {
                fn parts(self) -> Vec<Part> {
                    let ($($name,)*) = self;
                    vec![$($name.into()),*]
                }
            }
        )*
    };
}
tuple_parts! { A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; }

/// The part of the first axis.
macro_rules! first_parts {
    ($([$($generics:tt)*] $type:ty;)*) => {
        $(impl<$($generics)*> Parts for $type {
            fn parts(self) -> Vec<Part> {
                vec![self.into()]
            }
        })*
    };
}
first_parts! {
    [] Part; [] i32; [] i64; [] usize; [] Dim<'_>; [] RangeFull;
    ['a, D: Into<Dim<'a>>] Range<D>;
    ['a, D: Into<Dim<'a>>] RangeFrom<D>;
    ['a, D: Into<Dim<'a>>] RangeTo<D>;
}

/// A part with its bounds, for an axis of known extent.
struct Cut {
    start: Extent,
    stop: Extent,
    step: i64,
    /// Provably inside, for all values of the extents.
    inside: bool,
    /// The bounds count down from the end of the axis.
    down: bool,
}

impl Shared {
    fn cut(&self, at: Site, axis: usize, part: &Part, extent: &Extent) -> Traced<Cut> {
        let out_of_range = |_| self.fail(at, "arithmetic on extents overflows 64 bits");
        let end = |end: &Option<Result<Extent, Fault>>, default: &Extent| match end {
            None => Ok(default.clone()),
            Some(Err(fault)) => Err(self.fault(at, *fault)),
            Some(Ok(term)) => match term.as_const() {
                Some(n) if n < 0 => extent.add_const(n).map_err(out_of_range),
                _ => Ok(term.clone()),
            },
        };
        let (zero, down) = (Extent::constant(0), part.step < 0 && !part.single);
        let step = if part.single { 1 } else { part.step.checked_abs().unwrap_or(0) };
        if step == 0 {
            let step = part.step;
            return Err(self
                .fail(at, format!("the slice of axis {axis} has the step {step}: use a step other than 0")));
        }
        // A descending range is an ascending one of the reversed axis, whose index i is n - 1 - i.
        let turned = |place: Extent| extent.sub(&place).and_then(|n| n.add_const(-1)).map_err(out_of_range);
        let ahead = |place: &Option<_>, default: &Extent| match down && place.is_some() {
            true => turned(end(place, &zero)?),
            false => end(place, default),
        };
        let start = ahead(&part.start, &zero)?;
        let stop = match part.single {
            true => start.add_const(1).map_err(out_of_range)?,
            false => ahead(&part.stop, extent)?,
        };
        let length = stop.sub(&start).map_err(out_of_range)?;
        let said = |place: &Extent| if down { turned(place.clone()) } else { Ok(place.clone()) };
        let (from, to) = (said(&start)?, said(&stop)?);
        if length.prove_ge0(&Facts::new()) == Verdict::Refuted {
            let side = if down { "after" } else { "before" };
            return Err(
                self.fail(at, format!("the slice of axis {axis} stops at {to}, {side} its start {from}"))
            );
        }
        let mut facts = Facts::new();
        facts.assume_ge0(&length);
        let verdicts = [start.prove_ge0(&facts), stop.prove_le(extent, &facts)];
        if verdicts.contains(&Verdict::Refuted) {
            let what = match part.single {
                true => {
                    let given = part.start.iter().flatten().next().unwrap_or(&start);
                    format!("index {given} is outside axis {axis}")
                }
                false => format!("the slice from {from} to {to} is outside axis {axis}"),
            };
            return Err(self.fail(at, format!("{what}, whose extent is {extent}")));
        }
        Ok(Cut { start, stop, step, inside: verdicts == [Verdict::Proved; 2], down })
    }

    fn slice(&self, at: Site, val: Val, parts: &[Part]) -> Traced<Val> {
        let shape = self.shape(&val);
        if parts.len() > shape.len() {
            let (n, words) = (parts.len(), self.describe(&val));
            return Err(self.fail_about(
                at,
                format!("{n} parts are too many for a slice of {words}: give at most one for each axis"),
                &[("the tensor", &val)],
            ));
        }
        let whole = Part::from(..);
        let cut = |axis: usize| self.cut(at, axis, parts.get(axis).unwrap_or(&whole), &shape[axis]);
        let cuts: Vec<Cut> = (0..shape.len()).map(cut).collect::<Traced<_>>()?;
        let down: Vec<usize> = (0..cuts.len()).filter(|axis| cuts[*axis].down).collect();
        let val = self.reverse(at, val, &down)?;
        let mut extents = Vec::new();
        for cut in &cuts {
            let length = cut.stop.sub(&cut.start).and_then(|n| n.ceildiv(cut.step));
            extents.push(length.map_err(|error| self.fault(at, Fault::extent(&error, at)))?);
        }
        let single = |axis: usize| parts.get(axis).is_some_and(|p| p.single);
        let kept: Vec<usize> = (0..shape.len()).filter(|axis| !single(*axis)).collect();
        let kept_extents: Vec<Extent> = kept.iter().map(|axis| extents[*axis].clone()).collect();
        let is_whole = |(c, e): (&Cut, &Extent)| c.start.as_const() == Some(0) && c.stop == *e && c.step == 1;
        let sliced = if cuts.iter().zip(&shape).all(is_whole) {
            val
        } else if cuts.iter().all(|c| c.inside) {
            self.slice_op(at, val, &cuts, &extents)?
        } else {
            return self.checked_slice(at, val, &cuts, &kept, &kept_extents);
        };
        self.reshape(at, sliced, &kept_extents)
    }

    /// A slice that may be outside: element by element, so that an element outside ends the call. The axes
    /// that are `kept` have these extents.
    fn checked_slice(
        &self,
        at: Site,
        val: Val,
        cuts: &[Cut],
        kept: &[usize],
        extents: &[Extent],
    ) -> Traced<Val> {
        let elem = val.elem;
        self.comprehension(at, extents, elem, |indices| {
            let mut indices = indices.iter();
            let subscript = |(axis, cut): (usize, &Cut)| {
                let start = IndexExpr::extent(cut.start.clone());
                if !kept.contains(&axis) {
                    return Some(Rc::new(start));
                }
                let scaled = indices.next()?.combine(AffineOp::Mul, &IndexExpr::constant(cut.step))?;
                scaled.combine(AffineOp::Add, &start).map(Rc::new)
            };
            let subscripts: Option<Vec<Rc<IndexExpr>>> = cuts.iter().enumerate().map(subscript).collect();
            let subscripts =
                subscripts.ok_or_else(|| self.fail(at, "the ends of the slice are too large expressions"))?;
            self.read(at, val, &subscripts, &Policy::Named("trap"))
        })
    }

    fn slice_op(&self, at: Site, val: Val, cuts: &[Cut], extents: &[Extent]) -> Traced<Val> {
        let starts: Vec<Extent> = cuts.iter().map(|c| c.start.clone()).collect();
        let stops: Vec<Extent> = cuts.iter().map(|c| c.stop.clone()).collect();
        let steps: Vec<i64> = cuts.iter().map(|c| c.step).collect();
        let (ctx, result) = (&self.ctx, self.tensors(extents, val.elem));
        let attrs = [
            ("starts", ctx.extents_attr(&starts)),
            ("stops", ctx.extents_attr(&stops)),
            ("steps", ctx.i64_array_attr(&steps)),
        ];
        self.value(at, tensor::Slice, &[val], result, &attrs)
    }
}

/// # Parts
///
/// Ranges, single indices and steps along each axis.
impl Tensor {
    /// A part of the tensor: `x.slice(1..3)`, `x.slice((1..3, ..))`, `x.slice((range(1, n - 1), 0))`,
    /// `x.slice([(..).into(), range(0, n).step(2)])`.
    ///
    /// Axes without a part are taken whole; an index removes its axis. Bounds that are provably outside are
    /// an error; if that is unknown, a read outside ends the call. For indices that are only known at run
    /// time there is [`Tensor::at`].
    #[track_caller]
    pub fn slice(&self, parts: impl Parts) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| shared.slice(at, val, &parts.parts()))
    }

    /// A part of one axis; a negative axis counts from the end.
    #[track_caller]
    pub fn slice_axis(&self, axis: i64, part: impl Into<Part>) -> Tensor {
        let at = Site::caller();
        self.moved(at, |shared, val| {
            let axis = shared.axis(at, axis, shared.shape(&val).len())?;
            let mut parts = vec![Part::from(..); axis];
            parts.push(part.into());
            shared.slice(at, val, &parts)
        })
    }

    /// The elements at one index of an axis; the axis vanishes. A constant must be inside, or negative to
    /// count from the end; a run-time index is clamped.
    #[track_caller]
    pub fn index(&self, axis: i64, index: impl Operand) -> Tensor {
        let at = Site::caller();
        let arg = index.arg();
        if let crate::types::tensor::Arg::Number(crate::Number::Int(n, _)) = &arg
            && let Ok(n) = i64::try_from(*n)
        {
            return self.slice_axis(axis, n);
        }
        if let crate::types::tensor::Arg::Dim(term) = &arg {
            let part = Part { start: Some(term.clone()), stop: None, step: 1, single: true };
            return self.slice_axis(axis, part);
        }
        let axis = match self.extents().and_then(|shape| self.shared.axis(at, axis, shape.len())) {
            Ok(axis) => axis as i64,
            Err(_) => return Tensor::poison(&self.shared),
        };
        self.swap_to_front(axis).at([Tensor::from_arg(&self.shared, at, arg)])
    }

    /// The tensor with one axis moved to the front.
    #[track_caller]
    fn swap_to_front(&self, axis: i64) -> Tensor {
        let order: Vec<i64> =
            std::iter::once(axis).chain((0..self.rank() as i64).filter(|a| *a != axis)).collect();
        self.permute(order)
    }
}
