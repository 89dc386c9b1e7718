//! Folds with one term that counts: a comparison of the index with a loop-invariant value masks all other
//! terms.

use super::code::Code;
use super::guards::{Guards, neutral};
use tf_dialects::arith::{self, CmpF, CmpI, FastMath, FlagSet};
use tf_dialects::elementwise::constant::scalar_attr;
use tf_dialects::math;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::{CombiningKind, Compute, Fold, Subscripts, build, result_type};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::combine::combine;
use tf_passes_common::code::subscript::{Copier, Subscript, materialize};
use tf_passes_common::cost::figures::SHORTEST_RAISED;

/// The only iteration of a fold that is not masked.
pub(super) struct OneHot {
    /// The comparison that selects it.
    compare: Value,
    /// The value that the index is compared with, and the offset of the index in that comparison.
    number: Value,
    offset: i64,
    /// The guards of each term.
    guards: Vec<Guards>,
}

impl OneHot {
    /// `None` for a fold without such an iteration.
    pub fn of(body: &Body, compute: Op, fold: Op) -> Option<OneHot> {
        let view = body.cast(fold, Fold).filter(|view| view.combiner().is_none())?;
        if tf_passes_common::code::folds::fold_trip_count(body, fold)
            .is_some_and(|trips| trips < SHORTEST_RAISED)
        {
            return None;
        }
        let (block, index) = (view.block()?, view.index()?);
        let guards = Guards::of_terms(body, view)?;
        let mut indices = Indices::new(body);
        let is_everywhere = |compare: Value| {
            guards.iter().all(|guards| guards.conditions.iter().any(|(value, _)| *value == compare))
        };
        let (compare, number, offset) = guards.first()?.conditions.iter().find_map(|(value, holds)| {
            let (number, offset) = compared(body, &mut indices, (block, index), *value, *holds)?;
            is_everywhere(*value).then_some((*value, number, offset))
        })?;
        let one_hot = OneHot { compare, number, offset, guards };
        one_hot.pays(body, compute, fold).then_some(one_hot)
    }

    /// True if the counts of non-finite factors cost less than all points.
    fn pays(&self, body: &Body, compute: Op, fold: Op) -> bool {
        let factors: Vec<Value> = self.factors();
        if factors.is_empty() {
            return true;
        }
        let shared = || {
            let view = body.cast(compute, Compute)?;
            let fold_view = body.cast(fold, Fold)?;
            let blocks = [view.block()?, fold_view.block()?];
            let within = body.block_of(fold) == view.block() && fold_view.indices().is_empty();
            let factors = Code::of(body, &blocks, &factors, &[]).filter(|_| within)?;
            let number = Code::of(body, &blocks, &[self.number], &[])?;
            let accumulates = view.accumulators().iter().any(|of| factors.uses(*of));
            let moves = view.indices().iter().any(|axis| number.uses(*axis) && !factors.uses(*axis));
            Some(moves && !accumulates)
        };
        shared().unwrap_or(false)
    }

    fn factors(&self) -> Vec<Value> {
        self.guards.iter().flat_map(|guards| guards.factors.iter().copied()).collect()
    }

    /// Replaces the fold by its term. Returns `None`, with the code unchanged, if the term cannot be built.
    pub fn raise(&self, body: &mut Body, compute: Op, fold: Op) -> Option<()> {
        let view = body.cast(fold, Fold)?;
        let (block, index, kinds) = (view.block()?, view.index()?, view.combining_kinds());
        let number = Code::of(body, &[block], &[self.number], &[])?;
        let flags = body.attr(fold, FastMath::ATTR);
        let bounds = Subscripts::of_op(body.op(fold))?;
        let counts: Vec<Option<Count>> = (0..kinds.len())
            .map(|i| match self.guards[i].factors.as_slice() {
                [] => Some(None),
                factors => Count::of(body, compute, fold, factors).map(Some),
            })
            .collect::<Option<_>>()?;
        let mut b = Builder::before(body, fold);
        b.loc = b.body.loc(fold);
        let at = self.place(&mut b, &number, &bounds)?;
        // The outcome of the comparison for terms that count.
        let holds = self.guards[0].conditions.iter().any(|(value, holds)| *value == self.compare && *holds);
        let ctx = b.ctx();
        let known = arith::const_int(&mut b, ctx.i1(), i64::from(holds));
        let mut copier = Copier::of_subscripts([(index, Subscript::value(at.clamped))]);
        let terms = copier.block(&mut b, block).ok()?;
        let copied = copier.known(self.compare);
        let mut results = Vec::with_capacity(terms.len());
        for (i, (kind, term)) in kinds.iter().zip(terms).enumerate() {
            let start = neutral(b.body, *kind, term)?;
            let start = constant(&mut b, start)?;
            let mut value = arith::select(&mut b, at.inside, term, start);
            if starts(b.body, *kind, term, flags) {
                value = combine(&mut b, *kind, start, value, flags)?;
            }
            if let Some(count) = &counts[i] {
                let factors = copier.values(&mut b, self.guards[i].factors.iter().copied());
                value = count.poison(&mut b, value, at.inside, &factors)?;
            }
            results.push(value);
        }
        if copied != self.compare {
            body.replace_uses(copied, known);
        }
        body.replace(fold, &results);
        Some(())
    }

