"""Loops, conditions, derivatives and maps of functions in programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tensorforge import tree
from tensorforge._native import Control, More, Tensor, TraceError
from tensorforge.current import tracer

__all__ = [
    "assert_",
    "checkpoint",
    "compute",
    "custom_jvp",
    "custom_vjp",
    "grad",
    "hessian",
    "if_",
    "jacobian",
    "jvp",
    "loop",
    "print_",
    "value_and_grad",
    "vjp",
    "vmap",
    "while_",
]


def print_(text: str, *values: Any) -> None:
    """Prints a text when the program runs; each ``{}`` is replaced by one of the values, in order.

    The text goes to ``sys.stderr``, or to the session's printer: ``Session(printer=…)``. It is printed each
    time the surrounding code runs; in a function mapped over slices, once per slice. Derivatives do not print
    again.
    """
    Control.print_(tracer(), text, values)


def assert_(condition: Any, text: str, *values: Any) -> None:
    """Ends the call with a ``CallError`` unless the condition holds: a bool, or a tensor of bools that must
    all be true.

    Each ``{}`` in the text is replaced by one of the values: at most two scalars.
    """
    Control.assert_(tracer(), condition, text, values)


class _Body:
    """A user's function over flat lists of values, and the structure of its result."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.build: tree.Build | None = None
        self.structure: Any = None

    def __call__(self, *args: Any) -> list[Any]:
        given = self.function(*args)
        leaves, self.build = tree.flatten(given)
        self.structure = tree.structure(given)
        return leaves

    def rebuilt(self, leaves: list[Any]) -> Any:
        assert self.build is not None
        return tree.unflatten(self.build, leaves)


def _same(what: str, found: Any, wanted: Any) -> None:
    if found != wanted:
        raise TraceError(f"{what} returns {tree.words(found)}, but takes {tree.words(wanted)}")


def _call(what: str, takes: str, function: Callable[..., Any], *args: Any) -> Any:
    """Calls a user's function; if its parameters do not fit, the error names the arguments."""
    try:
        return function(*args)
    except TypeError as error:
        # Raised by the call itself, not by the function's body.
        if error.__traceback__ is not None and error.__traceback__.tb_next is None:
            raise TraceError(f"{what} is called as {takes}: {error}") from error
        raise


def loop(low: Any, high: Any, body: Callable[..., Any], start: Any, step: Any = 1, unroll: int = 1) -> Any:
    """A counted loop: ``state = body(i, state)`` for ``i`` from ``low`` up to but excluding ``high``.

    ``start`` is the first state: a value, or a structure of values, whose shapes and types stay the same.
    ``unroll`` is the unroll factor, at most 256, of a loop in a kernel or in scalar code.
    """
    leaves, build = tree.flatten(start)
    wanted = tree.structure(start)

    def inner(i: Any, *state: Any) -> list[Any]:
        given = _call("the body of the loop", "body(i, state)", body, i, tree.unflatten(build, list(state)))
        _same("the body of the loop", tree.structure(given), wanted)
        return tree.flatten(given)[0]

    return tree.unflatten(build, Control.loop_(tracer(), (low, high, step), unroll, leaves, inner))


def while_(condition: Callable[[Any], Any], body: Callable[[Any], Any], start: Any) -> Any:
    """A loop with a condition: ``state = body(state)`` while ``condition(state)`` is true."""
    leaves, build = tree.flatten(start)
    wanted = tree.structure(start)

    def inner(*state: Any) -> list[Any]:
        given = _call("the body of the loop", "body(state)", body, tree.unflatten(build, list(state)))
        _same("the body of the loop", tree.structure(given), wanted)
        return tree.flatten(given)[0]

    def test(*state: Any) -> Any:
        return _call("the condition of the loop", "condition(state)", condition, tree.unflatten(build, list(state)))

    return tree.unflatten(build, Control.while_(tracer(), test, inner, leaves))


