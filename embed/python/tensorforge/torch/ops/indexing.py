"""Elements read and changed at computed indices."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch import shapes
from tensorforge.torch.ops import pointwise
from tensorforge.torch.ops.views import permuted
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


def _grid(shape: Any, dim: int, index: Any) -> list[Any]:
    """The indices of a shape's elements for each axis, with the given ones along one axis."""
    return [index if axis == dim else tf.iota(shape, axis) for axis in range(len(shape))]


def along(x: Any, dim: int, index: Any, outside: str | None = None) -> Any:
    """The elements at indices along an axis."""
    return x.at(*_grid(index.shape, dim, index), outside=outside)


def _with_axes(*values: Any) -> list[Any]:
    """Scalars as tensors of one element, as torch treats them."""
    return [x.reshape((1,)) if isinstance(x, tf.Tensor) and x.ndim == 0 else x for x in values]


@lowers("gather")
def _gather(at: Node, x: Any, dim: int, index: Any, sparse_grad: bool = False) -> Any:
    if 0 in index.shape:
        return tf.zeros(at.shape, x.dtype)
    x, index = _with_axes(x, index)
    return along(x, dim % x.ndim, index, "check").reshape(at.shape)


@lowers("index_select")
def _index_select(at: Node, x: Any, dim: int, index: Any) -> Any:
    if x.ndim == 0:
        return x
    index, dim = tf.flatten(index), dim % x.ndim
    read = permuted(x, [dim, *[axis for axis in range(x.ndim) if axis != dim]]).at(index, outside="check")
    return permuted(read, [*range(1, dim + 1), 0, *range(dim + 1, x.ndim)])


@lowers("embedding")
def _embedding(at: Node, weight: Any, indices: Any, *rest: Any, **named: Any) -> Any:
    # As in torch, an index out of bounds ends the call.
    return weight.at(tf.flatten(indices), outside="check").reshape(at.shape)


def _from_start(index: Any, extent: Any) -> Any:
    """Indices with negative ones counted from the end."""
    index = index.astype("i64")
    return tf.where(index < 0, index + tf.asarray(extent).astype("i64"), index)


def _front(at: Node, x: Any, indices: Any) -> tuple[list[Any], list[int], list[int]]:
    """The indices, broadcast and counted from 0; their axes; and the order that moves those axes to the
    front."""
    fakes = at.args[1]
    if any(fake is not None and fake.dtype in (torch.bool, torch.uint8) for fake in fakes):
        return refuse("a mask as an index")
    chosen = [axis for axis, index in enumerate(indices) if index is not None]
    rest = [axis for axis in range(x.ndim) if axis not in chosen]
    shape = tuple(shapes.extent(n) for n in torch.broadcast_shapes(*[fakes[axis].shape for axis in chosen]))
    found = []
    for axis in chosen:
        found.append(tf.broadcast_to(_from_start(indices[axis], x.shape[axis]), shape))
    return found, chosen, chosen + rest


@lowers("index.Tensor", "_unsafe_index.Tensor")
def _index(at: Node, x: Any, indices: Any) -> Any:
    found, chosen, order = _front(at, x, indices)
    if not chosen:
        return x
    rank = found[0].ndim
    moved = permuted(x, order)
    outside = None if "unsafe" in at.node.target._schema.name else "check"
    if 0 not in at.shape and any(x.shape[axis] == 0 for axis in chosen):
        return refuse("an index into an empty axis")
    if not rank:
        return moved.at(*[index.reshape((1,)) for index in found], outside=outside).reshape(at.shape)
    read = moved.at(*found, outside=outside)
    if chosen != list(range(chosen[0], chosen[0] + len(chosen))):
        return read
    first = chosen[0]
    return permuted(read, [*range(rank, rank + first), *range(rank), *range(rank + first, read.ndim)])


