"""Arrays of JAX's on the way into programs and out of them, without copies where their memory allows."""

from __future__ import annotations

import functools
from typing import Any

import jax
import numpy as np

__all__ = ["is_key", "kind", "result", "spec", "spec_of", "value", "with_axis"]


def kind(leaf: Any) -> tuple[Any, ...]:
    """What calls with equal code have in common, of one argument."""
    aval = _aval(leaf)
    return aval.shape, aval.dtype, aval.weak_type


def spec(leaf: Any) -> jax.ShapeDtypeStruct:
    """An argument as JAX traces it."""
    aval = _aval(leaf)
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type)


def _aval(leaf: Any) -> Any:
    if isinstance(leaf, jax.Array):
        return leaf.aval
    return leaf if isinstance(leaf, jax.ShapeDtypeStruct) else jax.typeof(leaf)


def is_key(dtype: Any) -> bool:
    """Whether arrays of this type are keys of random numbers: words in disguise."""
    return jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key)


def value(leaf: Any, dtype: Any) -> np.ndarray:
    """The elements of an argument of this type, where they are if they are in this machine's memory."""
    if is_key(dtype):
        return np.asarray(jax.random.key_data(leaf))
    array = np.asarray(leaf)
    # Without 64 bits, JAX takes NumPy's numbers of 64 bits for ones of 32.
    return array if array.dtype == dtype else array.astype(dtype)


def result(array: np.ndarray, aval: Any) -> jax.Array | np.ndarray:
    """A result as an array of JAX's, which takes its memory over where it can."""
    if is_key(aval.dtype):
        return jax.random.wrap_key_data(jax.device_put(array, _cpu()), impl=aval.dtype._impl)
    if aval.dtype == jax.dtypes.float0:
        return np.zeros(aval.shape, jax.dtypes.float0)
    made = jax.device_put(array, _cpu(), may_alias=True)
    return _weak(made, aval.dtype) if aval.weak_type else made


def _weak(array: jax.Array, dtype: Any) -> jax.Array:
    """The same array, whose type gives way to that of others, as that of Python's numbers does."""
    from jax._src.lax.lax import _convert_element_type

    return _convert_element_type(array, dtype, weak_type=True)


@functools.cache
def _cpu() -> jax.Device:
    return jax.devices("cpu")[0]


def spec_of(aval: Any) -> jax.ShapeDtypeStruct:
    """A value of traced code as an argument."""
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type)


def with_axis(spec: jax.ShapeDtypeStruct, size: int, axis: int | None) -> jax.ShapeDtypeStruct:
    """The type of many arguments along an axis; of one for all of them, without an axis."""
    if axis is None:
        return spec
    shape = list(spec.shape)
    shape.insert(axis, size)
    return jax.ShapeDtypeStruct(tuple(shape), spec.dtype, weak_type=spec.weak_type)
