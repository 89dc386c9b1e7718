"""Linear algebra of matrices and batches of them, ``[..., n, n]``, under the names of NumPy's ``linalg``."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Moves, Tensor
from tensorforge.current import tracer

__all__ = ["cholesky", "det", "eig", "eigh", "eigvals", "inv", "inverse_upper", "lu", "norm", "qr", "schur", "slogdet"]
__all__ += ["solve", "svd", "triangular_solve", "tridiagonal_solve"]


def cholesky(x: Any) -> Tensor:
    """The lower Cholesky factor of a positive definite matrix; NaN for other matrices."""
    return tracer().unary("cholesky", x)


def qr(x: Any, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """The QR factorization of ``x``, of shape ``[..., m, n]``: orthogonal columns and an upper triangular
    matrix.

    It has min(m, n) columns, or m of them in the mode ``"complete"``.
    """
    if mode not in ("reduced", "complete"):
        raise ValueError(f"the mode of qr is 'reduced' or 'complete', not {mode!r}")
    return tuple(Moves.several(tracer(), "qr" if mode == "reduced" else "qr_complete", x))


def lu(x: Any) -> tuple[Tensor, Tensor]:
    """The LU factors in one matrix, ``[..., m, n]``, and the order of rows, ``[..., m]``.

    U is on and above the diagonal, L below it, with a unit diagonal; row ``i`` of ``L @ U`` is row
    ``order[i]`` of ``x``.
    """
    return tuple(Moves.several(tracer(), "lu", x))


def eigh(x: Any) -> tuple[Tensor, Tensor]:
    """The ascending eigenvalues of a symmetric matrix and its eigenvectors as columns; only the lower
    triangle is read."""
    return tuple(Moves.several(tracer(), "eigh", x))


def eigvals(x: Any) -> tuple[Tensor, Tensor]:
    """The eigenvalues of a square matrix, as real and imaginary parts; in a conjugate pair the one with
    positive imaginary part is first."""
    return tuple(Moves.several(tracer(), "eigvals", x))


def eig(x: Any) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
    """As ``eigvals``, with the eigenvectors as columns of length 1, as real and imaginary parts. There is no
    derivative."""
    real, imag, *vectors = Moves.several(tracer(), "eig", x)
    return (real, imag), tuple(vectors)


def schur(x: Any) -> tuple[Tensor, Tensor]:
    """The real Schur form: T and an orthogonal Z with ``x = z @ t @ z.T``; T has blocks of two rows for
    complex eigenvalues."""
    return tuple(Moves.several(tracer(), "schur", x))


def svd(x: Any, full_matrices: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """U, the descending singular values, and the transpose of V, with ``x = (u * s) @ vt``.

    U and V are square if ``full_matrices``; else they have one vector per singular value.
    """
    return tuple(Moves.several(tracer(), "svd_complete" if full_matrices else "svd", x))


def tridiagonal_solve(lower: Any, diagonal: Any, upper: Any, b: Any) -> Tensor:
    """Solves ``a @ x = b`` for a tridiagonal matrix with these diagonals, ``[..., n]``, and ``b`` of ``[...,
    n, m]``.

    In row ``i``, element ``i`` of ``lower`` is before the diagonal and that of ``upper`` after it.
    """
    return Moves.tridiagonal_solve(tracer(), lower, diagonal, upper, b)


def inv(x: Any) -> Tensor:
    """The inverse of a matrix; NaN if it is singular up to rounding."""
    return tracer().unary("inv", x)


def inverse_upper(x: Any) -> Tensor:
    """The inverse of an upper triangular matrix; the elements below the diagonal are not read."""
    return tracer().unary("inverse_upper", x)


def solve(a: Any, b: Any) -> Tensor:
    """Solves ``a @ x = b`` for ``b`` of ``[..., n, m]`` or a vector."""
    return tracer().binary("solve", a, b)


def triangular_solve(
    a: Any, b: Any, *, left: bool = True, lower: bool = True, transposed: bool = False, unit: bool = False
) -> Tensor:
    """Solves ``a @ x = b``, or ``x @ a = b`` if not ``left``, for a triangular matrix.

    Only the ``lower`` triangle is read, or else the upper one; ``unit`` assumes a diagonal of ones.
    """
    return Moves.triangular_solve(tracer(), a, b, left, lower, transposed, unit)


def slogdet(x: Any) -> tuple[Tensor, Tensor]:
    """The sign of the determinant and the logarithm of its absolute value."""
    return tuple(Moves.several(tracer(), "slogdet", x))


def det(x: Any) -> Tensor:
    """The determinant."""
    return tracer().unary("det", x)


def norm(x: Any, axis: Any = None, keepdims: bool = False, ord: float = 2) -> Tensor:
    """A vector norm of the elements along axes: Euclidean, or of the given order."""
    if ord == 2:
        return tracer().reduce("norm", x, axis, keepdims)
    if keepdims:
        raise ValueError("keepdims is supported only for the Euclidean norm: use expand_dims for others")
    return Moves.statistic(tracer(), "norm", x, axis, ord)