@lowers("index_put", "_unsafe_index_put")
def _index_put(at: Node, x: Any, indices: Any, values: Any, accumulate: bool = False, unsafe: bool = False) -> Any:
    fakes = at.args[1]
    mask = fakes[0] if len(fakes) == 1 else None
    if mask is not None and mask.dtype == torch.bool and not accumulate and at.args[2].numel() == 1:
        inside = indices[0].reshape((*indices[0].shape, *[1] * (x.ndim - indices[0].ndim)))
        return tf.where(inside, cast(values, at.dtype).reshape(()), x)
    found, chosen, order = _front(at, x, indices)
    if not chosen:
        return refuse("no index")
    rank = found[0].ndim
    moved = permuted(x, order)
    rest = list(moved.shape[len(chosen) :])
    together = chosen == list(range(chosen[0], chosen[0] + len(chosen)))
    first = chosen[0] if together else 0
    wanted = [*rest[:first], *found[0].shape, *rest[first:]]
    values = tf.broadcast_to(cast(values, at.dtype), tuple(wanted))
    values = permuted(values, [*range(first, first + rank), *range(first), *range(first + rank, len(wanted))])
    if rank == 0:
        found, values = [index.reshape((1,)) for index in found], values[None]
    outside = "drop" if "unsafe" in at.node.target._schema.name else "check"
    changed = moved.updated(tuple(found), values, "add" if accumulate else "set", outside)
    back = [0] * x.ndim
    for place, axis in enumerate(order):
        back[axis] = place
    return permuted(changed, back)


_UPDATES = {"sum": "add", "add": "add", "prod": "mul", "multiply": "mul", "amax": "max", "amin": "min"}


def _scattered(x: Any, dim: int, index: Any, source: Any, update: str, outside: str = "check") -> Any:
    """A tensor updated at indices along an axis; the source may be longer than the indices. Torch requires
    valid indices."""
    if isinstance(source, tf.Tensor) and tuple(source.shape) != tuple(index.shape):
        source = source[tuple(slice(0, n) for n in index.shape)]
    return x.updated(tuple(_grid(index.shape, dim, index)), source, update, outside)


@lowers("scatter.src", "scatter.value", "scatter.reduce", "scatter.value_reduce", "scatter_add")
def _scatter(at: Node, x: Any, dim: int, index: Any, source: Any, reduce: str | None = None) -> Any:
    update = "add" if at.node.target._schema.name == "aten::scatter_add" else _UPDATES.get(reduce or "", "set")
    if 0 in index.shape:
        return x
    x, index = _with_axes(x, index)
    if isinstance(source, tf.Tensor):
        (source,) = _with_axes(source)
    else:
        source = tf.full(tuple(index.shape), float(source) if at.dtype.is_floating_point else int(source), x.dtype)
    return _scattered(x, dim % x.ndim, index, cast(source, at.dtype), update).reshape(at.shape)


@lowers("scatter_reduce.two")
def _scatter_reduce(at: Node, x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True) -> Any:
    if x.dtype == "bool":
        return refuse("a scatter of bools")
    x, index, source = _with_axes(x, index, source)
    return _reduced_into(at, x, dim % x.ndim, index, source, reduce, include_self).reshape(at.shape)


def _reduced_into(at: Node, x: Any, dim: int, index: Any, source: Any, reduce: str, include_self: bool) -> Any:
    source = cast(source, at.dtype)
    ones = tf.ones(tuple(index.shape), "i64")
    count = _scattered(tf.zeros(tuple(x.shape), "i64"), dim, index, ones, "add", "drop")
    start = x
    if not include_self:
        identity = _identity(reduce, at.dtype)
        start = tf.where(count > 0, tf.full((), identity, x.dtype), x)
    if reduce != "mean":
        return _scattered(start, dim, index, source, _UPDATES[reduce])
    total = _scattered(start, dim, index, source, "add")
    count = (count + 1 if include_self else tf.maximum(count, 1)).astype(x.dtype)
    return total / count if at.dtype.is_floating_point else tf.floor_divide(total, count)


