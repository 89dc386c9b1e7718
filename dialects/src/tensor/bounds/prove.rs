//! Proofs that a term is not negative, by elimination of its variables: each is replaced by an end of its
//! range (as in Fourier–Motzkin elimination).

use super::{Indices, PREFIX};
use std::sync::Arc;
use tf_ir::body::Op;
use tf_ir::extent::{Atom, Extent, Facts, Symbol, Verdict};

/// The most terms of one search.
const MAX_TRIES: u32 = 32;
/// Elimination depths, tried in turn: conditions may bound variables by each other in cycles.
const DEPTHS: [u32; 3] = [4, 8, 32];

/// The total budget of a search for queries to the prover of extents (see [`cost`]). Small terms stay far
/// below it; it limits the queries about large ones.
const MAX_WORK: u64 = 1 << 18;

/// The remaining budget of a search.
struct Limits {
    tries: u32,
    work: u64,
    /// True if the search stopped early for lack of depth or tries.
    is_hit: bool,
}

/// The monotonicity of a term in a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trend {
    Constant,
    Rises,
    Falls,
    Mixed,
}

impl Trend {
    fn with(self, other: Trend) -> Trend {
        match (self, other) {
            (Trend::Constant, x) | (x, Trend::Constant) => x,
            (a, b) if a == b => a,
            _ => Trend::Mixed,
        }
    }

    fn negated_if(self, negative: bool) -> Trend {
        match self {
            Trend::Rises if negative => Trend::Falls,
            Trend::Falls if negative => Trend::Rises,
            trend => trend,
        }
    }
}

/// The trend of `term` in `symbol`, with all other symbols ≥ 0 and fixed.
pub(super) fn trend(term: &Extent, symbol: &Symbol) -> Trend {
    let mut total = Trend::Constant;
    for part in term.terms() {
        let mut product = Trend::Constant;
        for atom in part.factors() {
            let one = atom_trend(atom, symbol);
            // Factors other than symbols may be negative, and then trends of the others prove nothing.
            let other_parts = part.factors().len() > 1 && !matches!(atom, Atom::Symbol(_));
            product = if other_parts { Trend::Mixed } else { product.with(one) };
        }
        let uses = part.factors().iter().any(|a| atom_uses(a, symbol));
        if uses {
            total = total.with(product.negated_if(part.coefficient() < 0));
        }
    }
    total
}

fn atom_uses(atom: &Atom, symbol: &Symbol) -> bool {
    match atom {
        Atom::Symbol(s) => s == symbol,
        _ => atom.operands().iter().any(|x| x.uses(symbol)),
    }
}

fn atom_trend(atom: &Atom, symbol: &Symbol) -> Trend {
    match atom {
        Atom::Symbol(s) if s == symbol => Trend::Rises,
        Atom::Symbol(_) => Trend::Constant,
        Atom::FloorDiv(x, _) => trend(x, symbol),
        Atom::Min(args) | Atom::Max(args) => {
            args.iter().fold(Trend::Constant, |total, x| total.with(trend(x, symbol)))
        }
    }
}

/// The cost of a query to the prover of extents, in subterms visited: it splits every quotient, minimum and
/// maximum into cases, and tries every fact in each.
fn cost(term: &Extent, known: &[Extent]) -> u64 {
    let mut atoms = Vec::new();
    composite(term, &mut atoms);
    let cases = 1u64.checked_shl(2 * atoms.len() as u32).unwrap_or(u64::MAX);
    cases.saturating_mul(u64::from(term.size())).saturating_mul(1 + known.len() as u64)
}

/// The quotients, minima and maxima of a term at any depth, each once.
fn composite<'t>(term: &'t Extent, found: &mut Vec<&'t Atom>) {
    for atom in term.terms().iter().flat_map(|part| part.factors()) {
        if !matches!(atom, Atom::Symbol(_)) && !found.contains(&atom) {
            found.push(atom);
            atom.operands().iter().for_each(|operand| composite(operand, found));
        }
    }
}

