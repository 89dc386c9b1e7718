//! Strength reduction of divisions by square roots to products with reciprocal square roots, for which
//! machines have estimates.
//!
//! With `r = 1/√x`, `a/(x √x)` is `a r³`, `a/√x` is `a r`, and `pow(x, -3/2)` is `r³`: one estimate replaces
//! a square root and a division. If `x` may be −0, the sign of `1/x` is corrected, unless infinities do not
//! matter.

use tf_dialects::arith::flags::{FastMath, FlagSet};
use tf_dialects::arith::{self, Divf, Mulf};
use tf_dialects::elementwise::constant::uniform;
use tf_dialects::math::{self, Powf, Sqrt};
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::dominance::Dominance;
use tf_ir::rewrite::constant_value;
use tf_ir::walk;

/// Largest exponent of `pow`, in halves, that is expanded into a product.
const MOST_HALVES: i64 = 9;
/// Depth of the products and sums that are followed.
const DEPTH: u32 = 12;
/// The flags that allow it: division by a reciprocal, and approximations.
const LICENCE: FastMath = FastMath::ARCP.with(FastMath::AFN);

/// Rewrites the divisions and powers of a body, and returns their count.
pub(super) fn rewrite(body: &mut Body) -> u64 {
    let mut roots = Roots::default();
    let mut count = 0;
    for op in walk::preorder(body) {
        if !body.is_live(op) || !is_wide_float(body, op) || !FastMath::of(body.op(op)).has(LICENCE) {
            continue;
        }
        let done = match body.kind(op) {
            Divf::KIND => roots.quotient(body, op),
            Powf::KIND => power(body, op),
            _ => None,
        };
        count += u64::from(done.is_some());
    }
    count
}

/// Scalars and vectors of f32 and f64.
fn is_wide_float(body: &Body, op: Op) -> bool {
    let Some(result) = body.results(op).next() else { return false };
    let ty = body.ty(result);
    !body.ctx().is_tensor(ty) && matches!(element_type(body.ctx(), ty), Some(DType::F32 | DType::F64))
}

/// The reciprocal roots built so far, by their operand.
#[derive(Default)]
struct Roots {
    made: Vec<(Value, Value)>,
    /// Valid throughout, because blocks do not change.
    dominance: Dominance,
}

impl Roots {
    /// `a/d`, if a factor of `d` is a square root, or has a known reciprocal root here.
    fn quotient(&mut self, body: &mut Body, op: Op) -> Option<()> {
        let (dividend, divisor) = (body.operand(op, 0), body.operand(op, 1));
        let of_root = |body: &Body, v: Value| root_of(body, v).map(|sqrt| (body.operand(sqrt, 0), sqrt));
        let mut all = Vec::new();
        leaves(body, divisor, DEPTH, &[], &mut all);
        for factor in &all {
            if let Some((x, sqrt)) = of_root(body, *factor) {
                self.reciprocal_root(body, x, sqrt);
            }
        }
        // A product under a root is one factor.
        let under: Vec<Value> = self.made.iter().map(|(x, _)| *x).collect();
        let mut factors = Vec::new();
        leaves(body, divisor, DEPTH, &under, &mut factors);
        let dominance = &mut self.dominance;
        let usable: Vec<(Value, Value)> =
            self.made.iter().copied().filter(|(_, r)| dominance.value_reaches(body, *r, op)).collect();
        let known = |x: Value| usable.iter().find(|(y, _)| *y == x).map(|(_, r)| *r);
        // Below 0, `1/x` is finite but the root is NaN: `x` must be nonnegative, or its root must be a
        // factor, too.
        let rooted: Vec<Value> = factors.iter().filter_map(|f| of_root(body, *f)).map(|(x, _)| x).collect();
        let (mut inverses, mut rest) = (Vec::new(), Vec::new());
        for factor in factors {
            if let Some(r) = of_root(body, factor).and_then(|(x, _)| known(x)) {
                inverses.push((r, None));
                continue;
            }
            let safe = rooted.contains(&factor) || has_no_sign(body, factor, DEPTH);
            match known(factor).filter(|_| safe) {
                Some(r) => inverses.push((r, Some(factor))),
                None => rest.push(factor),
            }
        }
        if inverses.is_empty() {
            return None;
        }
        let mut b = Product::before(body, op);
        let one = is_one(b.b.body, dividend);
        let mut value = (!one || !rest.is_empty()).then_some(dividend);
        if let Some(divisor) = rest.into_iter().reduce(|x, y| b.mul(x, y)) {
            value = Some(arith::divf(&mut b.flags.on(&mut b.b), dividend, divisor));
        }
        let inverse = inverses.into_iter().map(|(r, of)| b.inverse(r, of)).collect::<Vec<Value>>();
        let inverse = inverse.into_iter().reduce(|x, y| b.mul(x, y))?;
        let value = value.map_or(inverse, |value| b.mul(value, inverse));
        body.replace(op, &[value]);
        Some(())
    }

    /// Builds `1/√x` next to the square root.
    fn reciprocal_root(&mut self, body: &mut Body, x: Value, sqrt: Op) {
        let dominance = &mut self.dominance;
        if self.made.iter().any(|(y, r)| *y == x && dominance.value_reaches(body, *r, sqrt)) {
            return;
        }
        let flags = FastMath::of(body.op(sqrt));
        let r = math::rsqrt(&mut flags.on(&mut Builder::before(body, sqrt)), x);
        self.made.push((x, r));
    }
}

