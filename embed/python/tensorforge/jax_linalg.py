"""Decompositions, which JAX leaves to LAPACK on its CPU, as JAX's own operations.

A platform of this name has JAX's rules that hold for every platform, which write LU decompositions, and solutions of triangular and
tridiagonal systems, as loops; and the rules here. Functions are lowered for it where that for the CPU calls LAPACK. Derivatives are JAX's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.interpreters.mlir import LoweringRuleEntry, _platform_specific_lowerings, lower_fun
from jax._src.lax.linalg import geqrf_p
from jax.extend.core import Primitive, primitives

__all__ = ["PLATFORM"]

PLATFORM = "tensorforge"

# A sweep of Jacobi's methods squares what is left; the tenth finds nothing in f64.
_SWEEPS = 30


def _rule(primitive: Primitive) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Makes a function of arrays what an operation is on our platform."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        rule = lower_fun(function, multiple_results=primitive.multiple_results)
        _platform_specific_lowerings[PLATFORM][primitive] = LoweringRuleEntry(rule, False)
        return function

    return register


def _batched(function: Callable[..., Any], rank: int) -> Callable[..., Any]:
    """A function of one matrix as one of any number of them; ``rank`` is that of its first argument."""

    def mapped(first: Any, *others: Any) -> Any:
        return function(first, *others) if first.ndim == rank else jax.vmap(mapped)(first, *others)

    return mapped


def _dot(a: Any, b: Any) -> Any:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def _reflect(a: Any) -> tuple[Any, Any]:
    """Householder's reflections that make a matrix triangular, as LAPACK's ``geqrf`` stores them."""
    rows, columns = (jnp.arange(extent) for extent in a.shape)

    def step(j: Any, state: tuple[Any, Any]) -> tuple[Any, Any]:
        a, taus = state
        column = jnp.take(a, j, axis=1)
        below = jnp.where(rows > j, column, 0)
        # Squares of large numbers overflow, and those of small ones vanish.
        size = jnp.max(jnp.where(rows >= j, jnp.abs(column), 0))
        scale = jnp.where(size == 0, 1, size)
        alpha = jnp.take(column, j)
        length = jnp.sqrt(jnp.sum((below / scale) ** 2) + (alpha / scale) ** 2) * scale
        some = jnp.any(below != 0)
        beta = jnp.where(some, jnp.where(alpha > 0, -length, length), alpha)
        tau = jnp.where(some, (beta - alpha) / jnp.where(some, beta, 1), 0)
        v = jnp.where(rows == j, 1, below / jnp.where(some, alpha - beta, 1))
        after = a - tau * v[:, None] * jnp.where(columns > j, _dot(v, a), 0)[None]
        own = jnp.where(rows == j, beta, jnp.where(rows > j, v, column))
        return jnp.where(columns == j, own[:, None], after), jnp.where(jnp.arange(taus.size) == j, tau, taus)

    return lax.fori_loop(0, min(a.shape), step, (a, jnp.zeros(min(a.shape), a.dtype)))


def _product(a: Any, taus: Any) -> Any:
    """The first columns of the product of Householder's reflections."""
    rows = jnp.arange(a.shape[0])

    def step(count: Any, q: Any) -> Any:
        j = taus.shape[0] - 1 - count
        v = jnp.where(rows == j, 1, jnp.where(rows > j, jnp.take(a, j, axis=1), 0))
        return q - jnp.take(taus, j) * v[:, None] * _dot(v, q)[None]

    return lax.fori_loop(0, taus.shape[0], step, jnp.eye(*a.shape, dtype=a.dtype))


def _ring(n: int) -> np.ndarray:
    """Where indices go after each step of a sweep, so that each meets each other one in the other half once."""
    half = n // 2
    first, second = list(range(half)), list(range(half, n))
    if half == 1:
        return np.array(first + second)
    return np.array([first[0], second[0], *first[1:-1], *second[1:], first[-1]])


def _angle(apart: Any, product: Any) -> tuple[Any, Any]:
    """Cosine and sine of the rotation that makes a symmetric matrix of two rows diagonal."""
    some = product != 0
    ratio = apart / (2 * jnp.where(some, product, 1))
    sign = jnp.where(ratio < 0, -1, 1).astype(ratio.dtype)
    tangent = jnp.where(some, sign / (jnp.abs(ratio) + jnp.hypot(ratio, jnp.ones_like(ratio))), 0)
    cosine = lax.rsqrt(1 + tangent * tangent)
    return cosine, tangent * cosine


