//! `simplify-indices`: simplifies integers that are computed from loop indices, by the ranges of these.

use rustc_hash::FxHashMap;
use tf_dialects::arith::{self, CmpI, const_index, const_int};
use tf_dialects::loops::{For, Parallel};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::bounds::Indices;
use tf_ir::arithmetic::Signedness::Signed;
use tf_ir::arithmetic::{Arithmetic, Rounding};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_dead;
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::cost::figures::{MOST_INDEX_DEPTH, MOST_INDEX_OPS};

/// The pass `simplify-indices`.
pub static INFO: PassInfo = PassInfo {
    name: "simplify-indices",
    title: "SimplifyIndices",
    summary: "Simplify integers computed from loop indices, by the ranges of the indices",
    docs: "Comparisons, selections, minima, maxima, remainders and conversions of scalars that depend on \
        the index of a `loop.for` or `loop.parallel` become constants, one of their operands, or an index \
        plus a constant, if the prover of bounds shows that they are equal: `select(i < 0, i + n, i)` is \
        `i` in a loop from 0 on, and so is an index that was truncated to 32 bits and extended again, if \
        the loop stays below 2^31.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-simplified", help: "integers that were simplified" }],
    rules: &[RuleSpec { name: "value", help: "replaces an integer by a simpler one" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(SimplifyIndices)),
};

struct SimplifyIndices;

/// The simpler form of an integer.
enum Simpler {
    Constant(i64),
    /// A value of its type and a constant.
    Sum(Value, i64),
    /// An expression of indices.
    Index(Expr),
}

/// An expression of indices.
enum Expr {
    Constant(i64),
    /// An index.
    Value(Value),
    /// An integer extended to an index.
    Cast(Value),
    Binary(Operator, Box<[Expr; 2]>),
}

#[derive(Clone, Copy)]
enum Operator {
    Add,
    Sub,
    Mul,
}

impl Pass for SimplifyIndices {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let found = find(body);
        let mut replaced: FxHashMap<Value, Value> = FxHashMap::default();
        let mut ops = Vec::new();
        for (op, simpler) in found {
            if !cx.allows("value") || !cx.may_rewrite() {
                continue;
            }
            let result = body.result(op, 0);
            let ty = body.ty(result);
            let mut b = Builder::before(body, op);
            let value = match simpler {
                Simpler::Constant(number) => const_int(&mut b, ty, number),
                Simpler::Sum(value, offset) => {
                    let value = replaced.get(&value).copied().unwrap_or(value);
                    added(&mut b, value, offset)
                }
                Simpler::Index(expr) => emit(&mut b, &expr, &replaced),
            };
            body.replace_uses(result, value);
            replaced.insert(result, value);
            ops.push(op);
        }
        let count = ops.len() as u64;
        ops.into_iter().rev().for_each(|op| sweep(body, op));
        cx.count("num-simplified", count);
        Ok(Changed::from(count > 0))
    }
}

fn added(b: &mut Builder<'_>, value: Value, offset: i64) -> Value {
    if offset == 0 {
        return value;
    }
    let offset = const_index(b, offset);
    arith::addi(b, value, offset)
}

/// Builds an expression of indices.
fn emit(b: &mut Builder<'_>, expr: &Expr, replaced: &FxHashMap<Value, Value>) -> Value {
    let known = |value: &Value| replaced.get(value).copied().unwrap_or(*value);
    match expr {
        Expr::Constant(number) => const_index(b, *number),
        Expr::Value(value) => known(value),
        Expr::Cast(value) => {
            let index = b.ctx().index();
            arith::index_cast(b, known(value), index)
        }
        Expr::Binary(operator, operands) => {
            let [x, y] = [0, 1].map(|i| emit(b, &operands[i], replaced));
            match operator {
                Operator::Add => arith::addi(b, x, y),
                Operator::Sub => arith::subi(b, x, y),
                Operator::Mul => arith::muli(b, x, y),
            }
        }
    }
}

/// Erases a dead op, and the ops that it alone used.
fn sweep(body: &mut Body, op: Op) {
    let mut pending = vec![op];
    while let Some(op) = pending.pop() {
        if body.is_live(op) && is_dead(body, op) {
            pending.extend(body.operands(op).filter_map(|value| body.def_op(value)).collect::<Vec<_>>());
            body.erase(op);
        }
    }
}

