//! tf-generate: random valid programs, what the compiler is tested with.
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

use std::sync::{Arc, LazyLock};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::kind::{FullName, OpDef};
use tf_ir::registry::{OpInfo, Registry};

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

/// The generators of the ops of our dialects. They are kept apart from the contexts of programs: only tests need them.
static OURS: LazyLock<Generators> = LazyLock::new(|| {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let mut generators = Generators(registry);
    elementwise::register(&mut generators);
    source::register(&mut generators);
    layout::register(&mut generators);
    moves::register(&mut generators);
    gather::register(&mut generators);
    reduce::register(&mut generators);
    combine::register(&mut generators);
    compute::register(&mut generators);
    call::register(&mut generators);
    control::register(&mut generators);
    generators
});

/// The generator of an op: its own, registered with the op, or ours; `None` for ops that are not drawn.
pub fn generator(info: &OpInfo) -> Option<&dyn Generate> {
    let ours = || OURS.0.find(info.kind)?.interface::<dyn Generate>();
    info.interface::<dyn Generate>().or_else(ours)
}

/// The generators of ops, by their types.
struct Generators(Registry);

impl Generators {
    /// Adds an op whose type makes its instances.
    ///
    /// # Panics
    /// If the op is not registered, or has a generator already.
    fn add(&mut self, op: impl OpDef + Generate) -> &mut Generators {
        self.with(op, op)
    }

    /// Adds an op with a generator of its own.
    ///
    /// # Panics
    /// As [`Generators::add`].
    fn with(&mut self, op: impl FullName, generator: impl Generate + 'static) -> &mut Generators {
        self.0.implement::<dyn Generate>(op, Arc::new(generator));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "'tensor.pad' implements dyn tf_generate::Generate twice")]
    fn an_op_has_one_generator() {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        Generators(registry).add(tf_dialects::tensor::Pad).add(tf_dialects::tensor::Pad);
    }
}
