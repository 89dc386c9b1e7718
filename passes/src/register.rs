//! The registry of all passes and named pipelines.

use tf_ir::pass::PassRegistry;

/// Adds every pass of this crate to a registry.
pub fn register_all(registry: &mut PassRegistry) {
    registry
        .pass(&crate::apply_numerics::INFO)
        .pass(&crate::apply_tiles::INFO)
        .pass(&crate::apply_tiles::CHOOSE_TILES)
        .pass(&crate::arith_guard::INFO)
        .pass(&crate::autodiff::INFO)
        .pass(&crate::block_products::INFO)
        .pass(&crate::canonicalize::INFO)
        .pass(&crate::combine_reciprocals::INFO)
        .pass(&crate::cse::INFO)
        .pass(&crate::dce::INFO)
        .pass(&crate::groups::INFO)
        .pass(&crate::groups::FORM_GROUPS)
        .pass(&crate::inline::INFO)
        .pass(&crate::join_kernels::INFO)
        .pass(&crate::join_rows::INFO)
        .pass(&crate::kernel_expand::INFO)
        .pass(&crate::kernel_to_loops::INFO)
        .pass(&crate::loop_unroll::INFO)
        .pass(&crate::loop_vectorize::INFO)
        .pass(&crate::lower_stops::INFO)
        .pass(&crate::watch_loops::INFO)
        .pass(&crate::lower_tiles::INFO)
        .pass(&crate::map_kernels::INFO)
        .pass(&crate::math_expand::INFO)
        .pass(&crate::name_extents::INFO)
        .pass(&crate::polyphase::INFO)
        .pass(&crate::prove_bounds::INFO)
        .pass(&crate::radix_sorts::INFO)
        .pass(&crate::raise_folds::INFO)
        .pass(&crate::reconcile_casts::INFO)
        .pass(&crate::schedule::INFO)
        .pass(&crate::set_gpu::INFO)
        .pass(&crate::set_target::INFO)
        .pass(&crate::settle_policies::INFO)
        .pass(&crate::share_numerics::INFO)
        .pass(&crate::split_at_binds::INFO)
        .pass(&crate::sort_puts::INFO)
        .pass(&crate::split_reductions::INFO)
        .pass(&crate::stage_operands::INFO)
        .pass(&crate::state_extents::INFO)
        .pass(&crate::strip_debuginfo::INFO)
        .pass(&crate::switch_to_if::INFO)
        .pass(&crate::symbol_dce::INFO)
        .pass(&crate::tensor_decompose::INFO)
        .pass(&crate::tensor_fuse::INFO)
        .pass(&crate::tensor_hoist::INFO)
        .pass(&crate::tensor_to_loops::INFO)
        .pass(&crate::tensor_to_loops::APPLY_SCHEDULE)
        .pass(&crate::tensor_to_loops::LOWER_ACCESS)
        .pass(&crate::tensor_to_loops::BUFFERIZE)
        .pass(&crate::unroll::APPLY_UNROLL)
        .pass(&crate::unroll::CHOOSE_UNROLL)
        .pass(&crate::unroll::SIMPLIFY_COMPUTES)
        .pass(&crate::mark_nests::INFO)
        .pass(&crate::tile_time::INFO)
        .pass(&crate::trap_nans::INFO)
        .pass(&crate::unify_extents::INFO);
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
