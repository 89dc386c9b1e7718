"""A matrix is factored into an orthogonal and a triangular one, and inverted; determinants of many matrices at once, with derivatives.

python examples/python/linear.py --n 128
"""

import numpy as np
import tensorforge as tf
from common import options, timed


@tf.program
def inverse(a: tf.f32["n", "n"]):
    """Q, R, the inverse of R and that of a matrix, of any order."""
    q, r = tf.qr(a)
    upper = tf.inverse_upper(r)
    return q, r, upper, upper @ q.T


@tf.program
def determinants(a: tf.f32["batch", "n", "n"]):
    """Sign and logarithm of the determinants of a batch, and the derivatives of the sum of the logarithms."""
    sign, log = tf.vmap(tf.slogdet)(a)
    return sign, log, tf.grad(lambda a: tf.vmap(lambda a: tf.slogdet(a)[1])(a).sum())(a)


if __name__ == "__main__":
    chosen = options(__doc__, n=128)
    timed(inverse, np.random.default_rng(chosen.seed).normal(size=(chosen.n, chosen.n)).astype(np.float32))
