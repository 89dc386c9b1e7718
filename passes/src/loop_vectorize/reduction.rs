//! Vectorization of reductions: an accumulator per lane, combined at the end.

use super::shape::{Refusal, Shapes, ending, sole_block};
use super::strip::{lane_mask, types_of, whole_end};
use super::widen::Widen;
use crate::folding_builder::{FoldingBuilder, vector_of};
use crate::tensor_to_loops::{REDUCTION, UNROLL};
use tf_dialects::arith::{self, CmpI, FastMath, FlagSet};
use tf_dialects::loops::For;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::constraints::kinds;
use tf_dialects::vector;
use tf_ir::OpKind;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

/// A fold: what is combined with which accumulator, and how.
struct FoldLoop {
    block: Block,
    index: Value,
    accumulators: Vec<Accumulator>,
    flags: FastMath,
}

struct Accumulator {
    arg: Value,
    kind: CombiningKind,
    /// The value combined with it in each iteration.
    value: Value,
    /// The op that combines them.
    combine: Op,
}

/// Vectorizes a reduction: a loop with carried values that its attribute `reduction` names as accumulators.
pub(super) fn vectorize(body: &mut Body, op: Op, width: i64) -> Result<(), Refusal> {
    let fold = FoldLoop::of(body, op)?;
    let operands: Vec<Value> = body.operands(op).collect();
    if crate::folding_builder::known(body, operands[2]) != Some(1)
        || body.ty(operands[0]) != body.ctx().index()
    {
        return Err(Refusal::at(body, op, "its index does not count by 1"));
    }
    fold.shapes(body)?;
    let (lower, upper) = (operands[0], operands[1]);
    let attrs: Vec<_> = body.attr(op, UNROLL).map(|a| (UNROLL, a)).into_iter().collect();
    let mut code = FoldingBuilder::before(body, op);
    let starts: Vec<Value> = fold.accumulators.iter().map(|a| fold.start(&mut code, a, width)).collect();
    let end = whole_end(&mut code, lower, upper, width);
    let step = code.index(width);
    let types = types_of(code.b.body, &starts);
    let new_operands = [&[lower, end, step], &starts[..]].concat();
    let new = code.b.op(For, &new_operands, &types, &attrs);
    let mut arg_types = vec![code.ctx().index()];
    arg_types.extend(&types);
    code.region(new, 0, &arg_types, |code, args| {
        let combined = fold.vector(code, width, args[0], &args[1..], None);
        code.end(&combined);
    });
    let whole: Vec<Value> = code.b.body.results(new).collect();
    let rest = code.cmpi(CmpI::Slt, end, upper);
    let all = code.either(
        rest,
        &types,
        |code| {
            let remaining = code.sub(upper, end);
            let mask = lane_mask(code, remaining, width);
            fold.vector(code, width, end, &whole, Some(mask)).into()
        },
        |_| whole.iter().copied().collect(),
    );
    let flags = (fold.flags.bits() != 0).then(|| fold.flags.attr(&code.ctx()));
    let mut results = Vec::new();
    for ((accumulator, vector), init) in fold.accumulators.iter().zip(all).zip(&operands[3..]) {
        let total = vector::Reduce::with_flags(&mut code.b, vector, accumulator.kind, flags);
        results.push(fold.combine(&mut code, accumulator, *init, total));
    }
    code.b.replace(op, &results);
    Ok(())
}

/// How a loop that its attribute `reduction` calls a fold combines what it carries; `None` if it does something else, or if the order of
/// its terms counts.
pub(crate) fn folded_kinds(body: &Body, op: Op) -> Option<(Vec<CombiningKind>, FastMath)> {
    let counts = crate::folding_builder::known(body, body.operand(op, 2)).is_some_and(|step| step > 0)
        && body.ty(body.operand(op, 0)) == body.ctx().index();
    let fold = FoldLoop::of(body, op).ok().filter(|_| counts)?;
    Some((fold.accumulators.iter().map(|accumulator| accumulator.kind).collect(), fold.flags))
}

