//! The state that the functions of a unit share during emission.

use crate::emitter::callee::Callee;
use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::func::Func;
use tf_dialects::scalar::DType;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::location::Location;
use tf_ir::types::Type;

/// The text and values of a print op, or of a mark of a loop nest.
#[derive(Clone, Debug)]
pub struct Print {
    /// The text, with a placeholder for each value.
    pub text: String,
    /// The values: element type, and rank of a tensor.
    pub values: Vec<(DType, Option<usize>)>,
    /// The location of the op.
    pub location: Location,
}

/// The state that the functions of a unit share during emission.
pub(crate) struct UnitState {
    /// The instruction set that the code may use.
    pub level: Level,
    /// The functions of the program itself, which may be called.
    pub locals: FxHashSet<String>,
    /// The routines of the module, which may be called.
    pub routines: FxHashMap<String, Callee>,
    /// True if the module is a routine: its traps have the location of its callers.
    pub is_routine: bool,
    /// Name of the current function, the stem of outlined names.
    pub name: String,
    /// Functions and constants outlined from the functions of the unit.
    pub outlined: Vec<Body>,
    /// The names of outlined parallel bodies by their text: programs repeat the same loop over other arrays.
    pub kernels: FxHashMap<String, String>,
    /// The locations and messages of traps; a trap carries its index in this list.
    pub locations: Vec<(Location, String)>,
    /// The prints; an op that prints carries its index in this list.
    pub prints: Vec<Print>,
}

/// A new function with a region and no blocks.
pub(crate) fn function(source: &Body, name: &str, ty: Type) -> Body {
    let ctx = source.ctx();
    let mut body = Body::new(ctx, Func, source.loc(source.root()), 1);
    let root = body.root();
    body.set_attr(root, "sym_name", ctx.string_attr(name));
    body.set_attr(root, "function_type", ctx.type_attr(ty));
    body
}

/// As [`function`], but private to the unit.
pub(crate) fn private_function(source: &Body, name: &str, ty: Type) -> Body {
    let mut body = function(source, name, ty);
    let root = body.root();
    body.set_attr(root, "sym_visibility", body.ctx().string_attr("private"));
    body
}
