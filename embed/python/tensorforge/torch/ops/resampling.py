"""Average pooling and image resizing: weighted sums along each axis, with the same weights for all rows."""

from __future__ import annotations

import dataclasses
import functools
import math
from typing import Any

import numpy as np
import torch

import tensorforge as tf
from tensorforge.torch import dtypes
from tensorforge.torch.ops.windows import Windows, summed
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


def weighted(at: Node, x: Any, windows: list[Windows]) -> Any:
    """Weighted sums along the last axes, with windows for each."""
    x = cast(x, dtypes.computed(at.dtype))
    for back, along in enumerate(reversed(windows), 1):
        x = summed(x, x.ndim - back, along)
    return x


def _constant(shape: Any) -> list[int]:
    if any(not isinstance(n, int) for n in shape):
        return refuse("windows over extents that are not constant")
    return list(shape)


def _ranges(old: int, new: int, kernel: int, stride: int, padding: int) -> tuple[Windows, np.ndarray]:
    """The elements of each window, and its element count including padding."""
    starts = [to * stride - padding for to in range(new)]
    ends = [min(start + kernel, old + padding) for start in starts]
    held = Windows.ranges([max(start, 0) for start in starts], [min(end, old) for end in ends])
    return held, np.array([end - start for start, end in zip(starts, ends)])


@dataclasses.dataclass
class _Means:
    """The windows of each axis, and the divisors of their sums."""

    windows: list[Windows]
    places: list[np.ndarray]

    def divided(self, x: Any, wide: torch.dtype) -> Any:
        """Sums, or their cotangents, divided by the element counts."""
        x = cast(x, wide)
        counts = functools.reduce(np.multiply.outer, self.places).astype(np.float64 if x.dtype == "f64" else np.float32)
        if counts.size and (counts == counts.flat[0]).all():
            return x / float(counts.flat[0])
        return x / tf.asarray(np.ascontiguousarray(counts))


def _pooled(olds: Any, news: Any, options: tuple[Any, ...]) -> _Means:
    kernel, stride, padding, count_padding, divisor = options
    rank, found = len(olds), _Means([], [])
    kernel = list(kernel) * rank if len(kernel) == 1 else list(kernel)
    stride = (list(stride) * rank if len(stride) == 1 else list(stride)) or kernel
    padding = list(padding) * rank if len(padding) == 1 else list(padding)
    for axis in range(rank):
        held, places = _ranges(olds[axis], news[axis], kernel[axis], stride[axis], padding[axis])
        if divisor is not None:
            places = np.full_like(places, divisor if axis == 0 else 1)
        elif not count_padding:
            places = np.maximum(held.inside.sum(1), 1)
        found.windows.append(held)
        found.places.append(places)
    return found


def _mean(at: Node, x: Any, means: _Means) -> Any:
    return means.divided(weighted(at, x, means.windows), dtypes.computed(at.dtype))


def _mean_backward(at: Node, grad: Any, means: _Means, olds: list[int]) -> Any:
    turned = [held.turned(old) for held, old in zip(means.windows, olds)]
    return weighted(at, means.divided(grad, dtypes.computed(at.dtype)), turned)


@lowers("avg_pool1d", "avg_pool2d", "avg_pool3d")
def _avg_pool(at: Node, x: Any, kernel: Any, stride: Any = (), padding: Any = (0,), ceil_mode: bool = False,
              count_include_pad: bool = True, divisor_override: Any = None) -> Any:
    rank = int(at.node.target._schema.name[-2])
    options = (kernel, stride, padding, count_include_pad, divisor_override)
    return _mean(at, x, _pooled(_constant(x.shape[-rank:]), _constant(at.shape[-rank:]), options))


@lowers("avg_pool2d_backward", "avg_pool3d_backward")
def _avg_pool_backward(at: Node, grad: Any, x: Any, kernel: Any, stride: Any, padding: Any, ceil_mode: bool,
                       count_include_pad: bool, divisor_override: Any) -> Any:
    rank = int(at.node.target._schema.name.removesuffix("_backward")[-2])
    options = (kernel, stride, padding, count_include_pad, divisor_override)
    olds = _constant(x.shape[-rank:])
    return _mean_backward(at, grad, _pooled(olds, _constant(grad.shape[-rank:]), options), olds)


