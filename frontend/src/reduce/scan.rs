//! Scans along an axis: running sums, products, extremes, and any combination as scalar code.

use crate::control::types;
use crate::layout::sum_elem;
use crate::reduce::Combine;
use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::scope::Region;
use crate::trace::state::{ScopeKind, Shared, Traced, Val, shape_words};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::convert::Piece;
use crate::types::elem::Elem;
use crate::types::tensor::Tensor;
use std::rc::Rc;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::{Yield, scan};
use tf_ir::extent::Extent;

/// The direction, kind and combination of a [`Tensor::scan`] or [`Tracer::scan`]. A plain [`Combine`] is an
/// inclusive scan from the first element to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scan {
    combine: Combine,
    reverse: bool,
    exclusive: bool,
}

impl Scan {
    /// From the last element to the first.
    pub fn reverse(self) -> Scan {
        Scan { reverse: true, ..self }
    }

    /// An exclusive scan: an element is not part of its own result, and the first result is the neutral
    /// value.
    pub fn exclusive(self) -> Scan {
        Scan { exclusive: true, ..self }
    }
}

impl From<Combine> for Scan {
    fn from(combine: Combine) -> Scan {
        Scan { combine, reverse: false, exclusive: false }
    }
}

impl Combine {
    /// The inclusive forward scan with this combination.
    pub fn scan(self) -> Scan {
        self.into()
    }
}

/// # Running reductions
///
/// The intermediate values of a reduction along an axis.
impl Tensor {
    /// The reduction of all elements up to each one along an axis: `x.scan(0, Combine::Max)`,
    /// `x.scan(-1, Combine::Sum.scan().exclusive())`. The shape stays.
    #[track_caller]
    pub fn scan(&self, axis: i64, how: impl Into<Scan>) -> Tensor {
        let (at, how) = (Site::caller(), how.into());
        self.scanned(at, axis, how, |elem| elem)
    }

    /// The running sums along an axis. Bools are counted in i64; other types stay, and f16 and bf16 are added
    /// in f32. NumPy's `cumsum`.
    #[track_caller]
    pub fn cumsum(&self, axis: i64) -> Tensor {
        self.scanned(Site::caller(), axis, Combine::Sum.into(), sum_elem)
    }

    /// The running products along an axis. NumPy's `cumprod`.
    #[track_caller]
    pub fn cumprod(&self, axis: i64) -> Tensor {
        self.scanned(Site::caller(), axis, Combine::Product.into(), sum_elem)
    }

    /// The running maximum along an axis, NaN from the first NaN on. NumPy's `maximum.accumulate`.
    #[track_caller]
    pub fn cummax(&self, axis: i64) -> Tensor {
        self.scanned(Site::caller(), axis, Combine::Max.into(), |elem| elem)
    }

    /// The running minimum along an axis, NaN from the first NaN on. NumPy's `minimum.accumulate`.
    #[track_caller]
    pub fn cummin(&self, axis: i64) -> Tensor {
        self.scanned(Site::caller(), axis, Combine::Min.into(), |elem| elem)
    }

    fn scanned(&self, at: Site, axis: i64, how: Scan, elem: impl FnOnce(Elem) -> Elem) -> Tensor {
        self.moved(at, |shared, val| {
            let axis = shared.axis(at, axis, shared.shape(&val).len())?;
            let own = elem(val.elem);
            let sums = matches!(how.combine, Combine::Sum | Combine::Product);
            let elem = if sums { own.accumulator() } else { own };
            let val = shared.cast(at, val, elem)?;
            let Some(kind) = how.combine.kind(elem) else {
                return Err(shared.fail(at, format!("{} is not defined on {elem}", how.combine.word())));
            };
            let ctx = &shared.ctx;
            let mut attrs = vec![("kinds", kinds_attr(ctx, &[kind])), ("dim", ctx.i64_attr(axis as i64))];
            attrs.extend(how.reverse.then(|| ("reverse", ctx.unit_attr())));
            attrs.extend(how.exclusive.then(|| ("exclusive", ctx.unit_attr())));
            let result = (val.ty, elem);
            let scanned = shared.value(at, scan::Scan, &[val], result, &attrs)?;
            shared.cast(at, scanned, own)
        })
    }
}

impl Shared {
    /// The operands of an op along an axis: tensors of one shape, and that axis.
    pub(crate) fn along_axis<V: Values>(
        &self,
        at: Site,
        what: &str,
        axis: i64,
        tensors: &V,
    ) -> Traced<(Vec<Val>, usize)> {
        let vals = self.of_one_shape(at, what, tensors)?;
        let axis = self.axis(at, axis, self.shape(&vals[0]).len())?;
        Ok((vals, axis))
    }

    /// Tensors of one shape, at least one.
    pub(crate) fn of_one_shape<V: Values>(&self, at: Site, what: &str, tensors: &V) -> Traced<Vec<Val>> {
        let pieces = self.pieces(at, tensors.args())?;
        if pieces.is_empty() {
            return Err(self.fail(at, format!("{what} needs at least one tensor")));
        }
        let vals = pieces.iter().map(|piece| {
            let val = self.realize(at, piece, piece.elem())?;
            self.tensor_val(at, val)
        });
        let vals: Vec<Val> = vals.collect::<Traced<_>>()?;
        let shape = self.shape(&vals[0]);
        let one_shape = |val: Val| self.as_one_shape(at, what, val, &shape);
        vals.into_iter().map(one_shape).collect()
    }

