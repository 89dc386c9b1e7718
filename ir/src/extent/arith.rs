//! Arithmetic on extents: sums, products, exact quotients, and evaluation.

use super::node::{Monomial, Term};
use super::{Atom, Extent, ExtentError, MAX_SIZE, Symbol};

impl Extent {
    /// `self + other`.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`], [`ExtentError::TooLarge`].
    pub fn add(&self, other: &Extent) -> Result<Extent, ExtentError> {
        self.combine(other, 1)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`], [`ExtentError::TooLarge`].
    pub fn sub(&self, other: &Extent) -> Result<Extent, ExtentError> {
        self.combine(other, -1)
    }

    /// `-self`.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`].
    pub fn neg(&self) -> Result<Extent, ExtentError> {
        self.scale(-1)
    }

    /// `self + value`.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`].
    pub fn add_const(&self, value: i64) -> Result<Extent, ExtentError> {
        if value == 0 { Ok(self.clone()) } else { self.add(&Extent::constant(value)) }
    }

    /// `self * factor`.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`].
    pub fn scale(&self, factor: i64) -> Result<Extent, ExtentError> {
        match factor {
            0 => return Ok(Extent::constant(0)),
            1 => return Ok(self.clone()),
            _ => {}
        }
        let terms = self.terms().iter().map(|t| {
            let coefficient = t.coefficient.checked_mul(factor).ok_or(ExtentError::Overflow)?;
            Ok(Term { monomial: t.monomial.clone(), coefficient })
        });
        Extent::from_sorted(terms.collect::<Result<_, _>>()?)
    }

    /// `self * other`.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`], [`ExtentError::TooLarge`].
    pub fn mul(&self, other: &Extent) -> Result<Extent, ExtentError> {
        if let Some(factor) = other.as_const() {
            return self.scale(factor);
        }
        if let Some(factor) = self.as_const() {
            return other.scale(factor);
        }
        // Bounds the work below; only contrived cancellations bring a product this wide back under the limit.
        if self.terms().len() * other.terms().len() > 4 * MAX_SIZE as usize {
            return Err(ExtentError::TooLarge);
        }
        let products = self.terms().iter().flat_map(|a| {
            other.terms().iter().map(|b| {
                (a.monomial.times(&b.monomial), i128::from(a.coefficient) * i128::from(b.coefficient))
            })
        });
        Extent::from_terms(products)
    }

    /// `self * coefficient * monomial`.
    pub(super) fn mul_term(&self, monomial: &Monomial, coefficient: i64) -> Result<Extent, ExtentError> {
        let terms = self
            .terms()
            .iter()
            .map(|t| (t.monomial.times(monomial), i128::from(t.coefficient) * i128::from(coefficient)));
        Extent::from_terms(terms)
    }

    /// The extent `q` with `q * divisor == self` as polynomials, if there is one.
    ///
    /// If `divisor` may be 0 the quotient is one of many: `n*m / n` is `m`.
    pub fn divide_exact(&self, divisor: &Extent) -> Option<Extent> {
        let lead = divisor.terms().first()?;
        let mut rest = self.clone();
        let mut quotient = Vec::new();
        // Each round removes the leading monomial and adds only later ones.
        while let Some(term) = rest.terms().first() {
            if term.coefficient.checked_rem(lead.coefficient)? != 0 || quotient.len() > MAX_SIZE as usize {
                return None;
            }
            let coefficient = term.coefficient.checked_div(lead.coefficient)?;
            let monomial = term.monomial.divide(&lead.monomial)?;
            let product = divisor.mul_term(&monomial, coefficient).ok()?;
            quotient.push((monomial, i128::from(coefficient)));
            rest = rest.sub(&product).ok()?;
        }
        Extent::from_terms(quotient).ok()
    }

    /// The value for the symbol values that `lookup` returns.
    ///
    /// # Errors
    /// [`ExtentError::UnboundSymbol`] if `lookup` returns none, [`ExtentError::NegativeSymbol`] if it is
    /// negative, [`ExtentError::Overflow`] if the value or a part of it does not fit.
    pub fn evaluate(&self, mut lookup: impl FnMut(&Symbol) -> Option<i64>) -> Result<i64, ExtentError> {
        self.value(&mut lookup)
    }

    fn value(&self, lookup: &mut dyn FnMut(&Symbol) -> Option<i64>) -> Result<i64, ExtentError> {
        let mut sum = 0i128;
        for term in self.terms() {
            let mut product = i128::from(term.coefficient);
            for atom in term.factors() {
                let factor = atom.value(lookup)?;
                product = product.checked_mul(factor.into()).ok_or(ExtentError::Overflow)?;
            }
            sum = sum.checked_add(product).ok_or(ExtentError::Overflow)?;
        }
        i64::try_from(sum).map_err(|_| ExtentError::Overflow)
    }

