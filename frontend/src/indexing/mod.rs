//! Parts of tensors, read and written: slices, gathers, scatters, selection and interpolation.

mod computed_extents;
pub(crate) mod gather;
mod sample;
pub(crate) mod scatter;
pub(crate) mod slice;
