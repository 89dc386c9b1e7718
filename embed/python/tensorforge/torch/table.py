"""The table of lowerings: for each operation of torch, the function that builds it from traced values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

Lowering = Callable[..., Any]

#: By torch's overload. A function takes the node's ``Node`` and its arguments, traced, and returns the
#: node's result.
LOWERINGS: dict[Any, Lowering] = {}


class Unsupported(Exception):
    """A node cannot be lowered: torch runs it, and the report has the reason."""


class Mistake(RuntimeError):
    """An error of the user, which eager torch reports too: nothing is compiled."""


def overload(name: str) -> Any:
    """An overload by its name, such as ``add.Tensor``, by default of ``aten``; None if this version of torch
    lacks it."""
    space, _, rest = name.rpartition("::")
    packet, _, which = rest.partition(".")
    found = getattr(getattr(torch.ops, space or "aten"), packet, None)
    return getattr(found, which or "default", None)


def lowers(*names: str) -> Callable[[Lowering], Lowering]:
    """Registers a lowering for overloads."""

    def enter(function: Lowering) -> Lowering:
        for name in names:
            if (found := overload(name)) is not None:
                LOWERINGS[found] = function
        return function

    return enter


def refuse(reason: str) -> Any:
    """Stops the lowering of a node."""
    raise Unsupported(reason)
