"""Neural networks: layers, losses and optimizers.

A layer is a named tuple of tensors, and a model is a named tuple or dataclass of layers: a structure that
``grad`` differentiates, loops carry, and programs take and return. The state of an optimizer is a structure,
too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from tensorforge import tree
from tensorforge._native import Nn, Random, Tensor, TraceError
from tensorforge.current import tracer

__all__ = [
    "Adam",
    "Conv",
    "Dense",
    "Memory",
    "RmsProp",
    "Sgd",
    "cross_entropy",
    "mean_squared_error",
    "softmax_cross_entropy",
    "xavier",
]


class Dense(NamedTuple):
    """A dense layer, ``x @ weight + bias`` on the last axis: a weight ``[inputs, outputs]``, a bias
    ``[outputs]``."""

    weight: Any
    bias: Any

    @staticmethod
    def new(random: Random, inputs: int, outputs: int, dtype: Any = "f32") -> Dense:
        """A layer with random weights and a zero bias."""
        return Dense(xavier(random, (inputs, outputs), inputs, outputs, dtype), tracer().full((outputs,), 0, dtype))

    def __call__(self, x: Any) -> Tensor:
        """``[..., inputs]`` to ``[..., outputs]``."""
        return Nn.dense(tracer(), x, self.weight, self.bias)


class Conv(NamedTuple):
    """A convolution with a bias: a kernel ``[..., inputs, outputs]``, a bias ``[outputs]``."""

    kernel: Any
    bias: Any

    @staticmethod
    def new(random: Random, window: Sequence[int], inputs: int, outputs: int, dtype: Any = "f32") -> Conv:
        """A layer with this window, random weights and a zero bias."""
        places = 1
        for extent in window:
            places *= extent
        kernel = xavier(random, (*window, inputs, outputs), places * inputs, places * outputs, dtype)
        return Conv(kernel, tracer().full((outputs,), 0, dtype))

    def __call__(self, x: Any, strides: Sequence[int] = (), padding: str | int = "valid") -> Tensor:
        """``[batch, ..., inputs]`` to ``[batch, ..., outputs]``; ``padding`` is ``"valid"``, ``"same"`` or a
        count for each side."""
        return Nn.conv(tracer(), x, self.kernel, self.bias, strides, padding)


def xavier(random: Random, shape: Sequence[int], inputs: int, outputs: int, dtype: Any = "f32") -> Tensor:
    """Uniform random values that preserve the variance through a layer (Glorot and Bengio)."""
    return Nn.xavier(random, shape, (inputs, outputs), dtype)


def softmax_cross_entropy(logits: Any, labels: Any) -> Tensor:
    """``-log p[label]`` of the softmax of ``[..., classes]``, for class indices ``[...]``."""
    return Nn.loss(tracer(), "softmax_cross_entropy", logits, labels)


def cross_entropy(logits: Any, probabilities: Any) -> Tensor:
    """As ``softmax_cross_entropy``, with probabilities ``[..., classes]``, which get no derivative."""
    return Nn.loss(tracer(), "cross_entropy", logits, probabilities)


def mean_squared_error(found: Any, wanted: Any) -> Tensor:
    """The mean of the squared differences of all elements."""
    return Nn.loss(tracer(), "mean_squared_error", found, wanted)


class Memory(NamedTuple):
    """The state of an optimizer: the step count, and running means of the gradients and of their squares."""

    steps: Any
    first: Any
    second: Any


class _Optimizer:
    """An optimizer updates parameters from their gradients."""

    kind = ""

    def __init__(self, **numbers: Any) -> None:
        self.numbers = numbers

    def start(self, parameters: Any) -> Memory:
        """The state before the first step."""
        _, steps, first, second = Nn.start(tracer(), self.kind, self.numbers, tree.flatten(parameters)[0])
        return Memory(steps[0], first, second)

    def step(self, parameters: Any, gradients: Any, memory: Memory) -> tuple[Any, Memory]:
        """The parameters and the state after a step. Gradients have the structure of the parameters."""
        if tree.structure(parameters) != tree.structure(gradients):
            raise TraceError(
                "the gradients have another structure than the parameters: differentiate with respect to "
                "all parameters"
            )
        leaves, build = tree.flatten(parameters)
        made = Nn.step(tracer(), self.kind, self.numbers, leaves, tree.flatten(gradients)[0], tuple(memory))
        moved, steps, first, second = made
        return tree.unflatten(build, moved), Memory(steps[0], first, second)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={number}' for name, number in self.numbers.items())})"


class Sgd(_Optimizer):
    """Stochastic gradient descent, with momentum.

    All optimizers take L1 and L2 regularization, decoupled weight decay, and gradient clipping: by element
    (``clip_value``) or by the norm of all (``clip_norm``).
    """

    kind = "sgd"

    def __init__(
        self,
        rate: float = 1e-2,
        momentum: float = 0.0,
        *,
        l1: float = 0.0,
        l2: float = 0.0,
        decay: float = 0.0,
        clip_value: float | None = None,
        clip_norm: float | None = None,
    ) -> None:
        super().__init__(
            rate=rate, momentum=momentum, l1=l1, l2=l2, decay=decay, clip_value=clip_value, clip_norm=clip_norm
        )


class Adam(_Optimizer):
    """Kingma and Ba's Adam; with ``decay``, AdamW. See ``Sgd`` for the options of all optimizers."""

    kind = "adam"

    def __init__(
        self,
        rate: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        epsilon: float = 1e-8,
        *,
        l1: float = 0.0,
        l2: float = 0.0,
        decay: float = 0.0,
        clip_value: float | None = None,
        clip_norm: float | None = None,
    ) -> None:
        super().__init__(
            rate=rate,
            beta1=betas[0],
            beta2=betas[1],
            epsilon=epsilon,
            l1=l1,
            l2=l2,
            decay=decay,
            clip_value=clip_value,
            clip_norm=clip_norm,
        )


class RmsProp(_Optimizer):
    """Hinton's RMSProp. See ``Sgd`` for the options of all optimizers."""

    kind = "rmsprop"

    def __init__(
        self,
        rate: float = 1e-2,
        beta: float = 0.9,
        epsilon: float = 1e-8,
        *,
        l1: float = 0.0,
        l2: float = 0.0,
        decay: float = 0.0,
        clip_value: float | None = None,
        clip_norm: float | None = None,
    ) -> None:
        super().__init__(
            rate=rate, beta=beta, epsilon=epsilon, l1=l1, l2=l2, decay=decay, clip_value=clip_value, clip_norm=clip_norm
        )
