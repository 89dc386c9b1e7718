"""The operations of torch that have programs, by topic: importing a module enters its own into the table."""

from tensorforge.torch.ops import (  # noqa: F401
    convolutions,
    effects,
    factories,
    indexing,
    matrices,
    pointwise,
    pooling,
    products,
    random,
    reductions,
    resampling,
    sorting,
    views,
)
