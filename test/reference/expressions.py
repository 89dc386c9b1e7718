"""Values of NumPy expressions, in float64 where the operands are floats.

usage: expressions.py EXPRESSION... < arrays a f32[5,7] c f32[5,7] b f32[7,4] s f32[4,4] t f32[3,4,6] v f32[9] w f32[9] e f32[3]
f f32[3] k i32[9] i i32[6] j i32[2,3] > for each expression its rank, extents and elements, as f64; unsigned integers as signed ones
"""
import math
import sys

import numpy as np

data = sys.stdin.buffer.read()
names = {}
for name, kind, shape in [
    ("a", "f4", (5, 7)), ("c", "f4", (5, 7)), ("b", "f4", (7, 4)), ("s", "f4", (4, 4)), ("t", "f4", (3, 4, 6)),
    ("v", "f4", (9,)), ("w", "f4", (9,)), ("e", "f4", (3,)), ("f", "f4", (3,)),
    ("k", "i4", (9,)), ("i", "i4", (6,)), ("j", "i4", (2, 3)),
]:
    size = 4 * int(np.prod(shape))
    array = np.frombuffer(data[:size], kind).reshape(shape)
    names[name] = array.astype(np.float64) if kind == "f4" else array.copy()
    data = data[size:]
names["u"] = names["k"].view(np.uint32)


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def pcg(v):
    s = v * np.uint32(747796405) + np.uint32(2891336453)
    w = ((s >> ((s >> np.uint32(28)) + np.uint32(4))) ^ s) * np.uint32(277803737)
    return (w >> np.uint32(22)) ^ w


def reverse_bits(v):
    return np.array([int(f"{int(x):032b}"[::-1], 2) for x in v], np.uint32)


def sample(x, positions, weights, reach):
    """The sum of elements around positions (one array per leading axis, broadcast) times their weights; clamped."""
    total = 0.0
    low = [np.floor(p) for p in positions]
    part = [p - l for p, l in zip(positions, low)]
    for offsets in np.ndindex(*[len(weights)] * len(positions)):
        index = tuple(np.clip(l.astype(int) + o - reach, 0, n - 1) for l, o, n in zip(low, offsets, x.shape))
        weight = np.prod([weights[o](t) for o, t in zip(offsets, part)], 0)
        value = x[index]
        total = total + value * weight.reshape(weight.shape + (1,) * (value.ndim - weight.ndim))
    return total


def linear(x, *positions):
    return sample(x, positions, [lambda t: 1 - t, lambda t: t], 0)


def cubic(x, *positions):
    near = lambda d: 1.5 * d**3 - 2.5 * d**2 + 1
    far = lambda d: -0.5 * d**3 + 2.5 * d**2 - 4 * d + 2
    return sample(x, positions, [lambda t: far(1 + t), near, lambda t: near(1 - t), lambda t: far(2 - t)], 1)


def filtered(decay, x):
    y, out = 0.0, []
    for d, value in zip(decay, x):
        y = y * d + value
        out.append(y)
    return np.array(out)


def gelu(x):
    return x * 0.5 * (1 + np.vectorize(math.erf)(x / math.sqrt(2)))


out = []
with np.errstate(all="ignore"):
    for expression in sys.argv[1:]:
        value = np.asarray(eval(expression, {**globals(), **names}))
        value = value.astype(np.float64)
        out += [float(value.ndim), *map(float, value.shape), *value.ravel()]
sys.stdout.buffer.write(np.array(out, np.float64).tobytes())
