//! Products by warp groups: four warps that multiply matrices in shared memory asynchronously.

use super::copies::check_pending;
use super::factor::FactorLayout;
use super::fragments::Part;
use super::function::check_inside;
use super::matrix::lanes;
use super::swizzle::Swizzle;
use crate::array::element_bytes;
use crate::constraints::UNIT_ATTR;
use crate::scalar::{DType, element_type};
use crate::shared::constraints::{I64_ATTR, INDEX, MEMREF, VECTOR};
use crate::shared::shape::dims;
use smallvec::{SmallVec, smallvec};
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::{Sizes, TypeConstraint};
use tf_ir::types::Dim;

/// A product of 64 rows of A and n rows of B, 32 bytes of each, added to an accumulator in registers of the
/// warp group: `D = A·Bᵀ + C`, without waiting.
///
/// All 128 threads of the group execute it together; the index of the first thread is a multiple of 128.
/// Factors are of f16, bf16, f32 (with the 10 mantissa bits of tf32) or i8 (unsigned with `unsigned`). C and
/// D are vectors of n/2 elements, in the layout of `docs/tutorials/kernels.md`: of f32; of i32 if factors are
/// i8; if they are f16, also of f16. n is a multiple of 8 up to 256; for i8, from 32 on a multiple of 16.
/// Only further products use D until `kernel.wgmma_wait` has returned it.
///
/// A factor is a shared array with a last axis of 16, 32, 64 or 128 bytes. Rows of 16 bytes are plain; longer
/// ones have the swizzle that `kernel.bulk_copy` writes with `swizzle` for their length, counted from the
/// beginning of the array. The subscripts are the first row, a multiple of 8, and the first column, a
/// multiple of 32 bytes. If a row has fewer than 32 bytes, the second half is in the same rows of the next
/// *block*, along the third axis from the end. The arrays are not written before the wait.
///
/// With `transposed_a` or `transposed_b`, rows of the array are columns of the factor, of 16-bit elements:
/// the array holds A as [k][m], or B as [k][n], and a product reads 16 rows of it. A row of the factor begins
/// at column 0; the m = 64 or n columns fill whole rows, those of several blocks if one row is too short.
///
/// A may also be in registers: a vector of 32 bytes divided by two of the elements of B, in the layout of
/// `docs/tutorials/kernels.md`. In a loop, such a product is waited for before the next iteration, which
/// overwrites its operand.
#[op(
    "kernel.wgmma",
    operands(
        c: VECTOR,
        a: FACTOR,
        a_subscripts: variadic(INDEX) = Context::index,
        b: MEMREF,
        b_subscripts: variadic(INDEX) = Context::index,
    ),
    sizes(factors),
    results(d: VECTOR = c),
    attrs(
        transposed_a: optional(UNIT_ATTR),
        transposed_b: optional(UNIT_ATTR),
        unsigned: optional(UNIT_ATTR),
    ),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$c `,` $a (`[` $a_subscripts^ `]`)? `,` $b `[` $b_subscripts `]` attr-dict `:` type($c) `,` type($a) `,` type($b)",
)]
pub struct Wgmma;

/// Precedes the first product of a group and follows register writes of its operands: it orders the two.
#[op("kernel.wgmma_fence", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct WgmmaFence;

/// Ends a group of products: the products of this warp group since its last commit.
#[op("kernel.wgmma_commit", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct WgmmaCommit;

/// Waits until all but the last `pending` groups of products of this warp group have ended, and returns the
/// sums: for any use if none is pending, otherwise for further products.
#[op(
    "kernel.wgmma_wait",
    operands(sums: VECTOR),
    results(result: VECTOR = sums),
    attrs(pending: I64_ATTR),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$sums `pending` `=` int($pending) attr-dict `:` type($sums)",
)]
pub struct WgmmaWait;

/// Makes writes of threads to shared memory visible to copies of boxes and products of warp groups that
/// follow a barrier.
#[op("kernel.async_fence", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct AsyncFence;

/// Threads of a warp group.
pub const WARP_GROUP: usize = 128;

/// Rows of A of one product.
pub const GROUP_ROWS: usize = 64;
/// Bytes of each row of A and B of one product.
pub const GROUP_BYTES: usize = 32;

