//! Bounds of extents.
//!
//! Two methods compute a lower bound of a sum, and the better bound wins. *Directly*: each product gets an
//! interval, once as written and once with every atom moved to an end of its range, so that `n*n - n` is
//! known to be ≥ 0 for n ≥ 1. *By elimination*: a quotient, minimum or maximum is replaced by bounds in terms
//! of its operands (`(x-c+1)/c <= x floordiv c <= x/c`, as in Fourier–Motzkin elimination), so that terms can
//! cancel: `n - 4*(n floordiv 4)` lies in 0..3. Fuel bounds the search; running out only makes bounds weaker.
//!
//! Most queries only need a bound that is good enough: such a search ends as soon as it finds one. If it
//! finds none, the result is the best bound, as if there were no such target.

use super::interval::{ceil_div, gcd};
use super::node::{Monomial, Term};
use super::{Atom, Extent, Facts, Interval, Symbol};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Eliminations tried when an extent is built.
pub(super) const CONSTRUCTION_FUEL: u32 = 24;
/// Eliminations tried for an external query.
pub(super) const QUERY_FUEL: u32 = 160;
/// Products expanded when atoms are moved to an end of their range.
const MAX_EXPANSION: usize = 512;
/// Values tried in search of a counterexample.
const SAMPLES: u64 = 4;

/// A search for bounds under given facts.
pub(super) struct Bounds<'f> {
    facts: &'f Facts,
    fuel: u32,
    known: FxHashMap<Atom, Interval>,
}

/// The target of a search for the best bound: no bound ends it early.
const BEST: i64 = i64::MAX;

/// Which end of its range an atom is moved to before products are bounded.
#[derive(Clone, Copy, PartialEq)]
enum Pivot {
    None,
    Low,
    High,
}

impl<'f> Bounds<'f> {
    pub(super) fn new(facts: &'f Facts, fuel: u32) -> Self {
        Self { facts, fuel, known: FxHashMap::default() }
    }

    /// An interval that holds every value of `p`.
    pub(super) fn interval(&mut self, p: &Extent) -> Interval {
        let narrowed = Interval::new(self.lower(p, BEST), self.upper(p, BEST));
        self.within_atom(p, narrowed)
    }

    /// An interval that holds every value of `p`, precise only as far as it shows whether all values, or
    /// none, are ≥ 0: its lower end is the greatest one that can be found unless that is ≥ 0.
    pub(super) fn sign(&mut self, p: &Extent) -> Interval {
        let lo = self.lower(p, 0);
        let range = self.within_atom(p, Interval::new(lo, None));
        if range.lo.is_some_and(|lo| lo >= 0) {
            return range;
        }
        // An upper end below the lower one shows that there are no values at all. This search gets less fuel,
        // since case splits decide if it fails.
        self.fuel = self.fuel.min(CONSTRUCTION_FUEL);
        let hi = self.upper(p, lo.map_or(-1, |lo| lo.saturating_sub(1)));
        self.within_atom(p, Interval::new(lo, hi))
    }

    /// The bounds from facts about a single atom, intersected with the interval found.
    fn within_atom(&mut self, p: &Extent, found: Interval) -> Interval {
        match p.as_atom() {
            Some(atom) => self.atom(atom).intersect(&found),
            None => found,
        }
    }

    /// True if a lower bound shows that no value of `p` is negative.
    pub(super) fn is_non_negative(&mut self, p: &Extent) -> bool {
        self.lower(p, 0).is_some_and(|lo| lo >= 0)
    }

    /// A lower bound of `p`: one that is at least `enough`, or the best that can be found.
    fn lower(&mut self, p: &Extent, enough: i64) -> Option<i64> {
        let mut bound = self.plain_lower(p, enough);
        let symbols = p.symbols();
        // Subtracting an extent assumed to be ≥ 0 keeps a lower bound valid; it helps only if terms cancel.
        for known in self.facts.non_negative() {
            if reaches(bound, enough) {
                break;
            }
            if !symbols.iter().any(|symbol| known.uses(symbol)) {
                continue;
            }
            let smaller = p.sub(known).ok().and_then(|q| self.plain_lower(&q, enough));
            bound = bound.max(smaller);
        }
        bound
    }

    /// An upper bound of `p`: one that is at most `enough`, or the best that can be found.
    fn upper(&mut self, p: &Extent, enough: i64) -> Option<i64> {
        let enough = if enough == BEST { BEST } else { enough.saturating_neg() };
        self.lower(&p.neg().ok()?, enough)?.checked_neg()
    }

