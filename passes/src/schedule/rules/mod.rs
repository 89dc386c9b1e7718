//! The legality of schedules, and their maintenance when computes change. This room builds no op.

pub(crate) mod keep;
pub(crate) mod legal;
