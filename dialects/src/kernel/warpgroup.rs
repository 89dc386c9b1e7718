//! Products by warp groups: four warps that multiply what stands in shared memory, and go on while it is multiplied.

use super::copies::{check_pending, check_shared};
use super::function::check_inside;
use super::matrix::lanes;
use super::transfer::SWIZZLED_ROW;
use crate::constraints::UNIT_ATTR;
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

/// A product of 64 rows of A and n rows of B, 32 bytes of each, added to what the threads of the warp group hold: `D = A·Bᵀ + C`,
/// without waiting.
///
/// All 128 threads of the group come here together; the first thread's number is a multiple of 128. A and B are shared arrays of f16,
/// bf16, f32 (of which the 10 bits of mantissa of tf32 count) or i8 (without a sign with `unsigned`) with last axes of 128 bytes,
/// swizzled as `kernel.bulk_copy` with `swizzle = 128` writes them; the subscripts say the first row of each, a multiple of 8, and the
/// first column, a multiple of 32 bytes. C and D are vectors of n/2 elements, in the layout of `docs/kernels.md`, of f32; of i32 where
/// factors are i8; where they are f16, also of f16. n is a multiple of 8 up to 256; of i8, from 32 on a multiple of 16. D is used by
/// further products only, until `kernel.wgmma_wait` has given it back. The arrays are not written before.
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
    attrs(unsigned: optional(UNIT_ATTR)),
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

/// Rows of A of one product.
pub const GROUP_ROWS: usize = 64;
/// Bytes of each row of A and B of one product.
pub const GROUP_BYTES: usize = 32;

/// The types of factors, and those of their sums.
const TYPES: [(DType, DType); 6] = [
    (DType::F16, DType::F32),
    (DType::F16, DType::F16),
    (DType::BF16, DType::F32),
    (DType::F32, DType::F32),
    (DType::Int(8), DType::Int(32)),
    (DType::UInt(8), DType::Int(32)),
];

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

    /// The type of the factors and that of the sums, if there is such a product.
    pub fn types(self) -> Option<(DType, DType)> {
        let body = self.op().body();
        let sums = lanes(body.ctx(), body.ty(self.c()))?.0;
        let factors = match (element_type(body.ctx(), body.ty(self.a()))?, self.unsigned()) {
            (DType::Int(bits), Some(_)) => DType::UInt(bits),
            (other, None) => other,
            (_, Some(_)) => return None,
        };
        TYPES.contains(&(factors, sums)).then_some((factors, sums))
    }

    /// Columns of A and B of this product.
    pub fn depth(self) -> usize {
        let body = self.op().body();
        let bits = element_type(body.ctx(), body.ty(self.a())).map_or(16, DType::bits);
        8 * GROUP_BYTES / bits as usize
    }
}

impl WgmmaWaitOp<'_> {
    /// How many groups may be pending.
    pub fn left(self) -> u32 {
        let pending = self.pending().and_then(|a| self.op().ctx().attr_int(a));
        pending.and_then(|pending| u32::try_from(pending).ok()).unwrap_or(0)
    }
}

/// Checks one factor: a swizzled shared array of elements that are multiplied.
fn check_factor(op: OpRef<'_>, memref: Value, name: &str) -> Result<DType, Diagnostic> {
    check_shared(op, memref, &format!("multiplies, as {name},"))?;
    let (ctx, ty) = (op.ctx(), op.body().ty(memref));
    let elem = element_type(ctx, ty).unwrap_or(DType::F32);
    let row = dims(ctx, ty).last().and_then(Dim::as_static);
    let is_factor = TYPES.iter().any(|(factor, _)| *factor == elem);
    let fits = is_factor && row == Some(8 * SWIZZLED_ROW as i64 / i64::from(elem.bits()));
    if fits && dims(ctx, ty).len() >= 2 {
        return Ok(elem);
    }
    let ty = type_to_string(ctx, ty);
    Err(op.error(format_args!(
        "multiplies {ty} as {name}: factors are f16, bf16, f32 or i8, in arrays of at least two axes, the last of 128 bytes"
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
        if view.unsigned().is_some() && a != DType::Int(8) {
            return Err(op.error(format_args!("multiplies {a} without a sign: only i8 can have none")));
        }
        check_sums(op, view, a)?;
        check_pending_use(op)
    }
}

/// Checks what factors of a type are added to.
fn check_sums(op: OpRef<'_>, view: WgmmaOp<'_>, factors: DType) -> Result<(), Diagnostic> {
    let (ctx, ty) = (op.ctx(), op.operand_type(0));
    let n = view.columns();
    let (sums, step, from) = match factors {
        DType::F16 => ("f32 or f16", 8, ""),
        DType::Int(_) => ("i32", if n > 32 { 16 } else { 8 }, ", from 32 on of 16,"),
        _ => ("f32", 8, ""),
    };
    let fits = view.types().is_some() && (8..=256).contains(&n) && n.is_multiple_of(step);
    if fits && op.result_type(0) == ty {
        return Ok(());
    }
    let ty = type_to_string(ctx, ty);
    Err(op.error(format_args!(
        "adds to {ty}: each thread holds vector<n/2 x {sums}> of the sums, n a multiple of 8{from} up to 256"
    )))
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
