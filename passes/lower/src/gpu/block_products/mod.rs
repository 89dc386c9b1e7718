//! `block-products`: large contractions become kernels with tiles of both operands in shared memory.
//!
//! | file | |
//! |---|---|
//! | [`plan`] | classification of the axes: rows, columns, terms, batch |
//! | [`kernel`] | the kernel of a product |
//!
//! A block computes 64 x 64 elements of the result, 4 x 4 in each thread, in chunks of 16 terms. A block
//! reads each element of a tile from memory once, and its threads then read it from shared memory. Each
//! element adds its terms up in order, as the op's decomposition does.

mod kernel;
mod plan;

use crate::gpu::kernels_for_ops::{self, extent_values, replace_ops};
use plan::Plan;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_passes_common::code::added_work::{largest, padding, size_of};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::cost::figures::GPU_TERMS;

/// The pass `block-products`.
pub static INFO: PassInfo = PassInfo {
    name: "block-products",
    title: "BlockProducts",
    summary: "Turn large products of tensors into kernels with tiles in shared memory",
    docs: "Works on functions with the attribute 'tf.gpu'. A tensor.contract of two operands becomes the \
        launch of a kernel, if each axis is a row (of the first operand and the result), a column (of the \
        second and the result), a reduction (of both operands) or a batch (of all three), and there are at \
        least 64 rows and columns and 16 terms; unknown extents count as large. Other and smaller products \
        are not changed: a thread computes each point and reads through the cache.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-products", help: "products that became kernels" }],
    rules: &[RuleSpec { name: "products", help: "makes kernels of products" }],
    growth: Growth::stated(
        growth,
        "blocks of 64 rows and columns are computed in full, and their tiles are stored to shared memory",
    ),
    make: |_| Ok(Box::new(BlockProducts)),
};

struct BlockProducts;

impl Pass for BlockProducts {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let made = replace_ops(module, |function, op, kernels| {
            let Some(plan) = Plan::of(function, op).filter(|_| cx.allows("products")) else { return false };
            let name = kernels.name("product", None);
            kernels.add(kernel::build(function, op, &plan, &name));
            launch(function, op, &plan, &name);
            true
        });
        cx.count("num-products", made);
        Ok(Changed::from(made > 0))
    }
}

/// The factor is the padding of rows and columns to whole blocks. The growth per loop is, for each element of
/// the result, its part of the tile stores of its block.
fn growth(module: &Body, size: i64) -> Growth {
    let padding_of = |plan: &Plan| {
        let count = |labels: &[usize]| {
            labels.iter().map(|label| size_of(&plan.extents[*label], size)).product::<Option<i64>>()
        };
        Some(padding(count(&plan.rows)?, kernel::TILE) * padding(count(&plan.columns)?, kernel::TILE))
    };
    let stored = |body: &Body, op: Op| {
        let plan = Plan::of(body, op)?;
        let terms =
            plan.terms.iter().map(|label| size_of(&plan.extents[*label], size)).product::<Option<i64>>()?;
        let whole = padding(terms, GPU_TERMS) * terms as f64;
        Some(padding_of(&plan)? * 2.0 * whole / kernel::TILE as f64)
    };
    let factor = largest(module, &|body, op| padding_of(&Plan::of(body, op)?));
    let per_loop = Growth::NONE.per_loop + largest(module, &stored).ceil() as u64;
    Growth { factor, per_loop, ..Growth::NONE }
}

/// Replaces the product by a launch.
fn launch(function: &mut Body, op: Op, plan: &Plan, name: &str) {
    let ty = function.ty(function.result(op, 0));
    let mut code = FoldingBuilder::before(function, op);
    let blocks = kernel::blocks(&mut code, plan);
    let arguments = [&plan.sources[..], &extent_values(&mut code, &plan.unbound)].concat();
    let results = kernels_for_ops::launch(&mut code, name, (blocks, kernel::THREADS), &arguments, &[ty]);
    function.replace(op, &results);
}
