"""The cases of `mapped.py`: programs without explicit threads.

A reference is the natural program in a library of arrays that is like NumPy, which is its first argument: NumPy with float64 gives the
answer, JAX and CuPy run the same code as peers.
"""

import numpy as np
from cases import Case, fractal, gravity, mandelbrot_inputs, nbody_inputs, uniform

STEPS = 100
#: Elements of a large array.
LARGE = 1 << 26


def vectors(*names):
    return lambda rng, small: {name: uniform(rng, 3001 if small else LARGE) for name in names}


def positive(rng, small):
    """Positive elements: the sum of elements of both signs may be near 0."""
    return {"x": abs(uniform(rng, 3001 if small else LARGE))}


def matrix(rng, small):
    return {"x": uniform(rng, *((37, 300) if small else (8192, 8192)))}


def layernorm_inputs(rng, small):
    m, n = (37, 300) if small else (32768, 2048)
    return {"x": uniform(rng, m, n), "scale": 1 + 0.1 * uniform(rng, n), "shift": 0.1 * uniform(rng, n)}


def gather_inputs(rng, small):
    n, m = (3001, 900) if small else (LARGE, 1 << 24)
    return {"table": uniform(rng, n), "places": rng.integers(0, n, m, dtype=np.int32)}


def sort_inputs(rng, small):
    return {"x": rng.integers(-(2**31), 2**31 - 1, 3001 if small else 1 << 24, dtype=np.int32)}


def planes(first, second):
    def inputs(rng, small):
        side = 23 if small else 4096
        return {first: uniform(rng, side, side), second: 0.1 * uniform(rng, side, side)}

    return inputs


def matmul_inputs(rng, small):
    m, q, n = (140, 50, 135) if small else (4096, 4096, 4096)
    return {"a": uniform(rng, m, q), "b": uniform(rng, q, n)}


def repeated(xp, step, state):
    """A loop of STEPS: on the device in JAX, of the host elsewhere."""
    if xp.__name__ == "jax.numpy":
        import jax

        return jax.lax.fori_loop(0, STEPS, lambda _, state: step(state), state)
    for _ in range(STEPS):
        state = step(state)
    return state


def around(xp, u):
    """The sum of the four neighbours, 0 outside."""
    padded = xp.pad(u, 1)
    return padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]


def inner(xp, u):
    """True but at the edge."""
    h, w = u.shape
    i, j = xp.arange(h)[:, None], xp.arange(w)
    return (i > 0) & (j > 0) & (i < h - 1) & (j < w - 1)


def wave(xp, u, v):
    inside = inner(xp, u)

    def step(state):
        u, v = state
        v = v + xp.where(inside, 0.5 * (around(xp, u) - 4 * u), 0)
        return u + 0.5 * v, v

    return repeated(xp, step, (u, v))


def jacobi(xp, u, f):
    inside = inner(xp, u)
    return repeated(xp, lambda u: xp.where(inside, 0.25 * (around(xp, u) - f), u), u)


def softmax(xp, x):
    e = xp.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def layernorm(xp, x, scale, shift):
    centred = x - x.mean(axis=1, keepdims=True)
    return centred / xp.sqrt((centred * centred).mean(axis=1, keepdims=True) + 1e-5) * scale + shift


def torch_softmax(t, x):
    return t.softmax(x, 1)


def torch_layernorm(t, x, scale, shift):
    return t.nn.functional.layer_norm(x, (x.shape[1],), scale, shift)


def torch_around(t, u):
    padded = t.nn.functional.pad(u, (1, 1, 1, 1))
    return padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]


def torch_inner(t, u):
    inside = t.zeros(u.shape, dtype=t.bool, device=u.device)
    inside[1:-1, 1:-1] = True
    return inside


def torch_wave_step(t, u, v, inside):
    v = v + t.where(inside, 0.5 * (torch_around(t, u) - 4 * u), 0.0)
    return u + 0.5 * v, v


def torch_jacobi_step(t, u, f, inside):
    return t.where(inside, 0.25 * (torch_around(t, u) - f), u)


def torch_wave(t, u, v, compiled=lambda step: step):
    """A loop of the host around a step, which is what is compiled."""
    step, inside = compiled(torch_wave_step), torch_inner(t, u)
    for _ in range(STEPS):
        u, v = step(t, u, v, inside)
    return u, v


def torch_jacobi(t, u, f, compiled=lambda step: step):
    step, inside = compiled(torch_jacobi_step), torch_inner(t, u)
    for _ in range(STEPS):
        u = step(t, u, f, inside)
    return u


