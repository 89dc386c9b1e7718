"""Graphs of torch as our programs: the nodes one after the other, by the table."""

from __future__ import annotations

import dataclasses
import operator
from collections.abc import Callable
from typing import Any

import torch

import tensorforge as tf
from tensorforge import _native, current
from tensorforge._native import Error
from tensorforge.torch import dtypes, ops, shapes
from tensorforge.torch.place import Place, fitted
from tensorforge.torch.table import LOWERINGS, Unsupported

assert ops

#: What of a node's result a lowering would not see.
_STRIDED = torch.strided


@dataclasses.dataclass
class Draw:
    """Random numbers for one call: the sizes, and what draws that many."""

    sizes: tuple[Any, ...]
    make: Callable[[tuple[int, ...]], torch.Tensor]


@dataclasses.dataclass
class Traced:
    """A graph as a program."""

    program: Any
    #: The nodes that the program takes, and then what it draws.
    inputs: list[torch.fx.Node]
    draws: list[Draw]
    #: Symbols that are given as numbers, before all inputs.
    given: list[str]
    #: Nodes that torch has to run, with the reasons.
    failures: dict[torch.fx.Node, str]
    compiled: int = 0


def tensors(value: Any) -> list[torch.Tensor]:
    """The tensors of a node's value."""
    values = value if isinstance(value, (tuple, list)) else [value]
    return [one for one in values if isinstance(one, torch.Tensor)]


def is_size(node: torch.fx.Node) -> bool:
    """Whether a node is arithmetic of sizes."""
    return isinstance(node.meta.get("val"), (int, torch.SymInt, torch.SymBool, torch.SymFloat, float, bool))


def held(tensor: torch.Tensor) -> str | None:
    """Why programs cannot have a tensor, if they cannot."""
    if tensor.dtype not in dtypes.NAMES:
        return f"the element type {str(tensor.dtype).removeprefix('torch.')}"
    if tensor.device.type != "cpu":
        return f"the device {tensor.device.type}"
    return None if tensor.layout == _STRIDED else f"the layout {tensor.layout}"


def reason(node: torch.fx.Node) -> str | None:
    """Why a node cannot be part of a program, as far as that is known without trying."""
    if node.target is not operator.getitem and node.target not in LOWERINGS:
        return "no program is known"
    about = [*tensors(node.meta.get("val"))]
    for given in node.all_input_nodes:
        about += tensors(given.meta.get("val"))
    return next(filter(None, map(held, about)), None)


def symbols(nodes: list[torch.fx.Node]) -> dict[str, tuple[int, int | None]]:
    """Where the values of symbols are found in a call: an argument, and its axis unless it is the number itself."""
    found: dict[str, tuple[int, int | None]] = {}
    for at, node in enumerate(nodes):
        value = node.meta.get("val")
        if isinstance(value, torch.SymInt) and value.node.expr.is_Symbol:
            found.setdefault(str(value.node.expr), (at, None))
        if isinstance(value, torch.Tensor):
            for axis, size in enumerate(value.shape):
                if isinstance(size, torch.SymInt) and size.node.expr.is_Symbol:
                    found[str(size.node.expr)] = (at, axis)
    return found


def order(node: torch.fx.Node) -> list[int] | None:
    """The axes of a result as they follow in memory, the longest steps first; nothing where that is their own order."""
    value = node.meta["val"]
    if not isinstance(value, torch.Tensor):
        return None
    steps = [int(step.node.hint or 1) if isinstance(step, torch.SymInt) else step for step in value.stride()]
    sizes = [int(size.node.hint or 2) if isinstance(size, torch.SymInt) else size for size in value.shape]
    # An axis of one element may stand anywhere: behind its neighbour to the left.
    for axis, size in enumerate(sizes):
        if size == 1:
            steps[axis] = steps[axis - 1] if axis else max(steps, default=1)
    found = sorted(range(len(steps)), key=lambda axis: -steps[axis])
    return None if found == list(range(len(steps))) or 0 in steps else found


def laid_out(x: Any, axes: list[int] | None) -> Any:
    """A result with its axes in the order of memory."""
    return x if axes is None else x.transpose(*axes)


