"""Elementwise operations."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch import dtypes
from tensorforge.torch.node import Kind, Node, cast, elementwise_dtypes
from tensorforge.torch.table import lowers, refuse

_INT = torch.int32


def combined(at: Node, function: Callable[..., Any], args: tuple[Any, ...], fakes: Any, kind: Kind) -> Any:
    """Applies a function to arguments converted to the common type; bools are computed as integers."""
    dtype = at.promoted(*fakes, kind=kind)
    if dtype == torch.bool and kind is not Kind.ALWAYS_BOOL:
        dtype = _INT
    return function(*[converted(arg, dtype) for arg in args])


def _divides(at: Node, divisor: Any) -> None:
    """Ends the call with an error if integers are divided by 0, as torch does."""
    if at.promoted(*at.args[:2]).is_floating_point or 0 in at.shape or (isinstance(divisor, int) and divisor != 0):
        return
    zero = (tf.asarray(divisor) == 0) if not isinstance(divisor, tf.Tensor) else divisor == 0
    at.check(tf.any(zero) if zero.ndim else zero, RuntimeError, "ZeroDivisionError")


def converted(x: Any, dtype: torch.dtype) -> Any:
    if isinstance(x, (tf.Tensor, tf.Dim)):
        return cast(x, dtype)
    return tf.full((), _number(x, dtype), cast_name(dtype))


def cast_name(dtype: torch.dtype) -> str:
    """Our name for a type."""
    return dtypes.name(dtype)


def _number(x: Any, dtype: torch.dtype) -> Any:
    """Converts a Python scalar to a type; floats are truncated for integer types."""
    if dtype.is_floating_point:
        return float(x)
    if dtype == torch.bool:
        return bool(x)
    if isinstance(x, float) and not math.isfinite(x):
        return refuse(f"{x} as an integer")
    return int(x)


def _entered(names: str, function: Callable[..., Any], kind: Kind, count: int) -> None:
    divides = function in _DIVISIONS

    def lowering(at: Node, *args: Any, **named: Any) -> Any:
        if named or len(args) != count:
            return refuse("an unsupported option")
        if divides:
            _divides(at, args[1])
        return combined(at, function, args, at.args[:count], kind)

    lowers(*names.split())(lowering)


def _sign(x: Any) -> Any:
    """0 for NaN, as in torch."""
    return (x > 0).astype(x.dtype) - (x < 0).astype(x.dtype)


def _i0(x: Any) -> Any:
    return tf.i0e(x) * tf.exp(tf.abs(x))


def _i1(x: Any) -> Any:
    return tf.i1e(x) * tf.exp(tf.abs(x))


def _fmod(a: Any, b: Any) -> Any:
    """The remainder with the sign of the dividend."""
    if a.dtype in ("f32", "f64"):
        return tf.copysign(tf.remainder(tf.abs(a), tf.abs(b)), a)
    floored = tf.remainder(a, b)
    return tf.where((floored != 0) & ((a < 0) != (b < 0)), floored - b, floored)


def _floor_quotient(a: Any, b: Any) -> Any:
    """The floor of the quotient, computed as torch and Python do: from the remainder."""
    if a.dtype not in ("f32", "f64"):
        return tf.floor_divide(a, b)
    rest = _fmod(a, b)
    quotient = (a - rest) / b
    quotient = tf.where((rest != 0) & ((b < 0) != (rest < 0)), quotient - 1, quotient)
    whole = tf.floor(quotient)
    whole = tf.where(quotient - whole > 0.5, whole + 1, whole)
    whole = tf.where(quotient == 0, tf.copysign(tf.zeros((), a.dtype), a / b), whole)
    return tf.where(b == 0, a / b, whole)


def _trunc_quotient(a: Any, b: Any) -> Any:
    if a.dtype in ("f32", "f64"):
        return tf.trunc(a / b)
    floored = tf.floor_divide(a, b)
    return tf.where((tf.remainder(a, b) != 0) & ((a < 0) != (b < 0)), floored + 1, floored)


def _signbit(x: Any) -> Any:
    if x.dtype in ("f32", "f64"):
        return tf.copysign(tf.ones((), x.dtype), x) < 0
    return x < 0


def _fmax(a: Any, b: Any) -> Any:
    """The maximum; NaN only if both are NaN."""
    if a.dtype not in ("f32", "f64"):
        return tf.maximum(a, b)
    return tf.where(tf.isnan(a), b, tf.where(tf.isnan(b), a, tf.maximum(a, b)))


def _fmin(a: Any, b: Any) -> Any:
    if a.dtype not in ("f32", "f64"):
        return tf.minimum(a, b)
    return tf.where(tf.isnan(a), b, tf.where(tf.isnan(b), a, tf.minimum(a, b)))


def _heaviside(x: Any, at_zero: Any) -> Any:
    above = (x > 0).astype(x.dtype)
    return tf.where(x == 0, at_zero, above)


def _sigmoid(x: Any) -> Any:
    return 1 / (1 + tf.exp(-x))


#: The operations for which a division of integers by 0 is an error.
_DIVISIONS = (tf.remainder, _fmod, _floor_quotient)

def _compared(names: str, function: Callable[[Any, Any], Any]) -> None:
    """Comparisons: a scalar is first converted to the tensor's type, even if that is narrow."""

    def lowering(at: Node, *args: Any) -> Any:
        dtype = elementwise_dtypes(*at.args, type_promotion_kind=Kind.NO_OPMATH)[1]
        args = tuple(cast(arg, dtype) if isinstance(arg, tf.Tensor) else rounded(arg, dtype) for arg in args)
        return combined(at, lambda a, b: function(*map(_of_integers, (a, b))), args, at.args, _BOOL)

    lowers(*names.split())(lowering)


