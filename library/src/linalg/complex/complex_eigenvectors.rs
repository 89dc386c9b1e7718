//! Eigenvectors of upper triangular complex matrices by back substitution, one row of all vectors per step.

use super::{Complex, Parts, at, complex, compute, stored, vectors};
use crate::constant::dtype_of;
use crate::expr::{formula, formulas_of_pairs};
use crate::linalg::factor::householder::reduced;
use crate::linalg::general::eigenvectors::{large, places};
use crate::linalg::matrix::{Matrices, element, extent_value};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{CombiningKind, UpdateSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// The diagonals of matrices, `[…, n]`.
pub(super) fn diagonals(b: &mut Builder<'_>, a: &Matrices, t: Parts) -> Parts {
    vectors(b, a, |b, place| at(b, t, &[place, &place[a.batch..]].concat()))
}

/// The eigenvectors, `[…, n, n]`, of triangular matrices with elements up to 1, of the shape of `a`.
pub(super) fn substituted(b: &mut Builder<'_>, a: &Matrices, t: Parts, values: Parts) -> Parts {
    let batch = a.batch;
    let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
    let identity = a.identity(b);
    let none = crate::constant::zero(b, b.body.ty(a.value));
    let n = extent_value(b, &a.extents[batch]);
    let last = arith::subi(b, n, one);
    let most = large(b, a.elem);
    let made = loops::build::for_loop(b, zero, n, one, &[identity, none], |b, step, carried| {
        let x = [carried[0], carried[1]];
        let i = arith::subi(b, last, step);
        let row = row(b, a, [t, values, x], i);
        let sizes = formula(b, row, |[x, y]| x.absf().maximumf(y.absf()));
        let dims: Vec<usize> = (0..=batch + 1).collect();
        let found = build::reduce(b, &[CombiningKind::MaximumF], &[sizes], &dims, None);
        let found = b.body.result(found, 0);
        let found = element(b, found, &[]);
        let grows = formula(b, [found], |[found]| found.cmpf(CmpF::OGT, most));
        let mut starts = vec![zero; batch + 2];
        starts[batch] = i;
        let x = [0, 1].map(|k| UpdateSlice::build(b, row[k], x[k], &starts));
        let types = x.map(|x| b.body.ty(x));
        let made = loops::build::if_else(
            b,
            grows,
            &types,
            |b| {
                let made = compute(b, &a.extents, a.elem, |b, place| {
                    let column = [&place[..batch], &[zero, place[batch + 1]]].concat();
                    let size = element(b, sizes, &column);
                    at(b, x, place).map(|x| formula(b, [x, size], |[x, size]| x / size.maximumf(1.0)))
                });
                stored(b, made).to_vec()
            },
            |_| x.to_vec(),
        );
        b.body.results(made).collect()
    });
    [0, 1].map(|k| b.body.result(made, k))
}

/// Row `i` of the vectors, `[…, 1, n]`.
fn row(b: &mut Builder<'_>, a: &Matrices, [t, values, x]: [Parts; 3], i: Value) -> Parts {
    let (batch, epsilon) = (a.batch, dtype_of(&b.ctx(), a.elem).epsilon());
    let bounds = [AffineExpr::dim(0).add(&AffineExpr::constant(1)), Ok(AffineExpr::symbol(0))];
    let bounds = bounds.map(|bound| bound.expect("a small expression"));
    let bounds = Subscripts::new(&bounds, &[i], &a.extents[batch..=batch]).expect("a small expression");
    let extents = a.slice(batch);
    let sums = compute(b, &extents, a.elem, |b, place| {
        let (lead, j) = (&place[..batch], place[batch + 1]);
        let fold = build::fold(b, &bounds, &[CombiningKind::Add; 2], &[a.elem; 2], None, |b, k| {
            let factor = at(b, t, &[lead, &[i, k]].concat());
            let value = at(b, x, &[lead, &[k, j]].concat());
            complex(b, [factor, value], |[factor, value]| factor.times(value)).to_vec()
        });
        [0, 1].map(|part| b.body.result(fold, part))
    });
    let sums = stored(b, sums);
    let made = compute(b, &extents, a.elem, |b, place| {
        let (lead, j) = (&place[..batch], place[batch + 1]);
        let own = at(b, values, &[lead, &[j]].concat());
        let head = at(b, t, &[lead, &[i, i]].concat());
        let old = at(b, x, &[lead, &[i, j]].concat());
        let sum = at(b, sums, place);
        let open = arith::cmpi(b, CmpI::Slt, i, j);
        let solved = complex(b, [own, head, sum], |[own, head, sum]| {
            let least = (own.size() * epsilon).maximumf(epsilon * epsilon);
            sum.over(own.minus(head).at_least(least))
        });
        [0, 1].map(|k| arith::select(b, open, solved[k], old[k]))
    });
    stored(b, made)
}

/// Vectors of length 1 with a real largest element.
pub(super) fn unit(b: &mut Builder<'_>, a: &Matrices, vectors: Parts) -> Parts {
    let batch = a.batch;
    let sizes = vectors.map(|x| reduced(b, CombiningKind::MaximumF, x, batch, |b, x| math::absf(b, x)));
    let scaled = compute(b, &a.extents, a.elem, |b, place| {
        let column = [&place[..batch], &[place[batch + 1]]].concat();
        let size = at(b, sizes, &column);
        at(b, vectors, place).map(|x| formula(b, [x, size[0], size[1]], |[x, u, v]| x / u.maximumf(v)))
    });
    let scaled = stored(b, scaled);
    let squares = formula(b, scaled, |[x, y]| x * x + y * y);
    let squares = crate::linalg::matrix::stored(b, squares);
    let [most, whole] =
        [CombiningKind::MaximumF, CombiningKind::Add].map(|kind| reduced(b, kind, squares, batch, |_, x| x));
    let places = places(b, a, squares, most);
    compute(b, &a.extents, a.elem, |b, at_place| {
        let (lead, j) = (&at_place[..batch], at_place[batch + 1]);
        let column = [lead, &[j]].concat();
        let (place, index) = (element(b, places, &column), b.ctx().index());
        let place = arith::index_cast(b, place, index);
        let here = arith::cmpi(b, CmpI::Eq, at_place[batch], place);
        let (own, great) = (at(b, scaled, at_place), at(b, scaled, &[lead, &[place, j]].concat()));
        let [whole, most] = [whole, most].map(|x| element(b, x, &column));
        formulas_of_pairs(
            b,
            [[own[0], great[0], whole, here], [own[1], great[1], most, here]],
            |[x, u, whole, here], [y, v, most, _]| {
                let by = x.num(1.0) / (whole.sqrt() * most.sqrt());
                let turned = Complex(x, y).times(Complex(u, -v)).scaled(by);
                [turned.0, here.select(x.num(0.0), turned.1)]
            },
        )
    })
}
