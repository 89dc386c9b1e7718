"""How many letters have to be inserted, deleted or replaced to make one text of another: a table that two loops fill one element at a
time, as one writes it down.

python examples/python/levenshtein.py --first 1000 --second 1200
"""

import numpy as np
import tensorforge as tf
from common import options, timed


@tf.program
def levenshtein(a: tf.i32["n"], b: tf.i32["m"]):
    """The distances of all beginnings of a from all beginnings of b; the last one is that of the texts."""
    (n,), (m,) = a.shape, b.shape
    table = tf.zeros((n + 1, m + 1), "i32")
    table = tf.loop(0, n + 1, lambda i, table: table.updated((i, 0), i.astype("i32"), "set"), table)
    table = tf.loop(0, m + 1, lambda j, table: table.updated((0, j), j.astype("i32"), "set"), table)

    def element(i, j, table):
        replaced = table[i - 1, j - 1] + (a[i - 1] != b[j - 1]).astype("i32")
        shorter = tf.minimum(table[i, j - 1] + 1, table[i - 1, j] + 1)
        return table.updated((i, j), tf.minimum(shorter, replaced), "set")

    row = lambda i, table: tf.loop(1, m + 1, lambda j, table: element(i, j, table), table)
    return tf.loop(1, n + 1, row, table)


def texts(n, m, seed):
    """A text of four letters, and one of random letters with pieces of it."""
    rng = np.random.default_rng(seed)
    first, second = (rng.integers(0, 4, size, dtype=np.int32) for size in (n, m))
    keep = min(n, m) * 3 // 4
    second[:keep] = np.where(rng.random(keep) < 0.9, first[:keep], second[:keep])
    return first, second


if __name__ == "__main__":
    chosen = options(__doc__, first=1000, second=1200)
    table = timed(levenshtein, *texts(chosen.first, chosen.second, chosen.seed))
    print(f"the distance is {table[-1, -1]}")
