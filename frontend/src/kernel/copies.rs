//! Asynchronous copies, and barriers in memory at which they arrive.

use super::Kernel;
use super::memory::{Array, Memory};
use crate::indexing::gather::Indices;
use crate::trace::error::Site;
use crate::trace::state::{Traced, Val};
use crate::types::dim::Shape;
use crate::types::elem::Elem;
use crate::types::tensor::{Arg, Operand};
use tf_dialects::kernel::{
    AsyncCommit, AsyncCopy, AsyncFence, AsyncWait, BulkCopy, MBarrierArrive, MBarrierInit, MBarrierWait,
};
use tf_ir::kind::WhichOp;

/// A location in memory: the memory, and one index per axis.
type Place<'a> = (&'a Memory, Vec<Arg>);

impl Kernel {
    /// Copies consecutive elements of the last axis asynchronously, from memory that the kernel reads to a
    /// shared array: 4, 8 or 16 bytes, aligned to their size on both sides. [`Kernel::commit_copies`] ends a
    /// group of copies, [`Kernel::wait_copies`] waits for groups.
    #[track_caller]
    pub fn copy_async(
        &self,
        from: &Memory,
        from_indices: impl Indices,
        to: &Memory,
        to_indices: impl Indices,
        elements: usize,
    ) {
        let at = Site::caller();
        let places = [(from, from_indices.args()), (to, to_indices.args())];
        // The error has been reported.
        let _: Traced<()> = self.places(at, places).and_then(|operands| {
            let attrs = [("elements", self.shared.ctx.i64_attr(i64::try_from(elements).unwrap_or(i64::MAX)))];
            self.shared.op(at, AsyncCopy, &operands, &[], &attrs, &[]).map(|_| ())
        });
    }

    /// Ends a group of asynchronous copies: the group has this thread's copies since the last call.
    #[track_caller]
    pub fn commit_copies(&self) {
        let _ = self.shared.op(Site::caller(), AsyncCommit, &[], &[], &[], &[]);
    }

    /// Waits until at most the last `pending` groups of this thread's asynchronous copies are still running.
    #[track_caller]
    pub fn wait_copies(&self, pending: usize) {
        let pending = [("pending", self.shared.ctx.i64_attr(i64::try_from(pending).unwrap_or(i64::MAX)))];
        let _ = self.shared.op(Site::caller(), AsyncWait, &[], &[], &pending, &[]);
    }

    /// Copies a box of memory that the kernel reads to a shared array asynchronously; its bytes arrive at a
    /// barrier. One thread issues the copy; requires a GPU from sm_90 on. The box starts at `from_indices`,
    /// and its extents are the last extents of the array; `to_indices` choose one of the boxes in the array.
    /// Elements beyond the end of the memory are read as zeros. With `swizzled`, rows of 32, 64 or 128 bytes
    /// are written in the swizzled layout that [`Kernel::multiply_rows`] reads; rows of 16 bytes need none.
    #[track_caller]
    pub fn copy_box(
        &self,
        (from, from_indices): (&Memory, impl Indices),
        (to, to_indices): (&Memory, impl Indices),
        (barrier, barrier_indices): (&Memory, impl Indices),
        swizzled: bool,
    ) {
        let places = [from_indices.args(), to_indices.args(), barrier_indices.args()];
        self.boxed(Site::caller(), [from, to, barrier], places, swizzled, None);
    }

    /// As [`Kernel::copy_box`], but multicast to several blocks of the cluster with a single read: bit `i` of
    /// `ranks` selects the block of rank `i`. The block receives the box in its instance of the same array
    /// and at its instance of the same barrier. Each receiving block must have initialized its barrier before
    /// the copy, and must expect the bytes there.
    #[track_caller]
    pub fn copy_box_to(
        &self,
        ranks: impl Operand,
        (from, from_indices): (&Memory, impl Indices),
        (to, to_indices): (&Memory, impl Indices),
        (barrier, barrier_indices): (&Memory, impl Indices),
        swizzled: bool,
    ) {
        let places = [from_indices.args(), to_indices.args(), barrier_indices.args()];
        self.boxed(Site::caller(), [from, to, barrier], places, swizzled, Some(ranks.arg()));
    }

