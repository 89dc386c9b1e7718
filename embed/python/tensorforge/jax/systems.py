"""Triangular factors and systems of complex matrices as JAX code, in place of JAX's calls of LAPACK.

Matrices are processed in panels of columns (or rows), so that matrix products do most of the work. The last
panel may overlap the one before it, so that all have the same width.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

__all__ = ["batched", "lu", "triangular_solve"]

#: Columns of a panel: the work inside panels is then small relative to the products between them.
_WIDTH = 32
#: Matrices with up to this many rows are processed row by row or column by column: less code, and as fast.
_SMALL = 64


def _dot(a: Any, b: Any) -> Any:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def batched(function: Callable[..., Any], rank: int) -> Callable[..., Any]:
    """Extends a function of one matrix to batches; ``rank`` is that of its first argument."""

    def mapped(first: Any, *others: Any) -> Any:
        return function(first, *others) if first.ndim == rank else jax.vmap(mapped)(first, *others)

    return mapped


def lu(a: Any) -> tuple[Any, Any, Any]:
    """As ``jax.lax.linalg.lu`` of one matrix: the factors, the pivots, and the order of the rows."""
    rows, count = jnp.arange(a.shape[0], dtype=jnp.int32), min(a.shape)
    pivots = jnp.zeros(count, jnp.int32)
    if count == 0:
        return a, pivots, rows
    width = count if count <= _SMALL else _WIDTH

    def panel(index: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        a, pivots, order = state
        first = jnp.minimum(index * width, count - width)
        skipped = index * width - first
        columns, pivots, moved = _factored(lax.dynamic_slice(a, (0, first), (a.shape[0], width)), pivots, first, skipped)
        return _updated(a[moved], columns, first, skipped), pivots, order[moved]

    if width == count == a.shape[1]:
        return _factored(a, pivots, 0, 0)
    return lax.fori_loop(0, -(-count // width), panel, (a, pivots, rows))


def _factored(columns: Any, pivots: Any, first: Any, skipped: Any) -> tuple[Any, Any, Any]:
    """Factors a panel, whose first column is column ``first`` of the matrix, from column ``skipped`` on: the
    panel, all pivots so far, and the new order of the rows."""
    rows = jnp.arange(columns.shape[0], dtype=jnp.int32)
    places, numbers = jnp.arange(columns.shape[1]), jnp.arange(pivots.shape[0])

    def step(j: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        columns, pivots, moved = state
        head = first + j
        column = jnp.take(columns, j, axis=1)
        # The magnitude that LAPACK compares.
        sizes = jnp.abs(column.real) + jnp.abs(column.imag)
        pivot = jnp.argmax(jnp.where(rows >= head, sizes, -1)).astype(jnp.int32)
        swapped = jnp.where(rows == head, pivot, jnp.where(rows == pivot, head, rows)).astype(jnp.int32)
        columns, moved = columns[swapped], moved[swapped]
        top = jnp.take(columns, head, axis=0)
        value, column = jnp.take(top, j), jnp.take(columns, j, axis=1)
        factors = jnp.where(rows > head, column / jnp.where(value == 0, 1, value), 0)
        rest = columns - factors[:, None] * jnp.where(places > j, top, 0)[None]
        own = jnp.where(rows > head, factors, column)
        pivots = jnp.where(numbers == head, pivot, pivots)
        return jnp.where(places == j, own[:, None], rest), pivots, moved

    return lax.fori_loop(skipped, columns.shape[1], step, (columns, pivots, rows))


def _updated(a: Any, columns: Any, first: Any, skipped: Any) -> Any:
    """The matrix after a panel is factored: the panel's rows of ``U`` to its right, and the trailing matrix
    minus their products."""
    count, width = a.shape[1], columns.shape[1]
    rows, places = jnp.arange(a.shape[0])[:, None], jnp.arange(count)[None]
    end = first + width
    # The earlier columns do not contribute.
    new = jnp.where(jnp.arange(width)[None] >= skipped, columns, 0)
    top = lax.dynamic_slice(new, (first, 0), (width, width))
    beside = _solved(top, lax.dynamic_slice(a, (first, 0), (width, count)), True, True)
    within = jnp.take(beside, jnp.clip(rows[:, 0] - first, 0, width - 1), axis=0)
    below = a - _dot(jnp.where(rows >= end, new, 0), beside)
    right = jnp.where((rows >= first + skipped) & (rows < end), within, jnp.where(rows >= end, below, a))
    own = jnp.take(columns, jnp.clip(places[0] - first, 0, width - 1), axis=1)
    return jnp.where(places < first + skipped, a, jnp.where(places < end, own, right))


def triangular_solve(a: Any, b: Any, left: bool, lower: bool, unit: bool) -> Any:
    """Solves ``A X = B``, or ``X A = B``, for one matrix and its right-hand sides."""
    if not left:
        return triangular_solve(a.T, b.T, True, not lower, unit).T
    n = a.shape[0]
    if n <= _SMALL:
        return _solved(a, b, lower, unit)
    places = jnp.arange(n)[None]

    def panel(index: Any, x: Any) -> Any:
        first = jnp.minimum(index * _WIDTH, n - _WIDTH)
        first = first if lower else n - _WIDTH - first
        rows = lax.dynamic_slice(a, (first, 0), (_WIDTH, n))
        known = jnp.where(places < first if lower else places >= first + _WIDTH, rows, 0)
        rest = lax.dynamic_slice(b, (first, 0), (_WIDTH, b.shape[1])) - _dot(known, x)
        own = lax.dynamic_slice(rows, (0, first), (_WIDTH, _WIDTH))
        return lax.dynamic_update_slice(x, _solved(own, rest, lower, unit), (first, 0))

    return lax.fori_loop(0, -(-n // _WIDTH), panel, jnp.zeros_like(b))


def _solved(a: Any, b: Any, lower: bool, unit: bool) -> Any:
    """Solves ``A X = B`` row by row."""
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
