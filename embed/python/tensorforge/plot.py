"""A line or an array as a picture in one call: ``tf.plot(y)``, ``tf.plot(x, y)``, ``tf.plot(picture)``."""

from __future__ import annotations

from typing import Any, NamedTuple

from tensorforge import _native
from tensorforge.image import Image, array_of, colours

__all__ = ["plot"]


class _Line(NamedTuple):
    """What the extension module reads."""

    name: str
    x: list[float]
    y: list[float]


def plot(
    *data: Any,
    names: Any = (),
    title: str = "",
    size: tuple[int, int] = (640, 400),
    map: str = "viridis",
    low: float | None = None,
    high: float | None = None,
) -> Image:
    """A picture of data, which notebooks show and ``.save(path)`` writes.

    - ``plot(y)``: a line through the values of a vector
    - ``plot(x, y)``: a line through points; ``plot(x, y, z)``: two lines over ``x``
    - ``plot({"name": y, ...})``: lines with names
    - ``plot(array)`` of two axes: its colours by a map, with a bar; ``low`` and ``high`` are the ends of the map

    ``names`` are those of the lines.
    """
    # NumPy is imported when it is first needed.
    import numpy as np

    if not data:
        raise TypeError("plot needs something to plot: a vector, x and y, or an array of two axes")
    if len(data) == 1 and isinstance(data[0], dict):
        names, data = list(data[0]), (None, *data[0].values())
    arrays = [None if x is None else np.asarray(x) for x in data]
    if len(arrays) == 1 and arrays[0].ndim == 2:
        return Image(_native.plot_array(title, array_of(arrays[0]), colours(map, low, high, True, False)))
    if len(arrays) == 1:
        arrays.insert(0, None)
    lines = []
    for i, y in enumerate(arrays[1:]):
        if y.ndim != 1 or y.dtype.kind not in "fbui":
            raise TypeError(f"plot takes vectors of real numbers, or one array of two axes, not {y.dtype} of {list(y.shape)}")
        x = np.arange(len(y)) if arrays[0] is None else arrays[0]
        if x.shape != y.shape:
            raise ValueError(f"x has the shape {list(x.shape)}, and y {list(y.shape)}")
        name = names[i] if i < len(names) else ""
        lines.append(_Line(str(name), x.astype(float).tolist(), y.astype(float).tolist()))
    return Image(_native.plot_lines(title, lines, size))