/// True if a term is at least a positive multiple of a fact: `2*r - 15 >= 0` follows from `r - 8 >= 0`.
fn follows(term: &Extent, fact: &Extent) -> bool {
    let Some(first) = fact.terms().iter().find(|part| !part.factors().is_empty()) else { return false };
    let Some(same) = term.terms().iter().find(|part| part.factors() == first.factors()) else { return false };
    let (times, by) = (same.coefficient(), first.coefficient());
    if (times < 0) != (by < 0) {
        return false;
    }
    // `by*term - times*fact`, with absolute factors, must be constant. Terms are integers: any constant above
    // `-by` is enough.
    let (Some(times), Some(by)) = (times.checked_abs(), by.checked_abs()) else { return false };
    let rest = term.scale(by).and_then(|term| term.sub(&fact.scale(times)?));
    rest.is_ok_and(|rest| rest.as_const().is_some_and(|rest| rest > -by))
}

impl Indices<'_> {
    /// True if a term is proved to be ≥ 0 in every run of `at`.
    pub fn prove_ge0(&mut self, at: Op, term: &Extent) -> bool {
        if term.as_const().is_some_and(|value| value >= 0) {
            return true;
        }
        let known = self.facts(at);
        let Some(block) = self.body.block_of(at) else { return self.remembered(term, &known) };
        let key = (block, term.clone());
        if let Some(proved) = self.proofs.get(&key) {
            return *proved;
        }
        let proved = self.remembered(term, &known);
        self.proofs.insert(key, proved);
        proved
    }

    fn remembered(&self, term: &Extent, known: &Arc<[Extent]>) -> bool {
        let question = self.question(term, known);
        if let Some(answer) = self.shared.known(&question) {
            return answer;
        }
        let answer = self.find_proof(term, known);
        self.shared.remember(question, answer);
        answer
    }

    fn find_proof(&self, term: &Extent, known: &[Extent]) -> bool {
        // A known fact, or a weaker term.
        if known.iter().any(|fact| follows(term, fact)) {
            return true;
        }
        // Most terms are monotone: their minimum over all ranges is a constant.
        if self.extreme(term, false).and_then(|least| least.as_const()).is_some_and(|least| least >= 0) {
            return true;
        }
        if self.is_refuted(term, known) {
            return false;
        }
        // In an empty box or fold nothing runs, and every property holds.
        let is_plain = cost(term, &[]) <= MAX_WORK && term.prove_ge0(&Facts::new()) == Verdict::Proved;
        if is_plain || known.iter().any(|fact| self.is_impossible(fact, known)) {
            return true;
        }
        if term.as_const().is_some() {
            // Only contradictory facts can prove a negative constant.
            return !known.is_empty() && cost(term, known) <= MAX_WORK && self.decide(term, known);
        }
        let mut work = MAX_WORK;
        for depth in DEPTHS {
            let mut limits = Limits { tries: MAX_TRIES, work, is_hit: false };
            if self.search(term, known, depth, &mut limits) {
                return true;
            }
            work = limits.work;
            if !limits.is_hit || work == 0 {
                break;
            }
        }
        cost(term, known) <= MAX_WORK && self.decide(term, known)
    }

    /// True if a fact contradicts itself or others (its term is never ≥ 0): code under it is unreachable.
    fn is_impossible(&self, fact: &Extent, known: &[Extent]) -> bool {
        let below = |greatest: &Extent| greatest.neg().and_then(|t| t.add_const(-1)).ok();
        match self.extreme(fact, true) {
            // The least integer has no negation.
            Some(greatest) if greatest.as_const().is_some() => greatest.as_const().is_some_and(|n| n < 0),
            Some(greatest) => {
                below(&greatest).is_some_and(|term| term.prove_ge0(&Facts::new()) == Verdict::Proved)
            }
            // Remainders are not monotone: the prover bounds them by cases.
            None => {
                below(fact).is_some_and(|term| cost(&term, known) <= MAX_WORK && self.decide(&term, known))
            }
        }
    }

    /// The variables of a term, newest first.
    pub(super) fn variables_of(&self, term: &Extent) -> Vec<(usize, Symbol)> {
        let symbols = term.symbols().into_iter().filter(|s| s.as_str().starts_with(PREFIX));
        let mut found: Vec<_> = symbols.filter_map(|s| self.number(&s).map(|n| (n, s))).collect();
        found.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        found
    }

    fn search(&self, term: &Extent, known: &[Extent], depth: u32, limits: &mut Limits) -> bool {
        if depth == 0 || limits.tries == 0 || limits.work == 0 {
            limits.is_hit = true;
            return false;
        }
        limits.tries -= 1;
        // Innermost first, because its range depends on the outer ones; any order is sound.
        for (number, symbol) in self.variables_of(term) {
            let ends = self.ends(number, &symbol, trend(term, &symbol), known);
            if ends.is_empty() {
                continue;
            }
            let mut bounds = ends.iter().filter_map(|end| term.substitute_symbol(&symbol, end).ok());
            return bounds.any(|bound| self.search(&bound, known, depth - 1, limits));
        }
        let Some(left) = limits.work.checked_sub(cost(term, known)) else {
            (limits.work, limits.is_hit) = (0, true);
            return false;
        };
        limits.work = left;
        self.decide(term, known)
    }

    /// Substitutes for a variable under which a term with this trend does not grow.
    fn ends(&self, number: usize, symbol: &Symbol, trend: Trend, known: &[Extent]) -> Vec<Extent> {
        let falls = match trend {
            Trend::Falls => true,
            Trend::Rises => false,
            Trend::Constant | Trend::Mixed => return Vec::new(),
        };
        let mut ends = Vec::new();
        if falls {
            ends.extend(self.variables[number].upper.clone());
        } else {
            ends.push(Extent::constant(0));
        }
        // `k*s + r >= 0` bounds s from below, or from above if k < 0.
        for fact in known {
            let Some((factor, rest)) = fact.linear_in(symbol) else { continue };
            let Some(k) = factor.as_const().filter(|k| *k != 0 && (*k < 0) == falls) else { continue };
            let end = if falls { rest.floordiv(-k) } else { rest.neg().and_then(|r| r.ceildiv(k)) };
            ends.extend(end.ok());
        }
        ends
    }

    /// Queries the prover of extents, with the ranges of the remaining variables as facts.
    fn decide(&self, term: &Extent, known: &[Extent]) -> bool {
        let mut facts = Facts::new();
        for fact in known {
            facts.assume_ge0(fact);
        }
        let mut pending = Some(term.clone());
        let mut seen = vec![false; self.variables.len()];
        while let Some(next) = pending.take() {
            for symbol in next.symbols() {
                let Some(n) = self.number(&symbol).filter(|n| !std::mem::replace(&mut seen[*n], true)) else {
                    continue;
                };
                let Some(upper) = &self.variables[n].upper else { continue };
                if let Ok(left) = upper.sub(&Extent::from(symbol)) {
                    facts.assume_ge0(&left);
                }
                pending = Some(match pending.take() {
                    Some(more) => more.add(upper).unwrap_or(more),
                    None => upper.clone(),
                });
            }
        }
        // If the facts contradict each other, the code never runs: unrolling and fusion leave such code in
        // conditionals.
        term.holds_ge0(&facts)
    }

    /// The greatest (or least) value of a term, over extents only; `None` if it is not monotone or not
    /// bounded.
    pub fn extreme(&self, term: &Extent, greatest: bool) -> Option<Extent> {
        let mut bound = term.clone();
        while let Some((number, symbol)) = self.variables_of(&bound).first().cloned() {
            let end = match (trend(&bound, &symbol), greatest) {
                (Trend::Rises, true) | (Trend::Falls, false) => self.variables[number].upper.clone()?,
                (Trend::Rises, false) | (Trend::Falls, true) => Extent::constant(0),
                _ => return None,
            };
            bound = bound.substitute_symbol(&symbol, &end).ok()?;
        }
        Some(bound)
    }
}
