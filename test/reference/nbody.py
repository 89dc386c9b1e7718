"""Gravity between all pairs of n bodies of unit mass, in float64.

usage: nbody.py N STEPS DT SOFTENING < positions and velocities, f32[n, 3] each > the same after STEPS steps, f64
"""
import sys

import numpy as np

n, steps, dt, softening = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
x, v = data.reshape(2, n, 3)
x, v = x.copy(), v.copy()
for _ in range(steps):
    force = np.zeros_like(x)
    # Some rows at a time: all pairs at once would not fit in memory.
    for rows in range(0, n, 256):
        d = x[None, :, :] - x[rows : rows + 256, None, :]
        r2 = (d * d).sum(-1) + softening
        force[rows : rows + 256] = (d * (r2**-1.5)[..., None]).sum(1)
    v += force * dt
    x += v * dt
sys.stdout.buffer.write(np.concatenate([x.ravel(), v.ravel()]).tobytes())
