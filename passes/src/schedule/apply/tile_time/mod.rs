//! Several iterations of a loop of stencils as one, over bands. How many there are is not chosen here.

pub(crate) mod build;
