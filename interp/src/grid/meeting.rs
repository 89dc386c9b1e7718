//! Where threads wait for each other, and what each of them brings.

use super::phases::Place;
use crate::values::value::Dense;
use std::sync::Arc;
use tf_dialects::kernel::{FactorLayout, Product, ShuffleMode};
use tf_dialects::scalar::{DType, Kernel};
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

/// A factor of a product of a warp group.
#[derive(Clone)]
pub enum Factor {
    /// Where it begins in a shared array.
    Shared(Start),
    /// What the thread holds of it.
    Held(Arc<Dense>),
}

/// Where a factor begins in a shared array, and how it stands there.
#[derive(Clone, PartialEq, Eq)]
pub struct Start {
    pub(super) buffer: usize,
    pub(super) index: Vec<i64>,
    pub(super) layout: FactorLayout,
}

impl Factor {
    /// Where it begins, if that is in a shared array.
    pub(super) fn start(&self) -> Option<&Start> {
        match self {
            Factor::Shared(start) => Some(start),
            Factor::Held(_) => None,
        }
    }
}

/// What one thread of a warp group brings to a product.
#[derive(Clone)]
pub struct Group {
    pub(super) factors: [Factor; 2],
    pub(super) columns: usize,
    /// The types of factors and of sums.
    pub(super) types: (DType, DType),
    pub(super) sums: Arc<Dense>,
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
    /// The warp: a product of what its threads hold.
    Product(Product, [Arc<Dense>; 3]),
    /// The warp: each thread has read a row of a matrix.
    Load {
        /// The row.
        row: [u64; 8],
        /// How many matrices there are.
        matrices: usize,
        /// Whether rows become columns.
        transposed: bool,
        /// The element type.
        dtype: DType,
    },
    /// The warp group: a product of what stands in shared memory.
    Group(Group),
    /// A phase of the barrier of the cluster, by its number.
    Cluster(u32),
    /// Nobody: the others have their turn.
    Turn,
    /// A phase of a barrier in memory, by its parity.
    Phase(Place, u64),
}

impl Meeting {
    /// What it brings to a product of a warp group.
    pub(super) fn group(&self) -> Option<&Group> {
        match &self.what {
            What::Group(group) => Some(group),
            _ => None,
        }
    }
}
