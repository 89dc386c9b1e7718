//! Proofs about extents: equality and order.
//!
//! The prover decides whether one extent is 0, or ≥ 0. It first checks the extent's bounds and content. If
//! these do not decide, it splits the question into cases and adds each case to the facts: the operand that a
//! minimum or maximum takes, or the remainder that a symbol leaves by the divisor of a quotient it occurs in,
//! after which that quotient is a polynomial. So equalities of polynomials and quotients are decided
//! completely if the number of cases is small.

use super::bounds::{Bounds, QUERY_FUEL};
use super::interval::gcd;
use super::node::Term;
use super::{Atom, Extent, Facts, Interval, Symbol};

/// The answer to a question about extents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It holds for all values of the symbols that satisfy the facts.
    Proved,
    /// It holds for none of them.
    Refuted,
    /// It depends on the values, or is beyond the prover.
    Unknown,
}

/// Limit on the total number of cases in a proof.
const MAX_CASES: u32 = 192;
/// Limit on the remainders of a symbol in one split.
const MAX_REMAINDERS: i64 = 32;

/// The property to prove of an extent.
#[derive(Clone, Copy, PartialEq)]
enum Goal {
    Zero,
    NonNegative,
}

impl Extent {
    /// Whether two extents are always (never) equal.
    pub fn prove_eq(&self, other: &Extent, facts: &Facts) -> Verdict {
        if self == other {
            return Verdict::Proved;
        }
        self.sub(other).map_or(Verdict::Unknown, |d| decide(Goal::Zero, d, facts))
    }

    /// Whether `self <= other` always (never) holds.
    pub fn prove_le(&self, other: &Extent, facts: &Facts) -> Verdict {
        other.sub(self).map_or(Verdict::Unknown, |d| d.prove_ge0(facts))
    }

    /// Whether `self >= 0` always (never) holds.
    pub fn prove_ge0(&self, facts: &Facts) -> Verdict {
        decide(Goal::NonNegative, self.clone(), facts)
    }

    /// Whether `self >= 0` is proved for all values that satisfy the facts. There may be none: contradictory
    /// facts imply everything.
    pub fn holds_ge0(&self, facts: &Facts) -> bool {
        let mut prover = Prover { cases: MAX_CASES };
        match prover.outcome(Goal::NonNegative, self.clone(), facts) {
            Outcome::Is(verdict) => verdict == Verdict::Proved,
            Outcome::Vacuous => true,
        }
    }

    /// True if each term shows that the value is a multiple of `divisor`.
    pub(super) fn has_divisor(&self, divisor: i64, facts: &Facts) -> bool {
        self.terms().iter().all(|term| {
            let mut missing = divisor / gcd(divisor, term.coefficient);
            for atom in term.factors() {
                if let Atom::Symbol(symbol) = atom {
                    missing /= gcd(missing, facts.get(symbol).divisor);
                }
            }
            missing == 1
        })
    }
}

/// The result of one case; a case that cannot occur is vacuous.
enum Outcome {
    Vacuous,
    Is(Verdict),
}

fn decide(goal: Goal, p: Extent, facts: &Facts) -> Verdict {
    let mut prover = Prover { cases: MAX_CASES };
    match prover.outcome(goal, p, facts) {
        Outcome::Is(verdict) => verdict,
        // Contradictory facts prove everything, which helps no caller.
        Outcome::Vacuous => Verdict::Unknown,
    }
}

struct Prover {
    cases: u32,
}

impl Prover {
    fn outcome(&mut self, goal: Goal, p: Extent, facts: &Facts) -> Outcome {
        if facts.is_contradictory() {
            return Outcome::Vacuous;
        }
        let p = p.simplify(facts).unwrap_or(p);
        let mut bounds = Bounds::new(facts, QUERY_FUEL);
        let range = match goal {
            Goal::NonNegative => bounds.sign(&p),
            Goal::Zero => bounds.interval(&p),
        };
        if range.is_empty() {
            return Outcome::Vacuous;
        }
        let verdict = match goal {
            Goal::Zero => is_zero(&p, range),
            Goal::NonNegative => is_non_negative(range),
        };
        if verdict != Verdict::Unknown {
            return Outcome::Is(verdict);
        }
        let Some(cases) = split(&p, facts).or_else(|| split_zero(&p, facts)) else {
            return Outcome::Is(Verdict::Unknown);
        };
        let mut all: Option<Verdict> = None;
        for (case, facts) in cases {
            if self.cases == 0 {
                return Outcome::Is(Verdict::Unknown);
            }
            self.cases -= 1;
            let Outcome::Is(verdict) = self.outcome(goal, case, &facts) else { continue };
            if verdict == Verdict::Unknown || all.is_some_and(|v| v != verdict) {
                return Outcome::Is(Verdict::Unknown);
            }
            all = Some(verdict);
        }
        all.map_or(Outcome::Vacuous, Outcome::Is)
    }
}

