//! Chooses schedules by price: fusion, groups, tiles, loops. This room builds no loop.

pub mod choose_fusion;
pub mod choose_tiles;
pub mod choose_unroll;
pub mod groups;
pub mod schedule;
pub mod split_reductions;
pub mod stage_operands;
pub(crate) mod tile_time;
pub mod tuned;
