//! Random bits from a state: `tensor.rng`.

use crate::scalar::{DType, element_type};
use crate::tensor;
use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use std::fmt;
use std::str::FromStr;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::text::{AttrSyntax, type_to_string};

/// Random bits from a counter: a pure function of the state.
///
/// The operand is the state, a `tensor<Nxi64>`; the results are the next state and a tensor of random bits in
/// i8, i16, i32 or i64. Elements are indexed in row-major order. The 64-bit words of the state are the key,
/// then the counter, low word first:
///
/// - `philox4x32` (Philox4x32-10, Salmon et al., SC 2011): `N` is 3, the key and a counter of two words, or
///   2, the key and the low word of a counter whose high word is the key again. A block consists of four
///   32-bit words, the low half of each key word first; element `e` is word `e mod 4` of block
///   `e floordiv 4`; elements of 64 bits are two words, the low one first; narrower ones are the low bits of
///   a word. The counter grows by the number of blocks.
/// - `threefry2x32` (20 rounds): `N` is 2. A block consists of two words from the counter plus the block's
///   index. Elements of 64 bits are one block. For others, the result is split in two along its first axis of
///   even extent, or, if there is none, along the first of the longest, rounded up: along it, the elements
///   alternate between the two words of a block. The counter grows by the number of blocks.
/// - `pcg` (PCG-RXS-M-XS 32/32 as a hash): `N` is 1, a counter. Element `e` is the hash of the low 32 bits of
///   the counter plus `e`; elements of 64 bits are two hashes, the low one first; narrower ones are the low
///   bits. The counter grows by the number of hashes.
///
/// The first two produce the same bits as StableHLO's `rng_bit_generator` in XLA.
#[op(
    "tensor.rng",
    traits(PURE),
    operands(state: TENSOR),
    results(next: TENSOR, bits: TENSOR),
    attrs(algorithm: ALGORITHM_ATTR),
    interfaces(Verify, crate::shared::interfaces::Decompose),
    asm = "as<ALGORITHM>($algorithm) $state attr-dict `:` functional-type($state, results)",
)]
pub struct Rng;

/// The keyword of an algorithm.
const ALGORITHM: AttrSyntax = AttrSyntax::Words("an algorithm", &Algorithm::NAMES);

/// The generator of random bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Algorithm {
    /// Philox4x32-10.
    Philox,
    /// Threefry2x32, 20 rounds.
    Threefry,
    /// The hash PCG.
    Pcg,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: [Algorithm; 3] = [Algorithm::Philox, Algorithm::Threefry, Algorithm::Pcg];
    /// The spellings of [`Algorithm::ALL`], in its order.
    pub const NAMES: [&'static str; 3] = ["philox4x32", "threefry2x32", "pcg"];

    /// The spelling in text.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// Whether the state may have this many words.
    pub fn takes_words(self, words: i64) -> bool {
        match self {
            Algorithm::Philox => words == 2 || words == 3,
            Algorithm::Threefry => words == 2,
            Algorithm::Pcg => words == 1,
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::NAMES.iter().position(|n| *n == name).map(|i| Self::ALL[i]).ok_or(())
    }
}

fn algorithm(ctx: &Context, attr: tf_ir::attr::Attribute) -> Option<Algorithm> {
    ctx.attr_str(attr)?.parse().ok()
}

/// An algorithm for random bits, as a string.
pub const ALGORITHM_ATTR: AttrConstraint = AttrConstraint {
    summary: "one of \"philox4x32\", \"threefry2x32\", \"pcg\"",
    check: |ctx, a| algorithm(ctx, a).is_some(),
};

impl RngOp<'_> {
    /// The algorithm.
    pub fn way(self) -> Option<Algorithm> {
        self.algorithm().and_then(|a| algorithm(self.op().ctx(), a))
    }
}

/// The axis that Threefry splits in two: the first even one of these extents, else the first of the longest;
/// 0 if there is no axis.
pub fn split_axis(extents: &[usize]) -> usize {
    let longest = || {
        let most = extents.iter().max();
        extents.iter().position(|n| Some(n) == most)
    };
    extents.iter().position(|n| n % 2 == 0).or_else(longest).unwrap_or(0)
}

impl Verify for Rng {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let view = op.view(tensor::rng::Rng);
        let algorithm = view.way().expect("checked by the constraint");
        let state = op.operand_type(0);
        let words = match dims(ctx, state) {
            [dim] => dim.as_static(),
            _ => None,
        };
        if ctx.elem_type(state) != ctx.i64() || !words.is_some_and(|n| algorithm.takes_words(n)) {
            let ty = type_to_string(ctx, state);
            let words = match algorithm {
                Algorithm::Philox => "tensor<3xi64> or tensor<2xi64>",
                Algorithm::Threefry => "tensor<2xi64>",
                Algorithm::Pcg => "tensor<1xi64>",
            };
            return Err(op.error(format_args!("has the state {ty}: {algorithm} needs {words}")));
        }
        check_result(op, 0, state, "the state is")?;
        let bits = element_type(ctx, op.result_type(1));
        if !matches!(bits, Some(DType::Int(8 | 16 | 32 | 64))) {
            let ty = type_to_string(ctx, op.result_type(1));
            return Err(op.error(format_args!("generates {ty}: elements must be i8, i16, i32 or i64")));
        }
        let narrow = bits != Some(DType::I64);
        if algorithm == Algorithm::Threefry
            && narrow
            && dims(ctx, op.result_type(1)).iter().any(|d| d.as_static().is_none())
        {
            let ty = type_to_string(ctx, op.result_type(1));
            return Err(op.error(format_args!(
                "generates {ty}: threefry2x32 pairs elements depending on the extents, which must be \
                 constant unless the elements are i64"
            )));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_that_is_split() {
        assert_eq!(split_axis(&[]), 0);
        assert_eq!(split_axis(&[3, 4, 2]), 1);
        assert_eq!(split_axis(&[3, 5, 5]), 1);
        assert_eq!(split_axis(&[1]), 0);
        assert_eq!(split_axis(&[3, 0]), 1);
    }
}
