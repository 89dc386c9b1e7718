"""Complex code as code on pairs of real values, since programs have no complex element types.

JAX traces, differentiates and maps complex code; then each complex value becomes its real and its imaginary
part, operation by operation. A complex array is passed to a program as two arrays, views of its memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import jax
import numpy as np
from jax.extend import source_info_util
from jax.extend.core import ClosedJaxpr, Jaxpr, Literal

from tensorforge._native import CompileError
from tensorforge.jax import complex_ops
from tensorforge.jax.linalg import hessenberg, library, tridiagonal
from tensorforge.jax.pairs import Pair, is_complex, part
from tensorforge.jax.private import user_frame
from tensorforge.jax.systems import batched, lu, triangular_solve

__all__ = ["Pair", "evaluate", "is_needed", "join", "split", "split_spec"]


def is_needed(jaxpr: Any) -> bool:
    """Whether code, including nested code, has complex values."""
    jaxpr = _open(jaxpr)
    variables = [*jaxpr.invars, *jaxpr.constvars]
    if any(is_complex(var.aval) for var in variables):
        return True
    return any(_touches(eqn) for eqn in jaxpr.eqns)


def split_spec(spec: Any) -> list[Any]:
    """The types of the parts that represent a value of this type."""
    if not is_complex(spec):
        return [spec]
    return [jax.ShapeDtypeStruct(spec.shape, part(spec.dtype), weak_type=spec.weak_type)] * 2


def split(values: Iterable[Any]) -> list[Any]:
    """NumPy arrays or JAX-traced values, with each complex one split in two."""
    parts: list[Any] = []
    for value in values:
        parts += [value.real, value.imag] if np.issubdtype(value.dtype, np.complexfloating) else [value]
    return parts


def join(parts: Iterable[Any], avals: Sequence[Any], joined: Callable[[Any, Any], Any]) -> list[Any]:
    """Values of these types from their parts; ``joined`` builds a complex one from two parts."""
    given = iter(parts)
    return [joined(next(given), next(given)) if is_complex(aval) else next(given) for aval in avals]


def evaluate(jaxpr: Any, constants: Sequence[Any], args: Sequence[Any]) -> list[Any]:
    """Evaluates code without complex values in the traced operations; arguments and results are parts."""
    values = _Values()
    for var, value in zip(jaxpr.constvars, constants):
        values[var] = _pair_of(value) if is_complex(var.aval) else value
    for var, value in zip(jaxpr.invars, join(args, [var.aval for var in jaxpr.invars], Pair)):
        values[var] = value
    for eqn in jaxpr.eqns:
        names = source_info_util.current_name_stack() + eqn.source_info.name_stack
        with source_info_util.user_context(eqn.source_info.traceback, name_stack=names), eqn.ctx.manager:
            made = _apply(eqn, [values.read(var) for var in eqn.invars])
        for var, value in zip(eqn.outvars, made):
            values[var] = value
    return _flat(values.read(var) for var in jaxpr.outvars)


class _Values(dict[Any, Any]):
    """The values of the variables of code."""

    def read(self, var: Any) -> Any:
        if not isinstance(var, Literal):
            return self[var]
        return _pair_of(var.val) if is_complex(var.aval) else var.val


def _pair_of(value: Any) -> Pair:
    if isinstance(value, Pair):
        return value
    return Pair(value.real, value.imag) if isinstance(value, jax.Array) else Pair(np.real(value), np.imag(value))


def _flat(values: Iterable[Any]) -> list[Any]:
    parts: list[Any] = []
    for value in values:
        parts += list(value) if isinstance(value, Pair) else [value]
    return parts


def _open(jaxpr: Any) -> Any:
    return jaxpr.jaxpr if isinstance(jaxpr, ClosedJaxpr) else jaxpr


def _inner(value: Any) -> list[Any]:
    """The nested code in a parameter of an operation."""
    if isinstance(value, ClosedJaxpr | Jaxpr):
        return [value]
    if isinstance(value, tuple | list):
        return [jaxpr for item in value for jaxpr in _inner(item)]
    # Code of this package that is inlined into surrounding code.
    own = getattr(value, "jaxpr", None)
    return [own] if isinstance(own, ClosedJaxpr | Jaxpr) else []


def _touches(eqn: Any) -> bool:
    """Whether an operation, including its nested code, has complex values."""
    if any(is_complex(var.aval) for var in [*eqn.invars, *eqn.outvars]):
        return True
    return any(is_needed(jaxpr) for value in eqn.params.values() for jaxpr in _inner(value))


def _apply(eqn: Any, args: list[Any]) -> list[Any]:
    """The results of an operation."""
    name, params = eqn.primitive.name, eqn.params
    if not _touches(eqn):
        made = eqn.primitive.bind(*args, **eqn.primitive.get_bind_params(params))
        return list(made) if eqn.primitive.multiple_results else [made]
    if name in _CONTROL:
        return _typed(eqn, _CONTROL[name](eqn, args))
    if code := _called(eqn):
        jaxpr, constants = code
        return _typed(eqn, evaluate(jaxpr, constants, _flat(args)))
    if code := _DECOMPOSITIONS.get(name):
        closed = jax.make_jaxpr(lambda *given: code(*given, **params))(*(var.aval for var in eqn.invars))
        return _typed(eqn, evaluate(closed.jaxpr, closed.consts, _flat(args)))
    made = complex_ops.apply(eqn, args)
    if made is None:
        raise CompileError(
            f"{_location(eqn)}error: '{name}' has no rule for complex values; write it with real and imaginary "
            "parts"
        )
    return made


def _location(eqn: Any) -> str:
    found = user_frame(eqn.source_info.traceback)
    return f"{found.file_name}:{found.start_line}: " if found else ""


def _typed(eqn: Any, parts: Iterable[Any]) -> list[Any]:
    return join(parts, [var.aval for var in eqn.outvars], Pair)


def _called(eqn: Any) -> tuple[Any, Sequence[Any]] | None:
    """The code of an operation that only calls it."""
    for key in ("jaxpr", "call_jaxpr", "fun_jaxpr", "code"):
        value = eqn.params.get(key)
        if key == "code" and value is not None:
            return value.jaxpr, value.constants
        if isinstance(value, ClosedJaxpr):
            return value.jaxpr, value.consts
        if isinstance(value, Jaxpr):
            return value, ()
    return None


def _converted(jaxpr: Any) -> ClosedJaxpr:
    """The code rewritten to operate on parts."""
    constants = jaxpr.consts if isinstance(jaxpr, ClosedJaxpr) else ()
    jaxpr = _open(jaxpr)
    specs = [spec for var in jaxpr.invars for spec in split_spec(var.aval)]
    return jax.make_jaxpr(lambda *args: evaluate(jaxpr, constants, args))(*specs)


def _count(variables: Iterable[Any]) -> int:
    """The count of parts that represent these variables."""
    return sum(2 if is_complex(var.aval) else 1 for var in variables)


def _scan(eqn: Any, args: list[Any]) -> list[Any]:
    params = dict(eqn.params)
    consts, carry = params["num_consts"], params["num_carry"]
    variables = _open(params["jaxpr"]).invars
    params["jaxpr"] = _like(params["jaxpr"])
    params["num_consts"] = _count(variables[:consts])
    params["num_carry"] = _count(variables[consts : consts + carry])
    if "linear" in params:
        params["linear"] = (False,) * _count(variables)
    return eqn.primitive.bind(*_flat(args), **params)


def _like(jaxpr: Any) -> Any:
    """Converted code in the form of the original, with or without constants."""
    made = _converted(jaxpr)
    return made if isinstance(jaxpr, ClosedJaxpr) else made.jaxpr


def _while(eqn: Any, args: list[Any]) -> list[Any]:
    params = dict(eqn.params)
    own, others = params["cond_nconsts"], params["body_nconsts"]
    params["cond_nconsts"] = _count(eqn.invars[:own])
    params["body_nconsts"] = _count(eqn.invars[own : own + others])
    params |= {key: _like(params[key]) for key in ("cond_jaxpr", "body_jaxpr")}
    return eqn.primitive.bind(*_flat(args), **params)


def _cond(eqn: Any, args: list[Any]) -> list[Any]:
    branches = tuple(_like(branch) for branch in eqn.params["branches"])
    return eqn.primitive.bind(*_flat(args), **(eqn.params | {"branches": branches}))


def _eig(eqn: Any, args: list[Any]) -> list[Any]:
    """Eigenvalues and eigenvectors as real and imaginary parts, by the library."""
    (a,) = args
    left, right = eqn.params["compute_left_eigenvectors"], eqn.params["compute_right_eigenvectors"]
    name = {(False, False): "eigvals", (False, True): "eig", (True, False): "eig_left", (True, True): "eig_both"}[left, right]
    name, parts = (f"complex_{name}", a) if isinstance(a, Pair) else (name, (a,))
    shape = parts[0].shape
    return list(library(name, [shape[:-1]] * 2 + [shape] * 2 * (left + right), *parts))


def _schur(eqn: Any, args: list[Any]) -> list[Any]:
    if eqn.params["sort_eig_vals"]:
        raise NotImplementedError("Schur forms with sorted eigenvalues")
    made = list(library("complex_schur", [args[0].real.shape] * 4, *args[0]))
    return made if eqn.params["compute_schur_vectors"] else made[:2]


def _hessenberg(a: Any) -> tuple[Any, Any]:
    return batched(hessenberg, 2)(a)


def _lu(a: Any) -> tuple[Any, ...]:
    return batched(lu, 2)(a)


def _triangular_solve(
    a: Any, b: Any, *, left_side: bool, lower: bool, transpose_a: bool, conjugate_a: bool, unit_diagonal: bool
) -> list[Any]:
    a = a.conj() if conjugate_a else a
    if transpose_a:
        a, lower = jax.numpy.swapaxes(a, -1, -2), not lower
    return [batched(lambda a, b: triangular_solve(a, b, left_side, lower, unit_diagonal), 2)(a, b)]


# Decompositions and solvers as JAX code with complex elements.
_DECOMPOSITIONS: dict[str, Callable[..., Any]] = {"hessenberg": _hessenberg, "lu": _lu}
_DECOMPOSITIONS |= {"triangular_solve": _triangular_solve, "tridiagonal": tridiagonal}


def _linear_solve(eqn: Any, args: list[Any]) -> list[Any]:
    """A linear solve with a custom derivative: evaluates only its solver."""
    lengths, solve = eqn.params["const_lengths"], eqn.params["jaxprs"].solve
    first = lengths.matvec + lengths.vecmat
    known = args[first : first + lengths.solve]
    right = args[first + lengths.solve + lengths.transpose_solve :]
    return evaluate(solve.jaxpr, solve.consts, _flat([*known, *right]))


_CONTROL: dict[str, Callable[[Any, list[Any]], list[Any]]] = {"scan": _scan, "while": _while, "cond": _cond}
# The library's decompositions, on pairs.
_CONTROL |= {"eig": _eig, "schur": _schur}
_CONTROL |= {"linear_solve": _linear_solve, "custom_linear_solve": _linear_solve}
