"""Sums, extrema and scans along axes."""

from __future__ import annotations

import math
from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch import dtypes, shapes
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


def axes(x: Any, dim: Any) -> tuple[int, ...]:
    """The axes of a reduction: None or an empty list means all."""
    if dim is None or (isinstance(dim, (list, tuple)) and not dim):
        return tuple(range(x.ndim))
    return tuple(d % x.ndim for d in ([dim] if isinstance(dim, int) else dim)) if x.ndim else ()


def _reduced(name: str, x: Any, dim: Any, keepdim: bool) -> Any:
    over = axes(x, dim)
    return getattr(tf, name)(x, over, keepdim) if over else x


def _wide(dtype: torch.dtype) -> torch.dtype:
    return dtypes.computed(dtype)


@lowers("sum", "sum.dim_IntList")
def _sum(at: Node, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    return _reduced("sum", cast(x, _wide(at.dtype)), dim, keepdim)


@lowers("mean", "mean.dim")
def _mean(at: Node, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    return _reduced("mean", cast(x, _wide(at.dtype)), dim, keepdim)


@lowers("prod", "prod.dim_int")
def _prod(at: Node, x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    return _reduced("prod", cast(x, _wide(at.dtype)), dim, keepdim)


def _ordered(x: Any) -> Any:
    return x.astype("i32") if x.dtype == "bool" else x


@lowers("amax", "amin")
def _extreme(at: Node, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    name = "max" if "amax" in at.node.target._schema.name else "min"
    return _reduced(name, _ordered(x), dim, keepdim)


@lowers("max", "min")
def _of_all(at: Node, x: Any) -> Any:
    return _reduced(at.node.target._schema.name.removeprefix("aten::"), _ordered(x), None, False)


def first_where(condition: Any, dim: int) -> Any:
    """The first index along an axis where a condition holds; keeps the axis."""
    steps = tf.iota(condition.shape, dim)
    return tf.min(tf.where(condition, steps, tf.full((), 2**62, "i64")), (dim,), True)


def extreme_at(x: Any, dim: int, greatest: bool) -> Any:
    """The first index of the extremum, or of the first NaN; keeps the axis."""
    x = _ordered(x)
    best = (tf.max if greatest else tf.min)(x, (dim,), True)
    same = x == best
    if x.dtype in ("f16", "bf16", "f32", "f64"):
        same = same | (x != x)
        return first_where(tf.where(best != best, x != x, same), dim)
    return first_where(same, dim)


@lowers("argmax", "argmin")
def _argument(at: Node, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    greatest = "argmax" in at.node.target._schema.name
    if x.ndim == 0:
        return tf.zeros((), "i64")
    if dim is None:
        return extreme_at(tf.flatten(x), 0, greatest).reshape(at.shape)
    return extreme_at(x, dim % x.ndim, greatest).reshape(at.shape)


@lowers("max.dim", "min.dim")
def _extreme_of_axis(at: Node, x: Any, dim: int, keepdim: bool = False) -> Any:
    greatest = "max" in at.node.target._schema.name
    if x.ndim == 0:
        return x, tf.zeros((), "i64")
    shape = shapes.shape(at.fake[0])
    best = (tf.max if greatest else tf.min)(_ordered(x), (dim % x.ndim,), True)
    return best.reshape(shape), extreme_at(x, dim % x.ndim, greatest).reshape(shape)


@lowers("any", "any.dim", "any.dims", "all", "all.dim", "all.dims")
def _truth(at: Node, x: Any, dim: Any = None, keepdim: bool = False) -> Any:
    name = at.node.target._schema.name.removeprefix("aten::")
    true = x if x.dtype == "bool" else x != 0
    if isinstance(dim, (list, tuple)) and not dim:
        # For `any` and `all`, an empty list means no axis.
        return true
    return _reduced(name, true, dim, keepdim)


def _variance(at: Node, x: Any, dim: Any, correction: Any, keepdim: bool) -> tuple[Any, Any]:
    x = cast(x, _wide(at.dtype))
    over = axes(x, dim)
    correction = 1 if correction is None else correction
    count = tf.full((), 1.0, x.dtype)
    for axis in over:
        count = count * tf.asarray(x.shape[axis]).astype(x.dtype)
    mean = tf.mean(x, over, True) if over else x
    off = (x - mean) * (x - mean)
    total = tf.sum(off, over, keepdim) if over else off
    mean = mean if keepdim or not over else tf.mean(x, over, False)
    return total / tf.maximum(count - float(correction), tf.zeros((), x.dtype)), mean


@lowers("var.correction", "var", "var.dim", "std.correction", "std", "std.dim")
def _var(at: Node, x: Any, dim: Any = None, unbiased: Any = True, keepdim: bool = False, **named: Any) -> Any:
    schema = at.node.target._schema
    if schema.overload_name != "correction":
        return refuse("a deprecated overload")
    found, _ = _variance(at, x, dim, named.get("correction", 1), named.get("keepdim", False))
    return tf.sqrt(found) if schema.name == "aten::std" else found


@lowers("var_mean.correction")
def _var_mean(at: Node, x: Any, dim: Any = None, *, correction: Any = None, keepdim: bool = False) -> Any:
    return _variance(at, x, dim, correction, keepdim)


@lowers("cumsum", "cumprod")
def _running(at: Node, x: Any, dim: int, dtype: Any = None) -> Any:
    name = at.node.target._schema.name.removeprefix("aten::")
    x = cast(x, _wide(at.dtype))
    return getattr(tf, name)(x, dim % x.ndim) if x.ndim else x


@lowers("logcumsumexp")
def _logcumsumexp(at: Node, x: Any, dim: int) -> Any:
    if x.ndim == 0:
        return x
    x, dim = cast(x, _wide(at.dtype)), dim % x.ndim
    # Relative to the running maximum: a later maximum would lose all earlier sums.
    n = x.shape[dim]
    if not isinstance(n, int) or n > 512:
        return refuse("logcumsumexp of more than 512 elements, or of a size that is not constant")
    moved = tf.concatenate([x], dim)
    best = tf.cummax(moved, dim)
    there, here = (slice(None),) * dim + (None,), (slice(None),) * (dim + 1) + (None,)
    shape = list(x.shape[: dim + 1]) + [n] + list(x.shape[dim + 1 :])
    before = tf.iota(tuple(shape), dim + 1) <= tf.iota(tuple(shape), dim)
    safe = tf.where(tf.abs(best) == math.inf, tf.zeros((), x.dtype), best)
    terms = tf.where(before, tf.exp(x[there] - safe[here]), tf.zeros((), x.dtype))
    return tf.log(tf.sum(terms, (dim + 1,))) + safe


@lowers("cummax", "cummin")
def _running_extreme(at: Node, x: Any, dim: int) -> Any:
    if x.ndim == 0:
        return x, tf.zeros((), "i64")
    greatest, dim = "cummax" in at.node.target._schema.name, dim % x.ndim
    y = _ordered(x)
    best = (tf.cummax if greatest else tf.cummin)(y, dim)
    same = y == best
    if y.dtype in ("f16", "bf16", "f32", "f64"):
        same = same | (y != y)
    # The last index so far with the extreme.
    steps = tf.where(same, tf.iota(y.shape, dim), tf.full((), -1, "i64"))
    return best, tf.cummax(steps, dim)
