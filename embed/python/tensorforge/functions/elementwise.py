"""Functions of each element."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Tensor
from tensorforge.current import tracer

__all__ = [
    "abs",
    "arccos",
    "arccosh",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctan2",
    "arctanh",
    "cbrt",
    "ceil",
    "clip",
    "copysign",
    "cos",
    "cosh",
    "degrees",
    "detach",
    "digamma",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "exp2",
    "expm1",
    "floor",
    "floor_divide",
    "gammaln",
    "gelu",
    "heaviside",
    "hypot",
    "i0e",
    "i1e",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log10",
    "log1p",
    "log2",
    "logaddexp",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "nan_to_num",
    "nextafter",
    "polygamma",
    "power",
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
    "softplus",
    "sqrt",
    "square",
    "tan",
    "tanh",
    "trunc",
    "where",
    "zeta",
]


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


def where(condition: Any, a: Any, b: Any) -> Tensor:
    """The elements of ``a`` where the condition is true, else of ``b``. Both are computed."""
    return tracer().select(condition, a, b)


def clip(x: Any, low: Any, high: Any) -> Tensor:
    """The elements clamped to ``low`` and ``high``."""
    return tracer().clip(x, low, high)
