"""Matrix products, and attention."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch import dtypes
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import Mistake, lowers


def _product(at: Node, equation: str, *tensors: Any) -> Any:
    types = {str(fake.dtype).removeprefix("torch.") for fake in at.args if isinstance(fake, torch.Tensor)}
    if len(types) > 1:
        raise Mistake(f"the factors have different types: {' and '.join(sorted(types))}")
    wide = dtypes.computed(at.dtype)
    return tf.einsum(equation, *[cast(x, wide) for x in tensors])


@lowers("mm")
def _mm(at: Node, a: Any, b: Any) -> Any:
    return _product(at, "ij,jk->ik", a, b)


@lowers("bmm")
def _bmm(at: Node, a: Any, b: Any) -> Any:
    return _product(at, "bij,bjk->bik", a, b)


@lowers("mv")
def _mv(at: Node, a: Any, b: Any) -> Any:
    return _product(at, "ij,j->i", a, b)


@lowers("dot", "vdot")
def _dot(at: Node, a: Any, b: Any) -> Any:
    return _product(at, "i,i->", a, b)


def _scaled(at: Node, x: Any, factor: Any) -> Any:
    return x if factor == 1 else x * (float(factor) if at.dtype.is_floating_point else int(factor))


@lowers("addmm", "baddbmm", "addmv", "addbmm")
def _addmm(at: Node, bias: Any, a: Any, b: Any, *, beta: Any = 1, alpha: Any = 1) -> Any:
    equation = {"aten::addmm": "ij,jk->ik", "aten::baddbmm": "bij,bjk->bik", "aten::addmv": "ij,j->i", "aten::addbmm": "bij,bjk->ik"}
    product = _scaled(at, _product(at, equation[at.node.target._schema.name], a, b), alpha)
    if beta == 0:
        # The factor is 0, so the other operand does not matter, not even a NaN.
        return product
    return _scaled(at, cast(bias, dtypes.computed(at.dtype)), beta) + product


@lowers("_trilinear")
def _trilinear(at: Node, a: Any, b: Any, c: Any, new_a: Any, new_b: Any, new_c: Any, summed: Any, unroll: int = 1) -> Any:
    factors = []
    for x, new in ((a, new_a), (b, new_b), (c, new_c)):
        for axis in sorted(new):
            x = x[(slice(None),) * axis + (None,)]
        factors.append(cast(x, dtypes.computed(at.dtype)))
    product = factors[0] * factors[1] * factors[2]
    return tf.sum(product, tuple(summed)) if summed else product


@lowers("_cdist_forward")
def _cdist(at: Node, a: Any, b: Any, p: float, mode: Any = None) -> Any:
    off = tf.abs(a[..., :, None, :] - b[..., None, :, :])
    if p == 0:
        return tf.sum((off != 0).astype(off.dtype), (-1,))
    if p == 1:
        return tf.sum(off, (-1,))
    if p == 2:
        return tf.sqrt(tf.sum(off * off, (-1,)))
    if p == float("inf"):
        return tf.max(off, (-1,))
    return tf.power(tf.sum(tf.power(off, p), (-1,)), 1 / p)


@lowers("_cdist_backward")
def _cdist_backward(at: Node, grad: Any, a: Any, b: Any, p: float, distances: Any) -> Any:
    signed = a[..., :, None, :] - b[..., None, :, :]
    off, far, grad = tf.abs(signed), distances[..., None], grad[..., None]
    sign = (signed > 0).astype(off.dtype) - (signed < 0).astype(off.dtype)
    zero = tf.zeros((), off.dtype)
    if p == 0:
        part = zero * signed
    elif p == 1:
        part = sign * grad
    elif p == float("inf"):
        part = tf.where(off == far, sign * grad, zero)
    elif p == 2:
        part = tf.where(far == 0, zero, grad * signed / far)
    else:
        part = tf.where((far == 0) | (off == 0), zero, sign * tf.power(off, p - 1) * grad / tf.power(far, p - 1))
    return tf.sum(part, (-2,))
