//! The backward pass of folds. It records seeds for the reads of the fold. A fold over the same range sums
//! the cotangents of the captured values.

use crate::transforms::autodiff::code::{captured_at_point, no_rule, puts_in, reads_floats};
use crate::transforms::autodiff::replay::{Replay, cotangents};
use crate::transforms::autodiff::scope::Scope;
use crate::transforms::autodiff::seed::Seed;
use tf_dialects::arith::const_index;
use tf_dialects::differentiate::{Active, Reverse, constant_like};
use tf_dialects::loops::build::for_loop;
use tf_dialects::tensor::{self, CombiningKind, Subscripts, build};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Form, Subscript, materialize};

/// The backward pass of a fold: `op` is the original, and `copy` is its copy in `replay`, which is
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
    let mut seeds = Vec::new();
    for i in 0..cx.b.body.result_count(op) {
        let seed = match cx.cotangent(cx.b.body.result(copy, i)) {
            Some(g) => {
                Some(Seed::of(cx.b, &replay.copier, op, copy, i, g).ok_or_else(|| no_rule(cx.b.body, op))?)
            }
            None => None,
        };
        seeds.push(seed);
    }
    let (captured, _) = captured_at_point(cx.b.body, op, &replay.copier, cx.active);
    let is_direct = scope.direct().is_some();
    let mut inside = scope.inside();
    if captured.is_empty() && is_direct {
        return visit(cx, replay, (op, copy), &seeds, &mut inside);
    }
    let result = match captured.is_empty() {
        true => Ok(()),
        false => sum(cx, replay, (op, copy), (&seeds, &captured), &mut inside),
    };
    drop(inside);
    if let Scope::Point(found) = scope
        && !is_direct
    {
        found.folds.insert(op, seeds);
    }
    result
}

/// Adds to the cotangents of the captured values of a fold.
fn sum(
    cx: &mut Reverse<'_, '_>,
    replay: &Replay,
    (op, copy): (Op, Op),
    (seeds, captured): (&[Option<Seed>], &[Value]),
    scope: &mut Scope<'_>,
) -> Result<(), Diagnostic> {
    let bounds = Subscripts::of_op(cx.b.body.op(copy)).expect("a verified fold has bounds");
    let types: Vec<Type> = captured.iter().map(|v| cx.b.body.ty(*v)).collect();
    let kinds = vec![CombiningKind::Add; captured.len()];
    let (mut result, active) = (Ok(()), cx.active);
    let sums = build::fold(cx.b, &bounds, &kinds, &types, None, |b, k| {
        match replay.enter(b, (op, Form::Value(k)), seeds, (active, captured), scope) {
            Ok((_, values)) => values,
            Err(error) => {
                result = Err(error);
                types.iter().map(|ty| constant_like(b, *ty, 0.0)).collect()
            }
        }
    });
    result?;
    for (value, sum) in captured.iter().zip(cx.b.body.results(sums)) {
        cx.add(*value, sum);
    }
    Ok(())
}

/// Runs the backward pass of a fold's code at each index, for its puts.
fn visit(
    cx: &mut Reverse<'_, '_>,
    replay: &Replay,
    (op, copy): (Op, Op),
    seeds: &[Option<Seed>],
    scope: &mut Scope<'_>,
) -> Result<(), Diagnostic> {
    if !reads_floats(cx.b.body, op) && puts_in(cx.b.body, op).is_empty() {
        return Ok(());
    }
    let (mut result, active) = (Ok(()), cx.active);
    loop_over(cx.b, copy, &[], |b, k, _| {
        result = replay.enter(b, (op, Form::Value(k)), seeds, (active, &[]), scope).map(drop);
        Vec::new()
    });
    result
}

/// A loop over the range of a fold, at the cursor.
pub(in crate::transforms::autodiff) fn loop_over(
    b: &mut Builder<'_>,
    fold: Op,
    inits: &[Value],
    body: impl FnOnce(&mut Builder<'_>, Value, &[Value]) -> Vec<Value>,
) -> Op {
    let bounds = Subscripts::of_op(b.body.op(fold)).expect("a verified fold has bounds");
    let ends: Vec<Value> = Subscript::of(&bounds).iter().map(|end| materialize(b, end)).collect();
    let one = const_index(b, 1);
    for_loop(b, ends[0], ends[1], one, inits, body)
}

impl Replay {
    /// Builds the code of a fold at one index and its backward pass. Returns the code and the cotangents of
    /// the `wanted` values, or zeros. `active` are the values that the code depends on.
    ///
    /// # Errors
    /// Code without derivative.
    pub fn enter(
        &self,
        b: &mut Builder<'_>,
        (fold, index): (Op, Form),
        seeds: &[Option<Seed>],
        (active, wanted): (&Active, &[Value]),
        scope: &mut Scope<'_>,
    ) -> Result<(Replay, Vec<Value>), Diagnostic> {
        let (block, argument, yielded) = {
            let view = b.body.view(fold, tensor::Fold);
            (view.block().expect("verified"), view.index().expect("verified"), view.yielded())
        };
        let mut copier = self.copier.clone();
        copier.set_form(argument, index);
        let code = Replay::of(b, block, copier, active.clone())?;
        let copies = code.copier.values(b, yielded);
        let mut cx = Reverse::new(b, &code.active);
        for (value, seed) in copies.iter().zip(seeds) {
            if let Some(seed) = seed
                && cx.active.has(*value)
            {
                seed.give(&mut cx, *value);
            }
        }
        code.sweep(&mut cx, scope)?;
        let values = cotangents(&mut cx, wanted.iter().copied());
        Ok((code, values))
    }
}
