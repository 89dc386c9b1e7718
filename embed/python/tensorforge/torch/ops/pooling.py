"""Max pooling."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

import tensorforge as tf
from tensorforge.torch import shapes
from tensorforge.torch.ops.views import padded
from tensorforge.torch.node import Node
from tensorforge.torch.table import lowers, refuse

#: Larger windows are not unrolled element by element.
_MOST = 128


def _each(given: Any, rank: int, default: Any) -> list[int]:
    given = list(given) if given else list(default)
    return given * rank if len(given) == 1 else given


@lowers("max_pool2d_with_indices", "max_pool3d_with_indices")
def _max_pool(at: Node, x: Any, kernel: Any, stride: Any = (), padding: Any = (0,), dilation: Any = (1,),
              ceil_mode: bool = False) -> Any:
    rank = 3 if "3d" in at.node.target._schema.name else 2
    kernel = _each(kernel, rank, ())
    stride, padding, dilation = _each(stride, rank, kernel), _each(padding, rank, [0]), _each(dilation, rank, [1])
    lead, extents, made = x.ndim - rank, x.shape[-rank:], shapes.shape(at.fake[0])[-rank:]
    if any(not isinstance(n, int) for n in (*extents, *made)):
        return refuse("pooling over extents that are not constant")
    places = list(itertools.product(*[range(n) for n in kernel]))
    if len(places) > _MOST:
        return refuse(f"a window of {len(places)} elements")
    if x.dtype not in ("f16", "bf16", "f32", "f64"):
        return refuse("pooling of integers")
    around = []
    for axis in range(rank):
        reach = (made[axis] - 1) * stride[axis] + (kernel[axis] - 1) * dilation[axis] + 1
        around.append((padding[axis], max(0, reach - extents[axis] - padding[axis])))
    wide = padded(x, [(0, 0)] * lead + around, float("-inf"))
    best = where = None
    for place in places:
        offset = [p * d for p, d in zip(place, dilation)]
        key = tuple(slice(o, o + (m - 1) * s + 1, s) for o, m, s in zip(offset, made, stride))
        value = wide[(slice(None),) * lead + key]
        index, inside = tf.zeros(tuple(made), "i64"), None
        for axis in range(rank):
            at_axis = tf.iota(tuple(made), axis) * stride[axis] + (offset[axis] - padding[axis])
            index = index * extents[axis] + at_axis
            here = (at_axis >= 0) & (at_axis < extents[axis])
            inside = here if inside is None else inside & here
        if best is None:
            # An element inside takes precedence, however small it is.
            best = tf.where(inside, value, tf.full((), float("-inf"), x.dtype))
            where = tf.broadcast_to(tf.where(inside, index, tf.full((), -1, "i64")), tuple(value.shape))
            continue
        better = inside & ((value > best) | (value != value) | (where < 0))
        best, where = tf.where(better, value, best), tf.where(better, index, where)
    return best, where


@lowers("adaptive_max_pool2d", "adaptive_max_pool3d")
def _adaptive_max_pool(at: Node, x: Any, size: Any) -> Any:
    rank = len(size)
    lead, olds, news = x.ndim - rank, x.shape[-rank:], shapes.shape(at.fake[0])[-rank:]
    if any(not isinstance(n, int) or n == 0 for n in (*olds, *news)) or x.dtype not in ("f32", "f64"):
        return refuse("pooling over extents that are not constant")
    starts = [[to * old // new for to in range(new)] for old, new in zip(olds, news)]
    ends = [[-(-(to + 1) * old // new) for to in range(new)] for old, new in zip(olds, news)]
    widths = [max(e - s for s, e in zip(*pair)) for pair in zip(starts, ends)]
    places = list(itertools.product(*[range(n) for n in widths]))
    if len(places) > _MOST:
        return refuse(f"a window of {len(places)} elements")
    front = x.transpose(*range(lead, x.ndim), *range(lead)) if lead else x
    best = where = None
    for place in places:
        rows = [np.array([min(s + p, old - 1) for s in each]) for each, p, old in zip(starts, place, olds)]
        inside = [np.array([s + p < e for s, e in zip(*pair)]) for pair, p in zip(zip(starts, ends), place)]
        grid = np.meshgrid(*rows, indexing="ij")
        index = np.zeros(news, np.int64)
        for axis in range(rank):
            index = index * olds[axis] + grid[axis]
        valid = np.logical_and.reduce(np.meshgrid(*inside, indexing="ij"))
        value = front.at(*[tf.asarray(np.ascontiguousarray(axis)) for axis in grid])
        spread = (slice(None),) * rank + (None,) * lead
        index, valid = tf.asarray(index)[spread], tf.asarray(np.ascontiguousarray(valid))[spread]
        if best is None:
            best, where = value, tf.broadcast_to(index, tuple(value.shape))
            continue
        better = valid & ((value > best) | (value != value))
        best, where = tf.where(better, value, best), tf.where(better, index, where)
    back = (*range(rank, x.ndim), *range(rank))
    return best.transpose(*back), where.transpose(*back)


@lowers("max_pool2d_with_indices_backward", "max_pool3d_with_indices_backward", "adaptive_max_pool2d_backward",
        "adaptive_max_pool3d_backward")
def _max_pool_backward(at: Node, grad: Any, x: Any, *rest: Any) -> Any:
    rank = 3 if "3d" in at.node.target._schema.name else 2
    lead, indices = x.ndim - rank, rest[-1]
    places = 1
    for n in x.shape[-rank:]:
        places = places * n
    flat = tuple(grad.shape[:lead]) + (-1,)
    grad, indices = grad.reshape(flat), indices.reshape(flat)
    zero = tf.zeros((*x.shape[:lead], places), x.dtype)
    at_axes = [tf.iota(tuple(grad.shape), axis) for axis in range(lead)]
    return zero.updated((*at_axes, indices), grad, "add").reshape(at.shape)
