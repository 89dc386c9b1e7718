//! Where threads wait for each other, and what each of them brings.

use tf_dialects::kernel::ShuffleMode;
use tf_dialects::scalar::Kernel;
use tf_ir::body::{Op, Value};
use tf_ir::location::Location;

/// A thread waits at an op for others.
#[derive(Clone)]
pub struct Meeting {
    /// The op.
    pub(crate) op: Op,
    /// Where it stands.
    pub(crate) loc: Location,
    /// Its result, if it has one.
    pub(crate) result: Option<Value>,
    /// Whom it waits for, and what it brings.
    pub(crate) what: What,
}

/// Whom a thread waits for, and what it brings.
#[derive(Clone)]
pub enum What {
    /// The block; what was done to memory is seen afterwards.
    Block,
    /// The warp; what was done to memory is seen afterwards.
    Warp,
    /// The warp: each takes the value (bits) of a lane.
    Shuffle(ShuffleMode, i64, u64),
    /// The warp: whether a condition holds in all threads (`true`) or in any.
    Vote(bool, bool),
    /// The warp: in which threads a condition holds.
    Ballot(bool),
    /// The warp: its values are combined.
    Reduce(Kernel, u64),
}
