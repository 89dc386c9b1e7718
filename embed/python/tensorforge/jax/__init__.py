"""JAX's functions, compiled by this package: ``tensorforge.jit`` in the place of ``jax.jit``.

JAX itself traces a function and lowers it to StableHLO, which is what is compiled; XLA has no part in it.
"""

import os

from jax.extend.source_info_util import register_exclusion

from tensorforge.jax.jitted import Jitted, jit
from tensorforge.jax.xla import function

__all__ = ["Jitted", "function", "jit"]

# JAX reports the innermost line of the user's code, so lines of tensorforge are excluded.
register_exclusion(os.path.dirname(os.path.dirname(__file__)) + os.sep)
