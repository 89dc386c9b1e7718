"""Gray and Scott's reaction of two substances that diffuse: spots that divide, worms, mazes, by two numbers.

python examples/python/grayscott.py --size 512 --frames 50 --out grayscott.png, or with --window
"""

import numpy as np
import tensorforge as tf
from common import options, window

DIFFUSION = 0.16, 0.08


@tf.program
def grayscott(u: tf.f32["h", "w"], v: tf.f32["h", "w"], feed: tf.f32, kill: tf.f32, steps: tf.i64):
    """Steps of Euler's method from the amounts of both substances."""

    def laplacian(x):
        at = lambda i, j: x.at(i, j, outside="wrap")
        return tf.compute(x.shape, lambda i, j: at(i - 1, j) + at(i + 1, j) + (at(i, j - 1) + at(i, j + 1)) - 4.0 * x[i, j])

    def step(_, state):
        u, v = state
        reaction = u * v * v
        du = DIFFUSION[0] * laplacian(u) - reaction + feed * (1.0 - u)
        dv = DIFFUSION[1] * laplacian(v) + reaction - (feed + kill) * v
        return u + du, v + dv

    return tf.loop(0, steps, step, (u, v))


def drops(size, seed):
    """The first substance everywhere, drops of the second."""
    rng = np.random.default_rng(seed)
    u, v = np.ones((size, size), np.float32), np.zeros((size, size), np.float32)
    for y, x in rng.integers(0, size, (max(size * size // 4000, 1), 2)):
        u[y : y + 7, x : x + 7], v[y : y + 7, x : x + 7] = 0.5, 0.25 + 0.1 * rng.random()
    return u, v


if __name__ == "__main__":
    chosen = options(__doc__, moves=True, size=512, steps=16, feed=0.0367, kill=0.0649)
    u, v = drops(chosen.size, chosen.seed)
    show = window(chosen, "grayscott", (768, 768))
    for frame in show:
        feed, kill = show.slider("feed", chosen.feed, 0.01, 0.1), show.slider("kill", chosen.kill, 0.03, 0.07)
        steps = show.slider("steps per frame", chosen.steps, 0, 40)
        if show.button("start again"):
            u, v = drops(chosen.size, frame)
        if show.held() and show.mouse:
            x, y = map(int, show.mouse)
            v[max(y - 8, 0) : y + 8, max(x - 8, 0) : x + 8] = 0.4
        u, v = grayscott(u, v, feed, kill, steps)
        show.show(v, "magma", 0.0, 0.4)
