//! Handles of traced values: element types, extents, indices, and broadcasting of shapes.

pub(crate) mod broadcast;
pub(crate) mod convert;
pub(crate) mod dim;
pub(crate) mod elem;
pub(crate) mod index;
pub(crate) mod tensor;
