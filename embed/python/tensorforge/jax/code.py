"""JAX-traced code as a JAX primitive: compiled by this package, and transformed by JAX.

Derivatives and batched versions of compiled functions come from tracing JAX's transformations of the code;
they are code again, and compiled here too. XLA's programs call them inside ``jax.jit``; inside
``tensorforge.jit`` they are inlined into the program.
"""

from __future__ import annotations

import contextlib
import functools
import threading
from collections.abc import Callable, Iterable, Sequence
from contextvars import ContextVar
from typing import Any

import jax
import numpy as np
from jax.extend.core import Primitive
from jax.interpreters import ad, batching, mlir

from tensorforge._native import CompileError, Executable, Session, Xla
from tensorforge.jax import arrays, complex_code, linalg, xla
from tensorforge.jax.decided import refuse_undecidable
from tensorforge.jax.private import BatchTracer, LinearizeTracer, NamedAxisEffect
from tensorforge.jax.shapes import Env, Sizes, is_variable
from tensorforge.jax.whole import AFTER, MOST_BYTES, Whole
from tensorforge.progress import compiling
from tensorforge.sessions import default_session

__all__ = ["MODES", "Code", "call"]

# The numerics modes of floats.
MODES = ("strict", "precise", "standard", "fast")

# Larger constants are passed to programs as arguments, instead of being embedded.
_LARGE = 4096
# Calls that JAX delegates to libraries on the CPU, but not on Tensorforge's platform.
_LEFT = ("@lapack_", "@ApproxTopK")


def _refuse_collectives(effects: Iterable[Any], origin: tuple[str, str]) -> None:
    """Refuses collectives over a named axis of an outer ``jax.vmap``, along which compiled code sees only one
    element."""
    names = sorted(str(effect.name) for effect in effects if isinstance(effect, NamedAxisEffect))
    if names:
        function, place = origin
        raise CompileError(
            f"tensorforge.jit cannot compile '{function}' ({place}): it combines values over the axis "
            f"'{names[0]}' of an outer jax.vmap; "
            f"put the vmap inside: tensorforge.jit(jax.vmap({function}, axis_name='{names[0]}'))"
        )


