//! Loops and conditionals, on tensors and in scalar code.

pub(crate) mod breaks;
mod switch;

use crate::trace::error::Site;
use crate::trace::remedy::Remedy;
use crate::trace::scope::Region;
use crate::trace::state::{Reported, ScopeKind, Shared, Traced, Val};
use crate::trace::tracer::Tracer;
use crate::trace::values::{Rebuild, Values};
use crate::types::broadcast::same;
use crate::types::convert::Piece;
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Arg, Operand, Repr, Tensor};
use std::rc::Rc;
use tf_dialects::loops::{Condition, For, If, UNROLL, While, Yield};
use tf_dialects::tensor::schedule::MAX_UNROLL;
use tf_ir::body::Block;
use tf_ir::builder::Attrs;
use tf_ir::extent::Verdict;
use tf_ir::kind::OpKind;
use tf_ir::types::Type;

/// Types of the IR with their element types.
pub(crate) type Types = Vec<(Type, Elem)>;

pub(crate) fn types(vals: &[Val]) -> Types {
    vals.iter().map(Val::typed).collect()
}

impl Shared {
    /// The start values of a loop; in a compute, scalars.
    pub(crate) fn starts(&self, at: Site, args: Vec<Arg>) -> Traced<Vec<Val>> {
        let pieces = self.pieces(at, args)?;
        let start = |piece: &Piece| {
            let val = self.realize(at, piece, piece.elem())?;
            if self.in_compute() { self.to_scalar(at, val) } else { Ok(val) }
        };
        let all: Vec<Traced<Val>> = pieces.iter().map(start).collect();
        all.into_iter().collect()
    }

    /// Converts a value to another value's type: constants and narrower types convert, a scalar broadcasts to
    /// a tensor, and a run-time check compares extents that may differ. `what` is the name of the value in
    /// messages.
    pub(crate) fn fit(&self, at: Site, what: &str, piece: &Piece, ty: Type, elem: Elem) -> Traced<Val> {
        let wanted = self.describe_type(ty, elem);
        let val = match piece {
            Piece::Number(number) if number.beside(elem) == elem => {
                self.scalar_constant(at, *number, elem)?
            }
            piece if piece.elem().promote(elem) == Some(elem) => self.realize(at, piece, elem)?,
            piece => {
                let val = self.realize(at, piece, piece.elem())?;
                let found = self.describe(&val);
                let hint = match elem {
                    Elem::Index => String::new(),
                    elem => format!(": cast it with {}", self.remedy(at, Remedy::Cast(Some(elem)))),
                };
                let message = format!("{what} is {found}, but has to be {wanted}{hint}");
                return Err(self.fail_about(at, message, &[("it", &val)]));
            }
        };
        if !self.ctx.is_tensor(ty) {
            return self.to_scalar(at, val);
        }
        let shape = self.shape_of_type(ty);
        if val.is_scalar(&self.ctx) {
            return self.splat(at, val, &shape);
        }
        let own = self.shape(&val);
        if own.len() != shape.len() || own.iter().zip(&shape).any(|(a, b)| same(a, b) == Verdict::Refuted) {
            let found = self.describe(&val);
            return Err(self.fail_about(
                at,
                format!("{what} is {found}, but has to be {wanted}"),
                &[("it", &val)],
            ));
        }
        self.cast_shape(at, val, &shape)
    }

    /// Converts values to the types that a loop carries.
    pub(crate) fn fit_all(&self, at: Site, what: &str, pieces: &[Piece], types: &Types) -> Traced<Vec<Val>> {
        if pieces.len() != types.len() {
            let (found, wanted) = (pieces.len(), types.len());
            return Err(self.fail(at, format!("{what} gives {found} values, but {wanted} are needed")));
        }
        let one = |(i, (piece, (ty, elem))): (usize, (&Piece, &(Type, Elem)))| {
            self.fit(at, &format!("value {i} of {what}"), piece, *ty, *elem)
        };
        let all: Vec<Traced<Val>> = pieces.iter().zip(types).enumerate().map(one).collect();
        all.into_iter().collect()
    }

    /// The bounds and the step of a loop as values.
    pub(crate) fn loop_bounds(&self, at: Site, pieces: &[Piece]) -> Traced<Vec<Val>> {
        let bound = |piece: &Piece| {
            let index = self.scalar_index(at, "a bound of a loop", piece)?;
            self.index_value(at, &index)
        };
        pieces.iter().map(bound).collect()
    }

