//! Reverse-mode differentiation of accumulating results: the partial derivatives of an element with respect
//! to the values that are put, and to the initial tensor.

use super::code::{all_puts, too_large};
use super::last::{self, Last};
use super::policies::set_policies;
use super::replay::Replay;
use super::scope::{Output, Outputs};
use super::seed::{Seed, equal, indicator, is_extreme};
use tf_dialects::arith;
use tf_dialects::constraints::scalar_of;
use tf_dialects::differentiate::{Reverse, constant_like};
use tf_dialects::tensor::accumulate::{Accumulation, Combine};
use tf_dialects::tensor::{Access, CombiningKind, Compute, Policy, Put, Subscripts, build};
use tf_ir::body::{Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::Copier;

/// Returns the seeds of the accumulating results that have cotangents (`cotangents`, one per result), and
/// adds the cotangents of their initial tensors.
///
/// # Errors
/// A mode of accumulation that has no rule.
pub(super) fn outputs(
    cx: &mut Reverse<'_, '_>,
    op: Op,
    cotangents: &[Option<Value>],
) -> Result<Outputs, Diagnostic> {
    let (how, accumulators) = {
        let view = cx.b.body.view(op, Compute);
        (view.accumulations(), view.accumulators())
    };
    let mut found = Outputs::default();
    for (i, g) in cotangents.iter().enumerate() {
        let Some(g) = *g else { continue };
        let mut last = None;
        let seed = match how[i].combine {
            Combine::Set => {
                if !how[i].unique {
                    last = Some(last_puts(cx, op, i)?);
                }
                Seed::Sum(g)
            }
            Combine::Kind(kind) => match of_kind(cx.b, op, (i, kind), g)? {
                Some(seed) => seed,
                None => return Err(no_rule(cx, op, how[i])),
            },
            _ => return Err(no_rule(cx, op, how[i])),
        };
        found.insert(accumulators[i], Output { seed, last });
    }
    Ok(found)
}

/// The seed of accumulating result `i` with the tensor of cotangents `g`, at the cursor after `op`; `None` if
/// its kind has none.
///
/// # Errors
/// Subscripts that become too large.
pub(super) fn of_kind(
    b: &mut Builder<'_>,
    op: Op,
    (i, kind): (usize, CombiningKind),
    g: Value,
) -> Result<Option<Seed>, Diagnostic> {
    Ok(match kind {
        CombiningKind::Add => Some(Seed::Sum(g)),
        CombiningKind::Mul => Some(product(b, op, i, g)?),
        kind if is_extreme(kind) => Some(extreme(b, op, i, g)?),
        _ => None,
    })
}

fn no_rule(cx: &Reverse<'_, '_>, op: Op, how: Accumulation) -> Diagnostic {
    let why = match how.combine {
        Combine::Set => {
            "several iterations may set one element, and the backward pass cannot tell which of their \
             values was the last; specify `set unique` if each element is set once"
        }
        Combine::Region => {
            "a region updates the elements, and their intermediate values are not stored; use kinds"
        }
        Combine::Kind(_) => "its kind has no derivative",
    };
    cx.b.body
        .op(op)
        .error(format_args!("cannot be differentiated backwards: it accumulates by `{how}`; {why}"))
}

/// The cotangent of the initial tensor of accumulating result `i`. It is built after all reads of `g`.
pub(super) fn of_start(cx: &mut Reverse<'_, '_>, op: Op, i: usize, seed: &Seed) -> Result<Value, Diagnostic> {
    let (how, start) = {
        let view = cx.b.body.view(op, Compute);
        (view.accumulations()[i], cx.b.body.operand(op, i))
    };
    match (how.combine, seed) {
        // Zeros for the elements that were set.
        (Combine::Set, Seed::Sum(g)) => repeat_puts(cx.b, op, (i, *g, how), &mut |b, put| {
            let ty = b.body.ty(b.body.operand(put, 0));
            constant_like(b, ty, 0.0)
        }),
        (_, seed) => Ok(seed.at(cx.b, start)),
    }
}

/// Repeats the puts into accumulating result `i`, with the initial tensor `start`, the mode `how` and other
/// values: `value` builds the value at each put.
fn repeat_puts(
    b: &mut Builder<'_>,
    op: Op,
    (i, start, how): (usize, Value, Accumulation),
    value: &mut dyn FnMut(&mut Builder<'_>, Op) -> Value,
) -> Result<Value, Diagnostic> {
    let (target, extents, block, indices) = {
        let view = b.body.view(op, Compute);
        (view.accumulators()[i], view.extents().to_vec(), view.block().expect("verified"), view.indices())
    };
    let mut result = Ok(());
    let new = build::accumulate(b, &extents, &[], &[start], &[how], |b, points, targets| {
        let mut copier = Copier::of(indices.into_iter().zip(points.iter().copied()));
        copier.set(target, targets[0]);
        result = copier.block(b, block).map(drop);
        Vec::new()
    });
    result?;
    let kept = b.body.view(new, Compute).accumulators();
    let cursor = b.cursor;
    for put in all_puts(b.body, new) {
        let is_kept = b.body.cast(put, Put).is_some_and(|put| put.targets()[..] == kept[..]);
        if !is_kept {
            b.body.erase(put);
            continue;
        }
        b.cursor = Cursor::Before(put);
        let value = value(b, put);
        b.body.set_operand(put, 0, value);
    }
    b.cursor = cursor;
    set_policies(b, new);
    Ok(b.body.result(new, 0))
}

/// The last put to each element of accumulating result `i`.
fn last_puts(cx: &mut Reverse<'_, '_>, op: Op, i: usize) -> Result<Last, Diagnostic> {
    let (how, target) = {
        let view = cx.b.body.view(op, Compute);
        (view.accumulations()[i], view.accumulators()[i])
    };
    let puts = last::ordered_puts(cx.b.body, op, target).ok_or_else(|| no_rule(cx, op, how))?;
    let b = &mut *cx.b;
    let nothing = last::nothing(b, b.body.operand(op, i));
    let greatest = Accumulation::of_kind(CombiningKind::MaxSI);
    let (mut position, count) = (0, puts.len());
    let numbers = repeat_puts(b, op, (i, nothing, greatest), &mut |b, put| {
        let (extents, points) = surroundings(b, put);
        position += 1;
        last::number(b, &extents, &points, (position - 1, count))
    })?;
    Ok(Last::new(b.body, op, puts, numbers))
}

/// The box and the indices of the compute around an op.
fn surroundings(b: &Builder<'_>, op: Op) -> (Vec<Extent>, Vec<Value>) {
    let mut around = b.body.parent_op(op);
    while let Some(parent) = around {
        if let Some(view) = b.body.cast(parent, Compute) {
            return (view.extents().to_vec(), view.indices());
        }
        around = b.body.parent_op(parent);
    }
    unreachable!("a verified put is inside a compute")
}

/// For products: the count of zero factors, and the product of the other factors.
fn product(b: &mut Builder<'_>, op: Op, i: usize, g: Value) -> Result<Seed, Diagnostic> {
    let start = b.body.operand(op, i);
    let result = accumulated(b, op, i);
    let first = Seed::factor(b, start);
    let mut combined = |part: usize, kind| {
        repeat_puts(b, op, (i, first[part], Accumulation::of_kind(kind)), &mut |b, put| {
            let value = b.body.operand(put, 0);
            Seed::factor(b, value)[part]
        })
    };
    let (zeros, others) = (combined(0, CombiningKind::Add)?, combined(1, CombiningKind::Mul)?);
    Ok(Seed::of_product(b, g, result, zeros, others))
}

/// For minima and maxima: the count of equal extrema.
fn extreme(b: &mut Builder<'_>, op: Op, i: usize, g: Value) -> Result<Seed, Diagnostic> {
    let start = b.body.operand(op, i);
    let result = accumulated(b, op, i);
    let same = equal(b, start, result);
    let first = indicator(b, same, start);
    let add = Accumulation::of_kind(CombiningKind::Add);
    let count = repeat_puts(b, op, (i, first, add), &mut |b, put| {
        let value = b.body.operand(put, 0);
        let (subscripts, policy) = place(b, put);
        let there = read(b, result, &subscripts, policy);
        let same = equal(b, value, there);
        indicator(b, same, value)
    })?;
    let share = arith::divf(b, g, count);
    Ok(Seed::Extreme { extreme: result, share })
}

/// Accumulating result `i`.
fn accumulated(b: &Builder<'_>, op: Op, i: usize) -> Value {
    let plain = b.body.view(op, Compute).plain_count();
    b.body.result(op, plain + i)
}

fn place(b: &Builder<'_>, put: Op) -> (Subscripts, Policy) {
    let access = Access::of(b.body.op(put)).expect("a verified put has a map");
    (Subscripts::of(&access), access.policy)
}

/// The element of `tensor` that a put changes; 0 if it changes none.
fn read(b: &mut Builder<'_>, tensor: Value, subscripts: &Subscripts, policy: Policy) -> Value {
    let ty = scalar_of(&b.ctx(), b.body.ty(tensor));
    let (policy, fill) = match policy {
        Policy::Clamp | Policy::Wrap => (policy, None),
        _ => (Policy::Fill, Some(constant_like(b, ty, 0.0))),
    };
    build::at(b, tensor, subscripts, policy, fill)
}

/// The cotangent that a seed gives to `value` at a put, built at the cursor.
pub(super) fn at_put(b: &mut Builder<'_>, seed: &Seed, put: Op, value: Value) -> Value {
    let (subscripts, policy) = place(b, put);
    at_subscripts(b, seed, (&subscripts, policy), value)
}

/// The cotangent that a seed gives to `value` at some subscripts, built at the cursor.
fn at_subscripts(
    b: &mut Builder<'_>,
    seed: &Seed,
    (subscripts, policy): (&Subscripts, Policy),
    value: Value,
) -> Value {
    let parts: Vec<Value> = seed.parts().into_iter().map(|part| read(b, part, subscripts, policy)).collect();
    seed.with_parts(&parts).at(b, value)
}

/// Seeds the values that the code puts: each cotangent is that of its element times the partial derivative.
///
/// # Errors
/// Subscripts that become too large.
pub(super) fn seed(cx: &mut Reverse<'_, '_>, code: &Replay, outputs: &Outputs) -> Result<(), Diagnostic> {
    let copier = &code.copier;
    for put in &code.puts {
        let (subscripts, policy) = place(cx.b, *put);
        let view = cx.b.body.view(*put, Put);
        let (values, targets) = (view.put_values(), view.targets());
        for (value, target) in values.into_iter().zip(targets) {
            let Some(Output { seed, last }) = outputs.get(&target) else { continue };
            let copy = copier.value(cx.b, value);
            if !cx.active.has(copy) {
                continue;
            }
            let subscripts = copier.subscripts(&subscripts).ok_or_else(|| too_large(cx.b.body, *put))?;
            let g = at_subscripts(cx.b, seed, (&subscripts, policy), copy);
            if let Some(last) = last {
                let number = read(cx.b, last.numbers, &subscripts, policy);
                let is_last = last.is_it(cx.b, *put, number, &mut |b, v| copier.value(b, v));
                cx.add_where(copy, g, is_last);
            } else {
                cx.add(copy, g);
            }
        }
    }
    Ok(())
}
