"""Discrete Fourier transforms, by the names of NumPy's ``fft``. Complex numbers are pairs: their real and imaginary parts.

Any length will do, in ``n log n`` steps: also one that is known only when the program runs.
"""

from __future__ import annotations

from typing import Any

from tensorforge._native import Fourier, Tensor
from tensorforge.current import tracer

__all__ = ["fft", "fftshift", "ifft", "ifftshift", "irfft", "rfft"]

Pair = tuple[Tensor, Tensor]


def _parts(x: Any) -> list[Any]:
    if isinstance(x, (tuple, list)):
        if len(x) != 2:
            raise ValueError(f"complex numbers are a pair, their real and imaginary parts; these are {len(x)} values")
        return list(x)
    return [x, 0.0]


def fft(x: Any, axis: Any = -1) -> Pair:
    """The transform along an axis, several, or all (``None``); ``x`` is a pair, or real."""
    return tuple(Fourier.complex(tracer(), _parts(x), axis, False))


def ifft(x: Any, axis: Any = -1) -> Pair:
    """The inverse of ``fft``."""
    return tuple(Fourier.complex(tracer(), _parts(x), axis, True))


def rfft(x: Any, axis: Any = -1) -> Pair:
    """``fft`` of real numbers: of ``n`` along the last of the axes, the first ``n // 2 + 1`` of their spectrum."""
    return tuple(Fourier.real(tracer(), x, axis))


def irfft(x: Any, n: Any, axis: Any = -1) -> Tensor:
    """The inverse of ``rfft``: ``n`` real numbers along the last of the axes."""
    return Fourier.to_real(tracer(), _parts(x), n, axis)


def fftshift(x: Any, axis: Any = None) -> Tensor:
    """Frequency 0, which comes first, moved to the middle of axes."""
    return Fourier.shift(tracer(), x, axis, False)


def ifftshift(x: Any, axis: Any = None) -> Tensor:
    """The inverse of ``fftshift``."""
    return Fourier.shift(tracer(), x, axis, True)
