"""Linear algebra by the library: inverses, solutions, determinants and Cholesky factors."""

from __future__ import annotations

from typing import Any

import tensorforge as tf
from tensorforge.torch import dtypes, shapes
from tensorforge.torch.node import Node
from tensorforge.torch.table import lowers, refuse


def _factors(at: Node, *numbers: int) -> list[Any]:
    """Zeros for the LU factors and pivots, which must be unused: the library computes others."""
    if any(user.args[1] in numbers for user in at.node.users):
        return refuse("LU factors, which a derivative uses")
    return [tf.zeros(shapes.shape(at.fake[number]), dtypes.name(at.fake[number].dtype)) for number in numbers]


def _failed(at: Node, number: int, made: Any, given: Any) -> Any:
    """Torch's flag for each matrix without a solution: the solution is NaN, but the matrix is not."""
    axes = (-2, -1)
    return (tf.any(tf.isnan(made), axes) & ~tf.any(tf.isnan(given), axes)).astype(dtypes.name(at.fake[number].dtype))


@lowers("linalg_inv_ex")
def _inverse(at: Node, a: Any, *, check_errors: bool = False) -> Any:
    made = tf.inv(a)
    return made, _failed(at, 1, made, a)


@lowers("_linalg_solve_ex")
def _solution(at: Node, a: Any, b: Any, *, left: bool = True, check_errors: bool = False) -> Any:
    # A batch of vectors has the shape of the matrices without their rows.
    vector = b.ndim == 1 or (b.ndim == a.ndim - 1 and tuple(b.shape) == tuple(a.shape[:-1]))
    turned = lambda x: tf.swapaxes(x, -1, -2)  # noqa: E731
    columns = b[..., None] if vector else b
    made = tf.solve(a, columns) if left else turned(tf.solve(turned(a), turned(columns)))
    lu, pivots = _factors(at, 1, 2)
    bad = tf.isnan(tf.inv(a)[..., 0, 0]) if a.shape[-1] != 0 else tf.zeros(a.shape[:-2], "bool")
    return made[..., 0] if vector else made, lu, pivots, bad.astype(dtypes.name(at.fake[3].dtype))


@lowers("_linalg_det")
def _determinant(at: Node, a: Any) -> Any:
    return (tf.det(a), *_factors(at, 1, 2))


@lowers("_linalg_slogdet")
def _logarithm(at: Node, a: Any) -> Any:
    return (*tf.slogdet(a), *_factors(at, 2, 3))


@lowers("linalg_cholesky_ex")
def _cholesky(at: Node, a: Any, *, upper: bool = False, check_errors: bool = False) -> Any:
    made = tf.cholesky(tf.swapaxes(a, -1, -2) if upper else a)
    note = _failed(at, 1, made, a)
    return tf.swapaxes(made, -1, -2) if upper else made, note


@lowers("linalg_solve_triangular")
def _triangular(at: Node, a: Any, b: Any, *, upper: bool, left: bool = True, unitriangular: bool = False) -> Any:
    return tf.triangular_solve(a, b, left=left, lower=not upper, unit=unitriangular)


@lowers("triangular_solve")
def _triangular_old(
    at: Node, b: Any, a: Any, upper: bool = True, transpose: bool = False, unitriangular: bool = False
) -> Any:
    made = tf.triangular_solve(a, b, lower=not upper, transposed=transpose, unit=unitriangular)
    return made, tf.broadcast_to(a, shapes.shape(at.fake[1]))


@lowers("cholesky_solve")
def _solved_by_factor(at: Node, b: Any, factor: Any, upper: bool = False) -> Any:
    half = tf.triangular_solve(factor, b, lower=not upper, transposed=upper)
    return tf.triangular_solve(factor, half, lower=not upper, transposed=not upper)


@lowers("cholesky_inverse")
def _inverse_by_factor(at: Node, factor: Any, upper: bool = False) -> Any:
    return _solved_by_factor(at, tf.eye(factor.shape[-1], dtype=factor.dtype), factor, upper)
