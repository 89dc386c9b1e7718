"""Programs as IR: modules that Python walks, matches, rewrites, verifies and compiles.

A pass in Python is a function of a module::

    def squares(module):
        def match(op):
            a, b = op.operands
            if a.op and a.op.name == "math.sqrt" and a == b:        # sqrt(x) * sqrt(x)
                return a.op.operands

        return ir.rewrite(module, {"arith.mulf": match})

    module = step.module()              # of a program, or ir.parse(text)
    module.run("canonicalize")          # the compiler's own passes
    squares(module)
    fast = module.compile()             # an executable

``Op`` has ``name``, ``operands``, ``results``, ``attributes``, ``regions`` and ``parent``; ``op.before``
inserts an operation before it, ``op.replace`` replaces its results by values, ``op.erase`` removes it.
``Value`` has ``type``, ``op`` and ``uses``. Types and attributes are text.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence

from tensorforge._native import CompileError, Module, Op, Session, Value
from tensorforge.sessions import _read, default_session

__all__ = ["Module", "Op", "Value", "parse", "rewrite"]

#: How many matches a pattern may have before it counts as an endless loop.
MOST_REWRITES = 1_000_000


def parse(program: str | os.PathLike, *, session: Session | None = None) -> Module:
    """Parses a program given as text, in our dialects or StableHLO, or as the path of a file."""
    text, name = _read(program)
    return (session or default_session()).parse(text, name)


def rewrite(module: Module, patterns: Mapping[str, Callable[[Op], Sequence[Value] | None]]) -> int:
    """Applies patterns until none matches; returns the count of rewrites. The module is verified afterwards.

    A pattern takes an operation with its name and returns the values that replace its results, or None if it
    does not match. It may insert operations before it (``op.before``).
    """
    matched = 0
    changed = True
    while changed:
        changed = False
        for op in module.walk():
            pattern = patterns.get(op.name) if op.is_live else None
            values = pattern(op) if pattern else None
            if values is None:
                continue
            op.replace(list(values))
            changed = True
            matched += 1
            if matched == MOST_REWRITES:
                raise CompileError(
                    f"rewriting does not terminate: after {matched} rewrites a pattern still matches"
                )
    module.verify()
    return matched
