#!/usr/bin/env python3
"""Compares the derivatives of the NumPy references with JAX's.

usage: tools/jax/references.py [--only NAME]

The programs of `examples` are tested against `test/reference`, whose derivatives are written by hand or taken by complex steps
and dual numbers. Here the same functions are written once more, for `jax.grad` and `jax.hessian` in f64, and both are run on the
same random inputs. Prints a line per reference; the exit code is 1 if one differs by more than its bound, relative to the
greatest element.

Needs an environment with jax; the project's own tests do not.
"""
import argparse
import io
import pathlib
import runpy
import subprocess
import sys
import types

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
FOLDER = pathlib.Path(__file__).resolve().parents[2] / "test/reference"


def reference(name, args, arrays):
    """The output of a script for arrays, rounded to f32 as the scripts read them."""
    data = b"".join(np.asarray(a, np.float32).tobytes() for a in arrays)
    command = [sys.executable, FOLDER / f"{name}.py", *(str(a) for a in args)]
    return np.frombuffer(subprocess.run(command, input=data, capture_output=True, check=True).stdout)


def numbers(rng, *shape, scale=1.0):
    """Normally distributed values, rounded to f32."""
    return np.float64(np.float32(scale * rng.normal(size=shape)))


def nbody(rng):
    n, steps, dt, soft = 40, 10, 0.001, 1e-4
    x, v = numbers(rng, n, 3, scale=5), numbers(rng, n, 3, scale=0.1)

    def energy(x):
        d = x[:, None] - x[None]
        r2 = (d * d).sum(-1) + soft
        return -0.5 * jnp.where(jnp.eye(n, dtype=bool), 0.0, lax.rsqrt(r2)).sum()

    def step(_, state):
        x, v = state
        v = v - dt * jax.grad(energy)(x)
        return x + dt * v, v

    wanted = lax.fori_loop(0, steps, step, (jnp.array(x), jnp.array(v)))
    return reference("nbody", [n, steps, dt, soft], [x, v]), wanted


def linear(rng):
    a = numbers(rng, 4, 6, 6)
    sign, log = jnp.linalg.slogdet(a)
    slope = jax.grad(lambda a: jnp.linalg.slogdet(a)[1].sum())(jnp.array(a))
    return reference("linear", ["determinants", 4, 6], [a]), (sign, log, slope)


