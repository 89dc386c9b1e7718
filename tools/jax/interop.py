#!/usr/bin/env python3
"""Runs the primitive harnesses that ship with JAX through `tensorforge.jit` instead of `jax.jit`.

    ./x interop jax [--sample N] [--seed S] [--only TEXT] [--jobs J] [--details]
    ./x interop jax --jax-tests CHECKOUT [--sample N] [--seed S] [--details]

Every harness on real and boolean types is called through `tensorforge.jit`, and its results are compared with those of
XLA, as `harnesses.py` compares them. They run in separate processes, so that a crash ends only one
harness. A score that is below the bar, a wrong result and a crash make the exit status 1.
"""

import argparse
import collections
import concurrent.futures
import faulthandler
import json
import os
import random
import subprocess
import sys
import warnings

import numpy as np
from ml_dtypes import finfo as finfo

import harnesses
import stablehlo_case as case

# The required percentage of the harnesses that JAX itself runs.
BAR = 98.5
# Seconds for one harness, in XLA and here.
LIMIT = 120
PASSED, UNSUPPORTED, WRONG, CRASHED, NO_TEST = "passed", "unsupported", "wrong", "crashed", "no test"


# Complex types of results, which programs represent as pairs.
COMPLEX = ("complex64", "complex128")

#: Sums of products: for results near 0, rounding errors are as large as those of the other elements.
SUMS = {"conv_general_dilated", "dot_general", "fft"}


def differs(ours, theirs, sums=False):
    """The difference of a result from the expected one; None if they agree."""
    if (ours.shape, ours.dtype) != (theirs.shape, theirs.dtype):
        return f"{ours.dtype}{list(ours.shape)} instead of {theirs.dtype}{list(theirs.shape)}"
    if theirs.dtype.kind == "c":
        return differs(ours.real, theirs.real, sums) or differs(ours.imag, theirs.imag, sums)
    if theirs.dtype.name not in case.TOLERANCES:
        return "" if np.array_equal(ours, theirs) else f"{np.sum(ours != theirs)} elements of {theirs.size} differ"
    relative, absolute = case.TOLERANCES[theirs.dtype.name]
    with np.errstate(all="ignore"):
        own, other = ours.astype(np.float64), theirs.astype(np.float64)
        if sums:
            absolute = max(absolute, relative * np.abs(other[np.isfinite(other)]).max(initial=0))
        close = np.isclose(own, other, rtol=relative, atol=absolute, equal_nan=True)
    if close.all():
        return ""
    at = tuple(np.argwhere(~close)[0])
    return f"{np.sum(~close)} elements of {theirs.size} differ: {own[at]} instead of {other[at]} at {list(map(int, at))}"


def _wide(values):
    return [np.asarray(value).astype(np.float64) for value in values]


def _residual(found, wanted):
    """The error of a matrix product, in roundings for each row or column."""
    eps = float(finfo(wanted.dtype).eps)
    wanted = wanted.astype(np.float64)
    far = np.abs(found - wanted).max(initial=0) / np.abs(wanted).max(initial=1e-30)
    most = 10 * eps * max(*wanted.shape[-2:], 1)
    return "" if far <= most else f"the product of the factors is off by {far}, more than {most}"


def _factors(group, args, found, params):
    """The differences of factors that are determined up to signs, or not at all: of the other results, and of the product."""
    matrix, found = np.asarray(args[0]), _wide(found)
    transposed = lambda x: np.swapaxes(x, -1, -2)  # noqa: E731
    if group == "eigh":
        vectors, values = found
        half = np.tril(matrix) if params["lower"] else np.triu(matrix)
        whole = half + transposed(half) - half * np.eye(half.shape[-1], dtype=half.dtype)
        return _residual((vectors * values[..., None, :]) @ transposed(vectors), whole)
    values, left, right = found
    k = values.shape[-1]
    return _residual((left[..., :k] * values[..., None, :]) @ right[..., :k, :], matrix)


def _turned(vectors, theirs):
    """Eigenvectors of nonsymmetric matrices, each scaled by the phase that brings it nearest to the expected one."""
    if vectors.shape != theirs.shape:
        return vectors
    factors = np.sum(np.conj(vectors) * theirs, axis=-2, keepdims=True)
    size = np.abs(factors)
    return (vectors * np.where(size > 0, factors / np.where(size > 0, size, 1), 1)).astype(vectors.dtype)


def compared(harness, args, found, theirs):
    """The differences of results, except where they are not determined: signs of eigenvectors, the other half of triangular
    matrices, and indices of equal elements."""
    group = harness.group_name
    if group == "cholesky":
        if (found[0].shape, found[0].dtype) != (theirs[0].shape, theirs[0].dtype):
            return differs(found[0], theirs[0])
        lower, matrix = np.tril(_wide(found)[0]), np.asarray(args[0])
        return _residual(lower @ np.swapaxes(lower, -1, -2), matrix)
    if group in ("eigh", "svd") and len(found) > 1:
        values = 1 if group == "eigh" else 0
        said = differs(found[values], theirs[values])
        shapes = [(x.shape, x.dtype) for x in found] == [(x.shape, x.dtype) for x in theirs]
        return said or ("" if shapes else "other types") or _factors(group, args, found, harness.params)
    if group == "eig" and len(found) > 1:
        turned = [_turned(*pair) for pair in zip(found[1:], theirs[1:])]
        return next(filter(None, map(differs, [found[0], *turned], theirs)), "")
    if group == "approx_top_k" and len(found) == 2:
        picked = np.take_along_axis(np.asarray(args[0]), found[1].astype(np.int64), -1)
        return differs(found[0], theirs[0]) or differs(picked, found[0])
    said = [text for pair in zip(found, theirs) if (text := differs(*pair, group in SUMS))]
    return said[0] if said else ""


