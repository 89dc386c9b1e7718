//! Emission of a whole module as text.

use crate::emitter::callee;
use crate::emitter::state::{Print, UnitState, private_function};
use crate::emitter::types::pointer_type;
use crate::lower::entry::emit_entry;
use crate::lower::local::{self, PASSTHROUGH, emit_local};
use crate::lower::parallel::body_type;
use rustc_hash::FxHashMap;
use tf_abi::call::{MARK, PARALLEL_FOR, PRINT, SCRATCH_ALLOC, SCRATCH_FREE, TRAP};
use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::kernel;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::builtin;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::text::{PrintOptions, print_module};

/// The devices that run kernels, for the error on other devices.
pub(crate) const KERNEL_DEVICES: &str = "the devices cuda, simt-compiled, simt and interp run kernels";

/// A unit of generated code.
pub struct Unit {
    /// Upstream MLIR in generic form.
    pub text: String,
    /// The locations and messages of traps: a trap's site is its index here.
    pub locations: Vec<(Location, String)>,
    /// The prints, by their index here.
    pub prints: Vec<Print>,
}

/// Turns every function of a memory-stage module into upstream MLIR for code of a level, and prints it.
///
/// # Errors
/// The first op without an upstream form.
pub fn emit(module: &Body, level: Level) -> Result<Unit, Diagnostic> {
    let Functions { mut bodies, locals, locations, prints } = Functions::of(module, level, str::to_string)?;
    let declared = runtime_declarations(module, !prints.is_empty());
    bodies.splice(..0, declared.into_iter().chain(callee::declarations(module)));
    bodies.extend(locals);
    Ok(Unit { text: print(module, bodies), locations, prints })
}

/// The functions of a unit, each in a separate body.
pub(crate) struct Functions {
    /// Entries, functions outlined from them, and constants.
    pub(crate) bodies: Vec<Body>,
    /// Local functions that only these call.
    pub(crate) locals: Vec<Body>,
    /// See [`Unit::locations`].
    pub(crate) locations: Vec<(Location, String)>,
    /// See [`Unit::prints`].
    pub(crate) prints: Vec<Print>,
}

impl Functions {
    /// Emits every function of a module; `rename` maps the names of entries.
    pub(crate) fn of(
        module: &Body,
        level: Level,
        rename: impl Fn(&str) -> String,
    ) -> Result<Functions, Diagnostic> {
        let (mut bodies, mut locals) = (Vec::new(), Vec::new());
        let mut unit = UnitState {
            level,
            locals: local::names(module),
            routines: callee::callees(module, &rename),
            is_routine: callee::is_routine(module),
            name: String::new(),
            outlined: Vec::new(),
            kernels: FxHashMap::default(),
            locations: Vec::new(),
            prints: Vec::new(),
        };
        for op in module.child_ops() {
            let Some(function) = module.child(op) else { continue };
            let root = function.root();
            if function.is(root, kernel::Func) {
                return Err(function.op(root).error(format_args!(
                    "needs the threads of a GPU, but this code is for a CPU: {KERNEL_DEVICES}"
                )));
            }
            if !function.is(root, Func) {
                return Err(function.op(root).error("has no upstream form"));
            }
            if let Some(reason) = Local::of(function) {
                locals.push(emit_local(function, reason, &mut unit)?);
            } else if function.entry_block().is_some() {
                unit.name = rename(builtin::symbol_name(function, root).unwrap_or("entry"));
                let entry = emit_entry(function, &mut unit)?;
                bodies.append(&mut unit.outlined);
                bodies.push(entry);
            }
        }
        if let Some(cpu) = level.tuned_for() {
            bodies.iter_mut().chain(&mut locals).for_each(|function| tune(function, cpu));
        }
        Ok(Functions { bodies, locals, locations: unit.locations, prints: unit.prints })
    }
}

/// Makes LLVM schedule the instructions of a function for a processor.
fn tune(function: &mut Body, cpu: &str) {
    let (ctx, root) = (function.ctx().clone(), function.root());
    if !function.is(root, Func) {
        return;
    }
    let said = function.attr(root, PASSTHROUGH).and_then(|attr| ctx.attr_array(attr)).unwrap_or_default();
    let pair = ctx.array_attr(&[ctx.string_attr("tune-cpu"), ctx.string_attr(cpu)]);
    let all = [said, &[pair]].concat();
    let attr = ctx.array_attr(&all);
    function.set_attr(root, PASSTHROUGH, attr);
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

/// Declarations of the runtime functions that generated code calls, including those for prints and marks if
/// it `prints`.
pub(crate) fn runtime_declarations(unit: &Body, prints: bool) -> Vec<Body> {
    let ctx = unit.ctx();
    let (pointer, i32, i64) = (pointer_type(ctx), ctx.i32(), ctx.i64());
    let declared = [
        (PARALLEL_FOR, ctx.function(&[pointer, body_type(ctx), pointer, i64, i64], &[])),
        (SCRATCH_ALLOC, ctx.function(&[pointer, i64], &[pointer])),
        (SCRATCH_FREE, ctx.function(&[pointer, pointer], &[])),
        (TRAP, ctx.function(&[pointer, i32, i32, i64, i64], &[i32])),
    ];
    let said = [
        (PRINT, ctx.function(&[pointer, i32, pointer], &[])),
        (MARK, ctx.function(&[pointer, i32, i64, i64], &[])),
    ];
    declared
        .into_iter()
        .chain(said.into_iter().filter(|_| prints))
        .map(|(name, ty)| private_function(unit, name, ty))
        .collect()
}
