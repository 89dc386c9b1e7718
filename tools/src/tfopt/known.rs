//! The registry of `tfopt`.

use super::test_passes;
use tf_ir::pass::PassRegistry;
use tf_ir::registry::Registry;

/// All registered dialects and passes.
pub(super) struct Known {
    pub(super) dialects: Registry,
    pub(super) passes: PassRegistry,
}

impl Known {
    pub(super) fn new() -> Known {
        let mut dialects = Registry::new();
        tf_dialects::register_all(&mut dialects);
        tf_import::stablehlo::register(&mut dialects);
        let mut passes = PassRegistry::new();
        tf_passes::register_all(&mut passes);
        test_passes::register(&mut passes);
        Known { dialects, passes }
    }
}
