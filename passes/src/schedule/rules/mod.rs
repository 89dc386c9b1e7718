//! What schedules may say of a compute, and what becomes of them where computes change. No op is made here.

pub(crate) mod keep;
pub(crate) mod legal;
