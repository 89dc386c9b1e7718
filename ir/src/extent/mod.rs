//! Placeholder until the module lands.
#![allow(missing_docs)]
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Extent;
impl Extent {
    pub fn as_const(&self) -> Option<i64> {
        None
    }
    pub fn constant(_: i64) -> Extent {
        Extent
    }
}
