//! The backward pass of code: each op adds to the cotangents of its operands, from the last op to the first.

use super::code::{is_loop, no_rule, puts_in};
use super::control::{checkpoint, conditional, folds, loops};
use super::replay::Replay;
use super::scope::Scope;
use super::{adjoint, puts, reads};
use tf_dialects::differentiate::{self, Reverse};
use tf_dialects::tensor::transform::Checkpoint;
use tf_dialects::tensor::{Access, Compute, Fold};
use tf_ir::body::Op;
use tf_ir::control::as_branch;
use tf_ir::diag::Diagnostic;

/// Runs the backward pass over code, from the cotangents in `cx` of some of its active values.
///
/// # Errors
/// An op that has no derivative.
pub(super) fn sweep(
    code: &Replay,
    cx: &mut Reverse<'_, '_>,
    scope: &mut Scope<'_>,
) -> Result<(), Diagnostic> {
    let direct = scope.direct();
    if let Some(direct) = &direct {
        puts::seed(cx, code, &direct.outputs)?;
    }
    for (op, copy) in code.ops.iter().rev() {
        let puts = direct.is_some() && !puts_in(cx.b.body, *op).is_empty();
        if !puts && !cx.is_reached(*copy) {
            continue;
        }
        let loc = std::mem::replace(&mut cx.b.loc, cx.b.body.loc(*op));
        visit(cx, code, (*op, *copy), scope)?;
        cx.b.loc = loc;
    }
    Ok(())
}

fn visit(
    cx: &mut Reverse<'_, '_>,
    code: &Replay,
    (op, copy): (Op, Op),
    scope: &mut Scope<'_>,
) -> Result<(), Diagnostic> {
    if differentiate::vjp(cx, copy)? {
        return Ok(());
    }
    if as_branch(cx.b.body, copy).is_some() {
        return conditional::backwards(cx, code, (op, copy), scope);
    }
    if Access::of_read(cx.b.body.op(copy)).is_some() {
        reads::backwards(cx, (op, copy), scope);
        return Ok(());
    }
    match (cx.b.body.kind(copy), scope) {
        (Compute::KIND, Scope::Tensors(counts)) => adjoint::compute(cx, copy, counts),
        (Checkpoint::KIND, Scope::Tensors(counts)) => checkpoint::backwards(cx, copy, counts),
        (Fold::KIND, scope) => folds::backwards(cx, code, (op, copy), scope),
        (_, scope) if is_loop(cx.b.body, copy) => loops::backwards(cx, code, (op, copy), scope),
        _ => Err(no_rule(cx.b.body, copy)),
    }
}
