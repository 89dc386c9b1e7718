"""The lowerings of torch's operations, by topic: importing a module registers its lowerings."""

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
