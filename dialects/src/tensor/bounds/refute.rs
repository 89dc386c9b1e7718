//! Counterexamples: values of the symbols that satisfy all facts and make a term negative.
//!
//! A counterexample rules out a proof, and saves the search for one, which splits cases up to its limits.
//! Samples use few values, mostly ends of ranges, and first those that minimize the term.

use super::Indices;
use super::prove::{Trend, trend};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use tf_ir::extent::{Extent, Symbol};

/// The number of samples.
const SAMPLES: u64 = 32;
/// Directed samples: every monotone variable has the value that minimizes the term.
const DIRECTED: u64 = 12;
/// Values of extents.
const EXTENTS: [i64; 8] = [1, 2, 3, 5, 8, 64, 1000, 0];
/// The magnitude of unconstrained values.
const UNKNOWN: [i64; 4] = [9, 1 << 20, 1, 0];
/// Period of the samples with negative unconstrained values; in the other samples, ranges that end at these
/// values are not empty.
const NEGATIVE: u64 = 4;

impl Indices<'_> {
    /// True if a sample satisfies the ranges of the variables and all facts, and makes the term negative.
    pub(super) fn is_refuted(&self, term: &Extent, known: &[Extent]) -> bool {
        let variables = self.variables_of(term);
        let trends: FxHashMap<usize, Trend> = variables.iter().map(|(n, s)| (*n, trend(term, s))).collect();
        (0..SAMPLES).any(|round| {
            let mut sample = Sample { indices: self, trends: &trends, round, values: FxHashMap::default() };
            sample.of(term).is_some_and(|value| value < 0)
                && known.iter().all(|fact| sample.of(fact).is_some_and(|value| value >= 0))
        })
    }
}

/// Values of symbols, drawn on demand.
struct Sample<'i, 'b> {
    indices: &'i Indices<'b>,
    trends: &'i FxHashMap<usize, Trend>,
    round: u64,
    values: FxHashMap<Symbol, Option<i64>>,
}

impl Sample<'_, '_> {
    /// The value of a term; `None` if a variable has an empty range, or on overflow.
    fn of(&mut self, term: &Extent) -> Option<i64> {
        term.evaluate(|symbol| self.value(symbol)).ok()
    }

    fn value(&mut self, symbol: &Symbol) -> Option<i64> {
        if let Some(known) = self.values.get(symbol) {
            return *known;
        }
        let value = self.draw(symbol);
        self.values.insert(symbol.clone(), value);
        value
    }

    fn draw(&mut self, symbol: &Symbol) -> Option<i64> {
        let indices = self.indices;
        let Some(number) = indices.number(symbol) else {
            // The first samples use equal extents, because programs mostly use products and quotients of one
            // extent.
            let at = if self.round < DIRECTED / 2 { self.round } else { self.random(symbol) };
            return Some(EXTENTS[(at % EXTENTS.len() as u64) as usize]);
        };
        let Some(upper) = &indices.variables[number].upper else { return Some(self.unknown(number)) };
        let top = self.of(upper).filter(|top| *top >= 0)?;
        let trend = self.trends.get(&number).filter(|_| self.round < DIRECTED);
        Some(match (trend, self.random(symbol) / 16 % 4) {
            (Some(Trend::Rises), _) => 0,
            (Some(Trend::Falls), _) => top,
            (_, 0) => 0,
            (_, 1) => top / 2,
            _ => top,
        })
    }

    /// One of the two variables whose difference is an unconstrained value; the other one is 0.
    fn unknown(&self, number: usize) -> i64 {
        let is_first = self.indices.variables[number].is_first_of_pair;
        let random = self.random(&if is_first { number } else { number.saturating_sub(1) });
        let is_negative = self.round % NEGATIVE == NEGATIVE - 1 && (random / 16).is_multiple_of(2);
        if is_first == is_negative { 0 } else { UNKNOWN[(random % UNKNOWN.len() as u64) as usize] }
    }

    /// A hash of the argument and the round.
    fn random(&self, what: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        (what, self.round).hash(&mut hasher);
        hasher.finish() >> 20
    }
}