    fn boxed(
        &self,
        at: Site,
        [from, to, barrier]: [&Memory; 3],
        [from_indices, to_indices, barrier_indices]: [Vec<Arg>; 3],
        swizzled: bool,
        ranks: Option<Arg>,
    ) {
        let _: Traced<()> = (|| {
            let mut operands = self.places(at, [(from, from_indices)])?;
            operands.push(to.array()?.val.clone());
            operands.extend(self.subscripts(at, to_indices)?);
            operands.extend(self.places(at, [(barrier, barrier_indices)])?);
            if let Some(ranks) = ranks {
                operands.extend(self.subscripts(at, vec![ranks])?);
            }
            let swizzle = match swizzled {
                true => Some(("swizzle", self.shared.ctx.i64_attr(self.row_bytes(at, to)?))),
                false => None,
            };
            let attrs: Vec<_> = swizzle.into_iter().collect();
            self.shared.op(at, BulkCopy, &operands, &[], &attrs, &[]).map(|_| ())
        })();
    }

    /// The row size in bytes of a swizzled array.
    fn row_bytes(&self, at: Site, memory: &Memory) -> Traced<i64> {
        let array = memory.array()?;
        let shape = self.shared.shape(&array.val);
        let width = shape.last().and_then(|extent| extent.as_const()).unwrap_or(0);
        let bytes = width.saturating_mul(i64::from(array.val.elem.bits() / 8));
        if matches!(bytes, 32 | 64 | 128) {
            return Ok(bytes);
        }
        Err(self
            .shared
            .fail(at, format!("cannot swizzle rows of {bytes} bytes: a row needs 32, 64 or 128 bytes")))
    }

    /// Makes earlier writes to shared memory visible to copies of boxes and warp-group products after the
    /// next barrier.
    #[track_caller]
    pub fn async_fence(&self) {
        let _ = self.shared.op(Site::caller(), AsyncFence, &[], &[], &[], &[]);
    }

    /// Words of shared memory for barriers, at which threads and copies of boxes arrive.
    #[track_caller]
    pub fn barriers(&self, shape: impl Shape) -> Memory {
        self.shared_of(Elem::Int(64), shape)
    }

    /// For each location, the memory, followed by its subscripts.
    fn places<const N: usize>(&self, at: Site, places: [Place<'_>; N]) -> Traced<Vec<Val>> {
        let mut operands = Vec::new();
        for (memory, indices) in places {
            let (array, subscripts): (&Array, Vec<Val>) = memory.access(at, indices)?;
            operands.push(array.val.clone());
            operands.extend(subscripts);
        }
        Ok(operands)
    }

    /// Indices as values.
    pub(super) fn subscripts(&self, at: Site, indices: Vec<Arg>) -> Traced<Vec<Val>> {
        let pieces = self.shared.pieces(at, indices)?;
        let one = |piece| {
            let index = self.shared.scalar_index(at, "an index", piece)?;
            self.shared.index_value(at, &index)
        };
        pieces.iter().map(one).collect()
    }
}

impl Memory {
    /// Initializes a word of [`Kernel::barriers`] as a barrier at which `count` threads arrive in each phase.
    /// One thread calls this.
    #[track_caller]
    pub fn init_barrier(&self, indices: impl Indices, count: usize) {
        let count = [("count", self.shared.ctx.i64_attr(i64::try_from(count).unwrap_or(i64::MAX)))];
        self.at_barrier(Site::caller(), MBarrierInit, indices, None, &count);
    }

    /// Arrives at a barrier without waiting; `bytes` is the size of the box copies that also arrive in this
    /// phase, 0 for none.
    #[track_caller]
    pub fn arrive(&self, indices: impl Indices, bytes: usize) {
        let bytes = (bytes > 0)
            .then(|| ("bytes", self.shared.ctx.i64_attr(i64::try_from(bytes).unwrap_or(i64::MAX))));
        let attrs: Vec<_> = bytes.into_iter().collect();
        self.at_barrier(Site::caller(), MBarrierArrive, indices, None, &attrs);
    }

    /// Waits for the end of the barrier's phase with this parity: 0 for even phases, 1 for odd ones.
    #[track_caller]
    pub fn wait(&self, indices: impl Indices, parity: impl Operand) {
        self.at_barrier(Site::caller(), MBarrierWait, indices, Some(parity.arg()), &[]);
    }

    fn at_barrier(
        &self,
        at: Site,
        what: impl WhichOp,
        indices: impl Indices,
        parity: Option<Arg>,
        attrs: tf_ir::builder::Attrs<'_>,
    ) {
        // The error has been reported.
        let _: Traced<()> = self.access(at, indices.args()).and_then(|(array, subscripts)| {
            let mut operands = [vec![array.val.clone()], subscripts].concat();
            if let Some(parity) = parity {
                let piece = self.shared.piece(at, parity)?;
                let index = self.shared.scalar_index(at, "a parity", &piece)?;
                operands.push(self.shared.index_value(at, &index)?);
            }
            self.shared.op(at, what, &operands, &[], attrs, &[]).map(|_| ())
        });
    }
}
