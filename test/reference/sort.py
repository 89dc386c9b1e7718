"""The stable order of a vector by NumPy, NaN last.

usage: sort.py u4|i4|f4 < x [n] of that type > order f64[n]
"""
import sys

import numpy as np

x = np.frombuffer(sys.stdin.buffer.read(), sys.argv[1])
sys.stdout.buffer.write(np.argsort(x, kind="stable").astype(np.float64).tobytes())