    /// An interval found without the extents assumed to be ≥ 0: those may have `p` as a part.
    fn plain_interval(&mut self, p: &Extent) -> Interval {
        if let Some(atom) = p.as_atom() {
            return self.atom(atom);
        }
        let hi = p.neg().ok().and_then(|n| self.plain_lower(&n, BEST)).and_then(i64::checked_neg);
        Interval::new(self.plain_lower(p, BEST), hi)
    }

    fn plain_lower(&mut self, p: &Extent, enough: i64) -> Option<i64> {
        // All values are congruent to the constant modulo the content.
        let content = p.variable_terms().iter().fold(0, |g, t| gcd(g, t.coefficient));
        if content <= 1 {
            return self.search(p, &mut Vec::new(), enough);
        }
        let constant = p.constant_term();
        let tightened = |bound: i64| {
            let steps = ceil_div(bound.checked_sub(constant)?, content);
            steps.checked_mul(content)?.checked_add(constant)
        };
        // The least bound of the sum that tightening raises to at least `enough`.
        let least = enough.checked_sub(constant).map(|d| ceil_div(d, content) - 1);
        let least = least.and_then(|d| d.checked_mul(content)?.checked_add(constant)?.checked_add(1));
        let bound = self.search(p, &mut Vec::new(), least.unwrap_or(BEST))?;
        tightened(bound).or(Some(bound))
    }

    /// The better of the direct bound and the one by eliminating an atom that is not among `kept`.
    fn search(&mut self, p: &Extent, kept: &mut Vec<Atom>, enough: i64) -> Option<i64> {
        if let Some(value) = p.as_const() {
            return Some(value);
        }
        let direct = self.direct(p, enough);
        if reaches(direct, enough) { direct } else { direct.max(self.by_elimination(p, kept, enough)) }
    }

    fn by_elimination(&mut self, p: &Extent, kept: &mut Vec<Atom>, enough: i64) -> Option<i64> {
        let atoms = p.terms().iter().flat_map(Term::factors);
        let candidates = atoms.filter(|a| !matches!(a, Atom::Symbol(_)) && !kept.contains(a));
        // The deepest first: its replacement may contain the others.
        let atom = candidates.max_by_key(|a| a.depth())?.clone();
        if self.fuel == 0 {
            return None;
        }
        self.fuel -= 1;
        let replaced = match &atom {
            Atom::Symbol(_) => None,
            Atom::FloorDiv(x, c) => self.without_quotient(p, &atom, (x, *c), kept, enough),
            Atom::Min(args) | Atom::Max(args) => self.without_choice(p, &atom, args, kept, enough),
        };
        if reaches(replaced, enough) {
            return replaced;
        }
        kept.push(atom);
        let retained = self.by_elimination(p, kept, enough);
        kept.pop();
        replaced.max(retained)
    }

    /// Replaces `x floordiv c` by its rational bounds; the sum is multiplied by `c` to stay integral.
    fn without_quotient(
        &mut self,
        p: &Extent,
        atom: &Atom,
        (x, c): (&Extent, i64),
        kept: &mut Vec<Atom>,
        enough: i64,
    ) -> Option<i64> {
        let lowest = x.add_const(1 - c).ok()?;
        let mut scaled = Extent::constant(0);
        let mut rest = Vec::new();
        for term in p.terms() {
            match term.monomial.power_of(atom) {
                0 => rest.push(term.clone()),
                1 => {
                    let cofactor = self.non_negative_cofactor(&term.monomial, atom)?;
                    let bound = if term.coefficient > 0 { &lowest } else { x };
                    scaled = scaled.add(&bound.mul_term(&cofactor, term.coefficient).ok()?).ok()?;
                }
                _ => return None,
            }
        }
        let rest = Extent::from_sorted(rest).ok()?.scale(c).ok()?;
        // The least value that is `enough` once it is divided and rounded up.
        let scaled_enough = enough.checked_sub(1).and_then(|e| e.checked_mul(c)?.checked_add(1));
        let bound = self.search(&scaled.add(&rest).ok()?, kept, scaled_enough.unwrap_or(BEST))?;
        Some(ceil_div(bound, c))
    }

