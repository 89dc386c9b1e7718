//! tf-frontend-macros: the attribute for functions of traced programs, and derives for structs of values,
//! inputs, arguments and results.
//!
//! The generated code refers to the crate `tensorforge`, which exports the macros.

mod input;
mod program;
mod structs;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemFn, parse_macro_input};

/// Makes a function on traced values a function of the program: it is traced at its first call with given
/// argument types and shapes; later calls reuse it.
///
/// Parameters are traced values (`Tensor`, tuples, structs with `derive(Values)`, references to them), the
/// `&Tracer`, or `#[constant]`: host values with `Debug`, which are part of the function's key. If all traced
/// parameters have `#[input(f32, n, 3)]` (a scalar: `#[input(f32)]`; a struct with `derive(Inputs)`:
/// `#[input]`), the function is also available as a program: `name::program()`, with the constants as
/// arguments.
///
/// ```text
/// #[tensorforge::program]
/// fn step(#[input(f32, n, 3)] x: Tensor, #[input(f32)] dt: Tensor, #[constant] order: usize) -> Tensor { … }
///
/// let program = step::program(4)?;
/// ```
#[proc_macro_attribute]
pub fn program(_attr: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as ItemFn);
    program::expand(item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of traced values usable as a value: as loop state, result or function argument. Type
/// parameters are values.
#[proc_macro_derive(Values, attributes(input))]
pub fn values(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::values(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of traced values usable as inputs of a program: each field specifies its type and shape,
/// `#[input(f32, n, 3)]`, or is itself such a struct, `#[input]`. Type parameters are tensors.
#[proc_macro_derive(Inputs, attributes(input))]
pub fn inputs(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::inputs(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of arrays and scalars usable as arguments of a call: lent by reference, moved by value.
/// Type parameters are arrays.
#[proc_macro_derive(Args, attributes(input))]
pub fn args(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::args(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of arrays usable for the results of a call, newly allocated or written in place. Type
/// parameters are arrays.
#[proc_macro_derive(Results, attributes(input))]
pub fn results(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::results(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}
