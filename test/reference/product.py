"""(sin(A) @ cos(B transposed)) squared, in float64.

usage: product.py SHAPE SHAPE < A and B, f32; a shape is 5,64,32, the last axes [n, k] and [m, k] or [k] > the result, f64
"""
import sys

import numpy as np

shapes = [tuple(map(int, arg.split(","))) for arg in sys.argv[1:3]]
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
a, b = np.split(data, [int(np.prod(shapes[0]))])
a, b = a.reshape(shapes[0]), b.reshape(shapes[1])
columns = np.cos(b)
columns = columns if b.ndim == 1 else np.swapaxes(columns, -1, -2)
sys.stdout.buffer.write(np.ascontiguousarray((np.sin(a) @ columns) ** 2, np.float64).tobytes())
