//! `tensor.require`: an assertion that extents are equal.

use crate::tensor;
use crate::tensor::constraints::*;
use crate::tensor::shape::same_extent;
use smallvec::{SmallVec, smallvec};
use tf_ir::attr::Attribute;
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Verdict};
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::{PatternSet, Rewrite, Rewriter};
use tf_ir::types::Dim;

/// Requires that extents are equal, pairwise; a call in which two differ stops with a status that names them.
///
/// After it, they are equal: the pass `unify-extents` makes them one symbol if that follows from a function's
/// arguments, and the call boundary then checks them.
#[op(
    "tensor.require",
    attrs(left: EXTENTS_ATTR, right: EXTENTS_ATTR),
    interfaces(Verify, Effects),
    asm = "extents($left) `=` extents($right) attr-dict",
)]
pub struct Require;

impl RequireOp<'_> {
    /// The pairs of extents.
    pub fn pairs(self) -> Vec<(Extent, Extent)> {
        let list =
            |attr: Option<Attribute>| attr.and_then(|a| self.op().ctx().attr_extents(a)).unwrap_or_default();
        let (left, right) = (list(self.op().attr("left")), list(self.op().attr("right")));
        left.iter().cloned().zip(right.iter().cloned()).collect()
    }

    /// The pairs that are not known to be equal.
    pub fn open(self) -> Vec<(Extent, Extent)> {
        self.pairs().into_iter().filter(|pair| verdict(pair) != Verdict::Proved).collect()
    }
}

fn verdict((a, b): &(Extent, Extent)) -> Verdict {
    same_extent(&Dim::from_extent(a.clone()), &Dim::from_extent(b.clone()))
}

impl Verify for Require {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let count = |name: &str| op.attr(name).and_then(|a| op.ctx().attr_extents(a)).map_or(0, <[_]>::len);
        let (n, m) = (count("left"), count("right"));
        if n != m {
            return Err(op.error(format_args!("has {n} extents on the left but {m} on the right")));
        }
        let pairs = op.cast(tensor::Require).map(RequireOp::pairs).unwrap_or_default();
        match pairs.iter().find(|pair| verdict(pair) == Verdict::Refuted) {
            Some((a, b)) => Err(op.error(format_args!("cannot hold: the extent {a} is never {b}"))),
            None => Ok(()),
        }
    }
}

impl Effects for Require {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let sure = op.cast(tensor::Require).is_some_and(|view| view.open().is_empty());
        if sure { SmallVec::new() } else { smallvec![Effect::Control] }
    }
}

/// Adds the patterns of the op.
pub(in crate::tensor) fn patterns(set: &mut PatternSet) {
    set.on(Require, "require-known", require_known);
}

/// Removes pairs that are known to be equal.
fn require_known(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, tensor::Require).ok_or("no require")?;
    let (open, all) = (view.open(), view.pairs().len());
    if open.is_empty() {
        rw.erase(op);
        return Ok(());
    }
    if open.len() == all {
        return Err("no requirement is known to hold".into());
    }
    let (left, right): (Vec<Extent>, Vec<Extent>) = open.into_iter().unzip();
    let (left, right) = (rw.body.ctx().extents_attr(&left), rw.body.ctx().extents_attr(&right));
    rw.modify(op, |body| {
        body.set_attr(op, "left", left);
        body.set_attr(op, "right", right);
    });
    Ok(())
}
