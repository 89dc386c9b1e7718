"""Traces torch graphs as programs, node by node."""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections.abc import Callable
from typing import Any

import torch

import tensorforge as tf
from tensorforge import _native, current
from tensorforge._native import Error
from tensorforge.torch import dtypes, lines, ops, shapes
from tensorforge.torch.effects import Draw, Fill
from tensorforge.torch.node import Node, fitted
from tensorforge.torch.table import LOWERINGS, Mistake, Unsupported

assert ops

#: The layout of a node's result, which a lowering would not see.
_STRIDED = torch.strided


@dataclasses.dataclass
class Traced:
    """A graph as a program."""

    program: Any
    #: The nodes that are inputs of the program, and then its random draws.
    inputs: list[torch.fx.Node]
    draws: list[Draw]
    #: Symbols that are passed as integers, before all inputs.
    given: list[str]
    #: Nodes that torch has to run, with the reasons.
    failures: dict[torch.fx.Node, str]
    #: Constructors of the errors of calls: the last result is the index of one, from 1, or 0.
    checks: list[Callable[[], Exception]] = dataclasses.field(default_factory=list)
    compiled: int = 0


def tensors(value: Any) -> list[torch.Tensor]:
    """The tensors in a node's value."""
    values = value if isinstance(value, (tuple, list)) else [value]
    return [one for one in values if isinstance(one, torch.Tensor)]


def is_size(node: torch.fx.Node) -> bool:
    """Whether a node computes sizes."""
    return isinstance(node.meta.get("val"), (int, torch.SymInt, torch.SymBool, torch.SymFloat, float, bool))


def why_unsupported(tensor: torch.Tensor) -> str | None:
    """The reason why programs cannot have a tensor, if there is one."""
    if tensor.dtype not in dtypes.NAMES:
        return f"the element type {str(tensor.dtype).removeprefix('torch.')}"
    if tensor.device.type != "cpu":
        return f"the device {tensor.device.type}"
    return None if tensor.layout == _STRIDED else f"the layout {tensor.layout}"


def reason(node: torch.fx.Node) -> str | None:
    """The reason why a node cannot be in a program, as far as known without tracing it."""
    if node.target is not operator.getitem and node.target not in LOWERINGS:
        return "it has no lowering"
    about = [*tensors(node.meta.get("val"))]
    for given in node.all_input_nodes:
        about += tensors(given.meta.get("val"))
    return next(filter(None, map(why_unsupported, about)), None)


def symbols(nodes: list[torch.fx.Node]) -> dict[str, tuple[int, int | None]]:
    """The arguments that give the values of symbols, each with its axis, or None for a scalar argument."""
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


def laid_out(x: Any, axes: list[int] | None) -> Any:
    """The result with its axes in memory order."""
    return x if axes is None else x.transpose(*axes)


class Tracer:
    """The tracer of one graph."""

    def __init__(self, nodes: list[torch.fx.Node], sources: list[torch.fx.Node]) -> None:
        self.nodes, self.sources = nodes, sources
        self.values: dict[torch.fx.Node, Any] = {}
        self.draws: list[Draw] = []
        self.checks: list[tuple[Any, Callable[[], Exception]]] = []
        self.inputs: list[torch.fx.Node] = []
        self.failures: dict[torch.fx.Node, str] = {}
        self.missing = 0
        self.compiled = 0

    def draw(self, node: torch.fx.Node, like: torch.Tensor, dtype: torch.dtype, fill: Fill) -> Any:
        """A random tensor, as an argument."""
        # Torch fills memory in the order of its layout.
        axes = shapes.order(torch.empty_like(like))
        made = self.tracer.input(f"drawn{len(self.draws)}", dtypes.name(dtype), shapes.shape(like))
        self.draws.append(Draw(node, tuple(shapes.expression(size) for size in like.shape), axes, dtype, fill))
        return made

    def check(self, node: torch.fx.Node, failed: Any, error: type[Exception], message: str) -> None:
        """Ends a call with an error if a condition holds."""
        place = lines.of(node)
        self.checks.append((failed, lambda: error(message + lines.quoted(place))))

    def _failed(self) -> list[Any]:
        """The index of the first check that fails, from 1, or 0."""
        if not self.checks:
            return []
        number = tf.zeros((), "i64")
        for at, (failed, _) in reversed(list(enumerate(self.checks, 1))):
            number = tf.where(failed, tf.full((), at, "i64"), number)
        return [number]

    def run(self, tracer: Any, outputs: list[torch.fx.Node], given: list[str]) -> list[Any]:
        """Traces all nodes; returns the values of the outputs."""
        self.tracer = tracer
        for name in given:
            tracer.dim_given(name)
        used = {used for node in [*self.nodes] for used in node.all_input_nodes} | set(outputs)
        for node in self.sources:
            value = node.meta.get("val")
            if isinstance(value, torch.Tensor) and why_unsupported(value) is None and node in used:
                self.inputs.append(node)
                self.values[node] = tracer.input(f"x{len(self.inputs) - 1}", dtypes.name(value.dtype), shapes.shape(value))
        # Random draws are arguments after the others.
        for node in self.nodes:
            self._lower(node)
        made = [laid_out(self.values[node], shapes.order(node.meta["val"])) for node in outputs if node in self.values]
        return made + self._failed()

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
            place = Node(node, functools.partial(self.draw, node), functools.partial(self.check, node))
            made = lines.run_at(lines.of(node), lambda: LOWERINGS[node.target](place, *args, **named))
            self.values[node] = None if node.meta.get("val") is None else fitted(made, node.meta["val"])
            self.compiled += 1
        except Unsupported as error:
            self._fail(node, str(error))
        except Mistake as error:
            raise Mistake(str(error) + lines.quoted(lines.of(node))) from None
        except (Error, TypeError, ValueError, IndexError, KeyError, AttributeError, OverflowError) as error:
            self._fail(node, f"{type(error).__name__}: {error}".split("\n")[0])

    def _fail(self, node: torch.fx.Node, why: str) -> None:
        """Leaves a node to torch; its result becomes an argument of the program."""
        self.failures[node] = why
        value = node.meta.get("val")
        if any(why_unsupported(tensor) for tensor in tensors(value)):
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
                raise Unsupported("a float or bool computed from sizes")
            return value if isinstance(value, (bool, float)) else shapes.extent(value)
        if node not in self.values:
            raise Unsupported("an argument of an unsupported type")
        return self.values[node]


def trace(nodes: list[torch.fx.Node], sources: list[torch.fx.Node], outputs: list[torch.fx.Node], numerics: str) -> Traced:
    """Traces nodes, which depend on ``sources``, as a program that returns the values of ``outputs``."""
    known = symbols(sources)
    given = [name for name, (_, axis) in known.items() if axis is None]
    state = Tracer(nodes, sources)

    def run(tracer: Any) -> list[Any]:
        token = current._current.set(tracer)
        tracer.numerics(numerics)
        try:
            return state.run(tracer, outputs, given)
        finally:
            current._current.reset(token)

    try:
        program = _native.trace(tf.default_session(), lines.name(nodes), ("<graph>", 1, 1), run)
    except Error as error:
        if not state.failures:
            raise Unsupported(str(error).split("\n")[0]) from error
        program = None
    checks = [error for _, error in state.checks]
    return Traced(program, state.inputs, state.draws, given, state.failures, checks, state.compiled)
