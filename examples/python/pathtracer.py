"""A path tracer of a fractal that is folded out of a cube, with normals by differentiation of its distance field. All of it, march,
normals, bounces, random directions, is one comprehension: one kernel.

python examples/python/pathtracer.py --width 320 --height 180 --bounces 3 --samples 16 --out fractal.png
"""

import math

import numpy as np
import tensorforge as tf
from common import options, save, timed

#: Foldings of space, steps of a ray's march at most, where it has arrived, and where it is gone.
FOLDS, MARCH, NEAR, FAR = 6, 96, 1e-3, 12.0


def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def along(a, t, b):
    return [a + t * b for a, b in zip(a, b)]


def unit(a):
    factor = tf.rsqrt(dot(a, a) + 1e-12)
    return [c * factor for c in a]


def distance(p):
    """A lower bound of the distance to the fractal: space is folded at planes, turned and scaled, again and again; what is left is a
    cube."""
    sin, cos = math.sin(0.35), math.cos(0.35)
    for _ in range(FOLDS):
        x, y, z = (abs(c) for c in p)
        x, y = tf.maximum(x, y), tf.minimum(x, y)
        y, z = tf.maximum(y, z), tf.minimum(y, z)
        x, z = cos * x - sin * z, sin * x + cos * z
        p = [x * 1.6 - 0.55, y * 1.6 - 0.4, z * 1.6 - 0.1]
    outside = [tf.maximum(abs(c) - 0.55, 0.0) for c in p]
    return (tf.sqrt(dot(outside, outside) + 1e-9) - 0.03) / 1.6**FOLDS


def march(origin, direction):
    """How far a ray goes until it is near the fractal; FAR or more if it passes."""
    near = lambda t: distance(along(origin, t, direction))
    goes_on = lambda s: (s[1] < MARCH) & (s[0] < FAR) & (near(s[0]) > NEAR)
    return tf.while_(goes_on, lambda s: (s[0] + near(s[0]), s[1] + 1), (0.02, 0))[0]


def sky(direction):
    """Light from the sky: a warm lamp in a blue gradient."""
    height = 0.5 + 0.5 * direction[1]
    lamp = tf.maximum(direction[0] * 0.577 + direction[1] * 0.577 + direction[2] * -0.577, 0.0) ** 24.0
    return [0.25 + 0.2 * height + 3.0 * lamp, 0.3 + 0.35 * height + 2.4 * lamp, 0.4 + 0.6 * height + 1.6 * lamp]


def scatter(normal, seed, place, bounce):
    """A direction in the hemisphere of a normal, with the cosine as its density, by a hash of sample, pixel and bounce."""
    first = tf.pcg(place ^ tf.pcg(seed + bounce * 2))
    a, b = ((bits >> 8).astype("f32") * 2.0**-24 for bits in (first, tf.pcg(first + 1)))
    z = 1.0 - 2.0 * a
    r, angle = tf.sqrt(tf.maximum(1.0 - z * z, 0.0)), b * (2 * math.pi)
    return unit([n * 1.001 + c for n, c in zip(normal, [r * tf.cos(angle), r * tf.sin(angle), z])])


@tf.program
def trace(ys: tf.f32["h"], xs: tf.f32["w"], bounces: tf.i32, seed: tf.u32):
    """The image [h, w, 3] of one sample per pixel. More bounces need no new compilation."""

    def pixel(i, j):
        place = (i.astype("i64") * 65536 + j.astype("i64")).astype("u32")

        def bounce(number, state):
            origin, direction, left, light, alive = state
            t = tf.if_(alive, lambda: march(origin, direction), lambda: FAR * 2.0)
            arrives = alive & (t >= FAR)
            light = [tf.where(arrives, c + share * above, c) for c, share, above in zip(light, left, sky(direction))]
            hit = along(origin, t, direction)
            normal = unit(tf.grad(distance)(hit))
            next_ = scatter(normal, seed, place, number.astype("u32"))
            left = [share * colour for share, colour in zip(left, (0.82, 0.71, 0.58))]
            return along(hit, 4.0 * NEAR, normal), next_, left, light, alive & (t < FAR)

        direction = unit([xs[j], ys[i], tf.asarray(1.6)])
        start = ([0.0, 0.0, -2.3], direction, [1.0] * 3, [0.0] * 3, True)
        return tf.stack(tf.loop(0, bounces + 1, bounce, start)[3])

    return tf.compute((*ys.shape, *xs.shape), pixel)


def axes(width, height):
    """Coordinates of the pixels' centres on the plane before the eye."""
    at = lambda n: ((np.arange(n) + 0.5 - n / 2) / (height / 2)).astype(np.float32)
    return at(width), -at(height)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, width=320, height=180, bounces=3, samples=16)
    xs, ys = axes(chosen.width, chosen.height)
    timed(trace, ys, xs, chosen.bounces, chosen.seed)
    save(chosen.out, sum(trace(ys, xs, chosen.bounces, seed) for seed in range(chosen.samples)) / chosen.samples)
