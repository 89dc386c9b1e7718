//! The traits of custom assembly: of ops, and of dialect types and attributes.

use super::{AsmParser, Delimiter, OpParser, OpState, ParseResult, Printer, ValueNames};
use crate::attr::Attribute;
use crate::context::Context;
use crate::opref::OpRef;
use crate::registry::OpInfo;
use smallvec::SmallVec;

/// Custom form of an op.
pub trait Assembly: Send + Sync {
    /// Parses the text after the op's name into `state`. The caller takes an optional trailing `loc(…)`.
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult;

    /// Prints the text after the op's name, beginning with a space. An isolated op is passed as the root of
    /// its body.
    fn print(&self, op: OpRef<'_>, p: &mut Printer);

    /// False if the form is only read: such ops are printed in generic form.
    fn prints(&self) -> bool {
        true
    }

    /// The namespace that ops directly in this op's regions may omit: `func` in a function.
    fn default_dialect(&self) -> Option<&'static str> {
        None
    }

    /// Suggests names for the op's results: `%c1_i32`. Without a suggestion values are numbered.
    fn result_names(&self, _op: OpRef<'_>, _names: &mut ValueNames) {}

    /// Suggests names for the arguments of the blocks in the op's regions.
    fn argument_names(&self, _op: OpRef<'_>, _names: &mut ValueNames) {}

    /// The form as a format string, for documentation, if it has one.
    fn describe(&self) -> Option<&str> {
        None
    }

    /// Checks the form against the op's description, for tests of a dialect.
    ///
    /// # Errors
    /// The first problem of the form.
    fn check(&self, _info: &OpInfo) -> Result<(), String> {
        Ok(())
    }
}

/// Parameters of a dialect type or attribute.
pub type Params = SmallVec<[Attribute; 2]>;

/// The syntax and checks of the parameters of a dialect type or attribute.
pub trait ParamSyntax: Send + Sync {
    /// Parses the text after `dialect.name`; by default `<attribute, …>` or nothing.
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        let mut params = Params::new();
        p.list(Delimiter::OptionalLess, |p| {
            params.push(p.attr()?);
            Ok(())
        })?;
        Ok(params)
    }

    /// Prints the text after `dialect.name`.
    fn print(&self, params: &[Attribute], p: &mut Printer) {
        if !params.is_empty() {
            p.text("<");
            p.attrs(params);
            p.text(">");
        }
    }

    /// Checks the parameters.
    ///
    /// # Errors
    /// The first problem of the parameters.
    fn verify(&self, _ctx: &Context, _params: &[Attribute]) -> Result<(), String> {
        Ok(())
    }
}

/// Any number of attributes in `<…>`, unchecked.
pub struct ListSyntax;

impl ParamSyntax for ListSyntax {}
