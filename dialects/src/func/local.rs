//! Functions of the program itself: code that passes put into a function as it stands in many places, with the attribute
//! `tf.local`.
//!
//! Arguments and results are scalars and vectors, which compiled code hands over in registers. Such a function cannot be called
//! from outside.

use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::{Type, TypeData};

/// The attribute of such a function.
pub const LOCAL: &str = "tf.local";

/// Why code is a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Local {
    /// Many places have the same code.
    Often,
    /// It hardly ever runs.
    Rare,
}

impl Local {
    /// The value of the attribute.
    pub fn name(self) -> &'static str {
        match self {
            Local::Often => "often",
            Local::Rare => "rare",
        }
    }

    /// What a function says of itself.
    pub fn of(function: &Body) -> Option<Local> {
        Local::from_op(function.op(function.root()))
    }

    fn from_op(function: OpRef<'_>) -> Option<Local> {
        let name = function.attr(LOCAL).and_then(|attr| function.ctx().attr_str(attr))?;
        [Local::Often, Local::Rare].into_iter().find(|local| local.name() == name)
    }

    /// Makes a function one of the program itself.
    pub fn mark(self, function: &mut Body) {
        let (ctx, root) = (function.ctx().clone(), function.root());
        function.set_attr(root, "sym_visibility", ctx.string_attr("private"));
        function.set_attr(root, LOCAL, ctx.string_attr(self.name()));
    }
}

/// A function with the attribute is private, and has values that fit registers.
pub(super) fn verify_local(
    op: OpRef<'_>,
    visibility: &str,
    mut types: impl Iterator<Item = Type>,
) -> Result<(), Diagnostic> {
    if op.attr(LOCAL).is_none() {
        return Ok(());
    }
    if Local::from_op(op).is_none() {
        return Err(op.error("expects the attribute 'tf.local' to be \"often\" or \"rare\""));
    }
    if visibility != "private" {
        return Err(op.error("must be private, as it has the attribute 'tf.local'"));
    }
    if !types.all(|ty| fits_registers(op.ctx(), ty)) {
        return Err(
            op.error("takes and returns scalars and vectors only, as it has the attribute 'tf.local'")
        );
    }
    Ok(())
}

fn fits_registers(ctx: &Context, ty: Type) -> bool {
    matches!(ctx.type_data(ty), TypeData::Vector { .. }) || ctx.scalar_width(ty).is_some()
}
