"""Compares results of ops with NumPy.

Reads cases from stdin: a line with an expression over the arguments a, b, …; a line with the number of arguments and
of rounded operations per element; then each argument and the result, as a line `dtype extents…` and raw elements.
Writes a line per case: its number and `ok`, or what is wrong. Float arguments are computed with in float64, in
elements of the result's type where they are integers.
"""
import sys

import numpy as np

source = sys.stdin.buffer
EPS = {"float16": 2.0**-10, "float32": 2.0**-23, "float64": 2.0**-52}


def array():
    dtype, *extents = source.readline().split()
    dtype, extents = np.dtype(dtype.decode()), [int(n) for n in extents]
    count = int(np.prod(extents, dtype=np.int64))
    return np.frombuffer(source.read(count * dtype.itemsize), dtype).reshape(extents)


def sliding(x, window, strides=None, base=None, dilations=None, low=None, high=None, fill=0):
    """The windows of x as an array: the axes of the results, then those of the window."""
    n = x.ndim
    strides, base, dilations = strides or [1] * n, base or [1] * n, dilations or [1] * n
    low, high = low or [0] * n, high or [0] * n
    padded = [max((e - 1) * b + 1, 0) if e else 0 for e, b in zip(x.shape, base)]
    full = np.full([max(p + l + h, 0) for p, l, h in zip(padded, low, high)], fill, x.dtype)
    for at in np.ndindex(*x.shape):
        place = [i * b + l for i, b, l in zip(at, base, low)]
        if all(0 <= p < e for p, e in zip(place, full.shape)):
            full[tuple(place)] = x[at]
    reach = [(w - 1) * d + 1 for w, d in zip(window, dilations)]
    counts = [max((e - r) // s + 1, 0) if e >= r else 0 for e, r, s in zip(full.shape, reach, strides)]
    out = np.empty(counts + list(window), x.dtype)
    for at in np.ndindex(*counts):
        for w in np.ndindex(*window):
            out[at + w] = full[tuple(o * s + i * d for o, s, i, d in zip(at, strides, w, dilations))]
    return out


def softargmax(x, axis):
    """The index of the first greatest; 0 where there is none."""
    return np.argmax(x, axis) if x.shape[axis] else np.zeros(np.delete(x.shape, axis), np.int64)


number = 0
while line := source.readline():
    expression = line.decode().strip()
    count, roundings = (int(n) for n in source.readline().split())
    arguments = [array() for _ in range(count)]
    found = array()
    wide = [x.astype(np.float64) if x.dtype.kind == "f" else x for x in arguments]
    names = {chr(ord("a") + i): x for i, x in enumerate(wide)}
    try:
        with np.errstate(all="ignore"):
            wanted = np.asarray(eval(expression, {"np": np, "sliding": sliding, "softargmax": softargmax}, names))
        if found.shape != wanted.shape:
            raise ValueError(f"shape {found.shape}, not {wanted.shape}")
        if found.dtype.kind == "f":
            finite = np.abs(wanted[np.isfinite(wanted)])
            biggest = max([1.0, finite.max(initial=0.0)] + [np.abs(x).max(initial=0.0) for x in wide if x.dtype.kind == "f"])
            # A value that the element type cannot hold is infinite.
            wanted = wanted.astype(found.dtype).astype(np.float64)
            tolerance = EPS[found.dtype.name] * (roundings + 2) * biggest
            right = np.isclose(found.astype(np.float64), wanted, rtol=0, atol=tolerance, equal_nan=True)
        else:
            right = found == wanted.astype(found.dtype)
        if right.all():
            answer = "ok"
        else:
            at = tuple(int(i) for i in np.argwhere(~right)[0])
            answer = f"{(~right).sum()} wrong; at {at}: {found[at]}, not {wanted[at]}"
    except Exception as error:
        answer = f"{type(error).__name__}: {error}"
    print(number, answer.replace("\n", " "))
    number += 1
