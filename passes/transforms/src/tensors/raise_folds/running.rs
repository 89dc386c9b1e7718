//! Prefix folds: folds over all terms up to the point of an axis, or from it on.

use super::code::Code;
use super::guards::Guards;
use tf_dialects::arith::{self, CmpI, FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::scan::Scan;
use tf_dialects::tensor::{Access, Compute, Fold, FoldOp, build, result_type};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Copier, Subscript};
use tf_passes_common::cost::figures::SHORTEST_RUNNING;

/// The terms of a prefix fold.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Range {
    /// The axis of the domain whose point is an end of the range.
    axis: usize,
    /// The terms from the point on.
    reverse: bool,
    /// Without the term at the point.
    exclusive: bool,
}

/// A fold that is a scan along an axis.
pub(super) struct Running {
    range: Range,
    /// Masks that are implied by the range.
    masks: Vec<(Value, bool)>,
}

/// The bounds of a fold, with the masks that tighten them.
struct Ends {
    lower: Vec<Extent>,
    upper: Vec<Extent>,
    masks: Vec<(Value, bool)>,
}

impl Running {
    /// The scan that computes a fold directly in the region of a compute, if all its terms have the same
    /// range.
    pub fn of(body: &Body, compute: Op, fold: Op) -> Option<Running> {
        let view = body.cast(compute, Compute)?;
        let fold_view = body.cast(fold, Fold).filter(|fold| fold.combiner().is_none())?;
        if body.block_of(fold) != view.block() {
            return None;
        }
        let kinds = fold_view.combining_kinds().into_iter().zip(body.results(fold));
        let exact = |value: Value| dtype(body.ctx(), body.ty(value));
        let open = FastMath::of(fold_view.op()).has(FastMath::REASSOC) || { kinds }
            .all(|(kind, value)| exact(value).is_some_and(|dtype| kind.is_exact(dtype)));
        let mut indices = Indices::new(body);
        // Without guards, the bounds alone may give the range.
        let guards =
            Guards::of_terms(body, fold_view).filter(|all| all.iter().all(|of| of.factors.is_empty()));
        let conditions: Vec<Vec<(Value, bool)>> = match guards {
            Some(guards) => guards.into_iter().map(|guards| guards.conditions).collect(),
            None => vec![Vec::new(); fold_view.yielded().len()],
        };
        let mut found: Option<Running> = None;
        for conditions in conditions {
            let ends = Ends::of(&mut indices, fold_view, &conditions)?;
            let axes = 0..view.extents().len();
            let range = { axes }.find_map(|axis| {
                let index = indices.term(view.indices()[axis]);
                ends.range(&mut indices, (axis, fold), &index, &view.extents()[axis])
            })?;
            match &mut found {
                None => found = Some(Running { range, masks: ends.masks }),
                Some(first) if first.range == range => first.masks.extend(ends.masks),
                Some(_) => return None,
            }
        }
        let running = found.filter(|running| open || !running.range.reverse)?;
        running.pays(body, compute, fold).then_some(running)
    }

    /// True if the terms are the same at all points of the axis, and the axis is long.
    fn pays(&self, body: &Body, compute: Op, fold: Op) -> bool {
        let axis = self.range.axis;
        let view = body.view(compute, Compute);
        let short = view.extents()[axis].as_const().is_some_and(|n| n < SHORTEST_RUNNING);
        let Some(code) = self.code(body, compute, fold).filter(|_| !short) else { return false };
        !code.uses(view.indices()[axis]) && !view.accumulators().iter().any(|of| code.uses(*of))
    }

    /// The code of the terms.
    fn code(&self, body: &Body, compute: Op, fold: Op) -> Option<Code> {
        let view = body.cast(fold, Fold)?;
        let blocks = [body.cast(compute, Compute)?.block()?, view.block()?];
        let known: Vec<Value> = self.masks.iter().map(|(value, _)| *value).collect();
        let terms: Vec<Value> = view.yielded().into_iter().map(|term| self.chosen(body, term)).collect();
        Code::of(body, &blocks, &terms, &known)
    }

    /// The operand that selections by the masks choose in terms that count.
    fn chosen(&self, body: &Body, term: Value) -> Value {
        let select = body.def_op(term).filter(|op| body.is(*op, arith::Select));
        let chosen = select.and_then(|op| {
            let (_, holds) = self.masks.iter().find(|(mask, _)| *mask == body.operand(op, 0))?;
            Some(body.operand(op, if *holds { 1 } else { 2 }))
        });
        chosen.map_or(term, |chosen| self.chosen(body, chosen))
    }

