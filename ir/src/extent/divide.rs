//! Normalization of quotients and remainders by positive constants.

use super::bounds::{Bounds, CONSTRUCTION_FUEL};
use super::interval::gcd;
use super::node::Term;
use super::units;
use super::{Atom, Extent, ExtentError, Facts};

impl Extent {
    /// `self / divisor` rounded towards −∞.
    ///
    /// # Errors
    /// [`ExtentError::NonPositiveDivisor`], [`ExtentError::Overflow`], [`ExtentError::TooLarge`],
    /// [`ExtentError::TooDeep`].
    pub fn floordiv(&self, divisor: i64) -> Result<Extent, ExtentError> {
        self.floordiv_with(divisor, &Facts::default())
    }

    /// `self / divisor` rounded towards +∞: `(self + divisor - 1) floordiv divisor`.
    ///
    /// # Errors
    /// As [`Extent::floordiv`].
    pub fn ceildiv(&self, divisor: i64) -> Result<Extent, ExtentError> {
        self.ceildiv_with(divisor, &Facts::default())
    }

    /// The remainder of [`Extent::floordiv`], in `0 .. divisor`.
    ///
    /// # Errors
    /// As [`Extent::floordiv`].
    pub fn modulo(&self, divisor: i64) -> Result<Extent, ExtentError> {
        self.modulo_with(divisor, &Facts::default())
    }

    pub(super) fn ceildiv_with(&self, divisor: i64, facts: &Facts) -> Result<Extent, ExtentError> {
        positive(divisor)?;
        if let Some(value) = self.as_const() {
            return Ok(Extent::constant(super::interval::ceil_div(value, divisor)));
        }
        self.add_const(divisor - 1)?.floordiv_with(divisor, facts)
    }

    pub(super) fn modulo_with(&self, divisor: i64, facts: &Facts) -> Result<Extent, ExtentError> {
        positive(divisor)?;
        if let Some(value) = self.as_const() {
            return Ok(Extent::constant(value.rem_euclid(divisor)));
        }
        self.sub(&self.floordiv_with(divisor, facts)?.scale(divisor)?)
    }

    /// The quotient, simplified under `facts`.
    ///
    /// Each rule rewrites to a quotient that is nearer to the normal form and starts again; an atom is
    /// created only if none applies, so dividing the numerator of an atom again gives that atom.
    pub(super) fn floordiv_with(&self, c: i64, facts: &Facts) -> Result<Extent, ExtentError> {
        positive(c)?;
        if c == 1 {
            return Ok(self.clone());
        }
        if let Some(value) = self.as_const() {
            return Ok(Extent::constant(value.div_euclid(c)));
        }
        let (quotient, rest) = self.split_multiples(c)?;
        if quotient.as_const() != Some(0) {
            return quotient.add(&rest.floordiv_with(c, facts)?);
        }
        let common = self.variable_terms().iter().fold(c, |g, t| gcd(g, t.coefficient));
        if common > 1 {
            // The constant is in 0 .. c here, so rounding it down to a multiple changes no quotient.
            return self.divide_terms(common)?.floordiv_with(c / common, facts);
        }
        let range = Bounds::new(facts, CONSTRUCTION_FUEL).interval(self).floordiv(c);
        if let Some(value) = range.as_point() {
            return Ok(Extent::constant(value));
        }
        if let Some((dividend, divisor)) = self.drop_small_part(c, facts)? {
            return dividend.floordiv_with(divisor, facts);
        }
        if let Some((divisible, rest)) = self.split_by_facts(c, facts)? {
            return divisible.add(&rest.floordiv_with(c, facts)?);
        }
        if let Some((dividend, divisor)) = self.merge_quotient(c) {
            return dividend.floordiv_with(divisor, facts);
        }
        if self.mostly_negative() {
            let mirrored = self.neg()?.add_const(c - 1)?;
            return mirrored.floordiv_with(c, facts)?.neg();
        }
        if !facts.is_trivial() {
            // A result found with facts must be in normal form without them, too.
            return self.floordiv_with(c, &Facts::default());
        }
        Extent::from_atom(Atom::FloorDiv(self.clone(), c))
    }