def rounded(x: Any, dtype: torch.dtype) -> Any:
    """A scalar rounded to a narrow float type."""
    narrow = dtype in dtypes.WIDER and isinstance(x, (int, float))
    return torch.tensor(x, dtype=dtype).item() if narrow else x


def _of_integers(x: Any) -> Any:
    return x.astype("i32") if x.dtype == "bool" else x


_KEEP, _FLOAT, _BOOL = Kind.DEFAULT, Kind.INT_TO_FLOAT, Kind.ALWAYS_BOOL

for _names, _function in {
    "abs": tf.abs, "neg": lambda x: -x, "sign": _sign, "sgn": _sign, "floor": tf.floor, "ceil": tf.ceil, "trunc": tf.trunc,
    "round": tf.rint, "relu": lambda x: tf.maximum(x, 0), "positive": lambda x: x,
}.items():
    def _whole(function: Any, name: str) -> Any:
        # Integers are integral already.
        if name in ("floor", "ceil", "trunc", "round"):
            return lambda x: function(x) if x.dtype in ("f32", "f64") else x
        return function

    _entered(_names, _whole(_function, _names), _KEEP, 1)

for _names, _function in {
    "sqrt": tf.sqrt, "rsqrt": lambda x: 1 / tf.sqrt(x), "exp": tf.exp, "exp2": tf.exp2, "expm1": tf.expm1, "log": tf.log,
    "log2": tf.log2, "log10": tf.log10, "log1p": tf.log1p, "sin": tf.sin, "cos": tf.cos, "tan": tf.tan, "asin": tf.arcsin,
    "acos": tf.arccos, "atan": tf.arctan, "sinh": tf.sinh, "cosh": tf.cosh, "tanh": tf.tanh, "asinh": tf.arcsinh,
    "acosh": tf.arccosh, "atanh": tf.arctanh, "erf": tf.erf, "erfc": tf.erfc, "erfinv": tf.erfinv, "lgamma": tf.gammaln,
    "digamma": tf.digamma, "reciprocal": lambda x: 1 / x, "sigmoid": _sigmoid, "i0": _i0, "special_i0e": tf.i0e,
    "special_i1": _i1, "special_i1e": tf.i1e,
}.items():
    _entered(_names, _function, _FLOAT, 1)

for _names, _function in {
    "isnan": lambda x: x != x, "isinf": lambda x: tf.abs(x) == math.inf if x.dtype in ("f32", "f64") else x != x,
    "isfinite": lambda x: tf.abs(x) < math.inf if x.dtype in ("f32", "f64") else x == x, "logical_not": lambda x: x == 0,
    "signbit": _signbit,
}.items():
    def _of_booleans(function: Any) -> Any:
        return lambda x: function(x.astype("i32") if x.dtype == "bool" else x)

    _entered(_names, _of_booleans(_function), _BOOL, 1)

for _names, _function in {
    "mul.Tensor mul.Scalar": lambda a, b: a * b, "maximum": tf.maximum, "minimum": tf.minimum,
    "fmax": _fmax, "fmin": _fmin, "remainder.Tensor remainder.Scalar remainder.Scalar_Tensor": tf.remainder,
    "fmod.Tensor fmod.Scalar": _fmod, "copysign.Tensor": tf.copysign, "hypot": tf.hypot, "nextafter": tf.nextafter,
    "heaviside": _heaviside, "floor_divide": _floor_quotient,
    "bitwise_and.Tensor bitwise_and.Scalar bitwise_and.Scalar_Tensor": lambda a, b: a & b,
    "bitwise_or.Tensor bitwise_or.Scalar bitwise_or.Scalar_Tensor": lambda a, b: a | b,
    "bitwise_xor.Tensor bitwise_xor.Scalar bitwise_xor.Scalar_Tensor": lambda a, b: a ^ b,
}.items():
    _entered(_names, _function, _KEEP, 2)

