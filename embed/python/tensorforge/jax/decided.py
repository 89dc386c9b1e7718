"""Refuses control flow on undecidable comparisons of symbolic dimensions.

JAX treats two dimensions as unequal if it cannot decide, since its caches need an equality, and treats any
dimension as true. Code that branches on such an answer would be right for some sizes only. While a function
is traced here, comparisons outside of JAX's code, and all uses of a dimension as a condition, raise JAX's
error for inconclusive comparisons.
"""

from __future__ import annotations

import contextlib
import dis
import functools
import sys
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any

from jax.errors import InconclusiveDimensionOperation

from tensorforge.jax.private import BoundsPrecision, DimExpr, bounds_decision

__all__ = ["refuse_undecidable"]

# Whether a function is traced with symbolic dimensions.
_active: ContextVar[bool] = ContextVar("tensorforge_asks", default=False)
# The instructions with which user code compares; caches compare from calls.
_COMPARISONS = {dis.opmap["COMPARE_OP"], dis.opmap["CONTAINS_OP"]}


@contextlib.contextmanager
def refuse_undecidable() -> Iterator[None]:
    """Refuses undecidable comparisons in this context."""
    token = _active.set(True)
    try:
        yield
    finally:
        _active.reset(token)


def _difference(size: Any, other: Any) -> tuple[float, float]:
    """Lower and upper bounds of a difference."""
    return bounds_decision(size - other, BoundsPrecision.BEST)


def _refuse(question: str) -> InconclusiveDimensionOperation:
    return InconclusiveDimensionOperation(
        f"'{question}' is true for some sizes and false for others, but one program serves all sizes"
    )


def _is_user_comparison(frame: Any) -> bool:
    """Whether a frame compares values, and is neither JAX's nor this package's."""
    package = frame.f_globals.get("__name__", "").partition(".")[0]
    return package not in ("jax", "jaxlib", "tensorforge") and frame.f_code.co_code[frame.f_lasti] in _COMPARISONS


def _comparison(equal: Callable[[Any, Any], bool], negated: bool) -> Callable[[Any, Any], Any]:
    """A comparison of dimensions, refused in user code if it is undecidable."""

    @functools.wraps(equal)
    def compare(self: Any, other: Any) -> Any:
        found = equal(self, other)
        if found is NotImplemented or found != negated or not _active.get() or not _is_user_comparison(sys._getframe(1)):
            return found
        # Dimensions of another function's scope are never the same size.
        if not isinstance(other, int) and getattr(other, "scope", None) is not self.scope:
            return found
        least, most = _difference(self, other)
        if least <= 0 <= most:
            raise _refuse(f"{self} {'!=' if negated else '=='} {other}")
        return found

    return compare


def _truth(self: Any) -> bool:
    """Whether a dimension is not 0."""
    if not _active.get():
        return True
    least, most = _difference(self, 0)
    if least <= 0 <= most:
        raise _refuse(f"{self} != 0")
    return True


DimExpr.__eq__, DimExpr.__ne__ = _comparison(DimExpr.__eq__, False), _comparison(DimExpr.__ne__, True)
DimExpr.__bool__ = _truth
