"""Scalar code in programs: loops with early exit, switches, folds, small arrays, and scatters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tensorforge import tree
from tensorforge._native import Local, More, TraceError
from tensorforge._native import Loop as _Handle
from tensorforge.current import tracer
from tensorforge.transforms import _Body, _same

__all__ = ["Local", "Loop", "fold", "local", "loop_with", "scan", "scatter", "switch", "while_with"]


class Loop:
    """The loop whose body is being traced, as ``loop_with`` and ``while_with`` pass it to the body."""

    def __init__(self, handle: _Handle, structure: Any) -> None:
        self._handle = handle
        self._structure = structure

    def break_if(self, condition: Any, state: Any) -> None:
        """Leaves the loop if the condition holds; the loop returns this state."""
        _same("break_if", tree.structure(state), self._structure)
        self._handle.exit(condition, tree.flatten(state)[0], False)

    def continue_if(self, condition: Any, state: Any) -> None:
        """Ends this iteration if the condition holds; the next one starts with this state."""
        _same("continue_if", tree.structure(state), self._structure)
        self._handle.exit(condition, tree.flatten(state)[0], True)


def loop_with(low: Any, high: Any, body: Callable[..., Any], start: Any, step: Any = 1) -> Any:
    """As ``loop``, with a body that may leave the loop: ``state = body(loop, i, state)``, with
    ``loop.break_if``."""
    leaves, build = tree.flatten(start)
    wanted = tree.structure(start)

    def inner(handle: _Handle, i: Any, *state: Any) -> list[Any]:
        given = body(Loop(handle, wanted), i, tree.unflatten(build, list(state)))
        _same("the body of the loop", tree.structure(given), wanted)
        return tree.flatten(given)[0]

    return tree.unflatten(build, More.loop_with(tracer(), (low, high, step), leaves, inner))


def while_with(condition: Callable[[Any], Any] | None, body: Callable[..., Any], start: Any) -> Any:
    """As ``while_``, with a body that may leave the loop: ``state = body(loop, state)``. Without a condition
    (None) it must."""
    leaves, build = tree.flatten(start)
    wanted = tree.structure(start)

    def inner(handle: _Handle, *state: Any) -> list[Any]:
        given = body(Loop(handle, wanted), tree.unflatten(build, list(state)))
        _same("the body of the loop", tree.structure(given), wanted)
        return tree.flatten(given)[0]

    def test(*state: Any) -> Any:
        assert condition is not None
        return condition(tree.unflatten(build, list(state)))

    return tree.unflatten(build, More.while_with(tracer(), test if condition else None, inner, leaves))


def switch(number: Any, *branches: Callable[[], Any]) -> Any:
    """Runs one of several functions, selected by a scalar integer. Indices outside select the last one."""
    if not branches:
        raise TraceError("a switch needs at least one branch")
    bodies = [_Body(branch) for branch in branches]
    made = More.switch(tracer(), number, bodies)
    if any(branch.structure != bodies[0].structure for branch in bodies):
        raise TraceError("the branches of a switch return different structures")
    return bodies[0].rebuilt(made)


def fold(low: Any, high: Any, combine: str | Sequence[str], body: Callable[[Any], Any]) -> Any:
    """Reduces ``body(i)`` for ``i`` from ``low`` up to but excluding ``high``: in scalar code, a sum over
    indices.

    ``combine`` is ``"add"``, ``"mul"``, ``"min"``, ``"max"``, ``"and"``, ``"or"`` or ``"xor"``, or a list
    with one per value.
    """
    flat = _Body(body)
    ways = [combine] if isinstance(combine, str) else list(combine)
    return flat.rebuilt(More.fold(tracer(), (low, high), ways, flat))


def scan(body: Callable[[Any, Any], Any], tensors: Any, start: Any, axis: int = 0) -> Any:
    """A scan: the state after each element along an axis, ``state = body(state, elements)``, in scalar code.

    ``tensors`` is a structure of tensors of one shape, ``start`` the state before the first element, of the
    same structure.
    """
    leaves, build = tree.flatten(tensors)
    wanted = tree.structure(tensors)
    _same("the start of a scan", tree.structure(start), wanted)

    def inner(*values: Any) -> list[Any]:
        state, elements = list(values[: len(leaves)]), list(values[len(leaves) :])
        given = body(tree.unflatten(build, state), tree.unflatten(build, elements))
        _same("the body of the scan", tree.structure(given), wanted)
        return tree.flatten(given)[0]

    return tree.unflatten(build, More.scan(tracer(), axis, leaves, tree.flatten(start)[0], inner))


def scatter(shape: Any, targets: Sequence[tuple[Any, str]], body: Callable[..., None]) -> list[Any]:
    """A scatter: for each point of a shape, ``body(i, j, ..., target, ...)`` writes to any elements of the
    targets.

    Each target is a tensor and its update: ``"set"``, or a combination of ``fold``. In ``body``,
    ``target.put((i, j), value)`` updates an element; reads of the same tensor return its old elements.
    """
    return More.scatter(tracer(), shape, list(targets), body)


def local(elements: Sequence[Any]) -> Local:
    """A small array of scalars in scalar code, for tens of elements: ``a[i]``, ``a[i] = x``, ``a.add(i, x)``,
    ``len(a)``.

    Its length is known while tracing; indices may be computed. Outside indices read the nearest element and
    write nothing. Updates in loops and branches happen each time they run; points of a comprehension update
    copies. An array can be part of a loop's state.
    """
    return Local(tracer(), list(elements))
