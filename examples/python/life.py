"""The Game of Life on a torus: a cell is born with three neighbours and survives with two or three.

python examples/python/life.py --size 512 --frames 100 --out life.png, or with --window
"""

import numpy as np
import tensorforge as tf
from common import options, window

KEPT = 0.94


@tf.program
def life(cells: tf.i32["h", "w"], glow: tf.f32["h", "w"], steps: tf.i64):
    """Generations of cells, 1 alive and 0 dead, and of the glow that dead ones keep for a while."""

    def step(_, state):
        cells, glow = state

        def cell(i, j):
            row = lambda i: sum(cells.at(i, j + dj, outside="wrap") for dj in (-1, 0, 1))
            block = row(i - 1) + row(i) + row(i + 1)
            return tf.where((block == 3) | ((block == 4) & (cells[i, j] == 1)), 1, 0)

        cells = tf.compute(cells.shape, cell)
        return cells, tf.where(cells == 1, 1.0, glow * KEPT)

    return tf.loop(0, steps, step, (cells, glow))


def soup(size, part, seed):
    """Cells of which a part is alive, and their glow."""
    cells = (np.random.default_rng(seed).random((size, size)) < part).astype(np.int32)
    return cells, np.zeros((size, size), np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, moves=True, size=512, part=0.2)
    cells, glow = soup(chosen.size, chosen.part, chosen.seed)
    show = window(chosen, "life", (768, 768))
    for frame in show:
        steps = show.slider("generations per frame", 1, 0, 20)
        part = show.slider("alive at first", chosen.part, 0.0, 1.0)
        if show.button("start again"):
            cells, glow = soup(chosen.size, part, frame)
        if show.held() and show.mouse:
            x, y = map(int, show.mouse)
            patch = cells[max(y - 6, 0) : y + 6, max(x - 6, 0) : x + 6]
            patch |= np.random.default_rng(frame).integers(0, 2, patch.shape, np.int32)
        cells, glow = life(cells, glow, steps)
        show.show(glow, "inferno")
