//! Which op means what: each module lists the ops it is about, and the machine asks by kind.

use crate::action::Interpret;
use crate::{call, constant, elementwise, gather, loops, mem, moves, named, put, reduce, reduce_window};
use crate::{rng, scan, sort, tensor, vector};
use std::sync::{Arc, LazyLock};
use tf_ir::kind::{FullName, OpDef};
use tf_ir::registry::{OpInfo, Registry};

/// What the ops of our dialects mean. They are kept apart from the contexts of programs, so that a program runs whoever made
/// its context.
static OURS: LazyLock<Meanings> = LazyLock::new(|| {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let mut meanings = Meanings(registry);
    elementwise::register(&mut meanings);
    constant::register(&mut meanings);
    call::register(&mut meanings);
    loops::register(&mut meanings);
    tensor::register(&mut meanings);
    put::register(&mut meanings);
    named::register(&mut meanings);
    moves::register(&mut meanings);
    gather::register(&mut meanings);
    reduce::register(&mut meanings);
    reduce_window::register(&mut meanings);
    scan::register(&mut meanings);
    sort::register(&mut meanings);
    rng::register(&mut meanings);
    mem::register(&mut meanings);
    vector::register(&mut meanings);
    meanings
});

/// The meaning of an op: its own, registered with the op, or ours.
pub(crate) fn meaning(info: &OpInfo) -> Option<&dyn Interpret> {
    let ours = || OURS.0.find(info.kind)?.interface::<dyn Interpret>();
    info.interface::<dyn Interpret>().or_else(ours)
}

/// The meanings of ops, by their types.
pub(crate) struct Meanings(Registry);

impl Meanings {
    /// Adds an op whose type implements its meaning.
    ///
    /// # Panics
    /// If the op is not registered, or has a meaning already.
    pub(crate) fn add(&mut self, op: impl OpDef + Interpret) -> &mut Meanings {
        self.with(op, op)
    }

    /// Adds an op with a meaning that ops share.
    ///
    /// # Panics
    /// As [`Meanings::add`].
    pub(crate) fn with(&mut self, op: impl FullName, meaning: impl Interpret + 'static) -> &mut Meanings {
        self.0.implement::<dyn Interpret>(op, Arc::new(meaning));
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::kind::OpKind;

    /// Ops that nothing executes: they hold functions, or a pass expands them first.
    const WITHOUT: [&str; 11] = [
        "builtin.module",
        "builtin.unrealized_conversion_cast",
        "func.func",
        "func.call_indirect",
        "func.constant",
        "arith.scaling_extf",
        "arith.scaling_truncf",
        "tensor.vjp",
        "tensor.jvp",
        "tensor.custom",
        "tensor.vmap",
    ];

    #[test]
    fn every_op_of_our_dialects_has_a_meaning_or_is_listed() {
        let missing = |info: &&OpInfo| meaning(info).is_none();
        let names: Vec<&str> = OURS.0.ops().iter().filter(missing).map(|info| &*info.name).collect();
        assert_eq!(names, WITHOUT);
        assert!(OURS.0.find(OpKind::of("tensor.pda")).is_none());
    }

    #[test]
    #[should_panic(expected = "'tensor.pad' implements dyn tf_interp::action::Interpret twice")]
    fn an_op_has_one_meaning() {
        let mut registry = Registry::new();
        tf_dialects::register_all(&mut registry);
        Meanings(registry).add(tf_dialects::tensor::Pad).add(tf_dialects::tensor::Pad);
    }

    #[test]
    #[should_panic(expected = "the op 'tensor.pad' is not registered")]
    fn an_op_that_is_not_registered_has_no_meaning() {
        Meanings(Registry::new()).add(tf_dialects::tensor::Pad);
    }
}
