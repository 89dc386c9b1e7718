"""The greatest elements of windows."""

from __future__ import annotations

import itertools
from typing import Any

import tensorforge as tf
from tensorforge.torch import shapes
from tensorforge.torch.ops.views import padded
from tensorforge.torch.place import Place
from tensorforge.torch.table import lowers, refuse

#: Windows of more places are not written out place by place.
_MOST = 128


def _each(given: Any, rank: int, default: Any) -> list[int]:
    given = list(given) if given else list(default)
    return given * rank if len(given) == 1 else given


@lowers("max_pool2d_with_indices", "max_pool3d_with_indices")
def _max_pool(at: Place, x: Any, kernel: Any, stride: Any = (), padding: Any = (0,), dilation: Any = (1,),
              ceil_mode: bool = False) -> Any:
    rank = 3 if "3d" in at.node.target._schema.name else 2
    kernel = _each(kernel, rank, ())
    stride, padding, dilation = _each(stride, rank, kernel), _each(padding, rank, [0]), _each(dilation, rank, [1])
    lead, extents, made = x.ndim - rank, x.shape[-rank:], shapes.shape(at.fake[0])[-rank:]
    if any(not isinstance(n, int) for n in (*extents, *made)):
        return refuse("pooling over extents that are not constant")
    places = list(itertools.product(*[range(n) for n in kernel]))
    if len(places) > _MOST:
        return refuse(f"a window of {len(places)} places")
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
            # Something inside comes first, however small it is.
            best = tf.where(inside, value, tf.full((), float("-inf"), x.dtype))
            where = tf.broadcast_to(tf.where(inside, index, tf.full((), -1, "i64")), tuple(value.shape))
            continue
        better = inside & ((value > best) | (value != value) | (where < 0))
        best, where = tf.where(better, value, best), tf.where(better, index, where)
    return best, where
