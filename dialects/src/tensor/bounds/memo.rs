//! Memoization of bounds proofs.
//!
//! The result of a proof search depends only on the term, the facts and the ranges of their variables, and
//! programs repeat the same queries: for each read, after each pass.

use super::{Indices, PREFIX};
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard};
use tf_ir::extent::Extent;

/// With this many shards, threads rarely contend for a lock.
const PARTS: usize = 16;
/// The capacity of a shard; a full shard is cleared.
const MAX_ANSWERS: usize = 1 << 13;

/// The cached answers of a context to one kind of query.
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
        // Takes other hash bits than the hash map in the shard.
        self.0[(hasher.finish() >> 40) as usize % PARTS].lock().unwrap_or_else(|e| e.into_inner())
    }

    /// The cached answer, if there is one.
    pub(super) fn known(&self, question: &Q) -> Option<bool> {
        self.part(question).get(question).copied()
    }

    /// Caches an answer.
    pub(super) fn remember(&self, question: Q, answer: bool) {
        let mut part = self.part(&question);
        if part.len() >= MAX_ANSWERS {
            part.clear();
        }
        part.insert(question, answer);
    }
}

/// The index of a variable, its largest value and whether it is the first of a pair.
type Range = (usize, Option<Extent>, bool);

/// The query whether a term is ≥ 0, with all inputs of the answer.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Question {
    term: Extent,
    known: Arc<[Extent]>,
    /// The variables in the term, in the facts and in the ranges of these. Their indices are inputs: they
    /// seed the samples of counterexamples and determine the order of elimination.
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
