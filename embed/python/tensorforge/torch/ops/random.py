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


def _of_distribution(name: str, method: str) -> None:
    def lowering(at: Place, x: Any, *numbers: Any, generator: Any = None) -> Any:
        dtype = at.dtype
        if generator is not None or any(not isinstance(number, (int, float)) for number in numbers):
            return refuse("a generator of its own, or a distribution that depends on sizes")
        return at.draw(at.fake, dtype, lambda shape: getattr(torch.empty(shape, dtype=dtype), method)(*numbers))

    lowers(name)(lowering)


for _name in ["uniform", "exponential", "cauchy", "geometric", "log_normal"]:
    _of_distribution(_name, f"{_name}_")
_of_distribution("normal_functional", "normal_")


@lowers("randint", "randint.low", "randint_like", "randint_like.low_dtype")
def _randint(at: Place, *args: Any, **named: Any) -> Any:
    like = "like" in at.node.target._schema.name
    bounds = args[1:] if like else args[:-1]
    if named.get("generator") is not None or any(not isinstance(bound, int) for bound in bounds):
        return refuse("a generator of its own, or a bound that is a size")
    low, high = bounds if len(bounds) == 2 else (0, *bounds)
    dtype = at.dtype
    return at.draw(at.fake, dtype, lambda shape: torch.randint(low, high, shape, dtype=dtype))


@lowers("normal.float_float")
def _normal(at: Place, mean: float, std: float, size: Any, generator: Any = None, **named: Any) -> Any:
    if generator is not None:
        return refuse("a generator of its own")
    dtype = at.dtype
    return at.draw(at.fake, dtype, lambda shape: torch.empty(shape, dtype=dtype).normal_(mean, std))
