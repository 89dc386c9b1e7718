"""Weighted window sums along an axis: the elements of each window, and their weights."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

import tensorforge as tf
from tensorforge.torch.ops.views import permuted, sliced

#: Windows of more elements are summed in a loop; of fewer, the terms are written out.
_MOST = 16


@dataclasses.dataclass
class Windows:
    """For each new element, positions along an axis, ``[new, width]``, and weights; elements outside count as
    0, even if infinite."""

    place: np.ndarray
    weight: np.ndarray
    inside: np.ndarray

    @staticmethod
    def of(rows: list[list[tuple[int, float]]]) -> Windows:
        """Windows from a list of positions and weights for each new element."""
        shape = (len(rows), max(map(len, rows), default=0))
        made = Windows(np.zeros(shape, np.int64), np.ones(shape), np.zeros(shape, bool))
        for at, row in enumerate(rows):
            for k, (place, weight) in enumerate(row):
                made.place[at, k], made.weight[at, k], made.inside[at, k] = place, weight, True
            if row:
                made.place[at, len(row) :] = row[-1][0]
        return made

    @staticmethod
    def ranges(starts: list[int], ends: list[int]) -> Windows:
        """Windows of adjacent elements, each with the weight 1."""
        return Windows.of([[(place, 1.0) for place in range(*pair)] for pair in zip(starts, ends)])

    def turned(self, old: int) -> Windows:
        """The windows of the derivative: for each old element, the new ones that contain it."""
        rows: list[list[tuple[int, float]]] = [[] for _ in range(old)]
        for (at, k), inside in np.ndenumerate(self.inside):
            if inside:
                rows[self.place[at, k]].append((at, float(self.weight[at, k])))
        return Windows.of(rows)


def _spread(x: Any, axis: int, values: np.ndarray, dtype: str) -> Any:
    """Constants along an axis, shaped to broadcast with a tensor."""
    kind = {"f32": np.float32, "f64": np.float64, "bool": np.bool_}[dtype]
    constant = tf.asarray(np.ascontiguousarray(values.astype(kind)))
    return constant.reshape(tuple(len(values) if at == axis else 1 for at in range(x.ndim)))


def _read(x: Any, axis: int, places: np.ndarray) -> Any:
    """Elements at constant positions along an axis."""
    first, step = int(places[0]), int(places[1] - places[0]) if len(places) > 1 else 1
    if step > 0 and np.array_equal(places, first + step * np.arange(len(places))):
        return sliced(x, axis, first, int(places[-1]) + 1, step)
    times = len(places) // x.shape[axis]
    if np.array_equal(places, np.repeat(np.arange(x.shape[axis]), times)):
        shape = tuple(x.shape)
        wide = tf.broadcast_to(x.reshape((*shape[: axis + 1], 1, *shape[axis + 1 :])), (*shape[: axis + 1], times, *shape[axis + 1 :]))
        return wide.reshape((*shape[:axis], len(places), *shape[axis + 1 :]))
    order = [axis, *[other for other in range(x.ndim) if other != axis]]
    read = permuted(x, order).at(tf.asarray(np.ascontiguousarray(places)))
    return permuted(read, [order.index(at) for at in range(x.ndim)])


def _column(x: Any, axis: int, windows: Windows, k: int) -> Any:
    """The ``k``-th element of each window, or zeros."""
    weight, inside = windows.weight[:, k], windows.inside[:, k]
    read = _read(x, axis, windows.place[:, k])
    if (weight != 1).any():
        read = read * _spread(x, axis, weight, x.dtype)
    return read if inside.all() else tf.where(_spread(x, axis, inside, "bool"), read, tf.zeros((), x.dtype))


def summed(x: Any, axis: int, windows: Windows) -> Any:
    """The window sums along an axis."""
    new, width = windows.place.shape
    shape = list(x.shape)
    if new == 0 or width == 0:
        return tf.zeros((*shape[:axis], new, *shape[axis + 1 :]), x.dtype)
    if width <= _MOST:
        total = _column(x, axis, windows, 0)
        for k in range(1, width):
            total = total + _column(x, axis, windows, k)
        return total
    plain = windows.inside.all() and (windows.weight == 1).all()
    if plain and np.array_equal(windows.place.reshape(-1), np.arange(shape[axis])):
        return tf.sum(x.reshape((*shape[:axis], new, width, *shape[axis + 1 :])), (axis + 1,))
    order = [axis, *[other for other in range(x.ndim) if other != axis]]
    read = permuted(x, order).at(tf.asarray(np.ascontiguousarray(windows.place)))
    weights = _spread(read, 0, windows.weight.reshape(-1), x.dtype).reshape((new, width, *[1] * (x.ndim - 1)))
    inside = _spread(read, 0, windows.inside.reshape(-1), "bool").reshape((new, width, *[1] * (x.ndim - 1)))
    total = tf.sum(tf.where(inside, read * weights, tf.zeros((), x.dtype)), (1,))
    return permuted(total, [order.index(at) for at in range(x.ndim)])
