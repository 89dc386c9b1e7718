"""Compiled graphs: their calls, the views among their results, and graphs that torch runs in part."""

from __future__ import annotations

import dataclasses
import re
import time
from typing import Any

import numpy as np
import torch

import tensorforge as tf
from tensorforge.torch import effects, lines, report, shapes, table, tracing
from tensorforge.torch.table import Unsupported

#: Operations whose result is a view of their argument. If results of a graph are views, torch makes them: of
#: the same memory, with the strides that it expects.
VIEWS = {
    found
    for name in ["view", "permute", "transpose.int", "t", "expand", "unsqueeze", "squeeze", "squeeze.dim", "squeeze.dims",
                 "select.int", "slice.Tensor", "alias", "detach", "diagonal", "unfold", "as_strided", "_unsafe_view"]
    if (found := table.overload(name)) is not None
}
#: Views that may leave elements out: the program computes them if nothing else needs their operand.
PARTS = {table.overload(name) for name in ["select.int", "slice.Tensor", "diagonal", "unfold", "as_strided"]}


def _array(tensor: torch.Tensor) -> Any:
    """The tensor as an argument of a call, without a copy."""
    tensor = tensor.detach()
    if tensor.is_neg():
        tensor = tensor.resolve_neg()
    return tensor if tensor.dtype == torch.bfloat16 else tensor.numpy()


def _tensor(array: Any, dtype: torch.dtype) -> torch.Tensor:
    """A result of a call as a torch tensor with the same memory."""
    array = np.asarray(array)
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


class OutsideError(IndexError, RuntimeError):
    """An index is out of range: torch raises one or the other, depending on the operation."""


def _outside(text: str) -> OutsideError:
    place = re.match(r"(.+?):(\d+):\d+: error: (.*)", text, re.DOTALL)
    return OutsideError(place[3] + lines.quoted((place[1], int(place[2]))) if place else text)


@dataclasses.dataclass(frozen=True)
class How:
    """The options for compiling graphs."""

    numerics: str
    #: How many of the first results the user sees; None for all. The others are for the backward pass.
    shown: int | None = None


