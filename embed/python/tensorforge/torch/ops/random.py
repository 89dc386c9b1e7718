"""Random numbers, which torch's generator draws: the same ones as without a compiler."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf

from tensorforge.torch.place import Place, cast
from tensorforge.torch.table import lowers, refuse


@lowers("native_dropout")
def _dropout(at: Place, x: Any, p: float, train: bool | None) -> Any:
    if train is False or p == 0:
        return x, tf.full(tuple(x.shape), True, "bool")
    if p == 1:
        return refuse("all is dropped")
    dtype = at.fake[0].dtype
    kept = at.draw(at.fake[0], torch.bool, lambda shape: torch.empty(shape, dtype=torch.bool).bernoulli_(1 - p))
    return x * cast(kept, dtype) * (1.0 / (1.0 - p)), kept


def _plain(names: str, make: Any) -> None:
    def lowering(at: Place, *args: Any, **named: Any) -> Any:
        dtype = at.dtype
        return at.draw(at.fake, dtype, lambda shape: make(shape, dtype))

    lowers(*names.split())(lowering)


_plain("rand rand_like", lambda shape, dtype: torch.rand(shape, dtype=dtype))
_plain("randn randn_like", lambda shape, dtype: torch.randn(shape, dtype=dtype))


@lowers("bernoulli.p")
def _bernoulli(at: Place, x: Any, p: float) -> Any:
    dtype = at.dtype
    return at.draw(at.fake, dtype, lambda shape: torch.empty(shape, dtype=dtype).bernoulli_(p))
