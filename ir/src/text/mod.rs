//! Text: parsing and printing of MLIR's generic and custom forms.

use crate::attr::Attribute;
use crate::diag::Diagnostic;
use crate::opref::OpRef;

/// Custom assembly of an op.
pub trait Assembly: Send + Sync {
    /// Prints the op after its results and name.
    fn print(&self, op: OpRef<'_>);
}

/// How the parameters of a dialect type or attribute are written and checked.
pub trait ParamSyntax: Send + Sync {
    /// Checks the parameters.
    fn verify(&self, params: &[Attribute]) -> Result<(), Diagnostic>;
}

/// `module @name attributes {…} {…}`
pub struct ModuleAssembly;

/// `builtin.unrealized_conversion_cast %a : i32 to i64`
pub struct CastAssembly;

impl Assembly for ModuleAssembly {
    fn print(&self, _op: OpRef<'_>) {}
}

impl Assembly for CastAssembly {
    fn print(&self, _op: OpRef<'_>) {}
}

/// The type as it is written in text.
pub fn type_to_string(_: &crate::context::Context, _: crate::types::Type) -> String {
    String::new()
}