impl FoldLoop {
    fn of(body: &Body, op: Op) -> Result<FoldLoop, Refusal> {
        let ctx = body.ctx();
        let named = body.attr(op, REDUCTION).and_then(|a| kinds(ctx, a)).unwrap_or_default();
        if named.len() != body.result_count(op) {
            return Err(Refusal::at(body, op, "it carries values that it does not fold"));
        }
        let block = sole_block(body, op, 0);
        let (index, flags) = (body.arg(block, 0), FastMath::of(body.op(op)));
        let yielded = ending(body, block, 0);
        let args: Vec<Value> = body.args(block).skip(1).collect();
        let mut accumulators = Vec::new();
        for ((kind, arg), yielded) in named.into_iter().zip(args).zip(yielded) {
            let dtype =
                dtype(ctx, body.ty(arg)).ok_or_else(|| Refusal::at(body, op, "it folds no numbers"))?;
            if !kind.is_exact(dtype) && !flags.has(FastMath::REASSOC) {
                return Err(Refusal::at(body, op, "its order matters (its flags do not allow 'reassoc')"));
            }
            let combine = body.def_op(yielded).filter(|def| body.block_of(*def) == Some(block));
            let value = combine.and_then(|def| combined(body, def, arg, kind.op(dtype)?));
            let alone = body.has_one_use(arg) && body.has_one_use(yielded);
            match (combine, value) {
                (Some(combine), Some(value)) if alone => {
                    accumulators.push(Accumulator { arg, kind, value, combine });
                }
                _ => {
                    return Err(Refusal::at(
                        body,
                        op,
                        format!("a carried value is not folded with '{kind}'"),
                    ));
                }
            }
        }
        Ok(FoldLoop { block, index, accumulators, flags })
    }

    fn shapes(&self, body: &Body) -> Result<Shapes, Refusal> {
        let accumulators: Vec<Value> = self.accumulators.iter().map(|a| a.arg).collect();
        Shapes::of_block(body, self.block, self.index, &accumulators, &[])
    }

    /// The neutral element of the combining kind in every lane.
    fn start(&self, code: &mut FoldingBuilder<'_>, accumulator: &Accumulator, width: i64) -> Value {
        let ctx = code.ctx();
        let elem: Type = code.ty(accumulator.arg);
        let identity = dtype(&ctx, elem).and_then(|d| accumulator.kind.identity(d));
        let identity = identity.expect("the kind was checked against the type");
        code.splat(vector_of(&ctx, width, elem), identity)
    }

    /// One vector of iterations: the accumulators combined with the values of the lanes that are on.
    fn vector(
        &self,
        code: &mut FoldingBuilder<'_>,
        width: i64,
        base: Value,
        old: &[Value],
        mask: Option<Value>,
    ) -> Vec<Value> {
        let shapes =
            self.shapes(code.b.body).unwrap_or_else(|_| unreachable!("the analysis was tried before"));
        let mut widen = Widen::new(code, width, shapes);
        widen.define(self.index, base);
        for (accumulator, vector) in self.accumulators.iter().zip(old) {
            widen.define(accumulator.arg, *vector);
        }
        widen.mask = mask;
        let Ok(_) = widen.block(self.block);
        let mut combined = Vec::new();
        for (accumulator, old) in self.accumulators.iter().zip(old) {
            let result = widen.source().result(accumulator.combine, 0);
            let new = widen.vector(result);
            combined.push(match mask {
                Some(mask) => widen.code.select(mask, new, *old),
                None => new,
            });
        }
        combined
    }

    /// A start value combined with a total.
    fn combine(
        &self,
        code: &mut FoldingBuilder<'_>,
        accumulator: &Accumulator,
        init: Value,
        total: Value,
    ) -> Value {
        debug_assert_eq!(code.ty(accumulator.value), code.ty(init));
        let dtype = dtype(&code.ctx(), code.ty(init)).expect("the kind was checked against the type");
        let what = accumulator.kind.op(dtype).expect("the kind was checked against the type");
        match code.ctx().is_float(code.ty(init)) {
            true => code.flagged(what, &[init, total], self.flags),
            false => code.arith(what, &[init, total]),
        }
    }
}

/// What an op combines an accumulator with, if the op has this name or undoes it: what is subtracted is added to the sum of
/// all lanes as well, as its opposite.
fn combined(body: &Body, op: Op, accumulator: Value, what: OpKind) -> Option<Value> {
    let undoing = match what {
        arith::Addf::KIND => arith::Subf::KIND,
        arith::Addi::KIND => arith::Subi::KIND,
        _ => OpKind::UNREGISTERED,
    };
    let found = body.kind(op);
    if found != what && found != undoing {
        return None;
    }
    let (a, b) = (body.operand(op, 0), body.operand(op, 1));
    match (a == accumulator, b == accumulator) {
        (true, false) => Some(b),
        (false, true) if found == what => Some(a),
        _ => None,
    }
}
