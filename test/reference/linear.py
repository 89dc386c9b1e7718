"""Inverses, and determinants with their derivatives, in float64.

usage: linear.py inverse N < a f32[n, n] > the inverse f64[n, n]
       linear.py determinants BATCH N < a f32[batch, n, n] > signs, logarithms f64[batch], derivatives f64[batch, n, n]
"""
import sys

import numpy as np

data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
n = int(sys.argv[-1])
a = data.reshape(-1, n, n)
inverse = np.linalg.inv(a)
if sys.argv[1] == "inverse":
    out = inverse
else:
    sign, log = np.linalg.slogdet(a)
    out = np.concatenate([sign, log, inverse.transpose(0, 2, 1).ravel()])
sys.stdout.buffer.write(out.tobytes())