    /// The iteration as an index: whether it is in the fold's range, and its value clamped to the range.
    fn place(&self, b: &mut Builder<'_>, number: &Code, bounds: &Subscripts) -> Option<At> {
        let ctx = b.ctx();
        let mut copier = Copier::default();
        number.copy(b, &mut copier)?;
        let mut at = copier.value(b, self.number);
        if b.body.ty(at) != ctx.index() {
            at = arith::index_cast(b, at, ctx.index());
        }
        if self.offset != 0 {
            let offset = arith::const_index(b, self.offset);
            at = arith::subi(b, at, offset);
        }
        let ends: Vec<Value> = Subscript::of(bounds).iter().map(|end| materialize(b, end)).collect();
        let [lower, upper] = ends[..] else { return None };
        let (above, below) = (arith::cmpi(b, CmpI::Sge, at, lower), arith::cmpi(b, CmpI::Slt, at, upper));
        let inside = arith::andi(b, above, below);
        let one = arith::const_index(b, 1);
        let last = arith::subi(b, upper, one);
        let clamped = arith::minsi(b, at, last);
        let clamped = arith::maxsi(b, clamped, lower);
        Some(At { inside, clamped })
    }
}

/// The index in the code.
struct At {
    inside: Value,
    clamped: Value,
}

/// The value that the index of a fold is compared with, and the offset of the index, if a condition requires
/// equality.
fn compared(
    body: &Body,
    indices: &mut Indices<'_>,
    (block, index): (Block, Value),
    condition: Value,
    holds: bool,
) -> Option<(Value, i64)> {
    let op = body.def_op(condition)?;
    let wanted = if holds { CmpI::Eq } else { CmpI::Ne };
    if CmpI::of(body.op(op)) != Some(wanted) {
        return None;
    }
    let sides = [0, 1].map(|i| body.operand(op, i));
    let own = |value: Value| Code::of(body, &[block], &[value], &[]);
    let moving = (0..2).find(|i| own(sides[*i]).is_some_and(|code| code.uses(index)))?;
    let (moving, number) = (sides[moving], sides[1 - moving]);
    if own(number)?.uses(index) || !indices.is_exact(moving) {
        return None;
    }
    let (term, of_index) = (indices.term(moving), indices.term(index));
    Some((number, term.sub(&of_index).ok()?.as_const()?))
}

/// True if a fold of one value may differ from the value: a sum starts at +0, unless it may be reassociated.
fn starts(body: &Body, kind: CombiningKind, value: Value, flags: Option<Attribute>) -> bool {
    let open = flags.and_then(|flags| FastMath::from_attr(body.ctx(), flags));
    let is_open = open.is_some_and(|flags| flags.has(FastMath::REASSOC));
    kind == CombiningKind::Add && body.ctx().is_float(body.ty(value)) && !is_open
}

fn constant(b: &mut Builder<'_>, value: Scalar) -> Option<Value> {
    let attr = scalar_attr(&b.ctx(), value)?;
    Some(arith::constant(b, attr))
}

/// The number of a fold's terms with a factor that is not finite.
struct Count {
    tensor: Value,
    /// The subscripts of the compute's point in it.
    point: Vec<Value>,
}

impl Count {
    /// Adds a compute of the counts before a compute, once for all points that share the factors.
    fn of(body: &mut Body, compute: Op, fold: Op, factors: &[Value]) -> Option<Count> {
        let view = body.cast(compute, Compute)?;
        let (block, index) = (body.cast(fold, Fold)?.block()?, body.cast(fold, Fold)?.index()?);
        let code = Code::of(body, &[view.block()?, block], factors, &[])?;
        let used = |axis: &Value| code.uses(*axis);
        let axes: Vec<Value> = view.indices().into_iter().filter(used).collect();
        let all = view.indices().into_iter().zip(view.extents());
        let extents: Vec<_> = all.filter(|(axis, _)| used(axis)).map(|(_, extent)| extent.clone()).collect();
        let (ctx, bounds) = (body.ctx().clone(), Subscripts::of_op(body.op(fold))?);
        let ty = result_type(&ctx, &extents, ctx.index())?;
        let mut b = Builder::before(body, compute);
        b.loc = b.body.loc(fold);
        let mut done = None;
        let made = build::compute(&mut b, &extents, &[ty], |b, args| {
            let fold = build::fold(b, &bounds, &[CombiningKind::Add], &[ctx.index()], None, |b, k| {
                let places = axes.iter().copied().zip(args.iter().copied()).chain([(index, k)]);
                let mut copier = Copier::of_subscripts(places.map(|(old, new)| (old, Subscript::value(new))));
                done = code.copy(b, &mut copier);
                let factors = copier.values(b, factors.iter().copied());
                vec![ones(b, &factors)]
            });
            vec![b.body.result(fold, 0)]
        });
        if done.is_none() {
            body.erase(made);
            return None;
        }
        Some(Count { tensor: body.result(made, 0), point: axes })
    }

    /// The value, or NaN if a masked term has a factor that is not finite, because its product with zero is
    /// NaN.
    fn poison(&self, b: &mut Builder<'_>, value: Value, inside: Value, factors: &[Value]) -> Option<Value> {
        let all = build::at_indices(b, self.tensor, &self.point);
        let zero = arith::const_index(b, 0);
        let own = ones(b, factors);
        let own = arith::select(b, inside, own, zero);
        let some = arith::cmpi(b, CmpI::Ne, all, own);
        let nan = Scalar::from_f64(dtype(&b.ctx(), b.body.ty(value))?, f64::NAN);
        let nan = constant(b, nan)?;
        Some(arith::select(b, some, nan, value))
    }
}

/// 1 if one of the factors is not finite, else 0.
fn ones(b: &mut Builder<'_>, factors: &[Value]) -> Value {
    let (one, zero) = (arith::const_index(b, 1), arith::const_index(b, 0));
    let mut count = zero;
    for factor in factors {
        let ty = b.body.ty(*factor);
        let infinite = arith::const_float(b, ty, f64::INFINITY);
        let size = math::absf(b, *factor);
        // True also for NaN.
        let not_finite = arith::cmpf(b, CmpF::UGE, size, infinite);
        count = arith::select(b, not_finite, one, count);
    }
    count
}
