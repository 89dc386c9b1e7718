"""Smoothed particle hydrodynamics of particles of mass 1, all pairs, in float64.

usage: sph.py N STEPS RADIUS STIFFNESS VISCOSITY GRAVITY DT WIDTH HEIGHT < positions and velocities, f32[n, 2] each
> the same after STEPS steps, f64
"""
import sys

import numpy as np

n, steps = int(sys.argv[1]), int(sys.argv[2])
radius, stiffness, viscosity, gravity, dt, width, height = map(float, sys.argv[3:10])
x, v = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64).reshape(2, n, 2).copy()
norm = 4 / (np.pi * radius**2)
basin = np.array([width, height])


def pairs(rows):
    d = x[rows, None] - x[None]
    return d, np.maximum(1 - (d * d).sum(-1) / radius**2, 0)


for _ in range(steps):
    blocks = [slice(start, start + 256) for start in range(0, n, 256)]
    density = norm * np.concatenate([(pairs(rows)[1] ** 3).sum(1) for rows in blocks])
    push = stiffness * np.maximum(density - 1, 0) / density**2
    force = np.zeros_like(x)
    for rows in blocks:
        d, near = pairs(rows)
        both = (push[rows, None] + push[None]) * near**2 * (6 * norm / radius**2)
        drag = viscosity * norm * near**3 / density[None]
        force[rows] = (both[..., None] * d + drag[..., None] * (v[None] - v[rows, None])).sum(1)
    force[:, 1] -= gravity
    v = v + force * dt
    moved = x + v * dt
    x = np.clip(moved, 0, basin)
    v = np.where(x == moved, v, 0)
sys.stdout.buffer.write(np.concatenate([x.ravel(), v.ravel()]).tobytes())