/// The ops whose results have a simpler form.
fn find(body: &Body) -> Vec<(Op, Simpler)> {
    let mut indices = Indices::new(body);
    let ops = preorder(body).into_iter();
    ops.filter_map(|op| Some((op, simpler(body, &mut indices, op)?))).collect()
}

fn simpler(body: &Body, indices: &mut Indices<'_>, op: Op) -> Option<Simpler> {
    if body.result_count(op) != 1 {
        return None;
    }
    let result = body.result(op, 0);
    dtype(body.ctx(), body.ty(result)).filter(|dtype| dtype.is_int())?;
    let predicate = body.is(op, arith::Cmpi).then(|| CmpI::of(body.op(op))).flatten();
    let is_arithmetic = predicate.is_none() && is_candidate(body, result);
    if !is_arithmetic && predicate.is_none() {
        return None;
    }
    let origins = origins(body, op)?;
    if let Some(predicate) = predicate {
        return decided(body, indices, op, predicate).map(|holds| Simpler::Constant(holds.into()));
    }
    let term = indices.exact(result);
    if let Some(number) = term.as_const() {
        return Some(Simpler::Constant(number));
    }
    if let Some(value) = one_of(body, indices, op) {
        return Some(Simpler::Sum(value, 0));
    }
    let is_index = body.ty(result) == body.ctx().index();
    let mut sum = None;
    for origin in origins.into_iter().filter(|origin| body.ty(*origin) == body.ty(result)) {
        let offset = indices.exact(origin);
        match term.sub(&offset).ok().and_then(|offset| offset.as_const()) {
            Some(0) => return Some(Simpler::Sum(origin, 0)),
            Some(offset) if is_index => sum = Some(Simpler::Sum(origin, offset)),
            _ => {}
        }
    }
    sum.or_else(|| extended(body, indices, op).map(Simpler::Index))
}

/// The operand that a minimum, a maximum or a remainder always equals.
fn one_of(body: &Body, indices: &mut Indices<'_>, op: Op) -> Option<Value> {
    use Arithmetic::{Maximum, Minimum, Remainder};
    let found = Arithmetic::of(body, body.result(op, 0))?;
    let (Minimum(a, b, Signed) | Maximum(a, b, Signed) | Remainder(a, b, ..)) = found else { return None };
    let terms = [a, b].map(|value| indices.exact(value));
    let mut is_above = |less: &Extent, greater: &Extent, gap: i64| {
        let distance = greater.sub(less).and_then(|distance| distance.add_const(-gap));
        distance.is_ok_and(|distance| indices.prove_ge0(op, &distance))
    };
    let [x, y] = [&terms[0], &terms[1]];
    match found {
        Minimum(..) if is_above(x, y, 0) => Some(a),
        Minimum(..) if is_above(y, x, 0) => Some(b),
        Maximum(..) if is_above(y, x, 0) => Some(a),
        Maximum(..) if is_above(x, y, 0) => Some(b),
        Remainder(_, _, Rounding::Floor | Rounding::TowardZero, _) => {
            (is_above(&Extent::constant(0), x, 0) && is_above(x, y, 1)).then_some(a)
        }
        _ => None,
    }
}

/// The index arithmetic that replaces a sign-extended integer expression.
fn extended(body: &Body, indices: &mut Indices<'_>, op: Op) -> Option<Expr> {
    if !body.is(op, arith::IndexCast) || body.ty(body.result(op, 0)) != body.ctx().index() {
        return None;
    }
    match extension(body, indices, body.operand(op, 0), MOST_INDEX_DEPTH) {
        Expr::Cast(_) => None,
        expr => Some(expr),
    }
}

