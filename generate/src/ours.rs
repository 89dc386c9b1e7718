//! The table of generators for the ops of our dialects.

use crate::generators::{Generate, Generators};
use crate::{
    call, combine, compute, control, elementwise, gather, groups, layout, moves, reduce, source, tiles,
};
use std::sync::LazyLock;
use tf_ir::registry::{OpInfo, Registry};

/// The table is separate from the contexts of programs, since only tests need it.
static OURS: LazyLock<Generators> = LazyLock::new(|| {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    let mut generators = Generators::new(registry);
    elementwise::register(&mut generators);
    source::register(&mut generators);
    layout::register(&mut generators);
    moves::register(&mut generators);
    tiles::register(&mut generators);
    groups::register(&mut generators);
    gather::register(&mut generators);
    reduce::register(&mut generators);
    combine::register(&mut generators);
    compute::register(&mut generators);
    call::register(&mut generators);
    control::register(&mut generators);
    generators
});

/// The generator of an op: registered with the op, or ours; `None` for ops that are never generated.
pub fn generator(info: &OpInfo) -> Option<&dyn Generate> {
    OURS.of(info)
}
