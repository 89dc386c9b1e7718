"""Progress of long compilations in IPython and notebooks."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

__all__ = ["compiling"]

# Seconds until a compilation reports progress, and between reports.
_PATIENCE, _STEP = 1.0, 0.5


def _is_watched() -> bool:
    """Whether this is an interactive IPython shell."""
    shell = sys.modules.get("IPython")
    return shell is not None and shell.get_ipython() is not None


@contextlib.contextmanager
def compiling(name: str, stream: Any = None, patience: float = _PATIENCE) -> Iterator[None]:
    """Shows the elapsed seconds of a compilation that takes longer than one second, until it ends.

    Nothing is written outside of IPython, unless a stream is given.
    """
    if stream is None and not _is_watched():
        yield
        return
    out, done, start = stream or sys.stderr, threading.Event(), time.monotonic()
    written: list[int] = []

    def watch() -> None:
        wait = patience
        while not done.wait(wait):
            line = f"compiling {name}: {time.monotonic() - start:.1f} s"
            written.append(len(line))
            out.write("\r" + line)
            out.flush()
            wait = _STEP

    watcher = threading.Thread(target=watch, name="tensorforge-progress", daemon=True)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()
        if written:
            out.write("\r" + " " * max(written) + "\r")
            out.flush()
