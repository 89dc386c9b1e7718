//! Affine expressions as integer combinations of atoms: the form that simplification works on.

use super::{AffineError, AffineExpr, AffineExprKind, AffineOp, Ranges};
use crate::extent::Interval;
use crate::extent::interval::gcd;
use std::collections::BTreeMap;

/// `Σ coefficient*atom + constant`; atoms are dimensions, symbols, quotients, remainders and products.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    /// Sorted, atoms with dimensions before those without; no coefficient is 0.
    pub terms: BTreeMap<(bool, AffineExpr), i64>,
    pub constant: i64,
}

pub(super) type Summed = Result<Sum, AffineError>;

impl Sum {
    pub(super) fn constant(value: i64) -> Sum {
        Sum { terms: BTreeMap::new(), constant: value }
    }

    pub(super) fn atom(expr: &AffineExpr) -> Sum {
        let key = (expr.is_symbolic_or_constant(), expr.clone());
        Sum { terms: BTreeMap::from([(key, 1)]), constant: 0 }
    }

    /// The terms of a sum, unsimplified: an operand of an atom is simplified already.
    pub(super) fn of_parts(expr: &AffineExpr) -> Summed {
        if let Some(value) = expr.as_const() {
            return Ok(Sum::constant(value));
        }
        if let Some((lhs, rhs)) = expr.as_binary(AffineOp::Add) {
            return Sum::of_parts(lhs)?.add_scaled(&Sum::of_parts(rhs)?, 1);
        }
        let (atom, factor) = expr.split_factor();
        if factor == 1 { Ok(Sum::atom(expr)) } else { Sum::of_parts(atom)?.scaled(factor) }
    }

