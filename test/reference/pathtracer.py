"""One sample per pixel of a path traced fractal in float64; derivatives of the distance by dual numbers.

usage: pathtracer.py HEIGHT WIDTH BOUNCES SEED < ys f32[h], xs f32[w] > light f64[h, w, 3]
"""
import sys

import numpy as np

FOLDS, MARCH, NEAR, FAR = 6, 96, 1e-3, 12.0
h, w, bounces, seed = (int(a) for a in sys.argv[1:5])
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
ys, xs = data[:h], data[h:]


def pcg(v):
    v = np.asarray(v, np.uint32)
    state = v * np.uint32(747796405) + np.uint32(2891336453)
    word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
    return (word >> np.uint32(22)) ^ word


class Dual:
    """A number with derivatives by three variables."""

    def __init__(self, value, slope):
        self.value, self.slope = value, slope

    def abs(self):
        return Dual(np.abs(self.value), np.sign(self.value)[..., None] * self.slope)

    def pick(self, other, take):
        return Dual(np.where(take, self.value, other.value), np.where(take[..., None], self.slope, other.slope))

    def max(self, other):
        return self.pick(other, self.value >= other.value)

    def min(self, other):
        return self.pick(other, self.value <= other.value)

    def line(self, a, b=0.0):
        return Dual(a * self.value + b, a * self.slope)

    def plus(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)


def distance(p):
    """The distance at points [..., 3], and its gradient."""
    q = [Dual(p[..., c], np.broadcast_to(np.eye(3)[c], p.shape)) for c in range(3)]
    sin, cos, scale = np.sin(0.35), np.cos(0.35), 1.0
    for _ in range(FOLDS):
        x, y, z = (c.abs() for c in q)
        x, y = x.max(y), x.min(y)
        y, z = y.max(z), y.min(z)
        x, z = x.line(cos).plus(z.line(-sin)), x.line(sin).plus(z.line(cos))
        q = [x.line(1.6, -0.55), y.line(1.6, -0.4), z.line(1.6, -0.1)]
        scale *= 1.6
    zero = Dual(np.zeros(p.shape[:-1]), np.zeros(p.shape))
    outside = [c.abs().line(1.0, -0.55).max(zero) for c in q]
    squares = sum(c.value**2 for c in outside) + 1e-9
    root = np.sqrt(squares)
    slope = sum(c.value[..., None] * c.slope for c in outside) / root[..., None]
    return (root - 0.03) / scale, slope / scale


def unit(v):
    return v / np.sqrt((v * v).sum(-1, keepdims=True) + 1e-12)


def march(start, direction, alive):
    t = np.where(alive, np.float64(np.float32(0.02)), 2 * FAR)
    going = alive.copy()
    for _ in range(MARCH):
        going &= t < FAR
        rows = np.nonzero(going)
        if len(rows[0]) == 0:
            break
        d = distance(start[rows] + t[rows][..., None] * direction[rows])[0]
        near = d <= NEAR
        going[tuple(r[near] for r in rows)] = False
        far = tuple(r[~near] for r in rows)
        t[far] += d[~near]
    return t


def sky(d):
    height = 0.5 + 0.5 * d[..., 1]
    lamp = np.maximum(0.577 * d[..., 0] + 0.577 * d[..., 1] - 0.577 * d[..., 2], 0) ** 24
    return np.stack([0.25 + 0.2 * height + 3 * lamp, 0.3 + 0.35 * height + 2.4 * lamp, 0.4 + 0.6 * height + 1.6 * lamp], -1)


np.seterr(over="ignore")
place = (np.arange(h)[:, None] * 65536 + np.arange(w)[None]).astype(np.uint32)
plane = np.broadcast_arrays(xs[None, :], ys[:, None], np.float64(np.float32(1.6)))
direction = unit(np.stack(plane, -1))
start = np.broadcast_to(np.array([0.0, 0.0, np.float64(np.float32(-2.3))]), direction.shape).copy()
left, light, alive = np.ones((h, w, 3)), np.zeros((h, w, 3)), np.ones((h, w), bool)
for bounce in range(bounces + 1):
    t = march(start, direction, alive)
    passes = t >= FAR
    light += np.where((alive & passes)[..., None], left * sky(direction), 0)
    hit = start + t[..., None] * direction
    normal = unit(distance(hit)[1])
    first = pcg(place ^ pcg(np.uint32(seed) + np.uint32(2 * bounce)))
    a, b = ((bits >> np.uint32(8)).astype(np.float64) * 2.0**-24 for bits in (first, pcg(first + np.uint32(1))))
    z = 1 - 2 * a
    r = np.sqrt(np.maximum(1 - z * z, 0))
    ball = np.stack([r * np.cos(2 * np.pi * b), r * np.sin(2 * np.pi * b), z], -1)
    direction = unit(normal * 1.001 + ball)
    start = hit + normal * (4 * NEAR)
    left = left * np.array([0.82, 0.71, 0.58])
    alive &= ~passes
sys.stdout.buffer.write(light.tobytes())
