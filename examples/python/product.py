"""(sin(A) @ cos(B transposed))**2: a matrix product with work on its operands and on its result.

python examples/python/product.py --n 1024 --m 1024 --k 1024
"""

import numpy as np
import tensorforge as tf
from common import options, timed


def product(a, b):
    """A is [..., n, k], B is [..., m, k]; a vector is [k]."""
    columns = tf.cos(b)
    return tf.square(tf.sin(a) @ (columns if columns.ndim == 1 else tf.swapaxes(columns, -1, -2)))


#: The shapes of the operands: of batches on either side, of vectors.
FORMS = {
    "matrices": (("n", "k"), ("m", "k")),
    "many left": (("batch", "n", "k"), (1, "m", "k")),
    "many right": ((1, "n", "k"), ("batch", "m", "k")),
    "pairs": (("batch", "n", "k"), ("batch", "m", "k")),
    "vector left": (("k",), ("m", "k")),
    "vector right": (("n", "k"), ("k",)),
    "vectors": (("k",), ("k",)),
}


def program(form, device="cpu"):
    """The program for operands of a form."""
    a, b = FORMS[form]
    return tf.Program(product, device=device, inputs={"a": tf.f32[a], "b": tf.f32[b]})


if __name__ == "__main__":
    chosen = options(__doc__, n=1024, m=1024, k=1024)
    rng = np.random.default_rng(chosen.seed)
    a, b = (rng.normal(size=(rows, chosen.k)).astype(np.float32) for rows in (chosen.n, chosen.m))
    timed(program("matrices"), a, b)
