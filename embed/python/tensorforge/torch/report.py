"""A report on compiled functions: what was compiled, and what torch ran, with the reasons."""

from __future__ import annotations

import collections
import dataclasses
import threading


@dataclasses.dataclass
class Report:
    """Counts over all graphs since the last ``reset``; ``print`` shows them as text."""

    graphs: int = 0
    #: Programs that were compiled: one for a graph without fallbacks.
    programs: int = 0
    #: Nodes of graphs that compiled programs compute.
    compiled: int = 0
    #: Nodes whose random numbers torch's generator draws and that are passed in.
    drawn: int = 0
    #: Results of graphs that are views of others; torch makes them without touching elements.
    views: int = 0
    #: What torch ran instead, as pairs of an operation and the reason.
    fallbacks: collections.Counter[tuple[str, str]] = dataclasses.field(default_factory=collections.Counter)
    #: The user's first line of each, if torch records it.
    places: dict[tuple[str, str], tuple[str, int]] = dataclasses.field(default_factory=dict)
    #: Seconds spent on compilation.
    seconds: float = 0.0

    def __str__(self) -> str:
        lines = [
            f"{self.graphs} graphs, {self.programs} programs with {self.compiled} operations, {self.drawn} "
            "random "
            f"draws, {self.views} views, {sum(self.fallbacks.values())} fallbacks, {self.seconds:.2f} s"
        ]
        for key, count in self.fallbacks.most_common():
            place = "{}:{}".format(*self.places[key]) if key in self.places else None
            lines.append(f"  {count} x {key[0]}: {key[1]}" + (f", first at {place}" if place else ""))
        return "\n".join(lines)


_lock = threading.Lock()
_now = Report()


def report() -> Report:
    """What was compiled and what torch ran, since the last ``reset``."""
    with _lock:
        return dataclasses.replace(_now, fallbacks=_now.fallbacks.copy(), places=_now.places.copy())


def reset() -> None:
    """Counts anew."""
    global _now
    with _lock:
        _now = Report()


def count(fallbacks: dict[tuple[str, str], int] | None = None, places: dict[tuple[str, str], tuple[str, int]] | None = None,
          **numbers: float) -> None:
    """Adds to the report."""
    with _lock:
        for name, number in numbers.items():
            setattr(_now, name, getattr(_now, name) + number)
        _now.fallbacks.update(fallbacks or {})
        _now.places = {**(places or {}), **_now.places}
