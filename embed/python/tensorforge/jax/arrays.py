"""Conversion of JAX arrays to arguments and of results to JAX arrays, without copies where possible."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from tensorforge.jax.private import batched_device_put

__all__ = [
    "complex_of",
    "cpu",
    "from_words",
    "is_float",
    "is_key",
    "is_plain",
    "kind",
    "placement",
    "plain",
    "result",
    "results",
    "spec",
    "spec_of",
    "stored_shape",
    "typed",
    "value",
    "values",
    "with_axis",
    "with_shape",
    "words",
]

# JAX's names of element types that differ from Tensorforge's.
_NAMES = {"i1": "bool", "f16": "float16", "bf16": "bfloat16", "f32": "float32", "f64": "float64", "index": "int64"}
_NAMES |= {f"i{bits}": f"int{bits}" for bits in (8, 16, 32, 64)}
_NAMES |= {f"{u}{bits}": f"uint{bits}" for bits in (8, 16, 32, 64) for u in ("u", "ui")}


def kind(leaf: Any) -> tuple[Any, ...]:
    """The part of the cache key that one argument contributes."""
    aval = _aval(leaf)
    return aval.shape, aval.dtype, aval.weak_type


def spec(leaf: Any) -> jax.ShapeDtypeStruct:
    """The type of an argument as JAX traces it."""
    aval = _aval(leaf)
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type)


def _aval(leaf: Any) -> Any:
    if isinstance(leaf, jax.Array):
        return leaf.aval
    return leaf if isinstance(leaf, jax.ShapeDtypeStruct) else jax.typeof(leaf)


def is_key(dtype: Any) -> bool:
    """Whether arrays of this type are PRNG keys, which are stored as integers."""
    return jax.dtypes.issubdtype(dtype, jax.dtypes.prng_key)


def stored_shape(spec: jax.ShapeDtypeStruct) -> tuple[Any, ...]:
    """The shape of an argument's stored elements, which for PRNG keys are integers."""
    return jax.eval_shape(jax.random.key_data, spec).shape if is_key(spec.dtype) else spec.shape


def value(leaf: Any, dtype: Any) -> np.ndarray:
    """The elements of an argument of this type, without a copy if they are in host memory."""
    if is_key(dtype):
        return np.asarray(jax.random.key_data(leaf))
    array = np.asarray(leaf)
    # Without 64-bit mode, JAX converts NumPy's 64-bit types to 32-bit ones.
    return array if array.dtype == dtype else array.astype(dtype)


def is_plain(dtype: Any) -> bool:
    """Whether an array of this type is stored as its elements, unlike PRNG keys and JAX's float0 zeros."""
    return not is_key(dtype) and dtype != jax.dtypes.float0


def values(leaves: Sequence[Any], specs: Sequence[Any], plain: Sequence[bool]) -> list[np.ndarray]:
    """``value`` of each leaf; ``plain`` is ``is_plain`` of each."""
    given = []
    for leaf, spec, is_own in zip(leaves, specs, plain):
        array = np.asarray(leaf) if is_own else value(leaf, spec.dtype)
        given.append(array if not is_own or array.dtype == spec.dtype else array.astype(spec.dtype))
    return given


def results(arrays: Sequence[np.ndarray], avals: Sequence[Any], plain: Sequence[bool]) -> list[Any]:
    """``result`` of each array; ``plain`` is ``is_plain`` of each."""
    place, devices = placement(), [cpu()]
    return [
        batched_device_put(aval, place, [array], devices, committed=False) if is_own else result(array, aval)
        for array, aval, is_own in zip(arrays, avals, plain)
    ]


def complex_of(real: np.ndarray, imag: np.ndarray) -> np.ndarray:
    """Complex values from their parts."""
    made = np.empty(real.shape, np.result_type(real.dtype, np.complex64))
    made.real, made.imag = real, imag
    return made


def result(array: np.ndarray, aval: Any) -> jax.Array | np.ndarray:
    """A result as a JAX array, which takes over its memory if possible."""
    if is_key(aval.dtype):
        return jax.random.wrap_key_data(jax.device_put(array, cpu()), impl=aval.dtype._impl)
    if aval.dtype == jax.dtypes.float0:
        return np.zeros(aval.shape, jax.dtypes.float0)
    # The last step of `jax.device_put`, in a sixth of the time.
    return batched_device_put(aval, placement(), [array], [cpu()], committed=False)


@functools.cache
def placement() -> jax.sharding.Sharding:
    """Where results are."""
    return jax.sharding.SingleDeviceSharding(cpu())


@functools.cache
def cpu() -> jax.Device:
    """The device of results."""
    return jax.devices("cpu")[0]


def spec_of(aval: Any) -> jax.ShapeDtypeStruct:
    """A value of traced code as an argument."""
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype, weak_type=aval.weak_type)


def with_shape(spec: jax.ShapeDtypeStruct, shape: Any) -> jax.ShapeDtypeStruct:
    """The type with this shape."""
    return jax.ShapeDtypeStruct(tuple(shape), spec.dtype, weak_type=spec.weak_type)


def with_axis(spec: jax.ShapeDtypeStruct, size: Any, axis: int | None) -> jax.ShapeDtypeStruct:
    """The type of a batch of arguments along an axis; without an axis, of one argument for the whole batch.
    """
    if axis is None:
        return spec
    shape = list(spec.shape)
    shape.insert(axis, size)
    return jax.ShapeDtypeStruct(tuple(shape), spec.dtype, weak_type=spec.weak_type)


def is_float(dtype: Any) -> bool:
    """Whether values of an element type, or of its name, have derivatives."""
    name = dtype if isinstance(dtype, str) else dtype.name
    return jax.dtypes.issubdtype(jax.numpy.dtype(plain(name)), np.inexact)


def plain(name: str) -> str:
    """JAX's name for an element type."""
    return _NAMES.get(name, name)


def typed(leaf: Any, name: str) -> Any:
    """An argument for a parameter of this element type: Python scalars are converted, arrays keep their type.
    """
    array = jax.numpy.asarray(leaf)
    return array.astype(plain(name)) if array.aval.weak_type else array


def words(aval: Any) -> jax.ShapeDtypeStruct:
    """The element type in programs; for PRNG keys, that of their integers."""
    if is_key(aval.dtype):
        aval = jax.eval_shape(jax.random.key_data, jax.ShapeDtypeStruct(aval.shape, aval.dtype))
    return jax.ShapeDtypeStruct(aval.shape, aval.dtype)


def from_words(array: Any, aval: Any) -> Any:
    """A result of a program in a function that JAX traces, converted to this type."""
    return jax.random.wrap_key_data(array, impl=aval.dtype._impl) if is_key(aval.dtype) else array
