//! The legality of schedules, and their maintenance when computes change. This room builds no op.

pub mod keep;
pub mod legal;
pub mod refusal;
