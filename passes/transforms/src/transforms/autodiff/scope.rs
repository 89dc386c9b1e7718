//! The scope of a backward pass: tensor code, or a point of a comprehension. At a point, a backward pass has
//! more results than cotangents of values.

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

/// Builds the backward pass of code, from the cotangents of its values: [`super::rules::sweep`]. Builders of
/// nested code get its rules through this pointer.
pub(super) type Sweep = fn(&Replay, &mut Reverse<'_, '_>, &mut Scope<'_>) -> Result<(), Diagnostic>;

/// The scope of code that is differentiated.
pub(super) enum Scope<'c> {
    /// Tensor code, with its statistics.
    Tensors(&'c mut Counts),
    /// A point of a comprehension, with the results found there.
    Point(Found),
}

/// The results of a backward pass at a point besides cotangents, by the values and ops of the original code.
pub(super) struct Found {
    /// The function that builds the backward pass of inner code.
    sweep: Sweep,
    /// The cotangents of reads at this level (conditionals included), by their results.
    pub reads: FxHashMap<Value, Value>,
    /// The seeds of folds at this level, per result.
    pub folds: FxHashMap<Op, Vec<Option<Seed>>>,
    /// The targets that cotangents of reads are put into during the backward pass, instead of being recorded.
    pub direct: Option<Rc<Direct>>,
}

/// The reverse-mode rules of accumulating results, by the accumulators in the region.
pub(super) type Outputs = FxHashMap<Value, Output>;

/// The reverse-mode rule of an accumulating result, for each value that is put.
#[derive(Clone, Debug)]
pub(super) struct Output {
    /// The seed, whose parts are tensors.
    pub seed: Seed,
    /// Finds the last put to an element, if only that one has a cotangent.
    pub last: Option<Last>,
}

/// The destinations and sources of cotangents in the backward pass of a comprehension.
///
/// The cotangents of reads in loops are scattered. Each iteration of the backward pass adds them, at the
/// subscripts of its reads, to accumulating results of the adjoint comprehension. Values that are put in
/// loops, folds and conditionals also get their cotangents during this pass.
#[derive(Default)]
pub(super) struct Direct {
    /// The accumulator for the cotangent of each tensor that is read.
    pub targets: FxHashMap<Value, Value>,
    /// Reads whose cotangents are recorded, not put.
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
    /// A point at which cotangents are put directly.
    pub fn put(sweep: Sweep, direct: Rc<Direct>) -> Scope<'static> {
        Scope::Point(Found::new(sweep, Some(direct)))
    }

    /// A point at which cotangents are recorded.
    pub fn point(sweep: Sweep) -> Scope<'static> {
        Scope::Point(Found::new(sweep, None))
    }

    /// The same scope for inner code, with no results yet.
    pub fn inside(&mut self) -> Scope<'_> {
        match self {
            Scope::Tensors(counts) => Scope::Tensors(counts),
            Scope::Point(found) => Scope::Point(Found::new(found.sweep, found.direct.clone())),
        }
    }

    /// The function that builds the backward pass of code.
    pub fn sweep(&self) -> Sweep {
        match self {
            Scope::Tensors(counts) => counts.sweep,
            Scope::Point(found) => found.sweep,
        }
    }

    /// The results found; none for tensor code.
    pub fn found(self) -> Found {
        match self {
            Scope::Tensors(counts) => Found::new(counts.sweep, None),
            Scope::Point(found) => found,
        }
    }

    /// The destinations of cotangents that are put directly, if any.
    pub fn direct(&self) -> Option<Rc<Direct>> {
        match self {
            Scope::Tensors(_) => None,
            Scope::Point(found) => found.direct.clone(),
        }
    }

    /// True for tensor code.
    pub fn is_of_tensors(&self) -> bool {
        matches!(self, Scope::Tensors(_))
    }
}

impl Direct {
    /// True if the reads and puts of a compute need it: a loop computes floats, or a put is in a nested
    /// region.
    pub fn is_needed(body: &Body, compute: Op) -> bool {
        let gives_floats = |op: Op| body.results(op).any(|r| is_differentiable(body.ctx(), body.ty(r)));
        all_puts(body, compute).into_iter().any(|put| body.parent_op(put) != Some(compute))
            || find(body, &[compute], is_loop).into_iter().any(gives_floats)
    }
}
