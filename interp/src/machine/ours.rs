//! The table of meanings for the ops of our dialects.

use crate::machine::Machine;
use crate::machine::decomposed::Decomposed;
use crate::machine::meanings::Meanings;
use crate::tensor::{self, rng, scan, sort};
use crate::tensor::{gather, moves, named, put, reduce, reduce_window};
use crate::values::constant;
use crate::{call, elementwise, grid, loops, mem, print};
use crate::{hints, vector};
use std::sync::{Arc, LazyLock};
use tf_ir::body::Body;
use tf_ir::registry::Registry;

static OURS: LazyLock<Meanings> = LazyLock::new(|| {
    let mut meanings = Meanings::new(dialects(), Arc::new(Decomposed));
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
    hints::register(&mut meanings);
    print::register(&mut meanings);
    vector::register(&mut meanings);
    grid::register(&mut meanings);
    meanings
});

fn dialects() -> Registry {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry
}

impl<'m> Machine<'m> {
    /// A machine for the functions of `module`.
    pub fn new(module: &'m Body) -> Machine<'m> {
        Machine::with(module, &OURS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::OpInfo;

    /// Ops that are never executed: they hold functions, or a pass expands them first.
    const WITHOUT: [&str; 12] = [
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
        "kernel.func",
    ];

    #[test]
    fn every_op_of_our_dialects_has_a_meaning_or_is_listed() {
        let registry = dialects();
        let missing = |info: &&OpInfo| OURS.of(info).is_none();
        let names: Vec<&str> = registry.ops().iter().filter(missing).map(|info| &*info.name).collect();
        assert_eq!(names, WITHOUT);
    }
}
