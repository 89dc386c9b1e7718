"""Discrete Fourier transforms, under the names of NumPy's ``fft``. A complex tensor is a pair of real and
imaginary parts.

Any length is supported, in ``n log n`` operations, including lengths known only at run time.
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
            raise ValueError(
                f"a complex tensor is a pair of real and imaginary parts, but {len(x)} values are given"
            )
        return list(x)
    return [x, 0.0]


def fft(x: Any, axis: Any = -1) -> Pair:
    """The transform along one axis, several, or all (``None``); ``x`` is a pair, or real."""
    return tuple(Fourier.complex(tracer(), _parts(x), axis, False))


def ifft(x: Any, axis: Any = -1) -> Pair:
    """The inverse of ``fft``."""
    return tuple(Fourier.complex(tracer(), _parts(x), axis, True))


def rfft(x: Any, axis: Any = -1) -> Pair:
    """``fft`` of a real tensor: the first ``n // 2 + 1`` elements of the spectrum along the last of the axes,
    of length ``n``."""
    return tuple(Fourier.real(tracer(), x, axis))


def irfft(x: Any, n: Any, axis: Any = -1) -> Tensor:
    """The inverse of ``rfft``: ``n`` real elements along the last of the axes."""
    return Fourier.to_real(tracer(), _parts(x), n, axis)


def fftshift(x: Any, axis: Any = None) -> Tensor:
    """Moves frequency 0 from the start to the middle of the axes."""
    return Fourier.shift(tracer(), x, axis, False)


def ifftshift(x: Any, axis: Any = None) -> Tensor:
    """The inverse of ``fftshift``."""
    return Fourier.shift(tracer(), x, axis, True)
