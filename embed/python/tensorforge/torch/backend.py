"""The backend of ``torch.compile``, which compiles AOTAutograd's forward and backward graphs."""

from __future__ import annotations

import functools
from typing import Any

import torch
from functorch.compile import make_boxed_func, min_cut_rematerialization_partition
from torch._dynamo.backends.common import aot_autograd
from torch._dynamo.backends.registry import lookup_backend
from torch._guards import TracingContext

from tensorforge.torch import parts, report, whole
from tensorforge.torch.decompositions import table
from tensorforge.torch.graphs import How

#: The numerics modes of floats, the values of ``options={"numerics": …}``.
NUMERICS = ("precise", "strict", "standard", "fast")


#: Views of all elements, whose layout is known.
_VIEWS = {"detach", "permute", "squeeze", "t", "transpose", "unsqueeze", "view"}
_STRIDED = {torch.as_strided, torch.ops.aten.as_strided.default}


def _compiled(module: torch.fx.GraphModule, example: Any, how: How) -> Any:
    return make_boxed_func(parts.build(module, how))


def _forward(module: torch.fx.GraphModule, example: Any, numerics: str) -> Any:
    context = TracingContext.try_get()
    about = context.fw_metadata if context is not None else None
    return _compiled(module, example, How(numerics, about.num_forward_returns if about is not None else None))


@functools.cache
def _backend(numerics: str) -> Any:
    return aot_autograd(
        fw_compiler=functools.partial(_forward, numerics=numerics),
        bw_compiler=functools.partial(_compiled, how=How(numerics, 0)),
        inference_compiler=functools.partial(_compiled, how=How(numerics)),
        decompositions=table(),
        partition_fn=min_cut_rematerialization_partition,
    )


def _numerics(options: dict[str, Any]) -> str:
    """The numerics mode in the options.

    Raises ValueError for unknown options and modes.
    """
    given = dict(options.pop("options", None) or {})
    chosen = given.pop("numerics", "precise")
    if unknown := [*options, *given]:
        raise ValueError(
            f"the backend has no option {', '.join(map(repr, unknown))}; supported: "
            f"numerics={'|'.join(NUMERICS)}"
        )
    if chosen not in NUMERICS:
        raise ValueError(f"numerics are {', '.join(NUMERICS)}, not {chosen!r}")
    return chosen


def _kept(module: torch.fx.GraphModule) -> torch.fx.GraphModule:
    """The graph, whose checks without a message get one, since AOTAutograd would drop them."""
    for node in module.graph.nodes:
        if node.op == "call_function" and node.target is torch._assert_async and len(node.args) == 1 and not node.kwargs:
            node.args = (*node.args, "Expected Tensor with single nonzero value, but got zero")
    return module


def _sees_memory(module: torch.fx.GraphModule) -> bool:
    """Whether ``as_strided`` is called on a computed tensor, whose layout in eager torch may get lost in
    compilation."""
    for node in module.graph.nodes:
        if node.target in ("as_strided", "as_strided_") or node.target in _STRIDED:
            root = node.args[0]
            while root.op == "call_method" and root.target in _VIEWS:
                root = root.args[0]
            if root.op not in ("placeholder", "get_attr"):
                return True
    return False


def tensorforge(module: torch.fx.GraphModule, example: Any, **options: Any) -> Any:
    """Compiles a dynamo graph: ``torch.compile(model, backend="tensorforge")``.

    ``options={"numerics": "standard"}`` sets the precision of floats; by default, quotients and square roots
    are IEEE's, and sums and products may be contracted and reassociated.
    """
    backend = _backend(_numerics(options))
    if _sees_memory(module):
        why = "it depends on the memory layout of eager torch's results"
        report.count({("as_strided", why): 1}, graphs=1)
        return lookup_backend("aot_eager")(module, example)
    with whole.operations(example):
        return backend(_kept(module), example)
