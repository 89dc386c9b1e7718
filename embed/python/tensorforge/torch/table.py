"""The table of operations that graphs may hold: for each, the function that builds it of traced values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

Lowering = Callable[..., Any]

#: By torch's overload. A function takes the node's ``Place`` and its arguments, traced, and returns the
#: node's result.
LOWERINGS: dict[Any, Lowering] = {}


class Unsupported(Exception):
    """A node has no program: torch runs it, and the report says why."""


class Mistake(RuntimeError):
    """What the user wrote is wrong, as in eager torch: nothing is made of it."""


def overload(name: str) -> Any:
    """An overload by its name, ``add.Tensor``, of ``aten`` unless it says another; nothing where this torch lacks it."""
    space, _, rest = name.rpartition("::")
    packet, _, which = rest.partition(".")
    found = getattr(getattr(torch.ops, space or "aten"), packet, None)
    return getattr(found, which or "default", None)


def lowers(*names: str) -> Callable[[Lowering], Lowering]:
    """Enters a function for overloads."""

    def enter(function: Lowering) -> Lowering:
        for name in names:
            if (found := overload(name)) is not None:
                LOWERINGS[found] = function
        return function

    return enter


def refuse(reason: str) -> Any:
    """Ends the lowering of a node."""
    raise Unsupported(reason)
