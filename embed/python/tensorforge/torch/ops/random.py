"""Random tensors, drawn by torch's generator: the same values as in eager torch."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf

from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


@lowers("native_dropout")
def _dropout(at: Node, x: Any, p: float, train: bool | None) -> Any:
    if train is False or p == 0:
        return x, tf.full(tuple(x.shape), True, "bool")
    dtype = at.fake[0].dtype
    if p == 1:
        # Nothing is drawn, and NaN stays NaN.
        return x * 0.0, tf.full(tuple(x.shape), False, "bool")
    kept = at.draw(at.args[0], torch.bool, lambda into: into.bernoulli_(1 - p))
    return x * cast(kept, dtype) * (1.0 / (1.0 - p)), kept


def _like(at: Node) -> torch.Tensor:
    """The tensor whose layout the random tensor gets: the first argument if it is a tensor, else the result.
    """
    return at.args[0] if at.args and isinstance(at.args[0], torch.Tensor) else at.fake


def _plain(names: str, fill: Any) -> None:
    def lowering(at: Node, *args: Any, **named: Any) -> Any:
        return at.draw(_like(at), at.dtype, fill)

    lowers(*names.split())(lowering)


_plain("rand rand_like", lambda into: into.uniform_())
_plain("randn randn_like", lambda into: into.normal_())


@lowers("bernoulli.p")
def _bernoulli(at: Node, x: Any, p: float) -> Any:
    return at.draw(_like(at), at.dtype, lambda into: into.bernoulli_(p))


def _of_distribution(name: str, method: str) -> None:
    def lowering(at: Node, x: Any, *numbers: Any, generator: Any = None) -> Any:
        if generator is not None or any(not isinstance(number, (int, float)) for number in numbers):
            return refuse("a custom generator, or a distribution that depends on sizes")
        return at.draw(_like(at), at.dtype, lambda into: getattr(into, method)(*numbers))

    lowers(name)(lowering)


for _name in ["uniform", "exponential", "cauchy", "geometric", "log_normal"]:
    _of_distribution(_name, f"{_name}_")
_of_distribution("normal_functional", "normal_")


@lowers("randint", "randint.low", "randint_like", "randint_like.low_dtype")
def _randint(at: Node, *args: Any, **named: Any) -> Any:
    like = "like" in at.node.target._schema.name
    bounds = args[1:] if like else args[:-1]
    if named.get("generator") is not None or any(not isinstance(bound, int) for bound in bounds):
        return refuse("a custom generator, or a bound that depends on sizes")
    low, high = bounds if len(bounds) == 2 else (0, *bounds)
    return at.draw(_like(at), at.dtype, lambda into: into.random_(low, high))


@lowers("normal.float_float")
def _normal(at: Node, mean: float, std: float, size: Any, generator: Any = None, **named: Any) -> Any:
    if generator is not None:
        return refuse("a custom generator")
    return at.draw(at.fake, at.dtype, lambda into: into.normal_(mean, std))
