//! Terms of the results of index arithmetic.

use super::term::{divide, positive};
use super::{Indices, is_program_term};
use crate::tensor::At;
use tf_ir::affine::AffineOp;
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness, constant_int};
use tf_ir::body::{Op, Value};
use tf_ir::extent::{Extent, ExtentError};
use tf_ir::opref::OpRef;

/// A combination of two terms.
type Combine = fn(&Extent, &Extent) -> Result<Extent, ExtentError>;

impl Indices<'_> {
    /// The first result of an op.
    pub(super) fn computed(&mut self, op: OpRef<'_>, value: Value) -> Option<Extent> {
        use Signedness::{Signed, Unsigned};
        if op.is(At) {
            return self.read(op);
        }
        let at = op.id();
        match Arithmetic::of(self.body, value)? {
            Arithmetic::Constant(constant) => Some(Extent::constant(i64::try_from(constant).ok()?)),
            Arithmetic::Extent(extent) => is_program_term(extent).then(|| extent.clone()),
            Arithmetic::Sum(a, b) => self.ring(a, b, Extent::add),
            Arithmetic::Difference(a, b) => self.ring(a, b, Extent::sub),
            Arithmetic::Product(a, b) => self.ring(a, b, Extent::mul),
            Arithmetic::ShiftLeft(x, by) => {
                let by = self.shift(by)?;
                self.term(x).scale(1 << by).ok()
            }
            Arithmetic::ShiftRight(x, by, Signed) => {
                let x = self.exact(x);
                x.floordiv(1 << self.shift(by)?).ok()
            }
            Arithmetic::ShiftRight(x, by, Unsigned) => self.shifted(at, x, by),
            Arithmetic::Quotient(a, b, rounding, sign) => self.quotient(at, [a, b], rounding, sign),
            Arithmetic::Remainder(a, b, rounding, sign) => self.remainder(at, [a, b], rounding, sign),
            Arithmetic::Minimum(a, b, Signed) => self.chosen(a, b, Extent::minimum),
            Arithmetic::Maximum(a, b, Signed) => self.chosen(a, b, Extent::maximum),
            Arithmetic::Minimum(a, b, Unsigned) => self.least_unsigned(at, [a, b]),
            Arithmetic::Maximum(a, b, Unsigned) => self.greatest_unsigned(at, [a, b]),
            Arithmetic::And(a, b) => self.masked(at, [a, b]),
            Arithmetic::Absolute(x) => self.absolute(x),
            Arithmetic::Select(condition, holds, fails) => self.selected(at, condition, [holds, fails]),
            // Casts to narrower types wrap at their width; the caller checks the range.
            Arithmetic::Cast(x, Signed) => Some(self.exact(x)),
            Arithmetic::Cast(x, Unsigned) => self.zero_extended(at, x),
        }
    }

    /// A constant shift amount within the range of terms.
    fn shift(&self, by: Value) -> Option<i64> {
        constant_int(self.body, by).filter(|by| (0..62).contains(by))
    }

    fn ring(&mut self, a: Value, b: Value, combine: Combine) -> Option<Extent> {
        let [a, b] = [a, b].map(|x| self.term(x));
        combine(&a, &b).ok()
    }

    fn chosen(&mut self, a: Value, b: Value, combine: Combine) -> Option<Extent> {
        let [a, b] = [a, b].map(|x| self.exact(x));
        combine(&a, &b).ok()
    }

    /// The minimum of two unsigned values is at most each of them that is nonnegative as a signed value.
    fn least_unsigned(&mut self, at: Op, values: [Value; 2]) -> Option<Extent> {
        let terms = values.map(|x| self.exact(x));
        let signs = [&terms[0], &terms[1]].map(|t| self.prove_ge0(at, t));
        match signs {
            [true, true] => terms[0].minimum(&terms[1]).ok(),
            [true, false] => Some(self.variable(Some(terms[0].clone()))),
            [false, true] => Some(self.variable(Some(terms[1].clone()))),
            [false, false] => None,
        }
    }

    fn zero_extended(&mut self, at: Op, value: Value) -> Option<Extent> {
        let term = self.exact(value);
        if self.prove_ge0(at, &term) {
            return Some(term);
        }
        let width = self.width(value);
        (width < 64).then(|| self.variable(Some(Extent::constant(((1u64 << width) - 1) as i64))))
    }

    /// A quotient by a divisor that is positive as a signed value.
    fn quotient(
        &mut self,
        at: Op,
        values: [Value; 2],
        rounding: Rounding,
        sign: Signedness,
    ) -> Option<Extent> {
        let [x, divisor] = self.dividend(at, values)?;
        let is_signed = sign == Signedness::Signed;
        let (kind, any_sign) = match rounding {
            Rounding::Floor => (AffineOp::FloorDiv, is_signed),
            Rounding::Ceil => (AffineOp::CeilDiv, is_signed),
            Rounding::TowardZero => (AffineOp::FloorDiv, false),
        };
        let known = any_sign || self.prove_ge0(at, &x);
        known.then(|| divide(self, at, kind, &x, &divisor)).flatten()
    }

    fn remainder(
        &mut self,
        at: Op,
        values: [Value; 2],
        rounding: Rounding,
        sign: Signedness,
    ) -> Option<Extent> {
        if rounding == Rounding::Ceil {
            return None;
        }
        let [x, divisor] = self.dividend(at, values)?;
        let is_floor = rounding == Rounding::Floor && sign == Signedness::Signed;
        if is_floor || self.prove_ge0(at, &x) {
            return divide(self, at, AffineOp::Mod, &x, &divisor);
        }
        let last = divisor.add_const(-1).ok()?;
        if sign == Signedness::Unsigned {
            return Some(self.variable(Some(last)));
        }
        let offset = self.variable(Some(last.scale(2).ok()?));
        offset.sub(&last).ok()
    }

    /// Dividend and divisor, if that is known to be positive.
    fn dividend(&mut self, at: Op, values: [Value; 2]) -> Option<[Extent; 2]> {
        let [x, divisor] = values.map(|x| self.exact(x));
        positive(self, at, &divisor).then_some([x, divisor])
    }
}
