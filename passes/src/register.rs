//! The registry of all passes and named pipelines.

use crate::tuned::Point;
use tf_ir::pass::{PassInfo, PassRegistry};

/// Every pass of this crate.
static PASSES: &[&PassInfo] = &[
    &crate::apply_fusion::INFO,
    &crate::apply_numerics::INFO,
    &crate::apply_tiles::CHOOSE_TILES,
    &crate::apply_tiles::INFO,
    &crate::arith_guard::INFO,
    &crate::autodiff::INFO,
    &crate::block_products::INFO,
    &crate::canonicalize::INFO,
    &crate::choose_fusion::INFO,
    &crate::combine_reciprocals::INFO,
    &crate::compute_in_tapes::INFO,
    &crate::cse::INFO,
    &crate::dce::INFO,
    &crate::groups::BIND_MEMBERS,
    &crate::groups::CHOOSE_JOINS,
    &crate::groups::FORM_GROUPS,
    &crate::groups::INFO,
    &crate::inline::INFO,
    &crate::join_kernels::INFO,
    &crate::join_rows::INFO,
    &crate::joins::INFO,
    &crate::kernel_expand::INFO,
    &crate::kernel_to_loops::INFO,
    &crate::loop_prefetch::INFO,
    &crate::loop_unroll::INFO,
    &crate::loop_vectorize::INFO,
    &crate::lower_stops::INFO,
    &crate::lower_tiles::INFO,
    &crate::map_kernels::INFO,
    &crate::mark_nests::INFO,
    &crate::math_expand::INFO,
    &crate::name_extents::INFO,
    &crate::polyphase::INFO,
    &crate::prove_bounds::INFO,
    &crate::radix_sorts::INFO,
    &crate::raise_folds::INFO,
    &crate::reconcile_casts::INFO,
    &crate::schedule::INFO,
    &crate::select_to_if::INFO,
    &crate::set_gpu::INFO,
    &crate::set_target::INFO,
    &crate::settle_contraction::INFO,
    &crate::settle_policies::INFO,
    &crate::share_numerics::INFO,
    &crate::simplify_indices::INFO,
    &crate::sort_puts::INFO,
    &crate::split_at_binds::INFO,
    &crate::mark_likely::INFO,
    &crate::split_loops::INFO,
    &crate::split_reductions::INFO,
    &crate::stage_operands::INFO,
    &crate::state_extents::INFO,
    &crate::strip_debuginfo::INFO,
    &crate::switch_to_if::INFO,
    &crate::symbol_dce::INFO,
    &crate::take_over::INFO,
    &crate::tensor_decompose::INFO,
    &crate::tensor_hoist::INFO,
    &crate::tensor_to_loops::APPLY_SCHEDULE,
    &crate::tensor_to_loops::BUFFERIZE,
    &crate::tensor_to_loops::INFO,
    &crate::tensor_to_loops::LOWER_ACCESS,
    &crate::tile_time::INFO,
    &crate::trap_nans::INFO,
    &crate::unify_extents::INFO,
    &crate::unroll::APPLY_UNROLL,
    &crate::unroll::CHOOSE_UNROLL,
    &crate::unroll::SIMPLIFY_COMPUTES,
    &crate::watch_loops::INFO,
    &crate::while_to_for::INFO,
];

/// Adds every pass of this crate to a registry.
pub fn register_all(registry: &mut PassRegistry) {
    for pass in PASSES {
        registry.pass(pass);
    }
    pipelines(registry);
}

/// The pipelines that have names.
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

/// The pass that chooses schedules at a point of the way down.
pub fn pass_at(point: Point) -> &'static PassInfo {
    match point {
        Point::Groups => &crate::groups::INFO,
        Point::Tiles => &crate::apply_tiles::CHOOSE_TILES,
        Point::Loops => &crate::schedule::INFO,
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