    /// `(q, r)` with `self = c*q + r`: r's coefficients below `c` in magnitude, its constant in `0 .. c`.
    fn split_multiples(&self, c: i64) -> Result<(Extent, Extent), ExtentError> {
        let part = |t: &Term| {
            if t.factors().is_empty() { t.coefficient.div_euclid(c) } else { t.coefficient / c }
        };
        let terms = self.terms().iter().map(|t| (t.monomial.clone(), i128::from(part(t))));
        let quotient = Extent::from_terms(terms)?;
        let rest = self.sub(&quotient.scale(c)?)?;
        Ok((quotient, rest))
    }

    /// Every coefficient divided by `factor`, rounding down (only the constant may not be a multiple).
    pub(super) fn divide_terms(&self, factor: i64) -> Result<Extent, ExtentError> {
        let terms = self.terms().iter();
        Extent::from_terms(terms.map(|t| (t.monomial.clone(), t.coefficient.div_euclid(factor).into())))
    }

    /// `(g*a + b) floordiv (g*d) = (a + t) floordiv d` when `g*t <= b < g*(t+1)`.
    fn drop_small_part(&self, c: i64, facts: &Facts) -> Result<Option<(Extent, i64)>, ExtentError> {
        let units = units::split(self);
        let mut factors: Vec<i64> = units.iter().map(|u| gcd(u.coefficient, c)).filter(|g| *g > 1).collect();
        factors.sort_unstable_by(|a, b| b.cmp(a));
        factors.dedup();
        for g in factors {
            let mut small = Extent::constant(0);
            for unit in units.iter().filter(|u| u.coefficient % g != 0) {
                let Some(base) = unit.base() else { return Ok(None) };
                // Only the part of the constant below g is small.
                let amount =
                    if unit.is_constant() { unit.coefficient.rem_euclid(g) } else { unit.coefficient };
                small = small.add(&base.scale(amount)?)?;
            }
            let Some(t) = Bounds::new(facts, CONSTRUCTION_FUEL).interval(&small).floordiv(g).as_point()
            else {
                continue;
            };
            let large = self.sub(&small)?;
            if large.terms().iter().all(|term| term.coefficient % g == 0) {
                return Ok(Some((large.divide_terms(g)?.add_const(t)?, c / g)));
            }
        }
        Ok(None)
    }

    /// Splits off the terms that facts about divisors show to be multiples of `c`, divided by it one by one.
    fn split_by_facts(&self, c: i64, facts: &Facts) -> Result<Option<(Extent, Extent)>, ExtentError> {
        let is_multiple = |t: &&Term| {
            let known = |g: i64, atom: &Atom| match atom {
                Atom::Symbol(s) => g / gcd(g, facts.get(s).divisor),
                _ => g,
            };
            !t.factors().is_empty() && t.factors().iter().fold(c / gcd(c, t.coefficient), known) == 1
        };
        let (multiples, rest): (Vec<&Term>, Vec<&Term>) = self.terms().iter().partition(is_multiple);
        if multiples.is_empty() || rest.is_empty() {
            return Ok(None);
        }
        let mut quotient = Extent::constant(0);
        for term in multiples {
            let single = Extent::from_sorted(vec![term.clone()])?;
            quotient = quotient.add(&single.floordiv_with(c, facts)?)?;
        }
        let rest = Extent::from_sorted(rest.into_iter().cloned().collect())?;
        Ok(Some((quotient, rest)))
    }

    /// `(x floordiv a + r) floordiv c = (x + a*r) floordiv (a*c)`, if there is just one such quotient.
    fn merge_quotient(&self, c: i64) -> Option<(Extent, i64)> {
        let mut inner = self.variable_terms().iter().filter_map(|t| match t.factors() {
            [Atom::FloorDiv(x, a)] if t.coefficient == 1 => Some((t, x, *a)),
            _ => None,
        });
        let (term, x, a) = inner.next()?;
        if inner.next().is_some() {
            return None;
        }
        let divisor = a.checked_mul(c)?;
        let rest = self.sub(&Extent::from_sorted(vec![term.clone()]).ok()?).ok()?;
        Some((x.add(&rest.scale(a).ok()?).ok()?, divisor))
    }

