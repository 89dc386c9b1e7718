//! Products by warp groups, of operands in shared memory and in registers.

use super::Kernel;
use super::fragment::Fragment;
use super::memory::Memory;
use crate::indexing::gather::Indices;
use crate::trace::error::Site;
use crate::trace::state::{Traced, Val};
use crate::types::elem::Elem;
use crate::types::tensor::Arg;
use tf_dialects::kernel::{Wgmma, WgmmaCommit, WgmmaFence, WgmmaWait};

/// An operand of a product by a warp group ([`Kernel::multiply_group`]).
///
/// Shared arrays have rows of 16, 32, 64 or 128 bytes; rows of more than 16 bytes are swizzled, as
/// [`Kernel::copy_box`] writes them. An operand that is wider than the rows of one block continues in the
/// same rows of the next block, along the third axis from the end.
pub struct Factor<'a> {
    from: Origin<'a>,
    transposed: bool,
}

/// The storage of an operand.
enum Origin<'a> {
    Array(&'a Memory, Vec<Arg>),
    Threads(&'a Fragment),
}

impl<'a> Factor<'a> {
    /// Rows of the shared array are rows of the operand; the indices are the start row and column.
    pub fn rows(memory: &'a Memory, indices: impl Indices) -> Factor<'a> {
        Factor { from: Origin::Array(memory, indices.args()), transposed: false }
    }

    /// Rows of the shared array are columns of the operand, whose elements have 16 bits; whole rows only.
    pub fn columns(memory: &'a Memory, indices: impl Indices) -> Factor<'a> {
        Factor { from: Origin::Array(memory, indices.args()), transposed: true }
    }

    /// Operand A in registers: 32 bytes of each of its 64 rows, distributed over the threads in the layout of
    /// `docs/tutorials/kernels.md`.
    pub fn held(fragment: &'a Fragment) -> Factor<'a> {
        Factor { from: Origin::Threads(fragment), transposed: false }
    }

    fn elem(&self) -> Elem {
        match self.from {
            Origin::Array(memory, _) => memory.elem(),
            Origin::Threads(fragment) => fragment.elem(),
        }
    }

    fn operands(self, at: Site) -> Traced<Vec<Val>> {
        match self.from {
            Origin::Array(memory, indices) => {
                let (array, subscripts) = memory.access(at, indices)?;
                Ok([vec![array.val.clone()], subscripts].concat())
            }
            Origin::Threads(fragment) => Ok(vec![fragment.inner.val(at)?]),
        }
    }
}

impl Kernel {
    /// `A·Bᵀ + C` by the four warps of a warp group, asynchronously: 64 rows of A, as many rows of B as C has
    /// columns, and 32 bytes of each row; on H100 (sm_90a). Operands are f16, bf16, f32 (10 bits of mantissa
    /// are used), i8 or u8. A and B are swizzled shared arrays that [`Kernel::copy_box`] has written; the
    /// indices are the start rows and columns. [`Kernel::wait_products`] returns the sums.
    #[track_caller]
    pub fn multiply_rows(
        &self,
        (a, a_indices): (&Memory, impl Indices),
        (b, b_indices): (&Memory, impl Indices),
        c: &Fragment,
    ) -> Fragment {
        self.multiply_group(Factor::rows(a, a_indices), Factor::rows(b, b_indices), c)
    }

    /// As [`Kernel::multiply_rows`], for operands in shared memory by rows or by columns; A may be in
    /// registers.
    #[track_caller]
    pub fn multiply_group(&self, a: Factor<'_>, b: Factor<'_>, c: &Fragment) -> Fragment {
        let (at, shared) = (Site::caller(), &self.shared);
        let made = (|| {
            if matches!(b.from, Origin::Threads(_)) {
                return Err(shared.fail(at, "the factor B must be in shared memory, not in registers"));
            }
            let flags = [
                (a.transposed, "transposed_a"),
                (b.transposed, "transposed_b"),
                (a.elem() == Elem::UInt(8), "unsigned"),
            ];
            let flags = flags.into_iter().filter(|flag| flag.0);
            let attrs: Vec<_> = flags.map(|(_, name)| (name, shared.ctx.unit_attr())).collect();
            let operands = [vec![c.inner.val(at)?], a.operands(at)?, b.operands(at)?].concat();
            let typed = operands[0].typed();
            shared.value(at, Wgmma, &operands, typed, &attrs)
        })();
        Fragment::of(shared, made, c.held)
    }

    /// Must precede the first product of a group by [`Kernel::multiply_rows`] or [`Kernel::multiply_group`].
    #[track_caller]
    pub fn begin_products(&self) {
        // The error has been reported.
        let _ = self.shared.op(Site::caller(), WgmmaFence, &[], &[], &[], &[]);
    }

    /// Ends a group of products.
    #[track_caller]
    pub fn commit_products(&self) {
        let _ = self.shared.op(Site::caller(), WgmmaCommit, &[], &[], &[], &[]);
    }

    /// Waits until at most the last `pending` groups of products are still running, and returns the sums.
    #[track_caller]
    pub fn wait_products(&self, sums: &Fragment, pending: usize) -> Fragment {
        let (at, shared) = (Site::caller(), &self.shared);
        let made = sums.inner.val(at).and_then(|val| {
            let typed = val.typed();
            let pending = shared.ctx.i64_attr(i64::try_from(pending).unwrap_or(i64::MAX));
            shared.value(at, WgmmaWait, &[val], typed, &[("pending", pending)])
        });
        Fragment::of(shared, made, sums.held)
    }
}
