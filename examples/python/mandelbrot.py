"""The Mandelbrot set: each pixel iterates until its value escapes.

python examples/python/mandelbrot.py --size 512 --limit 128 --out mandelbrot.png, or with --window
"""

import numpy as np
import tensorforge as tf
from common import options, window


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
    chosen = options(__doc__, moves=True, size=512, limit=128, x=-0.75, y=0.0, extent=2.5)
    n, x, y, extent = chosen.size, chosen.x, chosen.y, chosen.extent
    show = window(chosen, "mandelbrot", (n, n))
    for frame in show:
        limit = show.slider("most iterations", chosen.limit, 1, 1000)
        counts = mandelbrot(axis(n, y, extent), axis(n, x, extent), limit)
        show.show(np.where(counts < limit, np.log(np.maximum(counts, 1)) / np.log(max(limit, 2)), 0).astype(np.float32), "cyclic")
        nearer = show.wheel + 0.2 * show.held() if chosen.window else 0.82
        # Around the mouse, not below the distances that f32 has.
        closer = min(max(extent * 0.9**nearer, 1e-4), 4.0)
        if show.mouse:
            x, y = (c + (extent - closer) * (at / n - 0.5) for c, at in zip((x, y), show.mouse))
        extent = closer
