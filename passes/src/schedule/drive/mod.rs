//! Passes that choose and rewrite in one run. What they choose is chosen in [`decide`](super::decide), what they rewrite in
//! [`apply`](super::apply): no price and no op is made here.

pub(crate) mod apply_groups;
pub(crate) mod apply_unroll;
pub(crate) mod simplify_computes;
pub mod split_reductions;
pub(crate) mod tile_time;
