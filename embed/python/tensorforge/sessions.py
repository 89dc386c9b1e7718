"""The default session of programs, and compilation of program texts."""

import os
import threading

from tensorforge._native import Executable, Module, Session, set_current_session
from tensorforge.progress import compiling

__all__ = ["compile", "default_session", "devices", "run_pipeline"]

_lock = threading.Lock()
_default: Session | None = None


def default_session() -> Session:
    """The session of this process, created on first use; a child of ``fork`` creates a new one."""
    global _default
    with _lock:
        if _default is None:
            _default = Session()
            set_current_session(_default)
        return _default


def current() -> Session | None:
    """The session of this process, if it exists."""
    return _default


def _forget_session() -> None:
    """Replaces the session in a child of ``fork``, which has none of its parent's threads."""
    global _default, _lock
    _lock = threading.Lock()
    _default = Session(threads=len(os.sched_getaffinity(0)))
    set_current_session(_default)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_session)


def _read(program: str | os.PathLike) -> tuple[str, str]:
    """The text of a program, and its name in messages: from a path, or the text itself."""
    if isinstance(program, str) and ("\n" in program or "{" in program or "(" in program):
        return program, "<text>"
    name = os.fspath(program)
    with open(name, encoding="utf-8") as file:
        return file.read(), name


def compile(
    program: str | os.PathLike | Module,
    device: str = "cpu",
    pipeline: str | None = None,
    *,
    session: Session | None = None,
) -> Executable:
    """Compiles a program given as text, as the path of a file, or as a module of ``tensorforge.ir``.

    The text is in our dialects or StableHLO, as ``jax.jit(f).lower(...).as_text()`` prints it.

    ``device`` is ``"cpu"``, machine code for this processor, ``"interp"``, the interpreter, which defines the
    semantics of programs, or ``"simt"``, which lowers programs to kernels, as for a GPU, and runs them in the
    interpreter. ``pipeline`` replaces the device's passes, in the syntax of ``tfopt``.

    Raises ``CompileError`` with the compiler's message, and ``LibraryError`` if the LLVM library cannot be
    opened.
    """
    if isinstance(program, Module):
        return program.compile(device, pipeline)
    text, name = _read(program)
    with compiling(os.path.basename(name)):
        return (session or default_session()).compile_text(text, device, pipeline, name)


def run_pipeline(program: str | os.PathLike, pipeline: str, *, session: Session | None = None) -> str:
    """Runs passes on a program given as text or path; returns the resulting text."""
    text, _ = _read(program)
    return (session or default_session()).run_pipeline(text, pipeline)


def devices() -> list[str]:
    """The names of the available devices. Opens the LLVM library."""
    return default_session().devices()
