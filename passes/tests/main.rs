//! The tests of the passes, by what they are about. One binary: each costs a link of all that is below it.

mod accumulate;
mod arith_guard;
mod autodiff;
mod canonical_loops;
mod common;
mod foreign_access;
mod foreign_batch;
mod foreign_memory;
mod joins;
mod loop_level;
mod math_expand;
mod planted_groups;
mod planted_schedules;
mod raise_folds;
mod random_chains;
mod random_programs;
mod random_schedules;
mod tensor_level;
mod tensor_to_loops;
mod third_party;
mod tile_time;
