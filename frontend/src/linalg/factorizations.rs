//! Factorizations of matrices and batches of matrices, with solvers, inverses and determinants, all from the
//! library.

use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced, Val};
use crate::types::broadcast::{join, same};
use crate::types::elem::Elem;
use crate::types::tensor::{Operand, Tensor};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::{Extent, Verdict};
use tf_library::linalg::{self, Triangular};

impl Shared {
    /// The extents of square matrices, the batch axes first.
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

    /// The extents of matrices of any shape, the batch axes first.
    fn matrices(&self, at: Site, what: &str, val: &Val) -> Traced<Vec<Extent>> {
        let shape = self.shape(val);
        if shape.len() < 2 || !val.elem.is_float() {
            let found = self.describe(val);
            return Err(self.fail(at, format!("{what} needs matrices of floats, not {found}")));
        }
        Ok(shape)
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
                format!("{what} needs matrices of shapes that fit each other, not {a} and {b}"),
                &values,
            ));
        };
        let matrix = self.broadcast(at, matrix, &[&lead, &square[batch..]].concat())?;
        let right = self.broadcast(at, right, &[&lead, &other[own..]].concat())?;
        let elem = right.elem;
        self.built(at, &[matrix, right], elem, |b, v| linalg::triangular_solve(b, v[0], v[1], system))
    }

    /// `vals` are the three diagonals and the right-hand sides.
    fn tridiagonal_solve(&self, at: Site, vals: &[Val], elem: Elem) -> Traced<Val> {
        let shapes: Vec<Vec<Extent>> = vals.iter().map(|val| self.shape(val)).collect();
        let like = |own: &[Extent], other: &[Extent]| {
            own.len() == other.len() && own.iter().zip(other).all(|(a, b)| same(a, b) == Verdict::Proved)
        };
        let rank = shapes[3].len();
        let fits = rank >= 2 && shapes[..3].iter().all(|own| like(own, &shapes[3][..rank - 1]));
        if !fits {
            let found: Vec<String> = vals.iter().map(|val| self.describe(val)).collect();
            let message = format!(
                "tridiagonal_solve needs diagonals [..., n] and right-hand sides [..., n, m], not {}",
                found.join(", ")
            );
            return Err(self.fail(at, message));
        }
        self.built(at, vals, elem, |b, v| linalg::tridiagonal_solve(b, v[0], v[1], v[2], v[3]))
    }
}

/// Solves by the orthogonal and the triangular factor.
fn solved(a: &Tensor, b: &Tensor) -> Tensor {
    let (q, r) = a.qr();
    let upper = Triangular { left: true, lower: false, ..Triangular::default() };
    r.triangular_solve(q.swap_axes(-1, -2).matmul(b), upper)
}

/// # Linear algebra
///
/// On the matrices in the last two axes; the axes before them are the batch.
impl Tensor {
    /// The broadcast batch axes of this and another tensor; `None` if they do not broadcast.
    fn batch_with(&self, other: &Tensor) -> Option<Vec<Extent>> {
        let (own, others) = (self.extents().ok()?, other.extents().ok()?);
        let (lead, rest) = (own.len().checked_sub(2)?, others.len().checked_sub(2)?);
        let fits = same(&own[lead], &others[rest]) == Verdict::Proved;
        join(&own[..lead], &others[..rest]).ok().filter(|_| fits)
    }