    /// Computes the terms, scans them, and reads the fold's results from the scan. `None` if the code cannot
    /// be built.
    pub fn raise(&self, body: &mut Body, compute: Op, fold: Op) -> Option<()> {
        let code = self.code(body, compute, fold)?;
        let view = body.cast(compute, Compute)?;
        let kept = |axis: usize, index: Value| axis == self.range.axis || code.uses(index);
        let all = view.indices().into_iter().enumerate();
        let axes: Vec<(usize, Value)> = all.filter(|(axis, index)| kept(*axis, *index)).collect();
        let extents: Vec<Extent> = axes.iter().map(|(axis, _)| view.extents()[*axis].clone()).collect();
        let terms = self.terms(body, (compute, fold), &axes, &extents, &code)?;
        let along = axes.iter().position(|(axis, _)| *axis == self.range.axis)?;
        let kinds = body.cast(fold, Fold)?.combining_kinds();
        let flags = body.attr(fold, FastMath::ATTR);
        let mut b = Builder::before(body, compute);
        b.loc = b.body.loc(fold);
        let ctx = b.ctx();
        let mut attrs: Vec<(&str, Attribute)> =
            vec![("kinds", kinds_attr(&ctx, &kinds)), ("dim", ctx.i64_attr(along as i64))];
        let set = [("reverse", self.range.reverse), ("exclusive", self.range.exclusive)];
        attrs.extend(set.into_iter().filter(|(_, is)| *is).map(|(name, _)| (name, ctx.unit_attr())));
        attrs.extend(flags.map(|flags| (FastMath::ATTR, flags)));
        let types: Vec<Type> = terms.iter().map(|v| b.body.ty(*v)).collect();
        let scan = b.op(Scan, &terms, &types, &attrs);
        let sources: Vec<Value> = body.results(scan).collect();
        let point: Vec<Value> = axes.iter().map(|(_, index)| *index).collect();
        let mut b = Builder::before(body, fold);
        let read = |source| build::at_indices(&mut b, source, &point);
        let results: Vec<Value> = sources.into_iter().map(read).collect();
        body.replace(fold, &results);
        Some(())
    }

    /// Computes tensors of the terms, in which the axis of the fold replaces the axis of the points.
    fn terms(
        &self,
        body: &mut Body,
        (compute, fold): (Op, Op),
        axes: &[(usize, Value)],
        extents: &[Extent],
        code: &Code,
    ) -> Option<Vec<Value>> {
        let view = body.cast(fold, Fold)?;
        let index = view.index()?;
        let yielded: Vec<Value> = view.yielded().into_iter().map(|term| self.chosen(body, term)).collect();
        let ctx = body.ctx().clone();
        let types: Vec<Type> =
            yielded.iter().map(|v| result_type(&ctx, extents, body.ty(*v))).collect::<Option<_>>()?;
        let mut b = Builder::before(body, compute);
        b.loc = b.body.loc(fold);
        let mut done = None;
        let made = build::compute(&mut b, extents, &types, |b, args| {
            let old = axes.iter().map(|(axis, of)| if *axis == self.range.axis { index } else { *of });
            let places = old.zip(args.iter().copied().map(Subscript::value));
            let mut copier = Copier::of_subscripts(places);
            for (mask, holds) in &self.masks {
                let known = arith::const_int(b, ctx.i1(), i64::from(*holds));
                copier.set(*mask, known);
            }
            done = code.copy(b, &mut copier);
            copier.values(b, yielded.iter().copied())
        });
        if done.is_none() {
            body.erase(made);
            return None;
        }
        let terms: Vec<Value> = (0..yielded.len())
            .map(|at| read_whole(body, made, at).unwrap_or(body.result(made, at)))
            .collect();
        if body.results_unused(made) && terms_are_read(body, made, &terms) {
            body.erase(made);
        }
        Some(terms)
    }
}

/// True if none of the tensors is a result of an op.
fn terms_are_read(body: &Body, op: Op, terms: &[Value]) -> bool {
    terms.iter().all(|term| body.def_op(*term) != Some(op))
}

