//! Rewriting by schedules. Nothing here computes a cost or chooses a schedule.

pub mod apply_fusion;
pub mod apply_tiles;
pub mod compute_in_tapes;
pub mod groups;
pub mod joins;
pub(crate) mod split_reductions;
pub(crate) mod stage_operands;
pub(crate) mod tile_time;