class Graph:
    """A graph, called with the values of its placeholders; returns the list of its results."""

    def __init__(self, module: torch.fx.GraphModule, how: How) -> None:
        graph, self.how = module.graph, how
        self.sources = [node for node in graph.nodes if node.op in ("placeholder", "get_attr")]
        self.constants = [_attribute(module, node.target) for node in self.sources if node.op == "get_attr"]
        self.sources.sort(key=lambda node: node.op == "get_attr")
        for node, constant in zip([node for node in self.sources if node.op == "get_attr"], self.constants):
            node.meta.setdefault("val", constant)
        (output,) = [node for node in graph.nodes if node.op == "output"]
        self.single = not isinstance(output.args[0], (tuple, list))
        self.results = [output.args[0]] if self.single else list(output.args[0])
        self.nodes = [node for node in graph.nodes if node.op in ("call_function", "call_method", "call_module")]
        self.known = tracing.symbols(self.sources)
        self._split_views()
        self._check_sizes()
        self.runs = bool(self.computed or self.nodes)
        if not self.runs:
            # No result needs a computation.
            self.traced = tracing.Traced(None, [], [], [], {})
            return
        self.traced = tracing.trace(self.nodes, self.sources, self.computed, how.numerics)

    def _check_sizes(self) -> None:
        """Checks that sizes among the results and in views follow from the arguments."""
        nodes = [given for tail in self.tails for node in tail for given in node.all_input_nodes]
        nodes += [root for root in self.roots if isinstance(root, torch.fx.Node)]
        for node in nodes:
            value = node.meta.get("val")
            symbols = value.node.expr.free_symbols if isinstance(value, torch.SymInt) else ()
            if any(str(symbol) not in self.known for symbol in symbols):
                raise Unsupported("a size that does not follow from the arguments")

    def _split_views(self) -> None:
        """Separates the results that the program computes from the views of them."""
        wanted = {node for node in self.results if isinstance(node, torch.fx.Node)}
        self.tails: list[list[torch.fx.Node]] = []
        self.roots: list[Any] = []
        self.cut: list[int] = []
        for at, result in enumerate(self.results):
            tail: list[torch.fx.Node] = []
            root = result
            while isinstance(root, torch.fx.Node) and root.op == "call_function" and root.target in VIEWS:
                tail.append(root)
                root = root.args[0]
            source = isinstance(root, torch.fx.Node) and root in self.sources
            if not source and root not in wanted and any(node.target in PARTS for node in tail):
                root, tail = result, []
                self.cut.append(at)
            if not source and any("as_strided" in str(node.target) for node in tail):
                root, tail = result, []
            self.roots.append(root)
            self.tails.append(tail[::-1])
        in_tails = {node for tail in self.tails for node in tail}
        self.computed: list[torch.fx.Node] = []
        for root in self.roots:
            if isinstance(root, torch.fx.Node) and not tracing.is_size(root) and root not in [*self.computed, *self.sources]:
                self.computed.append(root)
        # Nodes that only lead to views are not needed.
        needed: set[torch.fx.Node] = set()
        stack = [*self.computed, *filter(effects.has_effect, self.nodes)]
        while stack:
            node = stack.pop()
            if node not in needed:
                needed.add(node)
                stack.extend(node.all_input_nodes)
        self.views = len(in_tails - needed)
        self.nodes = [node for node in self.nodes if node in needed]

    @property
    def failures(self) -> dict[torch.fx.Node, str]:
        """The nodes that torch must run, with the reasons."""
        return self.traced.failures

    def compile(self) -> None:
        """Compiles the program to machine code.

        Raises Unsupported if the compiler refuses it.
        """
        start = time.perf_counter()
        self.executable = None
        if self.runs:
            try:
                self.executable = self.traced.program.compile("cpu", None)
            except tf.Error as error:
                raise Unsupported(f"the compiler refused it: {error}".split("\n")[0]) from error
        self._bind()
        report.count(programs=1 if self.runs else 0, compiled=self.traced.compiled, drawn=len(self.traced.draws),
                     views=self.views, seconds=time.perf_counter() - start)

    def _bind(self) -> None:
        """The positions of the program's arguments in those of a call."""
        places = {node: at for at, node in enumerate(self.sources)}
        self.arguments = [places[node] for node in self.traced.inputs]
        self.given = [self.known[name] for name in self.traced.given]
        self.dtypes = [node.meta["val"].dtype for node in self.computed]
        computed = {node: at for at, node in enumerate(self.computed)}
        # Results have torch's order of axes in memory.
        orders = [(at, shapes.order(node.meta["val"])) for at, node in enumerate(self.computed)]
        self.backs = [(at, shapes.back(axes)) for at, axes in orders if axes is not None]
        self._bind_gaps()
        self.gets: list[tuple[int, int]] = []
        for root in self.roots:
            if isinstance(root, torch.fx.Node) and root in places:
                self.gets.append((0, places[root]))
            elif isinstance(root, torch.fx.Node) and root in computed:
                self.gets.append((1, computed[root]))
            else:
                self.gets.append((2, 0))
        self.plain = not any(self.tails) and all(kind < 2 for kind, _ in self.gets)

    def _bind_gaps(self) -> None:
        """Restores the gaps between elements of results that are parts of other tensors in torch."""
        computed = {node: at for at, node in enumerate(self.computed)}
        self.gaps: list[tuple[int, list[Any]]] = []
        for at in self.cut:
            fake = self.results[at].meta["val"]
            if (self.how.shown is None or at < self.how.shown) and shapes.has_gaps(fake):
                self.gaps.append((computed[self.results[at]], [shapes.expression(step) for step in fake.stride()]))

    def __call__(self, *args: Any) -> Any:
        """The results for these values of the placeholders."""
        args = (*args, *self.constants)
        values: list[Any] = []
        if self.executable is not None:
            found = [args[at] if axis is None else args[at].shape[axis] for at, axis in self.given]
            found += [_array(args[at]) for at in self.arguments]
            found += [_array(draw.make(self.known, args)) for draw in self.traced.draws]
            made = self._called(found)
            values = [_tensor(array, dtype) for array, dtype in zip(made, self.dtypes)]
            for at, back in self.backs:
                values[at] = values[at].permute(back)
            for at, strides in self.gaps:
                steps = [shapes.value(step, self.known, args) for step in strides]
                values[at] = torch.empty_strided(values[at].shape, steps, dtype=values[at].dtype).copy_(values[at])
        if self.plain:
            results = [args[at] if kind == 0 else values[at] for kind, at in self.gets]
        else:
            results = [self._result(at, args, values) for at in range(len(self.gets))]
        return results[0] if self.single else results

    def _called(self, found: list[Any]) -> tuple[Any, ...]:
        """The program's results; raises the user's error if the program stops with it."""
        try:
            made = self.executable(*found)
        except tf.CallError as error:
            if "[E0602]" not in str(error):
                raise
            raise _outside(str(error)) from error
        made = made if isinstance(made, tuple) else (made,)
        if self.traced.checks and (failed := int(made[-1])):
            raise self.traced.checks[failed - 1]()
        return made

    def _result(self, at: int, args: tuple[Any, ...], values: list[Any]) -> Any:
        kind, place = self.gets[at]
        if kind == 2:
            root = self.roots[at]
            return self._number(root.meta["val"], args) if isinstance(root, torch.fx.Node) else root
        value = args[place] if kind == 0 else values[place]
        for node in self.tails[at]:
            rest, named = torch.fx.node.map_arg((node.args[1:], node.kwargs), lambda n: self._number(n.meta["val"], args))
            value = node.target(value, *rest, **named)
        return value

    def _number(self, value: Any, args: tuple[Any, ...]) -> Any:
        return shapes.value(shapes.expression(value), self.known, args) if isinstance(value, torch.SymInt) else value


def _attribute(module: Any, path: str) -> Any:
    for name in path.split("."):
        module = getattr(module, name)
    return module