/// The source tensor, if a result of a compute is a copy of it.
fn read_whole(body: &Body, compute: Op, result: usize) -> Option<Value> {
    let view = body.cast(compute, Compute)?;
    let at = body.def_op(*view.yielded().get(result)?)?;
    let access = Access::of_read(body.op(at))?;
    let own = access.map.results().iter().map(|expr| expr.as_dim().map(|d| access.indices[d as usize]));
    let is_own = own.eq(view.indices().into_iter().map(Some));
    let same = body.ty(access.source) == body.ty(body.result(compute, result));
    (is_own && same).then_some(access.source)
}

impl Ends {
    /// The bounds of a fold, tightened by the conditions on its terms.
    fn of(indices: &mut Indices<'_>, fold: FoldOp<'_>, conditions: &[(Value, bool)]) -> Option<Ends> {
        let (body, at) = (fold.op().body(), fold.op().id());
        let map = fold.bounds().and_then(|attr| fold.op().ctx().attr_map(attr))?;
        let values = fold.indices();
        let bound = |expr| indices.affine(at, expr, &values, fold.symbols());
        let bounds: Vec<Extent> = map.results().iter().map(bound).collect::<Option<_>>()?;
        let [lower, upper] = &bounds[..] else { return None };
        let index = indices.term(fold.index()?);
        let trip = index.sub(lower).ok()?;
        let moves = |term: &Extent| trip.symbols().iter().any(|symbol| term.symbols().contains(symbol));
        let mut ends = Ends { lower: vec![lower.clone()], upper: vec![upper.clone()], masks: Vec::new() };
        for (condition, holds) in conditions {
            let Some(differences) = differences(body, indices, *condition, *holds) else { continue };
            let mut own = (Vec::new(), Vec::new());
            for difference in differences {
                // `index <= difference + index`, or `index >= index - difference`.
                let (most, least) = (difference.add(&index).ok()?, index.sub(&difference).ok()?);
                match (moves(&most), moves(&least)) {
                    (false, _) => own.1.push(most.add_const(1).ok()?),
                    (true, false) => own.0.push(least),
                    (true, true) => own = (Vec::new(), Vec::new()),
                }
            }
            if own.0.len() + own.1.len() > 0 {
                ends.lower.extend(own.0);
                ends.upper.extend(own.1);
                ends.masks.push((*condition, *holds));
            }
        }
        Some(ends)
    }

    /// The range along an axis with this index and extent.
    fn range(
        &self,
        indices: &mut Indices<'_>,
        (axis, fold): (usize, Op),
        index: &Extent,
        extent: &Extent,
    ) -> Option<Range> {
        let behind = |end: &Extent| end.sub(index).ok()?.as_const().filter(|by| matches!(by, 0 | 1));
        // True if no other bound is tighter.
        let mut is_first = |end: &Extent, others: &[Extent], sign: i64| {
            let gap = |other: &Extent| other.sub(end).and_then(|gap| gap.scale(sign));
            others.iter().all(|other| gap(other).is_ok_and(|gap| indices.prove_ge0(fold, &gap)))
        };
        let zero = Extent::constant(0);
        let forward = self.upper.iter().find_map(|end| Some((end, behind(end)?)));
        if let Some((end, by)) = forward
            && self.lower.contains(&zero)
            && is_first(&zero, &self.lower, -1)
            && is_first(end, &self.upper, 1)
        {
            return Some(Range { axis, reverse: false, exclusive: by == 0 });
        }
        let (begin, by) = self.lower.iter().find_map(|end| Some((end, behind(end)?)))?;
        let whole = self.upper.contains(extent) && is_first(extent, &self.upper, 1);
        let nearest = whole && is_first(begin, &self.lower, -1);
        nearest.then_some(Range { axis, reverse: true, exclusive: by == 1 })
    }
}

/// The expressions that are at least 0 if a comparison of integers holds.
fn differences(body: &Body, indices: &mut Indices<'_>, condition: Value, holds: bool) -> Option<Vec<Extent>> {
    let op = body.def_op(condition)?;
    let predicate = CmpI::of(body.op(op))?;
    let predicate = if holds { predicate } else { predicate.inverted() };
    let sides = [0, 1].map(|i| body.operand(op, i));
    if !sides.iter().all(|value| indices.is_exact(*value)) {
        return None;
    }
    let terms = sides.map(|value| indices.term(value));
    let of = |(less, greater, gap): &(usize, usize, i64)| {
        terms[*greater].sub(&terms[*less]).and_then(|difference| difference.add_const(-gap)).ok()
    };
    predicate.differences().iter().map(of).collect()
}
