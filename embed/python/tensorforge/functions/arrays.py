"""Tensors made of shapes and of other tensors, and extents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tensorforge._native import Dim, Tensor
from tensorforge.current import tracer

__all__ = [
    "arange",
    "asarray",
    "broadcast_to",
    "compress",
    "concatenate",
    "dim_given",
    "dim_of",
    "expand_dims",
    "flatnonzero",
    "flatten",
    "flip",
    "full",
    "iota",
    "ones",
    "squeeze",
    "stack",
    "take",
    "unique",
    "zeros",
]


def flatnonzero(x: Any) -> Tensor:
    """The indices of nonzero elements; the program computes their count."""
    return tracer().unary("flatnonzero", x)


def unique(x: Any) -> Tensor:
    """The distinct elements in ascending order; the program computes their count."""
    return tracer().unary("unique", x)


def flatten(x: Any) -> Tensor:
    """The elements flattened to one axis."""
    return tracer().unary("flatten", x)


def flip(x: Any, axis: int) -> Tensor:
    """The elements in reverse order."""
    return tracer().along("flip", x, axis)


def expand_dims(x: Any, axis: int) -> Tensor:
    """The tensor with a new axis of extent 1."""
    return tracer().along("expand_dims", x, axis)


def squeeze(x: Any, axis: int) -> Tensor:
    """The tensor without an axis of extent 1."""
    return tracer().along("squeeze", x, axis)


def compress(condition: Any, x: Any, axis: int = 0) -> Tensor:
    """The slices along an axis where a condition is true; the program computes their count."""
    return tracer().compress(condition, x, axis)


def take(x: Any, indices: Any, axis: int) -> Tensor:
    """The slices at indices along an axis."""
    return tracer().take(x, indices, axis)


def concatenate(tensors: Sequence[Any], axis: int = 0) -> Tensor:
    """Joins tensors along an axis."""
    return tracer().concatenate(tensors, axis)


def stack(tensors: Sequence[Any], axis: int = 0) -> Tensor:
    """Joins tensors along a new axis."""
    return tracer().stack(tensors, axis)


def broadcast_to(x: Any, shape: Any) -> Tensor:
    """The tensor broadcast to a shape."""
    return tracer().broadcast_to(x, shape)


def asarray(x: Any, dtype: Any = None) -> Tensor:
    """A scalar, an extent or an array as a value of the program, converted to the given element type."""
    value = tracer().value(x)
    return value if dtype is None else value.astype(dtype)


def full(shape: Any, fill: Any, dtype: Any = None) -> Tensor:
    """A tensor filled with one value; the default element type is the value's: i32 or f32 for Python scalars.
    """
    return tracer().full(shape, fill, dtype)


def zeros(shape: Any, dtype: Any = "f32") -> Tensor:
    """A tensor of zeros."""
    return tracer().full(shape, 0, dtype)


def ones(shape: Any, dtype: Any = "f32") -> Tensor:
    """A tensor of ones."""
    return tracer().full(shape, 1, dtype)


def arange(n: Any, dtype: Any = "i64") -> Tensor:
    """The indices 0, 1, 2, ... below ``n``, an integer or an extent."""
    return tracer().iota((n,), 0, dtype)


def iota(shape: Any, axis: int, dtype: Any = "i64") -> Tensor:
    """A tensor of each element's index along an axis."""
    return tracer().iota(shape, axis, dtype)


def dim_given(name: str) -> Dim:
    """An extent that the caller passes as a scalar argument of that name."""
    return tracer().dim_given(name)


def dim_of(name: str, count: Any) -> Dim:
    """An extent from a scalar that the program computes."""
    return tracer().dim_of(name, count)