class Code:
    """A function of a list of arrays, as JAX traced it."""

    def __init__(
        self,
        jaxpr: Any,
        constants: Sequence[Any],
        origin: tuple[str, str],
        device: str,
        session: Session | None,
        numerics: str | None,
        words: Sequence[str] = (),
    ):
        self.jaxpr, self.constants = jaxpr, tuple(constants)
        self.inputs = [arrays.spec_of(var.aval) for var in jaxpr.invars]
        self.outputs = [var.aval for var in jaxpr.outvars]
        # Dimensions that are variables, whose values a call passes; most code has none.
        variable = any(is_variable(dim) for spec in self.inputs for dim in spec.shape)
        self.sizes = Sizes([spec.shape for spec in self.inputs], words, origin[0]) if variable else None
        # Traces the code again for given sizes, when another program contains it; and the symbolic sizes.
        self.retrace: Callable[[Env], Code] | None = None
        self.extents = self.sizes.dims() if self.sizes else ()
        self._plain = [[arrays.is_plain(one.dtype) for one in side] for side in (self.inputs, self.outputs)]
        # Whether a value is complex: programs then have two values for each of these.
        self._complex = complex_code.is_needed(jaxpr)
        self._options = (origin, device, session, numerics, words)
        self._name, self._place = origin
        self._lock = threading.RLock()
        self._made: Executable | None = None
        self._passed: list[Any] = []
        # The program as all that XLA runs, once direct calls have converted many arrays.
        self.whole: Whole | None = None
        self._converted = 0
        self._derived: dict[Any, Any] = {}

    @classmethod
    def trace(cls, function: Callable[..., Any], inputs: Iterable[Any], *options: Any) -> tuple[Code, Sequence[Any]]:
        """The code of a function, and the outer traced values that it uses, which become its first arguments.
        """
        inputs = list(inputs)
        with refuse_undecidable() if any(is_variable(dim) for spec in inputs for dim in spec.shape) else contextlib.nullcontext():
            closed = jax.make_jaxpr(function)(*inputs)
        _refuse_collectives(closed.effects, *options[:1])
        if not any(isinstance(constant, jax.core.Tracer) for constant in closed.consts):
            code = cls(closed.jaxpr, closed.consts, *options)
            if sizes := code.sizes:

                def retrace(env: Env) -> Code:
                    specs = [arrays.with_shape(spec, sizes.evaluated(spec.shape, env)) for spec in inputs]
                    return cls.trace(function, specs, *options)[0]

                code.retrace = retrace
            return code, ()
        specs = [*map(arrays.spec, closed.consts), *map(arrays.spec_of, closed.in_avals)]
        count = len(closed.consts)
        inner, outside = cls.trace(
            lambda *args: jax.core.eval_jaxpr(closed.jaxpr, args[:count], *args[count:]), specs, *options
        )
        return inner, [*outside, *closed.consts]

    def __call__(self, *args: Any) -> list[Any]:
        """Evaluates the code in JAX."""
        code = self._of_sizes([jax.numpy.shape(arg) for arg in args])
        return jax.core.eval_jaxpr(code.jaxpr, code.constants, *args)

    def at(self, env: Env) -> Code:
        """The code specialized for these values of the symbolic dimensions."""
        sizes, retrace = self.sizes, self.retrace
        if sizes is None or retrace is None or sizes.is_own(env):
            return self
        own = {name: env[name] for name in sizes.names}

        def make() -> Code:
            made = retrace(own)
            made.extents = tuple(own.values())
            return made

        return self._derive(("at", tuple(own.values())), make)

    def _of_sizes(self, shapes: Sequence[Sequence[Any]]) -> Code:
        return self if self.sizes is None else self.at(self.sizes.solve(shapes))

    def results(self, args: Sequence[Any]) -> list[Any]:
        """The types of the results for these arguments."""
        if (sizes := self.sizes) is None:
            return self.outputs
        env = sizes.solve([jax.numpy.shape(arg) for arg in args])
        return [aval.update(shape=sizes.evaluated(aval.shape, env)) for aval in self.outputs]

    def __repr__(self) -> str:
        return f"<code of {self._name}>"

    def run(self, args: Sequence[Any]) -> list[Any]:
        """Runs the code on arrays."""
        return self._run_directly(*args) if self.whole is None else self.whole(args)

    def _run_directly(self, *args: Any) -> list[Any]:
        outputs = self.results(args)
        executable = self._made or self.executable()
        given = arrays.values(args, self.inputs, self._plain[0])
        given = complex_code.split(given) if self._complex else given
        results = executable(*self._passed, *given)
        results = results if isinstance(results, tuple) else (results,)
        if self._complex:
            results = complex_code.join(results, outputs, arrays.complex_of)
        self._converted += 1 + len(args) + len(outputs)
        if self._converted >= AFTER:
            self._make_whole(executable)
        return arrays.results(results, outputs, self._plain[1])

    def _make_whole(self, executable: Executable) -> None:
        """Compiles the program as all that XLA runs, if XLA can pass its arrays as they are."""
        self._converted = 0
        if self.sizes is not None or self._complex or self._passed or not all(map(all, self._plain)):
            return
        if sum(aval.size * aval.dtype.itemsize for aval in self.outputs) > MOST_BYTES:
            return
        with self._lock:
            if self.whole is None:
                number = Xla.number(executable, True)
                run = functools.partial(_whole.bind, code=self, number=number)
                self.whole = Whole(self._name, run, self.inputs, self._run_directly)

    def foreign(self, args: Sequence[Any]) -> list[Any]:
        """A call of the program in one of XLA's."""
        if not all(isinstance(dim, int) for arg in args for dim in arg.shape):
            # XLA programs for any size contain this one.
            return self(*args)
        outputs = self.results(args)
        executable = self.executable()
        if not self._complex:
            return xla.call(executable, [*self._passed, *args], outputs)
        specs = [spec for aval in outputs for spec in complex_code.split_spec(aval)]
        made = xla.call(executable, [*self._passed, *complex_code.split(args)], specs)
        return complex_code.join(made, outputs, jax.lax.complex)

    def executable(self) -> Executable:
        """The compiled program; its first arguments are the large constants."""
        with self._lock:
            if self._made is None:
                _, device, session, *_ = self._options
                large = [constant for constant in self.constants if np.size(constant) > _LARGE]
                passed = [arrays.value(constant, jax.typeof(constant).dtype) for constant in large]
                self._passed = complex_code.split(passed) if self._complex else passed
                name = f"<{self._name}>"
                try:
                    with compiling(self._name):
                        made = (session or default_session()).compile_text(self.stablehlo(), device, None, name)
                except CompileError as error:
                    place = f" ({self._place})" if self._place else ""
                    raise CompileError(f"tensorforge.jit cannot compile '{self._name}'{place}:\n{error}") from None
                self._made = made
            return self._made

    def stablehlo(self) -> str:
        """The StableHLO text of the code, with source locations."""
        try:
            text = self._lowered("cpu")
        except Exception:
            if self.sizes is None:
                raise
            # JAX's rules for LAPACK may not support symbolic dimensions where Tensorforge's do.
            return self._lowered(linalg.PLATFORM)
        if not any(name in text for name in _LEFT):
            return text
        try:
            return self._lowered(linalg.PLATFORM)
        except NotImplementedError:
            # An operation has a rule for LAPACK alone: its call is then refused.
            return text

    def _lowered(self, platform: str) -> str:
        large = [np.size(constant) > _LARGE for constant in self.constants]
        moved = [constant for constant, passed in zip(self.constants, large) if passed]

        def whole(*args: Any) -> list[Any]:
            given = iter(args)
            constants = [next(given) if passed else constant for constant, passed in zip(self.constants, large)]
            return jax.core.eval_jaxpr(self.jaxpr, constants, *given)

        def parts(*args: Any) -> list[Any]:
            avals = list(map(jax.typeof, moved))
            given = iter(args)
            passed = iter(complex_code.join(given, avals, complex_code.Pair))
            constants = [next(passed) if is_passed else constant for constant, is_passed in zip(self.constants, large)]
            return complex_code.evaluate(self.jaxpr, constants, list(given))

        specs = [*map(arrays.spec, moved), *self.inputs]
        if self._complex:
            whole, specs = parts, [own for spec in specs for own in complex_code.split_spec(spec)]
        whole.__name__ = whole.__qualname__ = self._name if self._name.isidentifier() else "function"
        token = _own.set(True)
        try:
            traced = jax.jit(whole, keep_unused=True).trace(*specs)
            lowered = traced.lower(lowering_platforms=(platform,))
            if self.sizes is not None:
                _annotate_shapes(lowered.compiler_ir("stablehlo"), specs)
            if (numerics := self._options[3]) is not None:
                _annotate_numerics(lowered.compiler_ir("stablehlo"), numerics)
            return lowered.as_text(debug_info=True)
        finally:
            _own.reset(token)

    def _derive(self, key: Any, make: Callable[[], Any]) -> Any:
        """A result derived from this code, cached."""
        with self._lock:
            if key not in self._derived:
                self._derived[key] = make()
            return self._derived[key]

    def _traced(
        self, function: Callable[..., Any], inputs: Iterable[Any], retrace: Callable[[Code, Env], Code], words: Sequence[str] = ()
    ) -> Code:
        """Code derived from this code. ``retrace`` derives it for given values of the symbolic dimensions,
        with its own constants; ``words`` are the names of its inputs."""
        code, outside = Code.trace(function, inputs, *self._options[:4], words)
        assert not outside, "derived code captures no values"
        if code.sizes is not None:

            def checked(env: Env) -> Code:
                made = retrace(self.at(env), env)
                if (len(made.inputs), len(made.outputs)) != (len(code.inputs), len(code.outputs)):
                    raise NotImplementedError(
                        f"the derivative of '{self._name}', which has symbolic dimensions, crosses the "
                        "boundary of a compiled function: "
                        "take it entirely inside (jax.vjp, jax.linearize), or leave out shapes"
                    )
                return made

            code.retrace = checked
        return code

    def linearized(self, moving: tuple[bool, ...]) -> tuple[Code, Code]:
        """Code for the results and the residuals, and linear code from the residuals and the tangents of the
        ``moving`` inputs to the tangents of the float results.

        With symbolic dimensions, the last residual is an empty array whose shape holds all of them.
        """
        return self._derive(("linear", moving), lambda: self._linearize(moving))

    def _linearize(self, moving: tuple[bool, ...]) -> tuple[Code, Code]:
        floats = [_is_float(aval) for aval in self.outputs]
        structure: list[Any] = []

        def forward(*args: Any) -> list[Any]:
            def part(*values: Any) -> tuple[list[Any], list[Any]]:
                given = iter(values)
                results = self(*[next(given) if moves else arg for arg, moves in zip(args, moving)])
                return _chosen(results, floats), results

            _, push, results = jax.linearize(part, *_chosen(args, moving), has_aux=True)
            kept, tree = jax.tree_util.tree_flatten(push)
            structure.append(tree)
            return [*results, *kept, *([jax.numpy.zeros((*self.extents, 0), bool)] if self.extents else [])]

        first = self._traced(forward, self.inputs, lambda code, _: code.linearized(moving)[0], self._options[4])
        kept = first.outputs[len(self.outputs) :]
        tangents = _chosen(self.inputs, moving)
        count = len(kept) - (1 if self.extents else 0)

        def push(*args: Any) -> list[Any]:
            derive = jax.tree_util.tree_unflatten(structure[0], args[:count])
            return derive(*args[len(kept) :])

        specs = [*map(arrays.spec_of, kept), *tangents]
        return first, self._traced(push, specs, lambda code, _: code.linearized(moving)[1])

    def transposed(self, linear: tuple[bool, ...]) -> Code:
        """The transpose of code that is linear in some inputs: from the other inputs and the cotangents of
        the results to the cotangents of the linear inputs."""
        return self._derive(("transpose", linear), lambda: self._transpose(linear))

    def is_pulled_by_name(self, linear: tuple[bool, ...]) -> bool:
        """Whether the inputs of the transpose determine all symbolic dimensions; else each choice of sizes
        has its own transpose."""
        others = [spec.shape for spec, is_linear in zip(self.inputs, linear) if not is_linear]
        return self.sizes is None or self.sizes.are_determined([*others, *(aval.shape for aval in self.outputs)])

    def _transpose(self, linear: tuple[bool, ...]) -> Code:
        others = [spec for spec, is_linear in zip(self.inputs, linear) if not is_linear]

        def pull(*args: Any) -> Sequence[Any]:
            def part(*values: Any) -> list[Any]:
                known, given = iter(args[: len(others)]), iter(values)
                return self(*[next(given) if is_linear else next(known) for is_linear in linear])

            return jax.linear_transpose(part, *_chosen(self.inputs, linear))(list(args[len(others) :]))

        specs = [*others, *map(arrays.spec_of, self.outputs)]
        return self._traced(pull, specs, lambda code, _: code.transposed(linear))

    def batched(self, size: int, axes: tuple[int | None, ...]) -> Code:
        """The code for a batch of inputs along these axes; results are batched along axis 0."""
        # Code for any sizes is also for any number of inputs.
        key = size if self.sizes is None or size == 0 else None
        return self._derive(("batch", key, axes), lambda: self._batch(key, axes))

    def _batch(self, size: int | None, axes: tuple[int | None, ...]) -> Code:
        count = self.sizes.fresh("batch") if size is None and self.sizes is not None else size
        mapped = jax.vmap(self, in_axes=axes, out_axes=0, axis_size=count)
        specs = [arrays.with_axis(spec, count, axis) for spec, axis in zip(self.inputs, axes)]
        return self._traced(mapped, specs, lambda code, env: code.batched(env.get(str(count), size), axes), self._options[4])


