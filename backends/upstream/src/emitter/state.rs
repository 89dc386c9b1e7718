//! What the functions of a unit share while they are emitted.

use rustc_hash::{FxHashMap, FxHashSet};
use tf_dialects::func::Func;
use tf_dialects::scalar::DType;
use tf_dialects::target::Level;
use tf_ir::body::Body;
use tf_ir::location::Location;
use tf_ir::types::Type;

/// What an op prints, or the loop nest that it marks.
#[derive(Clone, Debug)]
pub struct Print {
    /// The text, with a place for each value.
    pub text: String,
    /// The values: element type, and rank of a tensor.
    pub values: Vec<(DType, Option<usize>)>,
    /// Where the op is.
    pub location: Location,
}

/// What the functions of a unit share while they are emitted.
pub(crate) struct UnitState {
    /// Which instructions the code may use.
    pub level: Level,
    /// The functions of the program itself, which may be called.
    pub locals: FxHashSet<String>,
    /// Name of the function that is emitted, the stem of outlined names.
    pub name: String,
    /// Functions and constants made beside it.
    pub outlined: Vec<Body>,
    /// The names of outlined parallel bodies by their text: programs repeat the same loop over other arrays.
    pub kernels: FxHashMap<String, String>,
    /// Where traps come from, and what they say; a trap carries its place in this list.
    pub locations: Vec<(Location, String)>,
    /// What is printed; an op that prints carries its place in this list.
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

/// As [`function`], one that only the unit sees.
pub(crate) fn private_function(source: &Body, name: &str, ty: Type) -> Body {
    let mut body = function(source, name, ty);
    let root = body.root();
    body.set_attr(root, "sym_visibility", body.ctx().string_attr("private"));
    body
}
