"""The backend of ``torch.compile``: what AOTAutograd makes of a function, forwards and backwards, as programs."""

from __future__ import annotations

from typing import Any
from unittest import mock

import torch
import torch._decomp.decompositions as rules
from functorch.compile import make_boxed_func, min_cut_rematerialization_partition
from torch._dynamo.backends.common import aot_autograd

from tensorforge.torch import graphs
from tensorforge.torch.decompositions import table

_backend: Any = None


def _compiled(module: torch.fx.GraphModule, example: Any) -> Any:
    return make_boxed_func(graphs.build(module))


def tensorforge(module: torch.fx.GraphModule, example: Any, **options: Any) -> Any:
    """Compiles a graph of dynamo's: ``torch.compile(model, backend="tensorforge")``."""
    global _backend
    if options:
        raise ValueError(f"the backend has no options, but is given {', '.join(options)}")
    if _backend is None:
        _backend = aot_autograd(
            fw_compiler=_compiled,
            bw_compiler=_compiled,
            inference_compiler=_compiled,
            decompositions=table(),
            partition_fn=min_cut_rematerialization_partition,
        )
    # Layers of LSTM as operations: torch would take a kernel of its own, which no rule is known for.
    with mock.patch.object(rules, "select_one_layer_lstm_function", lambda *args: rules.one_layer_lstm):
        return _backend(module, example)
