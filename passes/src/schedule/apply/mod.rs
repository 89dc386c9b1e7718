//! Rewriting by schedules. Nothing here computes a cost or chooses a schedule.

pub(crate) mod apply_fusion;
pub mod apply_tiles;
pub(crate) mod compute_in_tapes;
pub(crate) mod groups;
pub(crate) mod joins;
pub(crate) mod split_reductions;
pub(crate) mod stage_operands;
pub(crate) mod tile_time;
