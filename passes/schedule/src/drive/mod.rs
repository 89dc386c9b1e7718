//! Passes that choose and rewrite in one run: [`decide`](super::decide) chooses, [`apply`](super::apply)
//! rewrites. This room prices nothing and builds no op.

pub mod apply_groups;
pub mod apply_unroll;
pub mod simplify_computes;
pub mod split_reductions;
pub mod tile_time;