/// The pairs of factor and sum types that warp groups multiply.
pub const GROUP_PRODUCTS: [(DType, DType); 6] = [
    (DType::F16, DType::F32),
    (DType::F16, DType::F16),
    (DType::BF16, DType::F32),
    (DType::F32, DType::F32),
    (DType::Int(8), DType::Int(32)),
    (DType::UInt(8), DType::Int(32)),
];

const FACTOR: TypeConstraint = TypeConstraint {
    summary: "a memref, or a one-dimensional vector in registers",
    check: |ctx, ty| (MEMREF.check)(ctx, ty) || (VECTOR.check)(ctx, ty),
};

/// C, and A and B with their subscripts.
fn factors(op: OpRef<'_>) -> Sizes {
    let rank = |operand: usize| {
        let there = operand < op.operand_count();
        if there { dims(op.ctx(), op.operand_type(operand)).len() } else { 0 }
    };
    let a = rank(1);
    smallvec![1, 1, a, 1, rank(2 + a)]
}

impl WgmmaOp<'_> {
    /// Rows of B: columns of the sums.
    pub fn columns(self) -> usize {
        let body = self.op().body();
        lanes(body.ctx(), body.ty(self.c())).map_or(0, |(_, held)| 2 * held)
    }

    /// The type of the factors and that of the sums, if the product exists.
    pub fn types(self) -> Option<(DType, DType)> {
        let body = self.op().body();
        let sums = lanes(body.ctx(), body.ty(self.c()))?.0;
        let factors = match (element_type(body.ctx(), body.ty(self.a()))?, self.unsigned()) {
            (DType::Int(bits), Some(_)) => DType::UInt(bits),
            (other, None) => other,
            (_, Some(_)) => return None,
        };
        GROUP_PRODUCTS.contains(&(factors, sums)).then_some((factors, sums))
    }

    /// Whether A is in registers.
    pub fn holds_a(self) -> bool {
        let body = self.op().body();
        lanes(body.ctx(), body.ty(self.a())).is_some()
    }

    /// The layout of a factor in a shared array; `None` if it is not in one, or its rows have an unsupported
    /// length.
    pub fn layout(self, part: Part) -> Option<FactorLayout> {
        let (body, depth) = (self.op().body(), self.depth() as u64);
        let (array, transposed, lines) = match part {
            Part::A => (self.a(), self.transposed_a().is_some(), GROUP_ROWS as u64),
            _ => (self.b(), self.transposed_b().is_some(), self.columns() as u64),
        };
        let (ctx, ty) = (body.ctx(), body.ty(array));
        let elem = element_type(ctx, ty).and_then(element_bytes)? as u64;
        let extent = |dim: &Dim| dim.as_static().and_then(|extent| u64::try_from(extent).ok());
        let [.., height, width] = dims(ctx, ty) else { return None };
        let (block_rows, width) = (extent(height)?, extent(width)?);
        let swizzle = Swizzle::of_row(elem.checked_mul(width)?)?;
        let (rows, columns) = if transposed { (depth, lines) } else { (lines, depth) };
        Some(FactorLayout { elem, swizzle, transposed, block_rows, rows, columns })
    }

    /// Columns of A and B of this product.
    pub fn depth(self) -> usize {
        let body = self.op().body();
        let bits = element_type(body.ctx(), body.ty(self.b())).map_or(16, DType::bits);
        8 * GROUP_BYTES / bits as usize
    }
}

impl WgmmaWaitOp<'_> {
    /// The maximum count of pending groups.
    pub fn left(self) -> u32 {
        let pending = self.pending().and_then(|a| self.op().ctx().attr_int(a));
        pending.and_then(|pending| u32::try_from(pending).ok()).unwrap_or(0)
    }
}

impl Verify for WgmmaWait {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        check_pending(op, WgmmaWait::PENDING)
    }
}

macro_rules! inside {
    ($($op:ident),*) => { $(
        impl Verify for $op {
            fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
                check_inside(op)
            }
        }
    )* };
}
inside!(WgmmaFence, WgmmaCommit, AsyncFence);

/// A full read and write effect keeps memory accesses from moving past them.
macro_rules! orders {
    ($($op:ident),*) => { $(
        impl Effects for $op {
            fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
                smallvec![Effect::Read(None), Effect::Write(None), Effect::Control]
            }
        }
    )* };
}
orders!(Wgmma, WgmmaFence, WgmmaCommit, WgmmaWait, AsyncFence);
