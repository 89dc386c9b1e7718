//! Emission of a whole module as text.

use crate::entry;
use crate::local;
use crate::parallel::Kernels;
use tf_abi::call::{PARALLEL_FOR, SCRATCH_ALLOC, SCRATCH_FREE, TRAP};
use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::target::Level;
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
    /// Where traps come from, and what they say: a trap's location is its place here.
    pub locations: Vec<(Location, String)>,
}

/// Turns every function of a memory-stage module into upstream MLIR for code of a level, and prints it.
///
/// # Errors
/// The first op without an upstream form.
pub fn emit(module: &Body, level: Level) -> Result<Unit, Diagnostic> {
    let Functions { mut bodies, locals, locations } = Functions::of(module, level, str::to_string)?;
    bodies.splice(..0, runtime_declarations(module));
    bodies.extend(locals);
    Ok(Unit { text: print(module, bodies), locations })
}

/// The functions of a unit, each in a body of its own.
pub(crate) struct Functions {
    /// Entries, what is outlined from them, and constants.
    pub(crate) bodies: Vec<Body>,
    /// Those that only these call.
    pub(crate) locals: Vec<Body>,
    /// See [`Unit::locations`].
    pub(crate) locations: Vec<(Location, String)>,
}

impl Functions {
    /// Emits every function of a module, entries under the names that `rename` makes of their own.
    pub(crate) fn of(
        module: &Body,
        level: Level,
        rename: impl Fn(&str) -> String,
    ) -> Result<Functions, Diagnostic> {
        let mut functions = Functions { bodies: Vec::new(), locals: Vec::new(), locations: Vec::new() };
        let mut kernels = Kernels::default();
        let locals = local::names(module);
        for op in module.child_ops() {
            let Some(function) = module.child(op) else { continue };
            let root = function.root();
            if !function.is(root, Func) {
                return Err(function.op(root).error("has no upstream form"));
            }
            if let Some(reason) = Local::of(function) {
                functions.locals.push(local::function(function, reason, level, &locals)?);
            } else if function.entry_block().is_some() {
                let name = rename(builtin::symbol_name(function, root).unwrap_or("entry"));
                let (bodies, locations) = (&mut functions.bodies, &mut functions.locations);
                entry::function(function, level, name, bodies, locations, (&mut kernels, &locals))?;
            }
        }
        Ok(functions)
    }
}

/// A module of these functions as text in generic form.
pub(crate) fn print(module: &Body, functions: Vec<Body>) -> String {
    let mut unit = builtin::module(module.ctx(), module.loc(module.root()));
    let block = unit.entry_block().expect("a module has a block");
    for function in functions {
        let op = unit.adopt(function);
        unit.append(block, op);
    }
    print_module(&unit, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// Declarations of what generated code calls.
pub(crate) fn runtime_declarations(unit: &Body) -> Vec<Body> {
    let ctx = unit.ctx();
    let pointer = crate::llvm::pointer_type(ctx);
    let body = crate::parallel::body_type(ctx);
    let (i32, i64) = (ctx.i32(), ctx.i64());
    vec![
        declaration(unit, PARALLEL_FOR, ctx.function(&[pointer, body, pointer, i64, i64], &[])),
        declaration(unit, SCRATCH_ALLOC, ctx.function(&[pointer, i64], &[pointer])),
        declaration(unit, SCRATCH_FREE, ctx.function(&[pointer, pointer], &[])),
        declaration(unit, TRAP, ctx.function(&[pointer, i32, i32, i64, i64], &[i32])),
    ]
}

pub(crate) fn declaration(unit: &Body, name: &str, ty: Type) -> Body {
    let ctx = unit.ctx();
    let mut function = Body::new(ctx, Func, unit.loc(unit.root()), 1);
    let root = function.root();
    function.set_attr(root, "sym_name", ctx.string_attr(name));
    function.set_attr(root, "function_type", ctx.type_attr(ty));
    function.set_attr(root, "sym_visibility", ctx.string_attr("private"));
    function
}
