"""Groups: tensors whose loops a program has run together, and schedules, which say how."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tensorforge import tree
from tensorforge._native import Group as Native
from tensorforge._native import Schedule, Tensor
from tensorforge.current import tracer

__all__ = ["Group", "Schedule", "group"]


def group(label: str, loops: Sequence[str], schedule: Schedule, body: Callable[[Group], Any]) -> Any:
    """What ``body(g)`` gives, computed by loops that its members share, as the schedule says; ``label`` is what messages call it.

    ``loops`` names the shared loops; ``g.member`` names tensors and their axes. What one member makes is read by the next ones while it is in a
    cache, and nothing of it is in memory but what ``body`` gives. ``docs/reference/schedule.md`` shows how groups are written.
    """
    build: list[tree.Build] = []

    def inner(native: Native) -> list[Any]:
        leaves, made = tree.flatten(body(Group(native)))
        build.append(made)
        return leaves

    made = Native.of(tracer(), label, list(loops), schedule, inner)
    return tree.unflatten(build[0], made)


class Group:
    """A group that is being traced."""

    def __init__(self, native: Native) -> None:
        self._native = native

    def member(
        self,
        name: str,
        loops: Sequence[str],
        x: Tensor,
        folds: Sequence[str] = (),
        schedule: Schedule | None = None,
    ) -> Tensor:
        """Makes a tensor a member, whose axes have the names ``loops``: those of shared loops, and others.

        ``folds`` names the folds that make an element, ``schedule`` says how the member's own loops run. What is no member is evaluated where it is
        read, if that costs little, else it is computed in the loops of those that it reads, or that read it.
        """
        return self._native.member(name, (list(loops), list(folds)), x, schedule)
