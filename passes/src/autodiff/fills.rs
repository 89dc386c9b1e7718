//! Reads whose fill value may depend on a variable: the fill is selected beside the read, by whether the subscripts are
//! inside.

use crate::subscript::{Subscript, materialize};
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::differentiate::{constant_like, is_differentiable};
use tf_dialects::tensor::{At, ExtentOf, Policy, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};

/// Lets the reads of floats in `code` that fill with other values than constants fill with zeros, and chooses behind them.
pub(super) fn choose(body: &mut Body, code: &[Op]) {
    let mut found = Vec::new();
    for op in code {
        tf_ir::walk::walk(body, *op, &mut |body, inner| found.extend(fill_of(body, inner)));
    }
    for (read, fill) in found {
        choose_behind(body, read, fill);
    }
}

/// A read, and the float it fills with that is no constant.
fn fill_of(body: &Body, op: Op) -> Option<(Op, Value)> {
    let at = body.cast(op, At).filter(|at| at.out_of_bounds() == Policy::Fill)?;
    let fill = at.fill()?;
    let constant = body.def_op(fill).is_some_and(|def| body.op(def).constant().is_some());
    (!constant && is_differentiable(body.ctx(), body.ty(fill))).then_some((op, fill))
}

fn choose_behind(body: &mut Body, read: Op, fill: Value) {
    let (subscripts, source) = {
        let at = body.view(read, At);
        let map = at.affine_map().expect("a verified read has a map");
        (Subscript::of_map(map, &at.indices(), at.symbols()), at.source())
    };
    let mut b = Builder::before(body, read);
    let zero = {
        let ty = b.body.ty(fill);
        constant_like(&mut b, ty, 0.0)
    };
    let last = b.body.operand_count(read) - 1;
    b.body.set_operand(read, last, zero);
    b.cursor = Cursor::After(read);
    let mut inside = None;
    let extents = build::extents_of(&b, source);
    for (subscript, extent) in subscripts.iter().zip(&extents) {
        let place = materialize(&mut b, subscript);
        let (first, end) = (const_index(&mut b, 0), ExtentOf::build(&mut b, extent));
        for (predicate, bound) in [(CmpI::Sge, first), (CmpI::Slt, end)] {
            let holds = arith::cmpi(&mut b, predicate, place, bound);
            inside = Some(match inside {
                Some(inside) => arith::andi(&mut b, inside, holds),
                None => holds,
            });
        }
    }
    // A tensor without axes has one element, which every read takes.
    let Some(inside) = inside else { return };
    let value = b.body.result(read, 0);
    let chosen = arith::select(&mut b, inside, value, fill);
    let select = b.body.def_op(chosen).expect("a choice was built");
    b.body.replace_uses_if(value, chosen, |_, u| u.op != select);
}
