"""Discrete Fourier transforms of pairs of real arrays, by Tensorforge's library."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import jax
import numpy as np

from tensorforge.jax_pairs import Pair

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
