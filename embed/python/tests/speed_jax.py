"""What a call of `tensorforge.jit` costs beside `jax.jit`:
`PYTHONPATH=… JAX_PLATFORMS=cpu python embed/python/tests/speed_jax.py [NAME]…`

Prints microseconds of a call, the least of rounds that alternate between both, and their ratio. All arrays
are small: the time is that of passing arguments and making results.
"""

import sys
import time

import jax
import jax.numpy as jnp
import numpy as np

import tensorforge as tf
import tensorforge.jax

ROUNDS = 1500


def step(weights: dict, scale: float = 0.5) -> dict:
    """A step of training: as many results as arguments."""
    return {name: value * scale + 1 for name, value in weights.items()}


def leaves(count: int) -> dict:
    return {f"w{at}": jnp.full(16, at, jnp.float32) for at in range(count)}


def cases() -> dict:
    """Functions, their arguments, and the calls of a round."""
    rows = np.ones(16, np.float32)
    found = {
        "a scalar": (lambda x: x + 1, (jnp.float32(1),), 20),
        "a number of Python's": (lambda x: x + 1, (1.5,), 20),
        "two arrays of 16": (lambda x, y: x + y, (jnp.asarray(rows), jnp.asarray(rows)), 20),
        "two arrays of NumPy's": (lambda x, y: x + y, (rows, rows), 20),
        "300 arrays to one": (lambda t: sum(value.sum() for value in t.values()), (leaves(300),), 1),
        "one array to 300": (lambda x: [x * at for at in range(300)], (jnp.asarray(rows),), 1),
    }
    return found | {f"{count} arrays to {count}": (step, (leaves(count),), 1) for count in (10, 30, 100, 300)}


def cost(runs: dict, calls: int) -> dict:
    """Microseconds of a call of each."""
    least = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for name, run in runs.items():
            start = time.perf_counter()
            for _ in range(calls):
                run()
            least[name] = min(least[name], (time.perf_counter() - start) / calls * 1e6)
    return least


def main() -> None:
    for name, (function, args, calls) in cases().items():
        if sys.argv[1:] and name not in sys.argv[1:]:
            continue
        ours, theirs = tf.jit(function), jax.jit(function)
        for _ in range(4000 if calls > 1 else 40):
            jax.block_until_ready((ours(*args), theirs(*args)))
        found = cost({"ours": lambda: ours(*args), "JAX": lambda: theirs(*args)}, calls)
        print(f"{name:24} ours {found['ours']:8.2f} µs   JAX {found['JAX']:8.2f} µs   {found['ours'] / found['JAX']:5.2f}", flush=True)


if __name__ == "__main__":
    main()
