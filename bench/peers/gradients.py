"""The programs of src/bin/gradients.rs in JAX or torch, forward and with derivatives.

Usage: gradients.py jax|torch. Reads lines "PROGRAM:forward|both CALLS", answers seconds of the fastest call.
"""
import math
import sys
import time

import numpy as np

HEADS = (32, 512, 64)
MLP = [(784, 512), (512, 512), (512, 10)]
# Extents of variables, constants, and of the value's cotangent.
CASES = dict(
    mlp=([e for i, o in MLP for e in ((i, o), (o,))], [(128, 784), (128, 10)], ()),
    layernorm=([(4096, 1024), (1024,), (1024,)], [], (4096, 1024)),
    conv=([(8, 56, 56, 64), (3, 3, 64, 64)], [], (8, 56, 56, 64)),
    attention=([HEADS] * 3, [], HEADS),
)


def array(extents):
    i = np.arange(math.prod(extents), dtype=np.uint32)
    v = ((i + 1) * np.uint32(2654435769)) >> 8
    return (v.astype(np.float32) / np.float32(1 << 25) - np.float32(0.25)).reshape(extents)


def jax_program(case, what):
    import jax
    import jax.numpy as jnp

    def mlp(w, c):
        h = c[0]
        for i in range(0, 6, 2):
            h = h @ w[i] + w[i + 1]
            h = jax.nn.relu(h) if i < 4 else h
        return -(c[1] * jax.nn.log_softmax(h)).sum(-1).mean()

    def layernorm(v, c):
        x, scale, shift = v
        d = x - x.mean(-1, keepdims=True)
        return d / jnp.sqrt((d * d).mean(-1, keepdims=True) + 1e-5) * scale + shift

    def conv(v, c):
        return jax.lax.conv_general_dilated(*v, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def attention(v, c):
        q, k, v = v
        return jax.nn.softmax(q @ k.transpose(0, 2, 1) * 0.125) @ v

    f = dict(mlp=mlp, layernorm=layernorm, conv=conv, attention=attention)[case]

    def both(v, c, g):
        y, back = jax.vjp(lambda v: f(v, c), v)
        return y, back(g)

    run = jax.jit(f) if what == "forward" else jax.jit(both)
    v, c, g = jax.device_put(arguments(case))
    args = (v, c) if what == "forward" else (v, c, g)
    return lambda: jax.block_until_ready(run(*args))


def torch_program(case, what):
    import torch
    import torch.nn.functional as F

    def mlp(w, c):
        h = c[0]
        for i in range(0, 6, 2):
            h = h @ w[i] + w[i + 1]
            h = F.relu(h) if i < 4 else h
        return -(c[1] * F.log_softmax(h, -1)).sum(-1).mean()

    def conv(v, c):
        # Channels last in memory, as in the other programs.
        return F.conv2d(v[0].permute(0, 3, 1, 2), v[1].permute(3, 2, 0, 1), padding=1).permute(0, 2, 3, 1)

    f = dict(
        mlp=mlp, conv=conv,
        layernorm=lambda v, c: F.layer_norm(v[0], (1024,), v[1], v[2]),
        attention=lambda v, c: torch.softmax(v[0] @ v[1].transpose(1, 2) * 0.125, -1) @ v[2],
    )[case]
    v, c, g = arguments(case)
    v, c = ([torch.from_numpy(a) for a in part] for part in (v, c))
    g = torch.from_numpy(np.asarray(g))
    if what == "forward":
        def forward():
            with torch.no_grad():
                return f(v, c)
        return forward

    def both():
        leaves = [a.requires_grad_() for a in v]
        y = f(leaves, c)
        return y, torch.autograd.grad(y, leaves, g)
    return both


def arguments(case):
    variables, constants, value = CASES[case]
    return [array(e) for e in variables], [array(e) for e in constants], array(value)


def main():
    make, made = dict(jax=jax_program, torch=torch_program)[sys.argv[1]], {}
    for line in sys.stdin:
        name, calls = line.split()
        try:
            if name not in made:
                made[name] = make(*name.split(":"))
                made[name]()
            fastest = math.inf
            for _ in range(int(calls)):
                start = time.perf_counter()
                made[name]()
                fastest = min(fastest, time.perf_counter() - start)
            print(fastest, flush=True)
        except Exception as error:
            print(f"{name}: {error!r}"[:300], file=sys.stderr)
            print("none", flush=True)


main()
