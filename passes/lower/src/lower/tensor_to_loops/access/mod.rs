//! `lower-access`: lowers out-of-bounds policies to comparisons and subscripts to index arithmetic.
//!
//! Reads become `tensor.at` at in-bounds index values, puts become loads and stores of accumulators. An axis
//! is compared only if its subscript is neither proved nor stated to be in bounds.

pub mod foreign;
mod read;
mod site;
mod write;

pub use read::constant_element;

use super::signature::can_be_lowered;
use rustc_hash::FxHashMap;
use tf_dialects::func::Func;
use tf_dialects::tensor::bounds::{Indices, Proved};
use tf_dialects::tensor::{Access, At, Put};
use tf_ir::body::{Body, Op};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::walk::preorder;

struct LowerAccess;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "lower-access",
    title: "LowerAccess",
    summary: "Turn subscripts into index arithmetic and policies into comparisons",
    docs: "The second part of 'tensor-to-loops', after 'apply-schedule'. Every tensor.at becomes a read at \
        index values without a policy, or an element of a constant or small tensor; every tensor.put \
        becomes loads and stores of its accumulators. Axes that are proved to be in bounds are not \
        compared.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-accesses", help: "reads and writes that were lowered" }],
    rules: &[],
    growth: Growth::stated(growth, WHY),
    make: |_: &Options| Ok(Box::new(LowerAccess)),
};

/// The reason for [`growth`].
const WHY: &str = "a selection per read with a policy, and for each further element of a small tensor \
    that the read selects from";

/// The selections per access: of an element of the largest small tensor, and of the value outside.
pub fn growth(body: &Body, _: i64) -> Growth {
    let chosen = preorder(body).into_iter().map(|op| read::chosen_from(body, op));
    Growth::per_access(chosen.max().unwrap_or(1).max(1) as u64, WHY)
}

impl Pass for LowerAccess {
    // An access without a policy is in bounds, as the verifier has checked.
    fn trusts_verifier(&self) -> bool {
        true
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if !can_be_lowered(body) {
            return Ok(Changed::No);
        }
        let accesses = lower(body).map_err(|error| cx.error(error))?;
        cx.count("num-accesses", accesses);
        Ok(Changed::from(accesses > 0))
    }
}

/// Lowers the accesses of a function; returns their count.
pub(super) fn lower(body: &mut Body) -> Result<u64, Diagnostic> {
    let proved = open_accesses(body)?;
    // Nested accesses first: the access around them is copied with its region.
    for op in preorder(body).into_iter().rev() {
        let Some(proved) = proved.get(&op) else { continue };
        match body.is(op, Put) {
            true => write::write(body, op, proved.clone()),
            false => read::read(body, op, proved.clone()),
        }
    }
    Ok(proved.len() as u64)
}

/// The accesses that are not lowered yet, with their proved bounds.
fn open_accesses(body: &Body) -> Result<FxHashMap<Op, Proved>, Diagnostic> {
    let mut indices = Indices::new(body);
    let mut found = FxHashMap::default();
    for op in preorder(body) {
        let Some(access) = Access::of(body.op(op)) else { continue };
        let dims = body.ctx().dims(body.ty(access.source)).unwrap_or_default();
        if dims.iter().any(|dim| dim.to_extent().is_none()) {
            let why = "accesses a tensor with an unnamed extent (run `name-extents` first)";
            return Err(body.op(op).error(why).code(&codes::ILLEGAL));
        }
        if !body.is(op, At) && !body.is(op, Put) {
            foreign::check(body.op(op))?;
        }
        found.insert(op, Proved::of(&mut indices, body.op(op), &access));
    }
    Ok(found)
}