def _annotate_shapes(module: Any, specs: Sequence[Any]) -> None:
    """Records the symbolic shapes of a program's arguments as attributes; the arguments for the sizes come
    before them."""
    (main,) = [op for op in module.body.operations if op.attributes["sym_name"].value == "main"]
    attributes = list(main.attributes["arg_attrs"])
    first = len(attributes) - len(specs)
    with module.context:
        for at, spec in enumerate(specs, first):
            if any(map(is_variable, spec.shape)):
                said = {named.name: named.attr for named in attributes[at]}
                shape = arrays.stored_shape(spec)
                said["tf.shape"] = mlir.ir.StringAttr.get(", ".join(map(str, shape)))
                attributes[at] = mlir.ir.DictAttr.get(said)
        main.attributes["arg_attrs"] = mlir.ir.ArrayAttr.get(attributes)


def _annotate_numerics(module: Any, numerics: str) -> None:
    """Records the numerics mode of a program."""
    with module.context:
        for op in module.body.operations:
            op.attributes["tf.numerics"] = mlir.ir.StringAttr.get(numerics)


def _is_float(aval: Any) -> bool:
    return jax.dtypes.issubdtype(aval.dtype, np.inexact)


def _chosen(values: Iterable[Any], chosen: Iterable[bool]) -> list[Any]:
    return [value for value, is_chosen in zip(values, chosen) if is_chosen]