/// Builds products with the flags of the op that they replace.
struct Product<'a> {
    b: Builder<'a>,
    flags: FastMath,
}

impl<'a> Product<'a> {
    fn before(body: &'a mut Body, op: Op) -> Product<'a> {
        let flags = FastMath::of(body.op(op));
        Product { b: Builder::before(body, op), flags }
    }

    fn mul(&mut self, x: Value, y: Value) -> Value {
        arith::mulf(&mut self.flags.on(&mut self.b), x, y)
    }

    /// `1/√x`, or `1/x` for `of = x`, from `r = 1/√x`.
    fn inverse(&mut self, r: Value, of: Option<Value>) -> Value {
        let Some(x) = of else { return r };
        let square = self.mul(r, r);
        // Only the sign of 0 matters, and its reciprocal is infinite.
        if self.flags.has(FastMath::NINF) || has_no_sign(self.b.body, x, DEPTH) {
            return square;
        }
        math::copysign(&mut self.flags.on(&mut self.b), square, x)
    }
}

/// `pow(x, k/2)` for odd `k` and a nonnegative base, because powers of −inf and −0 differ from those of their
/// roots.
fn power(body: &mut Body, op: Op) -> Option<()> {
    let (x, exponent) = (body.operand(op, 0), body.operand(op, 1));
    let exponent = uniform(body.ctx(), constant_value(body, exponent)?)?.to_f64();
    let halves = exponent * 2.0;
    if halves.fract() != 0.0 || halves % 2.0 == 0.0 || halves.abs() > MOST_HALVES as f64 {
        return None;
    }
    if !has_no_sign(body, x, DEPTH) {
        return None;
    }
    let mut b = Product::before(body, op);
    let mut with_flags = b.flags.on(&mut b.b);
    let root = if halves < 0.0 { math::rsqrt(&mut with_flags, x) } else { math::sqrt(&mut with_flags, x) };
    let base = if halves < 0.0 { b.mul(root, root) } else { x };
    let mut value = root;
    for _ in 0..(halves.abs() as i64 - 1) / 2 {
        value = b.mul(value, base);
    }
    body.replace(op, &[value]);
    Some(())
}

/// The factors of a product that may be reassociated; those in `whole` are not split.
fn leaves(body: &Body, value: Value, depth: u32, whole: &[Value], found: &mut Vec<Value>) {
    let product = body.def_op(value).filter(|op| {
        depth > 0 && !whole.contains(&value) && body.is(*op, Mulf) && FastMath::of(body.op(*op)).has(LICENCE)
    });
    match product {
        Some(op) => {
            [0, 1].into_iter().for_each(|i| leaves(body, body.operand(op, i), depth - 1, whole, found))
        }
        None => found.push(value),
    }
}

/// The square root that defines a value, if it may be approximated.
fn root_of(body: &Body, value: Value) -> Option<Op> {
    body.def_op(value).filter(|op| body.is(*op, Sqrt) && FastMath::of(body.op(*op)).has(FastMath::AFN))
}

fn is_one(body: &Body, value: Value) -> bool {
    constant_of(body, value).is_some_and(|c| c.to_f64() == 1.0)
}

fn constant_of(body: &Body, value: Value) -> Option<Scalar> {
    uniform(body.ctx(), constant_value(body, value)?)
}

/// True if a value is NaN or at least +0, so that its sign bit does not matter.
fn has_no_sign(body: &Body, value: Value, depth: u32) -> bool {
    if depth == 0 {
        return false;
    }
    if let Some(constant) = constant_of(body, value) {
        return constant.to_f64().is_sign_positive();
    }
    let Some(op) = body.def_op(value) else { return false };
    let operand = |i: usize| body.operand(op, i);
    let both = || [0, 1].into_iter().all(|i| has_no_sign(body, operand(i), depth - 1));
    match body.kind(op) {
        math::Absf::KIND | math::Exp::KIND | math::Exp2::KIND => true,
        arith::Mulf::KIND => operand(0) == operand(1) || both(),
        arith::Addf::KIND | arith::Divf::KIND => both(),
        math::Sqrt::KIND => has_no_sign(body, operand(0), depth - 1),
        math::Fma::KIND => {
            let product = operand(0) == operand(1)
                || [0, 1].into_iter().all(|i| has_no_sign(body, operand(i), depth - 1));
            product && has_no_sign(body, operand(2), depth - 1)
        }
        tensor::Fold::KIND => sum_has_no_sign(body, op, value, depth),
        _ => false,
    }
}

/// True for a sum of nonnegative terms.
fn sum_has_no_sign(body: &Body, op: Op, value: Value, depth: u32) -> bool {
    let (Some(fold), Def::Result(_, at)) = (body.cast(op, tensor::Fold), body.def(value)) else {
        return false;
    };
    let sum = fold.combining_kinds().get(at) == Some(&CombiningKind::Add);
    let end = fold.block().and_then(|b| body.terminator(b));
    sum && end.is_some_and(|end| has_no_sign(body, body.operand(end, at), depth - 1))
}
