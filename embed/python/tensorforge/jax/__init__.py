"""JAX functions compiled by this package: ``tensorforge.jit`` replaces ``jax.jit``.

JAX traces a function and lowers it to StableHLO, which this package compiles without XLA.
"""

import os

from jax.extend.source_info_util import register_exclusion

from tensorforge.jax.jitted import Jitted, jit
from tensorforge.jax.xla import function

__all__ = ["Jitted", "function", "jit"]

# JAX reports the innermost line of the user's code, so lines of tensorforge are excluded.
register_exclusion(os.path.dirname(os.path.dirname(__file__)) + os.sep)
