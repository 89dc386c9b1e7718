//! tf-lower: from tensors to loops over memory ([`lower`]), vector code ([`loops`]), code for machines
//! ([`machine`]) and kernels for GPUs ([`gpu`]).

pub mod gpu;
pub mod loops;
pub mod lower;
pub mod machine;
