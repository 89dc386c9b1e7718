"""Kernels of Triton for the cases that blocks of elements or of rows fit, called with tensors of PyTorch."""

import torch
import triton
import triton.language as tl


@triton.jit
def _chain(x, y, z, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    a, b = tl.load(x + at, mask=inside), tl.load(y + at, mask=inside)
    tl.store(z + at, tl.sqrt(tl.abs(tl.maximum(a * b + a, 0.0) * 0.5 - b) + 1.0), mask=inside)


@triton.jit
def _small(x, z, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(z + at, tl.load(x + at, mask=at < n) + 1.0, mask=at < n)


@triton.jit
def _softmax(x, z, n, BLOCK: tl.constexpr):
    at, row = tl.arange(0, BLOCK), tl.program_id(0).to(tl.int64) * n
    v = tl.load(x + row + at, mask=at < n, other=-float("inf"))
    e = tl.exp(v - tl.max(v, 0))
    tl.store(z + row + at, e / tl.sum(e, 0), mask=at < n)


@triton.jit
def _layernorm(x, scale, shift, z, n, BLOCK: tl.constexpr):
    at, row = tl.arange(0, BLOCK), tl.program_id(0).to(tl.int64) * n
    inside = at < n
    v = tl.load(x + row + at, mask=inside, other=0.0)
    centred = tl.where(inside, v - tl.sum(v, 0) / n, 0.0)
    v = centred / tl.sqrt(tl.sum(centred * centred, 0) / n + 1e-5)
    v = v * tl.load(scale + at, mask=inside) + tl.load(shift + at, mask=inside)
    tl.store(z + row + at, v, mask=inside)


@triton.jit
def _sum_rows(x, z, n, BLOCK: tl.constexpr):
    at, row = tl.arange(0, BLOCK), tl.program_id(0).to(tl.int64)
    tl.store(z + row, tl.sum(tl.load(x + row * n + at, mask=at < n, other=0.0), 0))


@triton.jit
def _cumsum(x, z, n, BLOCK: tl.constexpr):
    at, row = tl.arange(0, BLOCK), tl.program_id(0).to(tl.int64) * n
    tl.store(z + row + at, tl.cumsum(tl.load(x + row + at, mask=at < n, other=0.0), 0), mask=at < n)


def _elements(kernel, *tensors, block=1024):
    result = torch.empty_like(tensors[0])
    n = result.numel()
    kernel[(triton.cdiv(n, block),)](*tensors, result, n, BLOCK=block)
    return result


def _rows(kernel, x, *more, shape=None):
    m, n = x.shape
    result = torch.empty(shape or (m, n), device=x.device, dtype=x.dtype)
    kernel[(m,)](x, *more, result, n, BLOCK=triton.next_power_of_2(n), num_warps=8)
    return result


KERNELS = {
    "chain": lambda x, y: _elements(_chain, x, y),
    "small": lambda x: _elements(_small, x, block=16),
    "softmax": lambda x: _rows(_softmax, x),
    "layernorm": lambda x, scale, shift: _rows(_layernorm, x, scale, shift),
    "sum_rows": lambda x: _rows(_sum_rows, x, shape=(x.shape[0],)),
    "cumsum": lambda x: _rows(_cumsum, x),
}
