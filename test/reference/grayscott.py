"""Steps of Gray and Scott's reaction on a torus by Euler's method, in float64.

usage: grayscott.py H W FEED KILL STEPS DU DV < u f32[h, w], v f32[h, w] > both after the steps, as f64
"""
import sys

import numpy as np

h, w, steps = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[5])
feed, kill, du, dv = float(sys.argv[3]), float(sys.argv[4]), float(sys.argv[6]), float(sys.argv[7])
u, v = np.frombuffer(sys.stdin.buffer.read(), np.float32).reshape(2, h, w).astype(np.float64)


def laplacian(x):
    return np.roll(x, 1, 0) + np.roll(x, -1, 0) + np.roll(x, 1, 1) + np.roll(x, -1, 1) - 4 * x


for _ in range(steps):
    reaction = u * v * v
    u, v = u + du * laplacian(u) - reaction + feed * (1 - u), v + dv * laplacian(v) + reaction - (feed + kill) * v
sys.stdout.buffer.write(np.stack([u, v]).tobytes())
