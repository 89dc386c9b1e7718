"""Smoothed particle hydrodynamics: a block of water that falls into a basin, all pairs of particles.

python examples/python/sph.py --n 4096 --steps 20 --out sph.png
"""

from typing import NamedTuple

import numpy as np
import tensorforge as tf
from common import dots, options, save, timed


class Fluid(NamedTuple):
    """Lengths are in units of the distance of resting particles; the kernel is (1 - r**2 / radius**2)**3."""

    radius: float = 2.5
    stiffness: float = 60.0
    viscosity: float = 2.0
    gravity: float = 1.0
    dt: float = 0.02


WATER = Fluid()
NORM = 4 / (np.pi * WATER.radius**2)


def moved(x, v, acceleration, basin):
    """Positions and velocities after a step in the box from 0 to the basin, whose walls take the velocity."""
    v = v + acceleration * WATER.dt
    x = x + v * WATER.dt
    inside = tf.minimum(tf.maximum(x, 0.0), basin)
    return inside, tf.where(inside == x, v, 0.0)


@tf.program
def sph(x: tf.f32["n", 2], v: tf.f32["n", 2], basin: tf.f32[2], steps: tf.i64):
    """Steps in the form one would write in NumPy: what pairs of particles share is [n, n]. Particles have mass 1."""

    def step(_, state):
        x, v = state
        d = x[:, None] - x[None]
        near = tf.maximum(1.0 - tf.square(d).sum(-1) / WATER.radius**2, 0.0)
        density = (tf.square(near) * near).sum(1) * NORM
        push = tf.maximum(density - 1.0, 0.0) * WATER.stiffness / tf.square(density)
        both = (push[:, None] + push[None]) * tf.square(near) * (6 * NORM / WATER.radius**2)
        drag = tf.square(near) * near / density[None] * (NORM * WATER.viscosity)
        forces = both[..., None] * d + drag[..., None] * (v[None] - v[:, None])
        return moved(x, v, forces.sum(1) + np.float32([0, -WATER.gravity]), basin)

    return tf.loop(0, steps, step, (x, v))


@tf.program
def sph_by_loops(x: tf.f32["n", 2], v: tf.f32["n", 2], basin: tf.f32[2], steps: tf.i64):
    """The same with the loops over neighbours written out."""
    n = x.shape[0]

    def step(_, state):
        x, v = state

        def pair(i, j):
            d = [x[i, axis] - x[j, axis] for axis in (0, 1)]
            return d, tf.maximum(1.0 - (d[0] * d[0] + d[1] * d[1]) / WATER.radius**2, 0.0)

        def pressed(i):
            density = tf.fold(0, n, "add", lambda j: pair(i, j)[1] ** 3) * NORM
            return density, tf.maximum(density - 1.0, 0.0) * WATER.stiffness / tf.square(density)

        density, push = tf.compute((n,), pressed)

        def force(i, axis):
            def one(j):
                d, near = pair(i, j)
                both = (push[i] + push[j]) * tf.square(near) * (6 * NORM / WATER.radius**2)
                drag = tf.square(near) * near / density[j] * (NORM * WATER.viscosity)
                return both * tf.if_(axis == 0, lambda: d[0], lambda: d[1]) + drag * (v[j, axis] - v[i, axis])

            return tf.fold(0, n, "add", one)

        return moved(x, v, tf.compute((n, 2), force) + np.float32([0, -WATER.gravity]), basin)

    return tf.loop(0, steps, step, (x, v))


def basin(n):
    """The basin for some particles."""
    return np.float32([2.5, 2.0]) * max(np.sqrt(n), 1).astype(np.float32)


def block(n, seed):
    """A block of resting particles at the left wall, slightly out of order."""
    columns = max(int(np.ceil(np.sqrt(n / 1.5))), 1)
    place = np.stack([np.arange(n) % columns, np.arange(n) // columns], 1) + 0.5
    return (place + 0.1 * (np.random.default_rng(seed).random((n, 2)) - 0.5)).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, n=4096, steps=20)
    x = block(chosen.n, chosen.seed)
    size = basin(chosen.n)
    x, _ = timed(sph, x, np.zeros_like(x), size, chosen.steps)
    save(chosen.out, dots(x, (0, 0), size))
