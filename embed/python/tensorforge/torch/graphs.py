"""Compiled graphs: their calls, the views among their results, and the parts of those that torch runs partly itself."""

from __future__ import annotations

import operator
import time
from typing import Any

import numpy as np
import sympy
import torch
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase

import tensorforge as tf
from tensorforge.torch import report, shapes, table, tracing
from tensorforge.torch.table import Unsupported

#: Operations whose result is another look at the elements of their argument. Where the results of a graph are such, torch makes
#: them: of the same memory, with the strides that it expects.
VIEWS = {
    found
    for name in ["view", "permute", "transpose.int", "t", "expand", "unsqueeze", "squeeze", "squeeze.dim", "squeeze.dims",
                 "select.int", "slice.Tensor", "alias", "detach", "diagonal", "unfold", "as_strided", "_unsafe_view"]
    if (found := table.overload(name)) is not None
}
#: Those that may leave elements out: of a value that nobody else asks for, they are computed.
PARTS = {table.overload(name) for name in ["select.int", "slice.Tensor", "diagonal", "unfold", "as_strided"]}


def _array(tensor: torch.Tensor) -> Any:
    """The elements as an argument of a call, where they are."""
    tensor = tensor.detach()
    if tensor.is_neg():
        tensor = tensor.resolve_neg()
    return tensor if tensor.dtype == torch.bfloat16 else tensor.numpy()


def _tensor(array: Any, dtype: torch.dtype) -> torch.Tensor:
    """A result of a call as a tensor of torch's with the same memory."""
    array = np.asarray(array)
    if dtype == torch.bfloat16:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


class Graph:
    """A graph, called with the values of its placeholders, that gives the list of its results."""

    def __init__(self, module: torch.fx.GraphModule, may_draw: bool = True) -> None:
        graph = module.graph
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
        if not self.computed:
            # Whatever the results are, nothing is computed.
            self.traced = tracing.Traced(None, [], [], [], {})
            return
        self.traced = tracing.trace(self.nodes, self.sources, self.computed, may_draw)

    def _check_sizes(self) -> None:
        """Sizes among the results and in views have to follow from the arguments."""
        nodes = [given for tail in self.tails for node in tail for given in node.all_input_nodes]
        nodes += [root for root in self.roots if isinstance(root, torch.fx.Node)]
        for node in nodes:
            value = node.meta.get("val")
            symbols = value.node.expr.free_symbols if isinstance(value, torch.SymInt) else ()
            if any(str(symbol) not in self.known for symbol in symbols):
                raise Unsupported("a size that no argument gives")

    def _split_views(self) -> None:
        """What the program computes, and the views of it."""
        wanted = {node for node in self.results if isinstance(node, torch.fx.Node)}
        self.tails: list[list[torch.fx.Node]] = []
        self.roots: list[Any] = []
        for result in self.results:
            tail: list[torch.fx.Node] = []
            root = result
            while isinstance(root, torch.fx.Node) and root.op == "call_function" and root.target in VIEWS:
                tail.append(root)
                root = root.args[0]
            source = isinstance(root, torch.fx.Node) and root in self.sources
            if not source and root not in wanted and any(node.target in PARTS for node in tail):
                root, tail = result, []
            if not source and any("as_strided" in str(node.target) for node in tail):
                root, tail = result, []
            self.roots.append(root)
            self.tails.append(tail[::-1])
        in_tails = {node for tail in self.tails for node in tail}
        self.computed: list[torch.fx.Node] = []
        for root in self.roots:
            if isinstance(root, torch.fx.Node) and not tracing.is_size(root) and root not in [*self.computed, *self.sources]:
                self.computed.append(root)
        # What only leads to views is nobody's concern.
        needed: set[torch.fx.Node] = set()
        stack = list(self.computed)
        while stack:
            node = stack.pop()
            if node not in needed:
                needed.add(node)
                stack.extend(node.all_input_nodes)
        self.views = len(in_tails - needed)
        self.nodes = [node for node in self.nodes if node in needed]

    @property
    def failures(self) -> dict[torch.fx.Node, str]:
        """What torch has to run."""
        return self.traced.failures

    def compile(self) -> None:
        """Makes machine code of the program.

        Raises Unsupported for what the compiler refuses.
        """
        start = time.perf_counter()
        self.executable = None
        if self.computed:
            try:
                self.executable = self.traced.program.compile("cpu", None)
            except tf.Error as error:
                raise Unsupported(f"the compiler refuses it: {error}".split("\n")[0]) from error
        self._bind()
        report.count(programs=1 if self.computed else 0, compiled=self.traced.compiled, drawn=len(self.traced.draws),
                     views=self.views, seconds=time.perf_counter() - start)

    def _bind(self) -> None:
        """Where the arguments of the program are found in those of a call."""
        places = {node: at for at, node in enumerate(self.sources)}
        self.arguments = [places[node] for node in self.traced.inputs]
        self.given = [self.known[name] for name in self.traced.given]
        self.dtypes = [node.meta["val"].dtype for node in self.computed]
        computed = {node: at for at, node in enumerate(self.computed)}
        # Results have the order of axes in memory that they have in torch.
        orders = [(at, tracing.order(node)) for at, node in enumerate(self.computed)]
        self.backs = [(at, sorted(range(len(axes)), key=axes.__getitem__)) for at, axes in orders if axes is not None]
        self.gets: list[tuple[int, int]] = []
        for root in self.roots:
            if isinstance(root, torch.fx.Node) and root in places:
                self.gets.append((0, places[root]))
            elif isinstance(root, torch.fx.Node) and root in computed:
                self.gets.append((1, computed[root]))
            else:
                self.gets.append((2, 0))
        self.plain = not any(self.tails) and all(kind < 2 for kind, _ in self.gets)

    def __call__(self, *args: Any) -> Any:
        """The results for the values of the placeholders."""
        args = (*args, *self.constants)
        values: list[Any] = []
        if self.executable is not None:
            found = [args[at] if axis is None else args[at].shape[axis] for at, axis in self.given]
            found += [_array(args[at]) for at in self.arguments]
            found += [_array(draw.make(tuple(self._size(size, args) for size in draw.sizes))) for draw in self.traced.draws]
            made = self.executable(*found)
            made = made if isinstance(made, tuple) else (made,)
            values = [_tensor(array, dtype) for array, dtype in zip(made, self.dtypes)]
            for at, back in self.backs:
                values[at] = values[at].permute(back)
        if self.plain:
            results = [args[at] if kind == 0 else values[at] for kind, at in self.gets]
        else:
            results = [self._result(at, args, values) for at in range(len(self.gets))]
        return results[0] if self.single else results

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
        return self._size(shapes.expression(value), args) if isinstance(value, torch.SymInt) else value

    def _size(self, term: Any, args: tuple[Any, ...]) -> int:
        """The value of a term of sizes in a call."""
        if isinstance(term, int):
            return term
        numbers = {}
        for symbol in term.free_symbols:
            at, axis = self.known[str(symbol)]
            numbers[symbol] = sympy.Integer(args[at] if axis is None else args[at].shape[axis])
        return int(term.xreplace(numbers))


