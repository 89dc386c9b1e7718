//! Eigenvectors of real Schur forms by back substitution, one row of all vectors per step.
//!
//! The vectors of a pair of complex eigenvalues are conjugates: the columns of the pair hold the real and the
//! imaginary part of the first, whose eigenvalue has the positive imaginary part.

use crate::constant::{self, dtype_of};
use crate::expr::{Expr, formula, formulas};
use crate::linalg::complex::Complex;
use crate::linalg::factor::householder::reduced;
use crate::linalg::matrix::{Matrices, combined_below, element, extent_value, stored};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::loops;
use tf_dialects::math;
use tf_dialects::tensor::shape::tensor_of;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{CombiningKind, UpdateSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;

/// The eigenvalues of real Schur forms, `[…, n]`: real and imaginary parts. Of a pair, the first one has the
/// positive imaginary part.
pub(super) fn values(b: &mut Builder<'_>, t: &Matrices) -> [Value; 2] {
    let (batch, one) = (t.batch, arith::const_index(b, 1));
    let real =
        build::compute_one(b, t.vectors(), t.elem, |b, at| element(b, t.value, &[at, &at[batch..]].concat()));
    let end = extent_value(b, &t.extents[batch]);
    let imaginary = build::compute_one(b, t.vectors(), t.elem, |b, at| {
        let (lead, j) = (&at[..batch], at[batch]);
        let (next, before) = (arith::addi(b, j, one), arith::subi(b, j, one));
        let pair = |b: &mut Builder<'_>, low: Value, high: Value, inside: Value| {
            let below = element(b, t.value, &[lead, &[high, low]].concat());
            let above = element(b, t.value, &[lead, &[low, high]].concat());
            formula(b, [below, above, inside], |[below, above, inside]| {
                let some = inside & below.differs(0.0);
                some.select(below.absf().sqrt() * above.absf().sqrt(), below.num(0.0))
            })
        };
        let inside = arith::cmpi(b, CmpI::Slt, next, end);
        let first = pair(b, j, next, inside);
        let inside = arith::cmpi(b, CmpI::Sge, j, one);
        let second = pair(b, before, j, inside);
        arith::subf(b, first, second)
    });
    [real, imaginary]
}

/// Vectors with elements above this are scaled down: elements of the next row may be larger by the squared
/// reciprocal of the rounding unit.
pub(in crate::linalg) fn large(b: &Builder<'_>, elem: Type) -> f64 {
    if dtype_of(&b.ctx(), elem).bits() == 64 { 1e100 } else { 1e10 }
}

/// Real Schur forms with elements up to 1, and their eigenvalues.
pub(super) struct Pairs<'t> {
    t: &'t Matrices,
    real: Value,
    imaginary: Value,
    epsilon: f64,
    /// Above this, vectors are scaled.
    large: f64,
}

