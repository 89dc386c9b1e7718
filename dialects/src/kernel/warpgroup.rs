//! Products by warp groups: four warps that multiply what stands in shared memory, and go on while it is multiplied.

use super::copies::{check_pending, check_shared};
use super::function::check_inside;
use super::matrix::lanes;
use super::transfer::SWIZZLED_ROW;
use crate::loops;
use crate::scalar::{DType, element_type};
use crate::shared::constraints::{I64_ATTR, INDEX, MEMREF, VECTOR};
use crate::shared::shape::dims;
use smallvec::{SmallVec, smallvec};
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::Sizes;
use tf_ir::text::type_to_string;
use tf_ir::types::Dim;

/// A product of 64 rows of A and n rows of B, 16 columns of each, added to what the threads of the warp group hold: `D = A·Bᵀ + C`,
/// without waiting.
///
/// All 128 threads of the group come here together; the first thread's number is a multiple of 128. A and B are shared arrays of f16 or
/// bf16 with last axes of 64 elements, swizzled as `kernel.bulk_copy` with `swizzle = 128` writes them; the subscripts say the first row
/// of each, a multiple of 8, and the first column, a multiple of 16. C and D are vectors of n/2 elements of f32, in the layout of
/// `docs/kernels.md`; n is a multiple of 8 up to 256. D is used by further products only, until `kernel.wgmma_wait` has given it back.
/// The arrays are not written before.
#[op(
    "kernel.wgmma",
    operands(
        c: VECTOR,
        a: MEMREF,
        a_subscripts: variadic(INDEX) = Context::index,
        b: MEMREF,
        b_subscripts: variadic(INDEX) = Context::index,
    ),
    sizes(factors),
    results(d: VECTOR = c),
    interfaces(Verify, Effects),
    derive(InferTypes),
    asm = "$c `,` $a `[` $a_subscripts `]` `,` $b `[` $b_subscripts `]` attr-dict `:` type($c) `,` type($a) `,` type($b)",
)]
pub struct Wgmma;

/// Comes before the first product of a group, and after the threads have written what they hold: it orders the two.
#[op("kernel.wgmma_fence", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct WgmmaFence;

/// Ends a group of products: those of this warp group since the last one.
#[op("kernel.wgmma_commit", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct WgmmaCommit;

/// Waits until all groups of products of this warp group have ended but the last `pending`, and gives the sums back: to be used freely if
/// none is pending, else by further products.
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

/// Makes what threads have written to shared memory seen by copies of boxes and products of warp groups that follow a barrier.
#[op("kernel.async_fence", interfaces(Verify, Effects), asm = "attr-dict")]
pub struct AsyncFence;

/// Threads of a warp group.
pub const WARP_GROUP: usize = 128;

/// Rows of A, and columns of A and B, of one product.
pub const GROUP_ROWS: usize = 64;
/// See [`GROUP_ROWS`].
pub const GROUP_COLUMNS: usize = 16;

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
}

impl WgmmaWaitOp<'_> {
    /// How many groups may be pending.
    pub fn left(self) -> u32 {
        let pending = self.pending().and_then(|a| self.op().ctx().attr_int(a));
        pending.and_then(|pending| u32::try_from(pending).ok()).unwrap_or(0)
    }
}

/// Checks one factor: a swizzled shared array of floats of 16 bits.
fn check_factor(op: OpRef<'_>, memref: Value, name: &str) -> Result<DType, Diagnostic> {
    check_shared(op, memref, &format!("multiplies, as {name},"))?;
    let (ctx, ty) = (op.ctx(), op.body().ty(memref));
    let elem = element_type(ctx, ty).unwrap_or(DType::F32);
    let row = dims(ctx, ty).last().and_then(Dim::as_static);
    let fits = matches!(elem, DType::F16 | DType::BF16) && row == Some((SWIZZLED_ROW / 2) as i64);
    if fits && dims(ctx, ty).len() >= 2 {
        return Ok(elem);
    }
    let ty = type_to_string(ctx, ty);
    Err(op.error(format_args!(
        "multiplies {ty} as {name}: factors are f16 or bf16, in arrays of at least two axes, the last of 64 elements"
    )))
}

impl Verify for Wgmma {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        let Some(view) = op.cast(Wgmma) else { return Ok(()) };
        let (a, b) = (check_factor(op, view.a(), "A")?, check_factor(op, view.b(), "B")?);
        if a != b {
            return Err(op.error(format_args!("multiplies elements of type {a} and {b}: both have one type")));
        }
        let (ctx, ty) = (op.ctx(), op.operand_type(0));
        let n = view.columns();
        let fits =
            matches!(lanes(ctx, ty), Some((DType::F32, _))) && (8..=256).contains(&n) && n.is_multiple_of(8);
        if !fits || op.result_type(0) != ty {
            let ty = type_to_string(ctx, ty);
            return Err(op.error(format_args!(
                "adds to {ty}: each thread holds vector<n/2 x f32> of the sums, n a multiple of 8 up to 256"
            )));
        }
        check_pending_use(op)
    }
}

/// Checks that sums are not looked at while they are computed: they go to further products and to waits, also around loops.
fn check_pending_use(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let body = op.body();
    let mut seen: Vec<Value> = Vec::new();
    let mut pending = vec![op.result(0)];
    while let Some(value) = pending.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        for usage in body.uses(value) {
            let user = body.op(usage.op);
            if user.is(Wgmma) {
                continue;
            }
            if let Some(wait) = user.cast(WgmmaWait) {
                if wait.left() > 0 {
                    pending.push(user.result(0));
                }
                continue;
            }
            let Some(next) = around(user, usage.operand) else {
                let error = op.error(
                    "is used before it is there: wait for it (kernel.wgmma_wait), and use what that gives",
                );
                return Err(error.note(user.loc(), "it is used here"));
            };
            pending.extend(next);
        }
    }
    Ok(())
}

/// Where a value goes that a counted loop begins with, or that ends a region of one or of a conditional.
fn around(user: OpRef<'_>, operand: usize) -> Option<Vec<Value>> {
    let body = user.body();
    if user.is(loops::For) {
        let carried = operand.checked_sub(3)?;
        let entry = user.entry(0)?;
        return Some(vec![body.arg(entry, carried + 1)]);
    }
    if !user.is(loops::Yield) {
        return None;
    }
    let owner = user.parent()?;
    let mut next = vec![owner.results().nth(operand)?];
    if owner.is(loops::For) {
        next.push(body.arg(owner.entry(0)?, operand + 1));
    } else if !owner.is(loops::If) {
        return None;
    }
    Some(next)
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

/// They order accesses of all memory, so nothing moves past them.
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
