"""Calls of programs by JAX's own dispatch: one native call converts all arguments and makes all results.

The direct call of a program converts each array by itself, which takes microseconds for each. A program that
is all that XLA runs costs XLA a compilation, and then no more per array than JAX's own functions: code that
has converted many arrays becomes such a program.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import jax
from jax.errors import JaxRuntimeError

from tensorforge._native import CallError, Xla
from tensorforge.jax import arrays
from tensorforge.jax.private import (
    DispatchCacheKeys,
    DispatchData,
    PjitFunctionCache,
    cc_shard_arg,
    dispatch_registry,
    pjit,
    reflatten_outputs_for_dispatch,
)

__all__ = ["AFTER", "MOST_BYTES", "Whole", "dispatched", "dispatcher", "may_run", "settle"]

# The number of arrays that direct calls convert before the compilation by XLA: it takes about as long.
AFTER = 8192
# Results of more bytes use this package's allocator instead: large pages, which are reused.
MOST_BYTES = 4 << 20

_dispatched = PjitFunctionCache(capacity=4096)


def dispatcher(name: str, missed: Callable[..., tuple[Any, DispatchData | None]]) -> Callable[..., Any]:
    """A function of any arguments that runs programs by JAX's dispatch, for the types of arguments for which
    ``missed`` finds one besides the results."""

    def miss(*args: Any, **named: Any) -> tuple[Any, DispatchData | None, bool]:
        return *missed(*args, **named), False

    return pjit(name, miss, miss, (), (), DispatchCacheKeys(), dispatch_registry, cc_shard_arg, _dispatched)


def dispatched(run: Callable[..., Any], args: Sequence[Any], named: dict[str, Any]) -> Any:
    """The results of a dispatcher."""
    try:
        results = run(*args, **named)
    except JaxRuntimeError:
        # The error of the program takes precedence over XLA's, which contains its text.
        Xla.finish()
        raise
    if not Xla.finish():
        settle(results)
    return results


def settle(results: Any) -> None:
    """Waits for results that another thread computes, because arguments were not computed yet."""
    leaves = jax.tree_util.tree_leaves(results)
    try:
        jax.block_until_ready([leaf for leaf in leaves if not isinstance(leaf, jax.core.Tracer)])
    except JaxRuntimeError as error:
        raise CallError(str(error).partition(": ")[2]) from None


class Whole:
    """A program that is all that XLA runs: ``run`` is its call in a function that JAX traces. Arguments on
    other devices are left to ``direct``."""

    def __init__(self, name: str, run: Callable[..., Any], inputs: Sequence[Any], direct: Callable[..., list[Any]]) -> None:
        def traced(*args: Any) -> Any:
            return run(*args)

        traced.__name__ = name if name.isidentifier() else "function"
        with jax.default_device(arrays.cpu()):
            self._compiled = jax.jit(traced, keep_unused=True).lower(*inputs).compile()
        self._direct = direct
        self._run = dispatcher(name, self._missed)

    def __call__(self, leaves: Sequence[Any]) -> list[Any]:
        return dispatched(self._run, leaves, {})

    def _missed(self, *leaves: Any) -> tuple[list[Any], DispatchData | None]:
        if not may_run(leaves):
            return self._direct(*leaves), None
        results = self._compiled(*leaves)
        return results, self.data(jax.tree_util.tree_structure(results), results)

    def data(self, tree: Any, results: Sequence[Any]) -> DispatchData | None:
        """What JAX's dispatch needs to run the program, whose results have this structure."""
        flat, tree = reflatten_outputs_for_dispatch(tree, results)
        if len(flat) != len(results):
            # Without values that are arrays, such as None.
            return None
        program = self._compiled._executable
        count = len(program.in_avals)
        return DispatchData(
            program.xla_executable,
            tree,
            program._in_shardings,
            program._out_shardings,
            [result.aval for result in results],
            [False] * len(results),
            [True] * count,
            program._dispatch_in_layouts,
            (),
        )


def may_run(leaves: Sequence[Any]) -> bool:
    """Whether all arrays of JAX's among these are where the programs run."""
    own = arrays.placement()
    return all(leaf.sharding == own for leaf in leaves if isinstance(leaf, jax.Array))
