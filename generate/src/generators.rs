//! The interface of generators, and the table from ops to generators.

use crate::state::State;
use std::sync::Arc;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::kind::{FullName, OpDef};
use tf_ir::registry::{OpInfo, Registry};

/// Generates instances of an op; an interface of ops.
pub trait Generate: Send + Sync {
    /// The weight of the op in random draws: an elementwise op has 1.
    fn weight(&self) -> u32 {
        1
    }

    /// True if the op is valid in scalar code: the region of a compute or fold.
    fn in_scalar_code(&self) -> bool {
        false
    }

    /// True if the op only moves elements: wide programs have chains of such ops.
    fn moves_elements(&self) -> bool {
        false
    }

    /// Adds one valid instance with the operands that it needs, and returns its results. Returns `None`, with
    /// nothing but unused operands added, if the scope does not fit the op.
    fn generate(&self, b: &mut Builder<'_>, state: &mut State<'_>) -> Option<Vec<Value>>;
}

/// The generators of ops, by their types.
pub(crate) struct Generators(Registry);

impl Generators {
    /// A table for these ops, without generators.
    pub(crate) fn new(registry: Registry) -> Generators {
        Generators(registry)
    }

    /// The generator of an op: registered with the op, or from the table.
    pub(crate) fn of<'a>(&'a self, info: &'a OpInfo) -> Option<&'a dyn Generate> {
        let ours = || self.0.find(info.kind)?.interface::<dyn Generate>();
        info.interface::<dyn Generate>().or_else(ours)
    }

    /// Adds an op whose type implements its generator.
    ///
    /// # Panics
    /// If the op is not registered, or has a generator already.
    pub(crate) fn add(&mut self, op: impl OpDef + Generate) -> &mut Generators {
        self.with(op, op)
    }

    /// Adds an op with a separate generator.
    ///
    /// # Panics
    /// As [`Generators::add`].
    pub(crate) fn with(&mut self, op: impl FullName, generator: impl Generate + 'static) -> &mut Generators {
        self.0.implement::<dyn Generate>(op, Arc::new(generator));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "'tensor.pad' implements dyn tf_generate::generators::Generate twice")]
    fn an_op_has_one_generator() {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        Generators::new(registry).add(tf_dialects::tensor::Pad).add(tf_dialects::tensor::Pad);
    }
}
