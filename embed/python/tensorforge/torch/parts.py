"""Graphs that torch runs in part: their partition, and the order of effects."""

from __future__ import annotations

import operator
from typing import Any

import torch
from torch.fx.passes.infra.partitioner import CapabilityBasedPartitioner
from torch.fx.passes.operator_support import OperatorSupportBase

from tensorforge.torch import effects, lines, report, table, tracing
from tensorforge.torch.effects import Draw
from tensorforge.torch.graphs import Graph, How
from tensorforge.torch.table import Unsupported


def build(module: torch.fx.GraphModule, how: How) -> Any:
    """Compiles a graph to one program, or to several if torch must run some nodes."""
    report.count(graphs=1)
    effects.drop_tokens(module.graph)
    try:
        graph = Graph(module, how)
    except Unsupported as error:
        return _whole(module, str(error))
    if not graph.failures:
        try:
            graph.compile()
            return graph
        except Unsupported as error:
            return _whole(module, str(error))
    if any("as_strided" in str(node.target) for node in graph.failures):
        return _whole(module, "as_strided depends on the strides of eager torch's results")
    _count(graph.failures)
    report.count(drawn=len(graph.traced.draws))
    _in_order(module, graph)
    parts = CapabilityBasedPartitioner(module, _Support(graph.failures), allows_single_node_partition=True)
    fused = parts.partition_and_fuse()
    for name, part in list(fused.named_children()):
        if name.startswith("fused_"):
            setattr(fused, name, _Module(_part(part, How(how.numerics))))
    fused.recompile()
    return fused


class _Module(torch.nn.Module):
    """A function as a module that graphs can call."""

    def __init__(self, function: Any) -> None:
        super().__init__()
        self.function = function

    def forward(self, *args: Any, **named: Any) -> Any:
        return self.function(*args, **named)


class _Ordered(_Module):
    """A function that runs after another one, whose result is its first argument."""

    #: Keeps passes from removing it.
    _is_impure = True

    def forward(self, _before: Any, *args: Any, **named: Any) -> Any:
        return self.function(*args, **named)


def _in_order(module: torch.fx.GraphModule, graph: Graph) -> None:
    """Turns random draws into nodes that torch runs in the order of eager torch."""
    draws = {draw.node: draw for draw in graph.traced.draws}
    last: Any = None
    for number, node in enumerate(list(module.graph.nodes)):
        if not effects.is_random(node) or (node not in draws and node not in graph.failures):
            continue
        name = f"torch_draws_{number}"
        with module.graph.inserting_before(node):
            if node in graph.failures:
                module.add_submodule(name, _Ordered(node.target))
                made = module.graph.call_module(name, (last, *node.args), node.kwargs)
                made.meta = node.meta.copy()
                node.replace_all_uses_with(made)
            else:
                made = _drawn(module, graph, draws[node], (name, last))
        module.graph.erase_node(node)
        last = made


def _drawn(module: torch.fx.GraphModule, graph: Graph, draw: Draw, place: tuple[str, Any]) -> torch.fx.Node:
    """The node that draws a random tensor, in place of the original node."""
    symbols = {str(symbol) for size in draw.sizes if not isinstance(size, int) for symbol in size.free_symbols}
    used = sorted({graph.known[symbol][0] for symbol in symbols})
    known = {symbol: (used.index(graph.known[symbol][0]), graph.known[symbol][1]) for symbol in symbols}
    name, before = place
    module.add_submodule(name, _Ordered(lambda *args: draw.make(known, args)))
    made = module.graph.call_module(name, (before, *[graph.sources[at] for at in used]))
    node, fakes = draw.node, draw.node.meta["val"]
    if not isinstance(fakes, (tuple, list)):
        made.meta["val"] = fakes
        node.replace_all_uses_with(made)
        return made
    # Dropout: the mask is drawn, and the rest is products.
    made.meta["val"] = fakes[1]
    kept = _product(module, (node.args[0], made), fakes[0])
    kept = _product(module, (kept, 1.0 / (1.0 - node.args[1])), fakes[0])
    for user in list(node.users):
        user.replace_all_uses_with(made if user.args[1] else kept)
        module.graph.erase_node(user)
    return made


def _product(module: torch.fx.GraphModule, factors: tuple[Any, Any], fake: Any) -> torch.fx.Node:
    made = module.graph.call_function(table.overload("mul.Tensor"), factors)
    made.meta["val"] = fake
    return made


class _Support(OperatorSupportBase):
    """Which nodes compile, as tested."""

    def __init__(self, failures: dict[torch.fx.Node, str]) -> None:
        self.failures = failures

    def is_node_supported(self, submodules: Any, node: torch.fx.Node) -> bool:
        if node.op != "call_function" or node in self.failures or tracing.is_size(node):
            return False
        if effects.has_effect(node) and not effects.is_random(node):
            return False
        if node.target is operator.getitem:
            return self.is_node_supported(submodules, node.args[0])
        return tracing.reason(node) is None


def _count(failures: dict[Any, str]) -> None:
    found: dict[tuple[str, str], int] = {}
    places: dict[tuple[str, str], tuple[str, int]] = {}
    for node, why in failures.items():
        if node.target is not operator.getitem and any(not tracing.is_size(given) for given in node.all_input_nodes or [node]):
            key = (str(node.target), why)
            found[key] = found.get(key, 0) + 1
            if (place := lines.of(node)) is not None:
                places.setdefault(key, place)
    report.count(found, places)


def _part(module: torch.fx.GraphModule, how: How) -> Any:
    try:
        graph = Graph(module, how)
        if graph.failures:
            _count(graph.failures)
            return module
        graph.compile()
        return graph
    except Unsupported as error:
        return _whole(module, str(error))


def _whole(module: torch.fx.GraphModule, why: str) -> Any:
    """Leaves the whole graph to torch."""
    nodes = [node for node in module.graph.nodes if node.op == "call_function" and not tracing.is_size(node)]
    _count({node: why for node in nodes})
    return module
