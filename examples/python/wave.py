"""The sine-Gordon equation u_tt = laplace(u) - sin(u) on a torus: ring solitons. All steps are one call.

python examples/python/wave.py --height 256 --width 512 --steps 100 --out wave.png, or with --window
"""

import numpy as np
import tensorforge as tf
from common import options, window

DX, DT = 0.2, 0.1


@tf.program
def wave(u: tf.f32["h", "w"], v: tf.f32["h", "w"], steps: tf.i64):
    """Steps of the leapfrog method from heights and their speeds."""

    def step(_, state):
        u, v = state

        def laplacian(i, j):
            at = lambda i, j: u.at(i, j, outside="wrap")
            return at(i - 1, j) + at(i + 1, j) + (at(i, j - 1) + at(i, j + 1)) - 4.0 * u[i, j]

        v = v + (tf.compute(u.shape, laplacian) / (DX * DX) - tf.sin(u)) * DT
        return u + v * DT, v

    return tf.loop(0, steps, step, (u, v))


def rings(h, w, seed):
    """Ring solitons at random positions, at rest."""
    rng = np.random.default_rng(seed)
    y, x, u = DX * np.arange(h)[:, None], DX * np.arange(w), np.zeros((h, w))
    for _ in range(11):
        cy, cx, radius = h * DX * rng.random(), w * DX * rng.random(), h * DX * (0.06 + 0.14 * rng.random())
        # The shorter way around the torus.
        dy, dx = abs(y - cy), abs(x - cx)
        u += 4 * np.arctan(np.exp(radius - np.hypot(np.minimum(dy, h * DX - dy), np.minimum(dx, w * DX - dx))))
    return u.astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, moves=True, height=256, width=512, steps=100)
    u = rings(chosen.height, chosen.width, chosen.seed)
    v, start = np.zeros_like(u), min(chosen.steps, 4) if chosen.window else chosen.steps
    y, x = np.mgrid[: chosen.height, : chosen.width]
    show = window(chosen, "wave", (1024, 1024 * chosen.height // chosen.width))
    for frame in show:
        steps = show.slider("steps per frame", start, 0, max(start, 20))
        if show.button("start again"):
            u = rings(chosen.height, chosen.width, frame)
            v = np.zeros_like(u)
        if show.held() and show.mouse:
            u += 0.6 * np.exp(-np.hypot(x - show.mouse[0], y - show.mouse[1]).astype(np.float32) ** 2 / 70)
        u, v = wave(u, v, steps)
        show.show(np.sin(u / 2) * np.cos(u / 4), "glow", -1, 1)
