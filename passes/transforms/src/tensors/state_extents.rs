//! `state-extents`: records the extents that a call has to check, before the tensors with these extents are
//! folded away.

use rustc_hash::FxHashSet;
use tf_dialects::func::Func;
use tf_dialects::func::bound::bound_symbols;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::stated::state;

/// The pass `state-extents`.
pub static INFO: PassInfo = PassInfo {
    name: "state-extents",
    title: "StateExtents",
    summary: "Record the extents that a call has to check in the attribute 'tf.extents'",
    docs: "A tensor whose extent may be negative, such as a slice from 3 to n - 1, is computed in every \
        call if it is not inside of a condition or loop: a call with a negative extent is refused, even if \
        later passes remove the tensor. Otherwise, a sum of such a slice would be 0. Extents of arguments \
        and results are always checked, and those of functions that compute extents are checked at their \
        computation. Run it after `unify-extents`, before any simplification.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-stated", help: "extents that a call has to check" }],
    rules: &[RuleSpec { name: "extent", help: "records an extent that may be negative" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(StateExtents)),
};

struct StateExtents;

impl Pass for StateExtents {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let found = if bound_symbols(body).is_empty() { doubtful(body) } else { Vec::new() };
        let allowed: Vec<Extent> = found.into_iter().filter(|_| cx.allows("extent")).collect();
        let count = state(body, allowed);
        cx.count("num-stated", count as u64);
        Ok(Changed::from(count > 0))
    }
}

/// The extents that may be negative in ops that every call computes, in order of first use, without those of
/// arguments.
fn doubtful(body: &Body) -> Vec<Extent> {
    let Some(entry) = body.entry_block() else { return Vec::new() };
    let facts = Facts::new();
    let mut known: FxHashSet<Extent> = body.args(entry).flat_map(|arg| dims(body, body.ty(arg))).collect();
    let computed = body.ops(entry).flat_map(|op| extents(body, op));
    computed
        .filter(|extent| extent.prove_ge0(&facts) == Verdict::Unknown && known.insert(extent.clone()))
        .collect()
}

/// The extents of an op's results, and of its iteration domain.
fn extents(body: &Body, op: Op) -> Vec<Extent> {
    let domain = body.cast(op, Compute).map(|compute| compute.extents().to_vec()).unwrap_or_default();
    body.results(op).flat_map(|result| dims(body, body.ty(result))).chain(domain).collect()
}

fn dims(body: &Body, ty: Type) -> Vec<Extent> {
    body.ctx().dims(ty).unwrap_or_default().iter().filter_map(Dim::to_extent).collect()
}
