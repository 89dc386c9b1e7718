//! Placeholder until the module lands.
#![allow(missing_docs)]

pub(crate) mod syntax;

pub use syntax::{Name, ParseError};

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct AffineMap;
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct IntegerSet;
