"""Layout functions: moving, cutting, grids and sampling, under NumPy's names where they exist."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tensorforge._native import Moves, Tensor
from tensorforge.current import tracer

__all__ = [
    "average",
    "bincount",
    "bitcast",
    "count_ones",
    "cubic",
    "diag",
    "diagonal",
    "eye",
    "fma",
    "fract",
    "histogram",
    "isclose",
    "leading_zeros",
    "lerp",
    "linear",
    "linspace",
    "max_pool",
    "mean_pool",
    "meshgrid",
    "modf",
    "moveaxis",
    "pad",
    "pcg",
    "pcgf",
    "ranked_at",
    "repeat",
    "reverse_bits",
    "roll",
    "rot90",
    "saturate",
    "searchsorted",
    "smoothstep",
    "sort_by",
    "split",
    "straight_through",
    "sum_pool",
    "swapaxes",
    "take_along_axis",
    "tensordot",
    "tile",
    "top_k",
    "trace",
    "trailing_zeros",
    "tril",
    "triu",
    "vdot",
    "with_shape",
]


def fract(x: Any) -> Tensor:
    """x minus the largest integer not above it."""
    return tracer().unary("fract", x)


def saturate(x: Any) -> Tensor:
    """x clamped to the range 0 to 1."""
    return tracer().unary("saturate", x)


def pcg(x: Any) -> Tensor:
    """A hash of integers: pseudorandom bits."""
    return tracer().unary("pcg", x)


def pcgf(x: Any) -> Tensor:
    """A hash of integers as f32 in the range 0 to 1, excluding 1."""
    return tracer().unary("pcgf", x)


def count_ones(x: Any) -> Tensor:
    """The count of set bits."""
    return tracer().unary("count_ones", x)


def leading_zeros(x: Any) -> Tensor:
    """The count of leading zero bits."""
    return tracer().unary("leading_zeros", x)


def trailing_zeros(x: Any) -> Tensor:
    """The count of trailing zero bits."""
    return tracer().unary("trailing_zeros", x)


def reverse_bits(x: Any) -> Tensor:
    """The bits in reverse order."""
    return tracer().unary("reverse_bits", x)


def bitcast(x: Any, dtype: Any) -> Tensor:
    """Reinterprets the bits as another element type of the same width, as NumPy's ``view``."""
    return Moves.bitcast(tracer(), x, dtype)


def straight_through(x: Any, through: Any) -> Tensor:
    """The values of ``x`` with the derivative of ``through``."""
    return tracer().binary("straight_through", x, through)


def vdot(a: Any, b: Any) -> Tensor:
    """The sum of the products of all elements."""
    return tracer().binary("vdot", a, b)


def fma(a: Any, b: Any, c: Any) -> Tensor:
    """a * b + c, rounded once."""
    return Moves.ternary(tracer(), "fma", (a, b, c))


def lerp(a: Any, b: Any, t: Any) -> Tensor:
    """a + (b - a) * t."""
    return Moves.ternary(tracer(), "lerp", (a, b, t))


def smoothstep(x: Any, low: Any, high: Any) -> Tensor:
    """0 below ``low``, 1 above ``high``, and a smooth step between."""
    return Moves.ternary(tracer(), "smoothstep", (x, low, high))


def isclose(a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8) -> Tensor:
    """Whether ``abs(a - b) <= atol + rtol * abs(b)``, or both are the same infinity."""
    return Moves.isclose(tracer(), a, b, (rtol, atol))


def modf(x: Any) -> tuple[Tensor, Tensor]:
    """The fractional part with the sign of x, and the integer part."""
    return tuple(Moves.several(tracer(), "modf", x))


def roll(x: Any, shift: Any, axis: int) -> Tensor:
    """Rotates the elements along an axis."""
    return Moves.roll(tracer(), x, axis, shift)


def pad(x: Any, pad_width: Any, mode: str = "constant", constant_values: Any = 0) -> Tensor:
    """Pads the tensor: a pair of counts, before and after, for each axis, or one pair for all.

    ``mode`` is ``"constant"``, ``"edge"``, ``"wrap"``, ``"reflect"`` or ``"symmetric"``.
    """
    x = tracer().value(x)
    pairs = [pad_width] * x.ndim if isinstance(pad_width, int) else list(pad_width)
    if len(pairs) == 2 and not any(isinstance(pair, (tuple, list)) for pair in pairs):
        pairs = [tuple(pairs)] * x.ndim
    if len(pairs) != x.ndim:
        raise ValueError(f"pad has {len(pairs)} pairs for {x.ndim} axes: give one for each, or one for all")
    for axis, pair in enumerate(pairs):
        before, after = (pair, pair) if isinstance(pair, int) else pair
        if not (isinstance(before, int) and isinstance(after, int) and before == after == 0):
            x = Moves.pad(tracer(), x, axis, (before, after), mode, constant_values)
    return x


