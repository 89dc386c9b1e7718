//! tf-ir-macros: `#[op(…)]`, the definition of an operation.

mod build;
mod expand;
mod parse;

use proc_macro::TokenStream;
use syn::{ItemStruct, parse_macro_input};

/// Defines an operation from a unit struct. The struct's doc comment becomes the op's documentation.
///
/// ```text
/// /// Reverses the order of elements along axes.
/// #[op(
///     "tensor.reverse",
///     traits(PURE),                              // consts of `tf_ir::registry::Traits`
///     operands(input: TENSOR),                   // name: constraint | optional(constraint) | variadic(constraint)
///     results(result: TENSOR),
///     attrs(dims: I64_ARRAY, label: optional(STRING_ATTR), mode: default(ANY_ATTR, make_default)),
///     regions(1),                                // or regions(at_least(1)); successors likewise
///     interfaces(Verify, Fold, Assembly, InferTypes),
///     asm = "$input `dims` `=` $dims attr-dict `:` type($input) `to` type($result)",
/// )]
/// pub struct Reverse;
/// ```
///
/// Constraints are paths to `TypeConstraint` and `AttrConstraint` values in scope. `Verify`, `Fold` and `Assembly`
/// fill the slots of `OpInfo`; every other interface `I` is added as `dyn I`. The struct implements each of them.
/// Generated: `impl OpDef` with `Reverse::NAME` and `Reverse::KIND`, `Reverse::info()`, a slot constant per attribute
/// (`Reverse::DIMS`), the typed view `ReverseOp` with one accessor per operand, result, attribute, and the constructor
/// `Reverse::build(b, input, dims)`: it takes the operands in order, the result types unless `InferTypes` says them, the
/// attributes that must be there (anything that is `ToAttribute`), and the number of regions where it is open. It gives the
/// value of an op with one result, and the op otherwise.
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as parse::OpArgs);
    let item = parse_macro_input!(item as ItemStruct);
    expand::expand(args, item).unwrap_or_else(syn::Error::into_compile_error).into()
}
