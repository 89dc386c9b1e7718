//! Facts: bounds on extent symbols, besides being ≥ 0, that proofs may use.

use super::interval::{ceil_div, gcd};
use super::{Atom, Extent, ExtentError, Interval, Symbol};
use std::collections::BTreeMap;

/// The known bounds of one symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SymbolFacts {
    /// Smallest value, ≥ 0.
    pub lo: i64,
    /// Largest value, if bounded.
    pub hi: Option<i64>,
    /// A positive integer that divides every value.
    pub divisor: i64,
    /// The value to optimise for; not guaranteed.
    pub likely: Option<i64>,
}

impl Default for SymbolFacts {
    fn default() -> Self {
        Self { lo: 0, hi: None, divisor: 1, likely: None }
    }
}

impl SymbolFacts {
    /// The values the symbol can have, its divisor taken into account.
    pub fn range(&self) -> Interval {
        let lo = ceil_div(self.lo, self.divisor).checked_mul(self.divisor).unwrap_or(self.lo);
        let hi = self.hi.map(|hi| hi.div_euclid(self.divisor).saturating_mul(self.divisor));
        Interval::new(Some(lo), hi)
    }
}

/// Facts about the symbols of a function, and extents known to be ≥ 0.
///
/// The default knows only that each symbol is ≥ 0. Facts only ever narrow.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facts {
    symbols: BTreeMap<Symbol, SymbolFacts>,
    non_negative: Vec<Extent>,
    contradiction: bool,
}

impl Facts {
    /// Only what always holds: symbols are ≥ 0.
    pub fn new() -> Self {
        Self::default()
    }

    /// The facts about `symbol`.
    pub fn get(&self, symbol: &Symbol) -> SymbolFacts {
        self.symbols.get(symbol).copied().unwrap_or_default()
    }

    /// The symbols with facts, in order.
    pub fn symbols(&self) -> impl Iterator<Item = (&Symbol, &SymbolFacts)> {
        self.symbols.iter()
    }

    /// The extents that are assumed to be ≥ 0 and that ranges cannot express.
    pub fn non_negative(&self) -> &[Extent] {
        &self.non_negative
    }

    /// True when nothing beyond the default is known.
    pub fn is_trivial(&self) -> bool {
        self.symbols.is_empty() && self.non_negative.is_empty() && !self.contradiction
    }

    /// True when no values of the symbols can satisfy the facts.
    pub fn is_contradictory(&self) -> bool {
        self.contradiction || self.symbols.values().any(|f| f.range().is_empty())
    }

    /// Narrows the range of `symbol` to `lo ..= hi`.
    pub fn limit(&mut self, symbol: &Symbol, lo: Option<i64>, hi: Option<i64>) -> &mut Self {
        let facts = self.symbols.entry(symbol.clone()).or_default();
        facts.lo = facts.lo.max(lo.unwrap_or(0));
        facts.hi = [facts.hi, hi].into_iter().flatten().min();
        self
    }

    /// States that `symbol` is a multiple of `divisor`.
    ///
    /// # Errors
    /// [`ExtentError::NonPositiveDivisor`]; [`ExtentError::Overflow`] if the least common multiple with the
    /// divisor known before does not fit.
    pub fn divisible(&mut self, symbol: &Symbol, divisor: i64) -> Result<&mut Self, ExtentError> {
        if divisor <= 0 {
            return Err(ExtentError::NonPositiveDivisor(divisor));
        }
        let facts = self.symbols.entry(symbol.clone()).or_default();
        let factor = divisor / gcd(facts.divisor, divisor);
        facts.divisor = facts.divisor.checked_mul(factor).ok_or(ExtentError::Overflow)?;
        Ok(self)
    }

    /// States the value `symbol` most often has.
    pub fn likely(&mut self, symbol: &Symbol, value: i64) -> &mut Self {
        self.symbols.entry(symbol.clone()).or_default().likely = Some(value);
        self
    }

    /// The value of `extent` when each symbol has its likely value (or its only one); nothing if one has
    /// none.
    pub fn likely_value(&self, extent: &Extent) -> Option<i64> {
        extent
            .evaluate(|symbol| {
                let facts = self.get(symbol);
                facts.range().as_point().or(facts.likely)
            })
            .ok()
    }

    /// States that `extent` is ≥ 0.
    pub fn assume_ge0(&mut self, extent: &Extent) -> &mut Self {
        if let Some(value) = extent.as_const() {
            self.contradiction |= value < 0;
            return self;
        }
        // Values are integers: `2*x - 1 >= 0` implies `x - 1 >= 0`.
        let content = extent.variable_terms().iter().fold(0, |g, t| gcd(g, t.coefficient));
        let divided = if content > 1 { extent.divide_terms(content) } else { Ok(extent.clone()) };
        let extent = &divided.unwrap_or_else(|_| extent.clone());
        // `k*atom + c >= 0` bounds the atom; any other extent is stored unchanged.
        let bounded = match extent.variable_terms() {
            [term] if term.factors().len() == 1 => {
                self.assume_atom(&term.factors()[0], term.coefficient, extent.constant_term())
            }
            _ => false,
        };
        if !bounded && !self.non_negative.contains(extent) {
            let excludes =
                |known: &Extent| known.add(extent).is_ok_and(|s| s.as_const().is_some_and(|c| c < 0));
            self.contradiction |= self.non_negative.iter().any(excludes);
            self.non_negative.push(extent.clone());
        }
        self
    }

