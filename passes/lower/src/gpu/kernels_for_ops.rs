//! Replaces ops of functions by launches of kernels that are built for them.

use tf_dialects::func::Func;
use tf_dialects::func::declared_extents::EXTENT;
use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::{self, ACCESS, Launch};
use tf_dialects::tensor::ExtentOf;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::builtin::symbol_name;
use tf_ir::extent::{Extent, Symbol};
use tf_ir::symbol::SymbolTable;
use tf_ir::types::Type;
use tf_ir::walk::preorder;
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The kernels of a function's ops.
pub(crate) struct Kernels<'a> {
    names: &'a SymbolTable,
    stem: String,
    /// The number of ops that have been replaced so far.
    ops: usize,
    made: Vec<Body>,
}

impl Kernels<'_> {
    /// A name for a kernel of the current op, from the kind of op and the step.
    pub(crate) fn name(&self, what: &str, step: Option<&str>) -> String {
        let step = step.map(|step| format!("_{step}")).unwrap_or_default();
        self.names.fresh(&format!("{}_{what}{}{step}", self.stem, self.ops))
    }

    /// Adds a kernel to the module, before the function.
    pub(crate) fn add(&mut self, kernel: Body) {
        self.made.push(kernel);
    }
}

/// Calls `replace` for each op of the GPU functions; it may replace the op by launches and add their kernels.
/// Returns the number of replaced ops.
pub(crate) fn replace_ops(
    module: &mut Body,
    mut replace: impl FnMut(&mut Body, Op, &mut Kernels<'_>) -> bool,
) -> u64 {
    let names = SymbolTable::of(module);
    let mut replaced = 0;
    for op in module.child_ops() {
        let Some(mut function) = module.take_child(op) else { continue };
        let stem = symbol_name(&function, function.root()).unwrap_or("kernel").replace('.', "_");
        let mut kernels = Kernels { names: &names, stem, ops: 0, made: Vec::new() };
        if function.is(function.root(), Func) && Gpu::of(&function).is_some() {
            for inner in preorder(&function) {
                // Ops in a region of a replaced op are gone.
                if function.is_live(inner) && replace(&mut function, inner, &mut kernels) {
                    kernels.ops += 1;
                }
            }
        }
        module.restore_child(op, function);
        replaced += kernels.ops as u64;
        for kernel in kernels.made {
            let kernel = module.adopt(kernel);
            module.insert_before(kernel, op);
        }
    }
    replaced
}

/// The parameters of a kernel, in this order.
pub(crate) struct Parameters<'a> {
    /// The memory that it reads.
    pub(crate) read: &'a [Type],
    /// Extents that it takes as arguments: no axis gives them alone.
    pub(crate) extents: &'a [Symbol],
    /// The memory that it writes.
    pub(crate) written: &'a [Type],
}

/// A kernel with blocks of `threads` threads; `fill` gets the arguments that it reads and those that it
/// writes.
pub(crate) fn kernel(
    (function, op): (&Body, Op),
    name: &str,
    threads: i64,
    parameters: &Parameters<'_>,
    fill: impl FnOnce(&mut FoldingBuilder<'_>, &[Value], &[Value]),
) -> Body {
    let Parameters { read, extents, written } = parameters;
    let (ctx, loc) = (function.ctx().clone(), function.loc(op));
    let mut types = read.to_vec();
    let mut attrs = vec![ctx.dict_attr(&[]); read.len()];
    for symbol in *extents {
        types.push(ctx.index());
        attrs.push(ctx.dict_attr(&[(ctx.str(EXTENT), ctx.string_attr(symbol.as_str()))]));
    }
    for ty in *written {
        types.push(*ty);
        attrs.push(ctx.dict_attr(&[(ctx.str(ACCESS), ctx.string_attr("out"))]));
    }
    let mut kernel = Body::new(&ctx, kernel::Func, loc, 1);
    let root = kernel.root();
    kernel.set_slot(root, kernel::Func::SYM_NAME, Some(ctx.string_attr(name)));
    kernel.set_slot(root, kernel::Func::FUNCTION_TYPE, Some(ctx.type_attr(ctx.function(&types, &[]))));
    kernel.set_slot(root, kernel::Func::ARG_ATTRS, Some(ctx.array_attr(&attrs)));
    kernel.set_slot(root, kernel::Func::BLOCK_SIZE, Some(ctx.i64_array_attr(&[threads])));
    let block = kernel.add_block(kernel.region(root, 0), &types);
    let arguments: Vec<Value> = kernel.args(block).collect();
    let mut code = FoldingBuilder::new(&mut kernel, Cursor::End(block), loc);
    fill(&mut code, &arguments[..read.len()], &arguments[types.len() - written.len()..]);
    code.b.op(kernel::Return, &[], &[], &[]);
    kernel
}

/// Launches a kernel on blocks of `threads` threads; returns the results.
pub(crate) fn launch(
    code: &mut FoldingBuilder<'_>,
    name: &str,
    (blocks, threads): (Value, i64),
    arguments: &[Value],
    results: &[Type],
) -> Vec<Value> {
    let ctx = code.ctx();
    let threads = code.index(threads);
    let sizes = [1, 1, 0, arguments.len() as i32];
    let attrs = [("callee", ctx.symbol_attr(name)), ("operandSegmentSizes", ctx.i32_array_attr(&sizes))];
    let new = code.b.op(Launch, &[&[blocks, threads], arguments].concat(), results, &attrs);
    code.b.body.results(new).collect()
}

/// An extent, in a function on tensors.
pub(crate) fn extent(code: &mut FoldingBuilder<'_>, extent: &Extent) -> Value {
    match extent.as_const() {
        Some(extent) => code.index(extent),
        None => ExtentOf::build(&mut code.b, extent),
    }
}

/// The extents that a kernel takes as arguments.
pub(crate) fn extent_values(code: &mut FoldingBuilder<'_>, symbols: &[Symbol]) -> Vec<Value> {
    symbols.iter().map(|symbol| extent(code, &Extent::from(symbol.clone()))).collect()
}

/// The memref type of a tensor.
pub(crate) fn memory(function: &Body, tensor: Value) -> Type {
    let (ctx, ty) = (function.ctx(), function.ty(tensor));
    ctx.memref(ctx.dims(ty).unwrap_or_default().to_vec(), ctx.elem_type(ty))
}
