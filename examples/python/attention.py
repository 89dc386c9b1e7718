"""Attention whose loops are written by hand: a group of scores, their greatest, exponentials, sums and results, in tiles of rows and columns.

python examples/python/attention.py --rows 2048
"""

import numpy as np
import tensorforge as tf
from common import options, timed

# 32 rows of a head at a time, on all threads; in them 128 columns, of which the greatest, the sums and the results are carried on.
BY_HAND = (
    tf.Schedule()
    .split("h", 1)
    .split("i", 32)
    .split("j", 128)
    .order("h.0", "i.0", "j.0")
    .parallel("h.0", "i.0")
    .join("j", "top", "sum", "out")
)


@tf.program
def attention(q: tf.f32["h", "n", "d"], k: tf.f32["h", "m", "d"], v: tf.f32["h", "m", "d"]):
    """softmax(q kᵀ / √d) v."""
    scale = 1 / tf.sqrt(tf.asarray(q.shape[-1]).astype(tf.f32))

    def members(g):
        s = g.member("scores", ["h", "i", "j"], tf.einsum("hic,hjc->hij", q, k) * scale)
        top = g.member("top", ["h", "i"], s.max(-1))
        e = g.member("e", ["h", "i", "j"], tf.exp(s - top[..., None]))
        sums = g.member("sum", ["h", "i"], e.sum(-1))
        return g.member("out", ["h", "i", "d"], (e / sums[..., None]) @ v)

    return tf.group("attention", ["h", "i", "j"], BY_HAND, members)


if __name__ == "__main__":
    chosen = options(__doc__, heads=8, rows=2048, width=64)
    rng = np.random.default_rng(chosen.seed)
    timed(attention, *rng.normal(size=(3, chosen.heads, chosen.rows, chosen.width)).astype(np.float32))