def _attribute(module: Any, path: str) -> Any:
    for name in path.split("."):
        module = getattr(module, name)
    return module


class _Support(OperatorSupportBase):
    """Which nodes programs hold, after they have been tried."""

    def __init__(self, failures: dict[torch.fx.Node, str]) -> None:
        self.failures = failures

    def is_node_supported(self, submodules: Any, node: torch.fx.Node) -> bool:
        if node.op != "call_function" or node in self.failures or tracing.is_size(node):
            return False
        if node.target is operator.getitem:
            return self.is_node_supported(submodules, node.args[0])
        return tracing.reason(node) is None


def _counted(failures: dict[Any, str]) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for node, why in failures.items():
        if node.target is not operator.getitem:
            key = (str(node.target), why)
            found[key] = found.get(key, 0) + 1
    return found


def _is_random(node: torch.fx.Node) -> bool:
    return torch.Tag.nondeterministic_seeded in getattr(node.target, "tags", ())


def build(module: torch.fx.GraphModule) -> Any:
    """A graph as one program, or as several between what torch runs itself."""
    report.count(graphs=1)
    try:
        graph = Graph(module)
    except Unsupported as error:
        return _whole(module, str(error))
    if not graph.failures:
        try:
            graph.compile()
            return graph
        except Unsupported as error:
            return _whole(module, str(error))
    if any("as_strided" in str(node.target) for node in graph.failures):
        return _whole(module, "as_strided asks for the strides of torch's own results")
    may_draw = not any(_is_random(node) for node in graph.failures)
    if not may_draw:
        graph = Graph(module, may_draw=False)
    report.count(_counted(graph.failures))
    parts = CapabilityBasedPartitioner(module, _Support(graph.failures), allows_single_node_partition=True)
    fused = parts.partition_and_fuse()
    for name, part in list(fused.named_children()):
        if name.startswith("fused_"):
            setattr(fused, name, _Part(_part(part, may_draw)))
    fused.recompile()
    return fused


class _Part(torch.nn.Module):
    """A part of a graph as a module, which graphs call."""

    def __init__(self, function: Any) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: Any) -> Any:
        return self.function(*args)


def _part(module: torch.fx.GraphModule, may_draw: bool) -> Any:
    try:
        graph = Graph(module, may_draw)
        if graph.failures:
            report.count(_counted(graph.failures))
            return module
        graph.compile()
        return graph
    except Unsupported as error:
        return _whole(module, str(error))


def _whole(module: torch.fx.GraphModule, why: str) -> Any:
    """All is torch's."""
    nodes = [node for node in module.graph.nodes if node.op == "call_function" and not tracing.is_size(node)]
    report.count(_counted({node: why for node in nodes}))
    return module
