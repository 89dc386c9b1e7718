//! The registry of `tfopt`.

use super::test_passes;
use tf_ir::pass::PassRegistry;
use tf_ir::registry::Registry;

/// All registered dialects and passes.
pub(super) struct Registered {
    pub(super) dialects: Registry,
    pub(super) passes: PassRegistry,
}

impl Registered {
    pub(super) fn new() -> Registered {
        let mut dialects = Registry::new();
        tf_dialects::register_all(&mut dialects);
        tf_import::stablehlo::register(&mut dialects);
        let mut passes = PassRegistry::new();
        tf_passes::register_all(&mut passes);
        test_passes::register(&mut passes);
        Registered { dialects, passes }
    }
}
