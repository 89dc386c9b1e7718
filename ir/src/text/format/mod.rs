//! Declarative custom forms, in the language of upstream's `assemblyFormat`.
//!
//! | in the format | in the text |
//! |---|---|
//! | `` `word` ``, `` `,` `` | the literal |
//! | `` ` ` ``, ``` `` ```, `` `\n` `` | a space, no space, a line end (printing only) |
//! | `$name` | an operand, attribute, region or successor; lists for variadic ones |
//! | `type($name)`, `type(operands)`, `type(results)` | types |
//! | `functional-type(operands, results)` | `(types) -> types`, of any two lists |
//! | `operands`, `regions`, `successors` | all of them |
//! | `attr-dict`, `attr-dict-with-keyword` | the attributes the format does not mention |
//! | `(a $x^ b : c)?` | `a $x b` if the anchor `$x^` is there, else `c`; the first element decides when parsing |
//! | `int($a)`, `ints($a)`, `keyword($a)`, `symbol($a)`, `extents($a)` | an attribute in another syntax, see [`AttrSyntax`] |
//!
//! Regions are named `$region` or `$region0`, `$region1` …, successors `$successor` …; see
//! [`FormatAssembly::regions`] for other names. Types that the format does not mention follow from the op's traits
//! (`SAME_TYPE`), from rules ([`FormatAssembly::infer`]), from its `InferTypes` interface, or are those of the values.

mod compile;
mod infer;
mod lex;
mod parse;
mod print;
mod syntax;

pub use infer::TypeRule;
pub use syntax::{AttrSyntax, EnumSyntax};

use super::{Assembly, OpParser, OpState, ParseResult, Printer, ValueNames};
use crate::codes;
use crate::opref::OpRef;
use crate::registry::OpInfo;
use compile::Program;
use std::sync::OnceLock;

/// Suggests names for an op's results.
pub type NameFn = fn(OpRef<'_>, &mut ValueNames);

/// A custom form described by a format string; see the module's documentation.
pub struct FormatAssembly {
    format: String,
    options: Options,
    program: OnceLock<Result<Program, String>>,
}

/// What a format string does not say.
#[derive(Default)]
pub(super) struct Options {
    pub(super) attrs: Vec<(String, AttrSyntax)>,
    pub(super) rules: Vec<(String, TypeRule)>,
    pub(super) regions: Vec<String>,
    pub(super) successors: Vec<String>,
    default_dialect: Option<&'static str>,
    result_names: Option<NameFn>,
}

impl FormatAssembly {
    /// A form by its format. It is compiled at first use; errors are found by [`FormatAssembly::try_new`] and
    /// [`Assembly::check`].
    pub fn new(format: &str) -> FormatAssembly {
        FormatAssembly { format: format.to_string(), options: Options::default(), program: OnceLock::new() }
    }

    /// A form by its format, checked against the op.
    ///
    /// # Errors
    /// What is wrong with the format, with its place.
    pub fn try_new(format: &str, info: &OpInfo) -> Result<FormatAssembly, String> {
        let assembly = FormatAssembly::new(format);
        assembly.check(info)?;
        Ok(assembly)
    }

    /// How `$name` is written, for an attribute.
    pub fn attr(mut self, name: &str, syntax: AttrSyntax) -> FormatAssembly {
        self.options.attrs.push((name.to_string(), syntax));
        self
    }

    /// How the type of an operand or result follows when the format does not mention it.
    pub fn infer(mut self, name: &str, rule: TypeRule) -> FormatAssembly {
        self.options.rules.push((name.to_string(), rule));
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

    /// The namespace that ops in the op's regions may leave out.
    pub fn default_dialect(mut self, dialect: &'static str) -> FormatAssembly {
        self.options.default_dialect = Some(dialect);
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
            Ok(program) => parse::parse(program, info, p, state),
            Err(message) => {
                let message = format!("the assembly format of '{}' is wrong: {message}", info.name);
                Err(p.error_as(&codes::FORM, p.op_pos(), message))
            }
        }
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        match self.program(op.info()) {
            Ok(program) => print::print(program, op, p),
            // `check` reports it; the text stays readable.
            Err(_) => p.text(" <<wrong assembly format>>"),
        }
    }

    fn default_dialect(&self) -> Option<&'static str> {
        self.options.default_dialect
    }

    fn result_names(&self, op: OpRef<'_>, names: &mut ValueNames) {
        if let Some(suggest) = self.options.result_names {
            suggest(op, names);
        }
    }

    fn describe(&self) -> Option<&str> {
        Some(&self.format)
    }

    fn check(&self, info: &OpInfo) -> Result<(), String> {
        self.program(info).map(drop).map_err(Clone::clone)
    }
}
