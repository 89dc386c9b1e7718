//! The backward pass of reads: a cotangent goes to the element that was read.

use super::code::{and, find};
use super::control::elements;
use super::scope::Scope;
use tf_dialects::arith::{self, CmpI, const_index};
use tf_dialects::differentiate::{Reverse, constant_like, is_differentiable};
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::{Access, At, CombiningKind, ExtentOf, FromElements, Policy, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Builder, Cursor};
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::{Subscript, materialize};

/// The backward pass of a read: `op` is the original, and `copy` is its copy, which is differentiated.
pub(super) fn backwards(cx: &mut Reverse<'_, '_>, (op, copy): (Op, Op), scope: &mut Scope<'_>) {
    let Some(g) = cx.cotangent(cx.b.body.result(copy, 0)) else { return };
    let Scope::Point(found) = scope else { return outside(cx, copy, g) };
    let source = Access::of(cx.b.body.op(copy)).expect("the caller found a read").source;
    if let Some(array) = cx.b.body.def_op(source).filter(|def| cx.b.body.is(*def, FromElements)) {
        return elements::give(cx, array, copy, g);
    }
    match found.direct.as_ref().filter(|direct| !direct.kept.contains(&op)) {
        Some(direct) => direct.targets.get(&source).into_iter().for_each(|to| put_back(cx.b, copy, g, *to)),
        None => drop(found.reads.insert(cx.b.body.result(op, 0), g)),
    }
}

/// Puts the cotangent of a read into `target`, at the subscripts of the read.
pub(super) fn put_back(b: &mut Builder<'_>, read: Op, g: Value, target: Value) {
    let access = Access::of(b.body.op(read)).expect("the caller found a read");
    let policy = match access.policy {
        policy @ (Policy::Clamp | Policy::Wrap) => policy,
        _ => Policy::Drop,
    };
    let subscripts = Subscripts::of(&access);
    build::put(b, g, target, &subscripts, policy);
}

/// A read outside comprehensions: its cotangent goes to the one element that was read.
fn outside(cx: &mut Reverse<'_, '_>, op: Op, g: Value) {
    let access = Access::of(cx.b.body.op(op)).expect("the caller found a read");
    let (source, policy) = (access.source, access.policy);
    let subscripts = Subscript::of(&Subscripts::of(&access));
    if !subscripts.is_empty() && (policy == Policy::Wrap || cx.has_cotangent(source)) {
        let ty = cx.b.body.ty(source);
        let zeros = constant_like(cx.b, ty, 0.0);
        let how = [Accumulation::of_kind(CombiningKind::Add)];
        let sums = build::accumulate(cx.b, &[], &[], &[zeros], &how, |b, _, targets| {
            put_back(b, op, g, targets[0]);
            Vec::new()
        });
        let sums = cx.b.body.result(sums, 0);
        return cx.add(source, sums);
    }
    let extents = build::extents_of(cx.b, source);
    let elem = cx.b.body.ty(g);
    let whole = build::compute_one(cx.b, &extents, elem, |b, element| {
        let mut here = None;
        for ((subscript, index), extent) in subscripts.iter().zip(element).zip(&extents) {
            let mut wanted = materialize(b, subscript);
            if policy == Policy::Clamp {
                wanted = clamped(b, wanted, extent);
            }
            let same = arith::cmpi(b, CmpI::Eq, wanted, *index);
            here = Some(and(b, here, same));
        }
        let Some(here) = here else { return g };
        let zero = constant_like(b, elem, 0.0);
        arith::select(b, here, g, zero)
    });
    cx.add(source, whole);
}

/// A subscript of an axis of this extent, clamped to the bounds.
fn clamped(b: &mut Builder<'_>, subscript: Value, extent: &Extent) -> Value {
    let zero = const_index(b, 0);
    let last = extent.add_const(-1).expect("an extent minus one is an extent");
    let last = ExtentOf::build(b, &last);
    let subscript = arith::minsi(b, subscript, last);
    arith::maxsi(b, subscript, zero)
}

/// Handles float reads in `code` whose fill value is not constant and may depend on a variable. They fill
/// with zeros instead, and a selection after them takes the fill value if the subscripts are out of bounds.
pub(super) fn choose_fills(body: &mut Body, code: &[Op]) {
    for read in find(body, code, |body, op| variable_fill(body, op).is_some()) {
        let fill = variable_fill(body, read).expect("the read was found above");
        select_after(body, read, fill);
    }
}

/// The float fill value of a read, if it is not constant.
fn variable_fill(body: &Body, op: Op) -> Option<Value> {
    let fill = body.cast(op, At)?.fill()?;
    let constant = body.def_op(fill).is_some_and(|def| body.op(def).constant().is_some());
    (!constant && is_differentiable(body.ctx(), body.ty(fill))).then_some(fill)
}

fn select_after(body: &mut Body, read: Op, fill: Value) {
    let source = body.view(read, At).source();
    let subscripts = Subscripts::of_op(body.op(read)).expect("a verified read has a map");
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
    for (subscript, extent) in Subscript::of(&subscripts).iter().zip(&extents) {
        let place = materialize(&mut b, subscript);
        let (first, end) = (const_index(&mut b, 0), ExtentOf::build(&mut b, extent));
        for (predicate, bound) in [(CmpI::Sge, first), (CmpI::Slt, end)] {
            let holds = arith::cmpi(&mut b, predicate, place, bound);
            inside = Some(and(&mut b, inside, holds));
        }
    }
    // A tensor without axes has one element, which every read takes.
    let Some(inside) = inside else { return };
    let value = b.body.result(read, 0);
    let chosen = arith::select(&mut b, inside, value, fill);
    let select = b.body.def_op(chosen).expect("a choice was built");
    b.body.replace_uses_if(value, chosen, |_, u| u.op != select);
}
