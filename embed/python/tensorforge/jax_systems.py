"""Triangular factors and systems of complex matrices, as code that JAX traces: what it leaves to LAPACK on its CPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax import lax

__all__ = ["batched", "lu", "triangular_solve"]


def _dot(a: Any, b: Any) -> Any:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def batched(function: Callable[..., Any], rank: int) -> Callable[..., Any]:
    """A function of one matrix as one of any number of them; ``rank`` is that of its first argument."""

    def mapped(first: Any, *others: Any) -> Any:
        return function(first, *others) if first.ndim == rank else jax.vmap(mapped)(first, *others)

    return mapped


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
