//! Builds the gather form of a read: for each element, the sum over the points that read it. A guard tests
//! that there are such points.

use super::code::{and, too_large};
use super::edges;
use super::gather::{self, Inverse, Range};
use super::linearize::{Param, ShiftedIndex};
use super::replay::Replay;
use super::scope::Sweep;
use super::sites::{EnclosingRegion, Given, Saved, Site};
use smallvec::SmallVec;
use std::cell::RefCell;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::differentiate::{Active, constant_like};
use tf_dialects::elementwise;
use tf_dialects::loops::{self, If};
use tf_dialects::tensor::{self, CombiningKind, Compute, ComputeOp, Subscripts, build};
use tf_ir::OpKind;
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Copier, Form, Subscript, joined, materialize};

/// One case in which a read reaches elements, solved.
pub(super) struct Gather {
    /// All points that read an element.
    pub inverse: Inverse,
    /// The parameters.
    pub params: Vec<Param>,
    /// The indices at the read: the value, and its position among the unknowns.
    pub indices: Vec<(Value, usize)>,
    /// The shifted indices, which their unknown does not represent directly.
    pub shifted: Vec<ShiftedIndex>,
}

/// Builds the sum over the points that read one element.
pub(super) struct Emitter<'e> {
    /// The read.
    pub site: &'e Site,
    /// One of its cases.
    pub gather: &'e Gather,
    /// The tensors that the adjoint compute saved.
    pub saved: &'e Saved,
    /// The values that depend on variables.
    pub active: &'e Active,
    /// The type of elements.
    pub elem: Type,
    /// The function that builds the backward pass of code.
    pub sweep: Sweep,
    /// The indices of sums that are not clipped at the edges of the box; `None` if all sums are clipped.
    pub whole: Option<&'e RefCell<Vec<Value>>>,
}

/// Expressions over values and extents under construction.
struct Space {
    dims: SmallVec<[Value; 4]>,
    symbols: Vec<Extent>,
    /// The quotients and parameters, then 1: the known quantities of the inverse's forms.
    known: Vec<AffineExpr>,
    /// The unknowns summed over so far.
    unknown: Vec<AffineExpr>,
}

impl Space {
    fn subscript(&self, expr: AffineExpr) -> Subscript {
        Subscript { expr, dims: self.dims.clone(), symbols: self.symbols.clone() }
    }

    /// A form as an expression; unknowns without a value must have coefficient 0.
    fn expr(&self, form: &gather::Form) -> Option<AffineExpr> {
        let sum = combine(form.unknown.iter().zip(&self.unknown).chain(form.known.iter().zip(&self.known)))?;
        // An unknown may start at the point. A subscript at a constant distance from the point then depends
        // on the summation index alone.
        let begins = self.unknown.iter().any(|unknown| unknown.as_dim().is_none());
        Some(if begins { edges::added_up(&sum, self.dims.len(), self.symbols.len()) } else { sum })
    }
}

fn combine<'x>(parts: impl Iterator<Item = (&'x i128, &'x AffineExpr)>) -> Option<AffineExpr> {
    let mut sum = AffineExpr::constant(0);
    for (c, expr) in parts.filter(|(c, _)| **c != 0) {
        sum = sum.add(&expr.scale(i64::try_from(*c).ok()?).ok()?).ok()?;
    }
    Some(sum)
}