    /// Casts a tensor to a shape; the call checks extents that may differ.
    fn as_one_shape(&self, at: Site, what: &str, val: Val, shape: &[Extent]) -> Traced<Val> {
        let own = self.shape(&val);
        let differ = |(a, b): (&Extent, &Extent)| {
            crate::types::broadcast::same(a, b) == tf_ir::extent::Verdict::Refuted
        };
        if own.len() != shape.len() || own.iter().zip(shape).any(differ) {
            let (a, b) = (shape_words(shape), shape_words(&own));
            let message = format!("{what} takes tensors of one shape, not of {a} and {b}");
            return Err(self.fail_about(at, message, &[("one tensor", &val)]));
        }
        self.cast_shape(at, val, shape)
    }

    /// A region of scalar code with two sets of arguments of these types; `paired` interleaves them
    /// (`a0, b0, a1, b1 …`).
    pub(crate) fn two_sets(
        self: &Rc<Self>,
        at: Site,
        vals: &[Val],
        paired: bool,
    ) -> Traced<(Region, [Vec<Val>; 2])> {
        let one: Vec<_> = vals.iter().map(|val| self.scalars(val.elem)).collect();
        let args: Vec<_> = match paired {
            true => one.iter().flat_map(|arg| [*arg, *arg]).collect(),
            false => [&one[..], &one[..]].concat(),
        };
        let (region, args) = self.region(at, ScopeKind::Compute, &args)?;
        let mut sets = [Vec::new(), Vec::new()];
        for (i, arg) in args.into_iter().enumerate() {
            let second = if paired { i % 2 == 1 } else { i >= vals.len() };
            sets[usize::from(second)].push(arg);
        }
        Ok((region, sets))
    }

    /// The region of scalar code that takes a state and elements of these types, and returns the next state.
    pub(crate) fn combining_region<V: Values, W: Values>(
        self: &Rc<Self>,
        at: Site,
        what: &str,
        (template, vals): (&V, &[Val]),
        body: impl FnOnce(V::Traced, V::Traced) -> W,
    ) -> Traced<Region> {
        let (region, [state, element]) = self.two_sets(at, vals, false)?;
        let (state, element) = (template.rebuilt(self, Ok(state)), template.rebuilt(self, Ok(element)));
        let next = self.inside(region, || self.pieces(at, body(state, element).args()))?;
        if next.len() != vals.len() {
            let (n, m) = (vals.len(), next.len());
            return Err(self.fail(at, format!("the body of {what} of {n} tensors returns {m} values")));
        }
        let next = self.inside(region, || {
            let cast = |(piece, val): (&Piece, &Val)| self.next_state(at, what, piece, val.elem);
            next.iter().zip(vals).map(cast).collect::<Traced<Vec<Val>>>()
        })?;
        self.end_region(at, region, Yield, &next)?;
        Ok(region)
    }

    /// The start state: one scalar per tensor.
    pub(crate) fn start_state<S: Values>(
        &self,
        at: Site,
        what: &str,
        starts: &S,
        vals: &[Val],
    ) -> Traced<Vec<Val>> {
        let starts = self.pieces(at, starts.args())?;
        if starts.len() != vals.len() {
            let (n, m) = (vals.len(), starts.len());
            return Err(self.fail(at, format!("{what} of {n} tensors has {m} start values")));
        }
        starts.iter().zip(vals).map(|(piece, val)| self.scalar(at, piece, val.elem)).collect()
    }

    fn scan_region<V: Values, W: Values>(
        self: &Rc<Self>,
        at: Site,
        (vals, axis): (&[Val], usize),
        (template, starts): (&V, &[Val]),
        body: impl FnOnce(V::Traced, V::Traced) -> W,
    ) -> Traced<Vec<Val>> {
        let region = self.combining_region(at, "a scan", (template, vals), body)?;
        let operands = [vals, starts].concat();
        let attrs = [("dim", self.ctx.i64_attr(axis as i64))];
        self.op(at, scan::Scan, &operands, &types(vals), &attrs, &[region.block()])
    }

    /// Converts the closure's result to the element type.
    fn next_state(&self, at: Site, what: &str, piece: &Piece, elem: Elem) -> Traced<Val> {
        let fits = match piece {
            Piece::Number(number) => number.beside(elem) == elem,
            piece => piece.elem().promote(elem) == Some(elem),
        };
        if !fits {
            let (found, cast) = (piece.elem(), self.remedy(at, Remedy::Cast(Some(elem))));
            return Err(
                self.fail(at, format!("the body of {what} of {elem} returns {found}: cast it with {cast}"))
            );
        }
        self.scalar(at, piece, elem)
    }
}

impl Tracer {
    /// Scans tensors of one shape along an axis with scalar code: `body` takes the state and the elements,
    /// and returns the next state, of the elements' types. The results hold the state after each element. The
    /// scan runs from the first element to the last; `starts` is the initial state, constants or scalars.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// // y[i] = decay[i] * y[i - 1] + x[i], as pairs that compose.
    /// let program = Program::trace("filter", |p| {
    ///     let n = p.dim("n");
    ///     let (decay, x) = (p.input::<f32>("decay", [n]), p.input::<f32>("x", [n]));
    ///     let (_, y) = p.scan(0, (decay, x), (1.0, 0.0), |(a, y), (b, x)| (&a * &b, y * b + x));
    ///     y
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn scan<V: Values, S: Values, W: Values>(
        &self,
        axis: i64,
        tensors: V,
        starts: S,
        body: impl FnOnce(V::Traced, V::Traced) -> W,
    ) -> V::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let made = shared.outside_compute(|| {
            let (vals, axis) = shared.along_axis(at, "a scan", axis, &tensors)?;
            let starts = shared.start_state(at, "a scan", &starts, &vals)?;
            shared.scan_region(at, (&vals, axis), (&tensors, &starts), body)
        });
        tensors.rebuilt(shared, made)
    }
}
