"""Random numbers of programs, whose generator is a value: what it gives follows from seed, draw and place alone."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Random
from tensorforge.current import tracer

__all__ = ["Random", "random"]


def random(seed: Any) -> Random:
    """A generator from a seed, an integer. Equal seeds give equal numbers on every device.

    Draws advance it wherever they are: in the body of a loop, each iteration draws other numbers; in ``compute``, ``scatter``, ``fold`` and
    ``vmap``, each point has numbers of its own, which are one draw outside. ``random.fork(i)`` is the generator of an index. It is a value,
    too, which a loop may be told to carry.
    """
    return Random(tracer(), seed)
