//! Program-internal functions: code that passes outline because it is duplicated or rarely executed, with the
//! attribute `tf.local`.
//!
//! Arguments and results are scalars and vectors, which compiled code passes in registers. Such a function
//! cannot be called from outside.

use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::types::{Type, TypeData};

/// The attribute of an internal function.
pub const LOCAL: &str = "tf.local";

/// The reason for outlining the code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Local {
    /// The code is duplicated.
    Often,
    /// The code is rarely executed.
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

    /// The attribute of a function.
    pub fn of(function: &Body) -> Option<Local> {
        Local::from_op(function.op(function.root()))
    }

    fn from_op(function: OpRef<'_>) -> Option<Local> {
        let name = function.attr(LOCAL).and_then(|attr| function.ctx().attr_str(attr))?;
        [Local::Often, Local::Rare].into_iter().find(|local| local.name() == name)
    }

    /// Marks a function as internal.
    pub fn mark(self, function: &mut Body) {
        let (ctx, root) = (function.ctx().clone(), function.root());
        function.set_attr(root, "sym_visibility", ctx.string_attr("private"));
        function.set_attr(root, LOCAL, ctx.string_attr(self.name()));
    }
}

/// Checks that a function with the attribute is private, and has values that fit registers.
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
