//! In-place reflections of three adjacent rows and columns, on one matrix of a batch at a time.
//!
//! The matrix is padded with rows and columns of zeros, so that a window at any row is in bounds.

use crate::constant;
use crate::expr::{formula, formulas};
use crate::linalg::matrix::{Matrices, element, extent_value, stored};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops;
use tf_dialects::tensor::{FromElements, UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// The reflection `1 − t vᵀ` of three rows.
#[derive(Clone, Copy)]
pub(super) struct Turn {
    pub(super) v: [Value; 3],
    pub(super) t: [Value; 3],
}

/// The parameters shared by matrices of one size.
pub(in crate::linalg) struct Work {
    pub(in crate::linalg) elem: Type,
    /// Rows of a matrix with padding.
    pub(in crate::linalg) size: Extent,
    /// Rows without padding.
    pub(in crate::linalg) n: Value,
}

impl Work {
    /// The chunk of rows or columns per step: whole vector registers.
    pub(in crate::linalg) const CHUNK: i64 = 16;

    /// The parameters for matrices of this shape.
    pub(in crate::linalg) fn of(b: &mut Builder<'_>, a: &Matrices) -> Work {
        let rows = &a.extents[a.batch];
        // At least two rows of padding.
        let chunks =
            rows.add_const(1).and_then(|n| n.floordiv(Work::CHUNK)).and_then(|n| n.scale(Work::CHUNK));
        let size =
            chunks.and_then(|n| n.add_const(Work::CHUNK)).expect("extents of matrices are small expressions");
        Work { elem: a.elem, size, n: extent_value(b, rows) }
    }

    /// The matrix of a batch at these indices, or its transpose, with zero padding.
    pub(in crate::linalg) fn load(
        &self,
        b: &mut Builder<'_>,
        matrices: Value,
        lead: &[Value],
        transposed: bool,
    ) -> Value {
        let extents = [self.size.clone(), self.size.clone()];
        let made = build::compute_one(b, &extents, self.elem, |b, at| {
            let [i, j] = if transposed { [at[1], at[0]] } else { [at[0], at[1]] };
            let value = element(b, matrices, &[lead, &[i, j]].concat());
            let [row, column] = [i, j].map(|x| arith::cmpi(b, CmpI::Slt, x, self.n));
            let (inside, none) = (arith::andi(b, row, column), constant::zero(b, self.elem));
            arith::select(b, inside, value, none)
        });
        stored(b, made)
    }

    /// Stores a matrix without padding, or its transpose, plus the scalar `more`, into a batch at these
    /// indices.
    pub(in crate::linalg) fn store(
        &self,
        b: &mut Builder<'_>,
        (matrix, transposed): (Value, bool),
        more: Value,
        (into, lead): (Value, &[Value]),
    ) -> Value {
        let mut extents = build::extents_of(b, into);
        extents[..lead.len()].fill(Extent::constant(1));
        let made = build::compute_one(b, &extents, self.elem, |b, at| {
            let [i, j] = [at[lead.len()], at[lead.len() + 1]];
            let value = element(b, matrix, &if transposed { [j, i] } else { [i, j] });
            arith::addf(b, value, more)
        });
        if lead.is_empty() {
            return made;
        }
        let zero = arith::const_index(b, 0);
        UpdateSlice::build(b, made, into, &[lead, &[zero, zero]].concat())
    }

    /// Stores the first elements of a vector into a batch at these indices.
    pub(super) fn store_vector(
        &self,
        b: &mut Builder<'_>,
        vector: Value,
        (into, lead): (Value, &[Value]),
    ) -> Value {
        let mut extents = build::extents_of(b, into);
        extents[..lead.len()].fill(Extent::constant(1));
        let made = build::compute_one(b, &extents, self.elem, |b, at| element(b, vector, &at[lead.len()..]));
        if lead.is_empty() {
            return made;
        }
        let zero = arith::const_index(b, 0);
        UpdateSlice::build(b, made, into, &[lead, &[zero]].concat())
    }

    /// The start of the chunk that contains an index.
    fn chunk_of(&self, b: &mut Builder<'_>, index: Value) -> Value {
        let chunk = arith::const_index(b, Work::CHUNK);
        let rest = arith::remui(b, index, chunk);
        arith::subi(b, index, rest)
    }

    /// The start and step of a loop over chunks that begins with the chunk of `from`.
    pub(in crate::linalg) fn chunks(&self, b: &mut Builder<'_>, from: Value) -> (Value, Value) {
        (self.chunk_of(b, from), arith::const_index(b, Work::CHUNK))
    }

    /// Reflects rows `k` to `k + 2`, in the columns `from` to `to`. The column before these becomes `edge`.
    pub(super) fn rows(
        &self,
        b: &mut Builder<'_>,
        h: Value,
        k: Value,
        [from, to]: [Value; 2],
        turn: &Turn,
        edge: [Value; 3],
    ) -> Value {
        let [zero, one, step] = [0, 1, Work::CHUNK].map(|n| arith::const_index(b, n));
        let before = arith::subi(b, from, one);
        let first = arith::maxsi(b, before, zero);
        let start = self.chunk_of(b, first);
        let made = loops::build::for_loop(b, start, to, step, &[h], |b, c, carried| {
            let box_ = [3, Work::CHUNK].map(Extent::constant);
            let old = build::dynamic_slice(b, carried[0], &[k, c], &box_);
            let new = build::compute_one(b, &box_, self.elem, |b, at| {
                let column = arith::addi(b, at[1], c);
                let own = element(b, old, at);
                let turned = turned(b, old, at, turn);
                let fixed = third(b, at[0], edge);
                let [inside, on] =
                    [(CmpI::Sge, from), (CmpI::Eq, before)].map(|(how, x)| arith::cmpi(b, how, column, x));
                let rest = arith::select(b, on, fixed, own);
                arith::select(b, inside, turned, rest)
            });
            let new = stored(b, new);
            vec![UpdateSlice::build(b, new, carried[0], &[k, c])]
        });
        b.body.result(made, 0)
    }

    /// Reflects rows `k` to `k + 2` of a whole matrix.
    pub(super) fn whole_rows(&self, b: &mut Builder<'_>, z: Value, k: Value, turn: &Turn) -> Value {
        let zero = arith::const_index(b, 0);
        let box_ = [Extent::constant(3), self.size.clone()];
        let old = build::dynamic_slice(b, z, &[k, zero], &box_);
        let new = build::compute_one(b, &box_, self.elem, |b, at| turned(b, old, at, turn));
        let new = stored(b, new);
        UpdateSlice::build(b, new, z, &[k, zero])
    }

    /// Reflects columns `k` to `k + 2`, in the rows `from` to `to`, rounded out to whole chunks.
    pub(super) fn columns(
        &self,
        b: &mut Builder<'_>,
        h: Value,
        k: Value,
        [from, to]: [Value; 2],
        turn: &Turn,
    ) -> Value {
        let step = arith::const_index(b, Work::CHUNK);
        let start = self.chunk_of(b, from);
        let made = loops::build::for_loop(b, start, to, step, &[h], |b, c, carried| {
            let old = build::dynamic_slice(b, carried[0], &[c, k], &[Work::CHUNK, 3].map(Extent::constant));
            let [wide, row] = [[Work::CHUNK, 3].as_slice(), &[3]].map(|shape| {
                let shape: Vec<Dim> = shape.iter().map(|n| Dim::Static(*n)).collect();
                b.ctx().tensor(shape, self.elem)
            });
            let made = build::compute(b, &[Extent::constant(Work::CHUNK)], &[wide], |b, at| {
                let elements = [0, 1, 2].map(|j| {
                    let j = arith::const_index(b, j);
                    element(b, old, &[at[0], j])
                });
                let sum = along(b, elements, turn);
                let turned =
                    [0, 1, 2].map(|j| formula(b, [elements[j], turn.t[j], sum], |[x, t, sum]| x - t * sum));
                vec![FromElements::build(b, &turned, row)]
            });
            let new = b.body.result(made, 0);
            let new = stored(b, new);
            vec![UpdateSlice::build(b, new, carried[0], &[c, k])]
        });
        b.body.result(made, 0)
    }

    /// A matrix with one element replaced.
    pub(in crate::linalg) fn with_element(
        &self,
        b: &mut Builder<'_>,
        h: Value,
        at: [Value; 2],
        value: Value,
    ) -> Value {
        let update = build::splat(b, value, &[1, 1].map(Extent::constant));
        UpdateSlice::build(b, update, h, &at)
    }

    /// A matrix with the 2×2 diagonal block at row `k` replaced.
    pub(super) fn with_block(&self, b: &mut Builder<'_>, h: Value, k: Value, block: [Value; 4]) -> Value {
        let ty = b.ctx().tensor([2, 2].map(Dim::Static), self.elem);
        let update = FromElements::build(b, &block, ty);
        UpdateSlice::build(b, update, h, &[k, k])
    }
}

/// `vᵀ` times three elements.
fn along(b: &mut Builder<'_>, [x, y, z]: [Value; 3], turn: &Turn) -> Value {
    let [u, v, w] = turn.v;
    formula(b, [x, y, z, u, v, w], |[x, y, z, u, v, w]| x * u + y * v + z * w)
}

/// One of three values.
fn third(b: &mut Builder<'_>, i: Value, values: [Value; 3]) -> Value {
    let [one, two] = [1, 2].map(|n| {
        let n = arith::const_index(b, n);
        arith::cmpi(b, CmpI::Eq, i, n)
    });
    let rest = arith::select(b, two, values[2], values[0]);
    arith::select(b, one, values[1], rest)
}

/// An element of three reflected rows.
fn turned(b: &mut Builder<'_>, old: Value, at: &[Value], turn: &Turn) -> Value {
    let elements = [0, 1, 2].map(|i| {
        let i = arith::const_index(b, i);
        element(b, old, &[i, at[1]])
    });
    let sum = along(b, elements, turn);
    let (own, t) = (element(b, old, at), third(b, at[0], turn.t));
    formula(b, [own, t, sum], |[own, t, sum]| own - t * sum)
}

/// The reflection that zeros the last two of three elements, and the new first one.
pub(super) fn reflection(b: &mut Builder<'_>, numbers: [Value; 3]) -> (Turn, Value) {
    let [tau, second, third, beta] = formulas(b, numbers, |[x, y, z]| {
        // Scaled, since squares of large elements overflow, and those of small ones underflow.
        let size = x.absf().maximumf(y.absf()).maximumf(z.absf());
        let scale = size.equals(0.0).select(size.num(1.0), size);
        let [p, q, r] = [x / scale, y / scale, z / scale];
        let some = y.differs(0.0) | z.differs(0.0);
        let length = (p * p + q * q + r * r).sqrt();
        let beta = some.select(p.le(0.0).select(length, -length), p);
        let (none, inverse) = (p.num(0.0), some.select(p.num(1.0) / (p - beta), p.num(0.0)));
        let tau = some.select((beta - p) / beta, none);
        [tau, q * inverse, r * inverse, some.select(beta * scale, x)]
    });
    let one = constant::float(b, b.body.ty(tau), 1.0);
    let t = [tau, arith::mulf(b, tau, second), arith::mulf(b, tau, third)];
    (Turn { v: [one, second, third], t }, beta)
}