fn is_zero(p: &Extent, range: Interval) -> Verdict {
    let content = p.variable_terms().iter().fold(0, |g, t| gcd(g, t.coefficient));
    if range.as_point() == Some(0) {
        Verdict::Proved
    } else if !range.contains(0) || (content > 1 && p.constant_term() % content != 0) {
        Verdict::Refuted
    } else {
        Verdict::Unknown
    }
}

fn is_non_negative(range: Interval) -> Verdict {
    if range.lo.is_some_and(|lo| lo >= 0) {
        Verdict::Proved
    } else if range.hi.is_some_and(|hi| hi < 0) {
        Verdict::Refuted
    } else {
        Verdict::Unknown
    }
}

/// Cases that together cover all values, each a little simpler than `p`.
fn split(p: &Extent, facts: &Facts) -> Option<Vec<(Extent, Facts)>> {
    let used = p.symbols();
    if let Some((symbol, known)) = facts.symbols().find(|(s, f)| f.divisor > 1 && used.contains(s)) {
        return Some(vec![with_remainder(p, facts, symbol, known.divisor, 0)?]);
    }
    if let Some(atom) = find_atom(p, &|a| matches!(a, Atom::Min(_) | Atom::Max(_))) {
        return split_choice(p, facts, &atom);
    }
    match find_atom(p, &|a| matches!(a, Atom::FloorDiv(..))) {
        Some(Atom::FloorDiv(x, c)) => split_remainders(p, &x, facts, c),
        _ => None,
    }
}

/// The cases 0 and ≥ 1 of a symbol with a power, since `n*n >= n` only shows in these.
fn split_zero(p: &Extent, facts: &Facts) -> Option<Vec<(Extent, Facts)>> {
    let atom = p.terms().iter().flat_map(|t| t.factors().windows(2)).find_map(|pair| match &pair[0] {
        Atom::Symbol(s) if pair[0] == pair[1] && facts.get(s).lo == 0 => Some(s),
        _ => None,
    })?;
    let mut positive = facts.clone();
    positive.limit(atom, Some(1), None);
    let mut zero = facts.clone();
    zero.limit(atom, None, Some(0));
    Some(vec![(p.clone(), positive), (p.clone(), zero)])
}

/// One case per remainder of the first symbol of `x` on which the remainder of `x` by `c` depends.
fn split_remainders(p: &Extent, x: &Extent, facts: &Facts, c: i64) -> Option<Vec<(Extent, Facts)>> {
    let (symbol, modulus) = x.terms().iter().find_map(|term| {
        let modulus = c / gcd(c, term.coefficient);
        term.factors().iter().find_map(|a| match a {
            Atom::Symbol(s) if modulus > 1 && modulus <= MAX_REMAINDERS => Some((s, modulus)),
            _ => None,
        })
    })?;
    (0..modulus).map(|r| with_remainder(p, facts, symbol, modulus, r)).collect()
}

/// The case `symbol = modulus*symbol' + remainder`, the new symbol under the old name.
fn with_remainder(
    p: &Extent,
    facts: &Facts,
    symbol: &Symbol,
    modulus: i64,
    remainder: i64,
) -> Option<(Extent, Facts)> {
    let value = Extent::from(symbol.clone()).scale(modulus).and_then(|x| x.add_const(remainder)).ok()?;
    let case = p.substitute_symbol(symbol, &value).ok()?;
    Some((case, facts.divide_symbol(symbol, modulus, remainder)?))
}

/// One case per operand of a minimum or maximum: this operand is the result, so no other one is better.
fn split_choice(p: &Extent, facts: &Facts, atom: &Atom) -> Option<Vec<(Extent, Facts)>> {
    let operands = atom.operands();
    let mut cases = Vec::with_capacity(operands.len());
    for chosen in operands {
        let mut known = facts.clone();
        for other in operands.iter().filter(|x| *x != chosen) {
            let margin = if matches!(atom, Atom::Min(_)) { other.sub(chosen) } else { chosen.sub(other) };
            known.assume_ge0(&margin.ok()?);
        }
        cases.push((p.substitute_atom(atom, chosen).ok()?, known));
    }
    Some(cases)
}