def _rotated(a: Any, angle: tuple[Any, Any]) -> Any:
    """The rows of one half turned with those of the other."""
    (cosine, sine), half = angle, a.shape[0] // 2
    cosine, sine = cosine[:, None], sine[:, None]
    return jnp.concatenate([cosine * a[:half] - sine * a[half:], sine * a[:half] + cosine * a[half:]])


def _symmetric(a: Any) -> tuple[Any, Any]:
    """Eigenvectors and ascending eigenvalues of a symmetric matrix, by Jacobi's method with a half of all rows at a time."""
    n = a.shape[0]
    if n < 2:
        return jnp.ones_like(a), jnp.diagonal(a)
    finite, even, eps = jnp.all(jnp.isfinite(a)), n + n % 2, jnp.finfo(a.dtype).eps
    half, ring = even // 2, _ring(even)
    size = jnp.max(jnp.abs(a))
    scale = jnp.where(finite & (size > 0), size, 1)
    a = jnp.pad(jnp.where(finite, a, 0) / scale, (0, even - n))

    def step(state: tuple[Any, Any]) -> tuple[Any, Any]:
        a, v = state
        diagonal = jnp.diagonal(a)
        angle = _angle(diagonal[half:] - diagonal[:half], jnp.diagonal(a[:half, half:]))
        a = _rotated(_rotated(a, angle).T, angle)
        return a[ring][:, ring], _rotated(v, angle)[ring]

    def off(a: Any) -> Any:
        return jnp.max(jnp.abs(a - jnp.diag(jnp.diagonal(a))))

    def sweep(state: tuple[Any, ...]) -> tuple[Any, ...]:
        count, left, _, a, v = state
        a, v = lax.fori_loop(0, even - 1, lambda _, state: step(state), (a, v))
        return count + 1, off(a), left, a, v

    def again(state: tuple[Any, ...]) -> Any:
        # What rounding leaves becomes no less.
        count, left, before, *_ = state
        return (count < _SWEEPS) & (left > eps) & ((left > 100 * n * eps) | (left < before / 2))

    start = (0, off(a), jnp.array(jnp.inf, a.dtype), a, jnp.eye(even, dtype=a.dtype))
    *_, a, v = lax.while_loop(again, sweep, start)
    # The row and column that make their number even are at their place after whole sweeps, and are nobody else's.
    values, vectors = jnp.diagonal(a)[:n] * scale, v[:n, :n]
    order = jnp.argsort(values)
    bad = jnp.where(finite, 0, jnp.nan).astype(a.dtype)
    return vectors[order].T + bad, values[order] + bad


