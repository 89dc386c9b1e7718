//! Eigenproblems of general real matrices: balancing, Hessenberg and Schur forms, QR iterations.

pub(crate) mod balance;
pub(crate) mod eig;
pub(crate) mod eigenvectors;
mod francis;
mod hessenberg;
pub(crate) mod qr_iteration;
pub(crate) mod schur;
mod standard;
pub(crate) mod work;
