"""The Buddhabrot in float32 without contraction: hits of the orbits that leave the circle of radius 2, and their lengths.

usage: buddhabrot.py N H W LIMIT LEFT LOW SIDE < xs, ys, f32[n] each > hits [h, w] and lengths [n], as f64
"""
import sys

import numpy as np

n, h, w, limit = map(int, sys.argv[1:5])
left, low, side = map(np.float32, sys.argv[5:8])
cx, cy = np.frombuffer(sys.stdin.buffer.read(), np.float32).reshape(2, n)
two, four = np.float32(2), np.float32(4)
columns, rows = np.float32(w) / side, np.float32(h) / side
x, y = np.zeros(n, np.float32), np.zeros(n, np.float32)
steps = np.zeros(n, np.int64)
for _ in range(limit):
    go = (x * x + y * y <= four) & (steps < limit)
    x, y = np.where(go, x * x - y * y + cx, x), np.where(go, two * x * y + cy, y)
    steps += go
lengths = np.where(steps < limit, steps, 0)
hits = np.zeros((h, w), np.int64)
x, y = np.zeros(n, np.float32), np.zeros(n, np.float32)
for step in range(int(lengths.max(initial=0))):
    go = step < lengths
    x, y = np.where(go, x * x - y * y + cx, x), np.where(go, two * x * y + cy, y)
    column = np.floor((x - left) * columns).astype(np.int64)
    row = np.floor((y - low) * rows).astype(np.int64)
    seen = go & (row >= 0) & (row < h) & (column >= 0) & (column < w)
    np.add.at(hits, (row[seen], column[seen]), 1)
sys.stdout.buffer.write(np.concatenate([hits.ravel(), lengths]).astype(np.float64).tobytes())
