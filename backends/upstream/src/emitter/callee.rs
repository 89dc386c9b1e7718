//! Routines (`tf.routine`) that a unit calls.

use crate::emitter::state::private_function;
use crate::emitter::types::pointer_type;
use rustc_hash::FxHashMap;
use tf_dialects::func::function_parts;
use tf_dialects::func::routine::routine_of;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::types::Type;

/// The index of the sites of all traps in a module that is a routine: its callers know where they call it.
pub(crate) const FOREIGN_SITE: i64 = i32::MAX as i64;

/// A routine that may be called.
#[derive(Clone)]
pub(crate) struct Callee {
    /// The function's name in the unit.
    pub symbol: String,
    /// The types of its arguments, as tensors.
    pub inputs: Vec<Type>,
}

/// The routines of a module by name; `rename` maps the names of functions that have code here.
pub(crate) fn callees(module: &Body, rename: impl Fn(&str) -> String) -> FxHashMap<String, Callee> {
    let ctx = module.ctx();
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let callee = |function: &Body| {
        routine_of(function.op(function.root()))?;
        let name = symbol_name(function, function.root())?;
        let ty = ctx.attr_type(function.attr(function.root(), "tf.signature")?)?;
        let symbol = if function.entry_block().is_some() { rename(name) } else { name.to_string() };
        Some((name.to_string(), Callee { symbol, inputs: function_parts(ctx, ty)?.0.to_vec() }))
    };
    functions.filter_map(callee).collect()
}

/// True for a module that is a routine.
pub(crate) fn is_routine(module: &Body) -> bool {
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    functions.into_iter().any(|function| {
        let root = function.op(function.root());
        let visibility = root.attr("sym_visibility").and_then(|attr| module.ctx().attr_str(attr));
        routine_of(root).is_some() && visibility.is_none_or(|visibility| visibility == "public")
    })
}

/// Declarations of the routines of a module that have no code in it.
pub(crate) fn declarations(module: &Body) -> Vec<Body> {
    let ctx = module.ctx();
    let ty = ctx.function(&[pointer_type(ctx); 2], &[ctx.i32()]);
    let functions = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let foreign = functions.filter(|f| f.entry_block().is_none() && routine_of(f.op(f.root())).is_some());
    foreign.filter_map(|f| Some(private_function(module, symbol_name(f, f.root())?, ty))).collect()
}
