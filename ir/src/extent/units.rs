//! Printing of remainders: reads `x - c*(x floordiv c)` back as `x mod c`.

use super::node::{Monomial, Term};
use super::{Atom, Extent};

/// A part of a sum: `coefficient * factors * (x mod c)`, the last factor optional.
pub(super) struct Unit {
    pub coefficient: i64,
    pub factors: Monomial,
    pub modulo: Option<(Extent, i64)>,
}

impl Unit {
    /// The unit as an extent, without its coefficient.
    pub(super) fn base(&self) -> Option<Extent> {
        let rest = match &self.modulo {
            Some((x, c)) => remainder(x, *c)?,
            None => Extent::constant(1),
        };
        rest.mul_term(&self.factors, 1).ok()
    }

    /// True for the constant term.
    pub(super) fn is_constant(&self) -> bool {
        self.factors.is_one() && self.modulo.is_none()
    }

    fn of(term: &Term) -> Unit {
        Unit { coefficient: term.coefficient, factors: term.monomial.clone(), modulo: None }
    }
}

/// Constants up to here take part in the rewriting, so that no partial sum of the printed units can overflow.
const SAFE_CONSTANT: u64 = 1 << 40;

/// Splits a sum into units, remainders first, then the remaining terms; the sum of the units is the extent.
///
/// The normal form has no `mod`: `x mod c` is `x - c*(x floordiv c)`. A remainder is read back only if all of
/// its non-constant terms are present in full, so no term changes sign or grows.
pub(super) fn split(extent: &Extent) -> Vec<Unit> {
    let mut rest = extent.clone();
    let mut units = Vec::new();
    for term in extent.terms() {
        for atom in term.factors() {
            let Atom::FloorDiv(x, c) = atom else { continue };
            if term.coefficient % c != 0 {
                continue;
            }
            let Some(coefficient) = (term.coefficient / c).checked_neg() else { continue };
            let factors = term.monomial.without(atom);
            if let Some(without) = take_modulo(&rest, x, *c, &factors, coefficient) {
                rest = without;
                units.push(Unit { coefficient, factors, modulo: Some((x.clone(), *c)) });
                break;
            }
        }
    }
    units.extend(rest.terms().iter().map(Unit::of));
    units
}

/// `rest - coefficient*factors*(x mod c)`, if `rest` holds all of the subtrahend's non-constant terms.
fn take_modulo(rest: &Extent, x: &Extent, c: i64, factors: &Monomial, coefficient: i64) -> Option<Extent> {
    let part = remainder(x, c)?.mul_term(factors, coefficient).ok()?;
    let held = part.variable_terms().iter().all(|term| {
        let found = rest.terms().iter().find(|t| t.monomial == term.monomial);
        found.is_some_and(|t| {
            t.coefficient.signum() == term.coefficient.signum()
                && t.coefficient.unsigned_abs() >= term.coefficient.unsigned_abs()
        })
    });
    let small =
        [part.constant_term(), rest.constant_term()].iter().all(|v| v.unsigned_abs() <= SAFE_CONSTANT);
    (held && small).then(|| rest.sub(&part).ok()).flatten()
}

/// `x - c*(x floordiv c)`, if that quotient is known to be an atom.
fn remainder(x: &Extent, c: i64) -> Option<Extent> {
    let quotient = Extent::from_atom(Atom::FloorDiv(x.clone(), c)).ok()?;
    x.sub(&quotient.scale(c).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_sum_to_the_extent() {
        for text in ["n mod 4", "3 - 2*(n mod 8)*m + n", "n mod 4 + n mod 8", "2*n - 4*(n floordiv 4)", "7"] {
            let extent: Extent = text.parse().unwrap();
            let mut sum = Extent::constant(0);
            for unit in split(&extent) {
                sum = sum.add(&unit.base().unwrap().scale(unit.coefficient).unwrap()).unwrap();
            }
            assert_eq!(sum, extent, "{text}");
        }
        let count = |text: &str| split(&text.parse().unwrap()).iter().filter(|u| u.modulo.is_some()).count();
        assert_eq!(count("(n + 1) mod 4 + m"), 1);
        assert_eq!(count("n mod 4 + n mod 8"), 2);
        assert_eq!(count("m - 4*(n floordiv 4)"), 0);
    }
}
