"""Iterations of z <- z*z + c until |z| > 2, in float32: every operation is rounded, none contracted.

usage: mandelbrot.py H W LIMIT < ys f32[h], xs f32[w] > counts, as f64[h, w]
"""
import sys

import numpy as np

h, w, limit = int(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
data = np.frombuffer(sys.stdin.buffer.read(), np.float32)
cy, cx = (a.copy() for a in np.broadcast_arrays(data[:h, None], data[None, h:]))
two, four = np.float32(2), np.float32(4)
x, y = np.zeros((h, w), np.float32), np.zeros((h, w), np.float32)
count = np.zeros((h, w), np.int32)
with np.errstate(over="ignore", invalid="ignore"):
    for _ in range(limit):
        alive = x * x + y * y <= four
        count += alive
        x, y = np.where(alive, x * x - y * y + cx, x), np.where(alive, two * x * y + cy, y)
sys.stdout.buffer.write(count.astype(np.float64).tobytes())
