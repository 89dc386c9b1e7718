//! `block-products`: large products of tensors become kernels whose blocks keep tiles of both factors in shared memory.
//!
//! | file | |
//! |---|---|
//! | [`plan`] | which axes of a product are rows, columns, terms, a batch |
//! | [`kernel`] | the kernel of a product |
//!
//! A block computes 64 x 64 elements of the result, 4 x 4 in each thread, and goes along the terms 16 at a time: each element of a tile is read
//! from memory once by the block, and from shared memory by those threads that need it. An element adds its terms up in their order,
//! as the op's decomposition does.

mod kernel;
mod plan;

use plan::Plan;
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::Launch;
use tf_dialects::tensor::ExtentOf;
use tf_ir::body::{Body, Op};
use tf_ir::builtin::symbol_name;
use tf_ir::extent::Extent;
use tf_ir::pass::{Anchor, Changed, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec};
use tf_ir::symbol::SymbolTable;
use tf_ir::walk::preorder;

/// The pass `block-products`.
pub static INFO: PassInfo = PassInfo {
    name: "block-products",
    title: "BlockProducts",
    summary: "Turn large products of tensors into kernels with tiles in shared memory",
    docs: "Works on functions with the attribute 'tf.gpu'. A tensor.contract of two operands becomes the launch of a kernel, if each axis \
           is a row (of the first operand and the result), a column (of the second and the result), a term (of both operands) or of a \
           batch (of all three), and there are at least 64 rows and columns and 16 terms; extents that are not known count as large. What is \
           no product of this kind, or a small one, stays: each point is then a thread's, which reads through the cache.",
    anchor: Anchor::SymbolTable,
    scope: Scope::Tree,
    options: &[],
    statistics: &[StatSpec { name: "num-products", help: "products that became kernels" }],
    rules: &[RuleSpec { name: "products", help: "makes kernels of products" }],
    make: |_| Ok(Box::new(BlockProducts)),
};

struct BlockProducts;

impl Pass for BlockProducts {
    fn run(&self, module: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let names = SymbolTable::of(module);
        let mut made = 0u64;
        for op in module.child_ops() {
            let Some(mut function) = module.take_child(op) else { continue };
            let mut kernels = Vec::new();
            if function.is(function.root(), Func) && Gpu::of(&function).is_some() {
                let stem = symbol_name(&function, function.root()).unwrap_or("kernel").replace('.', "_");
                for product in preorder(&function) {
                    let plan = Plan::of(&function, product).filter(|_| cx.allows("products"));
                    if let Some(plan) = plan {
                        let name = names.fresh(&format!("{stem}_product{}", kernels.len()));
                        kernels.push(kernel::build(&function, product, &plan, &name));
                        launch(&mut function, product, &plan, &name);
                    }
                }
            }
            module.restore_child(op, function);
            made += kernels.len() as u64;
            for kernel in kernels {
                let kernel = module.adopt(kernel);
                module.insert_before(kernel, op);
            }
        }
        cx.count("num-products", made);
        Ok(Changed::from(made > 0))
    }
}

/// Puts the launch in the place of the product.
fn launch(function: &mut Body, op: Op, plan: &Plan, name: &str) {
    let result = function.result(op, 0);
    let ty = function.ty(result);
    let mut code = crate::folding_builder::FoldingBuilder::before(function, op);
    let blocks = kernel::blocks(&mut code, plan);
    let threads = code.index(kernel::THREADS);
    let mut operands = vec![blocks, threads, plan.sources[0], plan.sources[1]];
    for symbol in &plan.unbound {
        operands.push(ExtentOf::build(&mut code.b, &Extent::from(symbol.clone())));
    }
    let ctx = code.ctx();
    let sizes = [1, 1, 0, (operands.len() - 2) as i32];
    let attrs = [("callee", ctx.symbol_attr(name)), ("operandSegmentSizes", ctx.i32_array_attr(&sizes))];
    let new = code.b.value(Launch, &operands, ty, &attrs);
    function.replace_uses(result, new);
    function.erase(op);
}
