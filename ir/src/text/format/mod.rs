//! Declarative custom forms, in the language of upstream's `assemblyFormat`, extended for regions and types:
//! `docs/reference/formats.md` describes it.

mod compile;
mod complete;
mod infer;
mod lex;
mod parse;
mod print;
mod program;
mod spaces;
mod syntax;

pub use syntax::{AttrSyntax, Custom};

use super::{Assembly, OpParser, OpState, ParseResult, Printer, ValueNames};
use crate::codes;
use crate::opref::OpRef;
use crate::registry::OpInfo;
use program::Program;
use std::sync::OnceLock;
use syntax::{NameFn, Options};

/// A custom form described by a format string; see `docs/reference/formats.md`.
pub struct FormatAssembly {
    format: String,
    options: Options,
    program: OnceLock<Result<Program, String>>,
}

impl FormatAssembly {
    /// Creates a form from its format string. It is compiled at first use; [`Assembly::check`] finds errors.
    pub fn new(format: &str) -> FormatAssembly {
        FormatAssembly { format: format.to_string(), options: Options::default(), program: OnceLock::new() }
    }

    /// Defines the syntax of `as<NAME>(…)`.
    pub fn syntax(mut self, name: &'static str, syntax: AttrSyntax) -> FormatAssembly {
        self.options.syntaxes.push((name, syntax));
        self
    }

    /// Defines the part `custom<NAME>(…)`.
    pub fn custom(mut self, name: &'static str, part: impl Custom + 'static) -> FormatAssembly {
        self.options.customs.push((name, Box::new(part)));
        self
    }

    /// Names of the op's regions, in order.
    pub fn regions(mut self, names: &[&str]) -> FormatAssembly {
        self.options.regions = names.iter().map(|n| n.to_string()).collect();
        self
    }

    /// Names of the op's successors, in order.
    pub fn successors(mut self, names: &[&str]) -> FormatAssembly {
        self.options.successors = names.iter().map(|n| n.to_string()).collect();
        self
    }

    /// Suggests names for the op's results.
    pub fn result_names(mut self, suggest: NameFn) -> FormatAssembly {
        self.options.result_names = Some(suggest);
        self
    }

    #[inline]
    fn program(&self, info: &OpInfo) -> Result<&Program, &String> {
        self.program.get_or_init(|| compile::compile(&self.format, &self.options, info)).as_ref()
    }
}

impl Assembly for FormatAssembly {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let info = p.info();
        match self.program(info) {
            Ok(program) => parse::parse(program, &self.options, info, p, state),
            Err(message) => {
                let message = format!("the assembly format of '{}' is wrong: {message}", info.name);
                Err(p.error_as(&codes::FORM, p.op_pos(), message))
            }
        }
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        match self.program(op.info()) {
            Ok(program) => print::print(program, &self.options, op, p),
            // `check` reports it; the text is still readable.
            Err(_) => p.text(" <<wrong assembly format>>"),
        }
    }

    fn result_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        if let Some(suggest) = self.options.result_names {
            suggest(op, names);
        }
    }

    fn argument_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        if let Ok(program) = self.program(op.info()) {
            print::name_indices(program, op, names);
        }
    }

    fn describe(&self) -> Option<&str> {
        Some(&self.format)
    }

    fn check(&self, info: &OpInfo) -> Result<(), String> {
        self.program(info).map(drop).map_err(Clone::clone)
    }
}

/// Checks that an op's type rules only name its operands, results and attributes.
pub(crate) fn check_rules(info: &OpInfo) -> Result<(), String> {
    infer::rules_of(info).map(drop)
}
