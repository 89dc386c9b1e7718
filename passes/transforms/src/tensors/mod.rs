//! Passes over whole tensors, from named ops to comprehensions over known extents. They choose no loops and
//! allocate no memory.

pub mod apply_numerics;
pub mod call_routines;
pub mod combine_reciprocals;
pub mod name_extents;
pub mod polyphase;
pub mod prove_bounds;
pub mod raise_folds;
pub mod select_to_if;
pub mod set_gpu;
pub mod set_target;
pub mod settle_contraction;
pub mod settle_policies;
pub mod share_numerics;
pub mod simplify_indices;
pub mod sort_puts;
pub mod split_at_binds;
pub mod state_extents;
pub mod tensor_decompose;
pub mod tensor_hoist;
pub mod unify_extents;