def repeat(x: Any, repeats: Any, axis: int) -> Tensor:
    """Repeats each element ``repeats`` times."""
    return Moves.repeat(tracer(), x, axis, repeats, False)


def tile(x: Any, reps: Any) -> Tensor:
    """Repeats the tensor along each axis: ``reps`` has a count for each, or one for the last."""
    x = tracer().value(x)
    counts = list(reps) if isinstance(reps, (tuple, list)) else [reps]
    for _ in range(len(counts) - x.ndim):
        x = tracer().along("expand_dims", x, 0)
    for axis, count in enumerate(reversed(counts), 1):
        if not (isinstance(count, int) and count == 1):
            x = Moves.repeat(tracer(), x, -axis, count, True)
    return x


def split(x: Any, parts: Any, axis: int = 0) -> list[Tensor]:
    """Splits an axis into ``parts`` equal parts, or at a list of positions."""
    return Moves.split(tracer(), x, parts, axis)


def take_along_axis(x: Any, indices: Any, axis: int) -> Tensor:
    """The elements at indices along an axis, with an index for each element."""
    return Moves.take_along_axis(tracer(), x, indices, axis)


def with_shape(x: Any, shape: Any) -> Tensor:
    """The tensor with this shape: equalities of extents that are not known are checked when the program is
    called."""
    return Moves.with_shape(tracer(), x, shape)


def moveaxis(x: Any, source: int, destination: int) -> Tensor:
    """Moves an axis to another position."""
    return Moves.along(tracer(), "moveaxis", x, [source, destination])


def swapaxes(x: Any, a: int, b: int) -> Tensor:
    """Exchanges two axes."""
    return Moves.along(tracer(), "swapaxes", x, [a, b])


def rot90(x: Any, k: int = 1, axes: tuple[int, int] = (0, 1)) -> Tensor:
    """Rotates the tensor by ``k`` right angles in the plane of two axes."""
    return Moves.along(tracer(), "rot90", x, [k, *axes])


def tril(x: Any, k: int = 0) -> Tensor:
    """The lower triangles of matrices: zeros above the ``k``-th diagonal."""
    return Moves.along(tracer(), "tril", x, [k])


def triu(x: Any, k: int = 0) -> Tensor:
    """The upper triangles of matrices: zeros below the ``k``-th diagonal."""
    return Moves.along(tracer(), "triu", x, [k])


def diagonal(x: Any, k: int = 0) -> Tensor:
    """The ``k``-th diagonal of the matrices on the last two axes, as a last axis."""
    return Moves.along(tracer(), "diagonal", x, [k])


def diag(x: Any, k: int = 0) -> Tensor:
    """For a vector, the matrix with it on the ``k``-th diagonal; for matrices, that diagonal."""
    return Moves.along(tracer(), "diag", x, [k])


def trace(x: Any, k: int = 0) -> Tensor:
    """The sum of the ``k``-th diagonal of the matrices on the last two axes."""
    return Moves.along(tracer(), "trace", x, [k])


def linspace(start: Any, stop: Any, n: Any, dtype: Any = "f32") -> Tensor:
    """``n`` evenly spaced values from ``start`` to ``stop``, both included."""
    return Moves.linspace(tracer(), (start, stop), n, dtype)


def eye(n: Any, m: Any = None, k: int = 0, dtype: Any = "f32") -> Tensor:
    """The matrix of ones on the ``k``-th diagonal and zeros elsewhere."""
    return Moves.eye(tracer(), (n, n if m is None else m), k, dtype)


def meshgrid(*vectors: Any, indexing: str = "xy") -> list[Tensor]:
    """The coordinates of a grid, one tensor per vector; ``indexing`` is ``"xy"`` or ``"ij"``."""
    if indexing not in ("xy", "ij"):
        raise ValueError(f"the indexing of a meshgrid is 'xy' or 'ij', not {indexing!r}")
    return Moves.meshgrid(tracer(), vectors, indexing == "ij")