def outcome(harness):
    """The outcome of a harness, and its reason."""
    import jax

    import tensorforge

    try:
        args = harness.dyn_args_maker(np.random.RandomState(0))
        reference = jax.jit(harnesses.reference(harness), keep_unused=True).lower(*args)
        expected = case.leaves(reference.compile(harnesses.EXACT)(*args), COMPLEX)
    except case.NotSupported as error:
        return UNSUPPORTED, f"results of {error}"
    except Exception as error:  # JAX itself does not lower or run it: not a test
        return NO_TEST, f"{type(error).__name__}: {str(error).splitlines()[:1]}"
    try:
        found = case.leaves(tensorforge.jit(harness.dyn_fun)(*args), COMPLEX)
    except (tensorforge.CompileError, tensorforge.CallError) as error:
        lines = [line for line in str(error).splitlines() if "error:" in line]
        return UNSUPPORTED, lines[0].split("error:", 1)[1].strip() if lines else str(error)
    except Exception as error:
        return CRASHED, f"{type(error).__name__}: {error}"
    if len(found) != len(expected):
        return WRONG, f"{len(found)} results instead of {len(expected)}"
    said = compared(harness, args, found, expected)
    return (WRONG, said) if said else (PASSED, "")


def work(chosen):
    """Runs harnesses one after the other, with a line before and after each."""
    warnings.simplefilter("ignore")
    for at, harness in chosen:
        print(json.dumps([at]), flush=True)
        faulthandler.dump_traceback_later(LIMIT, exit=True)
        result = outcome(harness)
        faulthandler.cancel_dump_traceback_later()
        print(json.dumps([at, *result]), flush=True)


def watch(arguments, numbers):
    """Runs harnesses in a separate process, and continues in another one if that process ends early."""
    results, left = {}, list(numbers)
    while left:
        command = [sys.executable, __file__, *arguments, "--worker"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        process.stdin.write(json.dumps(left))
        process.stdin.close()
        running = None
        for line in process.stdout:
            at, *result = json.loads(line)
            running = None if result else at
            if result:
                results[at] = result
        status = process.wait()
        if running is not None:
            results[running] = [CRASHED, f"the process ended with status {status}, or took longer than {LIMIT} s"]
        elif status != 0:
            raise SystemExit(f"a worker ended with status {status} before it ran anything: {' '.join(command)}")
        left = [at for at in left if at not in results]
    return results


def report(chosen, results, details):
    """Prints the score, and returns whether it is above the bar, without wrong results and crashes."""
    count = collections.Counter(result[0] for result in results.values())
    reasons = collections.Counter()
    for at, (kind, why) in sorted(results.items()):
        if kind in (WRONG, CRASHED) or details and kind != PASSED:
            print(f"{kind}: {chosen[at].fullname}: {why}")
        if kind == UNSUPPORTED:
            reasons[why[:120]] += 1
    for why, times in reasons.most_common():
        print(f"{times:6} unsupported: {why}")
    tests = len(results) - count[NO_TEST]
    score = 100 * count[PASSED] / max(tests, 1)
    print(
        f"{count[PASSED]} of {tests} harnesses pass ({score:.2f} %), {count[UNSUPPORTED]} are unsupported, {count[WRONG]} wrong, "
        f"{count[CRASHED]} crash; JAX itself does not lower or run {count[NO_TEST]}"
    )
    return score >= BAR and not count[WRONG] and not count[CRASHED]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sample", type=int, help="run N harnesses, chosen by the seed, instead of all")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="only harnesses whose name contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--details", action="store_true", help="name what is unsupported and what is no test")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--jax-tests", metavar="CHECKOUT", help="run JAX's own tests out of its repository, instead: own_tests.py")
    options = parser.parse_args()
    if options.jax_tests:
        own = [sys.executable, os.path.join(os.path.dirname(__file__), "own_tests.py"), options.jax_tests, "--seed", str(options.seed)]
        own += ["--sample", str(options.sample)] if options.sample is not None else []
        sys.exit(subprocess.call([*own, *(["--details"] if options.details else [])]))
    chosen = list(harnesses.harnesses(options.only))
    if options.worker:
        work([(at, chosen[at]) for at in json.load(sys.stdin)])
        return
    numbers = list(range(len(chosen)))
    if options.sample is not None and options.sample < len(numbers):
        numbers = sorted(random.Random(options.seed).sample(numbers, options.sample))
    results = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        parts = [numbers[part :: options.jobs] for part in range(options.jobs)]
        for part in pool.map(watch, [["--only", options.only]] * len(parts), parts):
            results |= part
    sys.exit(0 if report(chosen, results, options.details) else 1)


if __name__ == "__main__":
    main()
