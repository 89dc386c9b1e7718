"""What a notebook shows of a program: its arguments, its extents, and what it was compiled to."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from tensorforge import tree
from tensorforge.highlight import html as highlighted
from tensorforge.types import TensorType

if TYPE_CHECKING:
    from tensorforge.programs import Program

__all__ = ["page", "text"]


def _arguments(program: Program) -> list[tuple[str, str]]:
    """Names and types; of a structure, those of its leaves."""
    found = []
    for name, kind in program._types().items():
        leaves = [kind] if isinstance(kind, TensorType) else tree.flatten(kind)[0]
        found.append((name, ", ".join(str(leaf) for leaf in leaves)))
    return found


def _extents(program: Program) -> list[str]:
    """The names of the extents, in the order of the arguments."""
    kinds: list[Any] = []
    for kind in program._types().values():
        kinds += [kind] if isinstance(kind, TensorType) else tree.flatten(kind)[0]
    names = [str(extent) for kind in kinds for extent in kind.shape or () if not isinstance(extent, int)]
    return list(dict.fromkeys(names))


def _compiled(program: Program) -> list[str]:
    """The explanation for each device that it was compiled for."""
    return [made.explain() for _, made in program._compiled.values()]


def text(program: Program) -> str:
    """A few lines: the signature, the named extents, and for each device the loop nests."""
    arguments = ", ".join(f"{name}: {kind}" for name, kind in _arguments(program))
    lines = [f"program {program.__name__}({arguments})"]
    if extents := _extents(program):
        lines.append(f"one program for all {', '.join(extents)}")
    lines += [explained.strip().splitlines()[0] for explained in _compiled(program)]
    return "\n".join(lines)


def page(program: Program) -> str:
    """The same as HTML, with the explanation and the program's text to be opened."""
    rows = "".join(
        f"<tr><td style='text-align:left'>{escape(name)}</td><td style='text-align:left'><code>{escape(kind)}</code></td></tr>"
        for name, kind in _arguments(program)
    )
    extents = ", ".join(_extents(program))
    parts = [f"<b>program {escape(program.__name__)}</b><table>{rows}</table>"]
    if extents:
        parts.append(f"one program for all <code>{escape(extents)}</code>")
    compiled = _compiled(program)
    if not compiled:
        parts.append("<br>not compiled yet: the first call does that")
    for explained in compiled:
        first, *rest = explained.strip().splitlines()
        parts.append(f"<details><summary>{escape(first)}</summary><pre>{escape(chr(10).join(rest))}</pre></details>")
    parts.append(f"<details><summary>as text</summary>{highlighted(program.to_text())}</details>")
    return "".join(parts)
