"""Functions that are traced and compiled per argument types, as with ``jax.jit``."""

from __future__ import annotations

import collections
import functools
import inspect
import threading
import types
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax

from tensorforge._native import DispatchCalls, Executable, Session
from tensorforge.jax import arrays
from tensorforge.jax.code import MODES, Code, call
from tensorforge.jax.private import trace_context
from tensorforge.jax.shapes import Form, Sizes, Spec, is_variable
from tensorforge.jax.whole import dispatched, dispatcher, may_run, settle

__all__ = ["Jitted", "jit"]


class Jitted(DispatchCalls):
    """A JAX function, traced and compiled for each combination of argument types. Calls take any arguments
    that ``jax.jit`` takes, and return JAX arrays."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        static_argnums: int | Sequence[int] | None = None,
        static_argnames: str | Iterable[str] | None = None,
        donate_argnums: int | Sequence[int] | None = None,
        donate_argnames: str | Iterable[str] | None = None,
        shapes: Any = None,
        constraints: Sequence[str] = (),
        device: str = "cpu",
        session: Session | None = None,
        numerics: str | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._numbers, self._names = _chosen(function, static_argnums, static_argnames, "static")
        self._donated = _chosen(function, donate_argnums, donate_argnames, "donate")
        if numerics is not None and numerics not in MODES:
            raise ValueError(f"numerics are one of {', '.join(MODES)}, not {numerics!r}")
        self._options = (device, session, numerics)
        self._lock = threading.RLock()
        self._known: dict[Any, tuple[Code, Any]] = {}
        if shapes is None and constraints:
            raise ValueError("constraints refer to the names in shapes: give shapes, too")
        self._spec = None if shapes is None else Spec(function, shapes, constraints)
        self._forms: dict[Any, Form] = {}
        self._donates = any(self._donated)
        # Dispatchers by static arguments; the base class has that of calls without any.
        self._runs: dict[Any, Callable[..., Any]] = {}
        self._whole: set[Code] = set()

    def _call(self, *args: Any, **named: Any) -> Any:
        fixed, moving, others = self._apart(args, named)
        run = self._runs.get(fixed)
        results = self._found(*args, **named)[0] if run is None else dispatched(run, moving, others)
        if self._donates:
            self._give_up(args, named, results)
        return results

    def _found(self, *args: Any, **named: Any) -> tuple[Any, Any]:
        """The results, and the data with which JAX dispatches calls with arguments of these types."""
        code, tree, leaves = self._code(args, named)
        if isinstance(code, tuple):
            code, captured = code
            return jax.tree_util.tree_unflatten(tree, call(code, [*captured, *leaves])), None
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return jax.tree_util.tree_unflatten(tree, call(code, leaves)), None
        results = code.run(leaves)
        data = None
        if (whole := code.whole) is not None and may_run(leaves):
            data = whole.data(tree, results)
            if data is not None and code not in self._whole:
                self._whole.add(code)
                self._dispatch(self._apart(args, named)[0])
        return jax.tree_util.tree_unflatten(tree, results), data

    def _dispatch(self, fixed: Any) -> None:
        """Makes a dispatcher for calls with these static arguments, which JAX's would compare by value alone:
        1 and 1.0 would be one. A new one looks again for the program of each kind of arguments."""

        def found(*moving: Any, **others: Any) -> tuple[Any, Any]:
            given = {place: value for place, _, value in fixed}
            rest = iter(moving)
            count = len(moving) + sum(isinstance(place, int) for place in given)
            args = [given[at] if at in given else next(rest) for at in range(count)]
            return self._found(*args, **others, **{name: value for name, value in given.items() if isinstance(name, str)})

        run = dispatcher(_origin(self._function)[0], found)
        if fixed or self._donates:
            self._runs[fixed] = run
        else:
            self._use_dispatcher(run)

    def _settled(self, results: Any) -> Any:
        settle(results)
        return results

    def _give_up(self, args: tuple[Any, ...], named: dict[str, Any], results: Any) -> None:
        """Deletes donated arrays as JAX does: one for each result of the same type.

        Results do not reuse their memory, which is freed at once.
        """
        numbers, names = self._donated
        given = [arg for at, arg in enumerate(args) if at in numbers]
        given += [arg for name, arg in named.items() if name in names]
        leaves = jax.tree_util.tree_leaves(given)
        if any(isinstance(leaf, jax.core.Tracer) for leaf in leaves):
            return
        left = collections.Counter((result.shape, result.dtype) for result in jax.tree_util.tree_leaves(results))
        for leaf in leaves:
            if isinstance(leaf, jax.Array) and left[leaf.shape, leaf.dtype] and not leaf.is_deleted():
                left[leaf.shape, leaf.dtype] -= 1
                leaf.delete()

    def __get__(self, owner: Any, kind: Any = None) -> Any:
        return self if owner is None else types.MethodType(self, owner)

    def __repr__(self) -> str:
        return f"<tensorforge.jit of {getattr(self._function, '__qualname__', self._function)}>"

    def compile(self, *args: Any, **named: Any) -> Executable:
        """The executable for these arguments, which may be ``jax.ShapeDtypeStruct``."""
        code, _, _ = self._code(args, named)
        return (code[0] if isinstance(code, tuple) else code).executable()

    def to_text(self, *args: Any, **named: Any) -> str:
        """The StableHLO of the function for these arguments."""
        code, _, _ = self._code(args, named)
        return (code[0] if isinstance(code, tuple) else code).stablehlo()

    def _code(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, Any, list[Any]]:
        """The code for these arguments, the structure of its results, and the leaves of the arguments.

        If the function captures values that JAX is tracing, the code is a pair: the code, and those values,
        which are its first arguments.
        """
        fixed, (leaves, tree) = self._split(args, named)
        if self._spec is not None:
            form, kinds = self._form(args, named, fixed, leaves, tree)
            shapes = [shape for shape, *_ in kinds]
            sizes = form.sizes(shapes)
            if form.spec.constraints:
                form.spec.check(sizes.solve(shapes))
            if not any(map(_has_names, shapes)) and all(map(all, shapes)) and sizes.are_positive(shapes):
                found = self._code_of_sizes(args, named, (form, sizes, shapes), leaves, tree)
                if not _is_of_names_outside(found[0]):
                    return found
            # Inside of a function with symbolic dimensions, sizes are that function's; and JAX assumes
            # dimensions of at least 1: a call with less gets separate code.
            sizes.solve(shapes)
        key = (tree, fixed, tuple(map(arrays.kind, leaves)), trace_context())
        found = self._known.get(key)
        if found is None:
            with self._lock:
                found = self._known.get(key)
                if found is None:
                    found = self._trace(args, named, map(arrays.spec, leaves), tree)
                    if not isinstance(found[0], tuple):
                        self._known[key] = found
        return *found, leaves

    def _form(
        self, args: tuple[Any, ...], named: dict[str, Any], fixed: Any, leaves: list[Any], tree: Any
    ) -> tuple[Form, list[Any]]:
        """The symbolic shapes of the leaves of these arguments, and the rest of the cache key."""
        assert self._spec is not None
        kinds = [arrays.kind(leaf) for leaf in leaves]
        rest = (tree, fixed, tuple((len(shape), *others) for shape, *others in kinds), trace_context())
        form = self._forms.get(rest)
        if form is None:
            moving = [(at, arg) for at, arg in enumerate(args) if at not in self._numbers]
            others = {name: arg for name, arg in named.items() if name not in self._names}
            form = self._forms[rest] = self._spec.form(moving, others)
        return form, kinds

    def _code_of_sizes(
        self, args: tuple[Any, ...], named: dict[str, Any], given: tuple[Form, Sizes, list[Any]], leaves: list[Any], tree: Any
    ) -> tuple[Any, Any, list[Any]]:
        """As ``_code``, with symbolic dimensions, which JAX assumes to be at least 1."""
        form, sizes, shapes = given
        key = (form, form.own(shapes))
        found = self._known.get(key)
        if found is None:
            with self._lock:
                found = self._known.get(key)
                if found is None:
                    sizes.solve(shapes)
                    specs = [arrays.with_shape(arrays.spec(leaf), shape) for leaf, shape in zip(leaves, form.shapes(shapes))]
                    found = self._trace(args, named, specs, tree, form.words)
                    if not isinstance(found[0], tuple):
                        self._known[key] = found
        return *found, leaves

    def _split(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, tuple[list[Any], Any]]:
        """Separates static arguments from the others, which become leaves with their structure."""
        fixed, *rest = self._apart(args, named)
        return fixed, jax.tree_util.tree_flatten(tuple(rest))

    def _apart(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
        """Static arguments with their positions or names, and the others."""
        if not self._numbers and not self._names:
            return (), args, named
        moving = tuple(arg for at, arg in enumerate(args) if at not in self._numbers)
        others = {name: arg for name, arg in named.items() if name not in self._names}
        fixed = [(at, args[at]) for at in sorted(self._numbers) if at < len(args)]
        fixed += [(name, named[name]) for name in sorted(self._names) if name in named]
        for place, value in fixed:
            try:
                hash(value)
            except TypeError:
                raise ValueError(
                    f"the static argument {place!r} of {self!r} cannot be hashed: {value!r}; pass values "
                    "that differ between calls as "
                    "arguments that are not static"
                ) from None
        # Equal numbers of different types are different arguments: 1, 1.0 and True.
        return tuple((place, type(value), value) for place, value in fixed), moving, others

    def _trace(
        self, args: tuple[Any, ...], named: dict[str, Any], specs: Iterable[Any], tree: Any, words: Sequence[str] = ()
    ) -> tuple[Any, Any]:
        structure: list[Any] = []

        def flat(*values: Any) -> list[Any]:
            moving, others = jax.tree_util.tree_unflatten(tree, values)
            given = iter(moving)
            whole = [arg if at in self._numbers else next(given) for at, arg in enumerate(args)]
            others |= {name: arg for name, arg in named.items() if name in self._names}
            results, kept = jax.tree_util.tree_flatten(self._function(*whole, **others))
            structure.append(kept)
            return results

        device, session, numerics = self._options
        origin = _origin(self._function)
        try:
            code, captured = Code.trace(flat, specs, origin, device, session, numerics, words)
        except Exception as error:
            if words:
                error.add_note(_NAMED.format(*origin))
            raise
        return ((code, captured) if captured else code), structure[-1]


# The additions to an error of JAX's, or of the user's code.
_NAMED = (
    "tensorforge.jit traced {0} ({1}) with symbolic dimensions. If it needs to know more about one, use "
    "constraints=('n >= 2',); "
    "the dimension '_' in shapes is traced for each of its sizes."
)


def _has_names(shape: Sequence[Any]) -> bool:
    return any(map(is_variable, shape))


def _is_of_names_outside(code: Any) -> bool:
    """Whether code captures values with symbolic dimensions."""
    return isinstance(code, tuple) and any(_has_names(jax.numpy.shape(value)) for value in code[1])


def _origin(function: Callable[..., Any]) -> tuple[str, str]:
    """The name and the location of a function."""
    plain = inspect.unwrap(function)
    while isinstance(plain, functools.partial):
        plain = inspect.unwrap(plain.func)
    name = getattr(plain, "__name__", type(plain).__name__)
    code = getattr(plain, "__code__", None)
    return name, f"{code.co_filename}:{code.co_firstlineno}" if code else ""


def _chosen(
    function: Callable[..., Any], numbers: int | Sequence[int] | None, names: str | Iterable[str] | None, what: str
) -> tuple[frozenset[int], frozenset[str]]:
    """The selected arguments, by position and by name, for both ways to pass each argument."""
    numbers = [] if numbers is None else [numbers] if isinstance(numbers, int) else list(numbers)
    names = [] if names is None else [names] if isinstance(names, str) else list(names)
    if not numbers and not names:
        return frozenset(), frozenset()
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (ValueError, TypeError):
        return frozenset(numbers), frozenset(names)
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    several = any(p.kind is p.VAR_POSITIONAL for p in parameters)
    if any(number < -len(placed) or (number >= len(placed) and not several) for number in numbers):
        raise ValueError(f"{what}_argnums={numbers}, but {function} has {len(placed)} arguments by position")
    known = {p.name for p in parameters}
    if not any(p.kind is p.VAR_KEYWORD for p in parameters) and (unknown := set(names) - known):
        raise ValueError(f"{what}_argnames contains {sorted(unknown)}, which {function} does not have")
    numbers = [number % len(placed) if number < 0 else number for number in numbers]
    found = {at for at, p in enumerate(placed) if p.name in names} | set(numbers)
    named = {p.name for at, p in enumerate(placed) if at in found and p.kind is p.POSITIONAL_OR_KEYWORD} | set(names)
    return frozenset(found), frozenset(named)


def jit(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """As ``tensorforge.jit``."""
    if function is None:
        return lambda function: Jitted(function, **options)
    return Jitted(function, **options)
