//! Strip-mines loops with a condition and a limit on a counter: they poll between chunks of many iterations.
//!
//! ```text
//! while (condition and n < limit) { … n + 1 … }
//! ```
//! becomes
//! ```text
//! while (condition and n < limit) {
//!   end_if_stopped
//!   round = min(n + many, limit)
//!   while (condition and n < round) { … n + 1 … }
//! }
//! ```
//! If the counter may overflow its type in the last step, `n - start < round - start`, unsigned, replaces
//! `n < round`: a counter that wraps around ends its chunk.

use super::end_if_stopped;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::While;
use tf_dialects::loops::build::while_loop;
use tf_dialects::shared::ranges::Range;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::registry::Traits;
use tf_ir::types::Type;

/// A loop with a limit on a counter.
pub(super) struct Counted {
    /// The comparison of the counter with its limit, and the limit.
    compared: Op,
    limit: Value,
    /// The index of the counter among the loop-carried values, and its step.
    count: usize,
    step: i64,
    /// The comparison is signed.
    is_signed: bool,
}

impl Counted {
    /// The counter of a loop, if it has one, and the first region only computes the condition.
    pub(super) fn of(body: &Body, op: Op) -> Option<Counted> {
        let view = body.cast(op, While)?;
        let end = view.condition()?;
        let (before, after, next) = (view.before(), view.after(), view.yielded());
        let passes_all = body.operands(end).skip(1).eq(before.iter().copied());
        let block = body.op(op).entry(0)?;
        let is_pure = body.ops(block).all(|inner| inner == end || body.has(inner, Traits::PURE));
        if !passes_all || !is_pure {
            return None;
        }
        let mut pending = vec![body.operand(end, 0)];
        while let Some(condition) = pending.pop() {
            let Some(def) = body.def_op(condition).filter(|def| body.block_of(*def) == Some(block)) else {
                continue;
            };
            if body.is(def, arith::Andi) {
                pending.extend(body.operands(def));
                continue;
            }
            let predicate = body.attr(def, "predicate").and_then(|attr| body.ctx().attr_int(attr));
            if !body.is(def, arith::Cmpi)
                || ![CmpI::Slt as i128, CmpI::Ult as i128].map(Some).contains(&predicate)
            {
                continue;
            }
            let (count, limit) = (body.operand(def, 0), body.operand(def, 1));
            let Some(count) = before.iter().position(|arg| *arg == count) else { continue };
            let is_outside = body.def_op(limit).map_or_else(
                || body.def_block(limit).is_some_and(|home| body.block_owner(home) != Some(op)),
                |home| !body.encloses(op, home),
            );
            let grown = body.def_op(next[count]).filter(|grown| body.is(*grown, arith::Addi));
            let step = grown.and_then(|grown| {
                let from = body.operand(grown, 0) == after[count];
                constant_int(body, body.operand(grown, 1)).filter(|step| from && *step > 0)
            });
            if let Some(step) = step.filter(|_| is_outside) {
                let is_signed = predicate == Some(CmpI::Slt as i128);
                return Some(Counted { compared: def, limit, count, step, is_signed });
            }
        }
        None
    }

    /// Strip-mines the loop into chunks of `trips` iterations. False if the type of the counter is too
    /// narrow.
    pub(super) fn in_rounds(&self, body: &mut Body, op: Op, trips: i64, together: bool) -> bool {
        let ty = body.ty(self.limit);
        let width = body.ctx().scalar_width(ty).unwrap_or(64).min(64);
        let Some(span) = trips.checked_mul(self.step).filter(|span| i128::from(*span) < 1 << (width - 1))
        else {
            return false;
        };
        let inits: Vec<Value> = body.operands(op).collect();
        let types: Vec<Type> = body.results(op).map(|value| body.ty(value)).collect();
        let (view, entry) = (body.view(op, While), body.op(op).entry(0));
        let (before, end) = (view.before(), view.condition());
        let (Some(entry), Some(end)) = (entry, end) else { return false };
        let code: Vec<Op> = body.ops(entry).filter(|inner| *inner != end).collect();
        let (condition, compared) = (body.operand(end, 0), body.result(self.compared, 0));
        let mut b = Builder::before(body, op);
        let outer = while_loop(
            &mut b,
            &inits,
            &types,
            |b, args| {
                let mut map = IrMap::default();
                map.values.extend(before.iter().copied().zip(args.iter().copied()));
                for inner in &code {
                    let copy = b.body.clone_op(*inner, &mut map);
                    b.insert(copy);
                }
                (map.value(condition), args.to_vec())
            },
            |b, args| {
                end_if_stopped(b, 1, together);
                let round = self.round(b, args[self.count], (ty, span));
                let mut map = IrMap::default();
                let copy = b.body.clone_op(op, &mut map);
                b.insert(copy);
                b.body.set_operands(copy, args);
                if let Some(compared) = b.body.def_op(map.value(compared)) {
                    self.compare_with(b, compared, (args[self.count], round));
                }
                b.body.results(copy).collect()
            },
        );
        let results: Vec<Value> = body.results(outer).collect();
        body.replace(op, &results);
        true
    }

    /// Makes a copy of the comparison test for the end of the chunk.
    fn compare_with(&self, b: &mut Builder<'_>, compared: Op, (start, round): (Value, Value)) {
        let count = b.body.operand(compared, 0);
        let limit = Range::of(b.body, self.limit).most + i128::from(self.step) - 1;
        let width = b.body.ctx().scalar_width(b.body.ty(self.limit)).unwrap_or(64).min(64);
        if self.is_signed && limit < 1 << (width - 1) {
            b.body.set_operands(compared, &[count, round]);
            return;
        }
        let mut inside = Builder::before(b.body, compared);
        let done = arith::subi(&mut inside, count, start);
        let span = arith::subi(&mut inside, round, start);
        let goes_on = arith::cmpi(&mut inside, CmpI::Ult, done, span);
        b.body.replace(compared, &[goes_on]);
    }

    /// The end of the chunk that begins at a count below the limit.
    fn round(&self, b: &mut Builder<'_>, count: Value, (ty, span): (Type, i64)) -> Value {
        let span = arith::const_int(b, ty, span);
        let left = arith::subi(b, self.limit, count);
        let is_more = arith::cmpi(b, CmpI::Ugt, left, span);
        let end = arith::addi(b, count, span);
        arith::select(b, is_more, end, self.limit)
    }
}