def _identity(reduce: str, dtype: torch.dtype) -> Any:
    if reduce in ("amax", "amin"):
        if dtype.is_floating_point:
            return float("-inf") if reduce == "amax" else float("inf")
        return torch.iinfo(dtype).min if reduce == "amax" else torch.iinfo(dtype).max
    one = reduce == "prod"
    return float(one) if dtype.is_floating_point else int(one)


@lowers("masked_fill.Scalar", "masked_fill.Tensor")
def _masked_fill(at: Node, x: Any, mask: Any, value: Any) -> Any:
    value = cast(value, at.dtype) if isinstance(value, tf.Tensor) else tf.full(
        (), float(value) if at.dtype.is_floating_point else int(value), cast(x, at.dtype).dtype)
    return tf.where(mask, value, cast(x, at.dtype))


@lowers("masked_scatter")
def _masked_scatter(at: Node, x: Any, mask: Any, source: Any) -> Any:
    mask = tf.broadcast_to(mask, at.shape)
    place = tf.cumsum(tf.flatten(mask).astype("i64"), 0) - 1
    return tf.where(mask, tf.flatten(source).at(place).reshape(at.shape), x)


@lowers("index_reduce")
def _index_reduce(at: Node, x: Any, dim: int, index: Any, source: Any, reduce: str, *, include_self: bool = True) -> Any:
    x, source = _with_axes(x, source)
    index = tf.flatten(index)
    shape = tuple(source.shape)
    wide = tf.broadcast_to(index.reshape(tuple(index.shape[0] if axis == dim % x.ndim else 1 for axis in range(x.ndim))), shape)
    return _reduced_into(at, x, dim % x.ndim, wide, source, reduce, include_self).reshape(at.shape)


@lowers("index_add", "index_copy")
def _index_change(at: Node, x: Any, dim: int, index: Any, source: Any, *, alpha: Any = 1) -> Any:
    x, source = _with_axes(x, source)
    source = cast(source, at.dtype)
    source = source if alpha == 1 else source * (float(alpha) if at.dtype.is_floating_point else int(alpha))
    order = [dim % x.ndim, *[axis for axis in range(x.ndim) if axis != dim % x.ndim]]
    update = "add" if at.node.target._schema.name == "aten::index_add" else "set"
    changed = permuted(x, order).updated(tf.flatten(index), permuted(source, order), update, "check")
    return permuted(changed, [order.index(axis) for axis in range(x.ndim)]).reshape(at.shape)


@lowers("index_fill.int_Scalar", "index_fill.int_Tensor")
def _index_fill(at: Node, x: Any, dim: int, index: Any, value: Any) -> Any:
    (x,) = _with_axes(x)
    order = [dim % x.ndim, *[axis for axis in range(x.ndim) if axis != dim % x.ndim]]
    index = _from_start(tf.flatten(index), x.shape[dim % x.ndim])
    changed = permuted(x, order).updated(index, pointwise.converted(value, at.dtype), "set", "check")
    return permuted(changed, [order.index(axis) for axis in range(x.ndim)]).reshape(at.shape)


@lowers("put")
def _put(at: Node, x: Any, index: Any, source: Any, accumulate: bool = False) -> Any:
    flat = tf.flatten(x)
    index = _from_start(tf.flatten(index), flat.shape[0])
    changed = flat.updated(index, tf.flatten(cast(source, at.dtype)), "add" if accumulate else "set", "check")
    return changed.reshape(at.shape)


@lowers("masked_scatter_backward")
def _masked_scatter_backward(at: Node, grad: Any, mask: Any, sizes: Any) -> Any:
    mask = tf.flatten(tf.broadcast_to(mask, tuple(grad.shape)))
    count = 1
    for size in at.shape:
        count = count * size
    # Elements that the mask excludes get an index out of bounds, which changes nothing.
    place = tf.where(mask, tf.cumsum(mask.astype("i64"), 0) - 1, tf.asarray(count).astype("i64"))
    return tf.zeros((count,), grad.dtype).updated(place, tf.flatten(grad), "set").reshape(at.shape)
