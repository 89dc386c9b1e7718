//! The lowering from tensors to loops over memory. It makes no choices: schedules determine how a compute
//! runs.

pub mod lower_tiles;
pub mod tensor_to_loops;