def convnet(rng):
    size, n = 12, 5
    shapes = [(5, 5, 1, 8), (8,), (5, 5, 8, 16), (16,), ((size // 4) ** 2 * 16, 10), (10,)]
    parameters = [numbers(rng, *shape, scale=0.2) for shape in shapes]
    images, labels = numbers(rng, n, size, size), rng.integers(0, 10, n)

    def layer(x, kernel, bias):
        y = lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
        y = jax.nn.relu(y + bias)
        return lax.reduce_window(y, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    def loss(parameters):
        k1, b1, k2, b2, w, b = parameters
        z = layer(layer(images[..., None], k1, b1), k2, b2).reshape(n, -1) @ w + b
        return -jax.nn.log_softmax(z)[jnp.arange(n), labels].mean()

    value, slopes = jax.value_and_grad(loss)([jnp.array(p) for p in parameters])
    return reference("convnet", ["gradients", size, n], [*parameters, images, labels]), (value, *slopes)


def pcg(v):
    state = v * jnp.uint32(747796405) + jnp.uint32(2891336453)
    word = ((state >> ((state >> 28) + jnp.uint32(4))) ^ state) * jnp.uint32(277803737)
    return (word >> 22) ^ word


def automaton(rng):
    n, size, steps, seed = 2, 8, 25, 11
    cells, target = np.zeros((n, size, size, 12)), numbers(rng, size, size, 4)
    cells[:, size // 2, size // 2, 3:] = 1.0
    first, bias, second = (numbers(rng, *s, scale=0.1) for s in [(48, 64), (64,), (64, 12)])
    places = jnp.arange(n * size * size, dtype=jnp.uint32).reshape(n, size, size)

    def step(rule, cells, number):
        first, bias, second = rule
        near = lambda y, x: jnp.roll(cells, (-y, -x), (1, 2))
        across = sum(s * (2 - abs(y)) / 8 * near(y, s) for y in (-1, 0, 1) for s in (-1, 1))
        down = sum(s * (2 - abs(x)) / 8 * near(s, x) for x in (-1, 0, 1) for s in (-1, 1))
        around = near(0, -1) + near(0, 1) + near(-1, 0) + near(1, 0) - 4 * cells
        sight = jnp.concatenate([cells, across, down, around], -1)
        bits = pcg(places ^ pcg(jnp.uint32(seed) + number * jnp.uint32(747796405)))
        awake = (bits >> 31).astype(jnp.float64)[..., None]
        return cells + jax.nn.relu(sight @ first + bias) @ second * awake, None

    def loss(rule):
        numbers = jnp.arange(steps, dtype=jnp.uint32)
        grown, _ = lax.scan(lambda c, i: step(rule, c, i), jnp.array(cells), numbers)
        return ((grown[..., :4] - target) ** 2).mean()

    value, slopes = jax.value_and_grad(loss)(tuple(jnp.array(p) for p in (first, bias, second)))
    arrays = [cells, first, bias, second, target]
    return reference("automaton", [n, size, steps, seed], arrays), (value, *slopes)


def pathtracer(rng):
    """The gradient of the distance alone, which gives the normals."""
    points = rng.uniform(-1.5, 1.5, (500, 3))
    old, sys.argv = (sys.argv, sys.stdin, sys.stdout), ["pathtracer.py", "1", "1", "0", "1"]
    sys.stdin = types.SimpleNamespace(buffer=io.BytesIO(np.zeros(2, np.float32).tobytes()))
    sys.stdout = types.SimpleNamespace(buffer=io.BytesIO())
    try:
        script = runpy.run_path(str(FOLDER / "pathtracer.py"))
    finally:
        sys.argv, sys.stdin, sys.stdout = old
    sin, cos = jnp.sin(0.35), jnp.cos(0.35)

    def distance(p):
        x, y, z = p
        for _ in range(script["FOLDS"]):
            x, y, z = jnp.abs(x), jnp.abs(y), jnp.abs(z)
            x, y = jnp.maximum(x, y), jnp.minimum(x, y)
            y, z = jnp.maximum(y, z), jnp.minimum(y, z)
            x, z = cos * x - sin * z, sin * x + cos * z
            x, y, z = 1.6 * x - 0.55, 1.6 * y - 0.4, 1.6 * z - 0.1
        outside = jnp.maximum(jnp.abs(jnp.stack([x, y, z])) - 0.55, 0.0)
        return (jnp.sqrt((outside**2).sum() + 1e-9) - 0.03) / 1.6 ** script["FOLDS"]

    value, slope = script["distance"](points)
    found = np.concatenate([value, slope.ravel()])
    return found, (jax.vmap(distance)(points), jax.vmap(jax.grad(distance))(points))


def vmc(rng, system, nuclei):
    hidden, n = 16, 8
    features = 2 * len(nuclei) + 1
    count = 2 + (features + 1) * hidden + (hidden + 1) * hidden + hidden
    theta, x = numbers(rng, count, scale=0.3), numbers(rng, n, 6, scale=0.7)
    charges, places = jnp.array([z for z, _ in nuclei]), jnp.array([p for _, p in nuclei])
    length = lambda d: jnp.sqrt((d * d).sum(-1) + 1e-12)

    def distances(x):
        e = x.reshape(2, 3)
        return length(e[:, None] - places), length(e[0] - e[1])

    def log_psi(theta, x):
        r, u = distances(x)
        at = 2
        near = r / (1 + r)
        h = jnp.concatenate([near, near[::-1], jnp.full((2, 1), u / (1 + u))], 1)
        for inputs in (features, hidden):
            weight = theta[at : at + inputs * hidden].reshape(inputs, hidden)
            at += inputs * hidden
            h = jnp.tanh(h @ weight + theta[at : at + hidden])
            at += hidden
        orbitals = jax.nn.logsumexp(-jnp.exp(theta[0]) * r, axis=1).sum()
        return orbitals + 0.5 * u / (1 + jnp.exp(theta[1]) * u) + (h @ theta[at:]).sum()

    def energy(x):
        r, u = distances(x)
        slope, curve = jax.grad(log_psi, 1)(theta, x), jax.hessian(log_psi, 1)(theta, x)
        pairs = [(i, j) for i in range(len(nuclei)) for j in range(i)]
        apart = sum(charges[i] * charges[j] / jnp.linalg.norm(places[i] - places[j]) for i, j in pairs)
        return -0.5 * (jnp.trace(curve) + slope @ slope) - (charges / r).sum() + 1 / u + apart

    energies = jax.vmap(energy)(x)
    spread = 5 * jnp.abs(energies - energies.mean()).mean()
    cut = jnp.clip(energies, energies.mean() - spread, energies.mean() + spread)
    weights = 2 * (cut - cut.mean())
    psi = jax.vmap(log_psi, (None, 0))
    slope = jax.grad(lambda t: (weights * psi(t, x)).mean())(jnp.array(theta))
    return reference("vmc", [system, hidden, n], [theta, x]), (psi(theta, x), energies, slope)


HELIUM = [(2.0, (0.0, 0.0, 0.0))]
HYDROGEN = [(1.0, (0.0, 0.0, -0.7)), (1.0, (0.0, 0.0, 0.7))]

# Name, both answers for random inputs, the tolerance. (The energies of vmc.py contain differences.)
REFERENCES = [
    ("nbody", nbody, 1e-10),
    ("linear", linear, 1e-10),
    ("convnet", convnet, 1e-10),
    ("automaton", automaton, 1e-10),
    ("pathtracer", pathtracer, 1e-10),
    ("vmc he", lambda rng: vmc(rng, "he", HELIUM), 1e-6),
    ("vmc h2", lambda rng: vmc(rng, "h2", HYDROGEN), 1e-6),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="references with this in their name")
    only, failed = parser.parse_args().only, False
    for name, both, bound in REFERENCES:
        if only not in name:
            continue
        found, wanted = both(np.random.default_rng(7))
        worst, at = 0.0, 0
        # Each part by its own greatest element.
        for part in wanted:
            part = np.asarray(part).ravel()
            difference = np.abs(found[at : at + part.size] - part).max() / np.abs(part).max()
            worst, at = max(worst, difference) if difference == difference else np.inf, at + part.size
        assert at == found.size, f"{name}: {found.size} values, not {at}"
        failed |= not worst <= bound
        print(f"{name:12} {worst:.1e}{'' if worst <= bound else ' FAILED'}")
    sys.exit(failed)


if __name__ == "__main__":
    main()