def _singular(a: Any) -> tuple[Any, Any, Any]:
    """U, descending singular values, and the transpose of V, of a square matrix, by Jacobi's method on its columns."""
    n = a.shape[0]
    finite, even, eps = jnp.all(jnp.isfinite(a)), n + n % 2, jnp.finfo(a.dtype).eps
    half, ring = even // 2, _ring(max(even, 2))
    size = jnp.max(jnp.abs(a), initial=0)
    scale = jnp.where(finite & (size > 0), size, 1)
    # Columns as rows, and beside them what becomes of V.
    rows = jnp.pad(jnp.where(finite, a, 0).T / scale, ((0, even - n), (0, 0)))

    def pairs(rows: Any) -> tuple[Any, Any, Any]:
        first, second = rows[:half], rows[half:]
        return (first * first).sum(1), (second * second).sum(1), (first * second).sum(1)

    def step(state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        rows, v, most = state
        one, other, product = pairs(rows)
        # Columns that are nothing but rounding beside the others have no angles.
        least = jnp.max(jnp.maximum(one, other)) * eps * eps
        some = (product != 0) & (jnp.minimum(one, other) > least)
        apart = jnp.where(some, jnp.abs(product) / jnp.sqrt(jnp.where(some, one, 1)) / jnp.sqrt(jnp.where(some, other, 1)), 0)
        angle = _angle(other - one, jnp.where(apart > eps, product, 0))
        return _rotated(rows, angle)[ring], _rotated(v, angle)[ring], jnp.maximum(most, jnp.max(apart))

    def sweep(state: tuple[Any, Any, Any]) -> Any:
        return lax.fori_loop(0, even - 1, lambda _, state: step(state), (*state[:2], jnp.zeros((), a.dtype)))

    start = (rows, jnp.eye(even, dtype=a.dtype), jnp.ones((), a.dtype))
    if n > 1:
        again = lambda state: (state[0] < _SWEEPS) & (state[1][2] > n * eps)
        start = lax.while_loop(again, lambda state: (state[0] + 1, sweep(state[1])), (0, start))[1]
    rows, v = start[0][:n], start[1][:n, :n]
    lengths = jnp.sqrt((rows * rows).sum(1))
    order = jnp.argsort(-lengths)
    lengths, rows, v = lengths[order], rows[order], v[order]
    # Columns for singular values of zero are what completes the others.
    reflected, taus = _reflect((rows / jnp.where(lengths == 0, 1, lengths)[:, None]).T)
    signs = jnp.where(jnp.diagonal(reflected) < 0, -1, 1).astype(a.dtype)
    bad = jnp.where(finite, 0, jnp.nan).astype(a.dtype)
    return _product(reflected, taus) * signs + bad, lengths * scale + bad, v + bad


def _values(a: Any, full: bool) -> tuple[Any, Any, Any]:
    """U, singular values, and the transpose of V, of any matrix."""
    rows, columns = a.shape
    if rows < columns:
        u, values, v = _values(a.T, full)
        return v.T, values, u.T
    reflected, taus = _reflect(a)
    u, values, v = _singular(jnp.triu(reflected[:columns]))
    width = rows if full else columns
    q = _product(jnp.pad(reflected, ((0, 0), (0, width - columns))), taus)
    return jnp.concatenate([_dot(q[:, :columns], u), q[:, columns:]], axis=1), values, v


@_rule(geqrf_p)
def _geqrf(a: Any) -> tuple[Any, Any]:
    return _batched(_reflect, 2)(a)


@_rule(primitives.householder_product_p)
def _householder_product(a: Any, taus: Any) -> Any:
    return _batched(_product, 2)(a, taus)


def _chosen(count: int, subset: tuple[int, int] | None) -> slice:
    return slice(0, count) if subset is None else slice(*subset)


@_rule(primitives.eigh_p)
def _eigh(a: Any, *, lower: bool, subset_by_index: Any = None, **_: Any) -> tuple[Any, Any]:
    kept, other = (jnp.tril(a), jnp.tril(a, -1)) if lower else (jnp.triu(a), jnp.triu(a, 1))
    vectors, values = _batched(_symmetric, 2)(kept + jnp.swapaxes(other, -1, -2))
    chosen = _chosen(values.shape[-1], subset_by_index)
    return vectors[..., chosen], values[..., chosen]


@_rule(primitives.svd_p)
def _svd(a: Any, *, full_matrices: bool, compute_uv: bool, subset_by_index: Any = None, **_: Any) -> tuple[Any, ...]:
    u, values, v = _batched(lambda a: _values(a, full_matrices), 2)(a)
    chosen = _chosen(values.shape[-1], subset_by_index)
    if not compute_uv:
        return (values[..., chosen],)
    if subset_by_index is None:
        return values, u, v
    return values[..., chosen], u[..., :, chosen], v[..., chosen, :]


@_rule(primitives.approx_top_k_p)
def _top_k(x: Any, *, k: int, reduction_dimension: int, is_max_k: bool, aggregate_to_topk: bool, **_: Any) -> tuple[Any, Any]:
    """The exact ones, of which there may be fewer than an approximation has to look at."""
    if not aggregate_to_topk:
        raise NotImplementedError("approximate top_k without aggregation")
    moved = jnp.moveaxis(x, reduction_dimension, -1)
    values, places = lax.top_k(moved if is_max_k else -moved, k)
    values = values if is_max_k else -values
    return jnp.moveaxis(values, -1, reduction_dimension), jnp.moveaxis(places, -1, reduction_dimension).astype(jnp.int32)
