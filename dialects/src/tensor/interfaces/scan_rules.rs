//! Derivatives of `tensor.scan`: sums have rules, whose backward pass scans in the opposite direction;
//! `autodiff` turns other scans into loops and differentiates these.

use crate::differentiate::{Differentiable, Forward, Reverse};
use crate::tensor::scan::{Scan, ScanOp};
use crate::tensor::{CombiningKind, Policy, build};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;

/// The properties of a sum scan that its rules use.
struct Sums {
    inputs: Vec<Value>,
    inits: Vec<Value>,
    axis: usize,
    reverse: bool,
    exclusive: bool,
    fastmath: Option<Attribute>,
}

impl Sums {
    fn of(b: &Builder<'_>, op: Op) -> Result<Sums, Diagnostic> {
        let view = b.body.view(op, Scan);
        if !is_sum(view) {
            return Err(b
                .body
                .op(op)
                .error("cannot be differentiated: only scans by sums have a derivative rule"));
        }
        Ok(Sums {
            inputs: view.inputs(),
            inits: view.inits(),
            axis: view.axis(),
            reverse: view.is_reverse(),
            exclusive: view.is_exclusive(),
            fastmath: b.body.attr(op, "fastmath"),
        })
    }

    /// A scan of one tensor in the same or the opposite direction.
    fn scan(&self, b: &mut Builder<'_>, value: Value, init: Option<Value>, reverse: bool) -> Value {
        let ctx = b.ctx();
        let kinds = crate::tensor::constraints::kinds_attr(&ctx, &[CombiningKind::Add]);
        let mut attrs = vec![("kinds", kinds), ("dim", ctx.i64_attr(self.axis as i64))];
        let flags = [("reverse", reverse), ("exclusive", self.exclusive)];
        attrs.extend(flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| (name, ctx.unit_attr())));
        attrs.extend(self.fastmath.map(|flags| ("fastmath", flags)));
        let operands: Vec<Value> = std::iter::once(value).chain(init).collect();
        let ty = b.body.ty(value);
        b.value(Scan, &operands, ty, &attrs)
    }
}

fn is_sum(view: ScanOp<'_>) -> bool {
    let kinds = view.combining_kinds();
    !kinds.is_empty() && kinds.iter().all(|kind| *kind == CombiningKind::Add)
}

impl Differentiable for Scan {
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let sums = Sums::of(cx.b, op)?;
        for (i, input) in sums.inputs.iter().enumerate() {
            let result = cx.b.body.result(op, i);
            let Some(g) = cx.cotangent(result) else { continue };
            if cx.active.has(*input) {
                let back = sums.scan(cx.b, g, None, !sums.reverse);
                cx.add(*input, back);
            }
            if let Some(init) = sums.inits.get(i).copied().filter(|v| cx.active.has(*v)) {
                let total = total(cx.b, g, init);
                cx.add(init, total);
            }
        }
        Ok(())
    }

    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let sums = Sums::of(cx.b, op)?;
        for (i, input) in sums.inputs.iter().enumerate() {
            let init = sums.inits.get(i).copied();
            if cx.tangent(*input).is_none() && init.is_none_or(|v| cx.tangent(v).is_none()) {
                continue;
            }
            let tangent = cx.tangent_or_zero(*input);
            let init = init.map(|v| cx.tangent_or_zero(v));
            let moved = sums.scan(cx.b, tangent, init, sums.reverse);
            let result = cx.b.body.result(op, i);
            cx.set(result, moved);
        }
        Ok(())
    }
}

/// The sum of all elements, with the form of an initial value: a scalar or a tensor of rank 0.
fn total(b: &mut Builder<'_>, tensor: Value, like: Value) -> Value {
    let rank = b.body.ctx().dims(b.body.ty(tensor)).map_or(0, <[_]>::len);
    let dims: Vec<usize> = (0..rank).collect();
    let sum = build::reduce(b, &[CombiningKind::Add], &[tensor], &dims, None);
    let sum = b.body.result(sum, 0);
    match b.body.ctx().is_tensor(b.body.ty(like)) {
        true => sum,
        false => build::at(b, sum, &build::scalar_subscripts(), Policy::Assumed, None),
    }
}
