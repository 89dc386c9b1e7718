"""Means of windows and images of other sizes: sums with weights that are the same for all rows, axis by axis."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

import tensorforge as tf
from tensorforge.torch import dtypes
from tensorforge.torch.place import Place, cast
from tensorforge.torch.table import lowers, refuse


def weighted(at: Place, x: Any, weights: list[np.ndarray]) -> Any:
    """Sums along the last axes with weights, a matrix ``[new, old]`` for each."""
    x = cast(x, dtypes.computed(at.dtype))
    for back, matrix in enumerate(reversed(weights), 1):
        axes = "abcdefgh"[: x.ndim]
        axis = axes[x.ndim - back]
        constant = np.ascontiguousarray(matrix.astype(np.float64 if x.dtype == "f64" else np.float32))
        x = tf.einsum(f"{axes},z{axis}->{axes.replace(axis, 'z')}", x, constant)
    return x


def _constant(shape: Any) -> list[int]:
    if any(not isinstance(n, int) for n in shape):
        return refuse("windows over extents that are not constant")
    return list(shape)


def _windows(old: int, new: int, kernel: int, stride: int, padding: int) -> tuple[np.ndarray, np.ndarray]:
    """Which elements each window holds, and how many places each has that count as inside the padding."""
    matrix, places = np.zeros((new, old)), np.zeros(new)
    for to in range(new):
        start = to * stride - padding
        end = min(start + kernel, old + padding)
        places[to] = end - start
        matrix[to, max(start, 0) : min(end, old)] = 1
    return matrix, places


def _mean_weights(olds: Any, news: Any, options: tuple[Any, ...]) -> list[np.ndarray]:
    kernel, stride, padding, count_padding, divisor = options
    rank, found = len(olds), []
    kernel = list(kernel) * rank if len(kernel) == 1 else list(kernel)
    stride = (list(stride) * rank if len(stride) == 1 else list(stride)) or kernel
    padding = list(padding) * rank if len(padding) == 1 else list(padding)
    for axis in range(rank):
        matrix, places = _windows(olds[axis], news[axis], kernel[axis], stride[axis], padding[axis])
        if divisor is not None:
            places = np.full_like(places, divisor if axis == 0 else 1)
        elif not count_padding:
            places = np.maximum(matrix.sum(1), 1)
        found.append(matrix / places[:, None])
    return found


@lowers("avg_pool1d", "avg_pool2d", "avg_pool3d")
def _avg_pool(at: Place, x: Any, kernel: Any, stride: Any = (), padding: Any = (0,), ceil_mode: bool = False,
              count_include_pad: bool = True, divisor_override: Any = None) -> Any:
    rank = int(at.node.target._schema.name[-2])
    options = (kernel, stride, padding, count_include_pad, divisor_override)
    return weighted(at, x, _mean_weights(_constant(x.shape[-rank:]), _constant(at.shape[-rank:]), options))


@lowers("avg_pool2d_backward", "avg_pool3d_backward")
def _avg_pool_backward(at: Place, grad: Any, x: Any, kernel: Any, stride: Any, padding: Any, ceil_mode: bool,
                       count_include_pad: bool, divisor_override: Any) -> Any:
    rank = int(at.node.target._schema.name.removesuffix("_backward")[-2])
    options = (kernel, stride, padding, count_include_pad, divisor_override)
    weights = _mean_weights(_constant(x.shape[-rank:]), _constant(grad.shape[-rank:]), options)
    return weighted(at, grad, [matrix.T for matrix in weights])


def _adaptive(old: int, new: int) -> np.ndarray:
    matrix = np.zeros((new, old))
    for to in range(new):
        start, end = to * old // new, -(-(to + 1) * old // new)
        matrix[to, start:end] = 1 / (end - start)
    return matrix


@lowers("_adaptive_avg_pool2d", "_adaptive_avg_pool3d", "adaptive_avg_pool1d")
def _adaptive_avg_pool(at: Place, x: Any, size: Any) -> Any:
    rank = len(size)
    pairs = zip(_constant(x.shape[-rank:]), _constant(at.shape[-rank:]))
    return weighted(at, x, [_adaptive(old, new) for old, new in pairs])


@lowers("_adaptive_avg_pool2d_backward", "_adaptive_avg_pool3d_backward")
def _adaptive_avg_pool_backward(at: Place, grad: Any, x: Any) -> Any:
    rank = 3 if "3d" in at.node.target._schema.name else 2
    pairs = zip(_constant(x.shape[-rank:]), _constant(grad.shape[-rank:]))
    return weighted(at, grad, [_adaptive(old, new).T for old, new in pairs])


def _ratio(old: int, new: int, corners: bool, scale: Any) -> np.float32:
    if corners:
        return np.float32((old - 1) / (new - 1) if new > 1 else 0)
    return np.float32(1 / scale if scale is not None and scale > 0 else old / new)


def _nearest(old: int, new: int, scale: Any, exact: bool) -> np.ndarray:
    matrix, ratio = np.zeros((new, old)), _ratio(old, new, False, scale)
    for to in range(new):
        source = np.float32(to + (0.5 if exact else 0)) * ratio
        matrix[to, min(int(math.floor(source)), old - 1)] = 1
    return matrix


def _linear(old: int, new: int, corners: bool, scale: Any) -> np.ndarray:
    matrix, ratio = np.zeros((new, old)), _ratio(old, new, corners, scale)
    for to in range(new):
        source = ratio * np.float32(to) if corners else ratio * np.float32(to + 0.5) - np.float32(0.5)
        source = max(float(source), 0.0)
        low = min(int(source), old - 1)
        part = min(max(source - low, 0.0), 1.0)
        matrix[to, low] += 1 - part
        matrix[to, min(low + 1, old - 1)] += part
    return matrix


def _cubic(old: int, new: int, corners: bool, scale: Any) -> np.ndarray:
    matrix, ratio, a = np.zeros((new, old)), _ratio(old, new, corners, scale), -0.75
    for to in range(new):
        source = float(ratio * np.float32(to) if corners else ratio * np.float32(to + 0.5) - np.float32(0.5))
        low = math.floor(source)
        t = source - low

        def near(d: float) -> float:
            return ((a + 2) * d - (a + 3)) * d * d + 1

        def far(d: float) -> float:
            return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

        for offset, weight in zip(range(-1, 3), (far(t + 1), near(t), near(1 - t), far(2 - t))):
            matrix[to, min(max(low + offset, 0), old - 1)] += weight
    return matrix


def _weights(name: str, olds: Any, news: Any, corners: bool, scales: Any) -> list[np.ndarray]:
    each = zip(_constant(olds), _constant(news), scales)
    if "nearest" in name:
        return [_nearest(old, new, scale, "exact" in name) for old, new, scale in each]
    kind = _cubic if "bicubic" in name else _linear
    return [kind(old, new, corners, scale) for old, new, scale in each]


def _parts(name: str, rank: int, rest: tuple[Any, ...]) -> tuple[bool, list[Any]]:
    """Whether corners are aligned, and the scales that the user gave."""
    corners = False
    if "nearest" not in name:
        corners, *rest = rest
    return corners, (list(rest) + [None] * rank)[:rank]


_KINDS = ["nearest1d", "nearest2d", "nearest3d", "_nearest_exact1d", "_nearest_exact2d", "_nearest_exact3d", "linear1d",
          "bilinear2d", "trilinear3d", "bicubic2d"]
_NAMES = [f"_upsample{kind}" if kind.startswith("_") else f"upsample_{kind}" for kind in _KINDS]


@lowers(*_NAMES)
def _upsample(at: Place, x: Any, size: Any, *rest: Any, **named: Any) -> Any:
    name = at.node.target._schema.name
    rank = x.ndim - 2
    corners, scales = _parts(name, rank, (*rest, *named.values()))
    return weighted(at, x, _weights(name, x.shape[2:], at.shape[2:], corners, scales))


@lowers(*[f"{name}_backward" for name in _NAMES])
def _upsample_backward(at: Place, grad: Any, size: Any, old: Any, *rest: Any, **named: Any) -> Any:
    name = at.node.target._schema.name
    corners, scales = _parts(name, grad.ndim - 2, (*rest, *named.values()))
    weights = _weights(name, at.shape[2:], grad.shape[2:], corners, scales)
    return weighted(at, grad, [matrix.T for matrix in weights])


@lowers("replication_pad1d_backward", "replication_pad2d_backward", "replication_pad3d_backward")
def _replication_backward(at: Place, grad: Any, x: Any, pad: Any) -> Any:
    rank, weights = len(pad) // 2, []
    for axis, (old, new) in enumerate(zip(_constant(x.shape[-rank:]), _constant(grad.shape[-rank:]))):
        before = pad[2 * (rank - 1 - axis)]
        matrix = np.zeros((old, new))
        matrix[[min(max(to - before, 0), old - 1) for to in range(new)], range(new)] = 1
        weights.append(matrix)
    return weighted(at, grad, weights)
