"""Programs of this package in XLA's programs on the CPU, through JAX's foreign function interface."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import numpy as np

from tensorforge import tree
from tensorforge._native import CallError, Executable, Xla
from tensorforge.jax import arrays
from tensorforge.programs import Program
from tensorforge.transforms import vjp
from tensorforge.types import TensorType

__all__ = ["call", "function"]

_TARGET = "tensorforge"
# Indices of the programs that XLA may call. They are kept: XLA does not report when it no longer needs one.
_numbers: dict[Executable, int] = {}


@functools.cache
def _register() -> np.int64:
    """Registers this package with XLA, once; returns the tag of calls in this process."""
    jax.ffi.register_ffi_target(_TARGET, jax.ffi.pycapsule(Xla.handler()), platform="cpu")
    return np.int64(Xla.process())


def call(program: Executable, args: Sequence[Any], results: Sequence[Any], number: int | None = None) -> list[Any]:
    """A call in a function that JAX traces; ``results`` are the types of the program's results."""
    process = _register()
    if number is None:
        if program not in _numbers:
            _numbers[program] = Xla.number(program)
        number = _numbers[program]
    words = [jax.random.key_data(arg) if arrays.is_key(arg.dtype) else arg for arg in args]
    foreign = jax.ffi.ffi_call(_TARGET, list(map(arrays.words, results)), vmap_method="sequential")
    made = foreign(*words, process=process, program=np.int64(number))
    return [arrays.from_words(array, result) for array, result in zip(made, results)]


def function(program: Program | Executable) -> Callable[..., Any]:
    """A program as a function of JAX arrays: ``jax.jit`` and ``jax.vmap`` accept it, and ``jax.grad`` that of
    a ``Program``.

    ::

        @tensorforge.program
        def norm(x: tensorforge.f32["n"]):
            return tensorforge.sqrt((x * x).sum())

        slope = jax.jit(jax.grad(tensorforge.jax.function(norm)))

    XLA calls the program when it computes on the CPU. The derivative is that of ``tensorforge.vjp``.
    """
    if isinstance(program, Program):
        return _Derived(program).function()
    if not isinstance(program, Executable):
        raise TypeError(f"expected a program of tensorforge.program or tensorforge.compile, not {program!r}")

    def run(*args: Any) -> Any:
        results = _typed(program, args, [text.rpartition("x")[2].rstrip(">") for _, text in program.arguments])
        return results[0] if len(results) == 1 else tuple(results)

    run.__name__ = run.__qualname__ = program.name
    return run


def _typed(program: Executable, args: Sequence[Any], types: Sequence[str]) -> list[Any]:
    """A call for arguments of these element types; the result types follow from them."""
    if len(args) != len(types):
        raise CallError(f"'{program.name}' takes {len(types)} arguments, but is called with {len(args)}")
    given = [arrays.typed(arg, kind) for arg, kind in zip(args, types)]
    found = Xla.results(program, [(array.dtype.name, array.shape) for array in given])
    for name, _ in found:
        if jax.dtypes.canonicalize_dtype(name).name != name:
            raise CallError(f"'{program.name}' returns {name}, which JAX supports only with jax.enable_x64")
    return call(program, given, [jax.ShapeDtypeStruct(shape, name) for name, shape in found])


class _Derived:
    """A Python function's program as a JAX function, with the derivative of ``tensorforge.vjp``."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._parts = [(name, *tree.flatten(kind)) for name, kind in program._types().items()]
        self._types = [leaf.dtype for _, leaves, _ in self._parts for leaf in leaves]
        self._pulls: dict[Any, Callable[..., Any]] = {}
        self._run = jax.custom_vjp(lambda leaves: _typed(program.compile(), leaves, self._types))
        self._run.defvjp(lambda leaves: (self._run(leaves), leaves), self._backward)

    def function(self) -> Callable[..., Any]:
        """The function for users."""

        @functools.wraps(self._program)
        def run(*args: Any, **named: Any) -> Any:
            given = self._program._leaves(args, named)
            if len(given) != len(self._types):
                raise CallError(f"'{run.__name__}' takes {len(self._types)} arrays, but is called with {len(given)}")
            results = self._run([arrays.typed(arg, kind) for arg, kind in zip(given, self._types)])
            assert self._program._traced is not None
            return tree.unflatten(self._program._traced[2], list(results))

        return run

    def _backward(self, leaves: Sequence[Any], cotangents: Sequence[Any]) -> tuple[list[Any]]:
        """The cotangents of the arguments; integers have none."""
        moving = [arrays.is_float(leaf.dtype) for leaf in leaves]
        floats = [cotangent for cotangent in cotangents if cotangent.dtype != jax.dtypes.float0]
        shapes = tuple((array.dtype.name, array.shape) for array in [*leaves, *floats])
        if shapes not in self._pulls:
            self._pulls[shapes] = function(self._pull(moving, shapes))
        pulled = iter(self._pulls[shapes]([*leaves, *floats]))
        return ([next(pulled) if moves else np.zeros(leaf.shape, jax.dtypes.float0) for leaf, moves in zip(leaves, moving)],)

    def _pull(self, moving: Sequence[bool], shapes: Sequence[tuple[str, tuple[int, ...]]]) -> Program:
        """The program from arguments and cotangents of the float results, of these shapes, to the cotangents
        of the arguments."""
        inputs = [TensorType(name, shape or None) for name, shape in shapes]

        def pull(given: list[Any]) -> list[Any]:
            fixed, cotangents = given[: len(moving)], given[len(moving) :]

            def part(*values: Any) -> list[Any]:
                moved = iter(values)
                leaves = iter([next(moved) if moves else leaf for leaf, moves in zip(fixed, moving)])
                arguments = {name: tree.unflatten(build, [next(leaves) for _ in kinds]) for name, kinds, build in self._parts}
                results = tree.flatten(self._program._function(**arguments))[0]
                return [result for result in results if arrays.is_float(getattr(result, "dtype", "f32"))]

            primals = [leaf for leaf, moves in zip(fixed, moving) if moves]
            return list(vjp(part, primals, cotangents)[1])

        return self._program._with(pull, {"given": inputs})
