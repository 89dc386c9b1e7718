//! Linear algebra: products, convolutions, factorizations and Fourier transforms.

mod contract;
pub(crate) mod convolve;
mod factorizations;
mod fourier;
mod products;
