"""Decompositions for which JAX calls LAPACK on the CPU, as functions of Tensorforge's library.

A lowering platform of this name has JAX's rules for all platforms, and the rules here. Functions whose CPU
lowering calls LAPACK are lowered for it instead: the program then has custom calls ``tensorforge.NAME``,
which the import replaces. Derivatives are JAX's.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import core, lax
from jax.extend.core import Primitive, primitives
from jax.interpreters.mlir import lower_fun

from tensorforge.jax.private import LoweringRuleEntry, geqp3_p, geqrf_p, lowerings, platform_lowerings
from tensorforge.jax.systems import batched

__all__ = ["PLATFORM", "hessenberg", "library", "tridiagonal"]

PLATFORM = "tensorforge"


def _rule(primitive: Primitive) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a function of arrays as an operation's lowering on our platform."""

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        rule = lower_fun(function, multiple_results=primitive.multiple_results)
        platform_lowerings[PLATFORM][primitive] = LoweringRuleEntry(rule, False)
        return function

    return register


def _lesser(m: Any, n: Any) -> Any:
    """The minimum of two dimensions, constant or symbolic."""
    return core.min_dim(m, n)


def _dot(a: Any, b: Any) -> Any:
    return jnp.matmul(a, b, precision=lax.Precision.HIGHEST)


def _reflector(column: Any, head: Any) -> tuple[Any, Any, Any]:
    """``v``, ``tau`` and ``beta`` of the Householder reflection ``1 - tau v vᴴ`` whose adjoint zeroes the
    elements below one, which becomes ``beta``, real as in LAPACK."""
    rows = jnp.arange(column.size)
    below = jnp.where(rows > head, column, 0)
    # Squares of large elements overflow, and those of small ones vanish.
    size = jnp.max(jnp.where(rows >= head, jnp.abs(column), 0))
    scale = jnp.where(size == 0, 1, size)
    alpha = jnp.take(column, head)
    length = jnp.sqrt(jnp.sum(jnp.abs(below / scale) ** 2) + jnp.abs(alpha / scale) ** 2) * scale
    some = jnp.any(below != 0) | (alpha.imag != 0)
    beta = jnp.where(some, jnp.where(alpha.real > 0, -length, length).astype(column.dtype), alpha)
    tau = jnp.where(some, (beta - alpha) / jnp.where(some, beta, 1), 0)
    return jnp.where(rows == head, 1, below / jnp.where(some, alpha - beta, 1)), tau, beta


def _stored(a: Any, v: Any, beta: Any, head: Any, k: Any) -> Any:
    """Column ``k`` in LAPACK's storage: ``beta``, and below it the vector of the reflection."""
    rows, columns = (jnp.arange(extent) for extent in a.shape)
    column = jnp.take(a, k, axis=1)
    own = jnp.where(rows == head, beta, jnp.where(rows > head, v, column))
    return jnp.where(columns == k, own[:, None], a)


def _reflect(a: Any) -> tuple[Any, Any]:
    """The Householder reflections that make a matrix triangular, in the storage of LAPACK's ``geqrf``."""
    return lax.fori_loop(0, _lesser(*a.shape), _reflect_column, (a, jnp.zeros(_lesser(*a.shape), a.dtype)))


def _reflect_column(j: Any, state: tuple[Any, Any]) -> tuple[Any, Any]:
    a, taus = state
    v, tau, beta = _reflector(jnp.take(a, j, axis=1), j)
    after = a - tau * v[:, None] * jnp.where(jnp.arange(a.shape[1]) > j, _dot(v, a), 0)[None]
    return _stored(after, v, beta, j, j), jnp.where(jnp.arange(taus.size) == j, tau, taus)


