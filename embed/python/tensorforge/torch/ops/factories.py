"""Tensors of constants and indices."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch import dtypes
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers


def _filled(at: Node, value: Any) -> Any:
    if isinstance(value, (tf.Tensor, tf.Dim)):
        return tf.broadcast_to(cast(value, at.dtype), at.shape)
    kind = float if at.dtype.is_floating_point else bool if at.dtype == torch.bool else int
    return tf.full(at.shape, kind(value), dtypes.name(at.dtype))


@lowers("full")
def _full(at: Node, size: Any, value: Any, **named: Any) -> Any:
    return _filled(at, value)


@lowers("full_like", "new_full", "fill.Scalar", "fill.Tensor")
def _full_like(at: Node, x: Any, *rest: Any, **named: Any) -> Any:
    return _filled(at, rest[-1] if rest else named["value"])


@lowers("scalar_tensor")
def _scalar(at: Node, value: Any, **named: Any) -> Any:
    return _filled(at, value)


@lowers("zeros", "zeros_like", "new_zeros", "empty.memory_format", "empty_like", "new_empty", "empty_strided",
        "new_empty_strided", "empty_permuted")
def _zeros(at: Node, *args: Any, **named: Any) -> Any:
    return _filled(at, 0)


@lowers("ones", "ones_like", "new_ones")
def _ones(at: Node, *args: Any, **named: Any) -> Any:
    return _filled(at, 1)


@lowers("arange", "arange.start", "arange.start_step")
def _arange(at: Node, *args: Any, **named: Any) -> Any:
    start, step = (args[0] if len(args) > 1 else 0), (args[2] if len(args) > 2 else named.get("step", 1))
    steps = tf.iota(at.shape, 0, "i64")
    if at.dtype.is_floating_point:
        # torch multiplies in the wider type.
        wide = "f64" if not isinstance(start, tf.Dim) else "f32"
        return tf.asarray(start).astype(wide) + steps.astype(wide) * step
    return start + steps * step


@lowers("prims::iota")
def _iota(at: Node, length: Any, *, start: Any, step: Any, **named: Any) -> Any:
    return start + tf.iota(at.shape, 0, "i64") * step


@lowers("eye", "eye.m")
def _eye(at: Node, *args: Any, **named: Any) -> Any:
    return tf.iota(at.shape, 0) == tf.iota(at.shape, 1)
