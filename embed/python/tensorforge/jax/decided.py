"""Questions about sizes by name that have no answer: what a function asks of them is refused, instead of being answered with "no".

JAX says that two sizes are unequal where it cannot tell, as equality is what its caches ask for, and any size counts as true. A function that goes
on by such an answer would be right for some sizes only. While a function is traced here, comparisons in code that is not JAX's own, and all uses of a
size as a condition, end with JAX's error for what is not known.
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

__all__ = ["asked"]

# Whether a function is traced with symbolic dimensions.
_active: ContextVar[bool] = ContextVar("tensorforge_asks", default=False)
# The instructions with which user code compares; caches compare from calls.
_COMPARISONS = {dis.opmap["COMPARE_OP"], dis.opmap["CONTAINS_OP"]}


@contextlib.contextmanager
def asked() -> Iterator[None]:
    """Where a function is traced whose questions are answered, or refused."""
    token = _active.set(True)
    try:
        yield
    finally:
        _active.reset(token)


def _difference(size: Any, other: Any) -> tuple[float, float]:
    """Between which numbers a difference lies."""
    return bounds_decision(size - other, BoundsPrecision.BEST)


def _refuse(question: str) -> InconclusiveDimensionOperation:
    return InconclusiveDimensionOperation(f"'{question}' is true for some sizes and not for others: the program is one for all of them")


def _is_of_a_program(frame: Any) -> bool:
    """Whether a frame compares, and is not JAX's own, or this package's."""
    package = frame.f_globals.get("__name__", "").partition(".")[0]
    return package not in ("jax", "jaxlib", "tensorforge") and frame.f_code.co_code[frame.f_lasti] in _COMPARISONS


def _asking(equal: Callable[[Any, Any], bool], negated: bool) -> Callable[[Any, Any], Any]:
    """A comparison, which is refused where a program asks it and there is no answer."""

    @functools.wraps(equal)
    def compare(self: Any, other: Any) -> Any:
        found = equal(self, other)
        if found is NotImplemented or found != negated or not _active.get() or not _is_of_a_program(sys._getframe(1)):
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
    """Whether a size is not 0."""
    if not _active.get():
        return True
    least, most = _difference(self, 0)
    if least <= 0 <= most:
        raise _refuse(f"{self} != 0")
    return True


DimExpr.__eq__, DimExpr.__ne__ = _asking(DimExpr.__eq__, False), _asking(DimExpr.__ne__, True)
DimExpr.__bool__ = _truth