impl Emitter<'_> {
    /// The sum for an element of the tensor.
    ///
    /// # Errors
    /// Code without derivative, or subscripts that became too large.
    pub fn emit(&self, b: &mut Builder<'_>, element: &[Value]) -> Result<Value, Diagnostic> {
        let (mut space, base) = self.space(element).ok_or_else(|| self.too_large(b))?;
        let conditions = self.conditions(&space, &base).ok_or_else(|| self.too_large(b))?;
        let mut guard: Option<Value> = None;
        for (predicate, expr) in conditions {
            let value = materialize(b, &space.subscript(expr));
            let zero = tf_dialects::arith::const_index(b, 0);
            let holds = arith::cmpi(b, predicate, value, zero);
            guard = Some(and(b, guard, holds));
        }
        let Some(guard) = guard else { return self.sum(b, 0, &mut space) };
        let op = If::build(b, guard, &[self.elem]);
        let (_, cursor) = b.enter(op, 0, &[]);
        let value = self.sum(b, 0, &mut space)?;
        loops::Yield::build(b, &[value]);
        b.cursor = cursor;
        let (_, cursor) = b.enter(op, 1, &[]);
        let zero = constant_like(b, self.elem, 0.0);
        loops::Yield::build(b, &[zero]);
        b.cursor = cursor;
        Ok(b.body.result(op, 0))
    }

    /// Returns the quotients and parameters as expressions, and the coordinates and parameters that the
    /// quotients depend on.
    fn space(&self, element: &[Value]) -> Option<(Space, Vec<AffineExpr>)> {
        let mut space = Space {
            dims: element.iter().copied().collect(),
            symbols: Vec::new(),
            known: Vec::new(),
            unknown: Vec::new(),
        };
        let mut params = Vec::new();
        for param in &self.gather.params {
            params.push(match param {
                Param::Extent(extent) => {
                    space.symbols.push(extent.clone());
                    AffineExpr::symbol(space.symbols.len() as u32 - 1)
                }
                Param::Value(value) => {
                    space.dims.push(*value);
                    AffineExpr::dim(space.dims.len() as u32 - 1)
                }
            });
        }
        params.push(AffineExpr::constant(1));
        let base: Vec<AffineExpr> =
            (0..element.len() as u32).map(AffineExpr::dim).chain(params.iter().cloned()).collect();
        for quotient in &self.gather.inverse.quotients {
            let form = combine(quotient.form.known.iter().zip(&base))?;
            let divisor = i64::try_from(quotient.divisor).ok()?;
            space.known.push(match divisor {
                1 => form,
                _ => form.floordiv(&AffineExpr::constant(divisor)).ok()?,
            });
        }
        space.known.extend(params);
        Some((space, base))
    }

    /// The conditions for any point to read the element, without those that hold for every element.
    fn conditions(&self, space: &Space, base: &[AffineExpr]) -> Option<Vec<(CmpI, AffineExpr)>> {
        let inverse = &self.gather.inverse;
        let mut all = Vec::new();
        for zero in &inverse.zeros {
            all.push((CmpI::Eq, combine(zero.known.iter().zip(base))?));
        }
        for quotient in inverse.quotients.iter().filter(|q| q.divisor != 1) {
            let form = combine(quotient.form.known.iter().zip(base))?;
            let divisor = AffineExpr::constant(i64::try_from(quotient.divisor).ok()?);
            all.push((CmpI::Eq, form.modulo(&divisor).ok()?));
        }
        for guard in &inverse.guards {
            all.push((CmpI::Sge, space.expr(guard)?));
        }
        Some(all)
    }

    /// The sum over unknown `k` and those after it.
    fn sum(&self, b: &mut Builder<'_>, k: usize, space: &mut Space) -> Result<Value, Diagnostic> {
        let Some(range) = self.gather.inverse.ranges.get(k) else { return self.cotangent(b, space) };
        let whole = self.whole.and_then(|indices| Some((indices, self.reach(b, range, k, space)?)));
        let bounds = match &whole {
            Some((_, (_, count))) => ends(*count),
            None => self.bounds(b, range, k, space),
        };
        let bounds = bounds.ok_or_else(|| self.too_large(b))?;
        let mut result = Ok(());
        let op = build::fold(b, &bounds, &[CombiningKind::Add], &[self.elem], None, |b, z| {
            space.dims.push(z);
            let index = AffineExpr::dim(space.dims.len() as u32 - 1);
            let unknown = match &whole {
                Some((indices, (first, _))) => {
                    indices.borrow_mut().push(z);
                    first.add(&index).unwrap_or(index)
                }
                None => index,
            };
            space.unknown.push(unknown);
            let value = self.sum(b, k + 1, space);
            space.unknown.pop();
            space.dims.pop();
            vec![value.unwrap_or_else(|error| {
                result = Err(error);
                constant_like(b, self.elem, 0.0)
            })]
        });
        result?;
        Ok(b.body.result(op, 0))
    }

    /// The start of an unknown and its count of values, if its bounds are at a constant distance from each
    /// other and clipped only at an edge of the box.
    fn reach(&self, b: &Builder<'_>, range: &Range, k: usize, space: &Space) -> Option<(AffineExpr, i64)> {
        let extent = self.axis(b, k)?;
        let end = |form: &gather::Form| {
            let c = form.unknown[k];
            let mut rest = form.clone();
            rest.unknown[k] = 0;
            match c {
                1 => space.expr(&rest.times(-1).ok()?),
                -1 => space.expr(&rest)?.add(&AffineExpr::constant(1)).ok(),
                _ => None,
            }
        };
        let lower = range.lower.iter().map(end).collect::<Option<Vec<_>>>()?;
        let upper = range.upper.iter().map(end).collect::<Option<Vec<_>>>()?;
        let dims = space.dims.len();
        let moves = |expr: &&AffineExpr| (0..dims).any(|d| expr.uses_dim(d as u32));
        let starts_at_0 = lower.iter().filter(|expr| !moves(expr)).all(|expr| expr.as_const() == Some(0));
        let mut fixed = upper.iter().filter(|expr| !moves(expr));
        if !starts_at_0 || !fixed.all(|expr| edges::is_extent(expr, &extent, dims, &space.symbols)) {
            return None;
        }
        let (mut lower, mut upper) =
            (lower.iter().filter(moves).collect::<Vec<_>>(), upper.iter().filter(moves).collect::<Vec<_>>());
        lower.dedup();
        upper.dedup();
        let mut firsts = lower.into_iter();
        let mut lasts = upper.into_iter();
        let (first, None, last, None) = (firsts.next()?, firsts.next(), lasts.next()?, lasts.next()) else {
            return None;
        };
        let count = edges::distance(first, last, (dims, space.symbols.len()))?;
        let is_short = extent.as_const().is_none_or(|n| 2 * count <= n);
        ((1..=edges::MOST_TERMS).contains(&count) && is_short).then(|| (first.clone(), count))
    }

    /// The extent of the box axis whose index is unknown `k`, for a read whose cotangent is a multiple of the
    /// cotangent of the point.
    fn axis(&self, b: &Builder<'_>, k: usize) -> Option<Extent> {
        if !self.gather.shifted.is_empty() || !edges::is_linear(b.body, self.site) {
            return None;
        }
        let view = b.body.cast(self.saved.compute, Compute)?;
        let is_it = |unknown: usize| {
            let form = &self.gather.inverse.indices[unknown];
            let own = form.unknown.iter().enumerate().all(|(at, c)| *c == i128::from(at == k));
            own && form.known.iter().all(|c| *c == 0)
        };
        let (index, _) = self.gather.indices.iter().find(|(_, unknown)| is_it(*unknown))?;
        let axis = view.indices().iter().position(|own| own == index)?;
        Some(view.extents()[axis].clone())
    }

    /// `max of lower bounds` to `min of upper bounds + 1`.
    fn bounds(&self, b: &mut Builder<'_>, range: &Range, k: usize, space: &Space) -> Option<Subscripts> {
        let bound = |form: &gather::Form| -> Option<AffineExpr> {
            let c = form.unknown[k];
            let mut rest = form.clone();
            rest.unknown[k] = 0;
            // c z + rest ≥ 0
            let (rest, divisor) = match c > 0 {
                true => (rest.times(-1).ok()?, c),
                false => (rest, -c),
            };
            let rest = space.expr(&rest)?;
            let divisor = AffineExpr::constant(i64::try_from(divisor).ok()?);
            if c > 0 {
                rest.ceildiv(&divisor).ok()
            } else {
                rest.floordiv(&divisor).ok()?.add(&AffineExpr::constant(1)).ok()
            }
        };
        let lower = range.lower.iter().map(bound).collect::<Option<Vec<_>>>()?;
        let upper = range.upper.iter().map(bound).collect::<Option<Vec<_>>>()?;
        let lower = extreme(b, space, lower, arith::Maxsi::KIND);
        let upper = extreme(b, space, upper, arith::Minsi::KIND);
        joined(&[lower, upper], &Form::Value)
    }

    /// The cotangent of the read at the point that the unknowns determine.
    fn cotangent(&self, b: &mut Builder<'_>, space: &Space) -> Result<Value, Diagnostic> {
        let mut copier = Copier::default();
        for (value, unknown) in &self.gather.indices {
            let expr = self.index(space, *unknown).ok_or_else(|| self.too_large(b))?;
            copier.extend_subscripts([(*value, space.subscript(expr))]);
        }
        if self.site.folds().next().is_none() {
            let read = b.body.result(self.site.at, 0);
            return self.saved.at(b, &copier, self.saved.reads[&read]);
        }
        let level = self.level(b, copier.clone())?;
        let given = self.saved.given(b, self.site, &level.copier)?;
        self.descend(b, (&level, &copier), self.site.path_to_fold(), &given)
    }

    /// The index that an unknown represents, after its shifts are undone.
    fn index(&self, space: &Space, unknown: usize) -> Option<AffineExpr> {
        let inverse = &self.gather.inverse;
        let mut expr = space.expr(&inverse.indices[unknown])?;
        for shifted in self.gather.shifted.iter().rev().filter(|t| t.unknown == unknown) {
            let [rest, extent] = [&shifted.rest, &shifted.extent]
                .map(|form| inverse.at_point(form).ok().and_then(|form| space.expr(&form)));
            let rest = rest?;
            let difference = if shifted.is_opposite { rest.sub(&expr) } else { expr.sub(&rest) };
            expr = difference.ok()?.modulo(&extent?).ok()?;
        }
        Some(expr)
    }

    /// The code at the level of the box, with the saved results of its folds.
    fn level(&self, b: &mut Builder<'_>, mut copier: Copier) -> Result<Replay, Diagnostic> {
        let block = b.body.cast(self.saved.compute, Compute).and_then(ComputeOp::block).expect("verified");
        let folds: Vec<Op> = b.body.ops(block).filter(|op| b.body.is(*op, tensor::Fold)).collect();
        for fold in &folds {
            let results: Vec<Value> = b.body.results(*fold).collect();
            for result in results {
                let value = self.saved.at(b, &copier, self.saved.results[&result])?;
                copier.set(result, value);
            }
        }
        let mut active = self.active.clone();
        // Saved results of folds are active if the folds are.
        for fold in &folds {
            if self.active.is_used(b.body, *fold) {
                let results: Vec<Value> = b.body.results(*fold).collect();
                results.iter().for_each(|r| active.insert(copier.known(*r)));
            }
        }
        let mut code = Replay::new(copier, active);
        code.append(b, block, |op| !folds.contains(&op))?;
        Ok(code)
    }

    /// Enters the remaining regions, with the indices from `point`, and returns the cotangent of the read.
    fn descend(
        &self,
        b: &mut Builder<'_>,
        (level, point): (&Replay, &Copier),
        path_to_fold: &[EnclosingRegion],
        given: &Given,
    ) -> Result<Value, Diagnostic> {
        match (path_to_fold.split_first(), given) {
            (Some((EnclosingRegion::Branch(op, side), rest)), _) => {
                self.enter_branch(b, (level, point), (*op, *side), (rest, given))
            }
            (Some((EnclosingRegion::Fold(fold), rest)), _) => {
                let index = point.form(b.body.view(*fold, tensor::Fold).index().expect("verified"));
                let (inner, given) = self.site.enter(b, level, (*fold, index), (given, rest), self.sweep)?;
                match given {
                    Some(given) => self.descend(b, (&inner, point), rest, &given),
                    None => Ok(constant_like(b, self.elem, 0.0)),
                }
            }
            (None, Given::Cotangent(g)) => Ok(*g),
            (None, Given::Seeds(_)) => unreachable!("the path ends in the innermost fold"),
        }
    }

    /// The cotangent if the read's region of a conditional is taken, else 0.
    fn enter_branch(
        &self,
        b: &mut Builder<'_>,
        (level, point): (&Replay, &Copier),
        (op, side): (Op, usize),
        (rest, given): (&[EnclosingRegion], &Given),
    ) -> Result<Value, Diagnostic> {
        let condition = b.body.operand(op, 0);
        let condition = level.copier.value(b, condition);
        let new = If::build(b, condition, &[self.elem]);
        for i in 0..2 {
            let (_, cursor) = b.enter(new, i, &[]);
            let value = if i == side {
                let block = b.body.entry(b.body.region(op, i)).expect("the read is in this region");
                let inner = Replay::of(b, block, level.copier.clone(), level.active.clone())?;
                self.descend(b, (&inner, point), rest, given)?
            } else {
                constant_like(b, self.elem, 0.0)
            };
            loops::Yield::build(b, &[value]);
            b.cursor = cursor;
        }
        Ok(b.body.result(new, 0))
    }

    fn too_large(&self, b: &Builder<'_>) -> Diagnostic {
        too_large(b.body, self.site.at)
    }
}

/// The range from 0 to a constant.
fn ends(count: i64) -> Option<Subscripts> {
    Subscripts::new(&[AffineExpr::constant(0), AffineExpr::constant(count)], &[], &[]).ok()
}

/// The maximum or minimum of expressions.
fn extreme(b: &mut Builder<'_>, space: &Space, mut exprs: Vec<AffineExpr>, what: OpKind) -> Subscript {
    exprs.dedup();
    if let [one] = &exprs[..] {
        return space.subscript(one.clone());
    }
    let values: Vec<Value> = exprs.into_iter().map(|e| materialize(b, &space.subscript(e))).collect();
    let all = values.into_iter().reduce(|a, v| elementwise::build(b, what, &[a, v], &[]));
    Subscript::value(all.expect("every unknown has bounds"))
}
