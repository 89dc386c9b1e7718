"""Products of tensors: matrices, sums of products, convolutions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tensorforge._native import Tensor, Windows
from tensorforge.current import tracer

__all__ = [
    "conv",
    "cross",
    "dot",
    "einsum",
    "inner",
    "kron",
    "matmul",
    "outer",
]


def matmul(a: Any, b: Any) -> Tensor:
    """The product of matrices, with batch axes."""
    return tracer().binary("matmul", a, b)


def dot(a: Any, b: Any) -> Tensor:
    """NumPy's dot."""
    return tracer().binary("dot", a, b)


def outer(a: Any, b: Any) -> Tensor:
    """The outer product: the products of all pairs."""
    return tracer().binary("outer", a, b)


def inner(a: Any, b: Any) -> Tensor:
    """The inner product along the last axes."""
    return tracer().binary("inner", a, b)


def kron(a: Any, b: Any) -> Tensor:
    """The Kronecker product."""
    return tracer().binary("kron", a, b)


def cross(a: Any, b: Any) -> Tensor:
    """The cross product along the last axis."""
    return tracer().binary("cross", a, b)


def einsum(equation: str, *tensors: Any) -> Tensor:
    """A sum of products in Einstein notation: ``einsum("ij,jk->ik", a, b)``."""
    return tracer().einsum(equation, tensors)


def conv(
    x: Any,
    kernel: Any,
    strides: Sequence[int] = (),
    places: Sequence[tuple[int, int]] = (),
    dilations: Sequence[int] = (),
    input_dilations: Sequence[int] = (),
    groups: int = 1,
    reversed: bool = False,
) -> Tensor:
    """The convolution of ``[batch, ..., features]`` with a kernel ``[..., features // groups, new
    features]``.

    Lists have an entry for each spatial axis: ``places`` has pairs of the zero padding before and after the
    input; ``input_dilations`` above 1 insert zeros between the elements of the input (a transposed
    convolution). A ``reversed`` kernel is applied backwards.
    """
    return Windows.conv(tracer(), x, kernel, strides, places, dilations, input_dilations, groups, reversed)
