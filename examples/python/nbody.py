"""Gravity between n bodies of unit mass, all pairs: two discs of stars that meet.

python examples/python/nbody.py --n 4096 --steps 100 --out nbody.png
"""

import numpy as np
import tensorforge as tf
from common import dots, options, save, timed


@tf.program
def step(x: tf.f32["n", 3], v: tf.f32["n", 3], dt: tf.f32, softening: tf.f32):
    """One step, in the form one would write in NumPy: the distances of all pairs are [n, n, 3]."""
    d = x[None] - x[:, None]
    r2 = (d * d).sum(-1, keepdims=True) + softening
    v = v + (d / (r2 * tf.sqrt(r2))).sum(1) * dt
    return x + v * dt, v


@tf.program
def step_by_gradient(x: tf.f32["n", 3], v: tf.f32["n", 3], dt: tf.f32, softening: tf.f32):
    """The same step with forces that nobody wrote down: they are the gradient of the potential."""

    def potential(x):
        d = x[None] - x[:, None]
        return -0.5 * tf.rsqrt((d * d).sum(-1) + softening).sum()

    v = v - tf.grad(potential)(x) * dt
    return x + v * dt, v


def discs(n, seed):
    """Positions and velocities of two discs of stars that pass each other."""
    rng = np.random.default_rng(seed)
    side, r, angle = np.where(np.arange(n) % 2, -1, 1), 9 * rng.random(n), 2 * np.pi * rng.random(n)
    speed = np.sqrt(0.5 * n / 9)
    x = [r * np.cos(angle) + 11 * side, r * np.sin(angle) + 4.5 * side, 0.3 * rng.normal(size=n)]
    v = [-speed * np.sin(angle) - 0.5 * speed * side, speed * np.cos(angle), 0 * r]
    return np.stack(x, 1).astype(np.float32), np.stack(v, 1).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, n=4096, steps=100, dt=0.001, softening=0.01)
    x, v = discs(chosen.n, chosen.seed)
    timed(step, x, v, chosen.dt, chosen.softening)
    for _ in range(chosen.steps):
        x, v = step(x, v, chosen.dt, chosen.softening)
    save(chosen.out, dots(x, (-24, -13.5), (24, 13.5)))
