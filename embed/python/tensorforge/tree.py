"""Structures of values as flat lists: nested tuples, lists, dictionaries, named tuples and dataclasses of
tensors, generators and local arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tensorforge._native import Local, Random

Build = Callable[[Iterator[Any]], Any]


def flatten(tree: Any) -> tuple[list[Any], Build]:
    """The leaves in order, and a template to rebuild the structure."""
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves)


def unflatten(build: Build, leaves: list[Any]) -> Any:
    """Rebuilds a structure from its leaves."""
    return build(iter(leaves))


def structure(tree: Any) -> Any:
    """The structure without its leaves."""
    if isinstance(tree, dict):
        return ("dict", tuple((key, structure(value)) for key, value in tree.items()))
    if isinstance(tree, (tuple, list)):
        return (type(tree), tuple(structure(value) for value in tree))
    if isinstance(tree, (Random, Local)):
        return (type(tree), tree.width() if isinstance(tree, Random) else len(tree))
    if (names := _fields(tree)) is not None:
        return (type(tree), tuple(structure(getattr(tree, name)) for name in names))
    return None if tree is None else "value"


def matcher(tree: Any) -> Callable[[Any, list[Any]], bool]:
    """A function that appends the leaves of a value to a list, and is false if the value has another
    structure than this one."""
    if isinstance(tree, dict):
        parts = [(key, matcher(value)) for key, value in tree.items()]
        keys = list(tree)
        return lambda value, leaves: (
            isinstance(value, dict) and list(value) == keys and all([part(value[key], leaves) for key, part in parts])
        )
    if isinstance(tree, (tuple, list)):
        kind, inner = type(tree), [matcher(value) for value in tree]
        return lambda value, leaves: (
            type(value) is kind and len(value) == len(inner) and all([part(own, leaves) for part, own in zip(inner, value)])
        )
    if structure(tree) == "value":
        return _append
    wanted = structure(tree)
    return lambda value, leaves: structure(value) == wanted and (leaves.extend(flatten(value)[0]) or True)


# Types whose values are leaves.
_values: set[type] = set()


def _append(value: Any, leaves: list[Any]) -> bool:
    if type(value) not in _values:
        if structure(value) != "value":
            return False
        _values.add(type(value))
    leaves.append(value)
    return True


def words(structure: Any) -> str:
    """A description of a structure."""
    if structure is None:
        return "None"
    if isinstance(structure, str):
        return "a value"
    kind, parts = structure
    if kind == "dict":
        return "{" + ", ".join(f"{key!r}: {words(part)}" for key, part in parts) + "}"
    if isinstance(parts, int):
        return f"a {kind.__name__} of {parts} values"
    inner = ", ".join(map(words, parts))
    return f"({inner})" if kind is tuple else f"[{inner}]" if kind is list else f"{kind.__name__}({inner})"


def _fields(tree: Any) -> list[str] | None:
    """The fields of a dataclass, without importing ``dataclasses``, which takes longer to import than this
    package."""
    return None if isinstance(tree, type) else getattr(type(tree), "__dataclass_fields__", None)


def _flatten(tree: Any, leaves: list[Any]) -> Build:
    if tree is None:
        return lambda values: None
    if isinstance(tree, dict):
        parts = {key: _flatten(value, leaves) for key, value in tree.items()}
        return lambda values: {key: part(values) for key, part in parts.items()}
    if isinstance(tree, (tuple, list)):
        inner = [_flatten(value, leaves) for value in tree]
        make = tree._make if hasattr(tree, "_make") else type(tree)
        return lambda values: make([part(values) for part in inner])
    if isinstance(tree, (Random, Local)):
        own = tree.leaves()
        leaves.extend(own)
        return lambda values: tree.with_leaves([next(values) for _ in own])
    if (names := _fields(tree)) is not None:
        kind, fields = type(tree), {name: _flatten(getattr(tree, name), leaves) for name in names}
        return lambda values: kind(**{name: part(values) for name, part in fields.items()})
    leaves.append(tree)
    return next
