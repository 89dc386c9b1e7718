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
pub use value::{Datum, Dense, TooLarge, has_room, is_dense, offset};

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
        (crate::arith::Constant::NAME, Arc::new(constant::Constant)),
        (crate::func::Call::NAME, Arc::new(call::Call)),
        (crate::func::Return::NAME, Arc::new(call::Yield)),
        (crate::loops::For::NAME, Arc::new(loops::For)),
        (crate::loops::While::NAME, Arc::new(loops::While)),
        (crate::loops::Condition::NAME, Arc::new(call::Yield)),
        (crate::loops::If::NAME, Arc::new(loops::If)),
        (crate::loops::Switch::NAME, Arc::new(loops::Switch)),
        (crate::loops::Parallel::NAME, Arc::new(loops::Parallel)),
        (crate::loops::Yield::NAME, Arc::new(call::Yield)),
        (crate::tensor::Compute::NAME, Arc::new(tensor::Compute)),
        (crate::tensor::Fold::NAME, Arc::new(tensor::Fold)),
        (crate::tensor::At::NAME, Arc::new(tensor::At)),
        (crate::tensor::Put::NAME, Arc::new(put::Put)),
        (crate::tensor::Yield::NAME, Arc::new(call::Yield)),
        (crate::tensor::ExtentOf::NAME, Arc::new(tensor::ExtentValue)),
        (crate::tensor::FromElements::NAME, Arc::new(tensor::FromElements)),
        (crate::tensor::Broadcast::NAME, Arc::new(named::Broadcast)),
        (crate::tensor::Transpose::NAME, Arc::new(named::Transpose)),
        (crate::tensor::Reshape::NAME, Arc::new(named::Reshape)),
        (crate::tensor::Slice::NAME, Arc::new(named::Slice)),
        (crate::tensor::Reverse::NAME, Arc::new(named::Reverse)),
        (crate::tensor::Splat::NAME, Arc::new(named::Splat)),
        (crate::tensor::Iota::NAME, Arc::new(named::Iota)),
        (crate::tensor::Reduce::NAME, Arc::new(reduce::Reduce)),
        (crate::tensor::reduce_window::ReduceWindow::NAME, Arc::new(reduce_window::ReduceWindow)),
        (crate::tensor::conv::Conv::NAME, Arc::new(reduce_window::Conv)),
        (crate::tensor::scan::Scan::NAME, Arc::new(scan::Scan)),
        (crate::tensor::sort::Sort::NAME, Arc::new(sort::Sort)),
        (crate::tensor::rng::Rng::NAME, Arc::new(rng::Rng)),
        (crate::tensor::Contract::NAME, Arc::new(named::Contract)),
        (crate::tensor::Cast::NAME, Arc::new(named::Cast)),
        (crate::tensor::Require::NAME, Arc::new(named::Require)),
        (crate::tensor::Bind::NAME, Arc::new(call::Bind)),
        (crate::tensor::transform::Detach::NAME, Arc::new(tensor::First)),
        (crate::tensor::transform::StraightThrough::NAME, Arc::new(tensor::First)),
        (crate::tensor::transform::checkpoint::After::NAME, Arc::new(tensor::First)),
        (crate::tensor::transform::checkpoint::Checkpoint::NAME, Arc::new(tensor::Checkpoint)),
        (crate::tensor::Pad::NAME, Arc::new(moves::Pad)),
        (crate::tensor::Concat::NAME, Arc::new(moves::Concat)),
        (crate::tensor::DynamicSlice::NAME, Arc::new(moves::DynamicSlice)),
        (crate::tensor::UpdateSlice::NAME, Arc::new(moves::UpdateSlice)),
        (crate::tensor::Bitcast::NAME, Arc::new(moves::Bitcast)),
        (crate::tensor::Gather::NAME, Arc::new(gather::Gather)),
        (crate::tensor::Scatter::NAME, Arc::new(gather::Scatter)),
        (crate::mem::Alloc::NAME, Arc::new(mem::Alloc)),
        (crate::mem::Constant::NAME, Arc::new(mem::Constant)),
        (crate::mem::Load::NAME, Arc::new(mem::Load)),
        (crate::mem::Store::NAME, Arc::new(mem::Store)),
        (crate::mem::Copy::NAME, Arc::new(mem::Copy)),
        (crate::mem::Trap::NAME, Arc::new(mem::Trap)),
        (crate::mem::ExtentOf::NAME, Arc::new(tensor::ExtentValue)),
        (crate::vector::Load::NAME, Arc::new(vector::Load)),
        (crate::vector::Store::NAME, Arc::new(vector::Store)),
        (crate::vector::Gather::NAME, Arc::new(vector::Gather)),
        (crate::vector::Scatter::NAME, Arc::new(vector::Scatter)),
        (crate::vector::Broadcast::NAME, Arc::new(vector::Broadcast)),
        (crate::vector::Step::NAME, Arc::new(vector::Step)),
        (crate::vector::Reduce::NAME, Arc::new(vector::Reduce)),
        (crate::vector::Extract::NAME, Arc::new(vector::Extract)),
        (crate::vector::Insert::NAME, Arc::new(vector::Insert)),
    ]
}
