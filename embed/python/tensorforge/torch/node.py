"""The information about a node for its lowering."""

from __future__ import annotations

from typing import Any

import torch
from torch._prims_common import ELEMENTWISE_TYPE_PROMOTION_KIND, elementwise_dtypes

import tensorforge as tf
from tensorforge.torch import dtypes, shapes
from tensorforge.torch.table import Unsupported

Kind = ELEMENTWISE_TYPE_PROMOTION_KIND


class Node:
    """A node of a graph, with torch's types of its arguments and results."""

    def __init__(self, node: torch.fx.Node, draw: Any = None, check: Any = None) -> None:
        self.node = node
        #: Makes a random tensor an argument of the program: takes a tensor with its layout, an element type,
        #: and the function that draws it in a call.
        self.draw = draw
        #: Ends a call with an error if a condition holds: takes the condition, a scalar, the class, and the
        #: message.
        self.check = check
        self.fake = node.meta.get("val")
        self.args = torch.fx.node.map_arg(node.args, _fake)

    @property
    def dtype(self) -> torch.dtype:
        """The element type of the first result."""
        return self._first.dtype

    @property
    def shape(self) -> tuple[Any, ...]:
        """The extents of the first result."""
        return shapes.shape(self._first)

    @property
    def _first(self) -> Any:
        return self.fake[0] if isinstance(self.fake, (tuple, list)) else self.fake

    def promoted(self, *args: Any, kind: Kind = Kind.DEFAULT) -> torch.dtype:
        """The common element type for computing with torch's tensors and scalars; wider for narrow floats."""
        return elementwise_dtypes(*[arg for arg in args if arg is not None], type_promotion_kind=kind)[0]


def _fake(node: torch.fx.Node) -> Any:
    return node.meta["val"]


def cast(x: Any, dtype: torch.dtype) -> Any:
    """Converts to an element type of torch; a Python scalar becomes a value."""
    name = dtypes.name(dtype)
    if not isinstance(x, tf.Tensor):
        return tf.full((), x, name)
    return x if x.dtype == name else x.astype(name)


def fitted(x: Any, fake: Any) -> Any:
    """The result converted to torch's type; a result of another shape is a defect of the lowering, so torch
    runs the node."""
    if isinstance(fake, (tuple, list)):
        if len(x) != len(fake):
            raise Unsupported(f"the lowering returned {len(x)} results instead of {len(fake)}")
        return [value if wanted is None else fitted(value, wanted) for value, wanted in zip(x, fake)]
    if isinstance(fake, (int, torch.SymInt)) and not isinstance(fake, bool):
        return shapes.extent(fake)
    if not isinstance(fake, torch.Tensor):
        raise Unsupported(f"a result of the type {type(fake).__name__}")
    x = cast(x, fake.dtype)
    wanted = shapes.shape(fake)
    if x.ndim != len(wanted):
        raise Unsupported(f"the lowering returned {x.ndim} axes instead of {len(wanted)}")
    if tuple(x.shape) == wanted:
        return x
    known = [(a, b) for a, b in zip(x.shape, wanted) if isinstance(a, int) and isinstance(b, int)]
    if any(a != b for a, b in known):
        raise Unsupported(f"the lowering returned the shape {tuple(x.shape)} instead of {wanted}")
    return x.reshape(wanted)
