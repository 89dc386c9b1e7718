//! `autodiff`: expands `tensor.vjp` and `tensor.jvp` into ordinary code.
//!
//! Innermost transforms first (`tensor.vmap` too: [`crate::vmap`]), so that a transform of a transform sees ordinary code. Backwards, straight-line code is swept
//! from its end ([`reverse`]); a comprehension becomes one that computes the cotangents of its reads over its own
//! points ([`adjoint`]), and one per tensor it reads that gathers them ([`transpose`], by the method of [`gather`]). Forwards,
//! tangents are computed beside the values, in place ([`forward`]).

mod adjoint;
mod expand;
mod forward;
pub mod gather;
mod linearize;
mod replay;
mod reverse;
mod scatter;
mod seed;
mod transpose;

use tf_dialects::tensor::transform::{Custom, Detach, StraightThrough, Transform, Vmap, custom};
use tf_ir::body::{Body, Op};
use tf_ir::codes;
use tf_ir::pass::{Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::walk::postorder;

/// The pass `autodiff`.
pub static INFO: PassInfo = PassInfo {
    name: "autodiff",
    title: "Autodiff",
    summary: "Expands tensor.vjp, tensor.jvp and tensor.vmap into ordinary code",
    docs: "Innermost transforms first. Affine reads are transposed into gathers, so that gradients need no atomics: the index \
           vectors that reach an element are found by the Smith normal form of the read and Fourier and Motzkin's elimination. \
           Named ops without a rule of their own are decomposed. Code in `tensor.vmap` is rebuilt with one more axis. \
           `tensor.detach` and `tensor.straight_through` become their values, `tensor.custom` its code. Run `name-extents` and `inline` before.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-transforms", help: "transforms expanded" },
        StatSpec { name: "num-gathers", help: "reads transposed into gathers" },
    ],
    make: |_: &Options| Ok(Box::new(Autodiff)),
};

struct Autodiff;

/// What the expansion counts.
#[derive(Default)]
pub(crate) struct Counts {
    /// Reads transposed into gathers.
    pub gathers: u64,
}

impl Pass for Autodiff {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut transforms, mut counts) = (0, Counts::default());
        for op in postorder(body) {
            let is_map = body.is_live(op) && body.is(op, Vmap::NAME);
            if !body.is_live(op) || !is_map && Transform::cast(body.op(op)).is_none() {
                continue;
            }
            let (expanded, code) = match is_map {
                true => (crate::vmap::expand(body, op), &codes::REFUSED),
                false => (expand::expand(body, op, &mut counts), &codes::NO_DERIVATIVE),
            };
            if let Err(error) = expanded {
                return Err(cx.error(error.or_code(code)));
            }
            transforms += 1;
        }
        let dropped = drop_markers(body);
        cx.count("num-transforms", transforms);
        cx.count("num-gathers", counts.gathers);
        Ok(Changed::from(transforms + dropped > 0))
    }
}

/// Replaces what only differentiation distinguishes from its value; returns how many there were.
fn drop_markers(body: &mut Body) -> u64 {
    let marks = [Detach::NAME, StraightThrough::NAME, Custom::NAME];
    let markers: Vec<Op> =
        postorder(body).into_iter().filter(|op| marks.iter().any(|name| body.is(*op, name))).collect();
    let mut count = 0;
    // A rule that is dropped takes the markers in it along.
    for op in markers.into_iter().rev() {
        if !body.is_live(op) {
            continue;
        }
        count += 1;
        match body.is(op, Custom::NAME) {
            true => custom::dissolve(body, op),
            false => {
                let value = body.operand(op, 0);
                body.replace(op, &[value]);
            }
        }
    }
    count
}