    /// True when more terms (constant aside) are negative than positive.
    pub(super) fn mostly_negative(&self) -> bool {
        let terms = self.variable_terms();
        2 * terms.iter().filter(|t| t.coefficient < 0).count() > terms.len()
    }
}

fn positive(divisor: i64) -> Result<(), ExtentError> {
    if divisor > 0 { Ok(()) } else { Err(ExtentError::NonPositiveDivisor(divisor)) }
}

#[cfg(test)]
mod tests {
    use crate::extent::{Extent, ExtentError, Facts, Symbol};

    fn e(text: &str) -> Extent {
        text.parse().unwrap()
    }

    fn prints(text: &str, expected: &str) {
        assert_eq!(e(text).to_string(), expected, "from {text}");
    }

    #[test]
    fn multiples_leave_the_quotient() {
        prints("(8*n + 5) floordiv 4", "2*n + 1");
        prints("(4*n + m + 9) floordiv 4", "n + (m + 1) floordiv 4 + 2");
        prints("(6*n + 3) floordiv 4", "n + (n + 1) floordiv 2");
        prints("(4*n) mod 4", "0");
        prints("(4*n + 7) mod 4", "3");
        prints("(2*n + 1) mod 4", "2*(n mod 2) + 1");
    }

    #[test]
    fn quotients_of_quotients_merge() {
        prints("(n floordiv 3) floordiv 4", "n floordiv 12");
        prints("(n floordiv 3 + 5) floordiv 4", "(n + 3) floordiv 12 + 1");
        assert_eq!(e("((n + 4*m) floordiv 4) floordiv 8"), e("(n + 4*m) floordiv 32"));
    }

    #[test]
    fn small_parts_vanish() {
        prints("(n mod 4) floordiv 4", "0");
        prints("(4*m + n mod 4) floordiv 4", "m");
        prints("(8*m + n mod 8) floordiv 32", "m floordiv 4");
        prints("(8*m + n mod 8) mod 8", "n mod 8");
        prints("(n mod 12) mod 4", "n mod 4");
        prints("8*(n floordiv 8) + n mod 8", "n");
        prints("(n floordiv 2 + 7) mod 1", "0");
    }

    #[test]
    fn rounding_up_is_rounding_down() {
        prints("n ceildiv 4", "(n + 3) floordiv 4");
        prints("-((0 - n) floordiv 4)", "(n + 3) floordiv 4");
        prints("4*n ceildiv 4", "n");
        prints("7 ceildiv 2", "4");
        prints("-7 ceildiv 2", "-3");
    }

    #[test]
    fn facts_make_reshapes_transparent() {
        let (i, j) = (Symbol::new("i").unwrap(), Symbol::new("j").unwrap());
        let mut facts = Facts::new();
        facts.limit(&j, None, Some(15));
        let flat = e("16*i + j");
        assert_eq!(flat.floordiv(16).unwrap().simplify(&facts).unwrap(), e("i"));
        assert_eq!(flat.modulo(16).unwrap().simplify(&facts).unwrap(), e("j"));
        assert_eq!(e("(16*i + j) floordiv 64").simplify(&facts).unwrap(), e("i floordiv 4"));
        assert_ne!(flat.floordiv(16).unwrap(), e("i"));
        let mut facts = Facts::new();
        facts.divisible(&i, 8).unwrap();
        assert_eq!(e("i mod 4").simplify(&facts).unwrap(), e("0"));
        assert_eq!(e("4*(i floordiv 4) + 1").simplify(&facts).unwrap(), e("i + 1"));
        assert_eq!(e("(i + j) floordiv 8").simplify(&facts).unwrap(), e("i floordiv 8 + j floordiv 8"));
    }

    #[test]
    fn divisors_must_be_positive() {
        assert_eq!(e("n").floordiv(0), Err(ExtentError::NonPositiveDivisor(0)));
        assert_eq!(e("n").modulo(-4), Err(ExtentError::NonPositiveDivisor(-4)));
        assert_eq!(e("3").ceildiv(0), Err(ExtentError::NonPositiveDivisor(0)));
        assert_eq!(Extent::constant(i64::MIN).floordiv(i64::MAX).unwrap().as_const(), Some(-2));
    }
}
