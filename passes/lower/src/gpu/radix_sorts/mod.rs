//! `radix-sorts`: long sorts of one row by an order of integers or floats become kernels of a radix sort.
//!
//! | file | |
//! |---|---|
//! | [`order`] | analysis of a comparator |
//! | [`plan`] | the choice of sorts, and shared code of the kernels |
//! | [`key`] | elements as unsigned integers, and their digits |
//! | [`count`] | the kernel for the histogram of each block |
//! | [`sums`] | the kernel for the prefix sums of the counts |
//! | [`scatter`] | the kernel that moves the elements of a block to their positions |
//!
//! Least significant digit first, with digits of 8 bits. For each digit, blocks count their digits. Prefix
//! sums of the counts, with all blocks of a digit before those of the next one, give the position of each
//! digit of each block. Then blocks sort their elements by the digit in shared memory, and write them to
//! these positions (*Satish, Harris and Garland, "Designing efficient sorting algorithms for manycore GPUs",
//! 2009*). Each pass is stable, so the sort is stable, and its result is the one of any stable sort.

mod count;
mod key;
mod order;
mod plan;
mod scatter;
mod sums;

use crate::gpu::kernels_for_ops::{self, extent, extent_values, replace_ops};
use plan::Plan;
use tf_dialects::arith;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The pass `radix-sorts`.
pub static INFO: PassInfo = PassInfo {
    name: "radix-sorts",
    title: "RadixSorts",
    summary: "Turn long sorts by a total order into radix sorts",
    docs: "Works on functions with the attribute 'tf.gpu'. A tensor.sort of one row becomes, for each 8 \
        bits of the key, the launches of three kernels: one counts digits, one scans the counts, and one \
        moves keys and payloads to their positions. The row is long: at least 4096 elements, or of unknown \
        extent. The comparator is proved to be a total order of a key that depends on one element: it is \
        evaluated for each relation of two keys, including NaN. Sorts by other comparators, such as by two \
        keys, are not changed, and sort by comparisons.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-sorts", help: "sorts that became kernels" }],
    rules: &[RuleSpec { name: "sorts", help: "turns a sort into kernels" }],
    growth: Growth::restart("a radix sort has other operations than a sort by comparisons"),
    make: |_| Ok(Box::new(RadixSorts)),
};

struct RadixSorts;

impl Pass for RadixSorts {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let made = replace_ops(module, |function, op, kernels| {
            let Some(plan) = Plan::of(function, op).filter(|_| cx.allows("sorts")) else { return false };
            let names = ["count", "sums", "scatter"].map(|step| kernels.name("sort", Some(step)));
            kernels.add(count::build(function, op, &plan, &names[0]));
            kernels.add(sums::build(function, op, &plan, &names[1]));
            kernels.add(scatter::build(function, op, &plan, &names[2]));
            launch(function, op, &plan, &names);
            true
        });
        cx.count("num-sorts", made);
        Ok(Changed::from(made > 0))
    }
}

/// Replaces the sort by launches.
fn launch(function: &mut Body, op: Op, plan: &Plan, names: &[String; 3]) {
    let mut code = FoldingBuilder::before(function, op);
    let ctx = code.ctx();
    let blocks = match plan.blocks.as_const() {
        Some(blocks) => code.index(blocks),
        None => {
            let (length, tile) = (extent(&mut code, &plan.length), code.index(plan::TILE));
            arith::ceildivui(&mut code, length, tile)
        }
    };
    let unbound = extent_values(&mut code, &plan.unbound);
    let types: Vec<Type> = plan.sources.iter().map(|source| code.ty(*source)).collect();
    let counts_type = ctx.tensor(vec![plan.counters()], ctx.i32());
    let sums_type = ctx.with_elem(counts_type, plan.sums);
    let totals_type = ctx.tensor(vec![Dim::Static(plan::DIGITS)], plan.sums);
    let mut current = plan.sources.clone();
    for pass in 0..plan.passes {
        let word = ctx.i32();
        let shift = code.int(word, i64::from(pass * key::DIGIT));
        let arguments = [&[current[plan.order.input], shift], &unbound[..]].concat();
        let counts = kernels_for_ops::launch(
            &mut code,
            &names[0],
            (blocks, plan::THREADS),
            &arguments,
            &[counts_type],
        )[0];
        let arguments = [&[current[plan.order.input], counts], &unbound[..]].concat();
        let digits = code.index(plan::DIGITS);
        let sums = kernels_for_ops::launch(
            &mut code,
            &names[1],
            (digits, plan::THREADS),
            &arguments,
            &[sums_type, totals_type],
        );
        let arguments = [&current[..], &sums, &[shift], &unbound[..]].concat();
        current = kernels_for_ops::launch(&mut code, &names[2], (blocks, plan::THREADS), &arguments, &types);
    }
    function.replace(op, &current);
}
