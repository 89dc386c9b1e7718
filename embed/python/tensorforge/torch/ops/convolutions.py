"""Convolutions, and their derivatives."""

from __future__ import annotations

from typing import Any

import tensorforge as tf
from tensorforge.torch import dtypes, shapes
from tensorforge.torch.ops.views import permuted
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


def _convolved(x: Any, weight: Any, shape: Any, options: tuple[Any, ...]) -> Any:
    """The convolution of ``[batch, features, ...]`` with ``[new, features / groups, ...]``; transposed, ``[features, new / groups, ...]``."""
    stride, padding, dilation, transposed, output_padding, groups = options
    rank = x.ndim - 2
    stride, padding, dilation, behind = [_each(given, rank) for given in (stride, padding, dilation, output_padding)]
    spatial = list(range(2, rank + 2))
    if any(not isinstance(n, int) for n in weight.shape):
        return refuse("a kernel whose extents are not constant")
    moved = permuted(x, [0, *spatial, 1])
    if not transposed:
        kernel = permuted(weight, [*spatial, 1, 0])
        made = tf.conv(moved, kernel, stride, [(p, p) for p in padding], dilation, [1] * rank, groups)
    else:
        features, new = weight.shape[:2]
        kernel = weight.reshape((groups, features // groups, new, *weight.shape[2:]))
        kernel = permuted(kernel, [*[axis + 1 for axis in spatial], 1, 0, 2])
        kernel = kernel.reshape((*weight.shape[2:], features // groups, groups * new))
        reach = [d * (n - 1) for d, n in zip(dilation, weight.shape[2:])]
        places = [(r - p, r - p + b) for r, p, b in zip(reach, padding, behind)]
        made = tf.conv(moved, kernel, [1] * rank, places, dilation, stride, groups, True)
    return permuted(made, [0, rank + 1, *range(1, rank + 1)])


def _each(given: Any, rank: int) -> list[int]:
    given = list(given) or [0]
    if any(not isinstance(n, int) for n in given):
        return refuse("a stride, padding or dilation that is not constant")
    return given * rank if len(given) == 1 else given


def _empty(fake: Any) -> bool:
    return any(isinstance(n, int) and n == 0 for n in fake.shape)


@lowers("convolution")
def _convolution(at: Node, x: Any, weight: Any, bias: Any, *options: Any) -> Any:
    if _empty(at.args[0]) or _empty(at.args[1]) or x.ndim < 3 or x.ndim != weight.ndim:
        return refuse("a convolution without elements or without a batch axis")
    wide = dtypes.computed(at.dtype)
    made = _convolved(cast(x, wide), cast(weight, wide), at.shape, options)
    if bias is None:
        return made
    return made + cast(bias, wide).reshape((bias.shape[0], *[1] * (x.ndim - 2)))


@lowers("convolution_backward")
def _convolution_backward(at: Node, grad: Any, x: Any, weight: Any, bias: Any, *options: Any) -> Any:
    *options, mask = options
    if _empty(at.args[1]) or _empty(at.args[2]) or _empty(at.args[0]) or x.ndim < 3 or x.ndim != weight.ndim:
        return refuse("a convolution without elements or without a batch axis")
    wide = dtypes.computed(at.args[0].dtype)
    grad, x, weight = cast(grad, wide), cast(x, wide), cast(weight, wide)
    found: list[Any] = [None, None, None]
    if mask[0] or mask[1]:
        wanted = [value for value, needed in zip((x, weight), mask) if needed]

        def forward(*values: Any) -> Any:
            given = iter(values)
            inputs = [next(given) if needed else value for value, needed in zip((x, weight), mask)]
            return _convolved(*inputs, shapes.shape(at.args[0]), tuple(options))

        _, derived = tf.vjp(forward, wanted, grad)
        answers = iter(derived)
        found[:2] = [next(answers) if needed else None for needed in mask[:2]]
    if mask[2]:
        found[2] = tf.sum(grad, (0, *range(2, x.ndim)))
    return found
