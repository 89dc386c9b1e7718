//! Passes that choose and rewrite in one run. Nothing here is priced, and no op is made:
//! [`decide`](super::decide) does the one, [`apply`](super::apply) the other.

pub(crate) mod apply_groups;
pub(crate) mod apply_unroll;
pub(crate) mod simplify_computes;
pub mod split_reductions;
pub(crate) mod tile_time;
