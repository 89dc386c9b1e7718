//! The registry of all passes and named pipelines.

use crate::schedule::decide::tuned::Point;
use tf_ir::pass::{PassInfo, PassRegistry};

/// Every pass of this crate.
static PASSES: &[&PassInfo] = &[
    &crate::schedule::apply::apply_fusion::INFO,
    &crate::tensors::apply_numerics::INFO,
    &crate::schedule::decide::choose_tiles::INFO,
    &crate::schedule::apply::apply_tiles::INFO,
    &crate::machine::arith_guard::INFO,
    &crate::transforms::autodiff::INFO,
    &crate::gpu::block_products::INFO,
    &crate::generic::canonicalize::INFO,
    &crate::schedule::decide::choose_fusion::INFO,
    &crate::tensors::combine_reciprocals::INFO,
    &crate::schedule::apply::compute_in_tapes::INFO,
    &crate::generic::cse::INFO,
    &crate::generic::dce::INFO,
    &crate::schedule::apply::groups::BIND_MEMBERS,
    &crate::schedule::decide::groups::choose_joins::INFO,
    &crate::schedule::decide::groups::form::INFO,
    &crate::schedule::drive::apply_groups::INFO,
    &crate::generic::inline::INFO,
    &crate::gpu::join_kernels::INFO,
    &crate::gpu::join_rows::INFO,
    &crate::schedule::apply::joins::INFO,
    &crate::machine::kernel_expand::INFO,
    &crate::gpu::kernel_to_loops::INFO,
    &crate::loops::loop_prefetch::INFO,
    &crate::loops::loop_unroll::INFO,
    &crate::loops::loop_vectorize::INFO,
    &crate::gpu::lower_stops::INFO,
    &crate::lower::lower_tiles::INFO,
    &crate::gpu::map_kernels::INFO,
    &crate::loops::mark_nests::INFO,
    &crate::machine::math_expand::INFO,
    &crate::tensors::name_extents::INFO,
    &crate::tensors::polyphase::INFO,
    &crate::tensors::prove_bounds::INFO,
    &crate::gpu::radix_sorts::INFO,
    &crate::tensors::raise_folds::INFO,
    &crate::generic::reconcile_casts::INFO,
    &crate::schedule::decide::schedule::INFO,
    &crate::tensors::select_to_if::INFO,
    &crate::tensors::set_gpu::INFO,
    &crate::tensors::set_target::INFO,
    &crate::tensors::settle_contraction::INFO,
    &crate::tensors::settle_policies::INFO,
    &crate::tensors::share_numerics::INFO,
    &crate::tensors::simplify_indices::INFO,
    &crate::tensors::sort_puts::INFO,
    &crate::tensors::split_at_binds::INFO,
    &crate::loops::mark_likely::INFO,
    &crate::loops::split_loops::INFO,
    &crate::schedule::drive::split_reductions::INFO,
    &crate::schedule::decide::stage_operands::INFO,
    &crate::tensors::state_extents::INFO,
    &crate::generic::strip_debuginfo::INFO,
    &crate::generic::switch_to_if::INFO,
    &crate::generic::symbol_dce::INFO,
    &crate::loops::take_over::INFO,
    &crate::tensors::tensor_decompose::INFO,
    &crate::tensors::tensor_hoist::INFO,
    &crate::lower::tensor_to_loops::APPLY_SCHEDULE,
    &crate::lower::tensor_to_loops::BUFFERIZE,
    &crate::lower::tensor_to_loops::INFO,
    &crate::lower::tensor_to_loops::LOWER_ACCESS,
    &crate::schedule::drive::tile_time::INFO,
    &crate::loops::trap_nans::INFO,
    &crate::tensors::unify_extents::INFO,
    &crate::schedule::drive::apply_unroll::INFO,
    &crate::schedule::decide::choose_unroll::CHOOSE_UNROLL,
    &crate::schedule::drive::simplify_computes::INFO,
    &crate::gpu::watch_loops::INFO,
    &crate::generic::while_to_for::INFO,
];

/// Adds every pass of this crate to a registry.
pub fn register_all(registry: &mut PassRegistry) {
    for pass in PASSES {
        registry.pass(pass);
    }
    pipelines(registry);
}

/// The named pipelines.
fn pipelines(registry: &mut PassRegistry) {
    registry.pipeline(
        "cpu",
        "From the tensor dialect to the memory stage for a processor",
        crate::pipelines::cpu(),
    );
    registry.pipeline(
        "gpu",
        "From the tensor dialect to kernels as GPUs have instructions for them, and what launches them",
        crate::pipelines::gpu(),
    );
    registry.pipeline(
        "simt",
        "From the tensor dialect to kernels, and what launches them: what the interpreter runs thread by thread",
        crate::pipelines::simt(),
    );
    registry.pipeline(
        "interp",
        "What the interpreter needs: transforms expanded",
        crate::pipelines::interp(),
    );
}

/// The pass that chooses schedules at a point of the lowering.
pub fn pass_at(point: Point) -> &'static PassInfo {
    match point {
        Point::Groups => &crate::schedule::drive::apply_groups::INFO,
        Point::Tiles => &crate::schedule::decide::choose_tiles::INFO,
        Point::Loops => &crate::schedule::decide::schedule::INFO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::pass::Options;

    #[test]
    fn every_pass_can_be_made_with_its_defaults_and_is_documented() {
        let mut registry = PassRegistry::new();
        register_all(&mut registry);
        for info in registry.passes() {
            let options = Options::new(info.options);
            info.options.iter().for_each(|o| drop(options.get(o.name)));
            assert!((info.make)(&options).is_ok(), "{}", info.name);
            assert!(!info.summary.is_empty() && !info.docs.is_empty(), "{}", info.name);
            assert!(info.options.iter().all(|o| !o.help.is_empty()), "{}", info.name);
        }
        assert!(registry.passes().count() >= 7);
    }
}
