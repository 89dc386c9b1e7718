//! A worklist order for finding terms: operands come before their users, so that long use-def chains need no
//! deep recursion.
//!
//! The order of queries does not change which values have a known term, unless a query exceeds
//! [`MAX_DEFINITIONS`].

use super::Indices;
use super::term::loop_axes;
use crate::scalar::dtype;
use crate::shared::access::Access;
use crate::tensor::{self, Compute};
use rustc_hash::FxHashSet;
use tf_ir::body::{Def, Op, Value};
use tf_ir::control::{Branch, as_branch};
use tf_ir::extent::Extent;

/// The most definitions visited per query; values beyond them are opaque.
const MAX_DEFINITIONS: u32 = 1024;
/// The most nested queries: values requested while another one's term is computed.
const MAX_NESTING: u32 = 16;

/// The remaining budget of a query.
#[derive(Default)]
pub(super) struct Limits {
    definitions: u32,
    nesting: u32,
}

impl Indices<'_> {
    /// The term of an integer value; both are equal modulo 2^64.
    pub fn term(&mut self, value: Value) -> Extent {
        if let Some(known) = self.terms.get(&value) {
            return known.clone();
        }
        if self.limits.nesting == 0 {
            self.limits.definitions = MAX_DEFINITIONS;
        }
        if self.limits.nesting < MAX_NESTING {
            self.limits.nesting += 1;
            self.settle(value);
            self.limits.nesting -= 1;
        }
        if let Some(known) = self.terms.get(&value) {
            return known.clone();
        }
        let term = self.opaque(value);
        self.terms.insert(value, term.clone());
        term
    }

    /// Computes the terms of a value and of all values that it depends on.
    fn settle(&mut self, value: Value) {
        let mut met = FxHashSet::default();
        let mut pending = vec![(value, false)];
        while let Some((value, is_ready)) = pending.pop() {
            if self.terms.contains_key(&value) {
                continue;
            }
            if is_ready || self.limits.definitions == 0 {
                let found = if is_ready { self.find(value) } else { None };
                let term = found.unwrap_or_else(|| self.opaque(value));
                self.terms.insert(value, term);
                continue;
            }
            if met.insert(value) {
                self.limits.definitions -= 1;
                pending.push((value, true));
                let sources = self.sources(value).into_iter().filter(|v| self.is_integer(*v));
                pending.extend(sources.map(|v| (v, false)));
            }
        }
    }

    fn is_integer(&self, value: Value) -> bool {
        dtype(self.body.ctx(), self.body.ty(value)).is_some_and(|d| d.is_int())
    }

    /// The values whose terms a value's term requires: operands, and values in the facts at its definition.
    fn sources(&self, value: Value) -> Vec<Value> {
        let owner = match self.body.def(value) {
            Def::Argument(block, _) => self.body.block_owner(block),
            Def::Result(op, _) => Some(op),
        };
        let Some(owner) = owner.filter(|op| *op != self.body.root()) else { return Vec::new() };
        let mut found = self.surroundings(owner);
        let op = self.body.op(owner);
        found.extend(self.body.operands(owner));
        if let Some(branch) = self.conditional(owner)
            && let Def::Result(_, i) = self.body.def(value)
        {
            let regions = 0..self.body.regions(owner).len();
            found.extend(regions.filter_map(|region| branch.yielded(op, region).get(i).copied()));
        }
        if let Some(read) = Access::of_read(op)
            && let Def::Result(def, i) = self.body.def(read.source)
            && let Some(compute) = self.body.cast(def, Compute)
        {
            found.extend(compute.yielded().get(i).copied());
        }
        found
    }

    /// A branch whose condition implies facts in its regions.
    fn conditional(&self, op: Op) -> Option<&'_ dyn Branch> {
        as_branch(self.body, op).filter(|branch| branch.holds_in(self.body.op(op), 0).is_some())
    }

    /// Conditions and bounds of folds around an op.
    fn surroundings(&self, op: Op) -> Vec<Value> {
        let mut found = Vec::new();
        for owner in std::iter::successors(self.body.parent_op(op), |op| self.body.parent_op(*op)) {
            let op = self.body.op(owner);
            match op.cast(tensor::Fold) {
                Some(fold) => found.extend(fold.indices()),
                None if loop_axes(op) > 0 => found.extend(op.operands().take(2 * loop_axes(op))),
                None => found.extend(self.conditional(owner).map(|branch| branch.condition(op))),
            }
        }
        found
    }
}
