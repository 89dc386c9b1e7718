"""The private APIs of JAX that the package uses, each with the reason.

JAX may change them at any release: the rest of the package imports them from here.
"""

# The innermost line of the user's code, for errors; `jax.extend.source_info_util` has the location as text
# only.
from jax._src.source_info_util import user_frame

# The part of JAX's settings that traced code depends on, a key for compiled code.
from jax._src.config import trace_context

# The effect of a traced function that uses an axis named by an outer `jax.vmap`; public code can only read
# its text.
from jax._src.core import NamedAxisEffect

# The values that `jax.grad` and `jax.vmap` make; `jax.interpreters.ad` has that of forward derivatives only.
from jax._src.interpreters.ad import LinearizeTracer
from jax._src.interpreters.batching import BatchTracer

# Symbolic dimensions: `jax.export` makes them, but exposes neither their type nor the bounds of an
# expression.
from jax._src.export.shape_poly import BoundsPrecision, _DimExpr as DimExpr
from jax._src.export.shape_poly_decision import bounds_decision

# The tables of lowering rules: `mlir.register_lowering` refuses a platform that has no backend.
from jax._src.interpreters.mlir import LoweringRuleEntry, _lowerings as lowerings
from jax._src.interpreters.mlir import _platform_specific_lowerings as platform_lowerings

# Factorizations in the form of LAPACK's, which `jax.extend.core.primitives` leaves out.
from jax._src.lax.linalg import geqp3_p, geqrf_p

# The last step of `jax.device_put`, in a sixth of its time.
from jaxlib._jax import batched_device_put

# The dispatch of `jax.jit`, which finds a compiled program by the types of all arguments in one native call;
# `jax.jit` itself runs only what JAX traced.
from jax._src.interpreters.pxla import JitGlobalCppCacheKeys as DispatchCacheKeys
from jax._src.interpreters.pxla import MeshExecutableFastpathData as DispatchData
from jax._src.interpreters.pxla import cc_shard_arg, reflatten_outputs_for_dispatch
from jax._src.tree_util import dispatch_registry
from jaxlib._jax import PjitFunctionCache, pjit

__all__ = [
    "BatchTracer",
    "BoundsPrecision",
    "DimExpr",
    "DispatchCacheKeys",
    "DispatchData",
    "LinearizeTracer",
    "LoweringRuleEntry",
    "NamedAxisEffect",
    "PjitFunctionCache",
    "batched_device_put",
    "bounds_decision",
    "cc_shard_arg",
    "dispatch_registry",
    "geqp3_p",
    "geqrf_p",
    "lowerings",
    "pjit",
    "platform_lowerings",
    "reflatten_outputs_for_dispatch",
    "trace_context",
    "user_frame",
]
