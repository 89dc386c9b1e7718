"""Functions of traced values, with NumPy's names and semantics."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tensorforge._native import Dim, Moves, Tensor, Windows
from tensorforge.current import tracer

__all__ = [
    "abs",
    "all",
    "any",
    "arange",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "argmax",
    "argmin",
    "argsort",
    "asarray",
    "broadcast_to",
    "cbrt",
    "ceil",
    "clip",
    "compress",
    "concatenate",
    "conv",
    "copysign",
    "cos",
    "cosh",
    "count_nonzero",
    "cross",
    "cummax",
    "cummin",
    "cumprod",
    "cumsum",
    "degrees",
    "detach",
    "diff",
    "digamma",
    "dim_given",
    "dim_of",
    "dot",
    "einsum",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "exp2",
    "expand_dims",
    "expm1",
    "flatnonzero",
    "flatten",
    "flip",
    "floor",
    "floor_divide",
    "full",
    "gammaln",
    "gelu",
    "heaviside",
    "hypot",
    "i0e",
    "i1e",
    "inner",
    "iota",
    "isfinite",
    "isinf",
    "isnan",
    "kron",
    "log",
    "log10",
    "log1p",
    "log2",
    "log_softmax",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "logsumexp",
    "matmul",
    "max",
    "maximum",
    "mean",
    "median",
    "min",
    "minimum",
    "nan_to_num",
    "nextafter",
    "ones",
    "outer",
    "polygamma",
    "power",
    "prod",
    "ptp",
    "radians",
    "reciprocal",
    "relu",
    "remainder",
    "rint",
    "rsqrt",
    "sigmoid",
    "sign",
    "silu",
    "sin",
    "sinc",
    "sinh",
    "softmax",
    "softplus",
    "sort",
    "sqrt",
    "square",
    "squeeze",
    "stack",
    "std",
    "sum",
    "take",
    "tan",
    "tanh",
    "trunc",
    "unique",
    "var",
    "where",
    "zeros",
    "zeta",
]

Axes = int | Sequence[int] | None


def abs(x: Any) -> Tensor:
    """The absolute value."""
    return tracer().unary("abs", x)


def sign(x: Any) -> Tensor:
    """The sign: -1, 0 or 1."""
    return tracer().unary("sign", x)


def square(x: Any) -> Tensor:
    """The square."""
    return tracer().unary("square", x)


def reciprocal(x: Any) -> Tensor:
    """1 / x."""
    return tracer().unary("reciprocal", x)


def sqrt(x: Any) -> Tensor:
    """The square root."""
    return tracer().unary("sqrt", x)


def cbrt(x: Any) -> Tensor:
    """The cube root."""
    return tracer().unary("cbrt", x)


def rsqrt(x: Any) -> Tensor:
    """1 / sqrt(x)."""
    return tracer().unary("rsqrt", x)


def exp(x: Any) -> Tensor:
    """e to the power of x."""
    return tracer().unary("exp", x)


def exp2(x: Any) -> Tensor:
    """2 to the power of x."""
    return tracer().unary("exp2", x)


def expm1(x: Any) -> Tensor:
    """exp(x) - 1, accurate near 0."""
    return tracer().unary("expm1", x)


def log(x: Any) -> Tensor:
    """The natural logarithm."""
    return tracer().unary("log", x)


def log2(x: Any) -> Tensor:
    """The logarithm to the base 2."""
    return tracer().unary("log2", x)


def log10(x: Any) -> Tensor:
    """The logarithm to the base 10."""
    return tracer().unary("log10", x)


def log1p(x: Any) -> Tensor:
    """log(1 + x), accurate near 0."""
    return tracer().unary("log1p", x)


def sin(x: Any) -> Tensor:
    """The sine."""
    return tracer().unary("sin", x)


def cos(x: Any) -> Tensor:
    """The cosine."""
    return tracer().unary("cos", x)


def tan(x: Any) -> Tensor:
    """The tangent."""
    return tracer().unary("tan", x)


def arcsin(x: Any) -> Tensor:
    """The inverse sine."""
    return tracer().unary("arcsin", x)


def arccos(x: Any) -> Tensor:
    """The inverse cosine."""
    return tracer().unary("arccos", x)


def arctan(x: Any) -> Tensor:
    """The inverse tangent."""
    return tracer().unary("arctan", x)


def sinh(x: Any) -> Tensor:
    """The hyperbolic sine."""
    return tracer().unary("sinh", x)


def cosh(x: Any) -> Tensor:
    """The hyperbolic cosine."""
    return tracer().unary("cosh", x)


def tanh(x: Any) -> Tensor:
    """The hyperbolic tangent."""
    return tracer().unary("tanh", x)


def arcsinh(x: Any) -> Tensor:
    """The inverse hyperbolic sine."""
    return tracer().unary("arcsinh", x)


def arccosh(x: Any) -> Tensor:
    """The inverse hyperbolic cosine."""
    return tracer().unary("arccosh", x)


def arctanh(x: Any) -> Tensor:
    """The inverse hyperbolic tangent."""
    return tracer().unary("arctanh", x)


def erf(x: Any) -> Tensor:
    """The error function."""
    return tracer().unary("erf", x)


def erfc(x: Any) -> Tensor:
    """1 - erf(x), accurate for large x."""
    return tracer().unary("erfc", x)


def erfinv(x: Any) -> Tensor:
    """The inverse of the error function."""
    return tracer().unary("erfinv", x)


def gammaln(x: Any) -> Tensor:
    """The logarithm of the absolute value of the gamma function."""
    return tracer().unary("gammaln", x)


def digamma(x: Any) -> Tensor:
    """The derivative of gammaln."""
    return tracer().unary("digamma", x)


def i0e(x: Any) -> Tensor:
    """The modified Bessel function of order 0, scaled by exp(-abs(x))."""
    return tracer().unary("i0e", x)


def i1e(x: Any) -> Tensor:
    """The modified Bessel function of order 1, scaled by exp(-abs(x))."""
    return tracer().unary("i1e", x)


def floor(x: Any) -> Tensor:
    """The largest integer not above x."""
    return tracer().unary("floor", x)


def ceil(x: Any) -> Tensor:
    """The smallest integer not below x."""
    return tracer().unary("ceil", x)


def trunc(x: Any) -> Tensor:
    """x rounded towards 0."""
    return tracer().unary("trunc", x)


def rint(x: Any) -> Tensor:
    """The nearest integer; ties round to even."""
    return tracer().unary("rint", x)


def isnan(x: Any) -> Tensor:
    """Whether x is NaN."""
    return tracer().unary("isnan", x)


def isfinite(x: Any) -> Tensor:
    """Whether x is neither NaN nor infinite."""
    return tracer().unary("isfinite", x)


def isinf(x: Any) -> Tensor:
    """Whether x is infinite."""
    return tracer().unary("isinf", x)


def degrees(x: Any) -> Tensor:
    """Converts radians to degrees."""
    return tracer().unary("degrees", x)


def radians(x: Any) -> Tensor:
    """Converts degrees to radians."""
    return tracer().unary("radians", x)


def sinc(x: Any) -> Tensor:
    """sin(pi x) / (pi x)."""
    return tracer().unary("sinc", x)


def sigmoid(x: Any) -> Tensor:
    """1 / (1 + exp(-x))."""
    return tracer().unary("sigmoid", x)


def softplus(x: Any) -> Tensor:
    """log(1 + exp(x))."""
    return tracer().unary("softplus", x)


def relu(x: Any) -> Tensor:
    """max(x, 0)."""
    return tracer().unary("relu", x)


def gelu(x: Any) -> Tensor:
    """x times the standard normal distribution function of x."""
    return tracer().unary("gelu", x)


def silu(x: Any) -> Tensor:
    """x times its sigmoid."""
    return tracer().unary("silu", x)


def nan_to_num(x: Any) -> Tensor:
    """Replaces NaN by 0, and infinities by the largest finite values."""
    return tracer().unary("nan_to_num", x)


def detach(x: Any) -> Tensor:
    """The value, treated as a constant by derivatives."""
    return tracer().unary("detach", x)


def logical_not(x: Any) -> Tensor:
    """Whether x is 0 or false."""
    return tracer().unary("logical_not", x)


def flatnonzero(x: Any) -> Tensor:
    """The indices of nonzero elements; the program computes their count."""
    return tracer().unary("flatnonzero", x)


def unique(x: Any) -> Tensor:
    """The distinct elements in ascending order; the program computes their count."""
    return tracer().unary("unique", x)


def flatten(x: Any) -> Tensor:
    """The elements flattened to one axis."""
    return tracer().unary("flatten", x)


def maximum(a: Any, b: Any) -> Tensor:
    """The elementwise maximum; NaN if either is NaN."""
    return tracer().binary("maximum", a, b)


def minimum(a: Any, b: Any) -> Tensor:
    """The elementwise minimum; NaN if either is NaN."""
    return tracer().binary("minimum", a, b)


def power(a: Any, b: Any) -> Tensor:
    """a to the power of b."""
    return tracer().binary("power", a, b)


def arctan2(a: Any, b: Any) -> Tensor:
    """The angle of the point (b, a)."""
    return tracer().binary("arctan2", a, b)


def copysign(a: Any, b: Any) -> Tensor:
    """a with the sign of b."""
    return tracer().binary("copysign", a, b)


def hypot(a: Any, b: Any) -> Tensor:
    """sqrt(a**2 + b**2) without overflow."""
    return tracer().binary("hypot", a, b)


def logaddexp(a: Any, b: Any) -> Tensor:
    """log(exp(a) + exp(b))."""
    return tracer().binary("logaddexp", a, b)


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


def floor_divide(a: Any, b: Any) -> Tensor:
    """The quotient, rounded down."""
    return tracer().binary("floor_divide", a, b)


def remainder(a: Any, b: Any) -> Tensor:
    """The remainder with the sign of the divisor."""
    return tracer().binary("remainder", a, b)


def logical_and(a: Any, b: Any) -> Tensor:
    """Whether both are true."""
    return tracer().binary("logical_and", a, b)


def logical_or(a: Any, b: Any) -> Tensor:
    """Whether one is true."""
    return tracer().binary("logical_or", a, b)


def logical_xor(a: Any, b: Any) -> Tensor:
    """Whether exactly one is true."""
    return tracer().binary("logical_xor", a, b)


def heaviside(a: Any, b: Any) -> Tensor:
    """0 for negative a, 1 for positive, b for 0."""
    return tracer().binary("heaviside", a, b)


def nextafter(a: Any, b: Any) -> Tensor:
    """The next float after a in the direction of b."""
    return tracer().binary("nextafter", a, b)


def zeta(a: Any, b: Any) -> Tensor:
    """Hurwitz's zeta function: the sum of (b + k)**-a over k from 0, for a > 1."""
    return tracer().binary("zeta", a, b)


def polygamma(n: Any, x: Any) -> Tensor:
    """The n-th derivative of digamma at x."""
    return tracer().binary("polygamma", n, x)


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


def flip(x: Any, axis: int) -> Tensor:
    """The elements in reverse order."""
    return tracer().along("flip", x, axis)


def expand_dims(x: Any, axis: int) -> Tensor:
    """The tensor with a new axis of extent 1."""
    return tracer().along("expand_dims", x, axis)


def squeeze(x: Any, axis: int) -> Tensor:
    """The tensor without an axis of extent 1."""
    return tracer().along("squeeze", x, axis)


def where(condition: Any, a: Any, b: Any) -> Tensor:
    """The elements of ``a`` where the condition is true, else of ``b``. Both are computed."""
    return tracer().select(condition, a, b)


def clip(x: Any, low: Any, high: Any) -> Tensor:
    """The elements clamped to ``low`` and ``high``."""
    return tracer().clip(x, low, high)


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