    fn combine(&self, other: &Extent, sign: i64) -> Result<Extent, ExtentError> {
        let (mut a, mut b) = (self.terms().iter().peekable(), other.terms().iter().peekable());
        let mut terms = Vec::with_capacity(a.len() + b.len());
        let signed = |t: &Term| -> Result<Term, ExtentError> {
            let coefficient = t.coefficient.checked_mul(sign).ok_or(ExtentError::Overflow)?;
            Ok(Term { monomial: t.monomial.clone(), coefficient })
        };
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => x.monomial.cmp(&y.monomial),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
                (None, None) => break,
            };
            match (if order.is_le() { a.next() } else { None }, if order.is_ge() { b.next() } else { None }) {
                (Some(x), Some(y)) => {
                    let sum = if sign < 0 {
                        x.coefficient.checked_sub(y.coefficient)
                    } else {
                        x.coefficient.checked_add(y.coefficient)
                    };
                    let coefficient = sum.ok_or(ExtentError::Overflow)?;
                    if coefficient != 0 {
                        terms.push(Term { monomial: x.monomial.clone(), coefficient });
                    }
                }
                (Some(x), None) => terms.push(x.clone()),
                (None, Some(y)) => terms.push(signed(y)?),
                (None, None) => break,
            }
        }
        Extent::from_sorted(terms)
    }
}

impl Atom {
    fn value(&self, lookup: &mut dyn FnMut(&Symbol) -> Option<i64>) -> Result<i64, ExtentError> {
        match self {
            Atom::Symbol(symbol) => match lookup(symbol) {
                None => Err(ExtentError::UnboundSymbol(symbol.clone())),
                Some(value) if value < 0 => {
                    Err(ExtentError::NegativeSymbol { symbol: symbol.clone(), value })
                }
                Some(value) => Ok(value),
            },
            Atom::FloorDiv(x, c) => Ok(x.value(lookup)?.div_euclid(*c)),
            Atom::Min(args) | Atom::Max(args) => {
                let is_min = matches!(self, Atom::Min(_));
                let mut best: Option<i64> = None;
                for arg in args.iter() {
                    let value = arg.value(lookup)?;
                    let better = best.is_none_or(|b| if is_min { value < b } else { value > b });
                    best = if better { Some(value) } else { best };
                }
                best.ok_or(ExtentError::NoOperands)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::extent::{Extent, ExtentError};

    fn e(text: &str) -> Extent {
        text.parse().unwrap()
    }

    #[test]
    fn like_terms_collect_in_one_order() {
        assert_eq!(e("1 + n*m + n + 2*n - m*n + 3").to_string(), "3*n + 4");
        assert_eq!(e("(n + 1)*(n - 1)"), e("n*n - 1"));
        assert_eq!(e("(a + b)*(a + b)").to_string(), "a*a + 2*a*b + b*b");
        assert_eq!(e("n - n").as_const(), Some(0));
    }

    #[test]
    fn overflow_is_an_error() {
        let max = Extent::constant(i64::MAX);
        assert_eq!(max.add_const(1), Err(ExtentError::Overflow));
        assert_eq!(Extent::constant(i64::MIN).neg(), Err(ExtentError::Overflow));
        let big = e("n").scale(i64::MAX).unwrap();
        assert_eq!(big.add(&e("n")), Err(ExtentError::Overflow));
        assert_eq!(big.sub(&e("-2*n")), Err(ExtentError::Overflow));
        assert_eq!(big.scale(2), Err(ExtentError::Overflow));
        assert_eq!(big.mul(&e("2*n + 1")), Err(ExtentError::Overflow));
        assert_eq!(e("n*n").evaluate(|_| Some(i64::MAX)), Err(ExtentError::Overflow));
        // Parts may exceed 64 bits although the value fits.
        assert_eq!(e("n*n - n*m").evaluate(|_| Some(i64::MAX)), Ok(0));
    }

    #[test]
    fn size_is_capped() {
        let mut x = e("a + b + c + d");
        let error = loop {
            match x.mul(&x) {
                Ok(square) => x = square,
                Err(error) => break error,
            }
        };
        assert_eq!(error, ExtentError::TooLarge);
        let mut deep = e("n");
        let error = loop {
            match deep.mul(&e("n + 1")).and_then(|x| x.floordiv(7)) {
                Ok(next) => deep = next,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, ExtentError::TooDeep | ExtentError::TooLarge), "{error}");
    }

    #[test]
    fn evaluation_needs_every_symbol_non_negative() {
        let x = e("n floordiv 4 + max(m, 3)");
        let value = |n: i64, m: i64| x.evaluate(|s| Some(if s.as_str() == "n" { n } else { m }));
        assert_eq!(value(9, 1), Ok(5));
        assert_eq!(value(8, 10), Ok(12));
        let missing = x.evaluate(|s| (s.as_str() == "n").then_some(1)).unwrap_err();
        assert_eq!(missing.to_string(), "extent symbol 'm' has no value");
        let negative = value(-1, 0).unwrap_err();
        assert_eq!(negative.to_string(), "extent symbol 'n' cannot be negative, but is -1");
    }

    #[test]
    fn exact_quotients() {
        let quotient = |a: &str, b: &str| e(a).divide_exact(&e(b)).map(|q| q.to_string());
        assert_eq!(quotient("3*n*m", "n").as_deref(), Some("3*m"));
        assert_eq!(quotient("n*n - 1", "n - 1").as_deref(), Some("n + 1"));
        assert_eq!(quotient("6*n + 4", "2").as_deref(), Some("3*n + 2"));
        assert_eq!(quotient("0", "n").as_deref(), Some("0"));
        assert_eq!(quotient("n*m + 1", "n"), None);
        assert_eq!(quotient("3*n", "2*n"), None);
        assert_eq!(quotient("n", "0"), None);
    }
}
