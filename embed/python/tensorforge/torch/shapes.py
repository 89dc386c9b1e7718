"""Symbolic sizes of torch as extents of programs."""

from __future__ import annotations

from typing import Any

import sympy
import torch
from torch.utils._sympy.functions import CleanDiv, FloorDiv, Max, Min, Mod, PythonMod

from tensorforge._native import Dim, Error
from tensorforge.torch.table import Unsupported


def expression(size: Any) -> Any:
    """The expression of a size: an integer, or a sympy expression."""
    if isinstance(size, torch.SymInt):
        expr = size.node.expr
        return int(expr) if expr.is_Integer else expr
    return int(size)


def extent(size: Any) -> Any:
    """A size as an extent of a program: an integer or a ``Dim``."""
    term = expression(size)
    if isinstance(term, int):
        return term
    try:
        return _extent(term)
    except (Error, ValueError) as error:
        raise Unsupported(f"the size {term} has no extent expression: {error}") from error


def _extent(term: Any) -> Any:
    if term.is_Integer:
        return int(term)
    if term.is_Symbol:
        if str(term).startswith("u"):
            raise Unsupported("a size that is known only at run time")
        return Dim(str(term))
    if isinstance(term, sympy.Pow) and term.args[1].is_Integer and int(term.args[1]) > 0:
        return _fold([term.args[0]] * int(term.args[1]), lambda a, b: a * b)
    if isinstance(term, sympy.Add):
        return _fold(term.args, lambda a, b: a + b)
    if isinstance(term, sympy.Mul):
        return _fold(term.args, lambda a, b: a * b)
    if isinstance(term, (FloorDiv, CleanDiv)):
        return _extent(term.args[0]) // _extent(term.args[1])
    if isinstance(term, (Mod, PythonMod)):
        return _extent(term.args[0]) % _extent(term.args[1])
    if isinstance(term, (Max, Min)):
        return _fold(term.args, _greatest if isinstance(term, Max) else _least)
    raise Unsupported(f"the size {term} has no extent expression")


def _fold(terms: Any, combine: Any) -> Any:
    first, *rest = [_extent(term) for term in terms]
    for other in rest:
        first = combine(first, other)
    return first


def _greatest(a: Any, b: Any) -> Any:
    return Dim.max(a, b) if isinstance(a, Dim) else Dim.max(b, a)


def _least(a: Any, b: Any) -> Any:
    return Dim.min(a, b) if isinstance(a, Dim) else Dim.min(b, a)


def shape(tensor: Any) -> tuple[Any, ...]:
    """The extents of a torch tensor."""
    return tuple(extent(size) for size in tensor.shape)


def order(tensor: Any) -> list[int] | None:
    """The axes of a tensor in memory order, the largest stride first; None if that is their own order."""
    steps, sizes = [hint(step) for step in tensor.stride()], [hint(size) for size in tensor.shape]
    # An axis of one element may have any stride: it comes after its neighbour to the left.
    for axis, size in enumerate(sizes):
        if size == 1:
            steps[axis] = steps[axis - 1] if axis else max(steps, default=1)
    found = sorted(range(len(steps)), key=lambda axis: -steps[axis])
    return None if found == list(range(len(steps))) or 0 in steps else found


def has_gaps(tensor: Any) -> bool:
    """Whether the elements of a tensor, each with a distinct address, have gaps between them."""
    axes = [(step, size) for step, size in zip(tensor.stride(), tensor.shape) if hint(size) != 1]
    found, reach = False, 1
    for step, size in sorted(((hint(step), hint(size)) for step, size in axes)):
        if step < reach:
            return False
        found |= step > reach
        reach = step * size
    return found


def hint(size: Any) -> int:
    """The size at trace time."""
    return int(size.node.hint or 2) if isinstance(size, torch.SymInt) else size


def back(axes: list[int]) -> list[int]:
    """The inverse of a permutation."""
    return sorted(range(len(axes)), key=axes.__getitem__)


def value(term: Any, known: dict[str, tuple[int, int | None]], args: Any) -> int:
    """The value of a size expression in a call: ``known`` maps a symbol to its argument and axis, or to a
    scalar argument."""
    if isinstance(term, int):
        return term
    numbers = {}
    for symbol in term.free_symbols:
        at, axis = known[str(symbol)]
        numbers[symbol] = sympy.Integer(args[at] if axis is None else args[at].shape[axis])
    return int(term.xreplace(numbers))
