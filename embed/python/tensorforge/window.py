"""A window with a frame loop.

::

    window = tf.Window("wave", (512, 512))
    for frame in window:
        speed = window.slider("speed", 1.0, 0.0, 4.0)
        u, v = wave(u, v, speed)
        window.show(u, "glow", -1, 1)

With ``frames=100, record="wave.gif"`` the same loop needs no display: it ends after 100 frames and writes a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, NamedTuple, Self

from tensorforge import _native
from tensorforge.image import Image, array_of, colours

__all__ = ["Window"]


class _Wanted(NamedTuple):
    """What the extension module reads."""

    title: str
    size: tuple[int, int]
    frames: int | None
    rate: float | None
    record: str | None
    is_live: bool
    is_full_screen: bool


class Window:
    """A window, or without a display a number of frames that go to a file.

    ``size`` is width and height in pixels; pictures of other sizes are scaled. The loop ends when the window is
    closed, after ``frames`` frames, or with Ctrl-C. With ``frames`` there is no window, unless ``live=True``.
    ``rate`` is frames per second: by default the display's, and 25 for recordings without one. ``record`` is the
    file of a recording: ``.png`` (several frames make an animated PNG), ``name-%04d.png``, ``.gif``, or with the
    program ffmpeg ``.mp4``, ``.webm``, ``.mkv``.

    Frames are shown when they are complete, without waiting for the vertical blank. A thread of the package runs
    the windows, and the loop waits without Python's lock. Keys: F1 hides the widgets, F9 pauses, F10 steps, F11
    fills the screen.
    """

    def __init__(
        self,
        title: str = "tensorforge",
        size: tuple[int, int] = (640, 480),
        *,
        frames: int | None = None,
        rate: float | None = None,
        record: str | os.PathLike[str] | None = None,
        live: bool | None = None,
        full_screen: bool = False,
    ) -> None:
        live = frames is None if live is None else live
        path = None if record is None else os.fspath(record)
        self._native = _native.Window(_Wanted(title, (int(size[0]), int(size[1])), frames, rate, path, live, full_screen))

    def __iter__(self) -> Iterator[int]:
        """The numbers of the frames, from 0; the recording is complete after the last."""
        try:
            while self.next_frame():
                yield self.frame
        finally:
            self.finish()

    def next_frame(self) -> bool:
        """Waits for the next frame; false at the end."""
        return self._native.next_frame()

    def show(
        self,
        array: Any,
        map: str | None = None,
        low: float | None = None,
        high: float | None = None,
        *,
        auto: bool = False,
        linear: bool = False,
    ) -> None:
        """Shows an array as ``tf.image`` describes; ``auto=True``: from the least to the greatest element."""
        self._native.show(array_of(array), colours(map, low, high, auto, linear))

    def slider(self, name: str, start: float, low: float, high: float) -> Any:
        """The value of a slider, ``start`` until it is moved; whole if all three numbers are integers."""
        if all(isinstance(v, int) for v in (start, low, high)):
            return self._native.whole_slider(name, start, low, high)
        return self._native.slider(name, start, low, high)

    def button(self, name: str) -> bool:
        """Whether a button was clicked since the frame before."""
        return self._native.button(name)

    def checkbox(self, name: str, start: bool = False) -> bool:
        """Whether a checkbox is checked."""
        return self._native.checkbox(name, start)

    def text(self, text: Any) -> None:
        """A line of text among the widgets."""
        self._native.text(str(text))

    def plot(self, name: str, values: Sequence[float]) -> None:
        """A line through values among the widgets."""
        self._native.plot(name, [float(v) for v in values])

    def set(self, name: str, value: float | bool) -> None:
        """Changes the value of a slider or checkbox."""
        if isinstance(value, bool):
            self._native.set_on(name, value)
        else:
            self._native.set_number(name, float(value))

    @property
    def mouse(self) -> tuple[float, float] | None:
        """x and y of the mouse in pixels of the picture, from its top left corner; ``None`` outside of it."""
        return self._native.mouse()

    def held(self, button: str = "left") -> bool:
        """Whether a button of the mouse is down: ``"left"``, ``"right"``, ``"middle"``."""
        return self._native.held(button)

    def pressed(self, button: str = "left") -> bool:
        """Whether it went down since the frame before."""
        return self._native.pressed(button)

    @property
    def wheel(self) -> float:
        """Notches that the wheel turned since the frame before, away from the user positive."""
        return self._native.wheel()

    @property
    def keys(self) -> set[str]:
        """The keys that are down: ``"a"``, ``"space"``, ``"left"``, ``"f2"``, ``"shift"``, …."""
        return set(self._native.keys())

    @property
    def pressed_keys(self) -> list[str]:
        """The keys that went down since the frame before."""
        return self._native.pressed_keys()

    @property
    def typed(self) -> str:
        """The characters typed since the frame before."""
        return self._native.typed()

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, which change as the window is resized."""
        return self._native.size()

    @property
    def frame(self) -> int:
        """The number of the current frame, from 0."""
        return self._native.frame()

    @property
    def seconds(self) -> float:
        """Seconds since the first frame; without a display by the rate, so that recordings are reproducible."""
        return self._native.seconds()

    @property
    def rate(self) -> float:
        """Frames per second, of the last 60."""
        return self._native.rate()

    @property
    def frame_time(self) -> float:
        """Seconds of a frame without the wait for the next, the mean of the last 60."""
        return self._native.frame_time()

    @property
    def is_live(self) -> bool:
        """Whether it is on a display."""
        return self._native.is_live()

    def pause(self, is_paused: bool = True) -> None:
        """Pauses, or goes on: the loop waits while the window is paused."""
        self._native.pause(is_paused)

    def full_screen(self, is_full: bool = True) -> None:
        """Fills the screen, or ends that."""
        self._native.full_screen(is_full)

    def show_panel(self, is_shown: bool = True) -> None:
        """Shows or hides the widgets."""
        self._native.show_panel(is_shown)

    @property
    def image(self) -> Image | None:
        """The last picture that was shown."""
        png = self._native.png()
        return None if png is None else Image(png)

    def _repr_png_(self) -> bytes | None:
        return self._native.png()

    def finish(self) -> tuple[str, int] | None:
        """Closes the window and completes its recording: the file and its number of pictures."""
        made = self._native.finish()
        return None if made is None else (os.fspath(made[0]), made[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.finish()
