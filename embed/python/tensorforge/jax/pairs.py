"""Complex values as pairs of real arrays, and functions of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np

__all__ = ["Pair", "is_complex", "part"]


def is_complex(aval: Any) -> bool:
    """Whether a value of this type is represented as a pair."""
    dtype = getattr(aval, "dtype", None)
    return isinstance(dtype, np.dtype) and dtype.kind == "c"


def part(dtype: Any) -> np.dtype:
    """The element type of the parts of a complex type."""
    return np.empty(0, dtype).real.dtype


class Pair(NamedTuple):
    """The real and the imaginary parts of complex values."""

    real: Any
    imag: Any

    def plus(self, other: Pair) -> Pair:
        """The sum."""
        return Pair(self.real + other.real, self.imag + other.imag)

    def minus(self, other: Pair) -> Pair:
        """The difference."""
        return Pair(self.real - other.real, self.imag - other.imag)

    def times(self, other: Pair) -> Pair:
        """The product."""
        real = self.real * other.real - self.imag * other.imag
        return Pair(real, self.real * other.imag + self.imag * other.real)

    def square(self) -> Pair:
        """The square, with cancellation only in its real part."""
        return Pair((self.real - self.imag) * (self.real + self.imag), 2 * self.real * self.imag)

    def scaled(self, by: Any) -> Pair:
        """The product with a real value."""
        return Pair(self.real * by, self.imag * by)

    def conjugate(self) -> Pair:
        """The complex conjugate."""
        return Pair(self.real, -self.imag)

    def turned(self) -> Pair:
        """The product with i."""
        return Pair(-self.imag, self.real)

    def size(self) -> Any:
        """The absolute value; overflows only if the result is out of range."""
        real, imag = abs(self.real), abs(self.imag)
        most, least = jnp.maximum(real, imag), jnp.minimum(real, imag)
        infinite = jnp.isinf(real) | jnp.isinf(imag)
        ratio = least / jnp.where((most == 0) | infinite, 1, most)
        return jnp.where(infinite, jnp.inf, most * jnp.sqrt(1 + ratio * ratio))

    def over(self, other: Pair) -> Pair:
        """The quotient, correct for any magnitude, for 0 and for infinities."""
        real, imag = other
        scale = jnp.maximum(abs(real), abs(imag))
        infinite = jnp.isinf(real) | jnp.isinf(imag)

        def direction(x: Any) -> Any:
            whole = jnp.copysign(jnp.where(jnp.isinf(x), 1, 0).astype(x.dtype), x)
            return jnp.where(infinite, whole, x / jnp.where((scale == 0) | infinite, 1, scale))

        to = Pair(direction(real), direction(imag))
        length = to.real * to.real + to.imag * to.imag
        top = self.times(to.conjugate())
        # The quotient by 0 has the signs of the dividend.
        top = Pair(jnp.where(scale == 0, self.real, top.real), jnp.where(scale == 0, self.imag, top.imag))
        by = jnp.where(scale == 0, 1, length)
        return Pair(top.real / by / scale, top.imag / by / scale)

    def log(self) -> Pair:
        """The principal logarithm, accurate near the unit circle, too."""
        size = self.size()
        most = jnp.maximum(abs(self.real), abs(self.imag))
        least = jnp.minimum(abs(self.real), abs(self.imag))
        near = jnp.log1p((most - 1) * (most + 1) + least * least) / 2
        return Pair(jnp.where((size > 0.5) & (size < 2), near, jnp.log(size)), jnp.arctan2(self.imag, self.real))

    def exp(self) -> Pair:
        """The exponential; real for a real value."""
        size = jnp.exp(self.real)
        return Pair(size * jnp.cos(self.imag), jnp.where(self.imag == 0, self.imag, size * jnp.sin(self.imag)))

    def sqrt(self) -> Pair:
        """The principal square root."""
        size = self.size()
        # The larger part by a sum without cancellation, the other by division.
        most = jnp.sqrt(abs(self.real) / 2 + size / 2)
        other = self.imag / jnp.where(most == 0, 1, 2 * most)
        right = self.real >= 0
        real, imag = jnp.where(right, most, abs(other)), jnp.where(right, other, jnp.copysign(most, self.imag))
        # If the imaginary part is infinite, so are both parts of the root, for every real part.
        endless = jnp.isinf(self.imag)
        return Pair(jnp.where(endless, jnp.inf, real), jnp.where(endless, self.imag, imag))

    def sin(self) -> Pair:
        """The sine."""
        across = _part(jnp.sin(self.real), jnp.cosh(self.imag))
        return Pair(across, _part(jnp.sinh(self.imag), jnp.cos(self.real)))

    def cos(self) -> Pair:
        """The cosine."""
        return Pair(jnp.cos(self.real) * jnp.cosh(self.imag), -_part(jnp.sin(self.real), jnp.sinh(self.imag)))

    def tanh(self) -> Pair:
        """The hyperbolic tangent, without overflow in its parts."""
        across, along, steep = jnp.tanh(self.real), jnp.tan(self.imag), 1 / jnp.cosh(self.real)
        below = 1 + (across * along) ** 2
        real, imag = across * (1 + along * along) / below, along * steep * steep / below
        endless, flat = jnp.isinf(self.real), jnp.isnan(self.real) & (self.imag == 0)
        return Pair(jnp.where(endless, across, real), jnp.where(endless | flat, 0, imag))

    def expm1(self) -> Pair:
        """exp(x) - 1, accurate near 0."""
        half = jnp.sin(self.imag / 2)
        real = jnp.expm1(self.real) * jnp.cos(self.imag) - 2 * half * half
        return Pair(real, jnp.exp(self.real) * jnp.sin(self.imag))

    def log1p(self) -> Pair:
        """log(1 + x), accurate near 0."""
        near = jnp.log1p(self.real * (self.real + 2) + self.imag * self.imag) / 2
        far = Pair(self.real + 1, self.imag).log()
        small = (abs(self.real) < 0.5) & (abs(self.imag) < 0.5)
        return Pair(jnp.where(small, near, far.real), far.imag)


def _part(factor: Any, other: Any) -> Any:
    """A product that is 0 if its first factor is 0, even if the other is infinite or NaN."""
    return factor * jnp.where((factor == 0) & ~jnp.isfinite(other), 1, other)