def if_(condition: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> Any:
    """Runs one of two functions, selected by a scalar condition. For a choice per element, see ``where``."""
    first, second = _Body(then), _Body(otherwise)
    made = Control.if_(tracer(), condition, first, second)
    if first.structure != second.structure:
        raise TraceError("the branches of an if_ return different structures")
    return first.rebuilt(made)


def value_and_grad(
    function: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False
) -> Callable[..., Any]:
    """A function that returns the result of ``function``, and its gradient with respect to the arguments at
    ``argnums``.

    ``function`` returns a scalar, and with ``has_aux`` a pair of a scalar and other values.
    """
    several = not isinstance(argnums, int)
    positions = list(argnums) if several else [argnums]

    def derived(*args: Any) -> Any:
        for at in positions:
            if not -len(args) <= at < len(args):
                raise TraceError(
                    f"cannot differentiate with respect to argument {at}: there are {len(args)} arguments"
                )
        chosen = [args[at] for at in positions]
        leaves, build = tree.flatten(chosen)
        flat: list[_Body] = []

        def inner(*values: Any) -> list[Any]:
            replaced = list(args)
            for at, value in zip(positions, tree.unflatten(build, list(values))):
                replaced[at] = value
            given = function(*replaced)
            value, rest = given if has_aux else (given, ())
            aux = _Body(lambda: rest)
            flat.append(aux)
            return [value, *aux()]

        values, gradients = Control.value_and_grad(tracer(), leaves, inner)
        value, *rest = values
        gradient = tree.unflatten(build, gradients)
        result = (value, flat[-1].rebuilt(rest)) if has_aux else value
        return result, tuple(gradient) if several else gradient[0]

    return derived


def grad(function: Callable[..., Any], argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Callable[..., Any]:
    """The gradient of a function that returns a scalar, as a function of the same arguments."""
    both = value_and_grad(function, argnums, has_aux)

    def derived(*args: Any) -> Any:
        value, gradient = both(*args)
        return (gradient, value[1]) if has_aux else gradient

    return derived


def jvp(function: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> tuple[Any, Any]:
    """The result of a function at ``primals``, and its derivative in the direction of ``tangents``."""
    leaves, build = tree.flatten(list(primals))
    flat = _Body(lambda *values: function(*tree.unflatten(build, list(values))))
    values, derivatives = Control.jvp(tracer(), leaves, tree.flatten(list(tangents))[0], flat)
    return flat.rebuilt(values), flat.rebuilt(derivatives)


def vjp(function: Callable[..., Any], primals: Sequence[Any], cotangents: Any) -> tuple[Any, tuple[Any, ...]]:
    """The result of a function at ``primals``, and a function from its cotangents to those of ``primals``."""
    leaves, build = tree.flatten(list(primals))
    flat = _Body(lambda *values: function(*tree.unflatten(build, list(values))))
    values, derivatives = Control.vjp(tracer(), leaves, tree.flatten(cotangents)[0], flat)
    return flat.rebuilt(values), tuple(tree.unflatten(build, derivatives))


def vmap(
    function: Callable[..., Any], in_axes: int | None | Sequence[int | None] = 0, out_axes: int = 0
) -> Callable[..., Any]:
    """Maps a function over slices, along the axis in ``in_axes`` of each argument; None passes the whole
    argument."""

    def mapped(*args: Any) -> Any:
        axes = [in_axes] * len(args) if in_axes is None or isinstance(in_axes, int) else list(in_axes)
        if len(axes) != len(args):
            raise TraceError(f"vmap has axes for {len(axes)} arguments, but is called with {len(args)}")
        chosen = [arg for arg, axis in zip(args, axes) if axis is not None]
        leaves, build = tree.flatten(chosen)
        each = [axis for arg, axis in zip(args, axes) if axis is not None for _ in tree.flatten(arg)[0]]

        def inner(*values: Any) -> Any:
            slices = iter(tree.unflatten(build, list(values)))
            return function(*[arg if axis is None else next(slices) for arg, axis in zip(args, axes)])

        flat = _Body(inner)
        return flat.rebuilt(Control.vmap(tracer(), leaves, each, out_axes, flat))

    return mapped


def compute(shape: Any, body: Callable[..., Any]) -> Any:
    """Tensors of a shape, computed by scalar code: ``body`` takes the indices of an element and returns one
    value or more.

    In ``body``, ``x[i, j]`` reads elements; loops and conditions run separately for each element.
    """
    flat = _Body(body)
    return flat.rebuilt(Control.compute(tracer(), shape, flat))


def checkpoint(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, whose derivative recomputes its intermediate values instead of storing them."""

    def recomputed(*args: Any) -> Any:
        leaves, build = tree.flatten(list(args))
        flat = _Body(lambda *values: function(*tree.unflatten(build, list(values))))
        return flat.rebuilt(Control.checkpoint(tracer(), leaves, flat))

    return recomputed


def _custom(function: Callable[..., Any], rule: Callable[..., Any], forwards: bool) -> Callable[..., Any]:
    def derived(*args: Any) -> Any:
        leaves, build = tree.flatten(list(args))
        flat = _Body(lambda *values: function(*tree.unflatten(build, list(values))))

        def apply(x: list[Any], y: list[Any], given: list[Any]) -> list[Any]:
            directions = tree.unflatten(build, given) if forwards else [flat.rebuilt(given)]
            made = rule(*tree.unflatten(build, x), flat.rebuilt(y), *directions)
            return tree.flatten(made)[0]

        return flat.rebuilt(More.custom(tracer(), leaves, flat, apply, forwards))

    return derived


def custom_vjp(function: Callable[..., Any], rule: Callable[..., Any]) -> Callable[..., Any]:
    """The same function with a custom rule for its reverse-mode derivative; forward mode transposes the rule.

    ``rule(*arguments, value, cotangent)`` returns the cotangents of the float arguments: a tuple, or a single
    one. It must be linear in ``cotangent``. Values that ``function`` captures must not depend on the
    differentiated arguments: pass those as arguments.
    """
    return _custom(function, rule, False)


def custom_jvp(function: Callable[..., Any], rule: Callable[..., Any]) -> Callable[..., Any]:
    """The same function with a custom rule for its derivative in both modes.

    ``rule(*arguments, value, *tangents)`` returns the tangent of the value; it must be linear in the
    tangents. Reverse mode transposes it.
    """
    return _custom(function, rule, True)


def _derivatives(how: str, function: Callable[..., Any], argnum: int) -> Callable[..., Tensor]:
    def derived(*args: Any) -> Tensor:
        if not -len(args) <= argnum < len(args):
            raise TraceError(
                f"cannot differentiate with respect to argument {argnum}: there are {len(args)} arguments"
            )

        def inner(x: Any) -> Any:
            replaced = list(args)
            replaced[argnum] = x
            return function(*replaced)

        return More.derivatives(tracer(), how, args[argnum], inner)

    return derived


def jacobian(function: Callable[..., Any], argnum: int = 0, forwards: bool = False) -> Callable[..., Tensor]:
    """The Jacobian of a function's tensor with respect to one argument: the value's shape, followed by the
    argument's.

    Reverse mode, one sweep per element of the value; or with ``forwards``, one per element of the argument.
    """
    return _derivatives("forwards" if forwards else "backwards", function, argnum)


def hessian(function: Callable[..., Any], argnum: int = 0) -> Callable[..., Tensor]:
    """The Hessian of a function's value (of the sum of its elements) with respect to an argument: the
    argument's shape twice."""
    return _derivatives("second", function, argnum)
