"""The program being traced."""

from contextvars import ContextVar

from tensorforge._native import TraceError, Tracer

_current: ContextVar[Tracer | None] = ContextVar("tensorforge_current", default=None)


def tracer() -> Tracer:
    """The tracer of the program whose function is running."""
    found = _current.get()
    if found is None:
        raise TraceError(
            "this function is part of a traced program: call it in a function with @tensorforge.program; on arrays, use NumPy"
        )
    return found
