"""Random numbers of programs, whose generator is a value: what it gives follows from seed, draw and place alone."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Random
from tensorforge.current import tracer

__all__ = ["Random", "random"]


def random(seed: Any) -> Random:
    """A generator from a seed, an integer. Equal seeds give equal numbers on every device.

    A loop carries it like any other value: ``tf.loop(0, 100, lambda i, s: (s[0] + s[1].normal(n), s[1]), (x, tf.random(seed)))``.
    In scalar code, ``random.fork(i)`` is a generator of its own for each element.
    """
    return Random(tracer(), seed)
