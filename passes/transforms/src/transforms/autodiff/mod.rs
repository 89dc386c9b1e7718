//! `autodiff`: expands `tensor.vjp` and `tensor.jvp` into ordinary code.
//!
//! The innermost transforms are first (also `tensor.vmap`: [`crate::transforms::vmap`]), so that a transform
//! of a transform sees ordinary code. In reverse mode, the backward pass visits code from its end (`rules`),
//! with loops, conditionals and their regions (`control`). A comprehension becomes one that computes the
//! cotangents of its reads over its points (`adjoint`), and one per source tensor that gathers them
//! (`transpose`, by the method of [`gather`]). In forward mode, tangents are computed next to the values
//! (`forward`).

mod accumulate;
mod adjoint;
mod code;
mod control;
mod counts;
mod edges;
mod emit;
mod expand;
mod forward;
pub mod gather;
mod last;
mod linearize;
mod policies;
mod puts;
mod reads;
mod refuse;
mod replay;
mod rewrite;
mod rules;
mod scatter;
mod scope;
mod seed;
mod sites;
mod transpose;

use counts::Counts;
use tf_dialects::func::Func;
use tf_dialects::func::routine::routine_of;
use tf_dialects::tensor::Group;
use tf_dialects::tensor::transform::{Checkpoint, Custom, Detach, StraightThrough, Transform, Vmap, custom};
use tf_ir::body::{Body, Op};
use tf_ir::codes;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::postorder;

/// The pass `autodiff`.
pub static INFO: PassInfo = PassInfo {
    name: "autodiff",
    title: "Autodiff",
    summary: "Expand tensor.vjp, tensor.jvp and tensor.vmap into ordinary code",
    docs: "Innermost transforms first. Affine reads are transposed into gathers, so that gradients need no \
        atomics: the Smith normal form of the read and Fourier-Motzkin elimination find the index vectors \
        that read an element. Named ops without a derivative rule are decomposed. Code in `tensor.vmap` is \
        rebuilt with one more axis. `tensor.detach` and `tensor.straight_through` become their values, \
        `tensor.custom` and `tensor.checkpoint` their code. Recomputation in a checkpoint waits for \
        cotangents (`tensor.after`). Run `name-extents` and `inline` first.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[
        OptionSpec {
            name: "memory-budget",
            kind: OptionKind::Int,
            default: "-1",
            help: "bytes that a loop may store for its backward pass; less than 0: proportional to the \
                square root of its iterations",
        },
        OptionSpec {
            name: "keep-routines",
            kind: OptionKind::Bool,
            default: "false",
            help: "keep the code of the library's algorithms as tensor.custom, for call-routines",
        },
        OptionSpec {
            name: "report",
            kind: OptionKind::Bool,
            default: "false",
            help: "report at each loop what it stores for its backward pass",
        },
    ],
    statistics: &[
        StatSpec { name: "num-transforms", help: "transforms expanded" },
        StatSpec { name: "num-gathers", help: "reads transposed into gathers" },
        StatSpec {
            name: "kept-bytes",
            help: "bytes of constant size that loops store for their backward pass",
        },
    ],
    rules: &[RuleSpec {
        name: "gather",
        help: "transposes affine reads into gathers; otherwise, all of them become scatters",
    }],
    growth: Growth::restart("derivatives and maps are new programs"),
    make: |options: &Options| {
        let budget = u64::try_from(options.int("memory-budget")).ok();
        let (keeps, report) = (options.bool("keep-routines"), options.bool("report"));
        Ok(Box::new(Autodiff { budget, keeps, report }))
    },
};

struct Autodiff {
    budget: Option<u64>,
    /// True if the code of the library's algorithms stays in `tensor.custom`.
    keeps: bool,
    report: bool,
}

impl Pass for Autodiff {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let dissolved = dissolve_groups(body, cx);
        let scatters = cx.allowed().leaves_out("gather");
        let (mut transforms, mut counts) = (0, Counts::new(self.budget, scatters, rules::sweep));
        for op in postorder(body) {
            let is_map = body.is_live(op) && body.is(op, Vmap);
            if !body.is_live(op) || !is_map && Transform::cast(body.op(op)).is_none() {
                continue;
            }
            let (expanded, code) = match is_map {
                true => (crate::transforms::vmap::expand(body, op), &codes::REFUSED),
                false => (expand::expand(body, op, &mut counts), &codes::NO_DERIVATIVE),
            };
            if let Err(error) = expanded {
                return Err(cx.error(error.or_code(code)));
            }
            transforms += 1;
        }
        let dropped = drop_markers(body, self.keeps);
        cx.count("num-transforms", transforms);
        if counts.gathers > 0 {
            cx.allowed().applies("gather");
        }
        cx.count("num-gathers", counts.gathers);
        cx.count("kept-bytes", counts.bytes);
        if self.report {
            counts.remarks.into_iter().for_each(|(loc, words)| cx.remark(loc, words));
        }
        Ok(Changed::from(transforms + dropped + dissolved > 0))
    }
}

/// Inlines the members of groups that are differentiated: the schedule of a group refers to loops that the
/// derivative does not have. Returns the count of these groups.
fn dissolve_groups(body: &mut Body, cx: &mut PassContext<'_>) -> u64 {
    let is_transform = |op: Op| Transform::cast(body.op(op)).is_some();
    let is_inside =
        |op: &Op| std::iter::successors(body.parent_op(*op), |op| body.parent_op(*op)).any(is_transform);
    let groups: Vec<Op> =
        postorder(body).into_iter().filter(|op| body.is(*op, Group) && is_inside(op)).collect();
    for group in &groups {
        let view = body.view(*group, Group);
        if view.is_tiled() {
            let message = format!(
                "{} is dissolved: it is differentiated, and the loops of its schedule do not exist in the \
                 derivative",
                view.called()
            );
            cx.remark(body.loc(*group), message);
        }
        tf_passes_common::code::dissolve::dissolve(body, *group);
    }
    groups.len() as u64
}

/// Replaces the ops that only matter to differentiation by their values, but `keeps` the library's
/// algorithms; returns their count.
fn drop_markers(body: &mut Body, keeps: bool) -> u64 {
    let marks = [Detach::KIND, StraightThrough::KIND, Custom::KIND, Checkpoint::KIND];
    let markers: Vec<Op> = postorder(body).into_iter().filter(|op| marks.contains(&body.kind(*op))).collect();
    let mut count = 0;
    // Dropping a rule also erases the markers in it.
    for op in markers.into_iter().rev() {
        if !body.is_live(op) || keeps && body.is(op, Custom) && routine_of(body.op(op)).is_some() {
            continue;
        }
        count += 1;
        match body.is(op, Custom) || body.is(op, Checkpoint) {
            true => custom::dissolve(body, op),
            false => {
                let value = body.operand(op, 0);
                body.replace(op, &[value]);
            }
        }
    }
    count
}
