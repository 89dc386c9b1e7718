//! Counterexamples: values of the symbols for which all that is known holds and a term is negative nevertheless.
//!
//! Where there is one there is no proof, and the search for it, which takes cases apart until its limits, is spared.
//! Values are drawn from few: the ends of ranges for the most part, first those at which the term is least.

use super::Indices;
use super::prove::{Trend, trend};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use tf_ir::extent::{Extent, Symbol};

/// Values tried.
const SAMPLES: u64 = 32;
/// Samples in which every variable is where the term is least, as far as it rises or falls with it.
const DIRECTED: u64 = 12;
/// What extents are.
const EXTENTS: [i64; 8] = [1, 2, 3, 5, 8, 64, 1000, 0];
/// The magnitude of unconstrained values.
const UNKNOWN: [i64; 4] = [9, 1 << 20, 1, 0];
/// In one of so many samples such values may be negative; in the others ranges that end at them have values.
const NEGATIVE: u64 = 4;

impl Indices<'_> {
    /// True if a term is negative for some values that satisfy the ranges of the variables and make all facts ≥ 0.
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

/// Values of symbols, drawn as they are asked for.
struct Sample<'i, 'b> {
    indices: &'i Indices<'b>,
    trends: &'i FxHashMap<usize, Trend>,
    round: u64,
    values: FxHashMap<Symbol, Option<i64>>,
}

impl Sample<'_, '_> {
    /// The value of a term; `None` if a variable has an empty range, or numbers become too large.
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
            // All extents alike at first: products and quotients of them are what programs are made of.
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

    /// One of the two variables whose difference is an unconstrained value: the other one is 0.
    fn unknown(&self, number: usize) -> i64 {
        let is_first = self.indices.variables[number].is_first_of_pair;
        let random = self.random(&if is_first { number } else { number.saturating_sub(1) });
        let is_negative = self.round % NEGATIVE == NEGATIVE - 1 && (random / 16).is_multiple_of(2);
        if is_first == is_negative { 0 } else { UNKNOWN[(random % UNKNOWN.len() as u64) as usize] }
    }

    /// A number that depends on what is asked for and the round.
    fn random(&self, what: &impl Hash) -> u64 {
        let mut hasher = FxHasher::default();
        (what, self.round).hash(&mut hasher);
        hasher.finish() >> 20
    }
}