def torch_gravity(t, x, softening):
    from cases import nbody_torch

    return nbody_torch(t, x, softening)


def torch_fractal(t, xs, ys, limit):
    a, b = xs[None, :].expand(len(ys), -1), ys[:, None].expand(-1, len(xs))
    x, y = t.zeros_like(a), t.zeros_like(a)
    count = t.zeros(a.shape, dtype=t.int32, device=a.device)
    for _ in range(int(limit)):
        near = x * x + y * y <= 4
        count += near
        x, y = t.where(near, x * x - y * y + a, x), t.where(near, 2 * x * y + b, y)
    return count


def expsin(xp, x, y):
    return xp.tanh(y) / (1 + xp.exp(-x)) + xp.exp(-x * x) * xp.sin(y)


def mapped(name, inputs, reference, torch, tolerance, **more):
    return Case(name, inputs, reference, torch, tolerance, name, arrays=True, **more)


MEMORY = "85 % of the copy rate"
MAPPED = [
    mapped(
        "chain",
        vectors("x", "y"),
        lambda xp, x, y: xp.sqrt(xp.abs(xp.maximum(x * y + x, 0.0) * 0.5 - y) + 1.0),
        lambda t, x, y: t.sqrt(t.abs(t.relu(x * y + x) * 0.5 - y) + 1.0),
        1e-6,
        bar=MEMORY,
    ),
    mapped("expsin", vectors("x", "y"), expsin, lambda t, x, y: expsin(t, x, y), 1e-6, bar=MEMORY),
    mapped("softmax", matrix, softmax, torch_softmax, 1e-5, bar=MEMORY),
    mapped("layernorm", layernorm_inputs, layernorm, torch_layernorm, 1e-5, bar=MEMORY),
    mapped("sum_rows", matrix, lambda xp, x: x.sum(axis=1), lambda t, x: x.sum(1), 1e-5, bar=MEMORY),
    mapped("sum_columns", matrix, lambda xp, x: x.sum(axis=0), lambda t, x: x.sum(0), 1e-5, bar=MEMORY),
    mapped("sum_all", positive, lambda xp, x: x.sum(), lambda t, x: x.sum(), 1e-5, bar=MEMORY),
    mapped(
        "argmax",
        matrix,
        lambda xp, x: x.argmax(axis=1).astype(xp.int32),
        lambda t, x: x.argmax(1).int(),
        0.0,
        share=1e-9,
        bar=MEMORY,
    ),
    mapped(
        "gather",
        gather_inputs,
        lambda xp, table, places: table[places.astype(xp.int32)],
        lambda t, table, places: table[places],
        0.0,
        moved=lambda given, made: 3 * made,
        bar=MEMORY,
    ),
    mapped("cumsum", matrix, lambda xp, x: xp.cumsum(x, axis=1), lambda t, x: x.cumsum(1), 1e-4, bar=MEMORY),
    mapped("sort", sort_inputs, lambda xp, x: xp.sort(x), lambda t, x: x.sort().values, 0.0, bar="2 x CUB"),
    mapped(
        "wave",
        planes("u", "v"),
        wave,
        torch_wave,
        1e-4,
        moved=lambda given, made: STEPS * (given + made),
        bar="1.2 x torch.compile",
    ),
    mapped(
        "jacobi",
        planes("u", "f"),
        jacobi,
        torch_jacobi,
        1e-4,
        moved=lambda given, made: STEPS * (given + made),
        bar="1.2 x torch.compile",
    ),
    mapped("fractal", mandelbrot_inputs, fractal, torch_fractal, 0.0, share=0.01, moved=None, bar="1.3 x mandelbrot"),
    mapped(
        "matmul",
        matmul_inputs,
        lambda xp, a, b: a @ b,
        lambda t, a, b: a @ b,
        1e-4,
        moved=None,
        flops=lambda given: 2.0 * given["a"].size * given["b"].shape[1],
    ),
    mapped(
        "gravity",
        nbody_inputs,
        gravity,
        torch_gravity,
        1e-4,
        moved=None,
        flops=lambda given: 20.0 * len(given["x"]) ** 2,
    ),
    mapped(
        "small",
        lambda rng, small: {"x": uniform(rng, 16)},
        lambda xp, x: x + 1.0,
        lambda t, x: x + 1.0,
        1e-6,
        moved=None,
        bar="8 µs of the host",
    ),
]
