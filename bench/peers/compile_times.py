"""Compile times of the programs of src/models.rs in JAX.

Usage: compile_times.py jax. Reads lines "PROGRAM:LEVEL RUNS", answers seconds of the fastest of RUNS compilations, from the
function to an executable. A separate process answers each line, and limits XLA to the instructions of the level.
"""
import os
import subprocess
import sys
import time

# What XLA calls the levels that processors differ in; others are the host's.
ISAS = {"x86-64-v2": "SSE4_2", "x86-64-v3": "AVX2", "x86-64-v4": "AVX512"}
HEADS, WIDTH = 4, 64


def sines(count):
    import jax.numpy as jnp

    def program(x, c):
        for _ in range(count):
            x = jnp.sin(x + c)
        return x

    return program, [(64,), (64,)]


def normalized(x, scale, shift):
    import jax.numpy as jnp

    centred = x - x.mean(-1, keepdims=True)
    return centred / jnp.sqrt((centred * centred).mean(-1, keepdims=True) + 1e-5) * scale + shift


def transformer(n=128):
    import jax
    import jax.numpy as jnp

    def loss(variables, x, labels):
        w, norms = variables
        split = lambda t: t.reshape(n, HEADS, WIDTH // HEADS).transpose(1, 0, 2)
        y = normalized(x, norms[0], norms[1])
        q, k, v = (split(y @ w[i]) for i in range(3))
        scores = jax.nn.softmax(q @ k.transpose(0, 2, 1) * 0.25, -1)
        x = x + (scores @ v).transpose(1, 0, 2).reshape(n, WIDTH) @ w[3]
        y = normalized(x, norms[2], norms[3])
        x = x + jax.nn.gelu(y @ w[4], approximate=False) @ w[5]
        return -(labels * jax.nn.log_softmax(x)).sum(-1).mean()

    square = (WIDTH, WIDTH)
    weights = [square] * 4 + [(WIDTH, 4 * WIDTH), (4 * WIDTH, WIDTH)]
    return jax.value_and_grad(loss), [(weights, [(WIDTH,)] * 4), (n, WIDTH), (n, WIDTH)]


def lstm(t=32, n=16, inputs=32, width=64):
    import jax
    import jax.numpy as jnp

    def loss(weights, xs, target):
        def step(state, x):
            h, c = state
            gate = lambda k: x @ weights[3 * k] + h @ weights[3 * k + 1] + weights[3 * k + 2]
            c = jax.nn.sigmoid(gate(1) + 1.0) * c + jax.nn.sigmoid(gate(0)) * jnp.tanh(gate(2))
            return (jax.nn.sigmoid(gate(3)) * jnp.tanh(c), c), None

        zero = jnp.zeros((n, width))
        (h, _), _ = jax.lax.scan(step, (zero, zero), xs)
        return ((h - target) ** 2).mean()

    def adam(weights, xs, target):
        value, gradients = jax.value_and_grad(loss)(weights, xs, target)
        first = [0.1 * g for g in gradients]
        second = [0.001 * g * g for g in gradients]
        moved = [w - 0.001 * (m / 0.1) / (jnp.sqrt(v / 0.001) + 1e-8) for w, m, v in zip(weights, first, second)]
        return value, moved

    return adam, [[(inputs, width), (width, width), (width,)] * 4, (t, n, inputs), (n, width)]


def nbody(n=1024):
    import jax.numpy as jnp

    def step(x, v):
        d = x[None] - x[:, None]
        r2 = (d * d).sum(-1, keepdims=True) + 1e-4
        v = v + (d / (r2 * jnp.sqrt(r2))).sum(1) * 0.001
        return x + v * 0.001, v

    return step, [(n, 3), (n, 3)]


PROGRAMS = {
    "sines100": lambda: sines(100),
    "sines400": lambda: sines(400),
    "transformer": transformer,
    "lstm": lstm,
    "nbody": nbody,
}


def fastest(name, runs):
    import jax
    import jax.numpy as jnp

    is_shape = lambda s: isinstance(s, tuple) and all(isinstance(extent, int) for extent in s)
    shape = lambda s: jax.ShapeDtypeStruct(s, jnp.float32)
    # The first compilation of a process pays for what all share.
    jax.jit(lambda x: x + 1).lower(shape((8,))).compile()
    times = []
    for _ in range(runs):
        jax.clear_caches()
        program, shapes = PROGRAMS[name]()
        arguments = jax.tree.map(shape, shapes, is_leaf=is_shape)
        start = time.perf_counter()
        jax.jit(program).lower(*arguments).compile()
        times.append(time.perf_counter() - start)
    return min(times)


def answer(line):
    case, runs = line.split()
    name, level = case.split(":")
    if name not in PROGRAMS:
        return "none"
    isa = ISAS.get(level)
    flags = f"--xla_cpu_max_isa={isa}" if isa else ""
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": flags}
    child = subprocess.run(
        [sys.executable, __file__, "--one", name, runs], env=environment, stdout=subprocess.PIPE, text=True
    )
    return child.stdout.strip() if child.returncode == 0 else "none"


if sys.argv[1] == "--one":
    print(fastest(sys.argv[2], int(sys.argv[3])))
elif sys.argv[1] == "jax":
    for line in sys.stdin:
        print(answer(line), flush=True)
else:
    sys.exit(__doc__)
