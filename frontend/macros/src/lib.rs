//! tf-frontend-macros: functions of traced programs, and structs of values, inputs, arguments and results.
//!
//! The code they make names the crate `tensorforge`, which exports them.

mod input;
mod program;
mod structs;

use proc_macro::TokenStream;
use syn::{DeriveInput, ItemFn, parse_macro_input};

/// Makes a function of traced values one of the program's functions: it is traced when it is first called with arguments of
/// some types and shapes, and called from then on.
///
/// Parameters are traced values (`Tensor`, tuples, structs with `derive(Values)`, references to them), the `&Tracer`, or
/// `#[constant]`: values of the host with `Debug`, by which calls are told apart too. Where all traced parameters say
/// `#[input(f32, n, 3)]` (a scalar: `#[input(f32)]`; a struct with `derive(Inputs)`: `#[input]`), there is a program of the function, too:
/// `name::program()`, with the constants as arguments.
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

/// Makes a struct of traced values usable wherever values are: as loop state, as results, as arguments of functions. Type parameters
/// stand for values.
#[proc_macro_derive(Values, attributes(input))]
pub fn values(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::values(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of traced values that a program can take: each field says its type and shape, `#[input(f32, n, 3)]`, or
/// is such a struct itself, `#[input]`. Type parameters are tensors.
#[proc_macro_derive(Inputs, attributes(input))]
pub fn inputs(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::inputs(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of arrays and numbers usable as arguments of a call: lent by reference, given away by value. Type parameters are arrays.
#[proc_macro_derive(Args, attributes(input))]
pub fn args(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::args(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// Makes a struct of arrays usable for the results of a call, new or written into. Type parameters are arrays.
#[proc_macro_derive(Results, attributes(input))]
pub fn results(item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    structs::results(&item).unwrap_or_else(|error| error.to_compile_error()).into()
}
