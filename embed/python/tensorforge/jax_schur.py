"""Schur forms and eigenvectors of general matrices, as code that JAX traces: what it leaves to LAPACK on its CPU.

A matrix is made upper Hessenberg by reflections, and that triangular by rotations, with Wilkinson's shifts: each sweep goes over the rows
that have not converged. Real matrices are taken in complex numbers, but for their real Schur form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

__all__ = ["batched", "eig", "lu", "schur", "triangular_solve"]

# Sweeps for each row, after which a matrix counts as one that does not converge, as in LAPACK.
_SWEEPS = 30
# After so many sweeps for one eigenvalue, a shift is taken from elsewhere.
_PATIENCE = 10


def _dot(a: Any, b: Any) -> Any:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def batched(function: Callable[..., Any], rank: int) -> Callable[..., Any]:
    """A function of one matrix as one of any number of them; ``rank`` is that of its first argument."""

    def mapped(first: Any, *others: Any) -> Any:
        return function(first, *others) if first.ndim == rank else jax.vmap(mapped)(first, *others)

    return mapped


def _direction(x: Any) -> Any:
    """A number divided by its size; 1 for 0."""
    size = jnp.abs(x)
    return jnp.where(size == 0, 1, x / jnp.where(size == 0, 1, size))


def _hessenberg(a: Any) -> tuple[Any, Any]:
    """``(H, Q)`` of one matrix ``Q H Qᴴ``: 0 below the elements under the diagonal of H."""
    rows = jnp.arange(a.shape[0])

    def step(k: Any, state: tuple[Any, Any]) -> tuple[Any, Any]:
        h, q = state
        x = jnp.where(rows > k, jnp.take(h, k, axis=1), 0)
        length = jnp.sqrt(jnp.sum(jnp.abs(x) ** 2))
        x = x + jnp.where(rows == k + 1, _direction(jnp.take(x, k + 1)) * length, 0)
        whole = jnp.sqrt(jnp.sum(jnp.abs(x) ** 2))
        v = x / jnp.where(whole == 0, 1, whole)
        h = h - 2 * v[:, None] * _dot(v.conj(), h)[None]
        h = h - 2 * _dot(h, v)[:, None] * v.conj()[None]
        # What is 0 by construction is 0.
        h = jnp.where((rows[:, None] > k + 1) & (rows[None] == k), 0, h)
        return h, q - 2 * _dot(q, v)[:, None] * v.conj()[None]

    return lax.fori_loop(0, a.shape[0] - 2, step, (a, jnp.eye(a.shape[0], dtype=a.dtype)))


def _shift(h: Any, hi: Any, count: Any) -> Any:
    """The eigenvalue of the last two rows that is nearer to the last element."""
    block = lax.dynamic_slice(h, (hi - 1, hi - 1), (2, 2))
    (a, b), (c, d) = block[0], block[1]
    middle, apart = (a + d) / 2, (a - d) / 2
    root = jnp.sqrt(apart * apart + b * c)
    one, other = middle + root, middle - root
    nearer = jnp.where(jnp.abs(one - d) < jnp.abs(other - d), one, other)
    return jnp.where(count % _PATIENCE == _PATIENCE - 1, d + jnp.abs(c), nearer)


def _rotate(h: Any, z: Any, k: Any, x: Any, y: Any, column: Any) -> tuple[Any, Any]:
    """Rows, and columns, ``k`` and ``k + 1`` turned such that ``(x, y)``, which stands in this column of h if it is one, becomes ``(·, 0)``."""
    n, none = h.shape[0], jnp.zeros_like(k)
    length = jnp.sqrt(jnp.abs(x) ** 2 + jnp.abs(y) ** 2)
    some = jnp.where(length == 0, 1, length)
    c = jnp.where(length == 0, 1, jnp.abs(x) / some)
    s = jnp.where(length == 0, 0, _direction(x) * y.conj() / some)
    top, low = lax.dynamic_slice(h, (k, none), (2, n))
    # What is 0 by construction is 0: its rounding error would grow from sweep to sweep.
    turned = jnp.where(jnp.arange(n) == column, 0, c * low - s.conj() * top)
    h = lax.dynamic_update_slice(h, jnp.stack([c * top + s * low, turned]), (k, none))

    def columns(a: Any) -> Any:
        left, right = lax.dynamic_slice(a, (none, k), (n, 2)).T
        return lax.dynamic_update_slice(a, jnp.stack([c * left + s.conj() * right, c * right - s * left], 1), (none, k))

    return columns(h), columns(z)


def schur(a: Any) -> tuple[Any, Any]:
    """``(T, Z)`` of one complex matrix ``Z T Zᴴ``, with upper triangular T; NaN where a number is not finite."""
    n = a.shape[0]
    if n == 0:
        return a, a
    epsilon = jnp.finfo(a.dtype).eps
    # Squares of large numbers overflow, and those of small ones vanish.
    size = jnp.max(jnp.abs(a))
    finite = jnp.isfinite(size)
    scale = jnp.where(finite & (size > 0), size, 1)
    h, z = _hessenberg(jnp.where(finite, a / scale, 0))
    if n == 1:
        return jnp.where(finite, a, jnp.nan), z
    places = jnp.arange(n, dtype=jnp.int32)

    def sweep(state: tuple[Any, ...]) -> tuple[Any, ...]:
        h, z, hi, count, total = state
        sizes = jnp.abs(jnp.diagonal(h))
        around = sizes + jnp.roll(sizes, 1)
        below = jnp.concatenate([jnp.zeros(1, sizes.dtype), jnp.abs(jnp.diagonal(h, -1))])
        small = below <= epsilon * jnp.where(around == 0, 1, around)
        low = jnp.max(jnp.where(small & (places <= hi), places, 0))
        h = jnp.where((places[:, None] == low) & (places[None] == low - 1), 0, h)
        start = lax.dynamic_slice(h, (jnp.minimum(low, n - 2),) * 2, (2, 1))[:, 0]
        x, y = start[0] - _shift(h, jnp.maximum(hi, 1), count), start[1]

        def step(k: Any, inner: tuple[Any, ...]) -> tuple[Any, ...]:
            h, z = _rotate(*inner[:2], k, *inner[2:], jnp.where(k > low, k - 1, -1))
            # What the next rotation makes 0 is the bulge below.
            x, y = lax.dynamic_slice(h, (jnp.minimum(k + 1, n - 2), k), (2, 1))[:, 0]
            return h, z, x, y

        h, z, _, _ = lax.fori_loop(low, hi, step, (h, z, x, y))
        found = low == hi
        return h, z, hi - found, jnp.where(found, 0, count + 1), total + 1

    start = (h, z, jnp.int32(n - 1), jnp.int32(0), jnp.int32(0))
    h, z, hi, *_ = lax.while_loop(lambda s: (s[2] > 0) & (s[4] < (_SWEEPS + 1) * n), sweep, start)
    sound = finite & (hi == 0)
    return jnp.where(sound, jnp.triu(h) * scale, jnp.nan), jnp.where(sound, z, jnp.nan)


def _vectors(t: Any) -> Any:
    """The eigenvectors of an upper triangular matrix, as columns of one."""
    n = t.shape[0]
    if n == 0:
        return t
    values = jnp.diagonal(t)
    epsilon = jnp.finfo(t.dtype).eps
    # Eigenvalues that are as near as rounding makes them are apart by this, each by its own size.
    size = jnp.max(jnp.abs(t))
    least = jnp.maximum(epsilon * jnp.abs(values), epsilon**2 * jnp.where(size == 0, 1, size))

    def step(count: Any, x: Any) -> Any:
        i = n - 2 - count
        row = jnp.where(jnp.arange(n) > i, jnp.take(t, i, axis=0), 0)
        apart = values - jnp.take(values, i)
        apart = jnp.where(jnp.abs(apart) < least, least, apart)
        own = jnp.where(jnp.arange(n) > i, _dot(row, x) / apart, jnp.take(x, i, axis=0))
        # Vectors of one eigenvalue with another nearby grow without bound.
        return jnp.where(jnp.arange(n)[:, None] == i, own[None], x) / jnp.maximum(jnp.abs(own), 1)

    return lax.fori_loop(0, n - 1, step, jnp.eye(n, dtype=t.dtype))


def _unit(v: Any) -> Any:
    """Columns of length 1, whose greatest element is real."""
    if v.size == 0:
        return v
    v = v / jnp.max(jnp.abs(v), axis=0)
    v = v / jnp.sqrt(jnp.sum(jnp.abs(v) ** 2, axis=0))
    first = jnp.argmax(jnp.abs(v), axis=0)
    return v * _direction(jnp.take_along_axis(v, first[None], axis=0)).conj()


def eig(a: Any, left: bool, right: bool) -> list[Any]:
    """The eigenvalues of one matrix, and the left and the right eigenvectors that are asked for, as columns."""
    a = a.astype(jnp.result_type(a.dtype, jnp.complex64))
    t, z = schur(a)
    results = [jnp.diagonal(t)]
    size = jnp.max(jnp.abs(t), initial=0)
    t = t / jnp.where(size == 0, 1, size)
    if left:
        # The left eigenvectors of T are the right ones of its adjoint, which is triangular when rows and columns are run through backwards.
        turned = _vectors(t.conj().T[::-1, ::-1])[::-1, ::-1]
        results.append(_unit(_dot(z, turned)))
    if right:
        results.append(_unit(_dot(z, _vectors(t))))
    return results


def lu(a: Any) -> tuple[Any, Any, Any]:
    """As ``jax.lax.linalg.lu`` of one matrix: factors, with which row each one was swapped, and the order of the rows."""
    rows, columns = (jnp.arange(extent, dtype=jnp.int32) for extent in a.shape)
    count = min(a.shape)
    if count == 0:
        return a, jnp.zeros(0, jnp.int32), rows

    def step(j: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        a, pivots, order = state
        column = jnp.take(a, j, axis=1)
        # The size that LAPACK compares.
        sizes = jnp.abs(column.real) + jnp.abs(column.imag)
        pivot = jnp.argmax(jnp.where(rows >= j, sizes, -1)).astype(jnp.int32)
        swapped = jnp.where(rows == j, pivot, jnp.where(rows == pivot, j, rows))
        a, order = a[swapped], order[swapped]
        head = jnp.take(jnp.take(a, j, axis=0), j)
        column = jnp.take(a, j, axis=1)
        factors = jnp.where(rows > j, column / jnp.where(head == 0, 1, head), 0)
        rest = a - factors[:, None] * jnp.where(columns > j, jnp.take(a, j, axis=0), 0)[None]
        own = jnp.where(rows > j, factors, column)
        return jnp.where(columns == j, own[:, None], rest), jnp.where(jnp.arange(count) == j, pivot, pivots), order

    return lax.fori_loop(0, jnp.int32(count), step, (a, jnp.zeros(count, jnp.int32), rows))


def triangular_solve(a: Any, b: Any, left: bool, lower: bool, unit: bool) -> Any:
    """``X`` of ``A X = B``, or of ``X A = B``, of one matrix and right sides."""
    if not left:
        return triangular_solve(a.T, b.T, True, not lower, unit).T
    n = a.shape[0]
    if n == 0:
        return b
    places = jnp.arange(n)

    def step(count: Any, x: Any) -> Any:
        i = count if lower else n - 1 - count
        row = jnp.take(a, i, axis=0)
        known = jnp.where(places < i if lower else places > i, row, 0)
        rest = jnp.take(b, i, axis=0) - _dot(known, x)
        return jnp.where(places[:, None] == i, (rest if unit else rest / jnp.take(row, i))[None], x)

    return lax.fori_loop(0, n, step, jnp.zeros_like(b))
