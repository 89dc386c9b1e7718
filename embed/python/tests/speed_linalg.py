"""Decompositions beside LAPACK's: `PYTHONPATH=… OPENBLAS_NUM_THREADS=1 python embed/python/tests/speed_linalg.py [NAME]…`

Prints processor time of one thread, the least of several calls, of this package and of NumPy or SciPy, and their ratio.
"""

import sys
import time

import numpy as np
import scipy.linalg

import tensorforge as tf

SIZES = (32, 256)


def cost(run, *args) -> float:
    """Milliseconds of a call: the least of several rounds, each long enough for the clock."""
    run(*args)
    start = time.process_time()
    run(*args)
    calls = max(1, int(0.02 / max(time.process_time() - start, 1e-5)))
    rounds = []
    for _ in range(5):
        start = time.process_time()
        for _ in range(calls):
            run(*args)
        rounds.append((time.process_time() - start) / calls)
    return min(rounds) * 1e3


def cases(n: int) -> dict:
    """Functions of this package, those beside them, and a matrix for both."""
    plain = np.random.default_rng(0).standard_normal((n, n))
    positive = plain @ plain.T + np.eye(n)
    solve = lambda a: scipy.linalg.solve_triangular(a, a, lower=True, check_finite=False)  # noqa: E731
    return {
        "qr": (tf.linalg.qr, np.linalg.qr, plain),
        "lu": (tf.linalg.lu, lambda a: scipy.linalg.lu_factor(a, check_finite=False), plain),
        "cholesky": (tf.linalg.cholesky, np.linalg.cholesky, positive),
        "triangular_solve": (lambda a: tf.linalg.triangular_solve(a, a), solve, positive),
        "inv": (tf.linalg.inv, np.linalg.inv, plain),
        "slogdet": (tf.linalg.slogdet, np.linalg.slogdet, plain),
        "eigh": (tf.linalg.eigh, np.linalg.eigh, positive),
        "eig": (tf.linalg.eig, np.linalg.eig, plain),
        "eigvals": (tf.linalg.eigvals, np.linalg.eigvals, plain),
        "svd": (lambda a: tf.linalg.svd(a, False), lambda a: np.linalg.svd(a, full_matrices=False), plain),
    }


def main(names: list[str]) -> None:
    session = tf.Session(threads=1)
    for n in SIZES:
        for name, (ours, theirs, a) in cases(n).items():
            if names and name not in names:
                continue
            program = tf.Program(lambda a: ours(a), inputs={"a": tf.f64[n, n]}, session=session)  # noqa: B023
            own, other = cost(program, a), cost(theirs, a)
            print(f"{name:16} {n:4}: {own:8.3f} ms, LAPACK {other:8.3f} ms, {own / other:5.2f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
