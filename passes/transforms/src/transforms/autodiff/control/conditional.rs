//! The backward pass of conditionals: another conditional, whose regions run the code of the branch taken and
//! its backward pass.
//!
//! On tensors, the new conditional takes the current cotangents of the captured values and yields the new
//! ones. At a point of a comprehension it yields the terms to add to them, with the other results of the
//! backward pass: the cotangents of reads and the seeds of folds.

use crate::transforms::autodiff::code::{captured, captured_at_point, is_read, puts_in, reads_floats, same};
use crate::transforms::autodiff::replay::Replay;
use crate::transforms::autodiff::scope::{Found, Scope};
use crate::transforms::autodiff::seed::Seed;
use tf_dialects::differentiate::{Active, Reverse, constant_like};
use tf_dialects::tensor::Fold;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::as_branch;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// The values that leave the backward pass of a conditional.
struct LiveOut {
    /// The active captured values, whose cotangents leave.
    outside: Vec<Value>,
    /// The results of reads of floats, nested conditionals included, whose cotangents leave.
    reads: Vec<Value>,
    /// The folds that read floats, whose seeds leave.
    folds: Vec<Op>,
}

impl LiveOut {
    fn of(cx: &Reverse<'_, '_>, replay: &Replay, op: Op, scope: &Scope<'_>) -> LiveOut {
        let body = &*cx.b.body;
        let mut leaving = LiveOut { outside: Vec::new(), reads: Vec::new(), folds: Vec::new() };
        if scope.is_of_tensors() {
            leaving.outside = captured(body, op, &replay.copier, cx.active);
            return leaving;
        }
        leaving.outside = captured_at_point(body, op, &replay.copier, cx.active).0;
        if scope.direct().is_none() {
            leaving.find(body, op);
        }
        leaving
    }

    /// Collects the reads and folds of a conditional. The seeds of a fold determine the cotangents of the
    /// reads in it.
    fn find(&mut self, body: &Body, op: Op) {
        for inner in body.regions(op).flat_map(|r| body.blocks(r)).flat_map(|block| body.ops(block)) {
            if as_branch(body, inner).is_some() {
                self.find(body, inner);
            } else if body.is(inner, Fold) && reads_floats(body, inner) {
                self.folds.push(inner);
            } else if is_read(body, inner) {
                self.reads.extend(body.results(inner));
            }
        }
    }

    /// The types of all values that leave.
    fn types(&self, body: &Body) -> Vec<Type> {
        let results = self.folds.iter().flat_map(|fold| body.results(*fold).enumerate().map(|r| (*fold, r)));
        let parts = results.flat_map(|(fold, (i, result))| {
            vec![result; Seed::form(body, fold, i).map_or(0, |seed| seed.parts().len())]
        });
        let plain = self.outside.iter().chain(&self.reads).copied();
        plain.chain(parts).map(|value| body.ty(value)).collect()
    }

    /// The results of one region besides cotangents of captured values, in the order of the types.
    fn found(&self, body: &Body, found: &Found) -> Vec<Option<Value>> {
        let mut values: Vec<Option<Value>> =
            self.reads.iter().map(|read| found.reads.get(read).copied()).collect();
        for fold in &self.folds {
            for i in 0..body.result_count(*fold) {
                let seed = found.folds.get(fold).and_then(|seeds| seeds[i]);
                let form = Seed::form(body, *fold, i);
                match (seed, form) {
                    (Some(seed), _) => values.extend(seed.parts().into_iter().map(Some)),
                    (None, Some(form)) => values.extend(vec![None; form.parts().len()]),
                    (None, None) => {}
                }
            }
        }
        values
    }

    /// Records the results of the new conditional besides cotangents of captured values.
    fn note(&self, body: &Body, given: &[Value], found: &mut Found) {
        let (reads, parts) = given.split_at(self.reads.len());
        found.reads.extend(self.reads.iter().copied().zip(reads.iter().copied()));
        let mut parts = parts.iter().copied();
        for fold in &self.folds {
            let seeds = (0..body.result_count(*fold)).map(|i| {
                let form = Seed::form(body, *fold, i)?;
                Some(form.with_parts(&parts.by_ref().take(form.parts().len()).collect::<Vec<_>>()))
            });
            found.folds.insert(*fold, seeds.collect());
        }
    }
}

