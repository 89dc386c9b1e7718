"""Generations of the Game of Life on a torus, and the glow of its cells, in float64.

usage: life.py H W STEPS KEPT < cells i32[h, w], glow f32[h, w] > both after the steps, as f64
"""
import sys

import numpy as np

h, w, steps, kept = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
data = sys.stdin.buffer.read()
cells = np.frombuffer(data[: 4 * h * w], np.int32).reshape(h, w)
glow = np.frombuffer(data[4 * h * w :], np.float32).reshape(h, w).astype(np.float64)
for _ in range(steps):
    around = sum(np.roll(cells, (dy, dx), (0, 1)) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dy, dx) != (0, 0))
    cells = np.where(around == 3, 1, np.where(around == 2, cells, 0))
    glow = np.where(cells == 1, 1.0, glow * kept)
sys.stdout.buffer.write(np.stack([cells.astype(np.float64), glow]).tobytes())
