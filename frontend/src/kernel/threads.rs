//! Thread indices, barriers, and exchange of values between the threads of a warp.

use super::Kernel;
use crate::reduce::Combine;
use crate::trace::error::Site;
use crate::trace::state::{Traced, Val};
use crate::types::elem::Elem;
use crate::types::index::IndexExpr;
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_dialects::kernel::{
    self, Axis, Ballot, Barrier, BlockDim, BlockId, GridDim, LaneId, Shuffle, ShuffleMode, ThreadId, Vote,
    WarpBarrier, WarpId, WarpReduce,
};
use tf_ir::kind::WhichOp;

impl Kernel {
    /// The index of the thread in its block along an axis: 0 for x, whose neighbours share a warp, 1 for y, 2
    /// for z.
    #[track_caller]
    pub fn thread_id(&self, axis: usize) -> Tensor {
        self.id_along(Site::caller(), ThreadId, axis)
    }

    /// The index of the block in the grid along an axis.
    #[track_caller]
    pub fn block_id(&self, axis: usize) -> Tensor {
        self.id_along(Site::caller(), BlockId, axis)
    }

    /// The number of threads per block along an axis.
    #[track_caller]
    pub fn block_dim(&self, axis: usize) -> Tensor {
        let known = self.open.borrow().block.get(axis).copied();
        let known = known.or((axis < Axis::ALL.len()).then_some(Some(1)));
        match known.flatten() {
            Some(threads) => Tensor::of_index(&self.shared, Ok(IndexExpr::constant(threads))),
            None => self.id_along(Site::caller(), BlockDim, axis),
        }
    }

    /// The number of blocks of the grid along an axis.
    #[track_caller]
    pub fn grid_dim(&self, axis: usize) -> Tensor {
        self.id_along(Site::caller(), GridDim, axis)
    }

    /// The index of the thread in the grid along an axis: `block_id * block_dim + thread_id`.
    #[track_caller]
    pub fn index(&self, axis: usize) -> Tensor {
        let at = Site::caller();
        self.once(at, || self.block_id(axis) * self.block_dim(axis) + self.thread_id(axis))
    }

    /// A nonnegative integer that is computed at its definition, not at its uses.
    fn once(&self, at: Site, make: impl FnOnce() -> Tensor) -> Tensor {
        self.shared.library(at, || self.natural(make().val(at)))
    }

    /// The linear index of the thread in its block, along x, then y, then z.
    #[track_caller]
    pub fn thread(&self) -> Tensor {
        let at = Site::caller();
        self.once(at, || {
            let rows = self.thread_id(2) * self.block_dim(1) + self.thread_id(1);
            rows * self.block_dim(0) + self.thread_id(0)
        })
    }

    /// The number of threads per block.
    #[track_caller]
    pub fn threads(&self) -> Tensor {
        let at = Site::caller();
        self.shared.library(at, || self.block_dim(0) * self.block_dim(1) * self.block_dim(2))
    }

    /// The lane of the thread in its warp, from 0 to 31.
    #[track_caller]
    pub fn lane_id(&self) -> Tensor {
        let at = Site::caller();
        self.natural(self.shared.value(at, LaneId, &[], self.shared.scalars(Elem::Index), &[]))
    }

    /// The index of the thread's warp in its block.
    #[track_caller]
    pub fn warp_id(&self) -> Tensor {
        let at = Site::caller();
        self.natural(self.shared.value(at, WarpId, &[], self.shared.scalars(Elem::Index), &[]))
    }

    pub(super) fn id_along(&self, at: Site, what: impl WhichOp, axis: usize) -> Tensor {
        let Some(axis) = Axis::ALL.get(axis) else {
            let message = format!("there is no axis {axis}: a grid has the axes 0 (x), 1 (y) and 2 (z)");
            return Tensor::of(&self.shared, Err(self.shared.fail(at, message)));
        };
        let attrs = [("axis", self.shared.ctx.string_attr(axis.name()))];
        self.natural(self.shared.value(at, what, &[], self.shared.scalars(Elem::Index), &attrs))
    }

    /// A nonnegative integer.
    pub(super) fn natural(&self, val: Traced<Val>) -> Tensor {
        Tensor::of_index(&self.shared, val.map(|val| IndexExpr::value(val, true)))
    }

    /// Waits for all threads of the block; afterwards, all of them see each other's earlier memory accesses.
    /// All threads of the block must reach the barrier: the conditions of enclosing loops and conditionals
    /// are uniform in the block.
    #[track_caller]
    pub fn barrier(&self) {
        // The error has been reported.
        let _ = self.shared.op(Site::caller(), Barrier, &[], &[], &[], &[]);
    }

    /// As [`Kernel::barrier`], for the threads of a warp.
    #[track_caller]
    pub fn warp_barrier(&self) {
        let _ = self.shared.op(Site::caller(), WarpBarrier, &[], &[], &[], &[]);
    }

    /// The value of lane `lane`, modulo 32. All threads of the warp must reach this call together; the same
    /// holds for the operations below.
    #[track_caller]
    pub fn shuffle(&self, value: impl Operand, lane: impl Operand) -> Tensor {
        self.shuffled(Site::caller(), ShuffleMode::Index, value.arg(), lane.arg())
    }

    /// The value of the lane `by` lanes below; the thread's own value if there is none.
    #[track_caller]
    pub fn shuffle_up(&self, value: impl Operand, by: impl Operand) -> Tensor {
        self.shuffled(Site::caller(), ShuffleMode::Up, value.arg(), by.arg())
    }

    /// The value of the lane `by` lanes above; the thread's own value if there is none.
    #[track_caller]
    pub fn shuffle_down(&self, value: impl Operand, by: impl Operand) -> Tensor {
        self.shuffled(Site::caller(), ShuffleMode::Down, value.arg(), by.arg())
    }

