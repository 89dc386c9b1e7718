"""n-body in the forms of src/bin/nbody/variants.rs as Numba's hand-written loops.

Reads lines "NAME N CALLS", answers "SECONDS SUM": the fastest call, and the sum of the magnitudes of all results.
"""
import math
import sys
import time

import numba as nb
import numpy as np
from numba import prange

JIT = dict(parallel=True, fastmath=True, error_model="numpy", boundscheck=False)


def positions(n, axes, dtype, seed):
    state, out = seed, np.empty(n * axes, np.float64)
    for i in range(n * axes):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**64 - 1)
        out[i] = (state >> 40) / (1 << 24)
    return out.astype(dtype).reshape(n, axes)


def weights(f):
    one, two, force = f(1), f(2), f(24)

    def cube(r2):
        return one / (r2 * math.sqrt(r2))

    def power(r2):
        return f(2.5) * one / (r2 * math.sqrt(r2))

    def inverse(r2):
        return one / r2

    def gauss(r2):
        return math.exp(-r2)

    def lennard_jones(r2):
        i2 = one / r2
        i6 = i2 * i2 * i2
        return force * i2 * i6 * (two * i6 - one)

    return dict(cube=cube, power=power, inverse=inverse, gauss=gauss, lennard_jones=lennard_jones)


def loops(axes, f, eps, weight, energy):
    """Explicit loops for a number of axes: the coordinates in separate arrays."""
    weight = nb.njit(**{**JIT, "parallel": False}, inline="always")(weight)
    names = "xyzw"[:axes]
    lines = ["def step(X, V):", "    n = X.shape[0]", "    P = np.zeros((n, 1), X.dtype)"]
    lines += [f"    {c} = X[:, {i}].copy()" for i, c in enumerate(names)]
    lines += ["    Xn, Vn = np.empty_like(X), np.empty_like(V)", "    for i in prange(n):", "        e = ZERO"]
    lines += [f"        a{c}, {c}i = ZERO, {c}[i]" for c in names]
    lines += ["        for j in range(n):"]
    lines += [f"            d{c} = {c}[j] - {c}i" for c in names]
    lines += ["            r2 = " + " + ".join(f"d{c} * d{c}" for c in names) + " + EPS"]
    lines += ["            g = weight(r2)"]
    lines += [f"            a{c} += d{c} * g" for c in names]
    lines += ["            e += ONE / math.sqrt(r2)"] if energy else []
    for i, c in enumerate(names):
        lines += [f"        v = V[i, {i}] + a{c} * DT", f"        Vn[i, {i}] = v", f"        Xn[i, {i}] = X[i, {i}] + v * DT"]
    lines += ["        P[i, 0] = e", "    return Xn, Vn, P" if energy else "    return Xn, Vn"]
    scope = dict(np=np, math=math, prange=prange, weight=weight, ZERO=f(0), ONE=f(1), EPS=f(eps), DT=f(1e-3))
    exec("\n".join(lines), scope)
    return nb.njit(**JIT)(scope["step"])


def variant(name):
    f = np.float64 if name == "double" else np.float32
    axes = dict(plane=2, four=4).get(name, 3)
    eps = dict(power=0.02, gauss=0.0, lennard_jones=1e-2).get(name, 1e-4)
    weight = weights(f)[name if name in weights(f) else "cube"]
    return axes, f, loops(axes, f, eps, weight, name == "energy")


def main():
    made = {}
    for line in sys.stdin:
        name, n, calls = line.split()
        n, calls = int(n), int(calls)
        if name not in made:
            axes, f, step = variant(name)
            args = positions(n, axes, f, 1), positions(n, axes, f, 2)
            made[name] = step, args
        step, args = made[name]
        results, fastest = step(*args), math.inf
        for _ in range(calls):
            start = time.perf_counter()
            results = step(*args)
            fastest = min(fastest, time.perf_counter() - start)
        total = sum(float(np.abs(r.astype(np.float64)).sum()) for r in results)
        print(fastest, repr(total), flush=True)


main()
