"""Discrete Fourier transforms of pairs of real arrays, by Tensorforge's library; their transposes for lengths that are names.

JAX's transposes of transforms of real arrays ask whether the length is even. Here the element that the answer is about is found by its place, so one
program is right for both. Lengths that are numbers go JAX's way.
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
    """The transform of the last axes: ``fft`` and ``ifft`` of pairs, ``rfft`` of a real array, ``irfft`` to one."""
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
    """The transform of an axis, after which it has ``count`` elements, or as many as before."""
    parts = list(x) if isinstance(x, Pair) else [x]
    shape = list(parts[0].shape)
    shape[axis] = shape[axis] if count is None else count
    spec = jax.ShapeDtypeStruct(tuple(shape), parts[0].dtype)
    made = jax.ffi.ffi_call(f"tensorforge.{kind}", spec if kind == "irfft" else [spec, spec])(*parts, axis=np.int64(axis))
    return made if kind == "irfft" else Pair(*made)


def _weights(count: Any, length: Any, dtype: Any) -> Any:
    """How many numbers of a whole spectrum each of its first half stands for: 1 of the first one and of the middle one, 2 of others."""
    place = lax.iota(np.int32, count)
    return jnp.where((place == 0) | (2 * place == length), 1, 2).astype(dtype)


def _transpose_of_real(t: Any, lengths: Sequence[Any]) -> Any:
    """``rfft`` is ``y = F x``; of a sum ``Re(t y)``, what stands at each ``x``."""
    weights = _weights(t.shape[-1], lengths[-1], t.real.dtype)
    return lax.fft(lax.conj(t) / weights, lax.FftType.IRFFT, tuple(lengths)) * _count(lengths)


def _transpose_to_real(t: Any, lengths: Sequence[Any]) -> Any:
    """``irfft`` is real: of a sum of ``t`` times its elements, what stands at each number of the half spectrum."""
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