    /// The value of the lane whose index differs in these bits.
    #[track_caller]
    pub fn shuffle_xor(&self, value: impl Operand, bits: impl Operand) -> Tensor {
        self.shuffled(Site::caller(), ShuffleMode::Xor, value.arg(), bits.arg())
    }

    fn shuffled(&self, at: Site, mode: ShuffleMode, value: Arg, number: Arg) -> Tensor {
        let shared = &self.shared;
        let made = (|| {
            let pieces = shared.pieces(at, [value, number])?;
            let value = shared.scalar(at, &pieces[0], pieces[0].elem())?;
            let number = shared.scalar_index(at, "a lane index", &pieces[1])?;
            let number = shared.index_value(at, &number)?;
            let attrs = [("mode", shared.ctx.string_attr(mode.name()))];
            let typed = value.typed();
            shared.value(at, Shuffle, &[value, number], typed, &attrs)
        })();
        Tensor::of(shared, made)
    }

    /// Whether a condition holds in all threads of the warp.
    #[track_caller]
    pub fn all(&self, condition: impl Operand) -> Tensor {
        self.vote(Site::caller(), "all", condition.arg())
    }

    /// Whether a condition holds in any thread of the warp.
    #[track_caller]
    pub fn any(&self, condition: impl Operand) -> Tensor {
        self.vote(Site::caller(), "any", condition.arg())
    }

    fn vote(&self, at: Site, how: &str, condition: Arg) -> Tensor {
        let shared = &self.shared;
        let made = shared.truth(at, condition).and_then(|condition| {
            let attrs = [("how", shared.ctx.string_attr(how))];
            shared.value(at, Vote, &[condition], shared.scalars(Elem::Bool), &attrs)
        });
        Tensor::of(shared, made)
    }

    /// The threads of the warp in which a condition holds: bit `l` of a u32 is the condition of lane `l`.
    #[track_caller]
    pub fn ballot(&self, condition: impl Operand) -> Tensor {
        let (at, shared) = (Site::caller(), &self.shared);
        let made = shared.truth(at, condition.arg()).and_then(|condition| {
            shared.value(at, Ballot, &[condition], shared.scalars(Elem::UInt(32)), &[])
        });
        Tensor::of(shared, made)
    }

    /// Reduces the values of all 32 threads of the warp; all of them get the result.
    #[track_caller]
    pub fn warp_reduce(&self, how: Combine, value: impl Operand) -> Tensor {
        let (at, shared) = (Site::caller(), &self.shared);
        let made = (|| {
            let piece = shared.piece(at, value.arg())?;
            let value = shared.scalar(at, &piece, piece.elem())?;
            let kind = self.combining_kind(at, how, value.elem)?;
            let typed = value.typed();
            shared.value(at, WarpReduce, &[value], typed, &[("kind", shared.ctx.string_attr(kind))])
        })();
        Tensor::of(shared, made)
    }

    fn combining_kind(&self, at: Site, how: Combine, elem: Elem) -> Traced<&'static str> {
        super::atomic::combining_kind(&self.shared, at, how, elem)
    }

    /// Reduces the values of all threads of the block through shared memory; all of them get the result. All
    /// threads of the block must reach this call; their count is a constant multiple of 32.
    ///
    /// ```
    /// # use tf_frontend::{Combine, Program};
    /// let program = Program::trace("norms", |p| {
    ///     let (n, m) = (p.dim("n"), p.dim("m"));
    ///     let x = p.input::<f32>("x", [n, m]);
    ///     p.kernel(n, 128, |k| {
    ///         let (x, norms) = (k.read(&x), k.write::<f32>([n]));
    ///         let row = k.block_id(0);
    ///         let part = k.for_step(k.thread_id(0), m, k.block_dim(0), 0.0f32, |j, sum| {
    ///             let x = x.at([&row, &j]);
    ///             sum + &x * &x
    ///         });
    ///         let sum = k.block_reduce(Combine::Sum, part);
    ///         k.when(k.thread_id(0).eq(0), || norms.set(&row, sum.sqrt()));
    ///         norms
    ///     })
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn block_reduce(&self, how: Combine, value: impl Operand) -> Tensor {
        let (at, shared) = (Site::caller(), &self.shared);
        let value = Tensor::from_arg(shared, at, value.arg());
        let known: Option<i64> = self.open.borrow().block.iter().copied().product();
        let warps = match known {
            Some(threads) if threads > 0 && threads % kernel::WARP as i64 == 0 => {
                threads / kernel::WARP as i64
            }
            _ => {
                let message =
                    "a reduction over a block needs a constant thread count that is a multiple of 32";
                return Tensor::of(shared, Err(shared.fail(at, message)));
            }
        };
        if value.is_poisoned() {
            return value;
        }
        shared.clone().library(at, || {
            let part = self.warp_reduce(how, &value);
            if warps == 1 {
                return part;
            }
            let parts = self.shared_of(value.elem(), [warps]);
            self.when(self.lane_id().eq(0), || parts.set(self.warp_id(), &part));
            self.barrier();
            // A fixed order gives all threads the same bits.
            let rest = (1..warps).map(|warp| parts.at(warp));
            rest.fold(parts.at(0), |sum, part| how.apply(&sum, &part))
        })
    }
}

impl Combine {
    /// Combines two values.
    #[track_caller]
    fn apply(self, a: &Tensor, b: &Tensor) -> Tensor {
        match self {
            Combine::Sum => a + b,
            Combine::Product => a * b,
            Combine::Min => a.min(b),
            Combine::Max => a.max(b),
            Combine::All => a & b,
            Combine::Any => a | b,
            Combine::Xor => a ^ b,
        }
    }
}
