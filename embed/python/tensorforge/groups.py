"""Groups of tensors that a program computes in shared loops, and schedules of their loops."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tensorforge import tree
from tensorforge._native import Group as Native
from tensorforge._native import Schedule, Tensor
from tensorforge.current import tracer

__all__ = ["Group", "Schedule", "group"]


def group(label: str, loops: Sequence[str], schedule: Schedule, body: Callable[[Group], Any]) -> Any:
    """The result of ``body(g)``, computed by loops that its members share according to the schedule;
    ``label`` names the group in messages.

    ``loops`` names the shared loops; ``g.member`` names tensors and their axes. The next members read a
    member while it is in a cache; only the results of ``body`` are stored in memory as whole tensors. See
    ``docs/reference/schedule.md``.
    """
    build: list[tree.Build] = []

    def inner(native: Native) -> list[Any]:
        leaves, made = tree.flatten(body(Group(native)))
        build.append(made)
        return leaves

    made = Native.of(tracer(), label, list(loops), schedule, inner)
    return tree.unflatten(build[0], made)


class Group:
    """A group being traced."""

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

        ``folds`` names the loops of its reductions, ``schedule`` is the schedule of the member's own loops. A
        tensor that is not a member is inlined into its readers if it is cheap; else it is computed in the
        loops of its producers or consumers.
        """
        return self._native.member(name, (list(loops), list(folds)), x, schedule)
