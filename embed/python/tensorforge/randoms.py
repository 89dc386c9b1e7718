"""Random numbers in programs. The generator is a value; its output depends only on the seed, the draw and the
position."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Random
from tensorforge.current import tracer

__all__ = ["Random", "random"]


def random(seed: Any) -> Random:
    """A generator from an integer seed. Equal seeds give equal values on every device.

    Every draw advances it: in a loop body, each iteration draws other values; in ``compute``, ``scatter``,
    ``fold`` and ``vmap``, each point draws its own values, which count as one draw outside.
    ``random.fork(i)`` is the generator of an index. A generator can be part of a loop's state.
    """
    return Random(tracer(), seed)
