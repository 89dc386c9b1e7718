"""Reductions along several axes and running sums along each axis, in float64.

usage: reductions.py several|scans A B C < x f32[a, b, c] > several: sums along axes (0, 2), (1, 2), (0, 1), greatest elements
along (0, 2), sum and greatest of all; scans: running sums along axes 0, 1, 2; f64, one after the other
"""
import sys

import numpy as np

shape = tuple(map(int, sys.argv[2:5]))
x = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64).reshape(shape)
if sys.argv[1] == "several":
    greatest = lambda axes: x.max(axes, initial=-np.inf)
    results = [x.sum((0, 2)), x.sum((1, 2)), x.sum((0, 1)), greatest((0, 2)), x.sum(), greatest((0, 1, 2))]
else:
    results = [x.cumsum(axis) for axis in range(3)]
sys.stdout.buffer.write(np.concatenate([np.ravel(r) for r in results]).tobytes())
