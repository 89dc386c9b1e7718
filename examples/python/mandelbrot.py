"""The Mandelbrot set: each pixel iterates until its value escapes.

python examples/python/mandelbrot.py --size 512 --limit 128 --out mandelbrot.png
"""

import numpy as np
import tensorforge as tf
from common import options, save, timed


@tf.program(numerics="strict")
def mandelbrot(ys: tf.f32["h"], xs: tf.f32["w"], limit: tf.i32):
    """The number of steps of z = z**2 + c with abs(z) <= 2, at most ``limit``; the same on every device."""

    def pixel(i, j):
        cx, cy = xs[j], ys[i]
        inside = lambda z: (z[0] * z[0] + z[1] * z[1] <= 4.0) & (z[2] < limit)
        step = lambda z: (z[0] * z[0] - z[1] * z[1] + cx, 2.0 * z[0] * z[1] + cy, z[2] + 1)
        return tf.while_(inside, step, (0.0, 0.0, 0))[2]

    return tf.compute((*ys.shape, *xs.shape), pixel)


def axis(n, centre, extent):
    """The coordinates of n pixels around a centre."""
    return (centre + extent * ((np.arange(n) + 0.5) / n - 0.5)).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, size=512, limit=128, x=-0.75, y=0.0, extent=2.5)
    xs, ys = axis(chosen.size, chosen.x, chosen.extent), axis(chosen.size, chosen.y, chosen.extent)
    counts = timed(mandelbrot, ys, xs, chosen.limit)
    save(chosen.out, np.where(counts < chosen.limit, np.log(np.maximum(counts, 1)) / np.log(chosen.limit), 0))
