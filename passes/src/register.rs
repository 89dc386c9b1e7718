//! The registry of all passes and named pipelines.

use tf_ir::pass::{PassInfo, PassRegistry};
use tf_schedule::decide::tuned::Point;

/// Every pass of this crate.
static PASSES: &[&PassInfo] = &[
    &tf_schedule::apply::apply_fusion::INFO,
    &tf_transforms::tensors::apply_numerics::INFO,
    &tf_schedule::decide::choose_tiles::INFO,
    &tf_schedule::apply::apply_tiles::INFO,
    &tf_lower::machine::arith_guard::INFO,
    &tf_transforms::transforms::autodiff::INFO,
    &tf_lower::gpu::block_products::INFO,
    &tf_passes_common::generic::canonicalize::INFO,
    &tf_transforms::tensors::call_routines::INFO,
    &tf_schedule::decide::choose_fusion::INFO,
    &tf_transforms::tensors::combine_reciprocals::INFO,
    &tf_schedule::apply::compute_in_tapes::INFO,
    &tf_passes_common::generic::cse::INFO,
    &tf_passes_common::generic::dce::INFO,
    &tf_schedule::apply::groups::BIND_MEMBERS,
    &tf_schedule::decide::groups::choose_joins::INFO,
    &tf_schedule::decide::groups::form::INFO,
    &tf_schedule::drive::apply_groups::INFO,
    &tf_passes_common::generic::inline::INFO,
    &tf_lower::gpu::join_kernels::INFO,
    &tf_lower::gpu::join_rows::INFO,
    &tf_schedule::apply::joins::INFO,
    &tf_lower::machine::kernel_expand::INFO,
    &tf_lower::gpu::kernel_to_loops::INFO,
    &tf_lower::loops::loop_prefetch::INFO,
    &tf_lower::loops::loop_unroll::INFO,
    &tf_lower::loops::loop_vectorize::INFO,
    &tf_lower::gpu::lower_stops::INFO,
    &tf_lower::lower::lower_tiles::INFO,
    &tf_lower::gpu::map_kernels::INFO,
    &tf_lower::loops::mark_nests::INFO,
    &tf_lower::machine::math_expand::INFO,
    &tf_transforms::tensors::name_extents::INFO,
    &tf_transforms::tensors::polyphase::INFO,
    &tf_transforms::tensors::prove_bounds::INFO,
    &tf_lower::gpu::radix_sorts::INFO,
    &tf_transforms::tensors::raise_folds::INFO,
    &tf_passes_common::generic::reconcile_casts::INFO,
    &tf_schedule::decide::schedule::INFO,
    &tf_transforms::tensors::select_to_if::INFO,
    &tf_transforms::tensors::set_gpu::INFO,
    &tf_transforms::tensors::set_target::INFO,
    &tf_transforms::tensors::settle_contraction::INFO,
    &tf_transforms::tensors::settle_policies::INFO,
    &tf_transforms::tensors::share_numerics::INFO,
    &tf_transforms::tensors::simplify_indices::INFO,
    &tf_transforms::tensors::sort_puts::INFO,
    &tf_transforms::tensors::split_at_binds::INFO,
    &tf_lower::loops::mark_likely::INFO,
    &tf_lower::loops::split_loops::INFO,
    &tf_schedule::decide::split_reductions::INFO,
    &tf_schedule::drive::split_reductions::INFO,
    &tf_schedule::decide::stage_operands::INFO,
    &tf_transforms::tensors::state_extents::INFO,
    &tf_passes_common::generic::strip_debuginfo::INFO,
    &tf_passes_common::generic::switch_to_if::INFO,
    &tf_passes_common::generic::symbol_dce::INFO,
    &tf_lower::loops::donate_arguments::INFO,
    &tf_transforms::tensors::tensor_decompose::INFO,
    &tf_transforms::tensors::tensor_hoist::INFO,
    &tf_lower::lower::tensor_to_loops::APPLY_SCHEDULE,
    &tf_lower::lower::tensor_to_loops::BUFFERIZE,
    &tf_lower::lower::tensor_to_loops::INFO,
    &tf_lower::lower::tensor_to_loops::LOWER_ACCESS,
    &tf_schedule::drive::tile_time::INFO,
    &tf_lower::loops::trap_nans::INFO,
    &tf_transforms::tensors::unify_extents::INFO,
    &tf_schedule::drive::apply_unroll::INFO,
    &tf_schedule::decide::choose_unroll::CHOOSE_UNROLL,
    &tf_schedule::drive::simplify_computes::INFO,
    &tf_lower::gpu::watch_loops::INFO,
    &tf_passes_common::generic::while_to_for::INFO,
];

/// Adds every pass of this crate to a registry.
pub fn register_all(registry: &mut PassRegistry) {
    for pass in PASSES {
        registry.pass(pass);
    }
    registry.renamed("take-over", "donate-arguments");
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
        "From the tensor dialect to kernels whose ops GPUs have instructions for, and the host code that \
         launches them",
        crate::pipelines::gpu(),
    );
    registry.pipeline(
        "simt",
        "From the tensor dialect to kernels as the interpreter runs them, thread by thread, and the host \
         code that launches them",
        crate::pipelines::simt(),
    );
    registry.pipeline(
        "interp",
        "The interpreter's input: transforms are expanded",
        crate::pipelines::interp(),
    );
}

/// The pass that chooses schedules at a point of the lowering.
pub fn pass_at(point: Point) -> &'static PassInfo {
    match point {
        Point::Groups => &tf_schedule::drive::apply_groups::INFO,
        Point::Tiles => &tf_schedule::decide::choose_tiles::INFO,
        Point::Loops => &tf_schedule::decide::schedule::INFO,
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
