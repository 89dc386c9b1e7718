//! Factorizations of square matrices, and what follows from them. [`Tensor::cholesky`] and [`Tensor::triangular_solve`] take batches,
//! for the others there is [`crate::Tracer::vmap`].

use crate::broadcast::{join, same};
use crate::dim::Dim;
use crate::error::Site;
use crate::state::{Shared, Traced, Val};
use crate::tensor::{Operand, Tensor};
use crate::tracer::Tracer;
use tf_ir::extent::{Extent, Verdict};
use tf_library::linalg::{self, Triangular};

impl Shared {
    /// The extents of square matrices, the batch's first.
    fn square(&self, at: Site, what: &str, val: &Val) -> Traced<Vec<Extent>> {
        let shape = self.shape(val);
        match &shape[..] {
            [.., rows, columns] if same(rows, columns) == Verdict::Proved && val.elem.is_float() => Ok(shape),
            _ => {
                let found = self.describe(val);
                Err(self.fail(at, format!("{what} needs square matrices of floats, not {found}")))
            }
        }
    }

    fn triangular_solve(&self, at: Site, matrix: Val, right: Val, system: Triangular) -> Traced<Val> {
        let what = "triangular_solve";
        let (square, other) = (self.square(at, what, &matrix)?, self.shape(&right));
        let batch = square.len() - 2;
        let fits = |own: usize| {
            let axis = if system.left { own } else { own + 1 };
            same(&other[axis], &square[batch]) == Verdict::Proved
        };
        let own = other.len().checked_sub(2).filter(|own| fits(*own));
        let joined = own.and_then(|own| join(&square[..batch], &other[..own]).ok().zip(Some(own)));
        let Some((lead, own)) = joined else {
            let (a, b) = (self.describe(&matrix), self.describe(&right));
            let values = [("the matrix", &matrix), ("the right side", &right)];
            return Err(self.fail_about(
                at,
                format!("{what} takes matrices that fit each other, not {a} and {b}"),
                &values,
            ));
        };
        let matrix = self.broadcast(at, matrix, &[&lead, &square[batch..]].concat())?;
        let right = self.broadcast(at, right, &[&lead, &other[own..]].concat())?;
        let elem = right.elem;
        self.built(at, &[matrix, right], elem, |b, v| linalg::triangular_solve(b, v[0], v[1], system))
    }
}

impl Tensor {
    /// Checks for a square matrix of floats; poisons what is not.
    fn square_matrix(&self, at: Site, what: &str) -> Option<Tracer> {
        let Ok(shape) = self.extents() else { return None };
        let square = shape.len() == 2 && same(&shape[0], &shape[1]) != Verdict::Refuted;
        if !square || !self.elem().is_float() {
            self.failed(at, format!("{what} needs a square matrix of floats, not {self:?}"));
            return None;
        }
        Some(Tracer { shared: self.shared.clone() })
    }

