//! The ops of the dialect, one file per op or per group of related ops.

pub(crate) mod at;
pub mod bind;
pub mod bitcast;
pub mod compute;
pub mod concat;
pub mod conv;
pub mod dynamic;
pub mod from_elements;
pub mod gather;
pub mod group;
pub mod layout;
pub mod pad;
pub mod print;
pub mod put;
pub mod reduce;
pub mod reduce_window;
pub mod require;
pub mod rng;
pub mod scalar_code;
pub mod scan;
pub mod scatter;
pub mod sort;
pub mod source;
pub mod tile;
