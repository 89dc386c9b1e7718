//! Transforms of short dynamic lengths, by the defining sums.

use super::plan::{Complex, Plan, Signal};
use super::roots;
use tf_dialects::arith;
use tf_dialects::shared::subscripts::Subscripts;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::{CombiningKind, ExtentOf, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Dim;

/// The first `count` elements of the transform of a signal of extent `n` along the axis.
pub(super) fn transform(b: &mut Builder<'_>, x: Signal, plan: &Plan, n: &Extent, count: &Extent) -> Complex {
    let table = table(b, plan, n);
    let extents = plan.with_extent(count);
    let dims: Vec<Dim> = extents.iter().cloned().map(Dim::from_extent).collect();
    let result = b.ctx().tensor(dims, plan.elem);
    let made = build::compute(b, &extents, &[result; 2], |b, at| {
        let kinds = [CombiningKind::Add; 2];
        let bounds = build::bounds_of(n);
        let fold = build::fold(b, &bounds, &kinds, &[plan.elem; 2], None, |b, j| {
            let mut place = at.to_vec();
            place[plan.axis] = j;
            let turn = ExtentOf::build(b, n);
            let k = arith::muli(b, j, at[plan.axis]);
            let k = arith::remui(b, k, turn);
            let w = [table.re, table.im]
                .map(|part| build::at(b, part, &Subscripts::plain(&[k]), Policy::Clamp, None));
            let w = Complex { re: w[0], im: w[1] };
            let re = build::at_indices(b, x.re, &place);
            let turned = match x.im {
                Some(im) => {
                    let im = build::at_indices(b, im, &place);
                    roots::product(b, Complex { re, im }, w)
                }
                None => Complex { re: arith::mulf(b, re, w.re), im: arith::mulf(b, re, w.im) },
            };
            vec![turned.re, turned.im]
        });
        vec![b.body.result(fold, 0), b.body.result(fold, 1)]
    });
    Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
}

/// `exp(sign·2πi·k/n)` for each `k` below `n`.
fn table(b: &mut Builder<'_>, plan: &Plan, n: &Extent) -> Complex {
    let result = b.ctx().tensor([Dim::from_extent(n.clone())], plan.elem);
    let made = build::compute(b, std::slice::from_ref(n), &[result; 2], |b, at: &[Value]| {
        let turn = ExtentOf::build(b, n);
        let w = roots::computed(b, at[0], turn, plan.sign, plan.elem);
        vec![w.re, w.im]
    });
    Complex { re: b.body.result(made, 0), im: b.body.result(made, 1) }
}
