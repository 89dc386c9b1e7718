//! The table from kinds of ops to their meanings: modules fill it, and the machine queries it.

use crate::machine::action::Interpret;
use std::sync::Arc;
use tf_dialects::shared::interfaces::has_decomposition;
use tf_ir::kind::{FullName, OpDef};
use tf_ir::registry::{OpInfo, Registry};

/// The meanings of ops, by their types. They are separate from the contexts of programs, so that a program
/// from any context runs.
pub(crate) struct Meanings {
    registry: Registry,
    /// The meaning of ops that decompose and have no other.
    decomposed: Arc<dyn Interpret>,
}

impl Meanings {
    /// A table for the ops of `registry`; until more are added, only ops that decompose have a meaning.
    pub(crate) fn new(registry: Registry, decomposed: Arc<dyn Interpret>) -> Meanings {
        Meanings { registry, decomposed }
    }

    /// The meaning of an op: registered with the op, else from the table, else its decomposition.
    pub(crate) fn of<'a>(&'a self, info: &'a OpInfo) -> Option<&'a dyn Interpret> {
        let ours = || self.registry.find(info.kind)?.interface::<dyn Interpret>();
        let decomposed = || has_decomposition(info).then_some(&*self.decomposed);
        info.interface::<dyn Interpret>().or_else(ours).or_else(decomposed)
    }

    /// The meaning of ops that decompose, by their decomposition.
    pub(crate) fn decomposed(&self) -> &dyn Interpret {
        &*self.decomposed
    }

    /// Adds an op whose type implements its meaning.
    ///
    /// # Panics
    /// If the op is not registered, or has a meaning already.
    pub(crate) fn add(&mut self, op: impl OpDef + Interpret) -> &mut Meanings {
        self.with(op, op)
    }

    /// Adds an op with a meaning that several ops share.
    ///
    /// # Panics
    /// As [`Meanings::add`].
    pub(crate) fn with(&mut self, op: impl FullName, meaning: impl Interpret + 'static) -> &mut Meanings {
        self.registry.implement::<dyn Interpret>(op, Arc::new(meaning));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_dialects::tensor::Pad;

    #[test]
    #[should_panic(expected = "'tensor.pad' implements dyn tf_interp::machine::action::Interpret twice")]
    fn an_op_has_one_meaning() {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        Meanings::new(registry, Arc::new(Pad)).add(Pad).add(Pad);
    }

    #[test]
    #[should_panic(expected = "the op 'tensor.pad' is not registered")]
    fn an_op_that_is_not_registered_has_no_meaning() {
        Meanings::new(Registry::new(), Arc::new(Pad)).add(Pad);
    }
}
