//! Integer intervals with optional ends.

use std::fmt;

/// A set of consecutive integers `lo ..= hi`; an absent end is unbounded (or does not fit 64 bits).
///
/// Operations never overflow: an end that leaves the 64-bit range becomes absent, which only widens the
/// interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Interval {
    /// Smallest member, if bounded below.
    pub lo: Option<i64>,
    /// Largest member, if bounded above.
    pub hi: Option<i64>,
}

/// An end of an interval in arithmetic that does not overflow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    MinusInfinity,
    At(i128),
    PlusInfinity,
}

impl End {
    fn times(self, other: End) -> End {
        use End::*;
        match (self, other) {
            // Both factors are 64-bit, so the product fits 127 bits.
            (At(a), At(b)) => At(a * b),
            (At(0), _) | (_, At(0)) => At(0),
            _ if self.is_negative() == other.is_negative() => PlusInfinity,
            _ => MinusInfinity,
        }
    }

    fn is_negative(self) -> bool {
        self < End::At(0)
    }

    fn finite(self) -> Option<i64> {
        match self {
            End::At(v) => i64::try_from(v).ok(),
            _ => None,
        }
    }
}

impl Interval {
    /// Every integer.
    pub const ALL: Interval = Interval { lo: None, hi: None };
    /// Every integer ≥ 0.
    pub const NON_NEGATIVE: Interval = Interval { lo: Some(0), hi: None };

    /// The interval `lo ..= hi`.
    pub fn new(lo: Option<i64>, hi: Option<i64>) -> Self {
        Self { lo, hi }
    }

    /// The interval of one integer.
    pub fn point(value: i64) -> Self {
        Self { lo: Some(value), hi: Some(value) }
    }

    /// True when no integer is a member.
    pub fn is_empty(&self) -> bool {
        matches!((self.lo, self.hi), (Some(lo), Some(hi)) if lo > hi)
    }

    /// True when `value` is a member.
    pub fn contains(&self, value: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= value) && self.hi.is_none_or(|hi| value <= hi)
    }

    /// The only member, if there is exactly one.
    pub fn as_point(&self) -> Option<i64> {
        self.lo.filter(|_| self.lo == self.hi)
    }

    /// The members common to both.
    pub fn intersect(&self, other: &Interval) -> Interval {
        let lo = [self.lo, other.lo].into_iter().flatten().max();
        let hi = [self.hi, other.hi].into_iter().flatten().min();
        Interval { lo, hi }
    }

    /// The smallest interval that holds both.
    pub fn hull(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)),
            hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)),
        }
    }

    /// The interval of sums of members.
    pub fn add(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.zip(other.lo).and_then(|(a, b)| a.checked_add(b)),
            hi: self.hi.zip(other.hi).and_then(|(a, b)| a.checked_add(b)),
        }
    }

    /// The interval of negated members.
    pub fn neg(&self) -> Interval {
        Interval { lo: self.hi.and_then(i64::checked_neg), hi: self.lo.and_then(i64::checked_neg) }
    }

    /// The interval of products of members.
    pub fn mul(&self, other: &Interval) -> Interval {
        let (a, b) = (self.ends(), other.ends());
        let corners = [a.0.times(b.0), a.0.times(b.1), a.1.times(b.0), a.1.times(b.1)];
        // The array has four entries, so neither fold is empty.
        let lo = corners.into_iter().fold(End::PlusInfinity, End::min);
        let hi = corners.into_iter().fold(End::MinusInfinity, End::max);
        Interval { lo: lo.finite(), hi: hi.finite() }
    }

    /// Members multiplied by a constant.
    pub fn scale(&self, factor: i64) -> Interval {
        self.mul(&Interval::point(factor))
    }

    /// Members divided by a positive constant, rounded down; unbounded when `divisor` ≤ 0.
    pub fn floordiv(&self, divisor: i64) -> Interval {
        if divisor <= 0 {
            return Interval::ALL;
        }
        Interval { lo: self.lo.map(|v| v.div_euclid(divisor)), hi: self.hi.map(|v| v.div_euclid(divisor)) }
    }

    /// Members divided by a positive constant, rounded up; unbounded when `divisor` ≤ 0.
    pub fn ceildiv(&self, divisor: i64) -> Interval {
        if divisor <= 0 {
            return Interval::ALL;
        }
        Interval { lo: self.lo.map(|v| ceil_div(v, divisor)), hi: self.hi.map(|v| ceil_div(v, divisor)) }
    }

    /// Remainders (≥ 0) of members by a positive constant; unbounded when `divisor` ≤ 0.
    pub fn modulo(&self, divisor: i64) -> Interval {
        if divisor <= 0 {
            return Interval::ALL;
        }
        if let (Some(lo), Some(hi)) = (self.lo, self.hi)
            && lo.div_euclid(divisor) == hi.div_euclid(divisor)
        {
            return Interval::new(Some(lo.rem_euclid(divisor)), Some(hi.rem_euclid(divisor)));
        }
        Interval::new(Some(0), Some(divisor - 1))
    }

    /// The interval of minima of members.
    pub fn minimum(&self, other: &Interval) -> Interval {
        Interval {
            lo: self.lo.zip(other.lo).map(|(a, b)| a.min(b)),
            hi: [self.hi, other.hi].into_iter().flatten().min(),
        }
    }

    /// The interval of maxima of members.
    pub fn maximum(&self, other: &Interval) -> Interval {
        Interval {
            lo: [self.lo, other.lo].into_iter().flatten().max(),
            hi: self.hi.zip(other.hi).map(|(a, b)| a.max(b)),
        }
    }

    fn ends(&self) -> (End, End) {
        (
            self.lo.map_or(End::MinusInfinity, |v| End::At(v.into())),
            self.hi.map_or(End::PlusInfinity, |v| End::At(v.into())),
        )
    }
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.lo {
            Some(lo) => write!(f, "[{lo}, ")?,
            None => f.write_str("(-inf, ")?,
        }
        match self.hi {
            Some(hi) => write!(f, "{hi}]"),
            None => f.write_str("inf)"),
        }
    }
}

