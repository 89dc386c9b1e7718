"""Arrays as pictures: in files, in notebooks and in terminals.

``[h, w]`` arrays are coloured by a map; ``[h, w, 3]`` and ``[h, w, 4]`` arrays are red, green and blue. Floats are
from 0 to 1 and mean the values of the screen (sRGB), or amounts of light with ``linear=True``; bytes are sRGB.
NaN is magenta.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

from tensorforge import _native

if TYPE_CHECKING:
    import numpy as np

__all__ = ["Image", "load", "maps", "save", "show"]


class Colours(NamedTuple):
    """What the extension module reads."""

    map: str
    range: tuple[float, float] | None
    is_auto: bool
    is_linear: bool


def colours(
    map: str | None, low: float | None, high: float | None, auto: bool, linear: bool
) -> Colours:
    if (low is None) != (high is None):
        raise ValueError("give both ends of the range, low and high, or none")
    if linear and map is not None:
        raise ValueError("linear=True is for red, green and blue; a map has colours of the screen")
    ends = None if low is None or high is None else (float(low), float(high))
    return Colours(map or "gray", ends, auto, linear)


def array_of(array: Any) -> Any:
    """An array of NumPy's, without gaps, of an element type that pictures have."""
    # NumPy is imported when it is first needed.
    import numpy as np

    array = np.asarray(array)
    return array.astype(np.float32) if array.dtype == np.float16 else array


class Image:
    """A picture, which notebooks show."""

    def __init__(self, png: bytes) -> None:
        self.png = png

    def _repr_png_(self) -> bytes:
        return self.png

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes it as PNG."""
        with open(path, "wb") as file:
            file.write(self.png)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of pixels."""
        return int.from_bytes(self.png[20:24]), int.from_bytes(self.png[16:20])

    def __repr__(self) -> str:
        return f"<Image of {self.shape[1]} x {self.shape[0]}>"


def show(
    array: Any,
    map: str | None = None,
    low: float | None = None,
    high: float | None = None,
    *,
    linear: bool = False,
) -> Image:
    """The picture of an array; without ``low`` and ``high``, a map reaches from its least to its greatest element."""
    return Image(_native.png(array_of(array), colours(map, low, high, True, linear)))


def save(
    path: str | os.PathLike[str],
    array: Any,
    map: str | None = None,
    low: float | None = None,
    high: float | None = None,
    *,
    linear: bool = False,
) -> None:
    """Writes an array as a picture: ``.png``, or ``.hdr`` with floats of any size, which are amounts of light.

    Without ``low`` and ``high``, floats are from 0 to 1.
    """
    _native.save_picture(os.fspath(path), array_of(array), colours(map, low, high, False, linear))


def load(path: str | os.PathLike[str]) -> np.ndarray:
    """A picture: ``.png`` as bytes ``[h, w]``, ``[h, w, 3]`` or ``[h, w, 4]``; ``.hdr`` as ``f32[h, w, 3]`` of light."""
    return _native.load_picture(os.fspath(path))


def maps() -> list[str]:
    """The names of the colour maps."""
    return _native.colour_maps()


# Smaller arrays are read better as numbers.
_LEAST = 16


def png_of(array: np.ndarray) -> bytes | None:
    """IPython's picture of an array, if it looks like one."""
    is_picture = array.ndim == 2 or (array.ndim == 3 and array.shape[2] in (3, 4))
    if not is_picture or min(array.shape[:2]) < _LEAST or array.dtype.kind not in "fbui":
        return None
    try:
        return show(array, "viridis" if array.ndim == 2 else None).png
    except _native.CallError:
        return None
