"""Symbolic sizes of torch as our extents."""

from __future__ import annotations

from typing import Any

import sympy
import torch
from torch.utils._sympy.functions import CleanDiv, FloorDiv, Max, Min, Mod, PythonMod

from tensorforge._native import Dim, Error
from tensorforge.torch.table import Unsupported


def expression(size: Any) -> Any:
    """The term of a size: an integer, or one of sympy's."""
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
        raise Unsupported(f"the size {term} is no term of ours: {error}") from error


def _extent(term: Any) -> Any:
    if term.is_Integer:
        return int(term)
    if term.is_Symbol:
        if str(term).startswith("u"):
            raise Unsupported("a size that is known only when the program runs")
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
    raise Unsupported(f"the size {term} is no term of ours")


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
    """The extents of a tensor of torch's."""
    return tuple(extent(size) for size in tensor.shape)
