//! Vectorization of reductions: an accumulator per lane, combined at the end.

use super::refusal::{Refusal, RepeatRefusal, TailRefusal, VectorRefusal};
use super::shape::{Shapes, ending, sole_block};
use super::strip::{end_of_vectors, inherited_marks, lane_mask, types_of};
use super::tail::{self, Ends};
use super::widen::Widen;
use tf_dialects::arith::{self, CmpI, FastMath, FlagSet};
use tf_dialects::loops::For;
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::constraints::kinds;
use tf_dialects::tensor::schedule::Tail;
use tf_dialects::vector;
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::{FoldingBuilder, vector_of};
use tf_passes_common::code::marks::{PREFETCH, REDUCTION, UNROLL, VECTOR_TAIL, VECTOR_WIDTH};

/// A reduction loop: its accumulators, with the values that they combine.
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

/// Vectorizes a reduction: a loop whose carried values its attribute `reduction` names as accumulators.
/// Returns the reason if its attribute `vector_tail` is not honoured.
pub(super) fn vectorize(body: &mut Body, op: Op, width: i64) -> Result<Option<TailRefusal>, Refusal> {
    let fold = FoldLoop::of(body, op)?;
    let operands: Vec<Value> = body.operands(op).collect();
    if tf_passes_common::code::folding_builder::known(body, operands[2]) != Some(1)
        || body.ty(operands[0]) != body.ctx().index()
    {
        return Err(Refusal::at(body, op, VectorRefusal::Step));
    }
    fold.shapes(body)?;
    let (lower, upper) = (operands[0], operands[1]);
    let attrs = inherited_marks(body, op);
    let ends = Ends::of(body, op, || fold.repeats(body, op));
    if ends.tail != Tail::Mask {
        fold.split_iterations(body, op, (width, ends.tail), &attrs);
        return Ok(ends.refused);
    }
    let mut code = FoldingBuilder::before(body, op);
    let starts: Vec<Value> = fold.accumulators.iter().map(|a| fold.start(&mut code, a, width)).collect();
    let end = end_of_vectors(&mut code, lower, upper, width);
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
    let results = fold.totals(&mut code, all.into_vec(), &operands[3..]);
    code.b.replace(op, &results);
    Ok(ends.refused)
}

/// The combining kinds of a loop with the attribute `reduction`; `None` if the loop is not such a reduction
/// or the order of its terms matters.
pub(crate) fn folded_kinds(body: &Body, op: Op) -> Option<(Vec<CombiningKind>, FastMath)> {
    let counts = tf_passes_common::code::folding_builder::known(body, body.operand(op, 2))
        .is_some_and(|step| step > 0)
        && body.ty(body.operand(op, 0)) == body.ctx().index();
    let fold = FoldLoop::of(body, op).ok().filter(|_| counts)?;
    Some((fold.accumulators.iter().map(|accumulator| accumulator.kind).collect(), fold.flags))
}

impl FoldLoop {
    fn of(body: &Body, op: Op) -> Result<FoldLoop, Refusal> {
        let ctx = body.ctx();
        let named = body.attr(op, REDUCTION).and_then(|a| kinds(ctx, a)).unwrap_or_default();
        if named.len() != body.result_count(op) {
            return Err(Refusal::at(body, op, VectorRefusal::Carried));
        }
        let block = sole_block(body, op, 0);
        let (index, flags) = (body.arg(block, 0), FastMath::of(body.op(op)));
        let yielded = ending(body, block, 0);
        let args: Vec<Value> = body.args(block).skip(1).collect();
        let mut accumulators = Vec::new();
        for ((kind, arg), yielded) in named.into_iter().zip(args).zip(yielded) {
            let dtype =
                dtype(ctx, body.ty(arg)).ok_or_else(|| Refusal::at(body, op, VectorRefusal::FoldType))?;
            if !kind.is_exact(dtype) && !flags.has(FastMath::REASSOC) {
                return Err(Refusal::at(body, op, VectorRefusal::FixedOrder));
            }
            let combine = body.def_op(yielded).filter(|def| body.block_of(*def) == Some(block));
            let value = combine.and_then(|def| combined(body, def, arg, kind.op(dtype)?));
            let alone = body.has_one_use(arg) && body.has_one_use(yielded);
            match (combine, value) {
                (Some(combine), Some(value)) if alone => {
                    accumulators.push(Accumulator { arg, kind, value, combine });
                }
                _ => {
                    return Err(Refusal::at(body, op, VectorRefusal::NotCombined { kind }));
                }
            }
        }
        Ok(FoldLoop { block, index, accumulators, flags })
    }

    /// Checks that a term may be combined twice.
    fn repeats(&self, body: &Body, op: Op) -> Result<(), RepeatRefusal> {
        use CombiningKind::{Add, Mul, Xor};
        match self.accumulators.iter().find(|of| matches!(of.kind, Add | Mul | Xor)) {
            Some(of) => Err(RepeatRefusal::Terms { kind: of.kind }),
            None => tail::repeats(body, op),
        }
    }

