//! Chooses schedules by price: fusion, groups, tiles, loops. This room builds no loop.

pub(crate) mod choose_fusion;
pub(crate) mod choose_tiles;
pub(crate) mod choose_unroll;
pub(crate) mod groups;
pub mod schedule;
pub(crate) mod split_reductions;
pub(crate) mod stage_operands;
pub(crate) mod tile_time;
pub mod tuned;
