//! Passes that choose and rewrite in one run: [`decide`](super::decide) chooses, [`apply`](super::apply)
//! rewrites. This room prices nothing and builds no op.

pub(crate) mod apply_groups;
pub(crate) mod apply_unroll;
pub(crate) mod simplify_computes;
pub mod split_reductions;
pub(crate) mod tile_time;
