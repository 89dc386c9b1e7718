"""Tensorforge: tensor programs, compiled.

``compile`` makes an executable of a program given as text, of our dialects or StableHLO; ``program`` makes one of a Python
function of arrays. Executables are called with arrays of NumPy, and with whatever speaks DLPack or the buffer protocol.
"""

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
from tensorforge import ir, linalg, tree
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
from tensorforge import nn


def jit(function=None, **options):
    """A function of JAX's, compiled by this package instead of XLA: ``tensorforge.jit`` in the place of ``jax.jit``.

    ::

        @tensorforge.jit
        def step(params, x):
            return jax.tree.map(lambda p: p - 0.1 * x.sum(), params)

    Arguments and results are any structures that JAX knows, of its arrays; ``static_argnums``, ``static_argnames``,
    ``donate_argnums`` and ``donate_argnames`` mean what they do in ``jax.jit``. ``jax.grad``, ``jax.vmap`` and the others take
    such functions, which may use them in turn, and functions of ``jax.jit`` call them.
    ``shapes=("n, m", "m")`` names sizes, for all of which one program is compiled, and ``constraints=("n >= 2",)`` says what they
    have in common (each is 1 at least; a call with less has a program of its own). ``device`` is ``"cpu"`` or ``"interp"``, and
    ``session`` a ``Session`` to compile in. ``numerics`` says how exactly floats are computed: ``"precise"`` has IEEE's quotients
    and square roots, ``"standard"`` is off by up to two units in the last place in them, where nothing is decided by their values, and may
    be faster; there are ``"strict"`` and ``"fast"``, too.
    """
    # JAX takes longer to import than this package, and is optional.
    from tensorforge import jax

    return jax.jit(function, **options)


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
    "jit",
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
