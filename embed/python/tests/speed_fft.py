"""Fourier transforms beside SciPy's: `PYTHONPATH=… python embed/python/tests/speed_fft.py [LENGTH]…`

Prints microseconds of a transform of complex f32 of a constant length, of the same length by name, and of
SciPy: the least of rounds that alternate between them; and the largest error of both, as a part of the
largest value.
"""

import sys
import time

import numpy as np
import scipy.fft

import tensorforge as tf
from tensorforge import fourier

LENGTHS = (16, 64, 100, 256, 1000, 1001, 1009, 1024, 4096, 10_000, 10_007, 65_536)
ROUNDS = 60


def cost(runs: dict) -> dict:
    """Microseconds of a call of each."""
    least = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            least[name] = min(least[name], (time.perf_counter() - start) * 1e6)
    return least


def transform(re, im):
    return fourier.fft((re, im))


def main() -> None:
    named = tf.Program(transform, inputs={"re": tf.f32["n"], "im": tf.f32["n"]})
    for n in map(int, sys.argv[1:] or LENGTHS):
        constant = tf.Program(transform, inputs={"re": tf.f32[n], "im": tf.f32[n]})
        re, im = np.random.default_rng(0).standard_normal((2, n)).astype(np.float32)
        given = re + 1j * im
        wanted = np.fft.fft(given.astype(np.complex128))
        far = [np.abs(found[0] + 1j * found[1] - wanted).max() / np.abs(wanted).max() for found in (constant(re, im), named(re, im))]
        found = cost({"constant": lambda: constant(re, im), "by name": lambda: named(re, im), "SciPy": lambda: scipy.fft.fft(given)})
        times = "   ".join(f"{name} {least:9.1f}" for name, least in found.items())
        print(f"{n:6}   {times}   by name : constant {found['by name'] / found['constant']:6.2f}   errors {far[0]:.1e} {far[1]:.1e}", flush=True)


if __name__ == "__main__":
    main()
