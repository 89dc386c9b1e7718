"""Decompositions before compilation: torch's rules, and additional ones."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch._decomp import core_aten_decompositions, decomposition_table

from tensorforge.torch import ops
from tensorforge.torch.table import LOWERINGS, overload

assert ops

#: Torch's decomposition rules that make programs worse: they read elements, or write to memory.
_LEFT_OUT = "diagonal_scatter bucketize.Tensor bucketize.Scalar complex polar"


def _scores(query: torch.Tensor, key: torch.Tensor, causal: bool, mask: Any, scale: Any) -> torch.Tensor:
    factor = scale if scale is not None else 1 / math.sqrt(query.shape[-1])
    wide = torch.float32 if query.dtype in (torch.float16, torch.bfloat16) else query.dtype
    scores = torch.matmul(query.to(wide), key.to(wide).transpose(-2, -1)) * factor
    if causal:
        rows = torch.arange(query.shape[-2], device=query.device)[:, None]
        columns = torch.arange(key.shape[-2], device=query.device)[None, :]
        scores = torch.where(columns <= rows, scores, -math.inf)
    if mask is not None:
        scores = torch.where(mask, scores, -math.inf) if mask.dtype == torch.bool else scores + mask.to(wide)
    return scores


def _for_each_head(query: torch.Tensor, shared: torch.Tensor) -> torch.Tensor:
    """Keys or values, repeated for the query heads that share one."""
    times = query.shape[1] // shared.shape[1]
    return shared if query.shape[1] == shared.shape[1] else shared.repeat_interleave(times, 1)


def _of_shared_heads(grad: torch.Tensor, few: int) -> torch.Tensor:
    """The gradient of heads that several query heads share."""
    return grad if grad.shape[1] == few else grad.unflatten(1, (few, -1)).sum(2)


def _attention(query: Any, key: Any, value: Any, dropout_p: float = 0.0, is_causal: bool = False, *, attn_mask: Any = None,
               scale: Any = None) -> Any:
    """Attention, and the log-sum-exps for its backward pass."""
    if dropout_p != 0.0:
        return NotImplemented
    key, value = _for_each_head(query, key), _for_each_head(query, value)
    scores = _scores(query, key, is_causal, attn_mask, scale)
    best = torch.amax(scores, -1, keepdim=True)
    # Fully masked rows have no scores, and give 0.
    best = torch.where(best == -math.inf, 0.0, best)
    parts = torch.exp(scores - best)
    total = torch.sum(parts, -1, keepdim=True)
    weights = torch.where(total == 0, 0.0, parts / total)
    out = torch.matmul(weights, value.to(weights.dtype)).to(query.dtype)
    sums = (torch.log(total) + best).squeeze(-1)
    # The kernel's results are laid out as [batch, length, heads, features].
    return out.transpose(1, 2).contiguous().transpose(1, 2), sums.transpose(1, 2).contiguous().transpose(1, 2)


def _attention_backward(grad_out: Any, query: Any, key: Any, value: Any, out: Any, logsumexp: Any, dropout_p: float,
                        is_causal: bool, *, attn_mask: Any = None, scale: Any = None) -> Any:
    if dropout_p != 0.0:
        return NotImplemented
    few = key.shape[1]
    key, value = _for_each_head(query, key), _for_each_head(query, value)
    scores = _scores(query, key, is_causal, attn_mask, scale)
    wide, factor = scores.dtype, scale if scale is not None else 1 / math.sqrt(query.shape[-1])
    sums = logsumexp.to(wide).unsqueeze(-1)
    weights = torch.where(scores == -math.inf, 0.0, torch.exp(scores - sums))
    grad = grad_out.to(wide)
    of_value = torch.matmul(weights.transpose(-2, -1), grad)
    of_weights = torch.matmul(grad, value.to(wide).transpose(-2, -1))
    delta = torch.sum(grad * out.to(wide), -1, keepdim=True)
    of_scores = weights * (of_weights - delta) * factor
    of_query = torch.matmul(of_scores, key.to(wide))
    of_key = _of_shared_heads(torch.matmul(of_scores.transpose(-2, -1), query.to(wide)), few)
    of_value = _of_shared_heads(of_value, few)
    return of_query.to(query.dtype), of_key.to(key.dtype), of_value.to(value.dtype)


def _is_random(found: Any) -> bool:
    return torch.Tag.nondeterministic_seeded in getattr(found, "tags", ())


def table() -> dict[Any, Any]:
    """The decompositions, without operations that have lowerings and those that draw random numbers."""
    rules = {**decomposition_table, **core_aten_decompositions()}
    for name in _LEFT_OUT.split():
        rules.pop(overload(name), None)
    rules = {op: rule for op, rule in rules.items() if op not in LOWERINGS and not _is_random(op)}
    rules[overload("_scaled_dot_product_flash_attention_for_cpu")] = _attention
    rules[overload("_scaled_dot_product_flash_attention_for_cpu_backward")] = _attention_backward
    return rules
