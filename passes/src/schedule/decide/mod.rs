//! The choice of schedules, by price: fusion, groups, tiles, loops. What a schedule does to code is not known here.

pub(crate) mod choose_fusion;
pub(crate) mod choose_tiles;
pub(crate) mod choose_unroll;
pub(crate) mod groups;
pub mod schedule;
pub(crate) mod split_reductions;
pub(crate) mod stage_operands;
pub(crate) mod tile_time;
pub mod tuned;