/// The signed extension of an integer to 64 bits.
fn extension(body: &Body, indices: &mut Indices<'_>, value: Value, depth: usize) -> Expr {
    use Arithmetic::*;
    if body.ty(value) == body.ctx().index() {
        return Expr::Value(value);
    }
    let term = indices.exact(value);
    if let Some(number) = term.as_const() {
        return Expr::Constant(number);
    }
    let found = if depth == 0 { None } else { Arithmetic::of(body, value) };
    let (operator, a, b) = match found {
        Some(Cast(source, _)) if indices.exact(source) == term => {
            return extension(body, indices, source, depth - 1);
        }
        Some(Sum(a, b)) => (Operator::Add, a, b),
        Some(Difference(a, b)) => (Operator::Sub, a, b),
        Some(Product(a, b)) => (Operator::Mul, a, b),
        _ => return Expr::Cast(value),
    };
    // 64-bit arithmetic is index arithmetic; narrower arithmetic must not wrap around.
    let is_wide = dtype(body.ctx(), body.ty(value)).is_some_and(|dtype| dtype.bits() == 64);
    let parts = [a, b].map(|x| indices.exact(x));
    let whole = match operator {
        Operator::Add => parts[0].add(&parts[1]),
        Operator::Sub => parts[0].sub(&parts[1]),
        Operator::Mul => parts[0].mul(&parts[1]),
    };
    if !is_wide && whole.ok().as_ref() != Some(&term) {
        return Expr::Cast(value);
    }
    let operands = [a, b].map(|x| extension(body, indices, x, depth - 1));
    match operands.iter().all(|operand| matches!(operand, Expr::Cast(_))) {
        true => Expr::Cast(value),
        false => Expr::Binary(operator, Box::new(operands)),
    }
}

/// True for a value other than a sum, a difference or a product.
fn is_candidate(body: &Body, value: Value) -> bool {
    use Arithmetic::*;
    matches!(
        Arithmetic::of(body, value),
        Some(
            Select(..)
                | Minimum(..)
                | Maximum(..)
                | Cast(..)
                | Remainder(..)
                | Quotient(..)
                | Absolute(..)
                | And(..)
        )
    )
}

/// The scalars that the result of an op depends on, the farthest last; `None` if no loop index is among them.
fn origins(body: &Body, op: Op) -> Option<Vec<Value>> {
    let mut found: Vec<Value> = Vec::new();
    let mut pending: Vec<Value> = body.operands(op).collect();
    let mut has_index = false;
    while let Some(value) = pending.pop() {
        if found.contains(&value) || found.len() == MOST_INDEX_OPS {
            continue;
        }
        found.push(value);
        match body.def(value) {
            Def::Argument(block, 0) => {
                has_index |=
                    body.block_owner(block).is_some_and(|op| body.is(op, For) || body.is(op, Parallel));
            }
            Def::Result(def, 0) if body.is(def, arith::Cmpi) || Arithmetic::of(body, value).is_some() => {
                pending.extend(body.operands(def));
            }
            _ => {}
        }
    }
    has_index.then_some(found)
}

/// The outcome of a comparison that always holds, or never does.
fn decided(body: &Body, indices: &mut Indices<'_>, op: Op, predicate: CmpI) -> Option<bool> {
    use CmpI::*;
    let terms = [0, 1].map(|i| indices.exact(body.operand(op, i)));
    if matches!(predicate, Ult | Ule | Ugt | Uge) && !terms.iter().all(|term| indices.prove_ge0(op, term)) {
        return None;
    }
    // Proves that the second exceeds the first by at least `gap`.
    let mut is_above = |[less, greater]: [&Extent; 2], gap: i64| {
        let distance = greater.sub(less).and_then(|distance| distance.add_const(-gap));
        distance.is_ok_and(|distance| indices.prove_ge0(op, &distance))
    };
    let [a, b] = [&terms[0], &terms[1]];
    let (holds, fails) = match predicate {
        Slt | Ult => (is_above([a, b], 1), is_above([b, a], 0)),
        Sle | Ule => (is_above([a, b], 0), is_above([b, a], 1)),
        Sgt | Ugt => (is_above([b, a], 1), is_above([a, b], 0)),
        Sge | Uge => (is_above([b, a], 0), is_above([a, b], 1)),
        Eq | Ne => {
            let same = a == b;
            let differ = is_above([a, b], 1) || is_above([b, a], 1);
            if predicate == Eq { (same, differ) } else { (differ, same) }
        }
    };
    match (holds, fails) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}