# Whether JAX lowers for this package: the code is then inlined into the surrounding program.
_own: ContextVar[bool] = ContextVar("tensorforge_lowers", default=False)

_primitive = Primitive("tensorforge")
_primitive.multiple_results = True


def call(code: Code, args: Sequence[Any]) -> list[Any]:
    """Binds the primitive: runs the code, or lets JAX transform it."""
    return _primitive.bind(*args, code=code)


@_primitive.def_impl
def _run(*args: Any, code: Code) -> list[Any]:
    return code.run(args)


@_primitive.def_abstract_eval
def _results(*args: Any, code: Code) -> list[Any]:
    return code.results(args)


# Tracers of values that are transformed.
_TRANSFORMED = (ad.JVPTracer, LinearizeTracer, BatchTracer)


def _is_staged(value: Any) -> bool:
    """Whether a value, without JAX's transformations, is traced."""
    while isinstance(value, _TRANSFORMED):
        value = value.val if isinstance(value, BatchTracer) else value.primal
    return isinstance(value, jax.core.Tracer)


def _jvp(primals: Sequence[Any], tangents: Sequence[Any], *, code: Code) -> tuple[list[Any], list[Any]]:
    """The results and their tangents, as separate calls, so that JAX can compute the results alone."""
    if code.sizes is not None and any(map(_is_staged, primals)):
        # Code that is inlined into a program is specialized for its sizes: JAX may then save other values for
        # derivatives.
        code = code.at(code.sizes.solve([jax.numpy.shape(primal) for primal in primals]))
    moving = tuple(type(t) is not ad.Zero and _is_float(spec) for t, spec in zip(tangents, code.inputs))
    if not any(moving) or not any(map(_is_float, code.outputs)):
        return call(code, primals), [ad.Zero(aval.to_tangent_aval()) for aval in code.results(primals)]
    forward, push = code.linearized(moving)
    found = call(forward, primals)
    results, kept = found[: len(code.outputs)], found[len(code.outputs) :]
    pushed = iter(call(push, [*kept, *_chosen(tangents, moving)]))
    return results, [next(pushed) if _is_float(aval) else ad.Zero(aval.to_tangent_aval()) for aval in code.results(primals)]


