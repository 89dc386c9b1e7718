//! Text: parsing and printing of MLIR's generic and custom forms.
//!
//! [`parse_module`] reads a text, [`print_module`] writes one; print → parse → print is the identity. Ops get
//! a custom form from an [`Assembly`]: by hand with [`OpParser`] and [`Printer`], or from a declarative
//! [`FormatAssembly`]. Dialect types and attributes get theirs from a [`ParamSyntax`].

mod affine;
mod aliases;
mod assembly;
mod attrs;
mod builtin;
mod dense;
mod dims;
mod format;
mod loc_aliases;
mod locs;
mod module;
mod number;
mod op;
mod op_parser;
mod opaque;
mod options;
mod parser;
mod positions;
mod print;
mod reader;
mod recover;
mod resources;
mod ssa;
mod string;
mod suggest;
mod token;
mod types;

pub use affine::AffineNames;
pub use assembly::{Assembly, ListSyntax, ParamSyntax, Params};
pub use builtin::ModuleAssembly;
pub(crate) use format::check_rules;
pub use format::{AttrSyntax, Custom, FormatAssembly};
pub use module::{Parsed, parse_attribute, parse_module, parse_type};
pub use op::OpState;
pub use op_parser::OpParser;
pub use options::{ParseOptions, PrintOptions};
pub use parser::{AsmParser, Delimiter, Failed, ParseResult, Pos};
pub use print::{
    Printer, ValueNames, attr_to_string, print_body, print_module, print_parsed, print_parsed_to,
    type_to_string,
};
pub use reader::Argument;
pub use resources::{ResourceGroup, ResourceValue, Resources};
pub use ssa::Operand;
pub use suggest::{did_you_mean, nearest};
pub use token::Tok;
pub use types::Types;

/// A list of operands by name.
pub type Operands = smallvec::SmallVec<[Operand; 4]>;