    pub(super) fn as_const(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// `self + factor * other`.
    pub(super) fn add_scaled(&self, other: &Sum, factor: i64) -> Summed {
        let scaled = |value: i64| value.checked_mul(factor).ok_or(AffineError::Overflow);
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(scaled(other.constant)?).ok_or(AffineError::Overflow)?;
        for (key, value) in &other.terms {
            let place = sum.terms.entry(key.clone()).or_insert(0);
            *place = place.checked_add(scaled(*value)?).ok_or(AffineError::Overflow)?;
        }
        sum.terms.retain(|_, value| *value != 0);
        Ok(sum)
    }

    pub(super) fn scaled(&self, factor: i64) -> Summed {
        Sum::default().add_scaled(self, factor)
    }

    pub(super) fn plus(&self, value: i64) -> Summed {
        let constant = self.constant.checked_add(value).ok_or(AffineError::Overflow)?;
        Ok(Sum { terms: self.terms.clone(), constant })
    }

    /// Divides every coefficient, all being multiples, and rounds the constant down.
    pub(super) fn divided(&self, factor: i64) -> Sum {
        let terms = self.terms.iter().map(|(key, value)| (key.clone(), value / factor)).collect();
        Sum { terms, constant: self.constant.div_euclid(factor) }
    }

    /// Splits a sum into the parts whose coefficients are (first) and are not (second) multiples of `factor`.
    ///
    /// The constant is divided towards 0, so that the remaining part does not grow.
    pub(super) fn split_multiples(&self, factor: i64) -> (Sum, Sum) {
        let (multiples, rest) =
            self.terms.iter().map(|(k, v)| (k.clone(), *v)).partition(|(_, v)| v % factor == 0);
        let small = self.constant % factor;
        (Sum { terms: multiples, constant: self.constant - small }, Sum { terms: rest, constant: small })
    }

    /// The greatest common divisor of the coefficients and `start`.
    pub(super) fn content(&self, start: i64) -> i64 {
        self.terms.values().fold(start, |g, value| gcd(g, *value))
    }

    /// The term, if it is the only one and the constant is 0.
    pub(super) fn as_single(&self) -> Option<(&AffineExpr, i64)> {
        let ((_, atom), factor) = self.terms.first_key_value()?;
        (self.terms.len() == 1 && self.constant == 0).then_some((atom, *factor))
    }

    /// An interval that holds every value.
    pub(super) fn interval(&self, ranges: &Ranges) -> Interval {
        self.terms.iter().fold(Interval::point(self.constant), |sum, ((_, atom), factor)| {
            sum.add(&atom.atom_interval(ranges).scale(*factor))
        })
    }

    pub(super) fn to_expr(&self) -> Result<AffineExpr, AffineError> {
        let mut expr = AffineExpr::constant(0);
        for ((_, atom), factor) in &self.terms {
            expr = expr.add(&atom.scale(*factor)?)?;
        }
        expr.add_const(self.constant)
    }

    /// True if each term of `part`, multiplied by `factor`, is among the terms here with the same
    /// coefficient.
    fn holds(&self, part: &Sum, factor: i64) -> bool {
        !part.terms.is_empty()
            && part.terms.iter().all(|(key, value)| {
                value.checked_mul(factor).is_some_and(|v| self.terms.get(key) == Some(&v))
            })
    }

    /// Joins quotients and remainders: `c*(x floordiv c) + x mod c` is `x`, `x - c*(x floordiv c)` is
    /// `x mod c`, and `x - x mod c` is `c*(x floordiv c)`.
    pub(super) fn joined(mut self) -> Summed {
        while let Some(next) = self.join_once()? {
            self = next;
        }
        Ok(self)
    }

    /// Each join makes the whole sum smaller, so joining ends.
    fn join_once(&self) -> Result<Option<Sum>, AffineError> {
        for ((_, atom), factor) in &self.terms {
            let joined = match atom.kind() {
                AffineExprKind::Binary(AffineOp::FloorDiv, x, c) => {
                    self.join_quotient(atom, *factor, x, c)?
                }
                AffineExprKind::Binary(AffineOp::Mod, x, c) => self.join_remainder(atom, *factor, x, c)?,
                _ => None,
            };
            if joined.is_some() {
                return Ok(joined);
            }
        }
        Ok(None)
    }

    /// Joins `factor * (x floordiv c)` with a remainder or with x.
    fn join_quotient(
        &self,
        quotient: &AffineExpr,
        factor: i64,
        x: &AffineExpr,
        divisor: &AffineExpr,
    ) -> Result<Option<Sum>, AffineError> {
        let Some(c) = divisor.as_const().filter(|c| *c > 1 && factor % c == 0) else { return Ok(None) };
        let times = factor / c;
        // A quotient of the least integer cannot be negated.
        let (Some(minus_factor), Some(minus)) = (factor.checked_neg(), times.checked_neg()) else {
            return Ok(None);
        };
        let rest = self.add_scaled(&Sum::atom(quotient), minus_factor)?;
        let whole = Sum::of_parts(x)?;
        let remainder = Sum::atom(&AffineExpr::binary_unfolded(AffineOp::Mod, x, divisor)?);
        if rest.holds(&remainder, times) {
            return rest.add_scaled(&remainder, minus)?.add_scaled(&whole, times).map(Some);
        }
        if rest.holds(&whole, minus) {
            return rest.add_scaled(&whole, times)?.add_scaled(&remainder, minus).map(Some);
        }
        Ok(None)
    }

    /// Joins `factor * (x mod c)` with x.
    fn join_remainder(
        &self,
        remainder: &AffineExpr,
        factor: i64,
        x: &AffineExpr,
        divisor: &AffineExpr,
    ) -> Result<Option<Sum>, AffineError> {
        let Some(c) = divisor.as_const().filter(|c| *c > 1) else { return Ok(None) };
        let Some((times, scaled)) = factor.checked_neg().and_then(|t| Some((t, t.checked_mul(c)?))) else {
            return Ok(None);
        };
        let whole = Sum::of_parts(x)?;
        if !self.holds(&whole, times) {
            return Ok(None);
        }
        let quotient = Sum::atom(&AffineExpr::binary_unfolded(AffineOp::FloorDiv, x, divisor)?);
        let rest = self.add_scaled(&Sum::atom(remainder), times)?.add_scaled(&whole, factor)?;
        rest.add_scaled(&quotient, scaled).map(Some)
    }
}
