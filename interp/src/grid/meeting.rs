//! Meetings: the ops at which threads wait for each other, with the data each thread contributes.

use super::phases::WordAddress;
use crate::values::value::Dense;
use std::sync::Arc;
use tf_dialects::kernel::{FactorLayout, Product, ShuffleMode};
use tf_dialects::scalar::{DType, Kernel};
use tf_ir::body::{Op, Value};
use tf_ir::location::Location;

/// A thread that waits for others at an op.
#[derive(Clone)]
pub struct Meeting {
    /// The op.
    pub(crate) op: Op,
    /// The location of the op.
    pub(crate) loc: Location,
    /// Its result, if it has one.
    pub(crate) result: Option<Value>,
    /// The kind of meeting, with the thread's contribution.
    pub(crate) what: What,
}

/// An operand of a product of a warp group.
#[derive(Clone)]
pub enum Factor {
    /// A tile in shared memory, by its start.
    Shared(Start),
    /// The thread's fragment, in registers.
    Held(Arc<Dense>),
}

/// The start of an operand in shared memory, and its layout.
#[derive(Clone, PartialEq, Eq)]
pub struct Start {
    pub(super) buffer: usize,
    pub(super) index: Vec<i64>,
    pub(super) layout: FactorLayout,
}

impl Factor {
    /// The start of an operand in shared memory.
    pub(super) fn start(&self) -> Option<&Start> {
        match self {
            Factor::Shared(start) => Some(start),
            Factor::Held(_) => None,
        }
    }
}

/// The contribution of one thread of a warp group to a product.
#[derive(Clone)]
pub struct Group {
    pub(super) factors: [Factor; 2],
    pub(super) columns: usize,
    /// The types of operands and of accumulators.
    pub(super) types: (DType, DType),
    pub(super) sums: Arc<Dense>,
}

/// The kind of meeting, with the thread's contribution.
#[derive(Clone)]
pub enum What {
    /// The block; memory accesses are visible afterwards.
    Block,
    /// The warp; memory accesses are visible afterwards.
    Warp,
    /// The warp: each thread receives the value (bits) of a lane.
    Shuffle(ShuffleMode, i64, u64),
    /// The warp: whether a condition holds in all threads (`true`) or in any.
    Vote(bool, bool),
    /// The warp: the mask of threads in which a condition holds.
    Ballot(bool),
    /// The warp: a reduction of the values.
    Reduce(Kernel, u64),
    /// The warp: a matrix product of fragments.
    Product(Product, [Arc<Dense>; 3]),
    /// The warp: each thread has read a row of a matrix.
    Load {
        /// The row.
        row: [u64; 8],
        /// The count of matrices.
        matrices: usize,
        /// True if the matrices are transposed.
        transposed: bool,
        /// The element type.
        dtype: DType,
    },
    /// The warp group: a matrix product with operands in shared memory.
    Group(Group),
    /// The barrier of the cluster, by the index of its phase.
    Cluster(u32),
    /// No meeting: the thread yields to the others.
    Turn,
    /// A phase of a barrier in memory, by its parity.
    Phase(WordAddress, u64),
}

impl Meeting {
    /// The contribution to a product of a warp group.
    pub(super) fn group(&self) -> Option<&Group> {
        match &self.what {
            What::Group(group) => Some(group),
            _ => None,
        }
    }
}
