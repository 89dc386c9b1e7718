"""Discrete Fourier transforms of pairs of real arrays, as products with matrices of few rows."""

from __future__ import annotations

from typing import Any

import jax.numpy as jnp
import numpy as np
from jax import lax

from tensorforge.jax_pairs import Pair

__all__ = ["transform"]

# Extents up to this one are transformed by one product; longer ones are taken apart into such.
_DENSE = 64


def transform(kind: str, x: Any, lengths: tuple[int, ...]) -> Any:
    """The transform of the last axes: ``fft`` and ``ifft`` of pairs, ``rfft`` of a real array, ``irfft`` to one."""
    axes = range(-len(lengths), 0)
    if kind in ("fft", "ifft"):
        for axis in axes:
            x = _along(x, axis, kind == "ifft")
        return x
    last, length = axes[-1], lengths[-1]
    if kind == "rfft":
        x = _along(Pair(x, jnp.zeros_like(x)), last, False)
        x = Pair(*(lax.slice_in_dim(value, 0, length // 2 + 1, axis=value.ndim - 1) for value in x))
        for axis in axes[:-1]:
            x = _along(x, axis, False)
        return x
    assert kind == "irfft", kind
    for axis in axes[:-1]:
        x = _along(x, axis, True)
    return _along(_whole(x, length), last, True).real


def _whole(x: Pair, length: int) -> Pair:
    """All coefficients along the last axis of what transforms to real numbers, from the first half of them."""
    count = (length - 1) // 2
    first = [lax.slice_in_dim(value, 0, length // 2 + 1, axis=value.ndim - 1) for value in x]
    rest = [jnp.flip(value[..., 1 : count + 1], -1) for value in first]
    return Pair(jnp.concatenate([first[0], rest[0]], -1), jnp.concatenate([first[1], -rest[1]], -1))


def _along(x: Pair, axis: int, inverse: bool) -> Pair:
    """The transform of an axis."""
    moved = Pair(*(jnp.moveaxis(value, axis, -1) for value in x))
    moved = moved.conjugate() if inverse else moved
    n = moved.real.shape[-1]
    made = _rows(moved, n)
    made = made.conjugate().scaled(np.asarray(1 / max(n, 1), x.real.dtype)) if inverse else made
    return Pair(*(jnp.moveaxis(value, -1, axis) for value in made))


def _roots(exponents: np.ndarray, n: int, dtype: Any) -> Pair:
    """Powers of exp(-2πi/n): the exponents are reduced before they are rounded."""
    angles = -2 * np.pi * (exponents % n) / n
    return Pair(np.cos(angles).astype(dtype), np.sin(angles).astype(dtype))


def _dot(x: Pair, matrix: Pair) -> Pair:
    dot = lambda a, b: jnp.matmul(a, b, precision=lax.Precision.HIGHEST)  # noqa: E731
    real = dot(x.real, matrix.real) - dot(x.imag, matrix.imag)
    return Pair(real, dot(x.real, matrix.imag) + dot(x.imag, matrix.real))


def _rows(x: Pair, n: int) -> Pair:
    """The transform of the last axis, of extent ``n``."""
    places = np.arange(n, dtype=np.int64)
    if n <= _DENSE:
        return _dot(x, _roots(np.outer(places, places), max(n, 1), x.real.dtype))
    factor = max(k for k in range(1, _DENSE + 1) if n % k == 0)
    if factor == 1:
        return _chirp(x, n)
    # n = factor · rest: transforms of what is `rest` apart, turned, then those of what lies beside each other.
    rest, lead = n // factor, x.real.shape[:-1]
    apart = Pair(*(jnp.swapaxes(value.reshape(*lead, factor, rest), -1, -2) for value in x))
    inner = _rows(apart, factor)
    turns = _roots(np.outer(np.arange(rest), np.arange(factor)), n, x.real.dtype)
    turned = Pair(*(jnp.swapaxes(value, -1, -2) for value in inner.times(turns)))
    outer = _rows(turned, rest)
    return Pair(*(jnp.swapaxes(value, -1, -2).reshape(*lead, n) for value in outer))


def _chirp(x: Pair, n: int) -> Pair:
    """An extent without small factors, as a convolution along an extent that is a power of 2 (Bluestein's algorithm)."""
    long = 1 << (2 * n - 1).bit_length()
    places = np.arange(n, dtype=np.int64)
    chirp = _roots(places * places, 2 * n, np.float64)
    whole = np.zeros(long, np.complex128)
    whole[:n] = chirp.real - 1j * chirp.imag
    whole[long - n + 1 :] = whole[1:n][::-1]
    kernel, dtype = np.fft.fft(whole), x.real.dtype
    own = Pair(chirp.real.astype(dtype), chirp.imag.astype(dtype))
    moved = _rows(Pair(*(jnp.pad(v, [(0, 0)] * (v.ndim - 1) + [(0, long - n)]) for v in x.times(own))), long)
    product = moved.times(Pair(kernel.real.astype(dtype), kernel.imag.astype(dtype)))
    back = _rows(product.conjugate(), long).conjugate().scaled(np.asarray(1 / long, dtype))
    return Pair(*(value[..., :n] for value in back)).times(own)