/// The backward pass of a conditional: `op` is the original, and `copy` is its copy in `replay`, which is
/// differentiated.
///
/// # Errors
/// Code without derivative.
pub(in crate::transforms::autodiff) fn backwards(
    cx: &mut Reverse<'_, '_>,
    replay: &Replay,
    (op, copy): (Op, Op),
    scope: &mut Scope<'_>,
) -> Result<(), Diagnostic> {
    let leaving = LiveOut::of(cx, replay, op, scope);
    let types = leaving.types(cx.b.body);
    let puts =
        scope.direct().is_some() && (reads_floats(cx.b.body, op) || !puts_in(cx.b.body, op).is_empty());
    if types.is_empty() && !puts {
        return Ok(());
    }
    let results: Vec<Value> = cx.b.body.results(copy).collect();
    let seeds: Vec<Option<Value>> = results.into_iter().map(|r| cx.cotangent(r)).collect();
    let so_far: Vec<Option<Value>> = match scope.is_of_tensors() {
        true => leaving.outside.iter().map(|value| cx.take(*value)).collect(),
        false => Vec::new(),
    };
    let operands: Vec<Value> = cx.b.body.operands(copy).collect();
    let new = same(cx.b, copy, &operands, &types);
    let regions = cx.b.body.regions(op).len();
    for i in 0..regions {
        let (_, cursor) = cx.b.enter(new, i, &[]);
        let values = side(cx, replay, (op, i), &leaving, (&so_far, &seeds), scope)?;
        let or_zero =
            |(value, ty): (Option<Value>, &Type)| value.unwrap_or_else(|| constant_like(cx.b, *ty, 0.0));
        let values: Vec<Value> = values.into_iter().zip(&types).map(or_zero).collect();
        let end = cx.b.body.op(op).entry(0).and_then(|block| cx.b.body.last(block));
        same(cx.b, end.expect("a verified conditional has a side"), &values, &[]);
        cx.b.cursor = cursor;
    }
    let results: Vec<Value> = cx.b.body.results(new).collect();
    let (cotangents, given) = results.split_at(leaving.outside.len());
    for (value, g) in leaving.outside.iter().zip(cotangents) {
        cx.add(*value, *g);
    }
    if let Scope::Point(found) = scope {
        leaving.note(cx.b.body, given, found);
    }
    Ok(())
}

/// One region: the values that leave it, in the order of the types.
fn side(
    cx: &mut Reverse<'_, '_>,
    replay: &Replay,
    (op, i): (Op, usize),
    leaving: &LiveOut,
    (so_far, seeds): (&[Option<Value>], &[Option<Value>]),
    scope: &mut Scope<'_>,
) -> Result<Vec<Option<Value>>, Diagnostic> {
    let active = match scope.is_of_tensors() {
        true => Active::new(leaving.outside.iter().copied()),
        false => cx.active.clone(),
    };
    let mut code = Replay::new(replay.copier.clone(), active);
    if let Some(block) = cx.b.body.op(op).entry(i) {
        code.append(cx.b, block, |_| true)?;
    }
    let yielded = as_branch(cx.b.body, op).map(|branch| branch.yielded(cx.b.body.op(op), i));
    let yielded = code.copier.values(cx.b, yielded.unwrap_or_default());
    let mut inner = Reverse::new(cx.b, &code.active);
    let known = leaving.outside.iter().zip(so_far).chain(yielded.iter().zip(seeds));
    known.for_each(|(value, g)| g.iter().for_each(|g| inner.add(*value, *g)));
    let mut scope = scope.inside();
    code.sweep(&mut inner, &mut scope)?;
    let mut values: Vec<Option<Value>> =
        leaving.outside.iter().map(|value| inner.cotangent(*value)).collect();
    values.extend(leaving.found(inner.b.body, &scope.found()));
    Ok(values)
}
