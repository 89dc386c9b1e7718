//! Odd powers of a reciprocal square root, mainly `(1/√x)³`, in one step on the machine's estimate.
//!
//! With an estimate `r` and its error `e = 1 - x r²`, `(1/√x)^k = r^k (1 - e)^(-k/2)`. The first terms of
//! this series suffice: `r^k (1 + k/2 e)` for an estimate of 14 bits, `r^k (1 + k/2 e + k (k + 2) / 8 e²)`
//! for one of 12 bits. The root itself is never computed, which saves a multiplication and its latency.
//! Forces that decrease with the square of a distance are such powers.

use super::{BOUND, Function, has_estimate, has_fma, steps};
use crate::emitter::normal::is_normal;
use crate::emitter::{Emitter, Result};
use tf_dialects::arith::{self, CmpF, FastMath, FlagSet, Mulf};
use tf_dialects::math;
use tf_ir::body::{Body, Op, Value};

/// The flags that allow computing a product as a power: reassociation of factors, and approximations.
const LICENCE: FastMath = FastMath::ARCP.with(FastMath::AFN);
/// The largest power to search for; it has one multiplication less.
const MOST: usize = 9;

/// A product that is an odd power of a reciprocal square root.
struct Power {
    /// The radicand.
    x: Value,
    /// The factor count of the product.
    factors: usize,
}

impl Power {
    /// Matches a product whose factors are all one reciprocal square root of a normal float, with no other
    /// use of that root.
    fn of(body: &Body, product: Op) -> Option<Power> {
        let (mut products, mut factors) = (Vec::new(), Vec::new());
        factors_of(body, product, &mut products, &mut factors)?;
        let root = *factors.first()?;
        if factors.len().is_multiple_of(2) || factors.iter().any(|factor| *factor != root) {
            return None;
        }
        let op = body.def_op(root).filter(|op| body.is(*op, math::Rsqrt))?;
        let x = body.operand(op, 0);
        if !FastMath::of(body.op(op)).has(FastMath::AFN) || !is_normal(body, x) {
            return None;
        }
        let is_own = |value: Value| body.users(value).iter().all(|user| products.contains(user));
        let inner = products.iter().filter(|inner| **inner != product);
        (is_own(root) && inner.copied().all(|inner| is_own(body.result(inner, 0))))
            .then_some(Power { x, factors: factors.len() })
    }
}

/// Collects the factors of a product, and the inner products; `None` if there are too many.
fn factors_of(body: &Body, product: Op, products: &mut Vec<Op>, factors: &mut Vec<Value>) -> Option<()> {
    products.push(product);
    if products.len() >= MOST {
        return None;
    }
    for factor in [0, 1].map(|at| body.operand(product, at)) {
        match body.def_op(factor).filter(|op| is_product(body, *op)) {
            Some(inner) => factors_of(body, inner, products, factors)?,
            None => factors.push(factor),
        }
    }
    Some(())
}

fn is_product(body: &Body, op: Op) -> bool {
    body.is(op, Mulf) && FastMath::of(body.op(op)).has(LICENCE)
}

impl Emitter<'_, '_> {
    /// Emits a product that is an odd power of a reciprocal square root, if the machine has estimates of
    /// roots; false for other products.
    pub(crate) fn power_of_root(&mut self, op: Op) -> Result<bool> {
        if self.threads || !is_product(self.source, op) || !has_fma(self.unit.level) {
            return Ok(false);
        }
        let ctx = self.ctx();
        let ty = self.source.ty(self.source.result(op, 0));
        let width = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(0);
        let has_14_bits = has_estimate(self.unit.level, width);
        if !has_14_bits && width != 32 {
            return Ok(false);
        }
        let Some(Power { x, factors }) = Power::of(self.source, op) else { return Ok(false) };
        let x = self.values_of(op, &[x])?[0];
        let value = self.root_to_the(x, factors, (width, has_14_bits));
        self.set_results(op, &[value]);
        Ok(true)
    }

    /// `(1/√x)^k` of normal floats, and of infinity.
    fn root_to_the(&mut self, x: Value, k: usize, (width, has_14_bits): (u32, bool)) -> Value {
        let function = if has_14_bits { Function::ReciprocalRoot } else { Function::RootOfNormal };
        let mut r = self.estimate(function, x, width);
        if has_14_bits {
            r = (1..steps(width)).fold(r, |r, _| self.closer_root(x, r));
        }
        let ty = self.b.body.ty(x);
        let [one, bound] = [1.0, BOUND].map(|number| self.float(ty, number));
        let square = arith::mulf(&mut self.b, r, r);
        let negated = arith::negf(&mut self.b, x);
        let error = math::fma(&mut self.b, negated, square, one);
        let error = self.chosen(CmpF::OLT, error, bound);
        let power = (0..k / 2).fold(r, |power, _| arith::mulf(&mut self.b, power, square));
        let step = arith::mulf(&mut self.b, power, error);
        let k = k as f64;
        let mut factor = self.float(ty, k / 2.0);
        if !has_14_bits {
            let second = self.float(ty, k * (k + 2.0) / 8.0);
            factor = math::fma(&mut self.b, error, second, factor);
        }
        math::fma(&mut self.b, step, factor, power)
    }
}
