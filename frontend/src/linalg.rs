//! Factorizations of square matrices and batches of them, and what follows from them: all from the library.

use crate::broadcast::{join, same};
use crate::error::Site;
use crate::state::{Shared, Traced, Val};
use crate::tensor::{Operand, Tensor};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
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
    /// What code of the library makes of this, square matrices of floats.
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
        let [factor] = self.of_square(Site::caller(), "cholesky", |b, a| [linalg::cholesky(b, a, true)]);
        factor
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

    /// Orthogonal matrices `q` and upper triangular ones `r` with `q r` = this, `[…, n, n]`, by Householder's reflections. NumPy's
    /// `linalg.qr`, up to signs.
    ///
    /// ```
    /// # use tf_frontend::Program;
    /// let program = Program::trace("qr", |p| {
    ///     let n = p.dim("n");
    ///     p.input::<f32>("a", (7, n, n)).qr()
    /// });
    /// assert!(program.is_ok());
    /// ```
    #[track_caller]
    pub fn qr(&self) -> (Tensor, Tensor) {
        self.of_square(Site::caller(), "qr", |b, a| linalg::qr(b, a).into()).into()
    }

    /// The inverses of upper triangular matrices, `[…, n, n]`; what is below the diagonal is not looked at.
    #[track_caller]
    pub fn inverse_upper(&self) -> Tensor {
        let [inverse] = self.of_square(Site::caller(), "inverse_upper", |b, a| [linalg::inverse_upper(b, a)]);
        inverse
    }

    /// The inverses of matrices, `[…, n, n]`, by [`Tensor::qr`]. Their derivative is that of the inverse, not of the way to it. The
    /// inverse of a matrix that is singular up to rounding is NaN everywhere: one whose columns depend on each other so that what
    /// tells them apart is below `2 n ε` of a column's largest element. Matrices with a condition below `1 / (2 n ε)` are none.
    /// NumPy's `linalg.inv`.
    #[track_caller]
    pub fn inverse(&self) -> Tensor {
        let [inverse] = self.of_square(Site::caller(), "inverse", |b, a| [linalg::inverse(b, a)]);
        inverse
    }

    /// Signs and logarithms of the sizes of the determinants of matrices, `[…, n, n]`, by elimination with the greatest pivots: a
    /// determinant that would leave the range of floats does not. NumPy's `linalg.slogdet`. The derivative is the transpose of the
    /// inverse.
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
