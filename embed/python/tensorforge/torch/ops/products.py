"""Products of matrices, and attention."""

from __future__ import annotations

from typing import Any

import tensorforge as tf
from tensorforge.torch import dtypes
from tensorforge.torch.place import Place, cast
from tensorforge.torch.table import lowers


def _product(at: Place, equation: str, *tensors: Any) -> Any:
    wide = dtypes.computed(at.dtype)
    return tf.einsum(equation, *[cast(x, wide) for x in tensors])


@lowers("mm")
def _mm(at: Place, a: Any, b: Any) -> Any:
    return _product(at, "ij,jk->ik", a, b)


@lowers("bmm")
def _bmm(at: Place, a: Any, b: Any) -> Any:
    return _product(at, "bij,bjk->bik", a, b)


@lowers("mv")
def _mv(at: Place, a: Any, b: Any) -> Any:
    return _product(at, "ij,j->i", a, b)


@lowers("dot", "vdot")
def _dot(at: Place, a: Any, b: Any) -> Any:
    return _product(at, "i,i->", a, b)


def _scaled(at: Place, x: Any, factor: Any) -> Any:
    return x if factor == 1 else x * (float(factor) if at.dtype.is_floating_point else int(factor))


@lowers("addmm", "baddbmm", "addmv")
def _addmm(at: Place, bias: Any, a: Any, b: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    equation = {"aten::addmm": "ij,jk->ik", "aten::baddbmm": "bij,bjk->bik", "aten::addmv": "ij,j->i"}
    product = _scaled(at, _product(at, equation[at.node.target._schema.name], a, b), alpha)
    if beta == 0:
        # What is multiplied by this zero does not matter, NaN neither.
        return product
    return _scaled(at, cast(bias, dtypes.computed(at.dtype)), beta) + product
