//! A seeded generator of MLIR text modules of `func` and `arith` operations, to measure a compiler's core on.
//!
//! A module of n operations holds n / 1000 functions of exactly [`OPS_PER_FUNCTION`] operations, the `return`
//! included and the `func.func` not. In each function
//! - [`FOLDABLE_PER_FUNCTION`] operations fold on their own: they add zero, multiply by one, have two equal
//!   or two constant operands;
//! - [`DUPLICATES_PER_FUNCTION`] operations repeat an earlier one with the same operands;
//! - nothing else folds, repeats (also not after folding) or is dead: every value reaches the `return`.
//!
//! The k-th function depends on the seed and k alone, and the text on nothing else, on any machine.

mod function;
mod random;
mod tables;
mod tensors;

pub use tensors::TENSOR_OPS_PER_FUNCTION;

use std::io::{self, Write};

/// Operations in a function's body.
pub const OPS_PER_FUNCTION: usize = 1000;
/// Of these, how many fold.
pub const FOLDABLE_PER_FUNCTION: usize = OPS_PER_FUNCTION / 5;
/// Of these, how many repeat an earlier one.
pub const DUPLICATES_PER_FUNCTION: usize = OPS_PER_FUNCTION / 10;

/// Writes a module of `ops` operations, rounded up to whole functions. Memory use does not grow with `ops`.
pub fn write_module(out: &mut impl Write, ops: usize, seed: u64) -> io::Result<()> {
    write_functions(out, ops.div_ceil(OPS_PER_FUNCTION), seed, function::generate)
}

/// As [`write_module`], a module of operations on tensors: elementwise ones, broadcasts, reductions,
/// products, moves.
pub fn write_tensor_module(out: &mut impl Write, ops: usize, seed: u64) -> io::Result<()> {
    write_functions(out, ops.div_ceil(TENSOR_OPS_PER_FUNCTION), seed, tensors::generate)
}

fn write_functions(
    out: &mut impl Write,
    count: usize,
    seed: u64,
    generate: fn(&mut String, u64, u64),
) -> io::Result<()> {
    writeln!(out, "module {{")?;
    let mut text = String::new();
    for index in 0..count {
        text.clear();
        generate(&mut text, index as u64, seed);
        out.write_all(text.as_bytes())?;
    }
    writeln!(out, "}}")
}
