"""Views: other layouts of the same elements."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch import dtypes, shapes
from tensorforge.torch.node import Node, cast
from tensorforge.torch.table import lowers, refuse


def permuted(x: Any, order: Any) -> Any:
    """Permutes the axes."""
    order = [axis % x.ndim for axis in order] if x.ndim else []
    return x if order == list(range(x.ndim)) else x.transpose(*order)


def sliced(x: Any, axis: int, start: Any, stop: Any, step: int = 1) -> Any:
    """A range along an axis; its ends must be in range."""
    return x[(slice(None),) * axis + (slice(start, stop, step),)]


@lowers("view", "reshape", "_unsafe_view", "_reshape_copy", "view_copy", "squeeze", "squeeze.dim", "squeeze.dims", "unsqueeze")
def _view(at: Node, x: Any, *args: Any, **named: Any) -> Any:
    shape = at.shape
    return x if tuple(x.shape) == shape else x.reshape(shape)


@lowers("view.dtype")
def _bits(at: Node, x: Any, dtype: torch.dtype) -> Any:
    if torch.bool in (dtype, at.args[0].dtype) or dtype.itemsize != at.args[0].dtype.itemsize:
        return refuse("a bitcast to another width")
    return tf.bitcast(x, dtypes.name(dtype))


@lowers("permute", "permute_copy")
def _permute(at: Node, x: Any, dims: Any) -> Any:
    return permuted(x, dims)


@lowers("transpose.int")
def _transpose(at: Node, x: Any, a: int, b: int) -> Any:
    order = list(range(x.ndim))
    if order:
        order[a], order[b] = order[b], order[a]
    return permuted(x, order)


@lowers("t", "numpy_T", "mT")
def _t(at: Node, x: Any) -> Any:
    return x if x.ndim < 2 else permuted(x, [*range(x.ndim - 2), x.ndim - 1, x.ndim - 2])


@lowers("expand", "expand_copy")
def _expand(at: Node, x: Any, *args: Any, **named: Any) -> Any:
    return tf.broadcast_to(x, at.shape)


@lowers("select.int", "select_copy.int")
def _select(at: Node, x: Any, dim: int, index: Any) -> Any:
    dim %= x.ndim
    if isinstance(index, int) and index < 0:
        index = x.shape[dim] + index
    if isinstance(index, tf.Tensor):
        return refuse("an index computed at run time")
    return sliced(x, dim, index, index + 1).reshape(at.shape)


def _range(x: Any, fake: Any, dim: int, start: Any, end: Any) -> tuple[Any, Any]:
    """The ends of a range as torch interprets them: clamped, and counted from the end if negative."""
    n, size = x.shape[dim], fake.shape[dim]

    def inside(value: Any) -> Any:
        if isinstance(value, int) and isinstance(n, int):
            value = value + n if value < 0 else value
            return min(max(value, 0), n)
        if isinstance(value, int):
            if value >= 2**62:
                return n
            # Whether a symbolic size is less was decided when the graph was made.
            at = value + size if value < 0 else value
            if bool(at < 0):
                return 0
            return n if bool(at >= size) else (n + value if value < 0 else value)
        return refuse("a range with a symbolic end") if isinstance(n, int) else value

    return inside(0 if start is None else start), inside(2**63 - 1 if end is None else end)


@lowers("slice.Tensor", "slice_copy.Tensor")
def _slice(at: Node, x: Any, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Any:
    dim %= x.ndim
    start, end = _range(x, at.args[0], dim, start, end)
    if isinstance(start, int) and isinstance(end, int):
        end = max(start, end)
    return sliced(x, dim, start, end, step)


@lowers("slice_scatter")
def _slice_scatter(at: Node, x: Any, source: Any, dim: int = 0, start: Any = None, end: Any = None, step: int = 1) -> Any:
    dim %= x.ndim
    start, end = _range(x, at.args[0], dim, start, end)
    source = cast(source, at.dtype)
    if step != 1:
        rows = start + tf.iota((source.shape[dim],), 0) * step
        moved = permuted(x, [dim, *[a for a in range(x.ndim) if a != dim]])
        update = permuted(source, [dim, *[a for a in range(x.ndim) if a != dim]])
        changed = moved.updated(rows, update, "set")
        return permuted(changed, [*range(1, dim + 1), 0, *range(dim + 1, x.ndim)])
    parts = [sliced(x, dim, 0, start), source, sliced(x, dim, end, x.shape[dim])]
    parts = [part for part in parts if part.shape[dim] != 0]
    return tf.concatenate(parts, dim) if len(parts) > 1 else parts[0] if parts else x


@lowers("select_scatter")
def _select_scatter(at: Node, x: Any, source: Any, dim: int, index: Any) -> Any:
    dim %= x.ndim
    if not isinstance(index, int):
        return refuse("a symbolic index")
    if index < 0:
        index = x.shape[dim] + index
    chosen = tf.iota(at.shape, dim) == index
    return tf.where(chosen, cast(source, at.dtype)[(slice(None),) * dim + (None,)], x)


@lowers("split_with_sizes", "split_with_sizes_copy", "split.Tensor", "split_copy.Tensor", "unbind.int", "unbind_copy.int", "chunk")
def _split(at: Node, x: Any, *args: Any, **named: Any) -> Any:
    name = at.node.target._schema.name
    given = named.get("dim", args[0] if name.startswith("aten::unbind") and args else args[1] if len(args) > 1 else 0)
    dim, start, parts = given % x.ndim, 0, []
    for fake in at.fake:
        length = 1 if name.startswith("aten::unbind") else shapes.extent(fake.shape[dim])
        parts.append(sliced(x, dim, start, start + length).reshape(shapes.shape(fake)))
        start = start + length
    return parts


@lowers("cat")
def _cat(at: Node, tensors: Any, dim: int = 0) -> Any:
    # For compatibility, torch accepts an empty vector with every shape.
    kept = [cast(x, at.dtype) for x, fake in zip(tensors, at.args[0]) if not (fake.dim() == 1 and fake.shape[0] == 0)]
    if not kept:
        return tf.zeros(at.shape, cast(tensors[0], at.dtype).dtype)
    return tf.concatenate(kept, dim % kept[0].ndim) if len(kept) > 1 else kept[0]


@lowers("stack")
def _stack(at: Node, tensors: Any, dim: int = 0) -> Any:
    return tf.stack([cast(x, at.dtype) for x in tensors], dim % (tensors[0].ndim + 1))


@lowers("flip")
def _flip(at: Node, x: Any, dims: Any) -> Any:
    for dim in dims:
        x = tf.flip(x, dim) if x.ndim else x
    return x


@lowers("repeat")
def _repeat(at: Node, x: Any, repeats: Any) -> Any:
    new = len(repeats) - x.ndim
    shape = [1] * new + list(x.shape)
    between = [extent for pair in zip([1] * len(shape), shape) for extent in pair]
    wanted = [extent for pair in zip(repeats, shape) for extent in pair]
    return tf.broadcast_to(x.reshape(tuple(between)), tuple(wanted)).reshape(at.shape)


def padded(x: Any, places: Any, value: Any = 0) -> Any:
    """Pads a tensor with a value around each axis; negative padding crops it."""
    for axis, (low, high) in enumerate(places):
        if isinstance(low, int) and low < 0:
            x, low = sliced(x, axis, -low, x.shape[axis]), 0
        if isinstance(high, int) and high < 0:
            x, high = sliced(x, axis, 0, x.shape[axis] + high), 0
        parts = [tf.full((*x.shape[:axis], n, *x.shape[axis + 1 :]), value, x.dtype) if n != 0 else None for n in (low, high)]
        around = [part for part in (parts[0], x, parts[1]) if part is not None]
        x = tf.concatenate(around, axis) if len(around) > 1 else x
    return x


@lowers("constant_pad_nd")
def _pad(at: Node, x: Any, pad: Any, value: Any = 0) -> Any:
    pairs = list(zip(pad[::2], pad[1::2]))[::-1]
    return padded(x, [(0, 0)] * (x.ndim - len(pairs)) + pairs, float(value) if at.dtype.is_floating_point else int(value))


@lowers("diagonal", "diagonal_copy")
def _diagonal(at: Node, x: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    a, b = dim1 % x.ndim, dim2 % x.ndim
    rest = [axis for axis in range(x.ndim) if axis not in (a, b)]
    steps = tf.iota((at.shape[-1],), 0)
    read = permuted(x, [a, b, *rest]).at(steps + max(-offset, 0), steps + max(offset, 0))
    return permuted(read, [*range(1, read.ndim), 0])


@lowers("unfold", "unfold_copy")
def _unfold(at: Node, x: Any, dim: int, size: int, step: int) -> Any:
    if x.ndim == 0:
        return x.reshape(at.shape)
    dim %= x.ndim
    count = at.shape[dim]
    rows = tf.iota((count, size), 0) * step + tf.iota((count, size), 1)
    read = permuted(x, [dim, *[axis for axis in range(x.ndim) if axis != dim]]).at(rows)
    rest = list(range(2, read.ndim))
    return permuted(read, [*rest[:dim], 0, *rest[dim:], 1])


@lowers("as_strided", "as_strided_copy")
def _as_strided(at: Node, x: Any, size: Any, stride: Any, offset: Any = None) -> Any:
    fake = at.args[0]
    if not fake.is_contiguous() or fake.storage_offset() != 0:
        return refuse("as_strided of a tensor that is not contiguous")
    return tf.flatten(x).at(_strided(at.shape, stride, offset))


def _strided(shape: Any, stride: Any, offset: Any) -> Any:
    """The offsets of the elements in memory."""
    place = tf.zeros(shape, "i64") + (offset or 0)
    for axis, step in enumerate(stride):
        place = place + tf.iota(shape, axis) * step
    return place


@lowers("as_strided_scatter")
def _as_strided_scatter(at: Node, x: Any, source: Any, size: Any, stride: Any, offset: Any = None) -> Any:
    fake = at.args[0]
    if not fake.is_contiguous() or fake.storage_offset() != 0:
        return refuse("as_strided of a tensor that is not contiguous")
    place = tf.flatten(_strided(tuple(source.shape), stride, offset))
    return tf.flatten(x).updated(place, tf.flatten(cast(source, at.dtype)), "set").reshape(at.shape)


@lowers("diagonal_scatter")
def _diagonal_scatter(at: Node, x: Any, source: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Any:
    a, b = dim1 % x.ndim, dim2 % x.ndim
    order = [a, b, *[axis for axis in range(x.ndim) if axis not in (a, b)]]
    steps = tf.iota((source.shape[-1],), 0)
    source = permuted(cast(source, at.dtype), [source.ndim - 1, *range(source.ndim - 1)])
    changed = permuted(x, order).updated((steps + max(-offset, 0), steps + max(offset, 0)), source, "set")
    back = [0] * x.ndim
    for place, axis in enumerate(order):
        back[axis] = place
    return permuted(changed, back)


@lowers("narrow_copy")
def _narrow(at: Node, x: Any, dim: int, start: Any, length: Any) -> Any:
    dim %= x.ndim
    if not isinstance(start, int) or start < 0:
        return refuse("a start that is not constant")
    return sliced(x, dim, start, start + length)


@lowers("tril", "triu")
def _triangle(at: Node, x: Any, diagonal: int = 0) -> Any:
    down, across = tf.iota(at.shape, x.ndim - 2), tf.iota(at.shape, x.ndim - 1)
    lower = "tril" in at.node.target._schema.name
    inside = across - down <= diagonal if lower else across - down >= diagonal
    return tf.where(inside, x, tf.zeros((), x.dtype))
