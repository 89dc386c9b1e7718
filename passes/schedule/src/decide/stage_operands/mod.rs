//! `stage-operands`: copies operands that the lanes of a product read with large strides into the order of
//! the lanes.
//!
//! In `s[i, j] = Σ a[i, k] · b[j, k]` lanes along `j` read one element of each row of `b`. Each element is
//! read once for every `i`, and copied once: `t[k, j] = b[j, k]`. Tiled matrix products have panels instead
//! (`choose-tiles`).

mod lanes;

use crate::apply::apply_tiles::nest::{Dims, Nest};
use crate::apply::stage_operands::parts::{order, stage};
use crate::decide::choose_tiles::factors::{Factors, Sizes};
use crate::decide::choose_tiles::{least_sure, tiled_price};
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::target::Target;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, Compute};
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::code::guard::guard_unproved;
use tf_passes_common::cost::figures::{LARGE_PRODUCT, LEAST_SHARED, NARROW, WORTH_TILES};
use tf_passes_common::rules::keep::reads_laid_out;

struct StageOperands;

/// The pass `stage-operands`.
pub static INFO: PassInfo = PassInfo {
    name: "stage-operands",
    title: "StageOperands",
    summary: "Copy operands that the lanes of a product would read with large strides into the order of the \
        lanes",
    docs: "For computes whose terms have two factors: the factor that depends on the last axis of the box, \
        which is vectorized, is copied once if it is read across rows, such as the second operand of a \
        product that sums over the last axes of both. It is copied only if the other factor has, or for \
        unknown extents may have, enough points to make the copy cheap, and if 'choose-tiles' makes no \
        panels. For other computes, such as those with several sums, each axis may be vectorized, and \
        reads past the edges of a tensor may be padded: operands are copied if their elements are read \
        often enough, and if the cost of the copies and of the loops over them is lower.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-staged", help: "operands that were copied" }],
    rules: &[
        RuleSpec { name: "copy", help: "copies an operand into the order of the lanes" },
        RuleSpec {
            name: "copy-for-lanes",
            help: "copies tensors that other computes read, with the vectorized axis last, or with padding \
                for reads out of bounds",
        },
    ],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(StageOperands)),
};

impl Pass for StageOperands {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut staged = 0;
        let target = Gpu::of(body).is_none().then(|| Target::of(body));
        let is_free = |op: &Op| body.cast(*op, Compute).is_some_and(|view| view.schedule().is_none());
        let computes: Vec<Op> = preorder(body).into_iter().filter(is_free).collect();
        // An operand whose layout the program specifies is not copied.
        let computes: Vec<Op> = computes.into_iter().filter(|op| !reads_laid_out(body, *op)).collect();
        for op in computes {
            let of_product = stage_product(body, op, target.as_ref(), cx);
            staged += of_product;
            if let Some(target) = target.as_ref().filter(|_| of_product == 0 && cx.allows("copy-for-lanes")) {
                staged += lanes::stage(body, op, target, cx);
            }
        }
        if staged > 0 {
            guard_unproved(body, cx);
        }
        cx.count("num-staged", staged);
        Ok(Changed::from(staged > 0))
    }
}

/// Copies operands that the lanes of a product without panels read with large strides. Returns the count of
/// copies.
fn stage_product(body: &mut Body, op: Op, target: Option<&Target>, cx: &PassContext<'_>) -> u64 {
    let Ok(nest) = Nest::of(body, op) else { return 0 };
    let Some(factors) = Factors::of_any(body, &nest) else { return 0 };
    let found = strided_factors(body, &nest, &factors);
    // An unknown row count is estimated.
    let shared = Sizes::of(&nest, &factors).rows >= LEAST_SHARED;
    if found.is_empty() || !shared || !cx.allows("copy") || panels_win(body, &nest, &factors, target) {
        return 0;
    }
    found.iter().for_each(|value| {
        stage(body, &nest, (factors.lanes, factors.lane), *value);
    });
    found.len() as u64
}

/// The factors that lanes read with large strides and that a copy does not enlarge.
fn strided_factors(body: &Body, nest: &Nest, factors: &Factors) -> Vec<Value> {
    let is_found = |value: &Value| {
        is_strided(body, nest, factors, *value) && is_no_larger(body, nest, factors.lanes, *value)
    };
    nest.parts(body, factors.lanes).into_iter().filter(is_found).collect()
}

/// True if a product gets panels instead: a large one always, others if panels cost less than copies.
/// Products of few terms, as in attention, share their loops with their consumers.
fn panels_win(body: &mut Body, nest: &Nest, factors: &Factors, target: Option<&Target>) -> bool {
    if !nest.reorders || Factors::of(body, nest).is_none() {
        return false;
    }
    let sizes = Sizes::of(nest, factors);
    let large = target.map_or(LARGE_PRODUCT, |target| least_sure(body, nest, target));
    if sizes.terms() >= large {
        return true;
    }
    let Some(target) = target.filter(|_| sizes.fold > NARROW) else { return false };
    let Some(tiled) = tiled_price(body, nest.compute, target) else { return false };
    tiled < WORTH_TILES * staged_price(body, nest.compute, target)
}

/// The cost of a product with copies of its strided operands, measured on a trial clone.
fn staged_price(body: &mut Body, compute: Op, target: &Target) -> f64 {
    let trial = body.clone_op(compute, &mut IrMap::default());
    body.insert_before(trial, compute);
    let mut made = Vec::new();
    if let Ok(nest) = Nest::of(body, trial)
        && let Some(factors) = Factors::of_any(body, &nest)
    {
        for value in strided_factors(body, &nest, &factors) {
            made.extend(stage(body, &nest, (factors.lanes, factors.lane), value));
        }
    }
    let cost = [trial].iter().chain(&made).map(|op| lanes::price(body, *op, target)).sum();
    body.erase(trial);
    made.into_iter().for_each(|copy| body.erase(copy));
    cost
}

/// True if adjacent lanes read elements that are not adjacent.
fn is_strided(body: &Body, nest: &Nest, factors: &Factors, value: Value) -> bool {
    let lane = nest.dims[factors.lane].index;
    nest.needed(body, &[value], &[]).into_iter().any(|op| {
        let Some(read) = Access::of_read(body.op(op)) else { return false };
        let uses = |expr: &tf_ir::affine::AffineExpr| {
            read.indices.iter().enumerate().any(|(d, index)| *index == lane && expr.uses_dim(d as u32))
        };
        let results = read.map.results();
        results.iter().any(uses) && results.last().is_some_and(|last| !uses(last))
    })
}

/// True if the copy is not known to have more elements than its source: windows are read without a copy.
fn is_no_larger(body: &Body, nest: &Nest, dims: Dims, value: Value) -> bool {
    let count =
        |extents: &[Extent]| extents.iter().try_fold(Extent::constant(1), |all, extent| all.mul(extent).ok());
    let own = order(nest, dims, nest.rank - 1).into_iter().map(|dim| nest.dims[dim].extent.clone());
    let Some(copied) = count(&own.collect::<Vec<_>>()) else { return false };
    nest.needed(body, &[value], &[]).into_iter().any(|op| {
        let source = Access::of_read(body.op(op)).map(|read| read.source);
        let read = source.and_then(|source| count(&extents(body.ctx(), body.ty(source))?));
        read.is_some_and(|read| match copied.as_const().zip(read.as_const()) {
            Some((copied, read)) => copied <= read,
            None => copied == read,
        })
    })
}
