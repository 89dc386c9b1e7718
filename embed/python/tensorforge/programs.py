"""Python functions as programs."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import Any

from tensorforge import _native, current, sessions, tree
from tensorforge._native import Executable, Module, Session, TraceError
from tensorforge.progress import compiling
from tensorforge.sessions import default_session
from tensorforge.types import TensorType

__all__ = ["Program", "program"]


class Program(_native.ProgramCalls):
    """A tensor function compiled as a program: traced on first use, compiled for each device on its first
    call there.

    Created by ``program`` from a Python function. A call takes NumPy arrays, and objects with DLPack or the
    buffer protocol, and returns NumPy arrays in the structure that the function returns.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        device: str = "cpu",
        pipeline: str | None = None,
        numerics: str | None = None,
        session: Session | None = None,
        inputs: dict[str, Any] | None = None,
    ) -> None:
        functools.update_wrapper(self, function)
        self._function = function
        self._device, self._pipeline, self._numerics = device, pipeline, numerics
        self._session = session
        self._inputs = inputs
        self._lock = threading.RLock()
        self._traced: tuple[Session, _native.Program, tree.Build] | None = None
        self._compiled: dict[str, tuple[Session, Executable]] = {}
        self._ready: tuple[Session, Executable, tree.Build] | None = None
        self._matched: tuple[Any, int, dict[str, Callable[[Any, list[Any]], bool]]] | None = None
        # Whether an argument is a structure of tensors; known once the program is traced.
        self._structured = False

    def _call(self, *args: Any, **named: Any) -> Any:
        """Calls the program on its device: the implementation of ``__call__``, unless the executable takes
        arguments and returns results directly."""
        ready = self._ready
        if ready is None or ready[0] is not (self._session or sessions.current()):
            ready = self._prepare()
        _, executable, build = ready
        if self._structured:
            args, named = self._leaves(args, named), {}
        results = executable(*args, **named)
        if build is next:
            return results
        return build(iter(results if isinstance(results, tuple) else (results,)))

    def _with(self, function: Callable[..., Any], inputs: dict[str, Any]) -> Program:
        """A program of another function, with the same options."""
        options = {"device": self._device, "numerics": self._numerics, "session": self._session}
        return Program(function, inputs=inputs, **options)

    def on(self, device: str) -> Program:
        """The same program, for another device."""
        options = {"numerics": self._numerics, "session": self._session, "inputs": self._inputs}
        return Program(self._function, device=device, **options)

    def _prepare(self) -> tuple[Session, Executable, tree.Build]:
        """The session, the executable and the result structure for calls on the program's own device."""
        with self._lock:
            executable = self.compile()
            assert self._traced is not None
            session, _, build = self._traced
            self._ready = (session, executable, build)
            if build is next and not self._structured:
                self._use_executable(executable, session, self._session is not None)
            return self._ready

    def _leaves(self, args: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Flattens the arguments of a call."""
        signature, by_place, matchers = self._matchers()
        if named or len(args) != by_place:
            given = signature.bind(*args, **named).arguments
        else:
            given = dict(zip(signature.parameters, args))
        found: list[Any] = []
        for name, argument in given.items():
            if not matchers[name](argument, found):
                wanted, other = tree.structure(self._types()[name]), tree.structure(argument)
                raise TypeError(
                    f"the argument '{name}' of '{self.__name__}' has another structure than its type: "
                    f"{tree.words(other)} instead of {tree.words(wanted)}"
                )
        return tuple(found)

    def _matchers(self) -> tuple[Any, int, dict[str, Callable[[Any, list[Any]], bool]]]:
        """The signature of the function, the number of its arguments if all may be passed by position
        (else -1), and for each argument how its leaves are found."""
        if self._matched is None:
            import inspect

            def only(value: Any, leaves: list[Any]) -> bool:
                leaves.append(value)
                return True

            types = self._types()
            matchers = {name: only if isinstance(kind, TensorType) else tree.matcher(kind) for name, kind in types.items()}
            signature = inspect.signature(self._function)
            only_by_name = any(one.kind is one.KEYWORD_ONLY for one in signature.parameters.values())
            self._matched = signature, -1 if only_by_name else len(signature.parameters), matchers
        return self._matched

    def compile(self, device: str | None = None) -> Executable:
        """The executable for a device; its calls return a flat tuple of arrays."""
        device = device or self._device
        session = self._session or default_session()
        found = self._compiled.get(device)
        if found is not None and found[0] is session:
            return found[1]
        with self._lock:
            traced = self._trace(session)
            with compiling(self.__name__):
                made = traced.compile(device, self._pipeline if device == self._device else None)
            self._compiled[device] = (session, made)
            return made

    def to_text(self, locations: bool = False) -> str:
        """The program as text, optionally with source locations."""
        with self._lock:
            return self._trace(self._session or default_session()).to_text(locations)

    def module(self) -> Module:
        """The program as IR, a copy: see ``tensorforge.ir``."""
        with self._lock:
            return self._trace(self._session or default_session()).module()

    def ir(self, stage: str = "program", device: str | None = None) -> str:
        """The program at a stage of its device's pipeline: see ``Executable.ir``."""
        return self.compile(device).ir(stage)

    def _repr_html_(self) -> str:
        from tensorforge.summary import page

        return page(self)

    def summary(self) -> str:
        """The arguments, the named extents, and for each device it was compiled for the loop nests."""
        from tensorforge.summary import text

        return text(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """IPython's representation: the program, coloured on terminals that support it."""
        from tensorforge.highlight import coloured

        printer.text(repr(self) if cycle else coloured(self.to_text()))

    def __repr__(self) -> str:
        return f"<Program {getattr(self._function, '__qualname__', self._function)}>"

    def _trace(self, session: Session) -> _native.Program:
        if self._traced is not None and self._traced[0] is session:
            return self._traced[1]
        kept: list[tree.Build] = []

        def run(tracer: _native.Tracer) -> list[Any]:
            token = current._current.set(tracer)
            try:
                if self._numerics is not None:
                    tracer.numerics(self._numerics)
                types = self._types()
                self._structured = any(not isinstance(kind, TensorType) for kind in types.values())
                results, build = tree.flatten(self._function(**_arguments(tracer, types)))
                kept.append(build)
                return results
            finally:
                current._current.reset(token)

        code = getattr(self._function, "__code__", None)
        place = (code.co_filename, code.co_firstlineno, 1) if code else ("<function>", 1, 1)
        name = getattr(self._function, "__name__", "program")
        program = _native.trace(session, name if name.isidentifier() else "program", place, run)
        self._traced = (session, program, kept[0])
        return program

    def _types(self) -> dict[str, Any]:
        """The type of each argument of the function."""
        # Imported on demand: it takes longer to import than this package.
        import inspect

        signature = inspect.signature(self._function)
        if self._inputs is None:
            types = inspect.get_annotations(self._function, eval_str=True)
        else:
            types = self._inputs
        found = {}
        for name, parameter in signature.parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise TraceError(f"the arguments of a program need names and types, but *{name} has none")
            if name in types:
                found[name] = types[name]
            elif parameter.default is parameter.empty:
                raise TraceError(
                    f"the argument '{name}' of '{self.__name__}' has no type: write {name}: tensorforge.f32[\"n\", 3], or "
                    "tensorforge.f32 for a scalar"
                )
        return found


def _arguments(tracer: _native.Tracer, types: dict[str, Any]) -> dict[str, Any]:
    """The inputs of a program, one for each leaf of the types."""
    found = {}
    for name, kind in types.items():
        leaves, build = tree.flatten(kind)
        names = [name] if leaves == [kind] else [f"{name}.{at}" for at in range(len(leaves))]
        for leaf in leaves:
            if not isinstance(leaf, TensorType):
                raise TraceError(f"the type of '{name}' is {leaf!r}: write tensorforge.f32[\"n\", 3], or tensorforge.f32")
        inputs = [tracer.input(own, leaf.dtype, leaf.shape) for own, leaf in zip(names, leaves)]
        found[name] = tree.unflatten(build, inputs)
    return found


def program(
    function: Callable[..., Any] | None = None,
    *,
    device: str = "cpu",
    pipeline: str | None = None,
    numerics: str | None = None,
    session: Session | None = None,
    inputs: dict[str, Any] | None = None,
) -> Any:
    """Compiles a Python function, whose annotations declare the element types and shapes of its arguments.

    ::

        @tensorforge.program
        def step(x: tensorforge.f32["n", 3], v: tensorforge.f32["n", 3], dt: tensorforge.f32):
            return x + dt * v, v

        x, v = step(x, v, 0.01)

    A call binds named extents to those of its arguments: one program serves all sizes. ``device`` is
    ``"cpu"`` or ``"interp"``; ``numerics`` sets the precision of floats: ``"strict"``, ``"precise"``,
    ``"standard"`` (the default, unless the session has another mode) or ``"fast"``; ``inputs`` gives the
    types by argument name if there are no annotations.
    """
    options = {"device": device, "pipeline": pipeline, "numerics": numerics, "session": session, "inputs": inputs}
    if function is None:
        return lambda function: Program(function, **options)
    return Program(function, **options)