    /// Replaces a minimum or maximum by its operands: by each in turn, taking the worst bound, as it equals
    /// one of them; or, if it only matters that it is smaller (larger) than each, taking the best bound.
    fn without_choice(
        &mut self,
        p: &Extent,
        atom: &Atom,
        args: &[Extent],
        kept: &mut Vec<Atom>,
        enough: i64,
    ) -> Option<i64> {
        let helps = if matches!(atom, Atom::Min(_)) { -1 } else { 1 };
        let mut one_sided = true;
        for term in p.terms().iter().filter(|t| t.monomial.power_of(atom) > 0) {
            one_sided &= term.coefficient.signum() == helps
                && term.monomial.power_of(atom) == 1
                && self.non_negative_cofactor(&term.monomial, atom).is_some();
        }
        let mut total: Option<i64> = None;
        for arg in args {
            let bound = replace_factor(p, atom, arg).and_then(|q| self.search(&q, kept, enough));
            if one_sided {
                total = total.max(bound);
                if reaches(total, enough) {
                    break;
                }
            } else {
                total = Some(bound?.min(total.unwrap_or(i64::MAX)));
            }
        }
        total
    }

    /// The product without `atom`, if it cannot be negative.
    fn non_negative_cofactor(&mut self, monomial: &Monomial, atom: &Atom) -> Option<Monomial> {
        let cofactor = monomial.without(atom);
        cofactor.0.iter().all(|a| self.atom(a).lo.is_some_and(|lo| lo >= 0)).then_some(cofactor)
    }

    fn atom(&mut self, atom: &Atom) -> Interval {
        if let Atom::Symbol(symbol) = atom {
            return self.facts.get(symbol).range();
        }
        if let Some(known) = self.known.get(atom) {
            return *known;
        }
        let mut operands =
            atom.operands().iter().map(|x| self.plain_interval(x)).collect::<Vec<_>>().into_iter();
        let first = operands.next().unwrap_or(Interval::ALL);
        let interval = match atom {
            Atom::FloorDiv(_, c) => first.floordiv(*c),
            Atom::Min(_) => operands.fold(first, |a, b| a.minimum(&b)),
            Atom::Max(_) => operands.fold(first, |a, b| a.maximum(&b)),
            Atom::Symbol(_) => first,
        };
        self.known.insert(atom.clone(), interval);
        interval
    }

    fn direct(&mut self, p: &Extent, enough: i64) -> Option<i64> {
        let mut bound = self.pivoted(p, Pivot::None);
        for pivot in [Pivot::Low, Pivot::High] {
            if !reaches(bound, enough) && self.moves(p, pivot) {
                bound = bound.max(self.pivoted(p, pivot));
            }
        }
        bound
    }

    /// True if the pivot rewrites some atom differently from the pivot before it.
    fn moves(&mut self, p: &Extent, pivot: Pivot) -> bool {
        p.terms().iter().flat_map(Term::factors).any(|atom| match pivot {
            Pivot::None => true,
            Pivot::Low => self.pivot_of(atom, Pivot::Low) != self.pivot_of(atom, Pivot::None),
            Pivot::High => self.pivot_of(atom, Pivot::High) != self.pivot_of(atom, Pivot::Low),
        })
    }

    /// The sum of the products' lower bounds after each atom `a` is rewritten to `lo + a'` or `hi - a'`.
    fn pivoted(&mut self, p: &Extent, pivot: Pivot) -> Option<i64> {
        let mut expanded: Vec<(Monomial, i128)> = Vec::new();
        for term in p.terms() {
            let mut parts = vec![(Monomial::default(), i128::from(term.coefficient))];
            for atom in term.factors() {
                let (offset, sign) = self.pivot_of(atom, pivot);
                let mut next = Vec::with_capacity(2 * parts.len());
                for (monomial, k) in parts {
                    next.push((monomial.times(&Monomial::of(atom.clone())), k.checked_mul(sign.into())?));
                    if offset != 0 {
                        next.push((monomial, k.checked_mul(offset.into())?));
                    }
                }
                parts = next;
            }
            expanded.extend(parts);
            if expanded.len() > MAX_EXPANSION {
                return None;
            }
        }
        let moved = Extent::from_terms(expanded).ok()?;
        let mut sum = Interval::point(0);
        for term in moved.terms() {
            let product = term.factors().iter().fold(Interval::point(1), |product, atom| {
                let range = self.atom(atom);
                let (offset, sign) = self.pivot_of(atom, pivot);
                let moved = range.add(&Interval::point(offset).neg()).scale(sign);
                product.mul(&moved)
            });
            sum = sum.add(&product.scale(term.coefficient));
        }
        sum.lo
    }

    /// `(offset, sign)` such that the atom is rewritten as `offset + sign*a'`.
    fn pivot_of(&mut self, atom: &Atom, pivot: Pivot) -> (i64, i64) {
        let range = self.atom(atom);
        match (pivot, range.lo, range.hi) {
            (Pivot::High, _, Some(hi)) => (hi, -1),
            (Pivot::Low | Pivot::High, Some(lo), _) => (lo, 1),
            _ => (0, 1),
        }
    }
}

