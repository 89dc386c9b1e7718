//! Custom assembly of `builtin.module`.

use super::{Assembly, OpParser, OpState, ParseResult, Printer};
use crate::opref::OpRef;

/// `module @name attributes {…} {…}`
pub struct ModuleAssembly;

impl Assembly for ModuleAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        if let Some(name) = p.optional_symbol_name()? {
            let name = p.ctx().string_attr(&name);
            p.set_attr(state, "sym_name", name);
        }
        p.attr_dict_with_keyword(state)?;
        p.region(state, &[])?;
        p.ensure_block(state);
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        if let Some(name) = op.attr("sym_name").and_then(|a| op.ctx().attr_str(a)) {
            p.text(" ");
            p.symbol_name(name);
        }
        p.attr_dict_with_keyword(op, &["sym_name"]);
        p.text(" ");
        p.region(op.region(0), false, true);
    }

    fn default_dialect(&self) -> Option<&'static str> {
        Some("builtin")
    }
}
