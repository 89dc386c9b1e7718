"""A neural cellular automaton in float64, and the derivative of its loss through all steps, written by hand.

usage: automaton.py N SIZE STEPS SEED < cells, first, bias, second, target f32 > loss, derivatives of first, bias, second, f64
"""
import sys

import numpy as np

n, size, steps, seed = (int(a) for a in sys.argv[1:5])
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
parts, at = [], 0
for shape in [(n, size, size, 12), (48, 64), (64,), (64, 12), (size, size, 4)]:
    count = int(np.prod(shape))
    parts.append(data[at : at + count].reshape(shape))
    at += count
cells, first, bias, second, target = parts
np.seterr(over="ignore")


def pcg(v):
    v = np.asarray(v, np.uint32)
    state = v * np.uint32(747796405) + np.uint32(2891336453)
    word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
    return (word >> np.uint32(22)) ^ word


def awake(step):
    places = np.arange(n * size * size, dtype=np.uint32).reshape(n, size, size)
    bits = pcg(places ^ pcg(np.uint32(seed) + np.uint32(step) * np.uint32(747796405)))
    return (bits >> np.uint32(31)).astype(np.float64)[..., None]


# Each view: weights of neighbours (dy, dx).
NEAR = {(0, 0): 1.0}
ACROSS = {(dy, s): s * (2 - abs(dy)) / 8 for dy in (-1, 0, 1) for s in (-1, 1)}
DOWN = {(s, dx): s * (2 - abs(dx)) / 8 for dx in (-1, 0, 1) for s in (-1, 1)}
AROUND = {(0, -1): 1.0, (0, 1): 1.0, (-1, 0): 1.0, (1, 0): 1.0, (0, 0): -4.0}
VIEWS = [NEAR, ACROSS, DOWN, AROUND]


def look(cells):
    views = [sum(w * np.roll(cells, (-dy, -dx), (1, 2)) for (dy, dx), w in view.items()) for view in VIEWS]
    return np.concatenate(views, -1)


def look_back(g):
    parts = np.split(g, 4, -1)
    return sum(w * np.roll(p, (dy, dx), (1, 2)) for p, view in zip(parts, VIEWS) for (dy, dx), w in view.items())


history = []
for step in range(steps):
    sight = look(cells)
    a = sight @ first + bias
    history.append((sight, a))
    cells = cells + (np.maximum(a, 0) @ second) * awake(step)
difference = cells[..., :4] - target
loss = (difference**2).mean()
g = np.zeros_like(cells)
g[..., :4] = 2 * difference / difference.size
d_first, d_bias, d_second = np.zeros_like(first), np.zeros_like(bias), np.zeros_like(second)
for step in reversed(range(steps)):
    sight, a = history[step]
    change = g * awake(step)
    d_second += np.einsum("nhwi,nhwo->io", np.maximum(a, 0), change)
    da = (change @ second.T) * (a > 0)
    d_first += np.einsum("nhwi,nhwo->io", sight, da)
    d_bias += da.sum((0, 1, 2))
    g = g + look_back(da @ first.T)
sys.stdout.buffer.write(np.concatenate([[loss], d_first.ravel(), d_bias, d_second.ravel()]).tobytes())