def _adaptive(olds: list[int], news: list[int]) -> _Means:
    found = _Means([], [])
    for old, new in zip(olds, news):
        held = Windows.ranges([to * old // new for to in range(new)], [-(-(to + 1) * old // new) for to in range(new)])
        found.windows.append(held)
        found.places.append(held.inside.sum(1))
    return found


@lowers("_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_avg_pool1d")
def _adaptive_avg_pool(at: Node, x: Any, size: Any) -> Any:
    rank = len(size)
    return _mean(at, x, _adaptive(_constant(x.shape[-rank:]), _constant(at.shape[-rank:])))


@lowers("_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward")
def _adaptive_avg_pool_backward(at: Node, grad: Any, x: Any) -> Any:
    rank = 3 if "3d" in at.node.target._schema.name else 2
    olds = _constant(x.shape[-rank:])
    return _mean_backward(at, grad, _adaptive(olds, _constant(grad.shape[-rank:])), olds)


def _ratio(old: int, new: int, corners: bool, scale: Any) -> np.float32:
    if corners:
        return np.float32((old - 1) / (new - 1) if new > 1 else 0)
    return np.float32(1 / scale if scale is not None and scale > 0 else old / new)


def _nearest(old: int, new: int, scale: Any, exact: bool) -> Windows:
    ratio = _ratio(old, new, False, scale)
    sources = [np.float32(to + (0.5 if exact else 0)) * ratio for to in range(new)]
    return Windows.of([[(min(int(math.floor(source)), old - 1), 1.0)] for source in sources])


def _linear(old: int, new: int, corners: bool, scale: Any) -> Windows:
    rows, ratio = [], _ratio(old, new, corners, scale)
    for to in range(new):
        source = ratio * np.float32(to) if corners else ratio * np.float32(to + 0.5) - np.float32(0.5)
        source = max(float(source), 0.0)
        low = min(int(source), old - 1)
        part = min(max(source - low, 0.0), 1.0)
        # As in torch: if the sizes are equal, each element has only itself as a neighbour.
        rows.append([(to, 1.0), (to, 0.0)] if old == new else [(low, 1 - part), (min(low + 1, old - 1), part)])
    return Windows.of(rows)


def _cubic(old: int, new: int, corners: bool, scale: Any) -> Windows:
    rows, ratio, a = [], _ratio(old, new, corners, scale), -0.75
    for to in range(new):
        source = float(ratio * np.float32(to) if corners else ratio * np.float32(to + 0.5) - np.float32(0.5))
        low = math.floor(source)
        t = source - low

        def near(d: float) -> float:
            return ((a + 2) * d - (a + 3)) * d * d + 1

        def far(d: float) -> float:
            return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

        weights = zip(range(-1, 3), (far(t + 1), near(t), near(1 - t), far(2 - t)))
        rows.append([(min(max(low + offset, 0), old - 1), weight) for offset, weight in weights])
    return Windows.of(rows)


def _weights(name: str, olds: Any, news: Any, corners: bool, scales: Any) -> list[Windows]:
    if 0 in (*olds, *news):
        # Torch reports the error.
        return refuse("an empty image")
    each = zip(_constant(olds), _constant(news), scales)
    if "nearest" in name:
        return [_nearest(old, new, scale, "exact" in name) for old, new, scale in each]
    kind = _cubic if "bicubic" in name else _linear
    return [kind(old, new, corners, scale) for old, new, scale in each]


def _parts(name: str, rank: int, rest: tuple[Any, ...]) -> tuple[bool, list[Any]]:
    """Whether corners are aligned, and the user's scales."""
    corners = False
    if "nearest" not in name:
        corners, *rest = rest
    return corners, (list(rest) + [None] * rank)[:rank]


_KINDS = ["nearest1d", "nearest2d", "nearest3d", "_nearest_exact1d", "_nearest_exact2d", "_nearest_exact3d", "linear1d",
          "bilinear2d", "trilinear3d", "bicubic2d"]
_NAMES = [f"_upsample{kind}" if kind.startswith("_") else f"upsample_{kind}" for kind in _KINDS]


@lowers(*_NAMES)
def _upsample(at: Node, x: Any, size: Any, *rest: Any, **named: Any) -> Any:
    name = at.node.target._schema.name
    rank = x.ndim - 2
    corners, scales = _parts(name, rank, (*rest, *named.values()))
    return weighted(at, x, _weights(name, x.shape[2:], at.shape[2:], corners, scales))


@lowers(*[f"{name}_backward" for name in _NAMES])
def _upsample_backward(at: Node, grad: Any, size: Any, old: Any, *rest: Any, **named: Any) -> Any:
    name = at.node.target._schema.name
    corners, scales = _parts(name, grad.ndim - 2, (*rest, *named.values()))
    weights = _weights(name, at.shape[2:], grad.shape[2:], corners, scales)
    return weighted(at, grad, [held.turned(old) for held, old in zip(weights, at.shape[2:])])


@lowers("replication_pad1d_backward", "replication_pad2d_backward", "replication_pad3d_backward")
def _replication_backward(at: Node, grad: Any, x: Any, pad: Any) -> Any:
    rank, windows = len(pad) // 2, []
    for axis, (old, new) in enumerate(zip(_constant(x.shape[-rank:]), _constant(grad.shape[-rank:]))):
        before = pad[2 * (rank - 1 - axis)]
        forward = Windows.of([[(min(max(to - before, 0), old - 1), 1.0)] for to in range(new)])
        windows.append(forward.turned(old))
    return weighted(at, grad, windows)
