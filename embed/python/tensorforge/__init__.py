"""Tensorforge: a compiler for tensor programs.

``compile`` compiles a program given as text, in our dialects or StableHLO; ``program`` compiles a Python
function of arrays. Executables take NumPy arrays, and objects with DLPack or the buffer protocol.
"""

from typing import Any

from tensorforge._native import (
    VERSION as __version__,
    CallError,
    CompileError,
    DeviceArray,
    Dim,
    Error,
    Executable,
    LibraryError,
    LimitError,
    Session,
    Tensor,
    TraceError,
)
from tensorforge.fourier import *  # noqa: F403
from tensorforge.fourier import __all__ as _fourier
from tensorforge.functions import *  # noqa: F403
from tensorforge.functions import __all__ as _functions
from tensorforge.groups import *  # noqa: F403
from tensorforge.groups import __all__ as _groups
from tensorforge.kernels import *  # noqa: F403
from tensorforge.kernels import __all__ as _kernels
from tensorforge.layouts import *  # noqa: F403
from tensorforge.layouts import __all__ as _layouts
from tensorforge.linalg import *  # noqa: F403
from tensorforge.linalg import __all__ as _linalg
from tensorforge import image, ir, linalg, tree
from tensorforge.plot import plot
from tensorforge.programs import Program, program
from tensorforge.sessions import compile, default_session, devices, run_pipeline
from tensorforge.randoms import *  # noqa: F403
from tensorforge.randoms import __all__ as _randoms
from tensorforge.scalars import *  # noqa: F403
from tensorforge.scalars import __all__ as _scalars
from tensorforge.transforms import *  # noqa: F403
from tensorforge.transforms import __all__ as _transforms
from tensorforge.types import *  # noqa: F403
from tensorforge.types import __all__ as _types
from tensorforge.window import Window
from tensorforge import nn


def jit(function=None, **options):
    """A JAX function, compiled by this package instead of XLA: ``tensorforge.jit`` replaces ``jax.jit``.

    ::

        @tensorforge.jit
        def step(params, x):
            return jax.tree.map(lambda p: p - 0.1 * x.sum(), params)

    Arguments and results are pytrees of JAX arrays; ``static_argnums``, ``static_argnames``,
    ``donate_argnums`` and ``donate_argnames`` mean the same as in ``jax.jit``. JAX transformations such as
    ``jax.grad`` and ``jax.vmap`` apply to these functions, which may use them in turn, and functions of
    ``jax.jit`` can call these functions. ``shapes=("n, m", "m")`` names dimensions, so that one program
    serves all their sizes; ``constraints=("n >= 2",)`` declares relations between them (each size is at least
    1; a call with a smaller one compiles its own program). ``device`` is ``"cpu"`` or ``"interp"``, and
    ``session`` is the ``Session`` to compile in. ``numerics`` sets the precision of floats: ``"precise"`` has
    IEEE quotients and square roots; ``"standard"`` may be faster, with errors up to two units in the last
    place in those of them that no decision depends on; ``"strict"`` and ``"fast"`` exist, too.
    """
    # JAX takes longer to import than this package, and is optional.
    from tensorforge import jax

    return jax.jit(function, **options)


def load_ipython_extension(shell: Any) -> None:
    """``%load_ext tensorforge`` in a notebook: arrays of NumPy that look like pictures are shown as such."""
    import numpy

    shell.display_formatter.formatters["image/png"].for_type(numpy.ndarray, image.png_of)


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
    "Window",
    "__version__",
    "compile",
    "default_session",
    "devices",
    "image",
    "jit",
    "load_ipython_extension",
    "plot",
    "program",
    "run_pipeline",
    "ir",
    "linalg",
    "nn",
    *_fourier,
    *_functions,
    *_groups,
    *_kernels,
    *_layouts,
    *_linalg,
    *_randoms,
    *_scalars,
    *_transforms,
    *_types,
]