    fn order(&self) -> Dim<'_> {
        let extents = self.extents().unwrap_or_default();
        Dim::new(&self.shared.terms, extents[0].clone())
    }

    /// The identity of the order and type of this matrix.
    fn one_like(&self, p: &Tracer) -> Tensor {
        let rows = p.iota::<i64>([self.order(), self.order()], 0);
        rows.eq(p.iota::<i64>([self.order(), self.order()], 1)).cast(self.elem())
    }

    /// The lower triangular matrix `l` with `l·lᵀ` = this, a symmetric positive definite matrix or a batch of them, `[…, n, n]`; what is
    /// above the diagonal is not looked at. NaN where there is none. NumPy's `linalg.cholesky`.
    ///
    /// ```
    /// # use tf_frontend::{Program, Triangular};
    /// let program = Program::trace("solve", |p| {
    ///     let n = p.dim("n");
    ///     let (a, y) = (p.input::<f64>("a", (5, n, n)), p.input::<f64>("y", (n, 1)));
    ///     let l = a.cholesky();
    ///     let lower = Triangular { left: true, lower: true, ..Triangular::default() };
    ///     let half = l.triangular_solve(y, lower);
    ///     l.triangular_solve(half, Triangular { transposed: true, ..lower })
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn cholesky(&self) -> Tensor {
        let at = Site::caller();
        self.made(|shared| {
            shared.outside_compute(|| {
                let a = self.val(at)?;
                shared.square(at, "cholesky", &a)?;
                let elem = a.elem;
                shared.built(at, &[a], elem, |b, v| linalg::cholesky(b, v[0], true))
            })
        })
    }

    /// The `x` with `a·x` = `right`, or `x·a` = `right`, where `a` is this triangular matrix `[…, n, n]` and `right` is `[…, n, m]` or
    /// `[…, m, n]`; batches broadcast. `system` says which triangle is read, and the rest. SciPy's `solve_triangular`, JAX's
    /// `triangular_solve`.
    #[track_caller]
    pub fn triangular_solve(&self, right: impl Operand, system: Triangular) -> Tensor {
        let (at, right) = (Site::caller(), right.arg());
        self.made(|shared| {
            shared.outside_compute(|| {
                let pieces = shared.pieces(at, [self.arg(), right])?;
                let elem = shared.common_elem(at, "triangular_solve", &pieces)?.to_float();
                let (a, b) = (shared.realize(at, &pieces[0], elem)?, shared.realize(at, &pieces[1], elem)?);
                shared.triangular_solve(at, a, b, system)
            })
        })
    }

    /// An orthogonal matrix `q` and an upper triangular one `r` with `q r` = this, by Householder's reflections. NumPy's
    /// `linalg.qr`, up to signs.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("qr", |p| {
    ///     let n = p.dim("n");
    ///     p.input::<f32>("a", [n, n]).qr()
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn qr(&self) -> (Tensor, Tensor) {
        let at = Site::caller();
        let Some(p) = self.square_matrix(at, "qr") else {
            return (Tensor::poison(&self.shared), Tensor::poison(&self.shared));
        };
        self.shared.library(at, || {
            let n = self.order();
            let (q, r) = p.for_(0, n, (self.one_like(&p), self.clone()), |k, (q, r)| {
                // The reflection that turns column k, from its diagonal down, to a multiple of the unit vector.
                let column = p.compute([n], |[i]| i.ge(&k).select(r.at([&i, &k]), 0.0));
                let head = p.compute((), |[]| r.at([&k, &k]));
                let norm = column.square().sum(..).sqrt();
                let turned = head.ge(0.0).select(-&norm, &norm);
                let v =
                    p.compute([n], |[i]| i.eq(&k).select(column.at([&i]) - turned.at(()), column.at([&i])));
                let square = v.square().sum(..);
                let factor = square.gt(0.0).select(2.0 / square.max(f64::from(f32::MIN_POSITIVE)), 0.0);
                let scaled = &v * &factor;
                let next = &r - scaled.outer(p.einsum("i,ij->j", [&v, &r]));
                // What is 0 by construction is 0.
                let next = p.compute([n, n], |[i, j]| {
                    let below = i.gt(&j) & j.eq(&k);
                    below.select(0.0, next.at([&i, &j]))
                });
                (&q - q.matmul(&v).outer(scaled), next)
            });
            (q, r)
        })
    }

    /// The inverse of an upper triangular matrix; what is below the diagonal is not looked at.
    #[track_caller]
    pub fn inverse_upper(&self) -> Tensor {
        let at = Site::caller();
        let Some(p) = self.square_matrix(at, "inverse_upper") else { return Tensor::poison(&self.shared) };
        self.shared.library(at, || {
            let n = self.order();
            // Row by row from the last: x[k, j] = ([k = j] - Σ_{i>k} r[k, i] x[i, j]) / r[k, k].
            p.for_(0, n, self * 0.0, |step, x| {
                let k = p.value(n) - 1 - step;
                let row = p.compute([n], |[j]| {
                    let rest = p.sum(&k + 1, n, |i| self.at([&k, &i]) * x.at([&i, &j]));
                    (j.eq(&k).select(p.value(1.0).cast(self.elem()), 0.0) - rest) / self.at([&k, &k])
                });
                p.compute([n, n], |[i, j]| i.eq(&k).select(row.at([&j]), x.at([&i, &j])))
            })
        })
    }

    /// True (of rank 0) if the upper triangular `r` of this matrix' QR decomposition has a number on its diagonal that is no more
    /// than what rounding leaves where there should be 0: the columns do not span the space, as far as one can tell. Where it is
    /// exactly 0 depends on the order of sums, which devices choose.
    fn is_singular(&self, p: &Tracer, r: &Tensor) -> Tensor {
        let n = self.order();
        let largest = self.abs().max_along(0);
        let relative = 2.0 * self.elem().epsilon();
        let bound = largest * (p.value(n).cast(self.elem()) * relative);
        let diagonal = p.compute([n], |[k]| r.at([&k, &k])).abs();
        diagonal.le(bound).any(..)
    }

    /// The inverse of this matrix, by [`Tensor::qr`]. Its derivative is that of the inverse, not of the way to it. The inverse of a
    /// matrix that is singular up to rounding is NaN everywhere: one whose columns depend on each other so that what tells them
    /// apart is below `2 n ε` of a column's largest element. Matrices with a condition below `1 / (2 n ε)` are none.
    #[track_caller]
    pub fn inverse(&self) -> Tensor {
        let at = Site::caller();
        let Some(p) = self.square_matrix(at, "inverse") else { return Tensor::poison(&self.shared) };
        self.shared.library(at, || {
            p.custom_vjp(
                self,
                |a| {
                    let (q, r) = a.qr();
                    let inverse = r.inverse_upper().matmul(q.t());
                    let n = a.order();
                    let singular = a.is_singular(&p, &r);
                    p.compute([n, n], |[i, j]| singular.at(()).select(f64::NAN, inverse.at([&i, &j])))
                },
                |_, inverse, g| -inverse.t().matmul(g).matmul(inverse.t()),
            )
        })
    }

    /// Sign and logarithm of the size of the determinant, by elimination with the greatest pivots: a determinant that would leave
    /// the range of floats does not. NumPy's `linalg.slogdet`. The derivative is the transpose of the inverse.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("volumes", |p| {
    ///     let a = p.input::<f32>("a", (p.dim("batch"), 3, 3));
    ///     p.vmap(&a, |a| a.slogdet())
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn slogdet(&self) -> (Tensor, Tensor) {
        let at = Site::caller();
        let Some(p) = self.square_matrix(at, "slogdet") else {
            return (Tensor::poison(&self.shared), Tensor::poison(&self.shared));
        };
        self.shared
            .library(at, || p.custom_vjp(self, |a| a.eliminate(&p), |a, _, (_, g)| a.inverse().t() * g))
    }

    fn eliminate(&self, p: &Tracer) -> (Tensor, Tensor) {
        let n = self.order();
        let [zero, one] = [0.0f64, 1.0].map(|v| p.full((), v).cast(self.elem()));
        let start = (self.clone(), one, zero);
        let (_, sign, log) = p.for_(0, n, start, |k, (a, sign, log)| {
            let sizes = p.compute([n], |[i]| i.ge(&k).select(a.at([&i, &k]).abs(), -1.0));
            let pivot = sizes.argmax(0);
            let swapped = p.compute([n, n], |[i, j]| {
                let row = i.to::<i64>();
                let (pivot, k) = (pivot.at(()).to::<i64>(), k.to::<i64>());
                let from = row.eq(&k).select(&pivot, row.eq(&pivot).select(&k, &row));
                a.at((from, j))
            });
            let head = p.compute((), |[]| swapped.at([&k, &k]));
            let next = p.compute([n, n], |[i, j]| {
                let below = i.gt(&k);
                let factor = swapped.at([&i, &k]) / head.at(());
                below.select(swapped.at([&i, &j]) - factor * swapped.at([&k, &j]), swapped.at([&i, &j]))
            });
            let turned = pivot.to::<i64>().eq(k.to::<i64>()).select(sign.clone(), -&sign);
            (next, turned * head.sign(), log + head.abs().log())
        });
        (sign, log)
    }
}
