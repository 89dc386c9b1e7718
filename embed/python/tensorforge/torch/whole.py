"""Operations that torch decomposes before its decomposition table applies, kept whole here."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any
from unittest import mock

import torch
import torch._decomp.decompositions as rules
from torch._C import DispatchKey

from tensorforge.torch.table import overload

#: Dispatch keys whose Python rules take precedence over the tables.
_KEYS = (DispatchKey.CompositeImplicitAutograd, DispatchKey.Autograd)

_RESIZED = [
    f"{name}.{which}"
    for name in ["upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d", "_upsample_nearest_exact1d",
                 "_upsample_nearest_exact2d", "_upsample_nearest_exact3d", "upsample_linear1d", "upsample_bilinear2d",
                 "upsample_trilinear3d"]
    for which in ("vec", "default")
]


@contextlib.contextmanager
def _undecomposed(ops: list[Any]) -> Iterator[None]:
    """Keeps operations whole, with operations as their derivatives."""
    saved = [(op, dict(op.py_kernels)) for op in ops]
    try:
        for op in ops:
            for key in _KEYS:
                op.py_kernels.pop(key, None)
            op._dispatch_cache.clear()
        yield
    finally:
        for op, kernels in saved:
            op.py_kernels.update(kernels)
            op._dispatch_cache.clear()


def _are_constant(example: Any) -> bool:
    """Whether all sizes except those of the first axes are constant."""
    tensors = [one for one in example if isinstance(one, torch.Tensor)]
    return all(isinstance(size, int) for one in tensors for size in one.shape[1:])


@contextlib.contextmanager
def operations(example: Any) -> Iterator[None]:
    """Keeps operations that have lowerings whole while a graph is traced."""
    # Windows must be known, so images of other sizes are decomposed.
    resized = [op for name in _RESIZED if (op := overload(name)) is not None] if _are_constant(example) else []
    # LSTM layers as operations: torch would use a fused kernel, for which no rule is known.
    with mock.patch.object(rules, "select_one_layer_lstm_function", lambda *args: rules.one_layer_lstm), _undecomposed(resized):
        yield
