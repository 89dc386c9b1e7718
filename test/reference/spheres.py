"""The nearest sphere in each pixel and its brightness, by every ray against every sphere, in float32 without contraction.

usage: spheres.py N H W < spheres f32[n, 4]: right, up, ahead, radius > numbers [h, w] (-1: none), brightness [h, w], as f64
"""
import sys

import numpy as np

n, h, w = map(int, sys.argv[1:4])
spheres = np.frombuffer(sys.stdin.buffer.read(), np.float32).reshape(n, 4)
f = np.float32
half = f(0.5)
x = ((np.arange(w, dtype=f) + half - half * f(w)) / f(h))[None, :]
y = ((half * f(h) - np.arange(h, dtype=f) - half) / f(h))[:, None]
best = np.zeros((h, w), f)
number = np.full((h, w), -1)


def depth(x, y, cx, cy, cz, r):
    a = x * x + y * y + f(1)
    b = x * cx + y * cy + cz
    c = cx * cx + cy * cy + cz * cz - r * r
    d = b * b - a * c
    front = (b - np.sqrt(np.maximum(d, f(0)))) / a
    return np.where(d >= 0, front, f(-1))


with np.errstate(all="ignore"):
    for i, sphere in enumerate(spheres):
        z = depth(x, y, *sphere)
        inverse = np.where((z > 0) & (sphere[2] > sphere[3]), f(1) / z, f(0))
        # Of equal depths the greatest number wins.
        nearer = (inverse >= best) & (inverse > 0)
        best = np.where(nearer, inverse, best)
        number = np.where(nearer, i, number)
    cx, cy, cz, r = np.moveaxis(spheres[np.maximum(number, 0)], -1, 0)
    z = depth(x, y, cx, cy, cz, r)
    normal = (x * z - cx) / r, (y * z - cy) / r, (z - cz) / r
    light = half * (normal[1] - normal[0]) - f(0.7) * normal[2]
    bright = np.where(number >= 0, f(0.1) + f(0.9) * np.maximum(light, f(0)), f(0))
sys.stdout.buffer.write(np.concatenate([number.ravel(), bright.ravel()]).astype(np.float64).tobytes())
