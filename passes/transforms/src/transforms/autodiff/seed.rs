//! Reverse-mode differentiation of folds: the cotangent of each combined value, from the cotangent of the
//! fold's result.

use super::code::drop_puts;
use tf_dialects::arith::{self, CmpF};
use tf_dialects::differentiate::{Reverse, constant_like, is_differentiable};
use tf_dialects::tensor::{self, CombiningKind, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::subscript::Copier;

/// The cotangent of one combined value, as a function of the value.
#[derive(Clone, Copy, Debug)]
pub(super) enum Seed {
    /// For a sum: the same cotangent for all values.
    Sum(Value),
    /// For a minimum or maximum: each value equal to `extreme` gets `share`.
    Extreme {
        /// The fold's result.
        extreme: Value,
        /// The cotangent divided by the count of values equal to the result.
        share: Value,
    },
    /// For a product: `zero - pair * value` for a value that is 0, `other / value` for others.
    Product {
        /// The cotangent times the product of the others, if this is the only zero; else 0, but with the
        /// right derivative.
        zero: Value,
        /// The cotangent times the product.
        other: Value,
        /// The cotangent times the product of the other factors, if there are two zeros; else 0.
        pair: Value,
    },
}

impl Seed {
    /// The values that it consists of.
    pub fn parts(&self) -> Vec<Value> {
        match *self {
            Seed::Sum(g) => vec![g],
            Seed::Extreme { extreme, share } => vec![extreme, share],
            Seed::Product { zero, other, pair } => vec![zero, other, pair],
        }
    }

    /// The same seed with other values for its parts.
    pub fn with_parts(&self, parts: &[Value]) -> Seed {
        match self {
            Seed::Sum(_) => Seed::Sum(parts[0]),
            Seed::Extreme { .. } => Seed::Extreme { extreme: parts[0], share: parts[1] },
            Seed::Product { .. } => Seed::Product { zero: parts[0], other: parts[1], pair: parts[2] },
        }
    }

    /// The form of the seed of result `i` of a fold, with the result as each part; `None` if its kind has
    /// none.
    pub fn form(body: &Body, fold: Op, i: usize) -> Option<Seed> {
        let v = body.result(fold, i);
        if !is_differentiable(body.ctx(), body.ty(v)) {
            return None;
        }
        match *body.cast(fold, tensor::Fold)?.combining_kinds().get(i)? {
            CombiningKind::Add => Some(Seed::Sum(v)),
            CombiningKind::Mul => Some(Seed::Product { zero: v, other: v, pair: v }),
            kind if is_extreme(kind) => Some(Seed::Extreme { extreme: v, share: v }),
            _ => None,
        }
    }

    /// The cotangent of a combined value.
    pub fn at(&self, b: &mut Builder<'_>, value: Value) -> Value {
        match *self {
            Seed::Sum(g) => g,
            Seed::Extreme { extreme, share } => {
                let same = equal(b, value, extreme);
                let zero = zero_of(b, value);
                arith::select(b, same, share, zero)
            }
            Seed::Product { zero, other, pair } => {
                let ty = b.body.ty(value);
                let (nought, one) = (zero_of(b, value), constant_like(b, ty, 1.0));
                let is_zero = equal(b, value, nought);
                // No division by 0, in derivatives of this code either.
                let divisor = arith::select(b, is_zero, one, value);
                let quotient = arith::divf(b, other, divisor);
                let own = arith::mulf(b, pair, value);
                let product = arith::subf(b, zero, own);
                arith::select(b, is_zero, product, quotient)
            }
        }
    }

    /// Adds the cotangent of a combined value; for a minimum or maximum, only if the value is the extremum.
    pub fn give(&self, cx: &mut Reverse<'_, '_>, value: Value) {
        if let Seed::Extreme { extreme, share } = *self {
            let same = equal(cx.b, value, extreme);
            cx.add_where(value, share, same);
        } else {
            let g = self.at(cx.b, value);
            cx.add(value, g);
        }
    }

    /// The contribution of the tangent of a combined value, if this is the seed of 1.
    pub fn tangent(&self, b: &mut Builder<'_>, value: Value, tangent: Value) -> Value {
        let Seed::Extreme { extreme, share } = *self else {
            let weight = self.at(b, value);
            return arith::mulf(b, weight, tangent);
        };
        let (same, zero) = (equal(b, value, extreme), zero_of(b, value));
        let shared = arith::mulf(b, share, tangent);
        arith::select(b, same, shared, zero)
    }

    /// The seed of a product `result` with the cotangent `g`. It takes the sum (`zeros`) and the product
    /// (`others`) of the parts that [`Seed::factor`] returns for each factor.
    ///
    /// A part whose value is 0 but whose derivative is not is written so that it has the right derivative.
    pub fn of_product(b: &mut Builder<'_>, g: Value, result: Value, zeros: Value, others: Value) -> Seed {
        let ty = b.body.ty(g);
        let [zero, one, two] = [0.0, 1.0, 2.0].map(|x| constant_like(b, ty, x));
        let (single, double) = (equal(b, zeros, one), equal(b, zeros, two));
        let other = arith::mulf(b, g, result);
        let rest = arith::mulf(b, g, others);
        let pair = arith::select(b, double, rest, zero);
        // The sum of both zeros.
        let both = arith::subf(b, zeros, two);
        let both = arith::mulf(b, pair, both);
        let zero = arith::select(b, single, rest, both);
        Seed::Product { zero, other, pair }
    }

    /// For a factor: 1 if it is zero, else 0 (the derivative of this count is that of the zero), and the
    /// factor, with 1 for a zero.
    pub fn factor(b: &mut Builder<'_>, value: Value) -> [Value; 2] {
        let ty = b.body.ty(value);
        let (zero, one) = (zero_of(b, value), constant_like(b, ty, 1.0));
        let is_zero = equal(b, value, zero);
        let counted = arith::addf(b, one, value);
        let count = arith::select(b, is_zero, counted, zero);
        let factor = arith::select(b, is_zero, one, value);
        [count, factor]
    }

    /// The seed of result `i` of a fold with the cotangent `g`, at the cursor after the fold. `copy` is the
    /// copy of `original`; `copier` maps the values around them. `None` if the kind has none.
    pub fn of(
        b: &mut Builder<'_>,
        copier: &Copier,
        original: Op,
        copy: Op,
        i: usize,
        g: Value,
    ) -> Option<Seed> {
        let kind = *b.body.cast(original, tensor::Fold)?.combining_kinds().get(i)?;
        let result = b.body.result(copy, i);
        match kind {
            CombiningKind::Add => Some(Seed::Sum(g)),
            CombiningKind::Mul => {
                let kinds = [CombiningKind::Add, CombiningKind::Mul];
                let counts = recount(b, copier, original, copy, &kinds, i, |b, value| {
                    Seed::factor(b, value).to_vec()
                })?;
                Some(Seed::of_product(b, g, result, counts[0], counts[1]))
            }
            kind if is_extreme(kind) => {
                let count = recount(b, copier, original, copy, &[CombiningKind::Add], i, |b, value| {
                    let same = equal(b, value, result);
                    vec![indicator(b, same, g)]
                })?;
                let share = arith::divf(b, g, count[0]);
                Some(Seed::Extreme { extreme: result, share })
            }
            _ => None,
        }
    }
}

/// Another fold over the values that result `i` of `original` combines.
fn recount(
    b: &mut Builder<'_>,
    copier: &Copier,
    original: Op,
    copy: Op,
    kinds: &[CombiningKind],
    i: usize,
    count: impl FnOnce(&mut Builder<'_>, Value) -> Vec<Value>,
) -> Option<Vec<Value>> {
    let bounds = Subscripts::of_op(b.body.op(copy))?;
    let (block, index) = {
        let view = b.body.cast(original, tensor::Fold)?;
        (view.block()?, view.index()?)
    };
    let types = vec![b.body.ty(b.body.result(original, i)); kinds.len()];
    let mut failed = false;
    let op = build::fold(b, &bounds, kinds, &types, None, |b, k| {
        let mut copier = copier.clone();
        copier.set(index, k);
        match copier.block(b, block) {
            Ok(values) => count(b, values[i]),
            Err(_) => {
                failed = true;
                types.iter().map(|ty| constant_like(b, *ty, 0.0)).collect()
            }
        }
    });
    drop_puts(b.body, op);
    (!failed).then(|| b.body.results(op).collect())
}

/// True for minima and maxima of floats.
pub(super) fn is_extreme(kind: CombiningKind) -> bool {
    use CombiningKind::{MaxNumF, MaximumF, MinNumF, MinimumF};
    matches!(kind, MinimumF | MaximumF | MinNumF | MaxNumF)
}

/// Ones where a condition holds, zeros elsewhere.
pub(super) fn indicator(b: &mut Builder<'_>, condition: Value, like: Value) -> Value {
    let ty = b.body.ty(like);
    let (one, zero) = (constant_like(b, ty, 1.0), constant_like(b, ty, 0.0));
    arith::select(b, condition, one, zero)
}

fn zero_of(b: &mut Builder<'_>, like: Value) -> Value {
    let ty = b.body.ty(like);
    constant_like(b, ty, 0.0)
}

/// True for equal values.
pub(super) fn equal(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    arith::cmpf(b, CmpF::OEQ, x, y)
}
