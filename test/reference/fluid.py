"""An incompressible fluid in a box in float64: advection along Runge-Kutta paths with bicubic samples, vorticity confinement,
pressure by multigrid on three grids.

usage: fluid.py H W STEPS DT CONFINEMENT CYCLES OMEGA SMOOTH,SMOOTH,SMOOTH < right, down, dye, pressure, f32[h, w] each
> the same after STEPS steps, f64
"""
import sys

import numpy as np

h, w, steps = map(int, sys.argv[1:4])
dt, confinement = map(float, sys.argv[4:6])
cycles, omega = int(sys.argv[6]), float(sys.argv[7])
smoothing = list(map(int, sys.argv[8].split(",")))
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
right, down, dye, pressure = data.reshape(4, h, w)


def near(x, di, dj):
    rows = np.clip(np.arange(x.shape[0]) + di, 0, x.shape[0] - 1)
    columns = np.clip(np.arange(x.shape[1]) + dj, 0, x.shape[1] - 1)
    return x[np.ix_(rows, columns)]


def weights(t):
    inner = lambda d: 1.5 * d**3 - 2.5 * d**2 + 1
    outer = lambda d: -0.5 * d**3 + 2.5 * d**2 - 4 * d + 2
    return outer(1 + t), inner(t), inner(1 - t), outer(2 - t)


def sample(field, y, x, kernel):
    """Between elements, by the weights of a kernel: four for cubics, two for straight lines."""
    low, left = np.floor(y), np.floor(x)
    first = 1 - len(kernel(0.0)) // 2
    total = 0.0
    for a, wy in enumerate(kernel(y - low)):
        for b, wx in enumerate(kernel(x - left)):
            rows = np.clip(low.astype(int) + a + first, 0, field.shape[0] - 1)
            columns = np.clip(left.astype(int) + b + first, 0, field.shape[1] - 1)
            total = total + wy * wx * field[rows, columns]
    return total


def advect():
    y, x = np.meshgrid(np.arange(h, dtype=float), np.arange(w, dtype=float), indexing="ij")
    velocity = lambda y, x: (sample(down, y, x, weights), sample(right, y, x, weights))
    back = lambda slope, t: (y - t * slope[0], x - t * slope[1])
    first = (down, right)
    second = velocity(*back(first, dt / 2))
    third = velocity(*back(second, dt / 2))
    fourth = velocity(*back(third, dt))
    mean = [(a + 2 * (b + c) + d) / 6 for a, b, c, d in zip(first, second, third, fourth)]
    at = back(mean, dt)
    return [sample(field, *at, weights) for field in (right, down, dye)]


def confine(right, down):
    # Curls on a grid with one more cell on each side, whose neighbours are clamped to the box.
    rows, columns = np.arange(-1, h + 1), np.arange(-1, w + 1)
    at = lambda f, di, dj: f[np.ix_(np.clip(rows + di, 0, h - 1), np.clip(columns + dj, 0, w - 1))]
    curl = 0.5 * (at(down, 0, 1) - at(down, 0, -1)) - 0.5 * (at(right, 1, 0) - at(right, -1, 0))
    size = np.abs(curl)
    gy = 0.5 * (size[2:, 1:-1] - size[:-2, 1:-1])
    gx = 0.5 * (size[1:-1, 2:] - size[1:-1, :-2])
    force = curl[1:-1, 1:-1] * dt * confinement / np.sqrt(gx**2 + gy**2 + 1e-6)
    return right + force * gy, down - force * gx


def laplacian(x):
    return near(x, 1, 0) + near(x, -1, 0) + near(x, 0, 1) + near(x, 0, -1) - 4 * x


def smooth(x, b, steps, area):
    for _ in range(steps):
        x = x + (laplacian(x) - b * area) * omega / 4
    return x


def coarsen(x, b, area):
    defect = b - laplacian(x) / area
    mean = defect.reshape(x.shape[0] // 2, 2, x.shape[1] // 2, 2).mean((1, 3))
    return mean, -omega * area * mean


def refine(x, correction):
    place = [0.5 * np.arange(n) - 0.25 for n in x.shape]
    y, z = np.meshgrid(*place, indexing="ij")
    return x + sample(correction, y, z, lambda t: (1 - t, t))


def cycle(x, b):
    fine, middle, coarse = smoothing
    x = smooth(x, b, fine, 1)
    b1, x1 = coarsen(x, b, 1)
    x1 = smooth(x1, b1, middle, 4)
    b2, x2 = coarsen(x1, b1, 4)
    x2 = smooth(x2, b2, coarse, 16)
    x1 = smooth(refine(x1, x2), b1, middle, 4)
    return smooth(refine(x, x1), b, fine, 1)


for _ in range(steps):
    right, down, dye = advect()
    right, down = confine(right, down)
    divergence = 0.5 * (near(right, 0, 1) - near(right, 0, -1)) + 0.5 * (near(down, 1, 0) - near(down, -1, 0))
    for _ in range(cycles):
        pressure = cycle(pressure, divergence)
    right = right - 0.5 * (near(pressure, 0, 1) - near(pressure, 0, -1))
    down = down - 0.5 * (near(pressure, 1, 0) - near(pressure, -1, 0))
sys.stdout.buffer.write(np.concatenate([f.ravel() for f in (right, down, dye, pressure)]).tobytes())