def _pivoted(a: Any, fixed: Any) -> tuple[Any, Any, Any]:
    """As ``_reflect``, with column pivoting by the longest remaining column, as LAPACK's ``geqp3``; ``fixed``
    columns come first."""
    rows, columns = (jnp.arange(extent) for extent in a.shape)
    order = jnp.argsort(fixed == 0, stable=True)
    first = jnp.sum(fixed != 0)

    def step(j: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        a, order, taus = state
        rest = jnp.where(rows[:, None] >= j, a, 0)
        size = jnp.max(jnp.abs(rest))
        lengths = jnp.sum((rest / jnp.where(size == 0, 1, size)) ** 2, axis=0)
        longest = jnp.argmax(jnp.where(columns >= j, lengths, -1)).astype(columns.dtype)
        pivot = jnp.where(j < first, j, longest).astype(columns.dtype)
        swapped = jnp.where(columns == j, pivot, jnp.where(columns == pivot, j, columns))
        a, taus = _reflect_column(j, (a[:, swapped], taus))
        return a, order[swapped], taus

    taus = jnp.zeros(_lesser(*a.shape), a.dtype)
    a, order, taus = lax.fori_loop(0, _lesser(*a.shape), step, (a[:, order], order, taus))
    return a, (order + 1).astype(fixed.dtype), taus


def hessenberg(a: Any) -> tuple[Any, Any]:
    """The Householder reflections from both sides that make a matrix upper Hessenberg, in the storage of
    LAPACK's ``gehrd``."""
    columns = jnp.arange(a.shape[1])

    def step(k: Any, state: tuple[Any, Any]) -> tuple[Any, Any]:
        a, taus = state
        v, tau, beta = _reflector(jnp.take(a, k, axis=1), k + 1)
        after = a - tau.conj() * v[:, None] * jnp.where(columns > k, _dot(v.conj(), a), 0)[None]
        after = after - tau * _dot(after, v)[:, None] * v.conj()[None]
        return _stored(after, v, beta, k + 1, k), jnp.where(jnp.arange(taus.size) == k, tau, taus)

    return lax.fori_loop(0, a.shape[0] - 1, step, (a, jnp.zeros(core.max_dim(0, a.shape[0] - 1), a.dtype)))


def _tridiagonal(a: Any) -> tuple[Any, Any, Any, Any]:
    """The reflections that make a Hermitian matrix tridiagonal, in the storage of LAPACK's ``sytrd``; only
    the lower triangle is read."""
    n = a.shape[0]
    whole = jnp.tril(a, -1) + jnp.tril(a, -1).conj().T + jnp.diag(jnp.diagonal(a).real)

    def step(k: Any, state: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
        a, packed, taus = state
        v, tau, beta = _reflector(jnp.take(a, k, axis=1), k + 1)
        p = tau * _dot(a, v)
        w = p - tau * jnp.sum(p.conj() * v) / 2 * v
        after = a - v[:, None] * w.conj()[None] - w[:, None] * v.conj()[None]
        packed = jnp.where((jnp.arange(n)[:, None] > k) & (jnp.arange(n)[None] == k), _stored(a, v, beta, k + 1, k), packed)
        return after, packed, jnp.where(jnp.arange(taus.size) == k, tau, taus)

    some = core.max_dim(0, n - 1)
    last, packed, taus = lax.fori_loop(0, some, step, (whole, a, jnp.zeros(some, a.dtype)))
    diagonal = jnp.diagonal(last).real
    packed = jnp.where(jnp.eye(n, dtype=bool), diagonal[None].astype(a.dtype), packed)
    return packed, diagonal, jnp.diagonal(packed, -1).real, taus


def _product(a: Any, taus: Any) -> Any:
    """The first columns of a product of Householder reflections."""
    rows = jnp.arange(a.shape[0])

    def step(count: Any, q: Any) -> Any:
        j = taus.shape[0] - 1 - count
        v = jnp.where(rows == j, 1, jnp.where(rows > j, jnp.take(a, j, axis=1), 0))
        return q - jnp.take(taus, j) * v[:, None] * _dot(v, q)[None]

    return lax.fori_loop(0, taus.shape[0], step, jnp.eye(*a.shape, dtype=a.dtype))


@_rule(geqrf_p)
def _geqrf(a: Any) -> tuple[Any, Any]:
    return batched(_reflect, 2)(a)


@_rule(primitives.householder_product_p)
def _householder_product(a: Any, taus: Any) -> Any:
    return batched(_product, 2)(a, taus)


@_rule(geqp3_p)
def _geqp3(a: Any, fixed: Any, **_: Any) -> tuple[Any, Any, Any]:
    return batched(_pivoted, 2)(a, fixed)


@_rule(primitives.hessenberg_p)
def _gehrd(a: Any) -> tuple[Any, Any]:
    return batched(hessenberg, 2)(a)


@_rule(primitives.tridiagonal_p)
def tridiagonal(a: Any, *, lower: bool) -> tuple[Any, ...]:
    """As ``jax.lax.linalg.tridiagonal``."""
    if lower:
        return batched(_tridiagonal, 2)(a)
    # Starting from the last row is the same as reversing the rows and columns of the matrix.
    packed, *others = batched(_tridiagonal, 2)(jnp.flip(a, (-2, -1)))
    return jnp.flip(packed, (-2, -1)), *(jnp.flip(vector, -1) for vector in others)


def library(name: str, results: Sequence[tuple[Any, ...]], *args: Any, dtypes: Sequence[Any] = ()) -> Any:
    """A function of Tensorforge's library with results of these shapes; the default type is that of the first
    argument."""
    kinds = dtypes or [args[0].dtype] * len(results)
    specs = [jax.ShapeDtypeStruct(shape, kind) for shape, kind in zip(results, kinds)]
    return jax.ffi.ffi_call(f"tensorforge.{name}", specs)(*args)


@_rule(primitives.schur_p)
def _schur(a: Any, *, compute_schur_vectors: bool, sort_eig_vals: bool, **_: Any) -> tuple[Any, ...]:
    if sort_eig_vals:
        raise NotImplementedError("Schur forms with sorted eigenvalues")
    return tuple(library("schur", [a.shape, a.shape], a))[: 2 if compute_schur_vectors else 1]


@_rule(primitives.lu_p)
def _lu(a: Any) -> Any:
    *lead, m, n = a.shape
    return library("lu", [a.shape, (*lead, _lesser(m, n)), (*lead, m)], a, dtypes=[a.dtype, np.int32, np.int32])


@_rule(primitives.qr_p)
def _qr(a: Any, *, pivoting: bool, full_matrices: bool, **_: Any) -> Any:
    *lead, m, n = a.shape
    k = m if full_matrices else _lesser(m, n)
    if pivoting:
        _, order, _ = batched(_pivoted, 2)(a, jnp.zeros((*lead, n), np.int32))
        q, r = lax.linalg.qr(jnp.take_along_axis(a, order[..., None, :] - 1, -1), full_matrices=full_matrices)
        return q, r, order - 1
    return library("qr_complete" if full_matrices else "qr", [(*lead, m, k), (*lead, k, n)], a)


@_rule(primitives.tridiagonal_solve_p)
def _tridiagonal_solve(lower: Any, diagonal: Any, upper: Any, b: Any, *, perturb_singular: bool = False, **_: Any) -> Any:
    if perturb_singular:
        raise NotImplementedError(
            "solutions of tridiagonal systems that are perturbed where they are singular"
        )
    return library("tridiagonal_solve", [b.shape], lower, diagonal, upper, b, dtypes=[b.dtype])[0]


def _triangular_solve(ctx: Any, a: Any, b: Any, **flags: Any) -> Any:
    """JAX's rule for all platforms, which accepts only bools, while its CPU rule also accepts ``lower=1``."""
    rule = lowerings[primitives.triangular_solve_p].rule
    return rule(ctx, a, b, **{name: bool(flag) for name, flag in flags.items()})


platform_lowerings[PLATFORM][primitives.triangular_solve_p] = LoweringRuleEntry(_triangular_solve, False)


def _chosen(count: int, subset: tuple[int, int] | None) -> slice:
    return slice(0, count) if subset is None else slice(*subset)


@_rule(primitives.eigh_p)
def _eigh(a: Any, *, lower: bool, subset_by_index: Any = None, **_: Any) -> tuple[Any, Any]:
    values, vectors = library("eigh", [a.shape[:-1], a.shape], a if lower else jnp.swapaxes(a, -1, -2))
    chosen = _chosen(values.shape[-1], subset_by_index)
    return vectors[..., chosen], values[..., chosen]


@_rule(primitives.svd_p)
def _svd(a: Any, *, full_matrices: bool, compute_uv: bool, subset_by_index: Any = None, **_: Any) -> tuple[Any, ...]:
    *lead, m, n = a.shape
    k = _lesser(m, n)
    rows, columns = (m, n) if full_matrices and compute_uv else (k, k)
    shapes = [(*lead, m, rows), (*lead, k), (*lead, columns, n)]
    u, values, v = library("svd_complete" if full_matrices and compute_uv else "svd", shapes, a)
    chosen = _chosen(k, subset_by_index)
    if not compute_uv:
        return (values[..., chosen],)
    if subset_by_index is None:
        return values, u, v
    return values[..., chosen], u[..., :, chosen], v[..., chosen, :]


@_rule(primitives.approx_top_k_p)
def _top_k(x: Any, *, k: int, reduction_dimension: int, is_max_k: bool, aggregate_to_topk: bool, **_: Any) -> tuple[Any, Any]:
    """The exact top elements; an approximation would examine at least as many."""
    if not aggregate_to_topk:
        raise NotImplementedError("approximate top_k without aggregation")
    moved = jnp.moveaxis(x, reduction_dimension, -1)
    values, places = lax.top_k(moved if is_max_k else -moved, k)
    values = values if is_max_k else -values
    return jnp.moveaxis(values, -1, reduction_dimension), jnp.moveaxis(places, -1, reduction_dimension).astype(jnp.int32)
