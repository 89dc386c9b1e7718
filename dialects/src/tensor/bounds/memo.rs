//! Memoization of proofs.
//!
//! Whether a proof is found depends on the term, what is known and the ranges of the variables in them alone, and programs ask
//! the same questions many times: of each read, after each pass.

use super::{Indices, PREFIX};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard};
use tf_ir::extent::Extent;

/// Threads seldom wait for each other in as many parts.
const PARTS: usize = 16;
/// Answers kept in a part; then it begins anew.
const MAX_ANSWERS: usize = 1 << 13;

/// The answers of a context to questions of a kind.
pub(super) struct Answers<Q>([Mutex<FxHashMap<Q, bool>>; PARTS]);

impl<Q> Default for Answers<Q> {
    fn default() -> Self {
        Answers(std::array::from_fn(|_| Mutex::default()))
    }
}

impl<Q: Hash + Eq> Answers<Q> {
    fn part(&self, question: &Q) -> MutexGuard<'_, FxHashMap<Q, bool>> {
        let mut hasher = FxHasher::default();
        question.hash(&mut hasher);
        // Other bits than the maps themselves go by.
        self.0[(hasher.finish() >> 40) as usize % PARTS].lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The answer, if it was found before.
    pub(super) fn known(&self, question: &Q) -> Option<bool> {
        self.part(question).get(question).copied()
    }

    /// Keeps an answer.
    pub(super) fn remember(&self, question: Q, answer: bool) {
        let mut part = self.part(&question);
        if part.len() >= MAX_ANSWERS {
            part.clear();
        }
        part.insert(question, answer);
    }
}

/// A variable's number, the largest value and whether it is the first of a pair.
type Range = (usize, Option<Extent>, bool);

/// Whether a term is ≥ 0, and what the answer depends on.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Question {
    term: Extent,
    known: Arc<[Extent]>,
    /// The variables in the term, in what is known and in the ranges of these. Their numbers are their names, by which
    /// examples are drawn and which are replaced first.
    variables: SmallVec<[Range; 4]>,
}

impl Indices<'_> {
    pub(super) fn question(&self, term: &Extent, known: &Arc<[Extent]>) -> Question {
        let mut variables: SmallVec<[Range; 4]> = SmallVec::new();
        self.collect(term, &mut variables);
        known.iter().for_each(|fact| self.collect(fact, &mut variables));
        let mut next = 0;
        while let Some((_, upper, _)) = variables.get(next) {
            if let Some(upper) = upper.clone() {
                self.collect(&upper, &mut variables);
            }
            next += 1;
        }
        Question { term: term.clone(), known: known.clone(), variables }
    }

    /// The variables of a term that are not among those found, in the order of their first occurrence.
    fn collect(&self, term: &Extent, found: &mut SmallVec<[Range; 4]>) {
        term.visit_symbols(&mut |symbol| {
            let is_variable = symbol.as_str().starts_with(PREFIX);
            let Some(number) = is_variable.then(|| self.number(symbol)).flatten() else { return };
            if found.iter().all(|(known, ..)| *known != number) {
                let variable = &self.variables[number];
                found.push((number, variable.upper.clone(), variable.is_first_of_pair));
            }
        });
    }
}
