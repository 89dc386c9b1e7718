"""The sine-Gordon equation on a torus by the leapfrog method, in float64.

usage: wave.py H W STEPS DX DT < heights and speeds, f32[h, w] each > the same after STEPS steps, f64
"""
import sys

import numpy as np

h, w, steps, dx, dt = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4]), float(sys.argv[5])
u, v = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64).reshape(2, h, w).copy()
for _ in range(steps):
    neighbours = np.roll(u, 1, 0) + np.roll(u, -1, 0) + np.roll(u, 1, 1) + np.roll(u, -1, 1)
    v = v + ((neighbours - 4 * u) / (dx * dx) - np.sin(u)) * dt
    u = u + v * dt
sys.stdout.buffer.write(np.concatenate([u.ravel(), v.ravel()]).tobytes())
