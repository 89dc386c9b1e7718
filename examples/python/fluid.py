"""An incompressible fluid in a box: advection along paths of the Runge-Kutta method with bicubic samples, vorticity confinement,
pressure by multigrid. All steps are one call.

python examples/python/fluid.py --height 256 --width 384 --steps 50 --out fluid.png
"""

import numpy as np
import tensorforge as tf
from common import options, save, timed

#: Length of a step, strength of the confinement, cycles of multigrid, steps of Jacobi's method on three grids, its relaxation.
DT, CONFINEMENT, CYCLES, SMOOTH, OMEGA = 0.5, 0.05, 2, (4, 8, 40), 0.8


def slope(x, i, j, axis):
    """The difference across an element, per cell; outside is the nearest element."""
    return 0.5 * (x[i + 1, j] - x[i - 1, j] if axis == 0 else x[i, j + 1] - x[i, j - 1])


def advect(right, down, dye):
    """Velocities and dye carried along: each cell takes what is where its path comes from."""

    def cell(i, j):
        velocity = lambda at: (tf.cubic(down, at), tf.cubic(right, at))
        back = lambda speed, t: (i.astype("f32") - t * speed[0], j.astype("f32") - t * speed[1])
        first = (down[i, j], right[i, j])
        second = velocity(back(first, 0.5 * DT))
        third = velocity(back(second, 0.5 * DT))
        fourth = velocity(back(third, DT))
        mean = [(a + 2.0 * (b + c) + d) / 6.0 for a, b, c, d in zip(first, second, third, fourth)]
        return [tf.cubic(field, back(mean, DT)) for field in (right, down, dye)]

    return tf.compute(dye.shape, cell)


def confine(right, down):
    """Velocities with a force around the curls towards their centres."""

    def cell(i, j):
        curl = lambda di, dj: slope(down, i + di, j + dj, 1) - slope(right, i + di, j + dj, 0)
        gy = 0.5 * (abs(curl(1, 0)) - abs(curl(-1, 0)))
        gx = 0.5 * (abs(curl(0, 1)) - abs(curl(0, -1)))
        force = curl(0, 0) * (DT * CONFINEMENT) / tf.sqrt(gx * gx + gy * gy + 1e-6)
        return right[i, j] + force * gy, down[i, j] - force * gx

    return tf.compute(right.shape, cell)


def laplacian(x, i, j):
    return x[i + 1, j] + x[i - 1, j] + x[i, j + 1] + x[i, j - 1] - 4.0 * x[i, j]


def smooth(x, b, steps, area):
    """Some steps of Jacobi's method for laplacian(x) = b on cells of an area."""
    cell = lambda x: lambda i, j: x[i, j] + (laplacian(x, i, j) - b[i, j] * area) * (OMEGA / 4)
    return tf.loop(0, steps, lambda _, x: tf.compute(x.shape, cell(x)), x)


def coarsen(x, b, area, grid):
    """What x lacks, on a grid of half the resolution, and the first step of Jacobi's method from 0 there."""

    def cell(i, j):
        defect = lambda i, j: b[i, j] - laplacian(x, i, j) / area
        mean = 0.25 * sum(defect(2 * i + di, 2 * j + dj) for di in (0, 1) for dj in (0, 1))
        return mean, -(OMEGA * area) * mean

    return tf.compute(grid, cell)


def refine(x, correction):
    """x with a correction from a grid of half the resolution, bilinear between its cells' centres."""
    half = lambda index: 0.5 * index.astype("f32") - 0.25
    return tf.compute(x.shape, lambda i, j: x[i, j] + tf.linear(correction, (half(i), half(j))))


def cycle(x, b, h, w):
    """One cycle of multigrid, on three grids."""
    fine, middle, coarse = SMOOTH
    x = smooth(x, b, fine, 1.0)
    b1, x1 = coarsen(x, b, 1.0, (2 * h, 2 * w))
    x1 = smooth(x1, b1, middle, 4.0)
    b2, x2 = coarsen(x1, b1, 4.0, (h, w))
    x2 = smooth(x2, b2, coarse, 16.0)
    x1 = smooth(refine(x1, x2), b1, middle, 4.0)
    return smooth(refine(x, x1), b, fine, 1.0)


h, w = tf.dim("h"), tf.dim("w")
grid = tf.f32[4 * h, 4 * w]


@tf.program
def fluid(right: grid, down: grid, dye: grid, pressure: grid, steps: tf.i64):
    """Steps of a fluid: velocities in cells per time, rows go down; dye; pressure times a step's length."""

    def step(_, state):
        right, down, dye, pressure = state
        right, down, dye = advect(right, down, dye)
        right, down = confine(right, down)
        divergence = tf.compute(dye.shape, lambda i, j: slope(right, i, j, 1) + slope(down, i, j, 0))
        pressure = tf.loop(0, CYCLES, lambda _, x: cycle(x, divergence, h, w), pressure)
        cell = lambda i, j: (right[i, j] - slope(pressure, i, j, 1), down[i, j] - slope(pressure, i, j, 0))
        return (*tf.compute(dye.shape, cell), dye, pressure)

    return tf.loop(0, steps, step, (right, down, dye, pressure))


def whirls(h, w, seed):
    """Random whirls in a fluid with stripes of dye: the four fields of the state."""
    rng, size = np.random.default_rng(seed), min(h, w)
    i, j, right, down = np.arange(h)[:, None], np.arange(w), 0.0, 0.0
    for _ in range(12):
        y, x, radius, spin = h * rng.random(), w * rng.random(), size * (0.06 + 0.1 * rng.random()), 2 * rng.random() - 1
        dy, dx = (i - y) / radius, (j - x) / radius
        strength = 4 * spin * np.exp(-(dy**2 + dx**2))
        right, down = right - strength * dy, down + strength * dx
    dye = 0.5 + 0.5 * np.sin(2 * np.pi * 3 * (i + 0.3 * j) / size)
    return [field.astype(np.float32) for field in (right, down, dye, 0 * dye)]


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, height=256, width=384, steps=50)
    _, _, dye, _ = timed(fluid, *whirls(chosen.height, chosen.width, chosen.seed), chosen.steps)
    save(chosen.out, dye)
