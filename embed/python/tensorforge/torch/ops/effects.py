"""Checks by the user or torch that end a call with an error."""

from __future__ import annotations

from typing import Any

import torch

import tensorforge as tf
from tensorforge.torch.node import Node
from tensorforge.torch.table import lowers


@lowers("_assert_async.msg", "_assert_async")
def _assert(at: Node, condition: Any, message: str = "Expected Tensor with single nonzero value, but got zero") -> None:
    at.check((condition == 0).reshape(()), RuntimeError, message)


@lowers("_assert_tensor_metadata")
def _assert_metadata(at: Node, *args: Any, **named: Any) -> None:
    """Nothing to do: torch has checked the metadata when it traced the graph."""


@lowers("_linalg_check_errors")
def _check_errors(at: Node, notes: Any, name: str, *, is_matrix: bool) -> None:
    matrices = "the input matrix is" if is_matrix else "a matrix of the batch is"
    message = f"{name}: {matrices} singular, or not a valid input"
    at.check(tf.any(notes != 0) if notes.ndim else notes != 0, torch.linalg.LinAlgError, message)
