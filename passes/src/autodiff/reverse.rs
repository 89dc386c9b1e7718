//! Reverse mode: the backward pass over straight-line code of tensors and scalars.

use super::chain::Outside;
use super::{Counts, adjoint, checkpoint, control};
use crate::subscript::{Copier, Subscript, materialize};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::differentiate::{self, Reverse};
use tf_dialects::loops::{For, If, Switch, While};
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::transform::checkpoint::Checkpoint;
use tf_dialects::tensor::{At, CombiningKind, Compute, ExtentOf, Policy, Subscripts, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;

/// Adds the cotangents of everything that `code` computes, from its end to its start.
///
/// # Errors
/// An op that has no derivative.
pub(super) fn sweep(cx: &mut Reverse<'_, '_>, code: &[Op], counts: &mut Counts) -> Result<(), Diagnostic> {
    for op in code.iter().rev() {
        let reached = cx.is_reached(*op);
        let active = cx.b.body.results(*op).any(|r| cx.active.has(r));
        if !reached || !active {
            continue;
        }
        let loc = std::mem::replace(&mut cx.b.loc, cx.b.body.loc(*op));
        match cx.b.body.kind(*op) {
            Compute::KIND => adjoint::compute(cx, *op, counts)?,
            At::KIND => read(cx, *op),
            Checkpoint::KIND => checkpoint::backwards(cx, *op, counts)?,
            For::KIND => control::counted(cx, (*op, *op, Copier::default()), &mut Outside(counts))?,
            While::KIND => control::repeated(cx, (*op, *op, Copier::default()), &mut Outside(counts))?,
            If::KIND | Switch::KIND => control::conditional(cx, *op, counts)?,
            _ if differentiate::vjp(cx, *op)? => {}
            _ => return Err(no_rule(cx.b.body, *op)),
        }
        cx.b.loc = loc;
    }
    Ok(())
}

/// A read outside of comprehensions: its cotangent goes to the one element that was read.
fn read(cx: &mut Reverse<'_, '_>, op: Op) {
    let (source, policy, subscripts) = {
        let at = cx.b.body.view(op, At);
        let map = at.affine_map().expect("a verified read has a map");
        (at.source(), at.out_of_bounds(), Subscript::of_map(map, &at.indices(), at.symbols()))
    };
    let result = cx.b.body.result(op, 0);
    let Some(g) = cx.cotangent(result) else { return };
    if !subscripts.is_empty() && (policy == Policy::Wrap || cx.has_cotangent(source)) {
        put_at(cx, op, g);
        return;
    }
    let extents = build::extents_of(cx.b, source);
    let elem = cx.b.body.ty(g);
    let whole = build::compute_one(cx.b, &extents, elem, |b, element| {
        let mut here: Option<Value> = None;
        for ((subscript, index), extent) in subscripts.iter().zip(element).zip(&extents) {
            let mut wanted = materialize(b, subscript);
            if policy == Policy::Clamp {
                let zero = tf_dialects::arith::const_index(b, 0);
                let last = extent.add_const(-1).expect("an extent less one is an extent");
                let last = ExtentOf::build(b, &last);
                wanted = arith::minsi(b, wanted, last);
                wanted = arith::maxsi(b, wanted, zero);
            }
            let same = arith::cmpi(b, CmpI::Eq, wanted, *index);
            here = Some(match here {
                Some(here) => arith::andi(b, here, same),
                None => same,
            });
        }
        let Some(here) = here else { return g };
        let zero = differentiate::constant_like(b, elem, 0.0);
        arith::select(b, here, g, zero)
    });
    cx.add(source, whole);
}

/// Adds the cotangent of a read to the element that was read, in a tensor of sums.
fn put_at(cx: &mut Reverse<'_, '_>, op: Op, g: Value) {
    let (source, policy, subscripts) = {
        let at = cx.b.body.view(op, At);
        let map = at.affine_map().expect("a verified read has a map").clone();
        let subscripts = Subscripts { map, values: at.indices(), extents: at.symbols().to_vec() };
        (at.source(), at.out_of_bounds(), subscripts)
    };
    let policy = match policy {
        Policy::Clamp | Policy::Wrap => policy,
        _ => Policy::Drop,
    };
    let ty = cx.b.body.ty(source);
    let zeros = differentiate::constant_like(cx.b, ty, 0.0);
    let how = [Accumulation::of_kind(CombiningKind::Add)];
    let new = build::accumulate(cx.b, &[], &[], &[zeros], &how, |b, _, targets| {
        build::put(b, g, targets[0], &subscripts, policy);
        Vec::new()
    });
    let sums = cx.b.body.result(new, 0);
    cx.add(source, sums);
}

/// The error of an op that cannot be differentiated.
pub(super) fn no_rule(body: &Body, op: Op) -> Diagnostic {
    let why = differentiate::reason(body.info(op));
    body.op(op).error(format_args!("cannot be differentiated backwards: {why}"))
}