/// True if a bound was found that is at least `enough`.
fn reaches(bound: Option<i64>, enough: i64) -> bool {
    bound.is_some_and(|bound| bound >= enough)
}

/// `p` with `value` substituted for the factor `atom` of its products (not inside other atoms).
fn replace_factor(p: &Extent, atom: &Atom, value: &Extent) -> Option<Extent> {
    let mut sum = Extent::constant(0);
    for term in p.terms() {
        let mut rest = term.monomial.clone();
        let mut product = Extent::constant(1);
        while rest.power_of(atom) > 0 {
            rest = rest.without(atom);
            product = product.mul(value).ok()?;
        }
        sum = sum.add(&product.mul_term(&rest, term.coefficient).ok()?).ok()?;
    }
    Some(sum)
}

/// True if a sample shows that `p` is negative for some values the facts allow: no need to look for a proof
/// that it is not.
pub(super) fn has_negative_sample(p: &Extent, facts: &Facts) -> bool {
    // The samples satisfy ranges and divisors only.
    facts.non_negative().is_empty()
        && (0..SAMPLES).any(|round| p.evaluate(|s| Some(sample(s, facts, round))).is_ok_and(|v| v < 0))
}

/// A sample value of the symbol: its least one, or one above it by a multiple that depends on the name and
/// `round`.
fn sample(symbol: &Symbol, facts: &Facts, round: u64) -> i64 {
    let known = facts.get(symbol);
    let range = known.range();
    let mut hasher = FxHasher::default();
    (symbol, round).hash(&mut hasher);
    let steps = if round == 0 { 0 } else { (hasher.finish() >> 50) as i64 };
    let lo = range.lo.unwrap_or(0);
    let value = known.divisor.checked_mul(steps).and_then(|v| v.checked_add(lo)).unwrap_or(lo);
    range.hi.map_or(value, |hi| value.min(hi))
}

impl Extent {
    /// An interval that holds every value the extent has under `facts`.
    pub fn interval(&self, facts: &Facts) -> Interval {
        Bounds::new(facts, QUERY_FUEL).interval(self)
    }
}

#[cfg(test)]
mod tests {
    use crate::extent::{Extent, Facts, Symbol};

    fn interval(text: &str, facts: &Facts) -> String {
        text.parse::<Extent>().unwrap().interval(facts).to_string()
    }

    #[test]
    fn remainders_and_quotients_are_bounded() {
        let facts = Facts::new();
        assert_eq!(interval("n mod 4", &facts), "[0, 3]");
        assert_eq!(interval("n - n floordiv 4", &facts), "[0, inf)");
        assert_eq!(interval("n floordiv 4 - n floordiv 8", &facts), "[0, inf)");
        assert_eq!(interval("4*(n ceildiv 4) - n", &facts), "[0, 3]");
        assert_eq!(interval("3*(n mod 4) + 1", &facts), "[1, 10]");
        assert_eq!(interval("-2*n*m - 1", &facts), "(-inf, -1]");
    }

    #[test]
    fn choices_are_bounded_by_their_operands() {
        let facts = Facts::new();
        assert_eq!(interval("n - min(n, m)", &facts), "[0, inf)");
        assert_eq!(interval("max(n, m) - m", &facts), "[0, inf)");
        assert_eq!(interval("min(n, 7) + max(m, 2)", &facts), "[2, inf)");
        assert_eq!(interval("min(128, n - 5)", &facts), "[-5, 128]");
        assert_eq!(interval("max(n - 1, 0) - n", &facts), "[-1, 0]");
    }

    #[test]
    fn ranges_are_used_at_both_ends() {
        let (n, m) = (Symbol::new("n").unwrap(), Symbol::new("m").unwrap());
        let mut facts = Facts::new();
        facts.limit(&n, Some(1), None).limit(&m, Some(2), Some(5));
        assert_eq!(interval("n*n - n", &facts), "[0, inf)");
        assert_eq!(interval("5*n - m*n", &facts), "[0, inf)");
        assert_eq!(interval("m*m - 2*m", &facts), "[0, 15]");
        assert_eq!(interval("2*m + 1", &facts), "[5, 11]");
        facts.divisible(&m, 3).unwrap();
        assert_eq!(interval("m + 1", &facts), "[4, 4]");
    }

    #[test]
    fn bounds_past_64_bits_are_open() {
        let n = Symbol::new("n").unwrap();
        let mut facts = Facts::new();
        facts.limit(&n, None, Some(i64::MAX));
        assert_eq!(interval("n", &facts), format!("[0, {}]", i64::MAX));
        assert_eq!(interval("2*n", &facts), "[0, inf)");
    }
}