class Tracer:
    """The trace of one graph."""

    def __init__(self, nodes: list[torch.fx.Node], sources: list[torch.fx.Node], may_draw: bool) -> None:
        self.nodes, self.sources, self.may_draw = nodes, sources, may_draw
        self.values: dict[torch.fx.Node, Any] = {}
        self.draws: list[Draw] = []
        self.inputs: list[torch.fx.Node] = []
        self.failures: dict[torch.fx.Node, str] = {}
        self.missing = 0
        self.compiled = 0

    def draw(self, like: torch.Tensor, dtype: torch.dtype, make: Callable[[tuple[int, ...]], torch.Tensor]) -> Any:
        """Random numbers as an argument."""
        if not self.may_draw:
            raise Unsupported("torch draws other random numbers in this graph itself")
        made = self.tracer.input(f"drawn{len(self.draws)}", dtypes.name(dtype), shapes.shape(like))
        self.draws.append(Draw(tuple(shapes.expression(size) for size in like.shape), make))
        return made

    def run(self, tracer: Any, outputs: list[torch.fx.Node], given: list[str]) -> list[Any]:
        """Traces all nodes: the values of the outputs."""
        self.tracer = tracer
        for name in given:
            tracer.dim_given(name)
        used = {used for node in [*self.nodes] for used in node.all_input_nodes} | set(outputs)
        for node in self.sources:
            value = node.meta.get("val")
            if isinstance(value, torch.Tensor) and held(value) is None and node in used:
                self.inputs.append(node)
                self.values[node] = tracer.input(f"x{len(self.inputs) - 1}", dtypes.name(value.dtype), shapes.shape(value))
        # Draws are arguments behind the others.
        for node in self.nodes:
            self._lower(node)
        return [laid_out(self.values[node], order(node)) for node in outputs if node in self.values]

    def _lower(self, node: torch.fx.Node) -> None:
        if is_size(node):
            return
        try:
            if (why := reason(node)) is not None:
                raise Unsupported(why)
            args, named = torch.fx.node.map_arg((node.args, node.kwargs), self._value)
            if node.target is operator.getitem:
                self.values[node] = args[0][args[1]]
                return
            place = Place(node, self.draw)
            self.values[node] = fitted(LOWERINGS[node.target](place, *args, **named), node.meta["val"])
            self.compiled += 1
        except Unsupported as error:
            self._fail(node, str(error))
        except (Error, TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError) as error:
            self._fail(node, f"{type(error).__name__}: {error}".split("\n")[0])

    def _fail(self, node: torch.fx.Node, why: str) -> None:
        """Torch computes it: for what follows, an argument."""
        self.failures[node] = why
        value = node.meta.get("val")
        if any(held(tensor) for tensor in tensors(value)):
            return
        try:
            made = [self._unknown(one) for one in (value if isinstance(value, (tuple, list)) else [value])]
        except (Unsupported, Error):
            return
        self.values[node] = made if isinstance(value, (tuple, list)) else made[0]

    def _unknown(self, fake: Any) -> Any:
        if not isinstance(fake, torch.Tensor):
            return None
        self.missing += 1
        return self.tracer.input(f"missing{self.missing}", dtypes.name(fake.dtype), shapes.shape(fake))

    def _value(self, node: torch.fx.Node) -> Any:
        if is_size(node):
            value = node.meta["val"]
            if isinstance(value, (torch.SymBool, torch.SymFloat)):
                raise Unsupported("a number that is computed of sizes")
            return value if isinstance(value, (bool, float)) else shapes.extent(value)
        if node not in self.values:
            raise Unsupported("an argument that no program has")
        return self.values[node]


def trace(nodes: list[torch.fx.Node], sources: list[torch.fx.Node], outputs: list[torch.fx.Node], may_draw: bool = True) -> Traced:
    """Traces nodes, whose values come from ``sources`` in the end, as a program that gives those of ``outputs``."""
    known = symbols(sources)
    given = [name for name, (_, axis) in known.items() if axis is None]
    state = Tracer(nodes, sources, may_draw)

    def run(tracer: Any) -> list[Any]:
        token = current._current.set(tracer)
        try:
            return state.run(tracer, outputs, given)
        finally:
            current._current.reset(token)

    try:
        program = _native.trace(tf.default_session(), "graph", ("<graph>", 1, 1), run)
    except Error as error:
        if not state.failures:
            raise Unsupported(str(error).split("\n")[0]) from error
        program = None
    return Traced(program, state.inputs, state.draws, given, state.failures, state.compiled)
