//! Derivatives of `tensor.scan`: sums have rules, running the other way backwards; what combines by other kinds is differentiated as
//! a comprehension with a fold for each element.

use super::compute::result_type;
use super::scan::{Scan, ScanOp};
use super::shape::extents;
use super::{CombiningKind, Policy, Subscripts, build};
use crate::differentiate::{Differentiable, Forward, Reverse};
use crate::elementwise;
use tf_ir::affine::AffineExpr;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// What a rule needs to know of a scan.
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
        let view = ScanOp::cast(b.body.op(op)).expect("registered for scans");
        if !is_sum(view) {
            return Err(b
                .body
                .op(op)
                .error("cannot be differentiated: it combines with a region, which has no derivative rule"));
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

    /// A scan of one tensor in the same or in the other direction.
    fn scan(&self, b: &mut Builder<'_>, value: Value, init: Option<Value>, reverse: bool) -> Value {
        let ctx = b.ctx();
        let kinds = super::constraints::kinds_attr(&ctx, &[CombiningKind::Add]);
        let mut attrs = vec![("kinds", kinds), ("dim", ctx.i64_attr(self.axis as i64))];
        let flags = [("reverse", reverse), ("exclusive", self.exclusive)];
        attrs.extend(flags.into_iter().filter(|(_, set)| *set).map(|(name, _)| (name, ctx.unit_attr())));
        attrs.extend(self.fastmath.map(|flags| ("fastmath", flags)));
        let operands: Vec<Value> = std::iter::once(value).chain(init).collect();
        let ty = b.body.ty(value);
        b.value(Scan::NAME, &operands, ty, &attrs)
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

/// The sum of all elements, as what an initial value is: a scalar or a tensor of rank 0.
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

/// A scan that is not of sums, but by kinds, as a comprehension with a fold over the elements before (or behind) each; `None` for
/// other ops. It takes the square of the time.
pub fn as_folds(b: &mut Builder<'_>, op: Op) -> Option<Vec<Value>> {
    let (inputs, inits, kinds, axis, reverse, exclusive) = {
        let view = ScanOp::cast(b.body.op(op))?;
        if is_sum(view) || view.combining_kinds().is_empty() {
            return None;
        }
        let kinds = view.combining_kinds();
        (view.inputs(), view.inits(), kinds, view.axis(), view.is_reverse(), view.is_exclusive())
    };
    let ctx = b.ctx();
    let shape = extents(&ctx, b.body.ty(inputs[0]))?;
    let elems: Vec<Type> = inputs.iter().map(|v| ctx.elem_type(b.body.ty(*v))).collect();
    let types: Vec<Type> = elems.iter().map(|ty| result_type(&ctx, &shape, *ty)).collect::<Option<_>>()?;
    let inits: Vec<Value> = inits.into_iter().map(|v| scalar(b, v)).collect();
    let new = build::compute(b, &shape, &types, |b, indices| {
        let bounds = bounds(&shape[axis], indices[axis], reverse, exclusive);
        let fold = build::fold(b, &bounds, &kinds, &elems, None, |b, k| {
            let mut place = indices.to_vec();
            place[axis] = k;
            inputs.iter().map(|v| build::at_indices(b, *v, &place)).collect()
        });
        let values: Vec<Value> = b.body.results(fold).collect();
        let with_init = |(i, value): (usize, Value)| match inits.get(i) {
            Some(init) => combine(b, kinds[i], *init, value),
            None => value,
        };
        values.into_iter().enumerate().map(with_init).collect()
    });
    Some(b.body.results(new).collect())
}

fn scalar(b: &mut Builder<'_>, value: Value) -> Value {
    match b.body.ctx().is_tensor(b.body.ty(value)) {
        true => build::at(b, value, &build::scalar_subscripts(), Policy::Assumed, None),
        false => value,
    }
}

/// The elements that come into element `i`: up to it, or from it on.
fn bounds(extent: &Extent, i: Value, reverse: bool, exclusive: bool) -> Subscripts {
    let (index, skip) = (AffineExpr::dim(0), i64::from(exclusive));
    let shifted = |by: i64| {
        AffineExpr::binary(tf_ir::affine::AffineOp::Add, &index, &AffineExpr::constant(by))
            .expect("a small sum")
    };
    let ends = match reverse {
        false => [AffineExpr::constant(0), shifted(1 - skip)],
        true => [shifted(skip), AffineExpr::symbol(0)],
    };
    Subscripts::new(&ends, &[i], std::slice::from_ref(extent)).expect("an extent is a small expression")
}

fn combine(b: &mut Builder<'_>, kind: CombiningKind, x: Value, y: Value) -> Value {
    let dtype = super::constraints::dtype(b.body.ctx(), b.body.ty(x)).expect("a scalar");
    let name = kind.op_name(dtype).expect("a verified scan has kinds for its types");
    elementwise::build(b, name, &[x, y], &[])
}
