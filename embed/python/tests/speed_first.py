"""The first call of decompositions by `tensorforge.jit` and `jax.jit`:
`PYTHONPATH=… JAX_PLATFORMS=cpu python embed/python/tests/speed_first.py [NAME]…`

Prints milliseconds of processor time, of all threads, with an empty cache, and their ratio. Times of builds
with debug assertions include the verifier.
"""

import sys
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np

import tensorforge as tf
import tensorforge.jax


def cases() -> dict:
    """Functions and their arguments."""
    plain = np.random.default_rng(0).standard_normal((64, 64)).astype(np.float32)
    positive = plain @ plain.T + 64 * np.eye(64, dtype=np.float32)
    linalg = jnp.linalg
    return {
        "argsort": (lambda a: jnp.argsort(a.ravel()), (plain,)),
        "fft": (jnp.fft.fft, (plain[:4].ravel().astype(np.complex64),)),
        "cholesky": (linalg.cholesky, (positive,)),
        "qr": (linalg.qr, (plain,)),
        "solve": (linalg.solve, (plain, plain[0])),
        "slogdet and gradient": (jax.value_and_grad(lambda a: linalg.slogdet(a)[1]), (positive,)),
        "eigh": (linalg.eigh, (positive,)),
        "lstsq": (lambda a, b: linalg.lstsq(a, b)[0], (plain, plain[0])),
        "svd": (lambda a: linalg.svd(a, full_matrices=False), (plain,)),
    }


def cost(run) -> float:
    """Milliseconds of processor time of a call."""
    start = time.process_time()
    jax.block_until_ready(run())
    return (time.process_time() - start) * 1e3


def main() -> None:
    session = tf.Session(cache_dir=tempfile.mkdtemp())
    cost(lambda: (tf.jit(jnp.tanh, session=session)(1.0), jax.jit(jnp.tanh)(1.0)))
    for name, (function, args) in cases().items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        ours, theirs = (cost(lambda: jit(*args)) for jit in (tf.jit(function, session=session), jax.jit(function)))  # noqa: B023
        print(f"{name:24} ours {ours:7.0f} ms   JAX {theirs:7.0f} ms   {ours / theirs:5.2f}", flush=True)


if __name__ == "__main__":
    main()
