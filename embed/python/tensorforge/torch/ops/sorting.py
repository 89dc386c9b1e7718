"""Sorting, and operations based on it."""

from __future__ import annotations

import math
from typing import Any

import tensorforge as tf
from tensorforge.torch import shapes
from tensorforge.torch.ops.indexing import along
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


def order(x: Any, dim: int, descending: bool) -> Any:
    """The indices that sort a tensor along an axis, stably, with NaN last."""
    x = x.astype("i32") if x.dtype == "bool" else x
    if not descending:
        return tf.argsort(x, dim).astype("i64")
    last = tf.asarray(x.shape[dim]).astype("i64") - 1
    return last - tf.flip(tf.argsort(tf.flip(x, dim), dim), dim).astype("i64")


@lowers("sort", "sort.stable")
def _sort(at: Node, x: Any, *args: Any, **named: Any) -> Any:
    if at.node.target._schema.overload_name == "stable":
        dim, descending = named.get("dim", args[0] if args and isinstance(args[0], int) else -1), named.get("descending", False)
        if len(args) > 1:
            return refuse("a deprecated overload")
    else:
        dim, descending = (list(args) + [-1, False][len(args) :])[:2]
        dim, descending = named.get("dim", dim), named.get("descending", descending)
    if x.ndim == 0:
        return x, tf.zeros((), "i64")
    places = order(x, dim % x.ndim, descending)
    return along(x, dim % x.ndim, places), places


@lowers("topk")
def _topk(at: Node, x: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True) -> Any:
    if x.ndim == 0:
        return x, tf.zeros((), "i64")
    return tf.top_k(x, k, dim, largest=largest)


@lowers("kthvalue")
def _kthvalue(at: Node, x: Any, k: int, dim: int = -1, keepdim: bool = False) -> Any:
    if x.ndim == 0:
        return x, tf.zeros((), "i64")
    dim, shape = dim % x.ndim, shapes.shape(at.fake[0])
    places = tf.expand_dims(tf.ranked_at(x, k - 1, dim), dim)
    return along(x, dim, places).reshape(shape), places.reshape(shape)


@lowers("median.dim", "nanmedian.dim")
def _median_of_axis(at: Node, x: Any, dim: int, keepdim: bool = False) -> Any:
    if x.ndim == 0:
        return x, tf.zeros((), "i64")
    dim, shape = dim % x.ndim, shapes.shape(at.fake[0])
    places = _median(x, dim, "nan" in at.node.target._schema.name)
    return along(x, dim, places).reshape(shape), places.reshape(shape)


@lowers("median", "nanmedian")
def _median_of_all(at: Node, x: Any) -> Any:
    x = tf.flatten(x)
    return along(x, 0, _median(x, 0, "nan" in at.node.target._schema.name)).reshape(())


def _median(x: Any, dim: int, skip: bool) -> Any:
    """The index of the median: the lower one of two; the first NaN, if there is one and NaN is not skipped.
    """
    count = tf.full((), 0, "i64") + tf.asarray(x.shape[dim]).astype("i64")
    middle = (count - 1) // 2
    if x.dtype in ("f16", "bf16", "f32", "f64"):
        nan = tf.sum((x != x).astype("i64"), (dim,))
        of_rest = tf.maximum((count - nan - 1) // 2, 0)
        # The first NaN comes after all others.
        middle = of_rest if skip else tf.where(nan > 0, count - nan, middle)
    return tf.expand_dims(tf.ranked_at(x, middle, dim), dim)


@lowers("searchsorted.Tensor", "searchsorted.Scalar", "bucketize.Tensor", "bucketize.Scalar")
def _searchsorted(at: Node, table: Any, queries: Any, *, out_int32: bool = False, right: bool = False, side: Any = None,
                  sorter: Any = None) -> Any:
    bucketize = at.node.target._schema.name == "aten::bucketize"
    fakes = at.args[:2]
    if bucketize:
        table, queries, fakes = queries, table, fakes[::-1]
    if side is not None:
        right = side == "right"
    if sorter is not None:
        table = along(table, table.ndim - 1, sorter)
    dtype = at.promoted(*fakes)
    table, queries = cast(table, dtype), cast(queries, dtype)
    if table.ndim > 1 and queries.ndim != table.ndim:
        return refuse("several tables for one row of queries")
    side = "right" if right else "left"
    if table.ndim < 2:
        return tf.searchsorted(table, queries, side).astype("i64")
    # Each row of the table is searched for a row of queries.
    count = math.prod(table.shape[:-1])
    rows, found = (tf.reshape(x, (count, x.shape[-1])) for x in (table, queries))
    places = tf.vmap(lambda row, own: tf.searchsorted(row, own, side))(rows, found)
    return tf.reshape(places, queries.shape).astype("i64")