def _transpose(cotangents: Sequence[Any], *args: Any, code: Code) -> list[Any]:
    linear = tuple(map(ad.is_undefined_primal, args))
    if code.sizes is not None and not code.is_pulled_by_name(linear):
        code = code.at(code.sizes.solve([arg.aval.shape if is_linear else jax.numpy.shape(arg) for arg, is_linear in zip(args, linear)]))
    known = [arg for arg in args if not ad.is_undefined_primal(arg)]
    given = [ad.instantiate_zeros(cotangent) for cotangent in cotangents]
    pulled = iter(call(code.transposed(linear), [*known, *given]))
    return [next(pulled) if is_linear else None for is_linear in linear]


def _batch(args: Sequence[Any], axes: Sequence[int | None], *, code: Code) -> tuple[list[Any], list[int]]:
    size = next(arg.shape[axis] for arg, axis in zip(args, axes) if axis is not None)
    results = call(code.batched(size, tuple(axes)), args)
    return results, [0] * len(results)


ad.primitive_jvps[_primitive] = _jvp
ad.primitive_transposes[_primitive] = _transpose
batching.primitive_batchers[_primitive] = _batch


# A program that is all that XLA runs.
_whole = Primitive("tensorforge_whole")
_whole.multiple_results = True
_whole.def_abstract_eval(lambda *_, code, number: code.outputs)


def _lower_whole(*args: Any, code: Code, number: int) -> list[Any]:
    return xla.call(code.executable(), args, code.outputs, number)


mlir.register_lowering(_whole, mlir.lower_fun(_lower_whole, multiple_results=True), platform="cpu")

_inline = mlir.lower_fun(lambda *args, code: code(*args), multiple_results=True)
_foreign = mlir.lower_fun(lambda *args, code: code.foreign(args), multiple_results=True)


def _lower(context: Any, *args: Any, code: Code) -> Any:
    """A foreign call in XLA's programs for the CPU; inlined code in our programs."""
    if _own.get() or any(aval.dtype == jax.dtypes.float0 for aval in code.outputs):
        return _inline(context, *args, code=code)
    return _foreign(context, *args, code=code)


mlir.register_lowering(_primitive, _inline)
mlir.register_lowering(_primitive, _lower, platform="cpu")
