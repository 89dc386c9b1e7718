//! Refusals about the step `mma`: an instruction adds up packed products.

use super::super::instruction::Instruction;
use std::fmt;
use tf_dialects::tensor::CombiningKind;

/// The reason why no instruction adds up the terms of a fold. Its text is a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProductRefusal {
    /// The fold of the step no longer exists.
    LostFold,
    /// The fold does not add.
    Kind { kind: CombiningKind },
    /// The order of the fold's terms is fixed.
    FixedOrder,
    /// A factor does not depend on the index of the fold.
    Factors,
    /// The target lacks the instruction.
    NoInstruction { instruction: Instruction },
    /// The count of packed terms overflows.
    Extent,
    /// The terms are not products.
    NotProducts,
    /// The products have a type that no instruction adds.
    Type { ty: String },
    /// The factors are not widened from types that are narrow enough to pack the terms.
    Width { terms: i64, is_float: bool },
    /// A factor is not staged in a tile.
    NotStaged,
    /// A tile of the fold is not a multiple of the packed terms.
    Tile,
}

impl fmt::Display for ProductRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProductRefusal::LostFold => f.write_str("the fold of the step no longer exists"),
            ProductRefusal::Kind { kind } => {
                write!(f, "the instruction adds terms, but the fold combines them by {kind}")
            }
            ProductRefusal::FixedOrder => {
                f.write_str("the instruction adds terms in another order than the fold, which has no reassoc")
            }
            ProductRefusal::Factors => f.write_str("both factors must depend on the index of the fold"),
            ProductRefusal::NoInstruction { instruction } => {
                write!(f, "the target has no instruction for {}", instruction.operands())
            }
            ProductRefusal::Extent => f.write_str("the extent of the fold is too large"),
            ProductRefusal::NotProducts => f.write_str("the terms are not products of two factors"),
            ProductRefusal::Type { ty } => {
                write!(f, "the products must have type i32 or f32, not {ty}")
            }
            ProductRefusal::Width { terms, is_float } => {
                let factors = match (terms, is_float) {
                    (_, true) => "two factors of type bf16, two terms at a time",
                    (2, false) => "two factors that were widened from 16 bits with a sign, or from fewer",
                    _ => "two factors that were widened from bytes",
                };
                write!(f, "the terms must be products of {factors}")
            }
            ProductRefusal::NotStaged => {
                f.write_str("both factors must be read from tiles: add a step stage for each")
            }
            ProductRefusal::Tile => f.write_str("a tile of the fold is not a multiple of the packed terms"),
        }
    }
}