for _names, _function in {
    "div.Tensor div.Scalar true_divide.Tensor": lambda a, b: a / b, "atan2": tf.arctan2,
}.items():
    _entered(_names, _function, _FLOAT, 2)


def _both(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda a, b: function(a != 0, b != 0)


for _name, _function in {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "lt": lambda a, b: a < b, "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b, "ge": lambda a, b: a >= b,
}.items():
    _compared(f"{_name}.Tensor {_name}.Scalar", _function)

for _name, _function in {
    "logical_and": tf.logical_and, "logical_or": tf.logical_or, "logical_xor": tf.logical_xor,
}.items():
    _entered(_name, _both(_function), _BOOL, 2)


@lowers("add.Tensor", "add.Scalar", "sub.Tensor", "sub.Scalar", "rsub.Tensor", "rsub.Scalar")
def _sum(at: Node, a: Any, b: Any, alpha: Any = 1) -> Any:
    name = at.node.target._schema.name

    def function(a: Any, b: Any) -> Any:
        a, b = (b, a) if name == "aten::rsub" else (a, b)
        if alpha != 1:
            b = b * _number(alpha, at.dtype)
        return a + b if name == "aten::add" else a - b

    return combined(at, function, (a, b), at.args[:2], Kind.DEFAULT)


@lowers("div.Tensor_mode", "div.Scalar_mode")
def _div(at: Node, a: Any, b: Any, rounding_mode: str | None = None) -> Any:
    if rounding_mode is None:
        return combined(at, lambda a, b: a / b, (a, b), at.args[:2], Kind.INT_TO_FLOAT)
    function = _floor_quotient if rounding_mode == "floor" else _trunc_quotient
    _divides(at, b)
    return combined(at, function, (a, b), at.args[:2], Kind.DEFAULT)


def _whole_power(x: Any, exponent: int) -> Any:
    """A power by repeated multiplication."""
    result, square = None, x
    while exponent:
        if exponent & 1:
            result = square if result is None else result * square
        exponent >>= 1
        if exponent:
            square = square * square
    return result


@lowers("pow.Tensor_Scalar", "pow.Scalar", "pow.Tensor_Tensor")
def _pow(at: Node, a: Any, b: Any) -> Any:
    dtype = at.promoted(*at.args[:2], kind=Kind.BOOL_TO_LONG)
    constant = b if isinstance(b, (int, float)) and not isinstance(b, bool) else None
    whole = constant is not None and float(constant).is_integer()
    if not dtype.is_floating_point and not (whole and 0 <= constant <= 64):
        return refuse("a power of integers whose exponent is not a constant from 0 to 64")
    if whole and 1 <= constant <= (8 if dtype.is_floating_point else 64):
        return _whole_power(converted(a, dtype), int(constant))
    if constant == 0:
        return tf.full(at.shape, 1, cast_name(dtype))
    if constant in (0.5, -0.5):
        # As torch: the roots of -inf and of -0 differ from those of pow.
        root = tf.sqrt(converted(a, dtype))
        return root if constant > 0 else 1 / root
    if constant == -1:
        return 1 / converted(a, dtype)
    return tf.power(converted(a, dtype), converted(b, dtype))


@lowers("where.self", "where.ScalarOther", "where.ScalarSelf", "where.Scalar")
def _where(at: Node, condition: Any, a: Any, b: Any) -> Any:
    return tf.where(condition != 0 if condition.dtype != "bool" else condition, converted(a, at.dtype), converted(b, at.dtype))


@lowers("clamp", "clamp.Tensor", "clamp_min", "clamp_min.Tensor", "clamp_max", "clamp_max.Tensor", "hardtanh")
def _clamp(at: Node, x: Any, *bounds: Any, **named: Any) -> Any:
    name = at.node.target._schema.name
    low, high = {"aten::clamp_min": (*bounds, None), "aten::clamp_max": (None, *bounds)}.get(name, (*bounds, None, None)[:2])
    if name == "aten::hardtanh":
        low, high = bounds if bounds else (-1.0, 1.0)
    low, high = named.pop("min", low), named.pop("max", high)
    if named:
        return refuse("an unsupported option")
    dtype = at.promoted(*at.args)
    x = converted(x, dtype)
    if low is not None:
        x = tf.maximum(x, converted(low, dtype))
    if high is not None:
        x = tf.minimum(x, converted(high, dtype))
    return x


@lowers("prims::fma")
def _fma(at: Node, a: Any, b: Any, c: Any) -> Any:
    return combined(at, lambda a, b, c: a * b + c, (a, b, c), at.args, Kind.DEFAULT)


@lowers("bitwise_not")
def _not(at: Node, x: Any) -> Any:
    return ~x


@lowers("bitwise_left_shift.Tensor", "bitwise_left_shift.Tensor_Scalar", "bitwise_left_shift.Scalar_Tensor", "__lshift__.Scalar",
        "__lshift__.Tensor", "bitwise_right_shift.Tensor", "bitwise_right_shift.Tensor_Scalar", "bitwise_right_shift.Scalar_Tensor",
        "__rshift__.Scalar", "__rshift__.Tensor")
def _shift(at: Node, a: Any, b: Any) -> Any:
    if at.dtype.is_floating_point or at.dtype == torch.bool:
        return refuse("a shift of floats or bools")
    left = "left" in at.node.target._schema.name or "lshift" in at.node.target._schema.name
    info = torch.iinfo(at.dtype)
    x, by = converted(a, at.dtype), converted(b, at.dtype)
    inside = (by >= 0) & (by < info.bits)
    if left:
        return tf.where(inside, x << tf.where(inside, by, 0), tf.zeros((), x.dtype))
    # For shifts of at least the width, only the sign remains.
    gone = x >> (info.bits - 1) if info.min < 0 else tf.zeros((), x.dtype)
    return tf.where(inside, x >> tf.where(inside, by, 0), gone)


@lowers("polygamma")
def _polygamma(at: Node, n: int, x: Any) -> Any:
    if n > 1:
        # No exact rule is known for arguments below 0.
        return refuse("derivatives of digamma above the first")
    function = tf.digamma if n == 0 else _trigamma
    return combined(at, function, (x,), at.args[1:2], Kind.INT_TO_FLOAT)


def _trigamma(x: Any) -> Any:
    """The derivative of digamma, by reflection below one half."""
    low = x < 0.5
    above = tf.polygamma(tf.full((), 1.0, x.dtype), tf.where(low, 1 - x, x))
    sine = tf.sin(math.pi * (x - tf.floor(x)))
    return tf.where(low, math.pi**2 / (sine * sine) - above, above)


@lowers("_to_copy", "prims::convert_element_type", "clone", "alias", "detach", "contiguous", "lift_fresh_copy", "lift_fresh",
        "copy", "prims::device_put")
def _copy(at: Node, x: Any, other: Any = None, **named: Any) -> Any:
    if at.node.target._schema.name == "aten::copy":
        x = other
    whole = not at.dtype.is_floating_point and at.dtype != torch.bool
    made = _whole_number(x, at.dtype) if whole and x.dtype in ("f16", "bf16", "f32", "f64") else cast(x, at.dtype)
    return tf.broadcast_to(made, at.shape)


def _whole_number(x: Any, dtype: torch.dtype) -> Any:
    """A float converted to an integer as in eager torch: narrow types take the low bits of a wide one, which
    holds its minimum for values out of range."""
    wide = torch.int64 if dtype in (torch.uint8, torch.int64) else torch.int32
    least = torch.iinfo(wide).min
    x = x if x.dtype == "f64" else x.astype("f32")
    inside = (x >= float(least)) & (x < -float(least))
    return cast(tf.where(inside, cast(x, wide), tf.full((), least, cast_name(wide))), dtype)


@lowers("round.decimals")
def _round(at: Node, x: Any, *, decimals: int) -> Any:
    if not at.dtype.is_floating_point:
        return refuse("integers rounded to decimals")
    x = converted(x, at.promoted(at.args[0]))
    factor = float(10 ** abs(decimals))
    if decimals == 0:
        return tf.rint(x)
    return tf.rint(x * factor) / factor if decimals > 0 else tf.rint(x / factor) * factor


@lowers("ldexp.Tensor")
def _ldexp(at: Node, x: Any, exponent: Any) -> Any:
    dtype = at.promoted(*at.args[:2], kind=Kind.INT_TO_FLOAT)
    return converted(x, dtype) * tf.exp2(converted(exponent, dtype))


@lowers("angle")
def _angle(at: Node, x: Any) -> Any:
    x = converted(x, at.promoted(at.args[0], kind=Kind.INT_TO_FLOAT))
    return tf.where(x != x, x, tf.where(x < 0, tf.full((), math.pi, x.dtype), tf.zeros((), x.dtype)))