    /// Turns `coefficient*atom + constant >= 0` into ranges; false if ranges cannot express all of it.
    fn assume_atom(&mut self, atom: &Atom, coefficient: i64, constant: i64) -> bool {
        if coefficient > 0 {
            // atom >= ceil(-constant / coefficient)
            let Some(negated) = constant.checked_neg() else { return false };
            self.assume_at_least(atom, ceil_div(negated, coefficient))
        } else {
            // atom <= floor(constant / -coefficient)
            let Some(negated) = coefficient.checked_neg() else { return false };
            self.assume_at_most(atom, constant.div_euclid(negated))
        }
    }

    fn assume_at_least(&mut self, atom: &Atom, lo: i64) -> bool {
        match atom {
            Atom::Symbol(symbol) => {
                self.limit(symbol, Some(lo), None);
                true
            }
            Atom::FloorDiv(x, c) => {
                let shifted = lo.checked_mul(*c).and_then(i64::checked_neg).and_then(|s| x.add_const(s).ok());
                self.assume_shifted(shifted)
            }
            Atom::Min(args) => args.iter().all(|x| {
                let shifted = lo.checked_neg().and_then(|s| x.add_const(s).ok());
                self.assume_shifted(shifted)
            }),
            Atom::Max(_) => false,
        }
    }

    fn assume_at_most(&mut self, atom: &Atom, hi: i64) -> bool {
        match atom {
            Atom::Symbol(symbol) => {
                self.limit(symbol, None, Some(hi));
                true
            }
            Atom::FloorDiv(x, c) => {
                let top = hi.checked_mul(*c).and_then(|v| v.checked_add(c - 1));
                let shifted = top.and_then(|t| Extent::constant(t).sub(x).ok());
                self.assume_shifted(shifted)
            }
            Atom::Max(args) => args.iter().all(|x| {
                let shifted = Extent::constant(hi).sub(x).ok();
                self.assume_shifted(shifted)
            }),
            Atom::Min(_) => false,
        }
    }

    fn assume_shifted(&mut self, extent: Option<Extent>) -> bool {
        extent.map(|x| self.assume_ge0(&x)).is_some()
    }

    /// The facts about `quotient` that follow from `symbol = divisor*quotient + remainder`; the new symbol
    /// takes the old one's name. `None` if a value does not fit.
    pub(super) fn divide_symbol(&self, symbol: &Symbol, divisor: i64, remainder: i64) -> Option<Facts> {
        let old = self.get(symbol);
        let new = SymbolFacts {
            lo: ceil_div(old.lo.checked_sub(remainder)?, divisor).max(0),
            hi: match old.hi {
                Some(hi) => Some(hi.checked_sub(remainder)?.div_euclid(divisor)),
                None => None,
            },
            divisor: 1,
            likely: None,
        };
        let value = Extent::from(symbol.clone()).scale(divisor).and_then(|x| x.add_const(remainder)).ok()?;
        let mut facts = Facts { contradiction: self.contradiction, ..Facts::default() };
        facts.symbols = self.symbols.clone();
        facts.symbols.insert(symbol.clone(), new);
        for known in &self.non_negative {
            facts.assume_ge0(&known.substitute_symbol(symbol, &value).ok()?);
        }
        Some(facts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn e(text: &str) -> Extent {
        text.parse().unwrap()
    }

    fn range(facts: &Facts, name: &str) -> String {
        facts.get(&Symbol::new(name).unwrap()).range().to_string()
    }

    #[test]
    fn assumptions_on_one_atom_become_ranges() {
        let mut facts = Facts::new();
        facts.assume_ge0(&e("2*n - 5")).assume_ge0(&e("17 - 3*m")).assume_ge0(&e("k floordiv 4 - 2"));
        facts.assume_ge0(&e("3 - max(a, b)")).assume_ge0(&e("min(a, c) - 1"));
        assert_eq!(range(&facts, "n"), "[3, inf)");
        assert_eq!(range(&facts, "m"), "[0, 5]");
        assert_eq!(range(&facts, "k"), "[8, inf)");
        assert_eq!(range(&facts, "a"), "[1, 3]");
        assert_eq!(range(&facts, "c"), "[1, inf)");
        assert!(facts.non_negative().is_empty());
        facts.assume_ge0(&e("n - m"));
        assert_eq!(facts.non_negative(), [e("n - m")]);
    }

    #[test]
    fn contradictions_are_seen() {
        let mut facts = Facts::new();
        facts.assume_ge0(&e("n - 3")).assume_ge0(&e("3 - n"));
        assert_eq!(range(&facts, "n"), "[3, 3]");
        assert!(!facts.is_contradictory());
        facts.divisible(&Symbol::new("n").unwrap(), 2).unwrap();
        assert!(facts.is_contradictory());
        assert!(Facts::new().assume_ge0(&e("-1")).is_contradictory());
        let mut facts = Facts::new();
        facts.assume_ge0(&e("2*n - 2*m - 1")).assume_ge0(&e("m - n"));
        assert!(facts.is_contradictory());
    }

    #[test]
    fn divisors_combine() {
        let n = Symbol::new("n").unwrap();
        let mut facts = Facts::new();
        facts.divisible(&n, 4).unwrap().divisible(&n, 6).unwrap().limit(&n, Some(1), Some(40));
        assert_eq!(facts.get(&n).divisor, 12);
        assert_eq!(facts.get(&n).range(), Interval::new(Some(12), Some(36)));
        assert_eq!(facts.divisible(&n, 0).unwrap_err(), ExtentError::NonPositiveDivisor(0));
    }

    #[test]
    fn likely_values_evaluate() {
        let (n, m) = (Symbol::new("n").unwrap(), Symbol::new("m").unwrap());
        let mut facts = Facts::new();
        facts.likely(&n, 1024).limit(&m, Some(3), Some(3));
        assert_eq!(facts.likely_value(&e("n floordiv 8 + m")), Some(131));
        assert_eq!(facts.likely_value(&e("n + k")), None);
    }
}
