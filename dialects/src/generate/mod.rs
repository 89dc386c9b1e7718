//! Random valid programs: what the compiler is tested with.
//!
//! An op takes part through the interface [`Generate`]. [`program`] strings instances together to a function
//! `@main`, [`inputs`] makes arguments for it. Both depend on nothing but the seed.

mod answers;
mod call;
mod combine;
mod compute;
mod control;
mod elementwise;
mod gather;
mod inputs;
mod layout;
mod moves;
mod program;
mod random;
mod reduce;
mod source;
mod spread;
mod state;

pub use answers::{Answer, Answers, Difference, LeftOut, Run};
pub use inputs::{inputs, inputs_of, special};
pub use program::{Config, functions, program};
pub use random::Random;
pub use spread::Spread;
pub use state::{DTYPES, State};

use std::sync::Arc;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::registry::Registry;

/// Makes instances of an op; an interface of ops.
pub trait Generate: Send + Sync {
    /// How often the op is drawn: an elementwise op counts 1.
    fn weight(&self) -> u32 {
        1
    }

    /// True if the op may stand in scalar code: the region of a compute or fold.
    fn in_scalar_code(&self) -> bool {
        false
    }

    /// True if the op only moves elements: wide programs are made of chains of such ops.
    fn moves_elements(&self) -> bool {
        false
    }

    /// Adds one valid instance, with the operands it needs, and gives its results; `None`, with nothing but
    /// unused operands added, if what is in scope does not fit the op.
    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>>;
}

/// Gives every op that can be drawn its generator; call it after the dialects are registered.
pub fn register(registry: &mut Registry) {
    for spec in crate::scalar::table::all() {
        registry.op_interface::<dyn Generate>(spec.name, Arc::new(elementwise::Row(spec)));
    }
    let table: Vec<(&'static str, Arc<dyn Generate>)> = vec![
        ("arith.constant", Arc::new(source::Constant)),
        ("tensor.splat", Arc::new(source::Splat)),
        ("tensor.iota", Arc::new(source::Iota)),
        ("tensor.extent", Arc::new(source::ExtentOf)),
        ("tensor.from_elements", Arc::new(source::FromElements)),
        ("tensor.broadcast", Arc::new(layout::Broadcast)),
        ("tensor.transpose", Arc::new(layout::Transpose)),
        ("tensor.reshape", Arc::new(layout::Reshape)),
        ("tensor.slice", Arc::new(layout::Slice)),
        ("tensor.reverse", Arc::new(layout::Reverse)),
        ("tensor.cast", Arc::new(layout::Cast)),
        ("tensor.pad", Arc::new(moves::Pad)),
        ("tensor.concat", Arc::new(moves::Concat)),
        ("tensor.dynamic_slice", Arc::new(moves::DynamicSlice)),
        ("tensor.update_slice", Arc::new(moves::UpdateSlice)),
        ("tensor.bitcast", Arc::new(moves::Bitcast)),
        ("tensor.gather", Arc::new(gather::Gather)),
        ("tensor.scatter", Arc::new(gather::Scatter)),
        ("tensor.reduce", Arc::new(reduce::Reduce)),
        ("tensor.contract", Arc::new(reduce::Contract)),
        ("tensor.reduce_window", Arc::new(combine::ReduceWindow)),
        ("tensor.conv", Arc::new(combine::Conv)),
        ("tensor.scan", Arc::new(combine::Scan)),
        ("tensor.sort", Arc::new(combine::Sort)),
        ("tensor.rng", Arc::new(combine::Rng)),
        ("tensor.compute", Arc::new(compute::Compute)),
        ("tensor.at", Arc::new(compute::At)),
        ("tensor.put", Arc::new(compute::Put)),
        ("tensor.fold", Arc::new(compute::Fold)),
        ("func.call", Arc::new(call::Call)),
        ("loop.for", Arc::new(control::For)),
        ("loop.while", Arc::new(control::While)),
        ("loop.if", Arc::new(control::If)),
        ("loop.switch", Arc::new(control::Switch)),
    ];
    for (name, generator) in table {
        registry.op_interface::<dyn Generate>(name, generator);
    }
}