    /// Traces a closure in the region of a loop, and returns its values in these types.
    fn loop_body<V: Values>(
        &self,
        at: Site,
        region: Region,
        types: &Types,
        body: impl FnOnce() -> V,
    ) -> Traced<Vec<Val>> {
        self.inside(region, || {
            let values = body();
            let pieces = self.pieces(at, values.args())?;
            self.fit_all(at, "the body of the loop", &pieces, types)
        })
    }

    /// Makes a loop whose regions (the condition first, if there is one) are complete, from its operands and
    /// the values that each region yields. Returns the results that the program asked for. The loop also
    /// carries the states of handles that its regions use.
    pub(crate) fn close_loop(
        self: &Rc<Self>,
        at: Site,
        (what, attrs): (OpKind, Attrs<'_>),
        operands: Vec<Val>,
        carried: &Types,
        ends: Vec<(Region, OpKind, Vec<Val>)>,
    ) -> Traced<Vec<Val>> {
        let regions: Vec<Region> = ends.iter().map(|(region, ..)| *region).collect();
        let hidden = self.carried(at, &regions)?;
        for (i, (region, end, vals)) in ends.into_iter().enumerate() {
            self.end_region(at, region, end, &hidden.after(vals, i))?;
        }
        self.drop_unchanged(&hidden);
        let (operands, results) =
            ([operands, hidden.starts.clone()].concat(), [carried.clone(), hidden.types()].concat());
        let blocks: Vec<Block> = regions.iter().map(|region| region.block()).collect();
        let made = self.op(at, what, &operands, &results, attrs, &blocks)?;
        self.settle(at, &hidden, made)
    }

    /// Opens the body of a loop whose condition is complete.
    pub(crate) fn body_after(
        self: &Rc<Self>,
        at: Site,
        condition: Region,
        args: &Types,
    ) -> Traced<(Region, Vec<Val>)> {
        let (body, vals) = self.region(at, ScopeKind::While, args)?;
        self.pass_on(condition, body);
        Ok((body, vals))
    }
}

impl Tracer {
    /// A counted loop: `body` gets the index and the carried values, and returns the carried values of the
    /// next iteration. The index runs from `low` up to, but excluding, `high`. Returns the carried values
    /// after the last iteration.
    ///
    /// In a [`Tracer::compute`] the carried values are scalars; elsewhere they may be tensors of constant
    /// shape.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("newton", |p| {
    ///     let n = p.dim("n");
    ///     let a = p.input::<f32>("a", [n]);
    ///     p.for_(0, 5, a.clone(), |_, x| 0.5 * (&x + &a / &x))
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn for_<S: Values, V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        start: S,
        body: impl FnOnce(Tensor, S::Traced) -> V,
    ) -> S::Traced {
        self.counted(Site::caller(), [low.arg(), high.arg(), 1usize.arg()], start, body)
    }

