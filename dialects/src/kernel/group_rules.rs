//! Verifier rules of products of warp groups: factors, sums, and no uses of pending sums.

use super::copies::check_shared;
use super::fragments::Part;
use super::function::check_inside;
use super::matrix::lanes;
use super::swizzle::SWIZZLED_ROWS;
use super::warpgroup::{GROUP_PRODUCTS, Wgmma, WgmmaOp, WgmmaWait};
use crate::loops;
use crate::scalar::{DType, element_type};
use crate::shared::shape::dims;
use tf_ir::body::Value;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

impl Verify for Wgmma {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        let Some(view) = op.cast(Wgmma) else { return Ok(()) };
        let a = if view.holds_a() { check_held(op, view)? } else { check_factor(op, view, Part::A)? };
        let b = check_factor(op, view, Part::B)?;
        if a != b {
            return Err(op.error(format_args!(
                "multiplies elements of types {a} and {b}: both factors must \
                have one type"
            )));
        }
        if view.unsigned().is_some() && a != DType::Int(8) {
            return Err(op.error(format_args!("treats {a} as unsigned: only i8 can be unsigned")));
        }
        check_sums(op, view, a)?;
        check_pending_use(op)?;
        if view.holds_a() { check_next_iteration(op) } else { Ok(()) }
    }
}

/// Checks a factor in registers.
fn check_held(op: OpRef<'_>, view: WgmmaOp<'_>) -> Result<DType, Diagnostic> {
    let (ctx, types) = (op.ctx(), [view.a(), view.b()].map(|value| op.body().ty(value)));
    let each = view.depth() / 2;
    if view.transposed_a().is_some() {
        return Err(op.error("transposes A in registers: only factors in shared memory can be transposed"));
    }
    match (lanes(ctx, types[0]), element_type(ctx, types[1])) {
        (Some((elem, held)), Some(other)) if held == each || elem != other => Ok(elem),
        (_, other) => {
            let (ty, elem) = (type_to_string(ctx, types[0]), other.unwrap_or(DType::F32));
            Err(op.error(format_args!("has A of type {ty}: each thread holds vector<{each}x{elem}> of it")))
        }
    }
}

/// Checks a factor in memory: a shared array of a supported element type.
fn check_factor(op: OpRef<'_>, view: WgmmaOp<'_>, part: Part) -> Result<DType, Diagnostic> {
    let (memref, name) = if part == Part::A { (view.a(), "A") } else { (view.b(), "B") };
    check_shared(op, memref, &format!("factor {name}"))?;
    let (ctx, ty) = (op.ctx(), op.body().ty(memref));
    let axes = dims(ctx, ty);
    let elem = element_type(ctx, ty).filter(|elem| GROUP_PRODUCTS.iter().any(|(factor, _)| factor == elem));
    let wrong = |why: String| {
        let ty = type_to_string(ctx, ty);
        Err(op.error(format_args!("has factor {name} of type {ty}: {why}")))
    };
    let (Some(elem), Some(layout)) = (elem, view.layout(part)) else {
        return wrong(
            "factors are arrays of f16, bf16, f32 or i8 with at least two axes; the last axis has \
            16, 32, 64 or 128 bytes"
                .to_string(),
        );
    };
    if layout.transposed && elem.bits() != 16 {
        return wrong("only factors with elements of 16 bits can be transposed".to_string());
    }
    if layout.transposed && layout.columns % layout.width() != 0 {
        let (columns, width) = (layout.columns, layout.width());
        return wrong(format!(
            "its {columns} columns are not a multiple of the {width} columns of a \
            transposed row"
        ));
    }
    let (rows, blocks) = (layout.rows, layout.blocks());
    let has = axes.len().checked_sub(3).and_then(|axis| axes[axis].as_static());
    let has_blocks = has.is_some_and(|has| u64::try_from(has).is_ok_and(|has| has >= blocks));
    if layout.block_rows < rows || blocks > 1 && !has_blocks {
        return wrong(match blocks {
            1 => format!("the product reads {rows} rows of it"),
            _ => {
                format!(
                    "the product reads {rows} rows from each of {blocks} blocks along the third-to-last axis"
                )
            }
        });
    }
    let rows = layout.block_rows;
    if axes.len() > 2 && !rows.is_multiple_of(SWIZZLED_ROWS) {
        return wrong(format!("consecutive blocks of {rows} rows need a multiple of {SWIZZLED_ROWS} rows"));
    }
    Ok(elem)
}

/// Checks the sums for factors of a type.
fn check_sums(op: OpRef<'_>, view: WgmmaOp<'_>, factors: DType) -> Result<(), Diagnostic> {
    let (ctx, ty) = (op.ctx(), op.operand_type(0));
    let n = view.columns();
    let (sums, step, from) = match factors {
        DType::F16 => ("f32 or f16", 8, ""),
        DType::Int(_) => ("i32", if n > 32 { 16 } else { 8 }, ", above 32 of 16,"),
        _ => ("f32", 8, ""),
    };
    let fits = view.types().is_some() && (8..=256).contains(&n) && n.is_multiple_of(step);
    if fits && op.result_type(0) == ty {
        return Ok(());
    }
    let ty = type_to_string(ctx, ty);
    Err(op.error(format_args!(
        "accumulates in {ty}: each thread holds vector<n/2 x {sums}>, where n is a multiple of 8{from} up to \
         256"
    )))
}

/// Checks that pending sums are used only by further products and waits, also around loops.
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
            if user.is(Wgmma) && usage.operand == 0 {
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
                    "has a result that is used while the product is pending: wait for it \
                     (kernel.wgmma_wait), and use the result of the wait",
                );
                return Err(error.note(user.loc(), "it is used here"));
            };
            pending.extend(next);
        }
    }
    Ok(())
}

/// Checks that a product with its first factor in registers is not pending when an enclosing loop begins its
/// next iteration, which overwrites that factor.
fn check_next_iteration(op: OpRef<'_>) -> Result<(), Diagnostic> {
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
            let goes_on = user.is(Wgmma) || user.cast(WgmmaWait).is_some_and(|wait| wait.left() > 0);
            if goes_on {
                pending.push(user.result(0));
            }
            let Some(next) = around(user, usage.operand) else { continue };
            let outer_loop = user.parent().filter(|outer| user.is(loops::Yield) && outer.is(loops::For));
            if let Some(outer_loop) = outer_loop.filter(|outer| is_inside(op, *outer)) {
                let error = op.error(
                    "is still pending in the next iteration of a loop, which overwrites the registers of A: \
                     wait for it in the loop (kernel.wgmma_wait)",
                );
                return Err(error.note(outer_loop.loc(), "this is the loop"));
            }
            pending.extend(next);
        }
    }
    Ok(())
}

/// Whether an op is inside a region of another one.
fn is_inside(op: OpRef<'_>, outer: OpRef<'_>) -> bool {
    std::iter::successors(op.parent(), |around| around.parent()).any(|around| around.id() == outer.id())
}

/// The values that a use flows to, as an initial value of a counted loop, or at the end of a region of a loop
/// or a conditional.
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