/// `value / divisor` rounded up, for a positive divisor.
pub(crate) fn ceil_div(value: i64, divisor: i64) -> i64 {
    debug_assert!(divisor > 0);
    value.div_euclid(divisor) + i64::from(value.rem_euclid(divisor) != 0)
}

/// Greatest common divisor of the magnitudes; 0 for two zeros, and 1 if the result is 2⁶³.
pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    i64::try_from(a).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iv(lo: i64, hi: i64) -> Interval {
        Interval::new(Some(lo), Some(hi))
    }

    #[test]
    fn operations_hold_every_pair_of_members() {
        let ranges = [iv(-3, -1), iv(-2, 2), iv(0, 0), iv(1, 4), iv(0, 5), iv(-4, 7)];
        for a in ranges {
            for b in ranges {
                for x in a.lo.unwrap()..=a.hi.unwrap() {
                    for y in b.lo.unwrap()..=b.hi.unwrap() {
                        assert!(a.add(&b).contains(x + y));
                        assert!(a.mul(&b).contains(x * y));
                        assert!(a.minimum(&b).contains(x.min(y)));
                        assert!(a.maximum(&b).contains(x.max(y)));
                        assert!(a.hull(&b).contains(x) && a.hull(&b).contains(y));
                        assert_eq!(a.intersect(&b).contains(x), b.contains(x));
                    }
                    assert!(a.neg().contains(-x));
                    for c in 1..6 {
                        assert!(a.floordiv(c).contains(x.div_euclid(c)));
                        assert!(a.ceildiv(c).contains(ceil_div(x, c)));
                        assert!(a.modulo(c).contains(x.rem_euclid(c)));
                    }
                }
            }
        }
    }

    #[test]
    fn ends_are_exact_if_possible() {
        assert_eq!(iv(-2, 3).mul(&iv(-5, 4)), iv(-15, 12));
        assert_eq!(Interval::NON_NEGATIVE.mul(&iv(0, 3)), Interval::NON_NEGATIVE);
        assert_eq!(Interval::NON_NEGATIVE.scale(-2), Interval::new(None, Some(0)));
        assert_eq!(iv(5, 7).modulo(4), iv(1, 3));
        assert_eq!(iv(3, 4).modulo(4), iv(0, 3));
        assert_eq!(Interval::point(i64::MAX).add(&Interval::point(1)), Interval::ALL);
        assert!(iv(2, 1).is_empty() && !iv(1, 1).is_empty());
        assert_eq!(iv(4, 4).as_point(), Some(4));
        assert_eq!(format!("{} {}", iv(-1, 2), Interval::ALL), "[-1, 2] (-inf, inf)");
    }

    #[test]
    fn gcd_and_ceil_div_take_extremes() {
        assert_eq!(gcd(i64::MIN, 0), 1);
        assert_eq!(gcd(i64::MIN, 6), 2);
        assert_eq!(gcd(-12, 18), 6);
        assert_eq!(ceil_div(i64::MIN, 1), i64::MIN);
        assert_eq!(ceil_div(-7, 2), -3);
    }
}