    /// As [`Tracer::for_`], with a step of at least 1.
    #[track_caller]
    pub fn for_step<S: Values, V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        step: impl Operand,
        start: S,
        body: impl FnOnce(Tensor, S::Traced) -> V,
    ) -> S::Traced {
        self.counted(Site::caller(), [low.arg(), high.arg(), step.arg()], start, body)
    }

    /// As [`Tracer::for_step`], for loops of a kernel or of scalar code, with an unroll factor of 1 to 256; a
    /// remainder loop follows. Unrolling happens in code generation and does not change results.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("sums", |p| {
    ///     let x = p.input::<f32>("x", (p.dim("m"), p.dim("n")));
    ///     let (m, n) = (x.extent(0), x.extent(1));
    ///     p.kernel(m.ceil_div(128), 128, |k| {
    ///         let (x, y) = (k.read(&x), k.write::<f32>([m]));
    ///         let i = k.index(0);
    ///         let sum = || k.for_unrolled(0, n, 1, 4, 0.0f32, |j, sum| sum + x.at([&i, &j]));
    ///         k.when(i.lt(m), || y.set([&i], sum()));
    ///         y
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn for_unrolled<S: Values, V: Values>(
        &self,
        low: impl Operand,
        high: impl Operand,
        step: impl Operand,
        factor: i64,
        start: S,
        body: impl FnOnce(Tensor, S::Traced) -> V,
    ) -> S::Traced {
        let at = Site::caller();
        if !(1..=MAX_UNROLL).contains(&factor) {
            let message =
                format!("cannot unroll a loop by {factor}: the factor must be from 1 to {MAX_UNROLL}");
            return start.rebuilt(&self.shared, Err(self.shared.fail(at, message)));
        }
        let (shared, bounds) = (&self.shared, [low.arg(), high.arg(), step.arg()]);
        let mark = [(UNROLL, shared.ctx.i64_attr(factor))];
        let attrs = if factor > 1 { &mark[..] } else { &[] };
        self.counted_by(at, (bounds, attrs), start, |region, carried, index, inner| {
            Ok((Yield::KIND, shared.loop_body(at, region, carried, || body(index, inner))?))
        })
    }

    fn counted<S: Values, V: Values>(
        &self,
        at: Site,
        bounds: [Arg; 3],
        start: S,
        body: impl FnOnce(Tensor, S::Traced) -> V,
    ) -> S::Traced {
        self.counted_by(at, (bounds, &[]), start, |region, carried, index, inner| {
            Ok((Yield::KIND, self.shared.loop_body(at, region, carried, || body(index, inner))?))
        })
    }

    /// A `loop.for`: `fill` traces its region from the carried types, the index and the carried values, and
    /// returns the yielded values.
    pub(crate) fn counted_by<S: Values>(
        &self,
        at: Site,
        (bounds, attrs): ([Arg; 3], Attrs<'_>),
        start: S,
        fill: impl FnOnce(Region, &Types, Tensor, S::Traced) -> Traced<(OpKind, Vec<Val>)>,
    ) -> S::Traced {
        let shared = &self.shared;
        let made = (|| {
            let pieces = shared.pieces(at, bounds)?;
            let natural = pieces[0].index().is_some_and(|low| low.is_natural());
            let mut operands = shared.loop_bounds(at, &pieces)?;
            let starts = shared.starts(at, start.args())?;
            let carried = types(&starts);
            operands.extend(starts);
            let args = [vec![shared.scalars(Elem::Index)], carried.clone()].concat();
            let (region, mut vals) = shared.region(at, ScopeKind::For, &args)?;
            let index = Repr::Index(Rc::new(IndexExpr::value(vals.remove(0), natural)));
            let index = Tensor { shared: shared.clone(), repr: index };
            let inner = start.rebuilt(shared, Ok(vals));
            let (end, vals) = fill(region, &carried, index, inner)?;
            shared.close_loop(at, (For::KIND, attrs), operands, &carried, vec![(region, end, vals)])
        })();
        start.rebuilt(shared, made)
    }

    /// A loop with a condition: while `condition` of the carried values is true, `body` computes those of the
    /// next iteration. Returns the carried values for which the condition is false.
    ///
    /// In a [`Tracer::compute`], the iteration count may differ per element.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("collatz", |p| {
    ///     let n = p.dim("n");
    ///     let start = p.input::<i64>("start", [n]);
    ///     p.compute([n], |[i]| {
    ///         let (_, steps) = p.while_(
    ///             (start.at([i]), 0i32),
    ///             |(x, _)| x.gt(1),
    ///             |(x, steps)| ((&x % 2).eq(0).select(&x / 2, 3 * &x + 1), steps + 1),
    ///         );
    ///         steps
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn while_<S: Values, V: Values>(
        &self,
        start: S,
        condition: impl FnOnce(S::Traced) -> Tensor,
        body: impl FnOnce(S::Traced) -> V,
    ) -> S::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let made = (|| {
            let starts = shared.starts(at, start.args())?;
            let carried = types(&starts);
            let (before, vals) = shared.region(at, ScopeKind::While, &carried)?;
            let test = shared.inside(before, || {
                let condition = condition(start.rebuilt(shared, Ok(vals.clone())));
                shared.truth(at, condition.arg())
            });
            let passed = test.map(|test| [vec![test], vals].concat());
            let (after, vals) = shared.body_after(at, before, &carried)?;
            let inner = start.rebuilt(shared, Ok(vals));
            let next = shared.loop_body(at, after, &carried, || body(inner))?;
            let ends = vec![(before, Condition::KIND, passed?), (after, Yield::KIND, next)];
            shared.close_loop(at, (While::KIND, &[]), starts, &carried, ends)
        })();
        start.rebuilt(shared, made)
    }

    /// Runs one of two closures, by a scalar condition. Their results have the same shapes; constants take
    /// the type of the other branch. [`Tensor::select`] selects per element.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("relu", |p| {
    ///     let n = p.dim("n");
    ///     let x = p.input::<f32>("x", [n]);
    ///     p.compute([n], |[i]| {
    ///         let x = x.at([i]);
    ///         p.if_(x.gt(0), || x.sqrt(), || 0.0)
    ///     })
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn if_<A: Values, B: Values<Traced = A::Traced>>(
        &self,
        condition: impl Operand,
        then: impl FnOnce() -> A,
        otherwise: impl FnOnce() -> B,
    ) -> A::Traced {
        let at = Site::caller();
        let shared = &self.shared;
        let condition = shared.truth(at, condition.arg());
        let regions = [(); 2].map(|()| shared.region(at, ScopeKind::If, &[]));
        let [Ok((first, _)), Ok((second, _))] = regions else {
            return then().rebuilt(shared, Err(Reported));
        };
        let (template, first_pieces) = self.branch(at, first, then);
        let (_, second_pieces) = self.branch(at, second, otherwise);
        let made = (|| {
            let (pieces, others) = (first_pieces?, second_pieces?);
            if pieces.len() != others.len() {
                let (a, b) = (pieces.len(), others.len());
                return Err(shared.fail(
                    at,
                    format!("the branches of an if return {a} and {b} values, but must return equally many"),
                ));
            }
            let kinds: Vec<Traced<(Type, Elem)>> = pieces
                .iter()
                .zip(&others)
                .map(|(a, b)| shared.branch_type(at, "if", &[a.clone(), b.clone()]))
                .collect();
            let types: Types = kinds.into_iter().collect::<Traced<_>>()?;
            let mut ends = Vec::new();
            for (region, pieces) in [(first, &pieces), (second, &others)] {
                let vals =
                    shared.inside(region, || shared.fit_all(at, "a branch of the if", pieces, &types))?;
                ends.push((region, vals));
            }
            shared.close_branches(at, (If::KIND, &[]), condition?, &types, ends)
        })();
        template.rebuilt(shared, made)
    }

    /// Traces a branch in its region: its values, as the closure returned them and as pieces.
    pub(crate) fn branch<V: Values>(
        &self,
        at: Site,
        region: Region,
        body: impl FnOnce() -> V,
    ) -> (V, Traced<Vec<Piece>>) {
        self.shared.inside(region, || {
            let values = body();
            let pieces = self.shared.pieces(at, values.args());
            (values, pieces)
        })
    }
}

