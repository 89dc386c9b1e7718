"""Symbolic dimensions of a function's arguments, for which one program is compiled.

Users write them in the syntax of ``jax.export``: ``"n, 2*m + 1"`` for the dimensions of an array, ``_`` and
``...`` for its actual dimensions. JAX traces with these dimensions; a call binds them to sizes.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax import export

from tensorforge._native import CallError

__all__ = ["Form", "Sizes", "Spec", "is_variable"]

Env = dict[str, Any]


def is_variable(dim: Any) -> bool:
    """Whether a dimension is symbolic."""
    return export.is_symbolic_dim(dim)


def _names(dim: Any) -> set[str]:
    return set(dim.get_vars() if hasattr(dim, "get_vars") else dim._get_vars()) if is_variable(dim) else set()


def _value(dim: Any, env: Env) -> Any:
    return dim._evaluate(env) if is_variable(dim) else dim


# A dimension of an argument: the argument, the axis, and the dimension.
SymbolicDim = tuple[int, int, Any]


def _symbolic_dims(shapes: Sequence[Sequence[Any]]) -> list[SymbolicDim]:
    return [(i, axis, dim) for i, shape in enumerate(shapes) for axis, dim in enumerate(shape)]


def _steps(places: Sequence[SymbolicDim]) -> list[tuple[int, int, Any, str, int, int]]:
    """The dimensions that determine the names, in order: each is ``a * name + b`` for a name not determined
    before."""
    known: set[str] = set()
    steps = []
    for i, axis, dim in places:
        names = _names(dim)
        if len(names) != 1 or names <= known:
            continue
        (name,) = names
        at = [dim._evaluate({name: value}) for value in (0, 1, 2, 1000)]
        slope = at[1] - at[0]
        if slope > 0 and at[2] == at[0] + 2 * slope and at[3] == at[0] + 1000 * slope:
            steps.append((i, axis, dim, name, slope, at[0]))
            known.add(name)
    return steps


class Sizes:
    """The symbolic dimensions of code's arguments, and their values in a call."""

    def __init__(self, shapes: Sequence[Sequence[Any]], words: Sequence[str] = (), origin: str = "") -> None:
        self.shapes = [tuple(shape) for shape in shapes]
        # Arguments from outside of a function come first, and have no names.
        self._words = [f"number {i}" for i in range(len(shapes) - len(words))] + list(words)
        self._origin = origin
        self._symbolic_dims = _symbolic_dims(self.shapes)
        self.names = sorted(set().union(*(_names(dim) for *_, dim in self._symbolic_dims)) if self._symbolic_dims else [])
        self._steps = _steps(self._symbolic_dims)

    def __bool__(self) -> bool:
        return bool(self.names)

    def scope(self) -> Any:
        """JAX's scope of the symbolic dimensions."""
        return next(dim.scope for *_, dim in self._symbolic_dims if is_variable(dim))

    def fresh(self, stem: str) -> Any:
        """A symbolic dimension with an unused name."""
        names = (f"{stem}{i}" for i in range(len(self.names) + 1))
        return export.symbolic_shape(next(name for name in names if name not in self.names), scope=self.scope())[0]

    def check_determined(self) -> None:
        """Raises ``ValueError`` if no dimension determines a name: such code can only be nested in code with
        the same names."""
        if missing := set(self.names) - {name for *_, name, _, _ in self._steps}:
            raise ValueError(
                f"{self._call()}: no dimension of an argument determines {_listed(sorted(missing))}; one "
                "must be the name, or a "
                "multiple of the name plus a constant"
            )

    def dims(self) -> tuple[Any, ...]:
        """The names as symbolic dimensions, in order."""
        return export.symbolic_shape(", ".join(self.names), scope=self.scope())

    def are_determined(self, shapes: Sequence[Sequence[Any]]) -> bool:
        """Whether other symbolic shapes determine all names."""
        return {name for *_, name, _, _ in _steps(_symbolic_dims(shapes))} >= set(self.names)

    def _call(self) -> str:
        return f"tensorforge.jit of {self._origin}" if self._origin else "tensorforge.jit"

    def solve(self, shapes: Sequence[Sequence[Any]]) -> Env:
        """The values of the names for arguments of these shapes.

        Raises ``CallError`` if no values fit, with the argument and both sizes.
        """
        if len(self._steps) < len(self.names):
            if [tuple(shape) for shape in shapes] == self.shapes:
                return dict(zip(self.names, self.dims()))
            self.check_determined()
        env: Env = {}
        found: dict[str, tuple[int, int, Any]] = {}
        for i, axis, dim, name, slope, start in self._steps:
            size = shapes[i][axis]
            if slope == 1:
                env[name] = size - start
            elif is_variable(size) or (size - start) % slope == 0:
                env[name] = (size - start) // slope
            else:
                raise CallError(f"{self._call()}: {self._axis_of(i, axis)} is {size}, which is not '{dim}' for any {name}")
            if not is_variable(env[name]) and env[name] < 0:
                raise CallError(f"{self._call()}: {self._axis_of(i, axis)} is {size}, which is less than '{dim}' can be")
            found[name] = (i, axis, dim)
        for i, axis, dim in self._symbolic_dims:
            size, wanted = shapes[i][axis], _value(dim, env)
            if size != wanted:
                raise CallError(f"{self._call()}: {self._axis_of(i, axis)} is {size}, but {self._why(dim, wanted, env, found)}")
        return env

    def are_positive(self, shapes: Sequence[Sequence[int]]) -> bool:
        """Whether each name is at least 1 for arguments of these shapes, as JAX assumes."""
        sizes = ((shapes[i][axis], slope + start) for i, axis, _, _, slope, start in self._steps)
        return all(is_variable(size) or size >= least for size, least in sizes)

    def _axis_of(self, i: int, axis: int) -> str:
        return f"axis {axis} of the argument {self._words[i]}"

    def _why(self, dim: Any, wanted: Any, env: Env, found: Mapping[str, tuple[int, int, Any]]) -> str:
        if not is_variable(dim):
            return f"shapes has {wanted}"
        reasons = []
        for name in sorted(_names(dim)):
            i, axis, own = found[name]
            reasons.append(f"{name} is {env[name]} by {self._axis_of(i, axis)}, '{own}'")
        return f"shapes has '{dim}', which is {wanted}: {', and '.join(reasons)}"

    def evaluated(self, shape: Iterable[Any], env: Env) -> tuple[Any, ...]:
        """A shape with the names replaced by their values."""
        return tuple(_value(dim, env) for dim in shape)

    def is_own(self, env: Env) -> bool:
        """Whether each name has itself as its value, as when code is traced instead of called."""
        return all(is_variable(env[name]) and env[name] == dim for name, dim in zip(self.names, self.dims()))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


