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
        (crate::arith::Constant::NAME, Arc::new(source::Constant)),
        (crate::tensor::Splat::NAME, Arc::new(source::Splat)),
        (crate::tensor::Iota::NAME, Arc::new(source::Iota)),
        (crate::tensor::ExtentOf::NAME, Arc::new(source::ExtentOf)),
        (crate::tensor::FromElements::NAME, Arc::new(source::FromElements)),
        (crate::tensor::Broadcast::NAME, Arc::new(layout::Broadcast)),
        (crate::tensor::Transpose::NAME, Arc::new(layout::Transpose)),
        (crate::tensor::Reshape::NAME, Arc::new(layout::Reshape)),
        (crate::tensor::Slice::NAME, Arc::new(layout::Slice)),
        (crate::tensor::Reverse::NAME, Arc::new(layout::Reverse)),
        (crate::tensor::Cast::NAME, Arc::new(layout::Cast)),
        (crate::tensor::Pad::NAME, Arc::new(moves::Pad)),
        (crate::tensor::Concat::NAME, Arc::new(moves::Concat)),
        (crate::tensor::DynamicSlice::NAME, Arc::new(moves::DynamicSlice)),
        (crate::tensor::UpdateSlice::NAME, Arc::new(moves::UpdateSlice)),
        (crate::tensor::Bitcast::NAME, Arc::new(moves::Bitcast)),
        (crate::tensor::Gather::NAME, Arc::new(gather::Gather)),
        (crate::tensor::Scatter::NAME, Arc::new(gather::Scatter)),
        (crate::tensor::Reduce::NAME, Arc::new(reduce::Reduce)),
        (crate::tensor::Contract::NAME, Arc::new(reduce::Contract)),
        (crate::tensor::reduce_window::ReduceWindow::NAME, Arc::new(combine::ReduceWindow)),
        (crate::tensor::conv::Conv::NAME, Arc::new(combine::Conv)),
        (crate::tensor::scan::Scan::NAME, Arc::new(combine::Scan)),
        (crate::tensor::sort::Sort::NAME, Arc::new(combine::Sort)),
        (crate::tensor::rng::Rng::NAME, Arc::new(combine::Rng)),
        (crate::tensor::Compute::NAME, Arc::new(compute::Compute)),
        (crate::tensor::At::NAME, Arc::new(compute::At)),
        (crate::tensor::Put::NAME, Arc::new(compute::Put)),
        (crate::tensor::Fold::NAME, Arc::new(compute::Fold)),
        (crate::func::Call::NAME, Arc::new(call::Call)),
        (crate::loops::For::NAME, Arc::new(control::For)),
        (crate::loops::While::NAME, Arc::new(control::While)),
        (crate::loops::If::NAME, Arc::new(control::If)),
        (crate::loops::Switch::NAME, Arc::new(control::Switch)),
    ];
    for (name, generator) in table {
        registry.op_interface::<dyn Generate>(name, generator);
    }
}
