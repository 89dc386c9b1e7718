//! The programs of `examples/programs`, compared with independent references on every device, each in the
//! file of its name.

#![allow(
    clippy::erasing_op,
    clippy::reversed_empty_ranges,
    reason = "tensors of zeros and empty slices are tried on purpose"
)]

mod attention;
mod automaton;
mod buddhabrot;
mod convnet;
mod expressions;
mod fft;
mod fluid;
mod grayscott;
mod kernel_counts;
mod levenshtein;
mod life;
mod linear;
mod mandelbrot;
mod nbody;
mod numpy;
mod numpy_types;
mod pathtracer;
mod product;
mod reductions;
mod reference;
mod sort;
mod sph;
mod spheres;
#[allow(dead_code)]
mod subject;
mod texts;
mod vmc;
mod wave;
