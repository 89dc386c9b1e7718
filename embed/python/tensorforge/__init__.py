"""Tensorforge: tensor programs, compiled.

``compile`` makes an executable of a program given as text, of our dialects or StableHLO; ``program`` makes one of a Python
function of arrays. Executables are called with arrays of NumPy, and with whatever speaks DLPack or the buffer protocol.
"""

from tensorforge._native import (
    VERSION as __version__,
    CallError,
    CompileError,
    Dim,
    Error,
    Executable,
    LibraryError,
    LimitError,
    Session,
    Tensor,
    TraceError,
)
from tensorforge.functions import *  # noqa: F403
from tensorforge.functions import __all__ as _functions
from tensorforge import tree
from tensorforge.programs import Program, program
from tensorforge.sessions import compile, default_session, devices, run_pipeline
from tensorforge.transforms import *  # noqa: F403
from tensorforge.transforms import __all__ as _transforms
from tensorforge.types import *  # noqa: F403
from tensorforge.types import __all__ as _types

__all__ = [
    "CallError",
    "CompileError",
    "Dim",
    "Error",
    "Executable",
    "LibraryError",
    "LimitError",
    "Program",
    "Session",
    "Tensor",
    "TraceError",
    "__version__",
    "compile",
    "default_session",
    "devices",
    "program",
    "run_pipeline",
    *_functions,
    *_transforms,
    *_types,
]
