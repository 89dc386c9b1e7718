"""Reductions, scans, sorts and what normalizes along an axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tensorforge._native import Moves, Tensor
from tensorforge.current import tracer

__all__ = [
    "all",
    "any",
    "argmax",
    "argmin",
    "argsort",
    "count_nonzero",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "diff",
    "log_softmax",
    "logsumexp",
    "max",
    "mean",
    "median",
    "min",
    "prod",
    "ptp",
    "softmax",
    "sort",
    "std",
    "sum",
    "var",
]

Axes = int | Sequence[int] | None


def sum(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The sum along axes."""
    return tracer().reduce("sum", x, axis, keepdims)


def prod(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The product along axes."""
    return tracer().reduce("prod", x, axis, keepdims)


def mean(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The mean along axes."""
    return tracer().reduce("mean", x, axis, keepdims)


def min(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The minimum along axes."""
    return tracer().reduce("min", x, axis, keepdims)


def max(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The maximum along axes."""
    return tracer().reduce("max", x, axis, keepdims)


def all(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """Whether all elements are true along axes."""
    return tracer().reduce("all", x, axis, keepdims)


def any(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """Whether any element is true along axes."""
    return tracer().reduce("any", x, axis, keepdims)


def median(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The median along axes."""
    return tracer().reduce("median", x, axis, keepdims)


def argmin(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The index of the minimum along axes."""
    return tracer().reduce("argmin", x, axis, keepdims)


def argmax(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The index of the maximum along axes."""
    return tracer().reduce("argmax", x, axis, keepdims)


def var(x: Any, axis: Axes = None, keepdims: bool = False, ddof: int = 0) -> Tensor:
    """The variance along axes; ``ddof`` is subtracted from the element count."""
    return _deviation("var", x, axis, keepdims, ddof)


def std(x: Any, axis: Axes = None, keepdims: bool = False, ddof: int = 0) -> Tensor:
    """The standard deviation along axes; ``ddof`` is subtracted from the element count."""
    return _deviation("std", x, axis, keepdims, ddof)


def _deviation(name: str, x: Any, axis: Axes, keepdims: bool, ddof: int) -> Tensor:
    if ddof == 0:
        return tracer().reduce(name, x, axis, keepdims)
    if keepdims:
        raise ValueError(f"{name} does not support ddof together with keepdims: use expand_dims")
    return Moves.statistic(tracer(), name, x, axis, ddof)


def ptp(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The maximum minus the minimum along axes."""
    return tracer().reduce("ptp", x, axis, keepdims)


def count_nonzero(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The count of nonzero elements along axes."""
    return tracer().reduce("count_nonzero", x, axis, keepdims)


def logsumexp(x: Any, axis: Axes = None, keepdims: bool = False) -> Tensor:
    """The logarithm of the sum of exponentials along axes."""
    return tracer().reduce("logsumexp", x, axis, keepdims)


def cumsum(x: Any, axis: int) -> Tensor:
    """The cumulative sums."""
    return tracer().along("cumsum", x, axis)


def cumprod(x: Any, axis: int) -> Tensor:
    """The cumulative products."""
    return tracer().along("cumprod", x, axis)


def cummax(x: Any, axis: int) -> Tensor:
    """The cumulative maxima."""
    return tracer().along("cummax", x, axis)


def cummin(x: Any, axis: int) -> Tensor:
    """The cumulative minima."""
    return tracer().along("cummin", x, axis)


def sort(x: Any, axis: int = -1, *, descending: bool = False) -> Tensor:
    """The elements in ascending order, NaN last, or, with ``descending``, NaN first; stable."""
    return tracer().along("sort_descending" if descending else "sort", x, axis)


def argsort(x: Any, axis: int = -1, *, descending: bool = False) -> Tensor:
    """The indices that sort the elements; stable."""
    return tracer().along("argsort_descending" if descending else "argsort", x, axis)


def diff(x: Any, axis: int = -1) -> Tensor:
    """The differences of adjacent elements."""
    return tracer().along("diff", x, axis)


def softmax(x: Any, axis: int = -1) -> Tensor:
    """The exponentials divided by their sum."""
    return tracer().along("softmax", x, axis)


def log_softmax(x: Any, axis: int = -1) -> Tensor:
    """The logarithm of softmax."""
    return tracer().along("log_softmax", x, axis)
