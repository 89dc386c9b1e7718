"""The cases: inputs, references and what PyTorch does."""

import dataclasses
import typing

import numpy as np


@dataclasses.dataclass
class Case:
    """A program of `programs/` with its entry `main`."""

    name: str
    inputs: typing.Callable[[np.random.Generator], dict[str, np.ndarray]]
    reference: typing.Callable[..., np.ndarray]
    torch: typing.Callable[..., object]
    tolerance: float


def uniform(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.uniform(-1, 1, shape).astype(np.float32)


def add_inputs(rng):
    return {"x": uniform(rng, 1 << 22), "y": uniform(rng, 1 << 22)}


def product_inputs(rng):
    return {"a": uniform(rng, 1024, 768), "b": uniform(rng, 768, 512)}


def sums_inputs(rng):
    return {"x": uniform(rng, 1 << 20)}


CASES = [
    Case("add", add_inputs, lambda x, y: x + y, lambda t, x, y: x + y, 1e-6),
    Case("product", product_inputs, lambda a, b: a @ b, lambda t, a, b: a @ b, 1e-4),
    Case(
        "sums",
        sums_inputs,
        lambda x: x.reshape(-1, 256).sum(axis=1),
        lambda t, x: x.reshape(-1, 256).sum(dim=1),
        1e-5,
    ),
]
