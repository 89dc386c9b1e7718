"""The source lines of the user that created the nodes of a graph."""

from __future__ import annotations

import functools
import linecache
import os
import re
import zlib
from collections.abc import Callable
from types import CodeType
from typing import Any

import torch

_FRAME = re.compile(r'File "(.+?)", line (\d+), in (\S+)')
_TORCH = os.path.dirname(torch.__file__) + os.sep

#: A file and a line of it, from 1.
Line = tuple[str, int]


def of(node: torch.fx.Node) -> Line | None:
    """The innermost line outside of torch for a node, or for one of its inputs."""
    for one in (node, *node.all_input_nodes):
        found = [(file, int(line)) for file, line, _ in _FRAME.findall(one.meta.get("stack_trace") or "")]
        own = [place for place in found if not place[0].startswith(_TORCH)]
        if own:
            return own[-1]
    return None


#: Parts of the names of operations that may end a call at an index.
_INDEXED = ("index", "gather", "embedding", "scatter", "put", "take")


def name(nodes: list[torch.fx.Node]) -> str:
    """The name of a program; equal code from different lines gets different names if errors name a line."""
    places = [of(node) for node in nodes if any(word in str(node.target) for word in _INDEXED)]
    return f"graph_{zlib.crc32(repr(places).encode()):08x}" if places else "graph"


def quoted(place: Line | None) -> str:
    """The line with its code, as the end of an error message."""
    if place is None:
        return ""
    return f"\n  {place[0]}:{place[1]}: {linecache.getline(*place).strip()}"


@functools.lru_cache(maxsize=4096)
def _code(place: Line) -> CodeType:
    file, line = place
    return compile("\n" * (line - 1) + "made.append(call())", file, "exec")


def run_at(place: Line | None, call: Callable[[], Any]) -> Any:
    """Calls a function as if from the user's line, which becomes the location of traced operations."""
    if place is None:
        return call()
    made: list[Any] = []
    exec(_code(place), {"__name__": "user", "call": call, "made": made})  # noqa: S102
    return made[0]
