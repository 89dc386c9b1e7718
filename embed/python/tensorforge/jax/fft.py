"""Discrete Fourier transforms of pairs of real arrays by Tensorforge's library, and transposes for symbolic
lengths.

JAX's transposes of real transforms branch on whether the length is even. Here the affected element is
selected by its position, so that one program serves both cases. Constant lengths use JAX's rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.interpreters import ad

from tensorforge.jax.pairs import Pair

__all__ = ["transform"]


def transform(kind: str, x: Any, lengths: Sequence[Any]) -> Any:
    """The transform of the last axes: ``fft`` and ``ifft`` of pairs, ``rfft`` from a real array, ``irfft`` to
    a real array."""
    rank = (x.real if isinstance(x, Pair) else x).ndim
    *others, last = range(rank - len(lengths), rank)
    if kind == "rfft":
        x = _call("rfft", x, last, lengths[-1] // 2 + 1)
    for axis in others:
        x = _call("ifft" if kind in ("ifft", "irfft") else "fft", x, axis)
    if kind == "irfft":
        return _call("irfft", x, last, lengths[-1])
    return x if kind == "rfft" else _call(kind, x, last)


def _call(kind: str, x: Any, axis: int, count: Any = None) -> Any:
    """The transform of an axis, which has ``count`` elements afterwards, or the same count as before."""
    parts = list(x) if isinstance(x, Pair) else [x]
    shape = list(parts[0].shape)
    shape[axis] = shape[axis] if count is None else count
    spec = jax.ShapeDtypeStruct(tuple(shape), parts[0].dtype)
    made = jax.ffi.ffi_call(f"tensorforge.{kind}", spec if kind == "irfft" else [spec, spec])(*parts, axis=np.int64(axis))
    return made if kind == "irfft" else Pair(*made)


def _weights(count: Any, length: Any, dtype: Any) -> Any:
    """The multiplicity of each element of the half spectrum in the whole one: 1 for the first and the middle
    one, else 2."""
    place = lax.iota(np.int32, count)
    return jnp.where((place == 0) | (2 * place == length), 1, 2).astype(dtype)


def _transpose_of_real(t: Any, lengths: Sequence[Any]) -> Any:
    """The transpose of ``rfft``, for a cotangent ``t``."""
    weights = _weights(t.shape[-1], lengths[-1], t.real.dtype)
    return lax.fft(lax.conj(t) / weights, lax.FftType.IRFFT, tuple(lengths)) * _count(lengths)


def _transpose_to_real(t: Any, lengths: Sequence[Any]) -> Any:
    """The transpose of ``irfft``, for a cotangent ``t``."""
    half = lax.fft(t, lax.FftType.RFFT, tuple(lengths))
    return lax.conj(half * _weights(half.shape[-1], lengths[-1], t.dtype) / _count(lengths))


def _count(lengths: Sequence[Any]) -> Any:
    count = lengths[0]
    for length in lengths[1:]:
        count = count * length
    return count


_given = ad.primitive_transposes[lax.fft_p]
_OWN = {"rfft": _transpose_of_real, "irfft": _transpose_to_real}


def _transpose(t: Any, x: Any, *, fft_type: Any, fft_lengths: Sequence[Any]) -> Any:
    rule = _OWN.get(("fft", "ifft", "rfft", "irfft")[int(fft_type)])
    if rule is None or type(t) is ad.Zero or isinstance(fft_lengths[-1], int):
        return _given(t, x, fft_type=fft_type, fft_lengths=fft_lengths)
    return [rule(t, fft_lengths)]


ad.primitive_transposes[lax.fft_p] = _transpose