impl Shared {
    /// Makes a conditional or switch whose branches are complete, from the values of each branch in these
    /// types. Returns the results that the program asked for; the op also yields the changed states of
    /// handles.
    pub(crate) fn close_branches(
        self: &Rc<Self>,
        at: Site,
        (what, attrs): (OpKind, Attrs<'_>),
        by: Val,
        own: &Types,
        ends: Vec<(Region, Vec<Val>)>,
    ) -> Traced<Vec<Val>> {
        let regions: Vec<Region> = ends.iter().map(|(region, _)| *region).collect();
        let hidden = self.changed(at, &regions)?;
        for (i, (region, vals)) in ends.into_iter().enumerate() {
            self.end_region(at, region, Yield, &hidden.after(vals, i))?;
        }
        let results = [own.clone(), hidden.types()].concat();
        let blocks: Vec<Block> = regions.iter().map(|region| region.block()).collect();
        let made = self.op(at, what, &[by], &results, attrs, &blocks)?;
        self.settle(at, &hidden, made)
    }

    /// A condition as a scalar bool.
    pub(crate) fn truth(&self, at: Site, condition: Arg) -> Traced<Val> {
        let piece = self.piece(at, condition)?;
        if let Piece::Val(val) = &piece
            && !self.shape(val).is_empty()
        {
            let (found, truth) = (self.describe(val), self.remedy(at, Remedy::Truth));
            let message = format!("a condition must be one bool, not {found}: use {truth}");
            return Err(self.fail_about(at, message, &[("the condition", val)]));
        }
        self.scalar(at, &piece, Elem::Bool)
    }

    /// The common type of a value that the branches of `what` yield.
    pub(crate) fn branch_type(&self, at: Site, what: &str, pieces: &[Piece]) -> Traced<(Type, Elem)> {
        let elem = self.common_elem(at, what, pieces)?;
        let tensor = |piece: &Piece| match piece {
            Piece::Val(val) if !val.is_scalar(&self.ctx) && !self.in_compute() => Some(val.clone()),
            _ => None,
        };
        Ok(match pieces.iter().find_map(tensor) {
            Some(val) => (self.ctx.with_elem(val.ty, elem.ir(&self.ctx)), elem),
            None => self.scalars(elem),
        })
    }
}
