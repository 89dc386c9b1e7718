//! Where code that is swept backwards stands: among tensors, or at a point of a comprehension, where a sweep finds more than
//! cotangents of values.

use super::code::{all_puts, find, is_loop};
use super::counts::Counts;
use super::last::Last;
use super::replay::Replay;
use super::seed::Seed;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tf_dialects::differentiate::{Reverse, is_differentiable};
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;

/// Sweeps code backwards from the cotangents that its values have: [`super::rules::sweep`]. What builds code in which code is swept
/// knows its rules by this.
pub(super) type Sweep = fn(&Replay, &mut Reverse<'_, '_>, &mut Scope<'_>) -> Result<(), Diagnostic>;

/// Where swept code stands.
pub(super) enum Scope<'c> {
    /// Among tensors, with what is counted there.
    Tensors(&'c mut Counts),
    /// At a point of a comprehension, with what is found there.
    Point(Found),
}

/// What a sweep at a point found besides cotangents, by the values and ops of the original code.
pub(super) struct Found {
    /// How code inside is swept.
    sweep: Sweep,
    /// The cotangents of reads at this level (conditionals included), by their results.
    pub reads: FxHashMap<Value, Value>,
    /// The seeds of folds at this level, per result.
    pub folds: FxHashMap<Op, Vec<Option<Seed>>>,
    /// Where cotangents of reads are put while sweeping, instead of being found.
    pub direct: Option<Rc<Direct>>,
}

/// The reverse-mode rules of accumulating results, by the accumulators in the region.
pub(super) type Outputs = FxHashMap<Value, Output>;

/// The reverse-mode rule of an accumulating result, for each value that is put.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// Made of tensors.
    pub seed: Seed,
    /// Which put counts, if only the last one at an element does.
    pub last: Option<Last>,
}

/// Where cotangents go to and come from while a comprehension is swept.
///
/// Those of reads in loops are scattered: each trip of the backward pass adds them where the trip read, into accumulating results of
/// the comprehension that computes cotangents. Values that are put in loops, folds and conditionals get theirs there, too.
#[derive(Default)]
pub(super) struct Direct {
    /// The accumulator for the cotangent of each tensor that is read.
    pub targets: FxHashMap<Value, Value>,
    /// Reads whose cotangents are found, not put.
    pub kept: FxHashSet<Op>,
    /// The seeds of accumulating results.
    pub outputs: Outputs,
}

impl Found {
    fn new(sweep: Sweep, direct: Option<Rc<Direct>>) -> Found {
        Found { sweep, reads: FxHashMap::default(), folds: FxHashMap::default(), direct }
    }
}

impl Scope<'_> {
    /// A point at which cotangents are put at once.
    pub fn put(sweep: Sweep, direct: Rc<Direct>) -> Scope<'static> {
        Scope::Point(Found::new(sweep, Some(direct)))
    }

    /// A point at which cotangents are found.
    pub fn point(sweep: Sweep) -> Scope<'static> {
        Scope::Point(Found::new(sweep, None))
    }

    /// The same for code inside, of which nothing is found yet.
    pub fn inside(&mut self) -> Scope<'_> {
        match self {
            Scope::Tensors(counts) => Scope::Tensors(counts),
            Scope::Point(found) => Scope::Point(Found::new(found.sweep, found.direct.clone())),
        }
    }

    /// How code is swept.
    pub fn sweep(&self) -> Sweep {
        match self {
            Scope::Tensors(counts) => counts.sweep,
            Scope::Point(found) => found.sweep,
        }
    }

    /// What was found; nothing among tensors.
    pub fn found(self) -> Found {
        match self {
            Scope::Tensors(counts) => Found::new(counts.sweep, None),
            Scope::Point(found) => found,
        }
    }

    /// Where cotangents are put at once, if they are.
    pub fn direct(&self) -> Option<Rc<Direct>> {
        match self {
            Scope::Tensors(_) => None,
            Scope::Point(found) => found.direct.clone(),
        }
    }

    /// True among tensors.
    pub fn is_of_tensors(&self) -> bool {
        matches!(self, Scope::Tensors(_))
    }
}

impl Direct {
    /// True if the reads and puts of a compute need it: a loop computes floats, or a put stands in a region.
    pub fn is_needed(body: &Body, compute: Op) -> bool {
        let gives_floats = |op: Op| body.results(op).any(|r| is_differentiable(body.ctx(), body.ty(r)));
        all_puts(body, compute).into_iter().any(|put| body.parent_op(put) != Some(compute))
            || find(body, &[compute], is_loop).into_iter().any(gives_floats)
    }
}