    /// Applies library code to this tensor of square float matrices.
    fn of_square<const N: usize>(
        &self,
        at: Site,
        what: &str,
        build: impl FnOnce(&mut Builder<'_>, Value) -> [Value; N],
    ) -> [Tensor; N] {
        let made = self.shared.outside_compute(|| {
            let a = self.val(at)?;
            self.shared.square(at, what, &a)?;
            let elem = a.elem;
            self.shared.built_all(at, &[a], elem, |b, v| build(b, v[0]))
        });
        match made {
            Ok(made) => made.map(|val| Tensor::of(&self.shared, Ok(val))),
            Err(_) => std::array::from_fn(|_| Tensor::poison(&self.shared)),
        }
    }

    /// As [`Tensor::of_square`], for matrices of any shape; the element type of the results after the first
    /// `floats` is i64.
    fn of_matrices<const N: usize>(
        &self,
        at: Site,
        what: &str,
        floats: usize,
        build: impl FnOnce(&mut Builder<'_>, Value) -> [Value; N],
    ) -> [Tensor; N] {
        let made: Traced<[Val; N]> = self.shared.outside_compute(|| {
            let a = self.val(at)?;
            self.shared.matrices(at, what, &a)?;
            let mut made =
                self.shared.built_all(at, std::slice::from_ref(&a), a.elem, |b, v| build(b, v[0]))?;
            made[floats..].iter_mut().for_each(|val| val.elem = Elem::Int(64));
            Ok(made)
        });
        match made {
            Ok(made) => made.map(|val| Tensor::of(&self.shared, Ok(val))),
            Err(_) => std::array::from_fn(|_| Tensor::poison(&self.shared)),
        }
    }

    /// The lower triangular matrix `l` with `l·lᵀ` = this, a symmetric positive definite matrix or a batch of
    /// them, `[…, n, n]`; elements above the diagonal are ignored. NaN if no such `l` exists. NumPy's
    /// `linalg.cholesky`.
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
        let [factor] = self.of_square(Site::caller(), "cholesky", |b, a| [linalg::cholesky(b, a, true)]);
        factor
    }

    /// The solution `x` of `a·x` = `right` or `x·a` = `right` for this triangular matrix `a`, `[…, n, n]`,
    /// and `right`, `[…, n, m]` or `[…, m, n]`; batches broadcast. `system` chooses the triangle that is
    /// read, the side, transposition and a unit diagonal. SciPy's `solve_triangular`, JAX's
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

    /// Orthogonal columns `q`, `[…, m, k]`, and upper triangular `r`, `[…, k, n]`, with `q r` = this,
    /// `[…, m, n]`, by Householder reflections; `k` is the lesser of `m` and `n`. The derivative assumes that
    /// the first `k` columns are independent. NumPy's `linalg.qr`, with its signs.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("qr", |p| {
    ///     let n = p.dim("n");
    ///     p.input::<f32>("a", (7, n, 3)).qr()
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn qr(&self) -> (Tensor, Tensor) {
        self.of_matrices(Site::caller(), "qr", 2, |b, a| linalg::qr(b, a).into()).into()
    }

    /// As [`Tensor::qr`], with square `q`, `[…, m, m]`, and `r` of this shape: NumPy's
    /// `linalg.qr(a, "complete")`.
    #[track_caller]
    pub fn qr_complete(&self) -> (Tensor, Tensor) {
        self.of_matrices(Site::caller(), "qr_complete", 2, |b, a| linalg::qr_complete(b, a).into()).into()
    }

    /// The LU factorization of matrices `[…, m, n]`, by elimination with partial pivoting. The first result
    /// packs both triangular factors: `u` on the diagonal and above, below it `l`, whose diagonal is 1. The
    /// second is the order of rows, i64, `[…, m]`: row `i` of `l u` is row `order[i]` of this. The derivative
    /// assumes invertible factors. SciPy's `lu_factor`, with an order instead of swaps.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("lu", |p| p.input::<f64>("a", (p.dim("m"), 4)).lu());
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn lu(&self) -> (Tensor, Tensor) {
        let made = self.of_matrices(Site::caller(), "lu", 1, |b, a| {
            let found = linalg::lu(b, a);
            [found.factors, found.permutation]
        });
        made.into()
    }

    /// The ascending eigenvalues, `[…, n]`, and the eigenvectors, as columns `[…, n, n]`, of symmetric
    /// matrices; only the lower triangle is read. By reflections to tridiagonal form, and divide and conquer.
    /// NaN if a matrix is not finite. NumPy's `linalg.eigh`, up to signs. In the derivative, eigenvectors of
    /// one eigenvalue do not rotate into each other.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("eigh", |p| p.input::<f64>("a", (p.dim("batch"), 4, 4)).eigh());
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn eigh(&self) -> (Tensor, Tensor) {
        self.of_square(Site::caller(), "eigh", |b, a| linalg::eigh(b, a, true).into()).into()
    }

    /// The real Schur form: orthogonal `z` and `t` with `z t zᵀ` = this, square matrices `[…, n, n]`; `t` is
    /// upper triangular except for diagonal blocks of two rows for pairs of complex eigenvalues. NaN if a
    /// matrix is not finite. A call that requests the derivative stops. SciPy's `linalg.schur`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("schur", |p| p.input::<f64>("a", (4, 4)).schur());
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn schur(&self) -> (Tensor, Tensor) {
        self.of_square(Site::caller(), "schur", linalg::schur).into()
    }

    /// The eigenvalues of square matrices `[…, n, n]`, as their real and imaginary parts, `[…, n]`; in a
    /// conjugate pair, the one with the positive imaginary part is first. NaN if a matrix is not finite. A
    /// call that requests their derivative stops. NumPy's `linalg.eigvals`, in another order.
    #[track_caller]
    pub fn eigvals(&self) -> (Tensor, Tensor) {
        self.of_square(Site::caller(), "eigvals", |b, a| linalg::eig(b, a, false, false).values).into()
    }

    /// As [`Tensor::eigvals`], with the eigenvectors, as columns `[…, n, n]` of length 1 with a real greatest
    /// element: their real and imaginary parts. NumPy's `linalg.eig`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("eig", |p| {
    ///     let (values, vectors) = p.input::<f64>("a", (p.dim("n"), 3, 3)).eig();
    ///     (values.0, values.1, vectors.0, vectors.1)
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn eig(&self) -> ((Tensor, Tensor), (Tensor, Tensor)) {
        let [x, y, u, v] = self.of_square(Site::caller(), "eig", |b, a| {
            let found = linalg::eig(b, a, false, true);
            let [u, v] = found.right.expect("the right vectors are requested");
            let [x, y] = found.values;
            [x, y, u, v]
        });
        ((x, y), (u, v))
    }

    /// The singular value decomposition `u·diag(s)·vᵀ` of matrices `[…, m, n]`: the singular vectors `u`,
    /// `[…, m, k]`, the descending singular values `s`, `[…, k]`, and the transpose of `v`, `[…, k, n]`, with
    /// `k` the lesser of `m` and `n`. By the polar decomposition. NumPy's
    /// `linalg.svd(a, full_matrices=False)`, up to signs.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("svd", |p| p.input::<f32>("a", (p.dim("m"), 3)).svd());
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn svd(&self) -> (Tensor, Tensor, Tensor) {
        self.of_matrices(Site::caller(), "svd", 3, linalg::svd).into()
    }

    /// As [`Tensor::svd`], with square `u` and `v`: NumPy's `linalg.svd`.
    #[track_caller]
    pub fn svd_complete(&self) -> (Tensor, Tensor, Tensor) {
        self.of_matrices(Site::caller(), "svd_complete", 3, linalg::svd_complete).into()
    }

    /// The solution `x`, `[…, n, m]`, of `a·x` = `right`, for the tridiagonal matrix `a` with this diagonal,
    /// `[…, n]`, by elimination with partial pivoting. In row `i`, element `i` of `lower` is left of the
    /// diagonal, and that of `upper` right of it; the first element of `lower` and the last of `upper` are
    /// ignored. All have one shape, up to the last axis of `right`. JAX's `tridiagonal_solve`.
    #[track_caller]
    pub fn tridiagonal_solve(&self, lower: impl Operand, upper: impl Operand, right: impl Operand) -> Tensor {
        let at = Site::caller();
        let others = [lower.arg(), upper.arg(), right.arg()];
        self.made(|shared| {
            shared.outside_compute(|| {
                let [lower, upper, right] = others;
                let pieces = shared.pieces(at, [lower, self.arg(), upper, right])?;
                let elem = shared.common_elem(at, "tridiagonal_solve", &pieces)?.to_float();
                let vals =
                    (0..4).map(|i| shared.realize(at, &pieces[i], elem)).collect::<Traced<Vec<Val>>>()?;
                shared.tridiagonal_solve(at, &vals, elem)
            })
        })
    }

    /// The inverses of upper triangular matrices, `[…, n, n]`; elements below the diagonal are ignored.
    #[track_caller]
    pub fn inverse_upper(&self) -> Tensor {
        let [inverse] = self.of_square(Site::caller(), "inverse_upper", |b, a| [linalg::inverse_upper(b, a)]);
        inverse
    }

    /// The inverses of matrices, `[…, n, n]`, by [`Tensor::qr`]. Their derivative is that of the inverse, not
    /// of the algorithm. The inverse of a numerically singular matrix is NaN everywhere. A matrix is
    /// numerically singular if its columns are dependent up to a difference below `2 n ε` of a column's
    /// largest element; matrices with a condition number below `1 / (2 n ε)` never are. NumPy's `linalg.inv`.
    #[track_caller]
    pub fn inverse(&self) -> Tensor {
        let [inverse] = self.of_square(Site::caller(), "inverse", |b, a| [linalg::inverse(b, a)]);
        inverse
    }

    /// The solution `x` of `a·x` = `right`, for this matrix `a`, `[…, n, n]`, and `right`, `[…, n, m]` or a
    /// vector `[n]`; batches broadcast. By [`Tensor::qr`]; the derivative is that of the solution, not of the
    /// algorithm. NumPy's `linalg.solve`.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("solve", |p| {
    ///     let n = p.dim("n");
    ///     let (a, y) = (p.input::<f32>("a", (5, n, n)), p.input::<f32>("y", (n, 2)));
    ///     p.grad((&a, &y), |(a, y)| a.solve(y).sum(..))
    /// });
    /// assert!(program.is_ok(), "{program:?}");
    /// ```
    #[track_caller]
    pub fn solve(&self, right: impl Operand) -> Tensor {
        let (at, tracer) = (Site::caller(), self.tracer());
        let right = self.operand_like(at, right.arg());
        let vector = right.rank() == 1;
        self.library(at, || {
            let columns = if vector { right.expand(-1) } else { right.clone() };
            let Some(batch) = self.batch_with(&columns) else {
                return self.failed(
                    at,
                    format!("solve needs matrices of shapes that fit each other, not {self:?} and {right:?}"),
                );
            };
            // Broadcast outside of the rule: there, its derivative is a sum.
            let wide = |x: &Tensor| {
                let lead = batch.iter().map(|extent| self.dim_of(extent));
                x.broadcast_to(lead.chain([x.extent(-2), x.extent(-1)]).collect::<Vec<_>>())
            };
            let (a, b) = (wide(self), wide(&columns));
            let solved = tracer.custom_vjp(
                (&a, &b),
                |(a, b)| solved(&a, &b),
                |(a, _), x, g| {
                    let adjoint = solved(&a.swap_axes(-1, -2), &g);
                    (-adjoint.matmul(x.swap_axes(-1, -2)), adjoint)
                },
            );
            if vector { solved.squeeze(-1) } else { solved }
        })
    }

    /// Determinants of matrices, `[…, n, n]`: the product of [`Tensor::slogdet`]'s parts. NumPy's
    /// `linalg.det`.
    #[track_caller]
    pub fn det(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || {
            let (sign, log) = self.slogdet();
            sign * log.exp()
        })
    }

    /// The signs and the logarithms of the absolute determinants of matrices, `[…, n, n]`, by elimination
    /// with partial pivoting; the logarithm avoids overflow and underflow. NumPy's `linalg.slogdet`. The
    /// derivative is the transpose of the inverse.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("volumes", |p| p.input::<f32>("a", (p.dim("batch"), 3, 3)).slogdet());
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn slogdet(&self) -> (Tensor, Tensor) {
        self.of_square(Site::caller(), "slogdet", |b, a| linalg::slogdet(b, a).into()).into()
    }
}
