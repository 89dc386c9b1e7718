//! tf-ir-macros: `#[op(…)]`, the definition of an operation.

mod build;
mod expand;
mod infer;
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
///     results(result: TENSOR = input),           // `= what the type follows from`, see below
///     attrs(dims: I64_ARRAY, label: optional(STRING_ATTR), mode: default(ANY_ATTR, make_default)),
///     regions(1),                                // or at_least(1), or names: regions(body, optional(combiner))
///     interfaces(Verify, Fold),
///     derive(InferTypes),
///     asm = "$input `dims` `=` ints($dims) attr-dict `:` type($input)",
/// )]
/// pub struct Reverse;
/// ```
///
/// Constraints are paths to `TypeConstraint` and `AttrConstraint` values in scope. `Verify`, `Fold` and
/// `Assembly` fill the slots of `OpInfo`; every other interface `I` is added as `dyn I`. The struct
/// implements each of them. Generated: `impl OpDef` with `Reverse::NAME` and `Reverse::KIND`,
/// `Reverse::info()`, a slot constant per attribute (`Reverse::DIMS`), the typed view `ReverseOp` with one
/// accessor per operand, result, attribute, and the constructor `Reverse::build(b, input, dims)`. It takes
/// the operands in order, the result types unless `InferTypes` infers them, the required attributes (any
/// `ToAttribute`), and the number of regions if it is open. It returns the value of an op with one result,
/// and the op otherwise.
///
/// # Types that follow from others
/// A rule after `=` gives the type of an operand or result; the custom form then need not write it. A name is
/// another operand or result, which has the same type; `Context::elem_type(memref)` a function of its type,
/// or of the value of an attribute; `Context::index` a function of the context, for a constant type.
/// `derive(InferTypes)` implements the interface from the rules of the results.
///
/// # Several variadic operands
/// `sizes(equal)` declares that all of them have the same number of values, `sizes(function)` names a
/// `fn(OpRef) -> Sizes` that returns the size of each position. Without it, the op has the attribute
/// `operandSegmentSizes`.
///
/// # The custom form
/// `asm` is a format; its language is described in `docs/reference/formats.md`. `as<NAME>(…)` and
/// `custom<NAME>(…)` in it take `NAME` from the scope of the op: a constant `AttrSyntax`, and a unit struct
/// that is a `Custom`.
#[proc_macro_attribute]
pub fn op(args: TokenStream, item: TokenStream) -> TokenStream {
    let args = parse_macro_input!(args as parse::OpArgs);
    let item = parse_macro_input!(item as ItemStruct);
    expand::expand(args, item).unwrap_or_else(syn::Error::into_compile_error).into()
}
