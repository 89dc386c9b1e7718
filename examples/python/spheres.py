"""A rasteriser of spheres: each one writes its depth and index, packed into one integer, into the pixels that it covers, and the nearest
wins.

python examples/python/spheres.py --n 1000 --height 180 --width 320 --out spheres.png
"""

import numpy as np
import tensorforge as tf
from common import options, save, timed


@tf.program(numerics="strict")
def spheres(balls: tf.f32["n", 4], blank: tf.u64["h", "w"]):
    """For spheres of centre (right, up, ahead of the eye) and radius: the index of the nearest in each pixel, or -1, and its
    brightness. The picture's height spans 1 at the distance 1."""
    height, width = (tf.asarray(extent, "f32") for extent in blank.shape)

    def ray(row, column):
        """Where the ray through a pixel is at the distance 1."""
        x = (column.astype("f32") + 0.5 - 0.5 * width) / height
        return x, (0.5 * height - row.astype("f32") - 0.5) / height

    def depth(x, y, ball):
        """The distance along the ray (x, y, 1) to a sphere's front, times 1 / its length; negative if it misses."""
        cx, cy, cz, r = ball
        a = x * x + y * y + 1.0
        b = x * cx + y * cy + cz
        d = b * b - a * (cx * cx + cy * cy + cz * cz - r * r)
        return tf.where(d >= 0.0, (b - tf.sqrt(tf.maximum(d, 0.0))) / a, -1.0)

    sphere = lambda i: [balls[i, axis] for axis in range(4)]

    def draw(i, nearest):
        ball = cx, cy, cz, r = sphere(i)
        # A square around the sphere's outline: its slopes at the sphere's front, which lies before the eye.
        front = cz - r
        reach = r / front * (1.0 + tf.maximum(abs(cx / cz), abs(cy / cz)))

        def pixels(centre, size):
            ends = [(centre - reach) * height + 0.5 * size - 1.0, (centre + reach) * height + 0.5 * size + 1.0]
            return [tf.minimum(tf.maximum(end, 0.0), size).astype("i32") for end in ends]

        left, right = pixels(cx / cz, width)
        top, bottom = pixels(-(cy / cz), height)

        def pixel(row, column):
            z = depth(*ray(row, column), ball)
            # The bits of positive floats have the floats' order: the nearest has the greatest inverse.
            inverse = tf.bitcast(tf.where(z > 0.0, 1.0 / z, 0.0), "u32").astype("u64")
            packed = (inverse << 32) | i.astype("u64")
            nearest.put((row, column), tf.where(inverse > 0, packed, 0))

        columns = lambda row: tf.loop(left, right, lambda column, _: pixel(row, column), None)
        tf.loop(top, tf.where(front > 0.0, bottom, 0), lambda row, _: columns(row), None)

    (nearest,) = tf.scatter(balls.shape[:1], [(blank, "max")], draw)

    def shade(row, column):
        packed = nearest[row, column]
        number = tf.where(packed != 0, (packed & 0xFFFFFFFF).astype("i32"), -1)
        ball = cx, cy, cz, r = sphere(tf.maximum(number, 0))
        x, y = ray(row, column)
        z = depth(x, y, ball)
        normal = [(x * z - cx) / r, (y * z - cy) / r, (z - cz) / r]
        # The light comes from the upper left, from behind the eye.
        light = (normal[1] - normal[0]) * 0.5 - 0.7 * normal[2]
        return number, tf.where(packed != 0, 0.1 + 0.9 * tf.maximum(light, 0.0), 0.0)

    return tf.compute(blank.shape, shade)


def random(n, seed):
    """Spheres at random positions in view."""
    rng = np.random.default_rng(seed)
    z = 3 + 9 * rng.random(n)
    place = lambda: 2 * rng.random(n) - 1
    return np.stack([z * place(), 0.6 * z * place(), z, 0.05 + 0.4 * rng.random(n) ** 2], 1).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, n=1000, height=180, width=320)
    blank = np.zeros((chosen.height, chosen.width), np.uint64)
    _, brightness = timed(spheres, random(chosen.n, chosen.seed), blank)
    save(chosen.out, brightness)
