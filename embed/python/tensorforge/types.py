"""Types of a program's inputs: ``f32`` is a scalar, ``f32["n", 3]`` a tensor."""

from __future__ import annotations

from typing import Any

from tensorforge._native import Dim

__all__ = [
    "TensorType",
    "bf16",
    "bool_",
    "dim",
    "f16",
    "f32",
    "f64",
    "i8",
    "i16",
    "i32",
    "i64",
    "index",
    "u8",
    "u16",
    "u32",
    "u64",
]


class TensorType:
    """An element type with the extents of a tensor; without extents, a scalar."""

    __slots__ = ("dtype", "shape")

    def __init__(self, dtype: str, shape: tuple[Any, ...] | None = None) -> None:
        self.dtype = dtype
        self.shape = shape

    def __getitem__(self, shape: Any) -> TensorType:
        """The type of tensors with these extents: integers, names, and expressions of names, as ``2 *
        dim("n") + 1``."""
        if self.shape is not None:
            raise TypeError(f"{self} has extents already")
        return TensorType(self.dtype, shape if isinstance(shape, tuple) else (shape,))

    def __repr__(self) -> str:
        if self.shape is None:
            return self.dtype
        return f"{self.dtype}[{', '.join(str(extent) for extent in self.shape)}]"


def dim(name: str) -> Dim:
    """A named extent, for expressions: ``n = dim("n")``, ``f32[n, 2 * n + 1]``."""
    return Dim(name)


bool_ = TensorType("bool")
i8 = TensorType("i8")
i16 = TensorType("i16")
i32 = TensorType("i32")
i64 = TensorType("i64")
u8 = TensorType("u8")
u16 = TensorType("u16")
u32 = TensorType("u32")
u64 = TensorType("u64")
f16 = TensorType("f16")
bf16 = TensorType("bf16")
f32 = TensorType("f32")
f64 = TensorType("f64")
index = TensorType("index")
