//! Substitution and simplification of extents, by rebuilding them from their parts.

use super::choose::{Choice, choose};
use super::node::Monomial;
use super::{Atom, Extent, ExtentError, Facts, Symbol};

/// The replacement of an atom; `None` rebuilds it from its parts.
type Replace<'r> = dyn FnMut(&Atom) -> Option<Extent> + 'r;

impl Extent {
    /// The extent with each symbol replaced by the result of `replace`; symbols without one stay.
    ///
    /// Symbols are assumed to be ≥ 0, so their replacements must be, too.
    ///
    /// # Errors
    /// [`ExtentError::Overflow`], [`ExtentError::TooLarge`], [`ExtentError::TooDeep`].
    pub fn substitute(
        &self,
        mut replace: impl FnMut(&Symbol) -> Option<Extent>,
    ) -> Result<Extent, ExtentError> {
        let mut by_atom = |atom: &Atom| match atom {
            Atom::Symbol(symbol) => replace(symbol),
            _ => None,
        };
        self.rebuild(&mut by_atom, &Facts::default())
    }

    /// The extent with one symbol replaced.
    ///
    /// # Errors
    /// As [`Extent::substitute`].
    pub fn substitute_symbol(&self, symbol: &Symbol, value: &Extent) -> Result<Extent, ExtentError> {
        self.substitute(|s| (s == symbol).then(|| value.clone()))
    }

    /// The extent with an atom replaced wherever it occurs, at any depth.
    pub(super) fn substitute_atom(&self, atom: &Atom, value: &Extent) -> Result<Extent, ExtentError> {
        self.rebuild(&mut |a| (a == atom).then(|| value.clone()), &Facts::default())
    }

    /// A simpler extent that is equal wherever the facts hold.
    ///
    /// Symbols with one possible value become constants; quotients, remainders, minima and maxima are
    /// simplified if ranges and divisors decide them.
    ///
    /// # Errors
    /// As [`Extent::substitute`].
    pub fn simplify(&self, facts: &Facts) -> Result<Extent, ExtentError> {
        if facts.is_trivial() {
            return Ok(self.clone());
        }
        let mut known = |atom: &Atom| match atom {
            Atom::Symbol(symbol) => facts.get(symbol).range().as_point().map(Extent::constant),
            _ => None,
        };
        self.rebuild(&mut known, facts)?.undo_exact_quotients(facts)
    }

    fn rebuild(&self, replace: &mut Replace<'_>, facts: &Facts) -> Result<Extent, ExtentError> {
        let mut sum = Extent::constant(0);
        // Runs of terms whose factors all stay are copied at once.
        let mut kept = Vec::new();
        for term in self.terms() {
            let mut factors = Vec::with_capacity(term.factors().len());
            for atom in term.factors() {
                factors.push(atom.rebuild(replace, facts)?);
            }
            let unchanged = factors.iter().zip(term.factors()).all(|(new, old)| new.as_atom() == Some(old));
            if unchanged {
                kept.push(term.clone());
                continue;
            }
            let mut product = Extent::constant(term.coefficient);
            for factor in &factors {
                product = product.mul(factor)?;
            }
            sum = sum.add(&product)?;
        }
        if kept.len() == self.terms().len() {
            return Ok(self.clone());
        }
        sum.add(&Extent::from_sorted(kept)?)
    }

    /// `k*c*(x floordiv c)` becomes `k*x` if the facts show that `x` is a multiple of `c`.
    fn undo_exact_quotients(&self, facts: &Facts) -> Result<Extent, ExtentError> {
        let mut result = self.clone();
        for term in self.terms() {
            let exact = term.factors().iter().find_map(|atom| match atom {
                Atom::FloorDiv(x, c) if term.coefficient % c == 0 && x.has_divisor(*c, facts) => {
                    Some((atom, x, *c))
                }
                _ => None,
            });
            let Some((atom, x, c)) = exact else { continue };
            let old = Extent::from_sorted(vec![term.clone()])?;
            let new = x.mul_term(&term.monomial.without(atom), term.coefficient / c)?;
            result = result.sub(&old)?.add(&new)?;
        }
        Ok(result)
    }
}

impl Atom {
    fn rebuild(&self, replace: &mut Replace<'_>, facts: &Facts) -> Result<Extent, ExtentError> {
        if let Some(new) = replace(self) {
            return Ok(new);
        }
        match self {
            Atom::Symbol(symbol) => Ok(Extent::from(symbol.clone())),
            Atom::FloorDiv(x, c) => {
                let inner = x.rebuild(replace, facts)?;
                if inner == *x && facts.is_trivial() {
                    return Extent::from_atom(self.clone());
                }
                inner.floordiv_with(*c, facts)
            }
            Atom::Min(args) | Atom::Max(args) => {
                let inner = args.iter().map(|x| x.rebuild(replace, facts)).collect::<Result<Vec<_>, _>>()?;
                if inner[..] == args[..] && facts.is_trivial() {
                    return Extent::from_atom(self.clone());
                }
                let choice = if matches!(self, Atom::Min(_)) { Choice::Min } else { Choice::Max };
                choose(choice, inner, facts)
            }
        }
    }
}

impl Extent {
    /// `(k, r)` with `self = k*symbol + r` and neither using the symbol; `None` if it occurs otherwise.
    pub fn linear_in(&self, symbol: &Symbol) -> Option<(Extent, Extent)> {
        let atom = Atom::Symbol(symbol.clone());
        let (mut factor, mut rest) = (Vec::<(Monomial, i128)>::new(), Vec::new());
        for term in self.terms() {
            let hidden = term.factors().iter().flat_map(Atom::operands).any(|x| x.uses(symbol));
            match term.monomial.power_of(&atom) {
                _ if hidden => return None,
                0 => rest.push(term.clone()),
                1 => factor.push((term.monomial.without(&atom), term.coefficient.into())),
                _ => return None,
            }
        }
        // Parts of an extent within the limits are within them.
        Some((Extent::from_terms(factor).ok()?, Extent::from_sorted(rest).ok()?))
    }
}

#[cfg(test)]
mod tests {
    use crate::extent::{Extent, Symbol};

    fn e(text: &str) -> Extent {
        text.parse().unwrap()
    }

    #[test]
    fn substitution_reaches_every_depth() {
        let x = e("n*n + max(n floordiv 2, m) + 1");
        let n = Symbol::new("n").unwrap();
        assert_eq!(x.substitute_symbol(&n, &e("2*k")).unwrap(), e("4*k*k + max(k, m) + 1"));
        assert_eq!(x.substitute_symbol(&n, &e("3")).unwrap(), e("max(m, 1) + 10"));
        let swapped = x.substitute(|s| Some(e(if s.as_str() == "n" { "m" } else { "n" }))).unwrap();
        assert_eq!(swapped, e("m*m + max(m floordiv 2, n) + 1"));
        assert_eq!(x.substitute(|_| None).unwrap(), x);
    }

    #[test]
    fn linear_parts_are_found() {
        let n = Symbol::new("n").unwrap();
        let parts = |text: &str| e(text).linear_in(&n).map(|(k, r)| format!("{k} | {r}"));
        assert_eq!(parts("2*n + 1").as_deref(), Some("2 | 1"));
        assert_eq!(parts("n*m + 3*n + k").as_deref(), Some("m + 3 | k"));
        assert_eq!(parts("m").as_deref(), Some("0 | m"));
        assert_eq!(parts("n*n"), None);
        assert_eq!(parts("n + n floordiv 2"), None);
    }
}
