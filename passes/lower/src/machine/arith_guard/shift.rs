//! Guards of shifts by the width of the type or more.

use super::guarded;
use tf_dialects::arith::{self, CmpI};
use tf_ir::OpKind;
use tf_ir::body::{Op, Value};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The guarded form of a shift; `None` for other ops and amounts known to be below the width.
pub(super) fn guard(code: &mut FoldingBuilder<'_>, op: Op, what: OpKind) -> Option<Value> {
    if !matches!(what, arith::Shli::KIND | arith::Shrui::KIND | arith::Shrsi::KIND) {
        return None;
    }
    let (a, by) = (code.b.body.operand(op, 0), code.b.body.operand(op, 1));
    let (ctx, ty) = (code.ctx(), code.ty(a));
    let width = i64::from(ctx.scalar_width(ctx.elem_type(ty))?);
    if code.known(by).is_some_and(|n| (0..width).contains(&n)) {
        return None;
    }
    if what == arith::Shrsi::KIND {
        // Larger shifts leave the sign bit only.
        let most = code.int(ty, width - 1);
        let by = arith::minui(code, by, most);
        return Some(guarded(code, what, &[a, by]));
    }
    if width == 1 {
        // Only a shift by 0 keeps the bit: the width does not fit into the type.
        let stays = code.not(by);
        return Some(arith::andi(code, a, stays));
    }
    let most = code.int(ty, width - 1);
    let inside = code.cmpi(CmpI::Ule, by, most);
    let within = arith::andi(code, by, most);
    let by = if width & (width - 1) == 0 { within } else { arith::minui(code, by, most) };
    let shifted = guarded(code, what, &[a, by]);
    let nothing = code.int(ty, 0);
    Some(code.select(inside, shifted, nothing))
}
