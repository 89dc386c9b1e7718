//! The interpreter: it defines what each op means.
//!
//! One engine for scalars, vectors, tensors and memrefs at every stage of the way down. Execution uses explicit
//! frames and fuel, never the host stack, and refuses what has no meaning (an access outside, a read of what was
//! never written) with an error at the op. Ops take part through the interface [`Interpret`].

mod action;
mod call;
mod combine;
mod constant;
mod elementwise;
mod entry;
mod gather;
mod latitude;
mod loops;
mod machine;
mod mem;
mod memory;
mod moves;
mod named;
mod nan_bits;
mod put;
mod reduce;
mod reduce_window;
mod rng;
mod scan;
mod sort;
mod tensor;
mod total;
mod value;
mod vector;
mod watch;

pub use action::{Action, Data, Flow, Interpret, Next, Simple, State, Stop};
pub use call::{Actual, actual_extents, declared_extents, solve_symbols};
pub use constant::{datum_of, element_bytes};
pub use entry::{run_entry, run_entry_with};
pub use latitude::{Latitude, ulp};
pub use machine::{DEFAULT_FUEL, Machine, SymbolValues};
pub use memory::{AccessError, Memory};
pub use value::{Datum, Dense, TooLarge, dtype_of, has_room, is_dense, offset, type_of};

use std::sync::Arc;
use tf_ir::registry::Registry;

/// Gives every op its meaning; call it after the dialects are registered.
pub fn register(registry: &mut Registry) {
    for spec in crate::scalar::table::all() {
        registry.op_interface::<dyn Interpret>(spec.name, Arc::new(elementwise::Elementwise));
    }
    for (name, meaning) in table() {
        registry.op_interface::<dyn Interpret>(name, meaning);
    }
}

fn table() -> Vec<(&'static str, Arc<dyn Interpret>)> {
    vec![
        ("arith.constant", Arc::new(constant::Constant)),
        ("func.call", Arc::new(call::Call)),
        ("func.return", Arc::new(call::Yield)),
        ("loop.for", Arc::new(loops::For)),
        ("loop.while", Arc::new(loops::While)),
        ("loop.condition", Arc::new(call::Yield)),
        ("loop.if", Arc::new(loops::If)),
        ("loop.switch", Arc::new(loops::Switch)),
        ("loop.parallel", Arc::new(loops::Parallel)),
        ("loop.yield", Arc::new(call::Yield)),
        ("tensor.compute", Arc::new(tensor::Compute)),
        ("tensor.fold", Arc::new(tensor::Fold)),
        ("tensor.at", Arc::new(tensor::At)),
        ("tensor.put", Arc::new(put::Put)),
        ("tensor.yield", Arc::new(call::Yield)),
        ("tensor.extent", Arc::new(tensor::ExtentValue)),
        ("tensor.from_elements", Arc::new(tensor::FromElements)),
        ("tensor.broadcast", Arc::new(named::Broadcast)),
        ("tensor.transpose", Arc::new(named::Transpose)),
        ("tensor.reshape", Arc::new(named::Reshape)),
        ("tensor.slice", Arc::new(named::Slice)),
        ("tensor.reverse", Arc::new(named::Reverse)),
        ("tensor.splat", Arc::new(named::Splat)),
        ("tensor.iota", Arc::new(named::Iota)),
        ("tensor.reduce", Arc::new(reduce::Reduce)),
        ("tensor.reduce_window", Arc::new(reduce_window::ReduceWindow)),
        ("tensor.conv", Arc::new(reduce_window::Conv)),
        ("tensor.scan", Arc::new(scan::Scan)),
        ("tensor.sort", Arc::new(sort::Sort)),
        ("tensor.rng", Arc::new(rng::Rng)),
        ("tensor.contract", Arc::new(named::Contract)),
        ("tensor.cast", Arc::new(named::Cast)),
        ("tensor.require", Arc::new(named::Require)),
        ("tensor.bind", Arc::new(call::Bind)),
        ("tensor.detach", Arc::new(tensor::First)),
        ("tensor.straight_through", Arc::new(tensor::First)),
        ("tensor.after", Arc::new(tensor::First)),
        ("tensor.checkpoint", Arc::new(tensor::Checkpoint)),
        ("tensor.pad", Arc::new(moves::Pad)),
        ("tensor.concat", Arc::new(moves::Concat)),
        ("tensor.dynamic_slice", Arc::new(moves::DynamicSlice)),
        ("tensor.update_slice", Arc::new(moves::UpdateSlice)),
        ("tensor.bitcast", Arc::new(moves::Bitcast)),
        ("tensor.gather", Arc::new(gather::Gather)),
        ("tensor.scatter", Arc::new(gather::Scatter)),
        ("mem.alloc", Arc::new(mem::Alloc)),
        ("mem.constant", Arc::new(mem::Constant)),
        ("mem.load", Arc::new(mem::Load)),
        ("mem.store", Arc::new(mem::Store)),
        ("mem.copy", Arc::new(mem::Copy)),
        ("mem.trap", Arc::new(mem::Trap)),
        ("mem.extent", Arc::new(tensor::ExtentValue)),
        ("vector.load", Arc::new(vector::Load)),
        ("vector.store", Arc::new(vector::Store)),
        ("vector.gather", Arc::new(vector::Gather)),
        ("vector.scatter", Arc::new(vector::Scatter)),
        ("vector.broadcast", Arc::new(vector::Broadcast)),
        ("vector.step", Arc::new(vector::Step)),
        ("vector.reduce", Arc::new(vector::Reduce)),
        ("vector.extract", Arc::new(vector::Extract)),
        ("vector.insert", Arc::new(vector::Insert)),
    ]
}