    /// Full vectors, then the remainder without masks: narrower vectors, then the scalar loop. If terms may
    /// be combined twice, the last vector overlaps the one before.
    fn split_iterations(
        &self,
        body: &mut Body,
        op: Op,
        (width, tail): (i64, Tail),
        attrs: &[(&str, Attribute)],
    ) {
        let operands: Vec<Value> = body.operands(op).collect();
        let (lower, upper) = (operands[0], operands[1]);
        let widths: Vec<i64> = std::iter::once(width).chain(tail::narrower(body, op, width)).collect();
        let mut code = FoldingBuilder::before(body, op);
        let (mut from, mut carried) = (lower, operands[3..].to_vec());
        for (at, lanes) in widths.iter().copied().enumerate() {
            let attrs = if at == 0 { attrs } else { &[] };
            let end = end_of_vectors(&mut code, from, upper, lanes);
            let more = code.cmpi(CmpI::Slt, from, end);
            let overlaps = tail == Tail::Overlap;
            if code.known(more) != Some(0) {
                let new = self.strip(&mut code, (lower, from, end, upper), (lanes, overlaps), attrs);
                carried = self.totals(&mut code, new, &carried);
            }
            from = end;
            if overlaps {
                let span = code.sub(upper, lower);
                let count = code.index(lanes);
                let fits = code.cmpi(CmpI::Sge, span, count);
                from = code.select(fits, upper, from);
            }
        }
        let rest = code.cmpi(CmpI::Slt, from, upper);
        if code.known(rest) == Some(0) {
            code.b.replace(op, &carried);
            return;
        }
        for name in [VECTOR_WIDTH, VECTOR_TAIL, REDUCTION, PREFETCH, UNROLL] {
            body.remove_attr(op, name);
        }
        body.set_operand(op, 0, from);
        for (i, value) in carried.into_iter().enumerate() {
            body.set_operand(op, 3 + i, value);
        }
    }

    /// Full vectors of `from .. end`, plus one that ends at `upper` if `overlaps` and enough iterations
    /// follow `lower`. Returns the accumulators.
    fn strip(
        &self,
        code: &mut FoldingBuilder<'_>,
        (lower, from, end, upper): (Value, Value, Value, Value),
        (lanes, overlaps): (i64, bool),
        attrs: &[(&str, Attribute)],
    ) -> Vec<Value> {
        let starts: Vec<Value> = self.accumulators.iter().map(|a| self.start(code, a, lanes)).collect();
        let step = code.index(lanes);
        let types = types_of(code.b.body, &starts);
        let new = code.b.op(For, &[&[from, end, step], &starts[..]].concat(), &types, attrs);
        let args = [&[code.ctx().index()], &types[..]].concat();
        code.region(new, 0, &args, |code, args| {
            let combined = self.vector(code, lanes, args[0], &args[1..], None);
            code.end(&combined);
        });
        let whole: Vec<Value> = code.b.body.results(new).collect();
        if !overlaps {
            return whole;
        }
        let span = code.sub(upper, lower);
        let fits = code.cmpi(CmpI::Sge, span, step);
        let rest = code.cmpi(CmpI::Slt, end, upper);
        let both = code.both(Some(fits), rest);
        let last = |code: &mut FoldingBuilder<'_>| {
            let begin = code.sub(upper, step);
            self.vector(code, lanes, begin, &whole, None)
        };
        match code.known(both) {
            Some(0) => whole,
            Some(_) => last(code),
            None => {
                let same = |_: &mut FoldingBuilder<'_>| whole.iter().copied().collect();
                code.either(both, &types, |code| last(code).into(), same).into_vec()
            }
        }
    }

    /// Reduces the lanes of the accumulators and combines the totals with the initial values.
    fn totals(&self, code: &mut FoldingBuilder<'_>, vectors: Vec<Value>, inits: &[Value]) -> Vec<Value> {
        let flags = (self.flags.bits() != 0).then(|| self.flags.attr(&code.ctx()));
        let mut results = Vec::new();
        for ((accumulator, vector), init) in self.accumulators.iter().zip(vectors).zip(inits) {
            let total = vector::Reduce::with_flags(&mut code.b, vector, accumulator.kind, flags);
            results.push(self.combine(code, accumulator, *init, total));
        }
        results
    }

    fn shapes(&self, body: &Body) -> Result<Shapes, Refusal> {
        let accumulators: Vec<Value> = self.accumulators.iter().map(|a| a.arg).collect();
        Shapes::of_block(body, self.block, self.index, &accumulators, &[])
    }

    /// The identity of the combining kind in every lane.
    fn start(&self, code: &mut FoldingBuilder<'_>, accumulator: &Accumulator, width: i64) -> Value {
        let ctx = code.ctx();
        let elem: Type = code.ty(accumulator.arg);
        let identity = dtype(&ctx, elem).and_then(|d| accumulator.kind.identity(d));
        let identity = identity.expect("the kind was checked against the type");
        code.splat(vector_of(&ctx, width, elem), identity)
    }

    /// One vector of iterations: combines the accumulators with the values of the active lanes.
    fn vector(
        &self,
        code: &mut FoldingBuilder<'_>,
        width: i64,
        base: Value,
        old: &[Value],
        mask: Option<Value>,
    ) -> Vec<Value> {
        let shapes =
            self.shapes(code.b.body).unwrap_or_else(|_| unreachable!("the analysis succeeded before"));
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

    /// Combines an initial value with a total.
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

/// The value that an op combines with an accumulator, if the op is of this kind or its inverse: a subtraction
/// adds the negated value, also when all lanes are added up.
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
