"""The element types of torch and Tensorforge."""

from __future__ import annotations

import torch

#: The element types of programs; complex and quantised ones are not supported.
NAMES: dict[torch.dtype, str] = {
    torch.bool: "bool",
    torch.uint8: "u8",
    torch.int8: "i8",
    torch.int16: "i16",
    torch.int32: "i32",
    torch.int64: "i64",
    torch.float16: "f16",
    torch.bfloat16: "bf16",
    torch.float32: "f32",
    torch.float64: "f64",
}

#: The types that torch computes narrow floats in.
WIDER = {torch.float16: torch.float32, torch.bfloat16: torch.float32}


def name(dtype: torch.dtype) -> str:
    """Our name for an element type that programs support."""
    return NAMES[dtype]


def computed(dtype: torch.dtype) -> torch.dtype:
    """The element type in which values of a type are computed before rounding."""
    return WIDER.get(dtype, dtype)
