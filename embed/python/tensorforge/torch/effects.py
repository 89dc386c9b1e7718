"""The effects of a graph besides its results: random draws, and errors."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import torch

from tensorforge.torch import shapes
from tensorforge.torch.table import overload

#: Fills a tensor with random numbers, in place.
Fill = Callable[[torch.Tensor], torch.Tensor]

#: The operation that orders another one among the effects.
_WITH_EFFECTS = torch.ops.higher_order.with_effects
_CHECKS = {overload("_linalg_check_errors")}


@dataclasses.dataclass
class Draw:
    """The random tensor of a node, drawn for each call in the order of eager torch."""

    node: torch.fx.Node
    sizes: tuple[Any, ...]
    axes: list[int] | None
    dtype: torch.dtype
    fill: Fill

    def make(self, known: dict[str, tuple[int, int | None]], args: Any) -> torch.Tensor:
        """Draws the tensor for the arguments of a call."""
        sizes = [shapes.value(size, known, args) for size in self.sizes]
        if self.axes is None:
            return self.fill(torch.empty(sizes, dtype=self.dtype))
        return self.fill(torch.empty([sizes[axis] for axis in self.axes], dtype=self.dtype).permute(shapes.back(self.axes)))


def is_random(node: torch.fx.Node) -> bool:
    """Whether a node draws random numbers."""
    return node.op == "call_function" and torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def has_effect(node: torch.fx.Node) -> bool:
    """Whether a node must run even if its result is unused."""
    if node.op != "call_function":
        return False
    return node.target in _CHECKS or node.target is _WITH_EFFECTS or is_random(node) or node.is_impure()


def drop_tokens(graph: torch.fx.Graph) -> None:
    """Replaces checks that torch orders by tokens by plain ones, checked in the order of the graph."""
    for node in list(graph.nodes):
        if node.op != "call_function" or node.target is not _WITH_EFFECTS or node.args[1] not in _CHECKS:
            continue
        token, check, *args = node.args
        with graph.inserting_before(node):
            made = graph.call_function(check, tuple(args), node.kwargs)
        made.meta = {**node.meta, "val": None}
        for user in list(node.users):
            user.replace_all_uses_with(token)
            graph.erase_node(user)
        graph.erase_node(node)
