//! tf-dialects: the dialects of Tensorforge, their semantics, and the interfaces that passes query.

pub mod arith;
pub mod array;
mod caches;
pub mod constraints;
pub mod differentiate;
pub mod elementwise;
mod families;
pub mod func;
pub mod gpu;
mod identity;
pub mod kernel;
mod level;
pub mod limits;
pub mod loops;
mod machine;
pub mod math;
pub mod mem;
pub mod prints;
pub mod rates;
pub mod scalar;
pub mod shared;
pub mod signature;
pub mod stops;
pub mod target;
pub mod tensor;
pub mod vector;

use tf_ir::registry::Registry;

/// Adds every dialect to a registry.
pub fn register_all(registry: &mut Registry) {
    func::register(registry);
    arith::register(registry);
    math::register(registry);
    tensor::register(registry);
    loops::register(registry);
    mem::register(registry);
    vector::register(registry);
    kernel::register(registry);
}