/// An innermost atom of the wanted kind: none of that kind inside it.
fn find_atom(p: &Extent, wanted: &dyn Fn(&Atom) -> bool) -> Option<Atom> {
    p.terms().iter().flat_map(Term::factors).find_map(|atom| {
        let inside = atom.operands().iter().find_map(|x| find_atom(x, wanted));
        inside.or_else(|| wanted(atom).then(|| atom.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::Verdict::{Proved, Refuted, Unknown};
    use crate::extent::{Extent, Facts, Symbol};

    fn e(text: &str) -> Extent {
        text.parse().unwrap()
    }

    fn eq(a: &str, b: &str) -> super::Verdict {
        e(a).prove_eq(&e(b), &Facts::new())
    }

    #[test]
    fn equal_by_cases() {
        assert_eq!(eq("n floordiv 2 + (n + 1) floordiv 2", "n"), Proved);
        assert_eq!(
            eq("n floordiv 3 + (n + 1) floordiv 3 + (n + 2) floordiv 3", "n"),
            Proved,
            "Hermite's identity"
        );
        assert_eq!(eq("3*n floordiv 4", "n - (n + 3) floordiv 4"), Proved);
        assert_eq!(eq("min(n + 1, 4)", "min(n, 3) + 1"), Proved);
        assert_eq!(eq("min(n, m) + max(n, m)", "n + m"), Proved);
        assert_eq!(eq("max(n floordiv 2, m floordiv 2)", "max(n, m) floordiv 2"), Proved);
        assert_eq!(eq("(n*(n + 1)) mod 2", "0"), Proved);
        assert_eq!(eq("n floordiv 2 + (n + 1) floordiv 2", "n + 1"), Refuted);
    }

    #[test]
    fn never_equal() {
        assert_eq!(eq("n", "n + 1"), Refuted);
        assert_eq!(eq("2*n", "2*m + 1"), Refuted);
        assert_eq!(eq("n mod 4", "n mod 4 + 4"), Refuted);
        assert_eq!(eq("n mod 4", "5"), Refuted);
        assert_eq!(eq("n*n", "-3"), Refuted);
        assert_eq!(eq("max(n, 3)", "2"), Refuted);
        assert_eq!(eq("n*(n + 1)", "2*m + 1"), Unknown);
    }

    #[test]
    fn open_questions_stay_open() {
        assert_eq!(eq("n", "m"), Unknown);
        assert_eq!(eq("n", "2*n"), Unknown, "equal for n = 0 only");
        assert_eq!(eq("n floordiv 4", "0"), Unknown);
    }

    #[test]
    fn order() {
        let facts = Facts::new();
        assert_eq!(e("n").prove_le(&e("n + m"), &facts), Proved);
        assert_eq!(e("n floordiv 2").prove_le(&e("n"), &facts), Proved);
        assert_eq!(e("n + 1").prove_le(&e("n"), &facts), Refuted);
        assert_eq!(e("4*(n floordiv 4)").prove_le(&e("n"), &facts), Proved);
        assert_eq!(e("n + 1").prove_le(&e("m"), &facts), Unknown);
        assert_eq!(e("n*n - n").prove_ge0(&facts), Proved);
        assert_eq!(e("128*i + min(128, n - 128*i)").prove_le(&e("n"), &facts), Proved);
    }

    #[test]
    fn facts_are_used() {
        let (n, m) = (Symbol::new("n").unwrap(), Symbol::new("m").unwrap());
        let mut facts = Facts::new();
        facts.divisible(&n, 4).unwrap().limit(&m, None, Some(3));
        assert_eq!(e("4*(n floordiv 4)").prove_eq(&e("n"), &facts), Proved);
        assert_eq!(e("(n + m) floordiv 4").prove_eq(&e("n floordiv 4"), &facts), Proved);
        assert_eq!(e("n").prove_eq(&e("2*k + 1"), &facts), Refuted);
        let mut facts = Facts::new();
        facts.assume_ge0(&e("n - m - 1"));
        assert_eq!(e("m + 1").prove_le(&e("n"), &facts), Proved);
        assert_eq!(e("n").prove_le(&e("m"), &facts), Refuted);
        assert_eq!(e("n").prove_eq(&e("m"), &facts), Refuted);
        assert_eq!(e("min(n, m)").prove_eq(&e("m"), &facts), Proved);
    }

    #[test]
    fn contradictory_facts_prove_nothing() {
        let mut facts = Facts::new();
        facts.assume_ge0(&e("-1 - n"));
        assert!(facts.is_contradictory());
        assert_eq!(e("n").prove_eq(&e("m"), &facts), Unknown);
        assert!(e("n - m").holds_ge0(&facts), "where nothing runs, everything holds");
        // Neither fact alone implies that the extent is empty.
        let mut facts = Facts::new();
        facts.assume_ge0(&e("n mod 4 - 2")).assume_ge0(&e("1 - n"));
        assert_ne!(e("1 - n mod 4").prove_ge0(&facts), Refuted);
        assert!(e("1 - n mod 4").holds_ge0(&facts));
        let mut facts = Facts::new();
        facts.assume_ge0(&e("n mod 4 - 2")).assume_ge0(&e("2 - n"));
        assert!(!e("1 - n mod 4").holds_ge0(&facts), "2 is left");
        assert!(e("n - 2").holds_ge0(&facts));
    }
}
