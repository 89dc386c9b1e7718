"""JAX's complex operations as operations on real and imaginary parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from tensorforge.jax import fft
from tensorforge.jax.pairs import Pair, is_complex, part

__all__ = ["apply"]


def apply(eqn: Any, args: Sequence[Any]) -> list[Any] | None:
    """The results of an operation with complex operands or results, as pairs; None if it has no rule."""
    name = eqn.primitive.name
    if name in _PARTWISE:
        return _partwise(eqn, args)
    if name in _OF_ONE:
        return [_OF_ONE[name](args[0])]
    if name in _RULES:
        made = _RULES[name](eqn, *args)
        return made if isinstance(made, list) else [made]
    return None


# The same operation on the real and the imaginary parts: additions, and moves of elements.
_PARTWISE = {"add", "add_any", "broadcast_in_dim", "concatenate", "copy", "copy_p", "cumsum", "device_put", "dynamic_slice"}
_PARTWISE |= {"dynamic_update_slice", "expand_dims", "gather", "neg", "optimization_barrier", "pad", "reduce_precision"}
_PARTWISE |= {"reduce_sum", "reduce_window_sum", "reshape", "rev", "scatter", "scatter-add", "select_n", "slice", "split", "squeeze", "stack"}
_PARTWISE |= {"stop_gradient", "sub", "transpose"}


def _partwise(eqn: Any, args: Sequence[Any]) -> list[Any]:
    made = [_on_part(eqn, [arg[at] if isinstance(arg, Pair) else arg for arg in args], at) for at in (0, 1)]
    outs = [var.aval for var in eqn.outvars]
    # A real result among several is equal in both.
    return [Pair(*both) if is_complex(aval) else both[0] for *both, aval in zip(*made, outs)]


def _on_part(eqn: Any, args: list[Any], at: int) -> list[Any]:
    params = dict(eqn.params)
    if eqn.primitive.name == "scatter-add":
        # The operation contains code for the sum of two elements; JAX generates it for real ones.
        keep = ("dimension_numbers", "indices_are_sorted", "unique_indices", "mode")
        return [lax.scatter_add(*args, **{key: params[key] for key in keep})]
    if eqn.primitive.name == "gather":
        # By default, reads out of bounds give NaN, and the NaN has an imaginary part of 0.
        fill = params["fill_value"]
        params["fill_value"] = (0 if at else None) if fill is None else (np.imag(fill) if at else np.real(fill))
    made = eqn.primitive.bind(*args, **params)
    return list(made) if eqn.primitive.multiple_results else [made]


def _sign(x: Pair) -> Pair:
    size = x.size()
    return x.scaled(jnp.where(size == 0, 0, 1 / jnp.where(size == 0, 1, size)))


def _one(x: Pair) -> Pair:
    return Pair(jnp.ones_like(x.real), jnp.zeros_like(x.imag))


def _logistic(x: Pair) -> Pair:
    return _one(x).over(_one(x).plus(x.scaled(-1).exp()))


# Circular functions are computed from hyperbolic ones by a rotation of the plane, and vice versa.
_OF_ONE: dict[str, Callable[[Pair], Any]] = {
    "real": lambda x: x.real,
    "imag": lambda x: x.imag,
    "abs": Pair.size,
    "exp": Pair.exp,
    "exp2": lambda x: x.scaled(np.log(2).astype(x.real.dtype)).exp(),
    "expm1": Pair.expm1,
    "log": Pair.log,
    "log1p": Pair.log1p,
    "sqrt": Pair.sqrt,
    "rsqrt": lambda x: _one(x).over(x.sqrt()),
    "square": Pair.square,
    "sin": Pair.sin,
    "cos": Pair.cos,
    "tan": lambda x: x.turned().tanh().turned().scaled(-1),
    "sinh": lambda x: x.turned().sin().turned().scaled(-1),
    "cosh": lambda x: x.turned().cos(),
    "tanh": Pair.tanh,
    "logistic": _logistic,
    "sign": _sign,
}


def _as_pair(x: Any, dtype: Any) -> Pair:
    """Converts to complex."""
    if isinstance(x, Pair):
        return Pair(*(lax.convert_element_type(value, dtype) for value in x))
    real = lax.convert_element_type(x, dtype)
    return Pair(real, jnp.zeros_like(real))


def _conj(eqn: Any, x: Any) -> Pair:
    return x.conjugate() if isinstance(x, Pair) else _as_pair(x, part(eqn.outvars[0].aval.dtype))


def _convert(eqn: Any, x: Any, *_: Any) -> Any:
    to = eqn.outvars[0].aval.dtype
    if is_complex(eqn.outvars[0].aval):
        return _as_pair(x, part(to))
    if to == np.bool_:
        return (x.real != 0) | (x.imag != 0)
    return lax.convert_element_type(x.real, to)


def _power(x: Pair, exponent: int) -> Pair:
    """A power by repeated squaring, without a factor of 1, which would turn infinite parts into NaN."""
    power, square, left = None, x, abs(exponent)
    while left:
        if left & 1:
            power = square if power is None else power.times(square)
        left //= 2
        square = square.square() if left else square
    if power is None:
        return _one(x)
    if exponent > 0:
        return power
    # The reciprocal of an overflowing value is 0.
    whole = _one(x).over(power)
    large = jnp.isinf(power.real) | jnp.isinf(power.imag)
    return Pair(jnp.where(large, 0, whole.real), jnp.where(large, 0, whole.imag))


def _pow(eqn: Any, x: Any, y: Any) -> Pair:
    dtype = part(eqn.outvars[0].aval.dtype)
    x, y = _as_pair(x, dtype), _as_pair(y, dtype)
    none = (x.real == 0) & (x.imag == 0)
    free, real = (y.real == 0) & (y.imag == 0), y.imag == 0
    log = Pair(jnp.where(none, 1, x.real), x.imag).log()
    # The power of a positive number, even infinity, with a real exponent is real: 0 times a logarithm must
    # not become NaN.
    whole, straight = y.times(log), real & (log.imag == 0)
    power = Pair(jnp.where(straight, y.real * log.real, whole.real), jnp.where(straight, log.imag, whole.imag)).exp()
    own = real & (y.real == 1)
    power = Pair(jnp.where(own, x.real, power.real), jnp.where(own, x.imag, power.imag))
    # 0 to a positive power is 0, to others it is NaN; every value to the power of 0 is 1.
    at_none = jnp.where(real & (y.real > 0), 0, jnp.nan)
    return Pair(jnp.where(free, 1, jnp.where(none, at_none, power.real)), jnp.where(free, 0, jnp.where(none, at_none, power.imag)))


def _product(eqn: Any, x: Any, y: Any) -> Any:
    """A bilinear operation, such as a contraction; one operand may be real."""
    params = dict(eqn.params)
    out = eqn.outvars[0].aval
    kind = part(out.dtype) if is_complex(out) else out.dtype
    if params.get("preferred_element_type") is not None:
        params["preferred_element_type"] = kind

    def of(x: Any, y: Any) -> Any:
        return lax.convert_element_type(eqn.primitive.bind(x, y, **params), kind)

    if not isinstance(x, Pair) and not isinstance(y, Pair):
        return _as_pair(of(x, y), kind)
    if not isinstance(y, Pair):
        return Pair(of(x.real, y), of(x.imag, y))
    if not isinstance(x, Pair):
        return Pair(of(x, y.real), of(x, y.imag))
    return Pair(of(x.real, y.real) - of(x.imag, y.imag), of(x.real, y.imag) + of(x.imag, y.real))


def _many(eqn: Any, x: Pair) -> Pair:
    """The product of elements along axes, with both parts in one reduction."""
    ends = (np.ones((), x.real.dtype), np.zeros((), x.imag.dtype))
    both = lambda a, b: tuple(Pair(*a).times(Pair(*b)))  # noqa: E731
    return Pair(*lax.reduce(tuple(x), ends, both, tuple(eqn.params["axes"])))


def _products(eqn: Any, x: Pair) -> Pair:
    times = lambda a, b: a.times(b)  # noqa: E731
    return lax.associative_scan(times, x, reverse=eqn.params["reverse"], axis=eqn.params["axis"])


def _sort(eqn: Any, *args: Any) -> list[Any]:
    """Sorts by the real parts, then by the imaginary parts."""
    keys = eqn.params["num_keys"]
    flat = [value for arg in args for value in (arg if isinstance(arg, Pair) else [arg])]
    count = sum(2 if isinstance(arg, Pair) else 1 for arg in args[:keys])
    options = {"dimension": eqn.params["dimension"], "is_stable": eqn.params["is_stable"], "num_keys": count}
    made = iter(lax.sort(flat, **options))
    return [Pair(next(made), next(made)) if isinstance(arg, Pair) else next(made) for arg in args]


def _same(x: Pair, y: Pair) -> Any:
    return (x.real == y.real) & (x.imag == y.imag)


def _fft(eqn: Any, x: Any) -> Any:
    kind = ("fft", "ifft", "rfft", "irfft")[int(eqn.params["fft_type"])]
    return fft.transform(kind, x, tuple(eqn.params["fft_lengths"]))


_RULES: dict[str, Callable[..., Any]] = {
    "complex": lambda eqn, *parts: Pair(*(jnp.broadcast_to(value, eqn.outvars[0].aval.shape) for value in parts)),
    "conj": _conj,
    "convert_element_type": _convert,
    "mul": lambda _, x, y: x.times(y),
    "div": lambda _, x, y: x.over(y),
    "pow": _pow,
    "integer_pow": lambda eqn, x: _power(x, eqn.params["y"]),
    "eq": lambda _, x, y: _same(x, y),
    "ne": lambda _, x, y: ~_same(x, y),
    "dot_general": _product,
    "conv_general_dilated": _product,
    "reduce_prod": _many,
    "cumprod": _products,
    "sort": _sort,
    "fft": _fft,
}
