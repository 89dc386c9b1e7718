"""The Buddhabrot: how often the orbits of points outside the Mandelbrot set pass through each pixel.

python examples/python/buddhabrot.py --size 256 --samples 1048576 --limit 500 --out buddhabrot.png
"""

import numpy as np
import tensorforge as tf
from common import options, save, timed

#: Left and lower end of the picture, and its side.
LEFT, LOW, SIDE = -2.0, -1.5, 3.0


@tf.program(numerics="strict")
def buddhabrot(xs: tf.f32["n"], ys: tf.f32["n"], before: tf.i32["h", "w"], limit: tf.i32):
    """Hits of the orbits z = z**2 + c that leave the circle abs(z) <= 2 within ``limit`` steps, and the length of each such orbit."""
    h, w = before.shape
    rows, columns = tf.asarray(h, "f32") / SIDE, tf.asarray(w, "f32") / SIDE

    def point(i, hits, lengths):
        cx, cy = xs[i], ys[i]
        inside = lambda z: (z[0] * z[0] + z[1] * z[1] <= 4.0) & (z[2] < limit)
        next_ = lambda x, y: (x * x - y * y + cx, x * y * 2.0 + cy)
        steps = tf.while_(inside, lambda z: (*next_(z[0], z[1]), z[2] + 1), (0.0, 0.0, 0))[2]
        length = tf.where(steps < limit, steps, 0)

        def hit(_, z):
            x, y = next_(*z)
            hits.put((tf.floor((y - LOW) * rows).astype("i32"), tf.floor((x - LEFT) * columns).astype("i32")), 1)
            return x, y

        tf.loop(0, length, hit, (0.0, 0.0))
        lengths.put(i, length)

    return tf.scatter(xs.shape, [(before, "add"), (tf.zeros(xs.shape, "i32"), "set")], point)


def points(n, seed):
    """Random points of the square from -2 to 2."""
    return (4 * np.random.default_rng(seed).random((2, n)) - 2).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, size=256, samples=1 << 20, limit=500)
    blank = np.zeros((chosen.size, chosen.size), np.int32)
    hits, _ = timed(buddhabrot, *points(chosen.samples, chosen.seed), blank, chosen.limit)
    save(chosen.out, np.sqrt(hits.T / max(hits.max(), 1)))
