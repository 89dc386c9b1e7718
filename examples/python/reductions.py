"""Reductions and scans: of vectors, along several axes, running sums along each axis.

python examples/python/reductions.py --n 4157818
"""

import numpy as np
import tensorforge as tf
from common import options, timed


@tf.program
def vector(x: tf.f32["n"]):
    """Sum, product, least and greatest element, whether any and whether all elements are positive."""
    return x.sum(), x.prod(), x.min(), x.max(), (x > 0).any(), (x > 0).all()


@tf.program
def several(x: tf.f32["a", "b", "c"]):
    """Sums and greatest elements along two axes at once, and along all."""
    return x.sum((0, 2)), x.sum((1, 2)), x.sum((0, 1)), x.max((0, 2)), x.sum(), x.max()


@tf.program
def scans(x: tf.f32["a", "b", "c"]):
    """Running sums along each axis."""
    return [tf.cumsum(x, axis) for axis in range(3)]


if __name__ == "__main__":
    chosen = options(__doc__, n=4157818)
    timed(vector, np.random.default_rng(chosen.seed).random(chosen.n, np.float32))
