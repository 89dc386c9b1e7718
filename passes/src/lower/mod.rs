//! The lowering from tensors to loops over memory. It decides nothing: schedules say how a compute runs.

pub mod lower_tiles;
pub mod tensor_to_loops;
