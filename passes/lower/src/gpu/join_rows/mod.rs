//! `join-rows`: row fusion of nests over the same rows and teams, with row buffers in shared memory.
//!
//! | file | |
//! |---|---|
//! | [`nest`] | nests over rows, and their accesses |
//! | [`numbers`] | store-to-load forwarding of scalars of a row, such as its sum |
//! | [`keep`] | row buffers in shared memory |
//! | [`order`] | the next nest that can be fused |
//! | [`plan`] | the choice of rows to buffer |
//! | [`short`] | a version for warps, if rows are short at run time |
//! | [`wide`] | vector accesses of 16 bytes |
//!
//! Runs on loops over memory, before `map-kernels` turns them into kernels. A nest is a `loop.parallel` over
//! rows that contains loops along a row, marked for the threads of a warp or a block.

mod forwarding;
mod keep;
mod nest;
mod order;
mod plan;
mod short;
mod wide;

use nest::Nest;
use rustc_hash::FxHashSet;
use tf_dialects::func::Func;
use tf_dialects::loops::Parallel;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `join-rows`.
pub static INFO: PassInfo = PassInfo {
    name: "join-rows",
    title: "JoinRows",
    summary: "Row fusion: a team of GPU threads runs all consecutive nests over a row",
    docs: "Works on functions for a GPU at the memory stage. Two consecutive loop.parallel over the same \
        points, whose loops along rows are distributed over teams of the same size ('map' steps of \
        schedules), become one if all memory that one writes and the other accesses belongs to one point. \
        Scalars that a point stores for a later nest stay values, and memory that is no longer read is \
        removed. Elements that several loops read, or that one writes and another reads at the same index, \
        are kept in shared memory if a row is short enough: rows of unknown length are compared with the \
        size of shared memory at run time, and long ones are read from global memory. If blocks have rows \
        of unknown length, the host launches a version for warps when rows are short.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-joined", help: "nests that were merged into the one before" },
        StatSpec { name: "num-values", help: "loads of scalars that became values" },
        StatSpec { name: "num-kept", help: "rows that are kept in shared memory" },
        StatSpec { name: "num-short", help: "nests of blocks that got a version for warps" },
    ],
    rules: &[
        RuleSpec { name: "keep", help: "keeps the elements of a row in shared memory" },
        RuleSpec {
            name: "short-rows",
            help: "makes a version for warps, for rows that are short at run time",
        },
        RuleSpec { name: "pair", help: "merges two consecutive nests" },
        RuleSpec { name: "values", help: "forwards scalars that a point has stored to their loads" },
    ],
    growth: Growth {
        stages: true,
        why: "elements that several loops of a team read are kept in shared memory",
        ..Growth::NONE
    },
    make: |_| Ok(Box::new(JoinRows)),
};

struct JoinRows;

impl Pass for JoinRows {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let joined = join(body, cx);
        let (mut values, mut kept, mut short, mut ways) = (0, 0, 0, 0);
        for op in nests(body) {
            let Some(nest) = Nest::of(body, op) else { continue };
            if cx.allows("values") {
                values += forwarding::forward(body, &nest);
            }
            if short::is_worth_it(body, &nest) && cx.allows("short-rows") {
                short += short::split(body, &nest);
            }
        }
        for op in nests(body) {
            let Some(nest) = Nest::of(body, op) else { continue };
            if keep::is_worth_it(body, &nest) && cx.allows("keep") {
                kept += keep::keep(body, &nest);
                ways += 1;
            }
        }
        cx.count("num-joined", joined);
        cx.count("num-values", values);
        cx.count("num-kept", kept);
        cx.count("num-short", short);
        Ok(Changed::from(joined + values + short + ways > 0))
    }
}

/// The parallel loops of a function.
fn nests(body: &Body) -> Vec<Op> {
    preorder(body).into_iter().filter(|op| body.is(*op, Parallel)).collect()
}

/// Fuses all adjacent nests; returns the number of fused nests.
fn join(body: &mut Body, cx: &mut PassContext<'_>) -> u64 {
    let (mut count, mut refused) = (0, FxHashSet::default());
    for op in nests(body) {
        if !body.is_live(op) {
            continue;
        }
        while let Some(first) = Nest::of(body, op)
            && let Some(next) = order::following(body, &first)
        {
            if !refused.insert((op, next.second.op)) || !cx.allows("pair") || !cx.may_rewrite() {
                break;
            }
            next.needed.into_iter().for_each(|inner| body.move_before(inner, op));
            append_nest(body, &first, &next.second);
            count += 1;
        }
    }
    count
}

/// Appends the code of the second nest to that of the first.
fn append_nest(body: &mut Body, first: &Nest, second: &Nest) {
    for (old, new) in second.indices.iter().zip(&first.indices) {
        body.replace_uses(*old, *new);
    }
    let [into, from] = [first, second].map(|nest| nest.block(body));
    let [end, last] = [into, from].map(|block| body.last(block).expect("a loop's block ends"));
    body.erase(last);
    body.splice_ops_before(from, end);
    body.erase(second.op);
}
