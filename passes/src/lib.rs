//! tf-passes: the passes of Tensorforge, a file or folder each. [`register_all`] lists them; `docs/glossary.md` explains the
//! terms.

pub mod apply_numerics;
pub mod apply_tiles;
pub mod arith_guard;
pub mod autodiff;
pub mod call_graph;
pub mod canonicalize;
pub mod combine_reciprocals;
pub mod cost;
pub mod cse;
pub mod dce;
mod fold_chain;
pub mod folding_builder;
mod groups;
pub mod inline;
pub mod kernel_expand;
pub mod loop_unroll;
pub mod loop_vectorize;
pub mod lower_tiles;
pub mod map_kernels;
pub mod math_expand;
pub mod name_extents;
pub mod pipelines;
pub mod prove_bounds;
pub mod reconcile_casts;
mod register;
pub mod schedule;
pub mod set_gpu;
pub mod set_target;
pub mod settle_policies;
pub mod split_at_binds;
pub mod split_reductions;
mod stage_operands;
pub mod strip_debuginfo;
pub mod subscript;
pub mod switch_to_if;
pub mod symbol_dce;
pub mod symbol_uses;
pub mod tensor_decompose;
pub mod tensor_fuse;
pub mod tensor_hoist;
pub mod tensor_to_loops;
pub mod tensor_unroll;
pub mod unify_extents;
pub mod vmap;

pub use register::register_all;