def top_k(x: Any, k: int, axis: int = -1, *, largest: bool = True) -> tuple[Tensor, Tensor]:
    """The ``k`` greatest (or least) elements along an axis in order, and their indices in i64; all if there
    are fewer.

    NaN is greater than all other values. Among equal elements the first comes first.
    """
    if k < 0:
        raise ValueError(f"top_k needs a count of elements, not {k}")
    return tuple(Moves.extremes(tracer(), x, (k, axis), largest))


def ranked_at(x: Any, rank: Any, axis: int = -1) -> Tensor:
    """The indices along an axis, in i64, of the elements that a sort would put at ``rank``; among equal
    elements the first.

    ``rank`` broadcasts to the other axes; it is from 0 up to but excluding the axis's length.
    """
    return Moves.ranked_at(tracer(), x, rank, axis)


def searchsorted(table: Any, queries: Any, side: str = "left") -> Tensor:
    """The positions of queries in a sorted vector: before equal elements, or after them if the side is
    ``"right"``."""
    if side not in ("left", "right"):
        raise ValueError(f"the side of a search is 'left' or 'right', not {side!r}")
    return Moves.searchsorted(tracer(), table, queries, side == "right")


def sort_by(before: Callable[..., Any], *tensors: Any, axis: int = -1) -> Any:
    """Sorts tensors of one shape together along an axis, stably: returns a list, or a tensor if one is given.

    ``before(a, b)`` returns whether the elements ``a`` (one from each tensor) go before the elements ``b``.
    """

    def compare(*elements: Any) -> Any:
        return before(*elements) if len(tensors) == 1 else before(elements[: len(tensors)], elements[len(tensors) :])

    made = Moves.sort_by(tracer(), tensors, axis, compare)
    return made[0] if len(tensors) == 1 else made


def bincount(x: Any, n: Any) -> Tensor:
    """The count of elements of an integer vector for each value from 0 up to but excluding ``n``."""
    return Moves.bincount(tracer(), x, n)


def histogram(x: Any, bins: int, range: tuple[float, float]) -> Tensor:
    """The count of elements in each of ``bins`` equal parts of a range."""
    return Moves.histogram(tracer(), x, bins, range)


def tensordot(a: Any, b: Any, axes: int | tuple[Sequence[int], Sequence[int]] = 2) -> Tensor:
    """The sum of products over pairs of axes, or over the last ``axes`` of ``a`` and the first ones of ``b``.
    """
    if isinstance(axes, int):
        axes = (list(range(-axes, 0)), list(range(axes)))
    own, others = ([axis] if isinstance(axis, int) else list(axis) for axis in axes)
    return Moves.tensordot(tracer(), a, b, (own, others))


def average(x: Any, axis: int | Sequence[int] | None = None, weights: Any = None) -> Tensor:
    """The mean along axes, optionally weighted."""
    return tracer().reduce("mean", x, axis) if weights is None else Moves.statistic(tracer(), "average", x, axis, weights)


def linear(x: Any, position: Sequence[Any], outside: str | None = None, fill: Any = None) -> Tensor:
    """Linear interpolation at a coordinate for each axis; ``outside`` and ``fill`` as in ``Tensor.at``."""
    return Moves.sample(tracer(), x, position, False, (outside, fill))


def cubic(x: Any, position: Sequence[Any], outside: str | None = None, fill: Any = None) -> Tensor:
    """As ``linear``, with Catmull-Rom splines."""
    return Moves.sample(tracer(), x, position, True, (outside, fill))


def max_pool(x: Any, window: Sequence[int], strides: Sequence[int] | None = None, padding: str | int = "valid") -> Tensor:
    """The maxima of windows over the spatial axes of ``[batch, ..., features]``."""
    return Moves.pool(tracer(), "max", x, window, window if strides is None else strides, padding)


def sum_pool(x: Any, window: Sequence[int], strides: Sequence[int] | None = None, padding: str | int = "valid") -> Tensor:
    """The sums of windows over the spatial axes of ``[batch, ..., features]``."""
    return Moves.pool(tracer(), "sum", x, window, window if strides is None else strides, padding)


def mean_pool(x: Any, window: Sequence[int], strides: Sequence[int] | None = None, padding: str | int = "valid") -> Tensor:
    """The means of windows over the spatial axes of ``[batch, ..., features]``; padding counts as 0."""
    return Moves.pool(tracer(), "mean", x, window, window if strides is None else strides, padding)
