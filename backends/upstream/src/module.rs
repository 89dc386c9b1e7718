//! From module to text.

use crate::entry;
use tf_abi::call::{PARALLEL_FOR, SCRATCH_ALLOC, SCRATCH_FREE, TRAP};
use tf_ir::body::Body;
use tf_ir::builtin;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::text::{PrintOptions, print_module};
use tf_ir::types::Type;

/// A unit of generated code.
pub struct Unit {
    /// Upstream MLIR in generic form.
    pub text: String,
    /// Where traps come from: a trap's location is its place here.
    pub locations: Vec<Location>,
}

/// Turns every function of a memory-stage module into upstream MLIR and prints it.
///
/// # Errors
/// The first op without an upstream form.
pub fn emit(module: &Body) -> Result<Unit, Diagnostic> {
    let ctx = module.ctx().clone();
    let mut unit = builtin::module(&ctx, module.loc(module.root()));
    let block = unit.entry_block().expect("a module has a block");
    let mut functions = runtime_declarations(&unit);
    let mut locations = Vec::new();
    for op in module.child_ops() {
        let Some(function) = module.child(op) else { continue };
        if !function.is(function.root(), "func.func") {
            return Err(function.op(function.root()).error("has no upstream form"));
        }
        if function.entry_block().is_some() {
            entry::function(function, &mut functions, &mut locations)?;
        }
    }
    for function in functions {
        let op = unit.adopt(function);
        unit.append(block, op);
    }
    let text = print_module(&unit, &PrintOptions { generic: true, ..PrintOptions::default() });
    Ok(Unit { text, locations })
}

/// Declarations of what generated code calls.
fn runtime_declarations(unit: &Body) -> Vec<Body> {
    let ctx = unit.ctx();
    let pointer = crate::llvm::pointer_type(ctx);
    let body = crate::parallel::body_type(ctx);
    let (i32, i64) = (ctx.i32(), ctx.i64());
    vec![
        declaration(unit, PARALLEL_FOR, ctx.function(&[pointer, body, pointer, i64, i64], &[])),
        declaration(unit, SCRATCH_ALLOC, ctx.function(&[pointer, i64], &[pointer])),
        declaration(unit, SCRATCH_FREE, ctx.function(&[pointer, pointer], &[])),
        declaration(unit, TRAP, ctx.function(&[pointer, i32, i32], &[i32])),
    ]
}

fn declaration(unit: &Body, name: &str, ty: Type) -> Body {
    let ctx = unit.ctx();
    let mut function = Body::new(ctx, "func.func", unit.loc(unit.root()), 1);
    let root = function.root();
    function.set_attr(root, "sym_name", ctx.string_attr(name));
    function.set_attr(root, "function_type", ctx.type_attr(ty));
    function.set_attr(root, "sym_visibility", ctx.string_attr("private"));
    function
}
