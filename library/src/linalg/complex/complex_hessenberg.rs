//! Hessenberg reduction of complex matrices by reflections `1 − v vᴴ`, with `|v|² = 2`, or `v = 0` for the
//! identity.

use super::{Complex, Parts, at, complex, compute, product, stored, vectors};
use crate::constant;
use crate::expr::{formula, formulas_of_pairs};
use crate::linalg::factor::householder::{least_normal, reduced};
use crate::linalg::matrix::{Matrices, element, extent_value};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `H` and `Q` with `A = Q H Qᴴ`, of square matrices `[…, n, n]` of the shape of `a`.
pub(super) fn hessenberg(b: &mut Builder<'_>, a: &Matrices, parts: Parts) -> [Parts; 2] {
    let batch = a.batch;
    let [zero, one, two] = [0, 1, 2].map(|n| arith::const_index(b, n));
    let n = extent_value(b, &a.extents[batch]);
    let end = arith::subi(b, n, two);
    let end = arith::maxsi(b, end, zero);
    let identity = a.identity(b);
    let none = constant::zero(b, b.body.ty(a.value));
    let start = [parts[0], parts[1], identity, none];
    let made = loops::build::for_loop(b, zero, end, one, &start, |b, k, carried| {
        let (h, q) = ([carried[0], carried[1]], [carried[2], carried[3]]);
        let head = arith::addi(b, k, one);
        let (v, beta) = reflector(b, a, h, k, head);
        let after = product(b, batch, "ij,j->i", [h, v], false);
        let after = stored(b, after);
        let before = product(b, batch, "i,ij->j", [v, h], true);
        let before = stored(b, before);
        let both = complex(b, [v, after], |[v, p]| v.conjugate().times(p));
        let along = both.map(|x| reduced(b, CombiningKind::Add, x, batch, |_, x| x));
        let next = compute(b, &a.extents, a.elem, |b, place| {
            let (lead, i, j) = (&place[..batch], place[batch], place[batch + 1]);
            let (row, column) = (&place[..=batch], [lead, &[j]].concat());
            let all = [
                at(b, h, place),
                at(b, v, row),
                at(b, after, row),
                at(b, v, &column),
                at(b, before, &column),
                at(b, along, lead),
            ];
            let turned = complex(b, all, |[value, vi, pi, vj, qj, along]| {
                let vj = vj.conjugate();
                value.minus(vi.times(qj.minus(along.times(vj)))).minus(pi.times(vj))
            });
            // Elements that are 0 by construction are set to 0.
            let own = arith::cmpi(b, CmpI::Eq, j, k);
            let [below, on] = [CmpI::Sgt, CmpI::Eq].map(|how| arith::cmpi(b, how, i, head));
            [0, 1].map(|part| {
                let none = constant::zero(b, a.elem);
                let beta = element(b, beta[part], lead);
                let cleared = arith::select(b, below, none, turned[part]);
                let cleared = arith::select(b, on, beta, cleared);
                arith::select(b, own, cleared, turned[part])
            })
        });
        let turned = product(b, batch, "ij,j->i", [q, v], false);
        let turned = stored(b, turned);
        let basis = compute(b, &a.extents, a.elem, |b, place| {
            let column = [&place[..batch], &place[batch + 1..]].concat();
            let all = [at(b, q, place), at(b, turned, &place[..=batch]), at(b, v, &column)];
            complex(b, all, |[value, qi, vj]| value.minus(qi.times(vj.conjugate())))
        });
        [next, basis].concat()
    });
    let [h, x, q, y] = [0, 1, 2, 3].map(|i| b.body.result(made, i));
    [[h, x], [q, y]]
}

/// The reflections that zero a column below row `head`: their vectors `[…, n]`, and the new element at
/// `head`, `[…]`.
fn reflector(b: &mut Builder<'_>, a: &Matrices, h: Parts, column: Value, head: Value) -> (Parts, Parts) {
    let (batch, elem) = (a.batch, a.elem);
    let kept = vectors(b, a, |b, place| {
        let inside = arith::cmpi(b, CmpI::Sge, place[batch], head);
        let none = constant::zero(b, elem);
        at(b, h, &[place, &[column]].concat()).map(|x| arith::select(b, inside, x, none))
    });
    let sizes = kept.map(|x| reduced(b, CombiningKind::MaximumF, x, batch, |b, x| math::absf(b, x)));
    // The reciprocal of a subnormal is infinite.
    let least = least_normal(b, elem);
    let scale = formula(b, sizes, |[x, y]| x.maximumf(y).maximumf(least));
    let below = vectors(b, a, |b, place| {
        let inside = arith::cmpi(b, CmpI::Sgt, place[batch], head);
        let (none, scale) = (constant::zero(b, elem), element(b, scale, &place[..batch]));
        at(b, kept, place).map(|x| {
            let scaled = arith::divf(b, x, scale);
            arith::select(b, inside, scaled, none)
        })
    });
    let squares = formula(b, below, |[x, y]| x * x + y * y);
    let square = reduced(b, CombiningKind::Add, squares, batch, |_, x| x);
    let lead = &a.extents[..batch];
    let first = compute(b, lead, elem, |b, place| at(b, kept, &[place, &[head]].concat()));
    // The head of the vector, the factor of the vector, and the new head of the column.
    let [x, y, factor, u, w] =
        formulas_of_pairs(b, [[first[0], scale], [first[1], square]], |[x, scale], [y, square]| {
            let alpha = Complex(x / scale, y / scale);
            let (size, some) = (alpha.length(), square.differs(0.0));
            let length = (size * size + square).sqrt();
            // The opposite direction of the head, so that nothing cancels.
            let beta = alpha.direction().scaled(-length);
            let whole = some.select(length * (length + size), size.num(1.0));
            let factor = some.select(size.num(1.0) / whole.sqrt(), size.num(0.0));
            let rest = alpha.minus(beta);
            [rest.0, rest.1, factor, some.select(beta.0 * scale, x), some.select(beta.1 * scale, y)]
        });
    let vector = vectors(b, a, |b, place| {
        let on = arith::cmpi(b, CmpI::Eq, place[batch], head);
        let factor = element(b, factor, &place[..batch]);
        let (own, rest) = (at(b, [x, y], &place[..batch]), at(b, below, place));
        [0, 1].map(|i| {
            let value = arith::select(b, on, own[i], rest[i]);
            arith::mulf(b, value, factor)
        })
    });
    (vector, [u, w])
}