impl Pairs<'_> {
    /// The state for Schur forms with these eigenvalues.
    pub(super) fn of<'t>(b: &Builder<'_>, t: &'t Matrices, [real, imaginary]: [Value; 2]) -> Pairs<'t> {
        Pairs { t, real, imaginary, epsilon: dtype_of(&b.ctx(), t.elem).epsilon(), large: large(b, t.elem) }
    }

    /// For column `j`: the columns of the real and the imaginary part of its vector, equal if it is real; and
    /// its eigenvalue, with a nonnegative imaginary part.
    fn columns(&self, b: &mut Builder<'_>, lead: &[Value], j: Value) -> ([Value; 2], [Value; 2]) {
        let at = [lead, &[j]].concat();
        let [real, imaginary] = [self.real, self.imaginary].map(|x| element(b, x, &at));
        let one = arith::const_index(b, 1);
        let columns = formulas(b, [imaginary, j, one], |[imaginary, j, one]| {
            let [negative, positive] = [imaginary.lt(0.0), imaginary.cmpf(CmpF::OGT, 0.0)];
            [negative.select(j - one, j), positive.select(j + one, j)]
        });
        (columns, [real, math::absf(b, imaginary)])
    }

    /// The eigenvectors, `[…, n, n]`.
    pub(super) fn vectors(&self, b: &mut Builder<'_>) -> Value {
        let (t, batch) = (self.t, self.t.batch);
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        let start = self.start(b);
        let n = extent_value(b, &t.extents[batch]);
        let made = loops::build::for_loop(b, zero, n, one, &[start], |b, step, carried| {
            let last = arith::subi(b, n, one);
            let i = arith::subi(b, last, step);
            let sums = self.sums(b, i, carried[0]);
            let rows = self.rows(b, i, carried[0], sums);
            let large = self.largest(b, rows);
            let mut starts = vec![zero; batch + 2];
            let mut x = carried[0];
            for (above, row) in rows.into_iter().enumerate() {
                let above = arith::const_index(b, above as i64);
                starts[batch] = arith::addi(b, i, above);
                x = UpdateSlice::build(b, row, x, &starts);
            }
            let ty = b.body.ty(x);
            let made = loops::build::if_else(b, large, &[ty], |b| vec![self.shrunk(b, x, rows)], |_| vec![x]);
            vec![b.body.result(made, 0)]
        });
        // Removes the leading zero row.
        let x = b.body.result(made, 0);
        build::compute_one(b, &t.extents, t.elem, |b, at| {
            let row = arith::addi(b, at[batch], one);
            element(b, x, &[&at[..batch], &[row, at[batch + 1]]].concat())
        })
    }

    /// The extents of the vectors, with a leading zero row.
    fn extents(&self) -> Vec<Extent> {
        let mut extents = self.t.extents.clone();
        let rows = &mut extents[self.t.batch];
        *rows = rows.add_const(1).expect("extents of matrices are small expressions");
        extents
    }

    /// The initial vectors: the elements in their own diagonal rows.
    fn start(&self, b: &mut Builder<'_>) -> Value {
        let (t, batch) = (self.t, self.t.batch);
        let one = arith::const_index(b, 1);
        let made = build::compute_one(b, &self.extents(), t.elem, |b, at| {
            let (lead, j) = (&at[..batch], at[batch + 1]);
            let i = arith::subi(b, at[batch], one);
            let (next, before) = (arith::addi(b, j, one), arith::subi(b, j, one));
            let imaginary = element(b, self.imaginary, &[lead, &[j]].concat());
            let own = [[j, next], [next, j], [before, j], [j, before]];
            let [above, below, other, under] = own.map(|at| element(b, t.value, &[lead, &at].concat()));
            let on = arith::cmpi(b, CmpI::Eq, i, j);
            formula(
                b,
                [imaginary, above, below, other, under, on],
                |[imaginary, above, below, other, under, on]| {
                    let (one, none) = (imaginary.num(1.0), imaginary.num(0.0));
                    let [negative, positive] = [imaginary.lt(0.0), imaginary.cmpf(CmpF::OGT, 0.0)];
                    let first = below.absf().le(above.absf()).select(one, -imaginary / below);
                    let second = under.absf().le(other.absf()).select(-imaginary / other, one);
                    let value = positive.select(first, negative.select(second, one));
                    on.select(value, none)
                },
            )
        });
        stored(b, made)
    }

    /// The products of rows `i − 1` and `i` of the Schur form with the known part of the vectors,
    /// `[…, 2, n]`.
    fn sums(&self, b: &mut Builder<'_>, i: Value, x: Value) -> Value {
        let (t, batch) = (self.t, self.t.batch);
        let mut extents = t.extents.clone();
        extents[batch] = Extent::constant(2);
        let one = arith::const_index(b, 1);
        let before = arith::subi(b, i, one);
        let bounds = [AffineExpr::dim(0).add(&AffineExpr::constant(1)), Ok(AffineExpr::symbol(0))];
        let bounds = bounds.map(|bound| bound.expect("a small expression"));
        let bounds = Subscripts::new(&bounds, &[i], &t.extents[batch..=batch]).expect("a small expression");
        let made = build::compute_one(b, &extents, t.elem, |b, at| {
            let (lead, j) = (&at[..batch], at[batch + 1]);
            let row = arith::addi(b, before, at[batch]);
            let fold = build::fold(b, &bounds, &[CombiningKind::Add], &[t.elem], None, |b, k| {
                let behind = arith::addi(b, k, one);
                let factor = element(b, t.value, &[lead, &[row, k]].concat());
                let value = element(b, x, &[lead, &[behind, j]].concat());
                vec![arith::mulf(b, factor, value)]
            });
            b.body.result(fold, 0)
        });
        stored(b, made)
    }

    /// Rows `i − 1` and `i` of the vectors, each `[…, 1, n]`, solved together if they form a block of the
    /// Schur form.
    fn rows(&self, b: &mut Builder<'_>, i: Value, x: Value, sums: Value) -> [Value; 2] {
        let (t, batch) = (self.t, self.t.batch);
        let extents = t.slice(batch);
        let ty = tensor_of(b.body.ctx(), &extents, t.elem);
        let [zero, one] = [0, 1].map(|n| arith::const_index(b, n));
        let (before, behind) = (arith::subi(b, i, one), arith::addi(b, i, one));
        let n = extent_value(b, &t.extents[batch]);
        let made = build::compute(b, &extents, &[ty, ty], |b, at| {
            let (lead, j) = (&at[..batch], at[batch + 1]);
            let (columns, value) = self.columns(b, lead, j);
            let places = [[before, before], [before, i], [i, before], [i, i], [behind, i]];
            let [a, above, below, d, next] = places.map(|at| element(b, t.value, &[lead, &at].concat()));
            let known = [zero, one].map(|u| columns.map(|j| element(b, sums, &[lead, &[u, j]].concat())));
            let old = [i, behind].map(|row| element(b, x, &[lead, &[row, j]].concat()));
            let [pair, is_second] =
                [arith::cmpi(b, CmpI::Ne, columns[0], columns[1]), arith::cmpi(b, CmpI::Ne, columns[0], j)];
            let [open, solved] = {
                let open = arith::cmpi(b, CmpI::Slt, i, columns[0]);
                let inside = arith::cmpi(b, CmpI::Slt, behind, n);
                [open, formula(b, [next, inside], |[next, inside]| inside & next.differs(0.0))]
            };
            let block = {
                let inside = arith::cmpi(b, CmpI::Sgt, i, zero);
                formula(b, [below, inside], |[below, inside]| inside & below.differs(0.0))
            };
            let operands =
                [known[0][0], known[0][1], known[1][0], known[1][1], value[0], value[1], a, above, below, d];
            let flags = [pair, is_second, open, solved, block];
            let all: [Value; 17] =
                [&operands[..], &flags, &old].concat().try_into().expect("as many as that");
            let made = formulas(b, all, |all| self.solved(all));
            made.to_vec()
        });
        [0, 1].map(|k| {
            let row = b.body.result(made, k);
            stored(b, row)
        })
    }

    /// The elements of a vector, or of its real or imaginary part, in the two rows.
    fn solved<'f>(&self, all: [Expr<'f>; 17]) -> [Expr<'f>; 2] {
        let [
            s0,
            s1,
            s2,
            s3,
            real,
            imaginary,
            a,
            above,
            below,
            d,
            pair,
            is_second,
            open,
            solved,
            block,
            old,
            last,
        ] = all;
        let none = real.num(0.0);
        let [first, second] = [Complex(-s0, pair.select(-s1, none)), Complex(-s2, pair.select(-s3, none))];
        let least = ((real.absf() + imaginary) * self.epsilon).maximumf(self.epsilon * self.epsilon);
        let [p, q] = [Complex(a - real, -imaginary), Complex(d - real, -imaginary)];
        let alone = second.over(q.at_least(least));
        let (above, below) = (Complex(above, none), Complex(below, none));
        // Elimination with the larger pivot.
        let swaps = p.size().lt(below.0.absf());
        let (top, beside) = (Complex::select(swaps, below, p), Complex::select(swaps, q, above));
        let (under, corner) = (Complex::select(swaps, p, below), Complex::select(swaps, above, q));
        let (own, rest) = (Complex::select(swaps, second, first), Complex::select(swaps, first, second));
        let factor = under.over(top.at_least(least));
        let corner = corner.minus(factor.times(beside)).at_least(least);
        let lower = rest.minus(factor.times(own)).over(corner);
        let upper = own.minus(beside.times(lower)).over(top.at_least(least));
        let lower = Complex::select(block, lower, alone);
        let part = |x: Complex<'f>| is_second.select(x.1, x.0);
        let keeps = solved & !block;
        [(open & block).select(part(upper), old), (open & !keeps).select(part(lower), last)]
    }

    /// True if an element of the rows is so large that the vectors must be scaled.
    fn largest(&self, b: &mut Builder<'_>, rows: [Value; 2]) -> Value {
        let sizes = formula(b, rows, |[x, y]| x.absf().maximumf(y.absf()));
        let dims: Vec<usize> = (0..=self.t.batch + 1).collect();
        let made = build::reduce(b, &[CombiningKind::MaximumF], &[sizes], &dims, None);
        let most = b.body.result(made, 0);
        let most = element(b, most, &[]);
        formula(b, [most], |[most]| most.cmpf(CmpF::OGT, self.large))
    }

    /// Vectors scaled so that their elements in these rows are at most 1.
    fn shrunk(&self, b: &mut Builder<'_>, x: Value, rows: [Value; 2]) -> Value {
        let (t, batch) = (self.t, self.t.batch);
        let zero = arith::const_index(b, 0);
        let factors = build::compute_one(b, t.vectors(), t.elem, |b, at| {
            let (lead, j) = (&at[..batch], at[batch]);
            let ([first, second], _) = self.columns(b, lead, j);
            let sizes = [first, second].map(|j| {
                let row = rows.map(|row| element(b, row, &[lead, &[zero, j]].concat()));
                formula(b, row, |[x, y]| x.absf().maximumf(y.absf()))
            });
            formula(b, sizes, |[x, y]| x.num(1.0) / x.maximumf(y).maximumf(1.0))
        });
        let factors = stored(b, factors);
        let made = build::compute_one(b, &self.extents(), t.elem, |b, at| {
            let value = element(b, x, at);
            let by = element(b, factors, &[&at[..batch], &[at[batch + 1]]].concat());
            arith::mulf(b, value, by)
        });
        stored(b, made)
    }

    /// Vectors `[…, n, n]` as complex vectors (real and imaginary parts) of length 1 with a real largest
    /// element.
    pub(super) fn unit(&self, b: &mut Builder<'_>, vectors: Value) -> [Value; 2] {
        let (t, batch) = (self.t, self.t.batch);
        let vectors = stored(b, vectors);
        let sizes = reduced(b, CombiningKind::MaximumF, vectors, batch, |b, x| math::absf(b, x));
        let scaled = build::compute_one(b, &t.extents, t.elem, |b, at| {
            let (lead, j) = (&at[..batch], at[batch + 1]);
            let ([first, second], _) = self.columns(b, lead, j);
            let [x, y] = [first, second].map(|j| element(b, sizes, &[lead, &[j]].concat()));
            let value = element(b, vectors, at);
            formula(b, [value, x, y], |[value, x, y]| value / x.maximumf(y))
        });
        let scaled = stored(b, scaled);
        let squares = build::compute_one(b, &t.extents, t.elem, |b, at| {
            let [x, y] = self.parts(b, scaled, at);
            formula(b, [x, y], |[x, y]| x * x + y * y)
        });
        let squares = stored(b, squares);
        let [most, whole] = [CombiningKind::MaximumF, CombiningKind::Add]
            .map(|kind| reduced(b, kind, squares, batch, |_, x| x));
        let places = places(b, t, squares, most);
        let types = [0, 1].map(|_| tensor_of(b.body.ctx(), &t.extents, t.elem));
        let made = build::compute(b, &t.extents, &types, |b, at| {
            let (lead, j) = (&at[..batch], at[batch + 1]);
            let column = [lead, &[j]].concat();
            let (place, index) = (element(b, places, &column), b.ctx().index());
            let place = arith::index_cast(b, place, index);
            let here = arith::cmpi(b, CmpI::Eq, at[batch], place);
            let (own, great) =
                (self.parts(b, scaled, at), self.parts(b, scaled, &[lead, &[place, j]].concat()));
            let [whole, most] = [whole, most].map(|x| element(b, x, &column));
            let all = [own[0], own[1], great[0], great[1], whole, most];
            let [real, imaginary, length] = formulas(b, all, |[x, y, u, v, whole, most]| {
                let by = x.num(1.0) / (whole.sqrt() * most.sqrt());
                let turned = Complex(x, y).times(Complex(u, -v)).scaled(by);
                [turned.0, turned.1, x / whole.sqrt()]
            });
            let ([first, second], _) = self.columns(b, lead, j);
            let pair = arith::cmpi(b, CmpI::Ne, first, second);
            let real = arith::select(b, pair, real, length);
            let none = constant::zero(b, t.elem);
            let imaginary = arith::select(b, here, none, imaginary);
            vec![real, arith::select(b, pair, imaginary, none)]
        });
        let firsts = [0, 1].map(|i| {
            let value = b.body.result(made, i);
            stored(b, value)
        });
        [0, 1].map(|i| self.mirrored(b, firsts[i], i == 1))
    }

    /// Real or imaginary parts of vectors; the second vector of a pair is the exact conjugate of the first.
    fn mirrored(&self, b: &mut Builder<'_>, parts: Value, imaginary: bool) -> Value {
        let (t, batch) = (self.t, self.t.batch);
        build::compute_one(b, &t.extents, t.elem, |b, at| {
            let ([first, _], _) = self.columns(b, &at[..batch], at[batch + 1]);
            let value = element(b, parts, &[&at[..=batch], &[first]].concat());
            if !imaginary {
                return value;
            }
            let other = arith::cmpi(b, CmpI::Ne, first, at[batch + 1]);
            let negative = arith::negf(b, value);
            arith::select(b, other, negative, value)
        })
    }

    /// The real and the imaginary part of an element of the vector, that of the first of a pair.
    fn parts(&self, b: &mut Builder<'_>, vectors: Value, at: &[Value]) -> [Value; 2] {
        let batch = self.t.batch;
        let ([first, second], _) = self.columns(b, &at[..batch], at[batch + 1]);
        let [x, y] = [first, second].map(|j| element(b, vectors, &[&at[..=batch], &[j]].concat()));
        let pair = arith::cmpi(b, CmpI::Ne, first, second);
        let none = constant::zero(b, self.t.elem);
        [x, arith::select(b, pair, y, none)]
    }
}

/// The first row of the largest square in each column, i64 `[…, n]`.
pub(in crate::linalg) fn places(b: &mut Builder<'_>, t: &Matrices, squares: Value, most: Value) -> Value {
    let (batch, i64) = (t.batch, b.ctx().i64());
    let n = extent_value(b, &t.extents[batch]);
    let made = build::compute_one(b, t.vectors(), i64, |b, at| {
        let (lead, j) = (&at[..batch], at[batch]);
        let most = element(b, most, at);
        let end = arith::index_cast(b, n, i64);
        combined_below(b, CombiningKind::MinSI, n, i64, |b, k| {
            let value = element(b, squares, &[lead, &[k, j]].concat());
            let here = arith::cmpf(b, CmpF::OEQ, value, most);
            let k = arith::index_cast(b, k, i64);
            arith::select(b, here, k, end)
        })
    });
    stored(b, made)
}
