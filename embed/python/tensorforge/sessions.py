"""The session that programs use unless given another, and programs as text."""

import os
import threading

from tensorforge._native import Executable, Module, Session, set_current_session
from tensorforge.progress import compiling

__all__ = ["compile", "default_session", "devices", "run_pipeline"]

_lock = threading.Lock()
_default: Session | None = None


def default_session() -> Session:
    """The session of this process: made on first use, and anew in a child made by ``fork``."""
    global _default
    with _lock:
        if _default is None:
            _default = Session()
            set_current_session(_default)
        return _default


def current() -> Session | None:
    """The session of this process, if it has been made."""
    return _default


def _forget_session() -> None:
    """A child made by ``fork`` has none of its parent's threads: its programs run on threads of its own."""
    global _default, _lock
    _lock = threading.Lock()
    _default = Session(threads=len(os.sched_getaffinity(0)))
    set_current_session(_default)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_session)


def _read(program: str | os.PathLike) -> tuple[str, str]:
    """A program's text, and what to call it in messages: of a path, or the text itself."""
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
    """Compiles a program given as text, as the path of a file with it, or as a module of ``tensorforge.ir``.

    Programs are text of our dialects or StableHLO, as ``jax.jit(f).lower(...).as_text()`` prints it.

    ``device`` is ``"cpu"``, machine code for this processor, or ``"interp"``, the interpreter, which says what programs mean, or
    ``"simt"``, which makes kernels of programs, as for a GPU, and runs them in the interpreter.
    ``pipeline`` replaces the device's passes by others, written as ``tfopt`` takes them.

    Raises ``CompileError`` with the compiler's message, and ``LibraryError`` where the LLVM library cannot be opened.
    """
    if isinstance(program, Module):
        return program.compile(device, pipeline)
    text, name = _read(program)
    with compiling(os.path.basename(name)):
        return (session or default_session()).compile_text(text, device, pipeline, name)


def run_pipeline(program: str | os.PathLike, pipeline: str, *, session: Session | None = None) -> str:
    """Runs passes on a program given as text or path: the text afterwards."""
    text, _ = _read(program)
    return (session or default_session()).run_pipeline(text, pipeline)


def devices() -> list[str]:
    """The names of the devices that can be used here. Opens the LLVM library."""
    return default_session().devices()
