"""The programs of src/bin/kernels.rs in NumPy, torch (compiled by its own compiler) or Numba.

Usage: kernels.py numpy|torch|numba. Reads lines "PROGRAM:TYPE:ROWSxCOLUMNS CALLS", answers seconds of the fastest call, or
"none" where the peer has no such program.
"""
import math
import sys
import time

import numpy as np

KINDS = dict(f32=np.float32, f64=np.float64, i32=np.int32, i8=np.int8)


def inputs(what, kind, n, m):
    i = np.arange(n * m, dtype=np.uint32)
    v = (((i + 1) * np.uint32(2654435769)) >> 8).astype(np.float64) / (1 << 22) - 2
    scale = dict(i32=1000.0, i8=50.0).get(kind, 1.0)
    x = (v * scale).astype(KINDS[kind]).reshape(n, m)
    return [x, x.copy()] if what in ("add", "matmul") else [x]


def stencil(x, roll, pad):
    p = pad(x)
    return p[:-2, 1:-1] + p[2:, 1:-1] + p[1:-1, :-2] + p[1:-1, 2:] - x * 4


def chain(x, maximum):
    y = x * x + x
    z = y * 3 - x
    return maximum(z * y + 7, x)


def numpy_program(what):
    def softmax(x):
        e = np.exp(x - x.max(1, keepdims=True))
        return e / e.sum(1, keepdims=True)

    def layernorm(x):
        c = x - x.mean(1, keepdims=True)
        return c / np.sqrt((c * c).mean(1, keepdims=True) + np.float32(1e-5))

    total = lambda axis: lambda x: x.sum(axis, dtype=x.dtype)
    return dict(
        add=lambda x, y: x + y,
        chain=lambda x: chain(x, np.maximum),
        row_sum=total(1), col_sum=total(0), sum=total(None),
        col_max=lambda x: x.max(0),
        transpose=lambda x: np.ascontiguousarray(x.T),
        stencil=lambda x: stencil(x, np.roll, lambda x: np.pad(x, 1, mode="edge")),
        exp=np.exp, tanh=np.tanh, softmax=softmax, layernorm=layernorm,
        matmul=lambda x, y: x @ y,
    ).get(what)


def torch_program(what):
    import torch
    import torch.nn.functional as F

    def pad(x):
        x = torch.cat([x[:1], x, x[-1:]], 0)
        return torch.cat([x[:, :1], x, x[:, -1:]], 1)

    program = dict(
        add=lambda x, y: x + y,
        chain=lambda x: chain(x, torch.maximum),
        row_sum=lambda x: x.sum(1, dtype=x.dtype),
        col_sum=lambda x: x.sum(0, dtype=x.dtype),
        sum=lambda x: x.sum(dtype=x.dtype),
        col_max=lambda x: x.amax(0),
        transpose=lambda x: x.t().contiguous(),
        stencil=lambda x: stencil(x, torch.roll, pad),
        exp=torch.exp, tanh=torch.tanh,
        softmax=lambda x: F.softmax(x, 1),
        layernorm=lambda x: F.layer_norm(x, x.shape[1:]),
        matmul=lambda x, y: x @ y,
    ).get(what)
    eager = what in ("matmul", "softmax", "layernorm", "transpose", "add")
    return program if program is None or eager else torch.compile(program, dynamic=True)


def numba_program(what):
    import numba as nb
    from numba import prange

    jit = nb.njit(parallel=True, fastmath=True, error_model="numpy")

    def elementwise(f):
        f = nb.njit(fastmath=True, inline="always")(f)

        def run(x):
            o = np.empty_like(x)
            for i in prange(x.shape[0]):
                for j in range(x.shape[1]):
                    o[i, j] = f(x[i, j])
            return o
        return jit(run)

    def row_sum(x):
        o = np.empty(x.shape[0], x.dtype)
        for i in prange(x.shape[0]):
            s = x[i, 0]
            for j in range(1, x.shape[1]):
                s += x[i, j]
            o[i] = s
        return o

    def col_sum(x):
        n, m = x.shape
        o = np.empty(m, x.dtype)
        b = max(256, (m + 1) // 2)
        for k in prange((m + b - 1) // b):
            lo, hi = k * b, min(m, (k + 1) * b)
            o[lo:hi] = x[0, lo:hi]
            for i in range(1, n):
                for j in range(lo, hi):
                    o[j] += x[i, j]
        return o

    def transpose(x):
        n, m = x.shape
        o = np.empty((m, n), x.dtype)
        for b in prange((m + 15) // 16):
            for i0 in range(0, n, 16):
                for j in range(b * 16, min(m, b * 16 + 16)):
                    for i in range(i0, min(n, i0 + 16)):
                        o[j, i] = x[i, j]
        return o

    def stencil_(x):
        n, m = x.shape
        o = np.empty_like(x)
        for i in prange(n):
            u, d = max(i - 1, 0), min(i + 1, n - 1)
            for j in range(1, m - 1):
                o[i, j] = x[u, j] + x[d, j] + x[i, j - 1] + x[i, j + 1] - x[i, j] * 4
            o[i, 0] = x[u, 0] + x[d, 0] + x[i, 0] + x[i, 1] - x[i, 0] * 4
            o[i, m - 1] = x[u, m - 1] + x[d, m - 1] + x[i, m - 2] + x[i, m - 1] - x[i, m - 1] * 4
        return o

    def add(x, y):
        o = np.empty_like(x)
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                o[i, j] = x[i, j] + y[i, j]
        return o

    if what in ("exp", "tanh"):
        f = dict(exp=lambda v: math.exp(v), tanh=lambda v: math.tanh(v))[what]
        return elementwise(f)
    if what == "chain":
        def f(v):
            y = v * v + v
            z = y * 3 - v
            return max(z * y + 7, v)
        return elementwise(f)
    found = dict(add=add, row_sum=row_sum, col_sum=col_sum, transpose=transpose, stencil=stencil_).get(what)
    return found and jit(found)


def main():
    peer, made = sys.argv[1], {}
    programs = dict(numpy=numpy_program, torch=torch_program, numba=numba_program)[peer]
    for line in sys.stdin:
        case, calls = line.split()
        what, kind, extents = case.split(":")
        n, m = map(int, extents.split("x"))
        try:
            if case not in made:
                args = inputs(what, kind, n, m)
                if peer == "torch":
                    import torch
                    args = [torch.from_numpy(a) for a in args]
                made.clear()
                made[case] = programs(what), args
            program, args = made[case]
            if program is None:
                raise LookupError(what)
            program(*args)
            fastest = math.inf
            for _ in range(int(calls)):
                start = time.perf_counter()
                program(*args)
                fastest = min(fastest, time.perf_counter() - start)
            print(fastest, flush=True)
        except Exception as error:
            print(f"{case}: {error!r}"[:300], file=sys.stderr)
            print("none", flush=True)


main()
