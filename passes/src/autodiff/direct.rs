//! Cotangents of reads in loops, scattered: each trip of the backward pass adds them where the trip read, into accumulating
//! results of the comprehension that computes cotangents.
//!
//! Values that are put in loops, folds and conditionals get their cotangents there, too.

use super::Counts;
use super::chain::{ReplayContext, Trip, all_puts, tape};
use super::puts::Outputs;
use super::replay::{Found, Level};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use tf_dialects::differentiate::{Reverse, is_differentiable};
use tf_dialects::loops::{For, While};
use tf_dialects::tensor::{At, Policy, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;

/// Where cotangents go to and come from at once.
#[derive(Default)]
pub(super) struct Direct {
    /// The accumulator for the cotangent of each tensor that is read.
    pub targets: FxHashMap<Value, Value>,
    /// Reads whose cotangents are found, not put.
    pub kept: FxHashSet<Op>,
    /// The seeds of accumulating results.
    pub outputs: Outputs,
}

/// True if the reads and puts of a compute need it: a loop computes floats, or a put stands in a region.
pub(super) fn is_needed(body: &Body, compute: Op) -> bool {
    let mut needed = all_puts(body, compute).into_iter().any(|put| body.parent_op(put) != Some(compute));
    tf_ir::walk::walk(body, compute, &mut |body, op| {
        let is_loop = body.is(op, For) || body.is(op, While);
        needed |= is_loop && body.results(op).any(|r| is_differentiable(body.ctx(), body.ty(r)));
    });
    needed
}

impl Direct {
    /// Puts the cotangent of a read where the read is.
    pub fn put(&self, b: &mut Builder<'_>, read: Op, g: Value) {
        let (source, subscripts, policy) = {
            let at = b.body.view(read, At);
            let map = at.affine_map().expect("verified").clone();
            let subscripts = Subscripts { map, values: at.indices(), extents: at.symbols().to_vec() };
            (at.source(), subscripts, at.out_of_bounds())
        };
        let Some(target) = self.targets.get(&source) else { return };
        let policy = match policy {
            Policy::Clamp | Policy::Wrap => policy,
            _ => Policy::Drop,
        };
        build::put(b, g, *target, &subscripts, policy);
    }
}

/// A point of a comprehension.
pub(super) struct Inside {
    /// Where cotangents go to.
    pub direct: Rc<Direct>,
    /// Nothing is counted here.
    pub counts: Counts,
}

impl ReplayContext for Inside {
    fn sweep(&mut self, cx: &mut Reverse<'_, '_>, code: Trip) -> Result<(), Diagnostic> {
        let ops = code.originals.into_iter().zip(code.copies).collect();
        let level = Level { ops, copier: code.copier, active: cx.active.clone(), puts: code.puts };
        level.sweep(cx, &mut Found::put(self.direct.clone()))
    }

    fn tapes(&self) -> tape::Kind {
        tape::Kind::Numbers
    }

    fn counts(&mut self) -> &mut Counts {
        &mut self.counts
    }
}
