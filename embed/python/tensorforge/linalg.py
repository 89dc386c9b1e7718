"""Linear algebra of matrices and batches of them, ``[..., n, n]``, by the names of NumPy's ``linalg``."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Moves, Tensor
from tensorforge.current import tracer

__all__ = ["cholesky", "det", "eig", "eigh", "eigvals", "inv", "inverse_upper", "lu", "norm", "qr", "schur", "slogdet"]
__all__ += ["solve", "svd", "triangular_solve", "tridiagonal_solve"]


def cholesky(x: Any) -> Tensor:
    """The lower triangular factor of a positive definite matrix; NaN where there is none."""
    return tracer().unary("cholesky", x)


def qr(x: Any, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """Orthogonal columns and an upper triangular matrix with the product ``x``, of ``[..., m, n]``.

    There are as many columns as the smaller side has, or m of them if the mode is ``"complete"``.
    """
    if mode not in ("reduced", "complete"):
        raise ValueError(f"the mode of qr is 'reduced' or 'complete', not {mode!r}")
    return tuple(Moves.several(tracer(), "qr" if mode == "reduced" else "qr_complete", x))


def lu(x: Any) -> tuple[Tensor, Tensor]:
    """Triangular factors in one matrix, ``[..., m, n]``, and the order of rows, ``[..., m]``.

    U is on the diagonal and above, L below it, with a diagonal of ones; row ``i`` of ``L @ U`` is row ``order[i]`` of ``x``.
    """
    return tuple(Moves.several(tracer(), "lu", x))


def eigh(x: Any) -> tuple[Tensor, Tensor]:
    """The ascending eigenvalues of a symmetric matrix, of which the lower triangle is read, and its eigenvectors as columns."""
    return tuple(Moves.several(tracer(), "eigh", x))


def eigvals(x: Any) -> tuple[Tensor, Tensor]:
    """The eigenvalues of a square matrix, as their real and imaginary parts; of conjugates, that with the positive imaginary part first."""
    return tuple(Moves.several(tracer(), "eigvals", x))


def eig(x: Any) -> tuple[tuple[Tensor, Tensor], tuple[Tensor, Tensor]]:
    """As ``eigvals``, and the eigenvectors as columns of length 1: their real and imaginary parts. There is no derivative."""
    real, imag, *vectors = Moves.several(tracer(), "eig", x)
    return (real, imag), tuple(vectors)


def schur(x: Any) -> tuple[Tensor, Tensor]:
    """T and an orthogonal Z with ``x = z @ t @ z.T``: T is upper triangular, but for blocks of two rows for complex eigenvalues."""
    return tuple(Moves.several(tracer(), "schur", x))


def svd(x: Any, full_matrices: bool = True) -> tuple[Tensor, Tensor, Tensor]:
    """U, the descending singular values, and the transpose of V, with ``x = (u * s) @ vt``.

    U and V are square, or have as many vectors as there are values if not ``full_matrices``.
    """
    return tuple(Moves.several(tracer(), "svd_complete" if full_matrices else "svd", x))


def tridiagonal_solve(lower: Any, diagonal: Any, upper: Any, b: Any) -> Tensor:
    """The x with ``a @ x = b`` of a tridiagonal matrix with these diagonals, ``[..., n]``, for ``b`` of ``[..., n, m]``.

    Element ``i`` of ``lower`` is before the diagonal in row ``i``, that of ``upper`` behind it.
    """
    return Moves.tridiagonal_solve(tracer(), lower, diagonal, upper, b)


def inv(x: Any) -> Tensor:
    """The inverse of a matrix; NaN if it is singular up to rounding."""
    return tracer().unary("inv", x)


def inverse_upper(x: Any) -> Tensor:
    """The inverse of an upper triangular matrix; what is below the diagonal is not looked at."""
    return tracer().unary("inverse_upper", x)


def solve(a: Any, b: Any) -> Tensor:
    """The x with ``a @ x = b``, for ``b`` of ``[..., n, m]`` or a vector."""
    return tracer().binary("solve", a, b)


def triangular_solve(
    a: Any, b: Any, *, left: bool = True, lower: bool = True, transposed: bool = False, unit: bool = False
) -> Tensor:
    """The x with ``a @ x = b``, or ``x @ a = b`` if not ``left``, of a triangular matrix.

    Only the ``lower`` triangle is read, or else the upper one; a ``unit`` diagonal counts as ones.
    """
    return Moves.triangular_solve(tracer(), a, b, left, lower, transposed, unit)


def slogdet(x: Any) -> tuple[Tensor, Tensor]:
    """The sign of the determinant, and the logarithm of its size."""
    return tuple(Moves.several(tracer(), "slogdet", x))


def det(x: Any) -> Tensor:
    """The determinant."""
    return tracer().unary("det", x)


def norm(x: Any, axis: Any = None, keepdims: bool = False, ord: float = 2) -> Tensor:
    """A norm of the elements along axes as one vector: the Euclidean one, or the one of an order."""
    if ord == 2:
        return tracer().reduce("norm", x, axis, keepdims)
    if keepdims:
        raise ValueError("keepdims is for the Euclidean norm: use expand_dims for others")
    return Moves.statistic(tracer(), "norm", x, axis, ord)