class Spec:
    """The user's ``shapes`` for a function's arguments."""

    def __init__(self, function: Callable[..., Any], shapes: Any, constraints: Sequence[str]) -> None:
        self._shapes = shapes
        self.scope = export.SymbolicScope(constraints)
        self.constraints = tuple(constraints)
        self.origin = getattr(function, "__name__", "")
        try:
            self._parameters = list(inspect.signature(function).parameters.values())
        except (ValueError, TypeError):
            self._parameters = []
        places = [p for p in self._parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
        if isinstance(shapes, tuple | list) and self._parameters and not any(p.kind is p.VAR_POSITIONAL for p in self._parameters):
            if len(shapes) > len(places):
                raise ValueError(f"shapes has {len(shapes)} entries, but {function} has {len(places)} arguments by position")
        if isinstance(shapes, Mapping) and self._parameters:
            known = {p.name for p in self._parameters}
            if not any(p.kind is p.VAR_KEYWORD for p in self._parameters) and (unknown := set(shapes) - known):
                raise ValueError(f"shapes contains {sorted(unknown)}, which {function} does not have")

    def _of(self, at: int | None, name: str | None) -> Any:
        """The user's shape of an argument, by its position or name."""
        if isinstance(self._shapes, str):
            return self._shapes
        if at is None and isinstance(self._shapes, tuple | list):
            at = next((i for i, p in enumerate(self._parameters) if p.name == name), None)
        if at is not None and isinstance(self._shapes, tuple | list):
            return self._shapes[at] if at < len(self._shapes) else None
        if name is None and at is not None and at < len(self._parameters):
            name = self._parameters[at].name
        return self._shapes.get(name) if isinstance(self._shapes, Mapping) else None

    def _word(self, at: int) -> str:
        plain = at < len(self._parameters) and self._parameters[at].kind is not inspect.Parameter.VAR_POSITIONAL
        return self._parameters[at].name if plain else f"args[{at}]"

    def form(self, args: Sequence[tuple[int, Any]], named: Mapping[str, Any]) -> Form:
        """The symbolic shapes of the leaves of arguments passed by position and by name."""
        said: list[Any] = []
        words: list[str] = []
        leaves: list[Any] = []
        given = [(self._word(at), self._of(at, None), arg) for at, arg in args]
        given += [(name, self._of(None, name), named[name]) for name in sorted(named)]
        for word, spec, arg in given:
            paths, _ = jax.tree_util.tree_flatten_with_path(arg)
            words += [word + jax.tree_util.keystr(path) for path, _ in paths]
            leaves += [leaf for _, leaf in paths]
            if spec is None or isinstance(spec, str):
                said += [spec] * len(paths)
                continue
            try:
                spread = jax.tree.broadcast(spec, arg, is_leaf=lambda item: item is None or isinstance(item, str))
            except ValueError as error:
                raise ValueError(
                    f"shapes of the argument {word} has a structure other than the argument: {error}"
                ) from None
            said += jax.tree.leaves(spread, is_leaf=lambda item: item is None)
        dims = [self._dims(word, spec, jax.numpy.shape(leaf)) for word, spec, leaf in zip(words, said, leaves)]
        return Form(self, words, dims)

    def _dims(self, word: str, spec: Any, shape: Sequence[int]) -> tuple[Any, ...]:
        """The dimensions of a leaf; ``None`` for actual dimensions."""
        if spec is None:
            return (None,) * len(shape)
        if not isinstance(spec, str):
            raise ValueError(
                f"shapes has {spec!r} for the argument {word}, but dimensions must be text, such as 'n, 3'"
            )
        parts = _parts(spec)
        if "..." in parts:
            at = parts.index("...")
            parts[at : at + 1] = ["_"] * max(0, len(shape) - len(parts) + 1)
        dims = tuple(None if part == "_" else self._dim(part) for part in parts)
        if len(parts) != len(shape):
            raise CallError(
                f"tensorforge.jit of {self.origin}: the argument {word} has {len(shape)} axes (its shape is "
                f"{tuple(shape)}), but shapes has '{spec}'"
            )
        return dims

    def _dim(self, part: str) -> Any:
        if part.isdigit():
            return int(part)
        try:
            (dim,) = export.symbolic_shape(part, scope=self.scope)
            with np.errstate(divide="raise", invalid="raise"):
                _value(dim, dict.fromkeys(_names(dim), 1))
            return dim
        except (ValueError, ArithmeticError) as error:
            raise ValueError(
                f"shapes has '{part}' for tensorforge.jit of {self.origin}, which is not a dimension: {error}"
            ) from None

    def check(self, env: Env) -> None:
        """Raises ``CallError`` if the values of names violate a constraint."""
        for constraint, left, sign, right in self._relations:
            if unknown := (_names(left) | _names(right)) - set(env):
                raise ValueError(
                    f"the constraint '{constraint}' uses {_listed(sorted(unknown))}, which shapes does not "
                    "name"
                )
            a, b = _value(left, env), _value(right, env)
            if not _RELATIONS[sign](a, b):
                raise CallError(f"tensorforge.jit of {self.origin}: the constraint '{constraint}' does not hold: {a} {sign} {b}")

    @functools.cached_property
    def _relations(self) -> list[tuple[str, Any, str, Any]]:
        """The constraints, each with its sides and its relation."""
        found = []
        for constraint in self.constraints:
            sign = next((sign for sign in _RELATIONS if sign in constraint), None)
            if sign is None:
                raise ValueError(
                    f"the constraint '{constraint}' is not a relation; use one of {', '.join(_RELATIONS)}"
                )
            left, _, right = constraint.partition(sign)
            found.append((constraint, self._dim(left.strip()), sign, self._dim(right.strip())))
        return found


_RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
    "==": lambda a, b: a == b,
}


