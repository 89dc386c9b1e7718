"""The first call of decompositions by `tensorforge.jit` and `jax.jit`:
`PYTHONPATH=… JAX_PLATFORMS=cpu python embed/python/tests/speed_first.py [ROUNDS] [NAME]…`

Prints milliseconds of processor time, of all threads, with an empty cache folder, and their ratio: the least of
some rounds. Each call is in a process of its own, which has compiled and run another function. Times of
builds with debug assertions include the verifier.
"""

import subprocess
import sys
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np
import scipy.linalg  # noqa: F401: the first decomposition imports it, with JAX, too

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


def alone(name: str, ours: bool) -> None:
    """Prints the cost of the first call of a function in this process."""
    function, args = cases()[name]
    if ours:
        session = tf.Session(cache_dir=tempfile.mkdtemp())
        jit = lambda function: tf.jit(function, session=session)  # noqa: E731
    else:
        jit = jax.jit
    cost(lambda: jit(jnp.tanh)(1.0))
    print(cost(lambda: jit(function)(*args)))


def main() -> None:
    if sys.argv[1:2] == ["--alone"]:
        alone(sys.argv[2], sys.argv[3] == "ours")
        return
    given = sys.argv[1:]
    rounds = int(given.pop(0)) if given and given[0].isdigit() else 3
    for name in given or cases():
        costs = {"ours": [], "jax": []}
        for _ in range(rounds):
            for which, found in costs.items():
                command = [sys.executable, __file__, "--alone", name, which]
                found.append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
        ours, theirs = (min(found) for found in costs.values())
        print(f"{name:24} ours {ours:7.0f} ms   JAX {theirs:7.0f} ms   {ours / theirs:5.2f}", flush=True)


if __name__ == "__main__":
    main()