def _parts(text: str) -> list[str]:
    """Splits dimensions at commas outside of parentheses."""
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    parts = [part.strip() for part in parts]
    if parts[-1] == "":
        # A trailing comma is allowed, as in a tuple.
        parts.pop()
    if "" in parts:
        raise ValueError(f"shapes has '{text}', where a comma has no dimension before it")
    return parts


class Form:
    """The symbolic dimensions for one structure and one combination of ranks of arguments."""

    def __init__(self, spec: Spec, words: Sequence[str], dims: Sequence[tuple[Any, ...]]) -> None:
        self.spec, self.words, self._dims = spec, words, dims
        self._own = [(i, axis) for i, shape in enumerate(dims) for axis, dim in enumerate(shape) if dim is None]
        self._sizes: dict[tuple[int, ...], Sizes] = {}

    def sizes(self, shapes: Sequence[Sequence[int]]) -> Sizes:
        """The symbolic dimensions for arguments of these shapes."""
        own = self.own(shapes)
        found = self._sizes.get(own)
        if found is None:
            found = Sizes(self.shapes(shapes), self.words, self.spec.origin)
            found.check_determined()
            self._sizes[own] = found
        return found

    def own(self, shapes: Sequence[Sequence[int]]) -> tuple[int, ...]:
        """The actual sizes of the dimensions that are not named, part of the cache key."""
        return tuple(shapes[i][axis] for i, axis in self._own)

    def shapes(self, shapes: Sequence[Sequence[int]]) -> list[tuple[Any, ...]]:
        """The shapes of arguments as they are traced."""
        return [
            tuple(size if dim is None else dim for dim, size in zip(dims, shape)) for dims, shape in zip(self._dims, shapes)
        ]
