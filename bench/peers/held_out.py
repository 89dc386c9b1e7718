#!/usr/bin/env python3
"""Programs and shapes without tuning: extents are drawn from a seed, so each seed is a held-out set.

    held_out.py [--seed N] [--seconds S] [--device NAME] [--only NAME,...] [--json FILE]

Each program is written once, for JAX; it runs there (`jax.jit`), and in Tensorforge from JAX's StableHLO. Results are compared, then both take turns.
Run it in the environment of JAX with our package on PYTHONPATH; the other environment variables of README.md hold as well. A ratio over 1 means that ours is faster.
"""
import argparse
import json
import math
import time

import jax
import jax.numpy as jnp
import numpy as np

import tensorforge as tf
from held_out_cases import CASES, Draw

def leaves(out):
    return [np.asarray(x) for x in jax.tree_util.tree_leaves(out)]


def difference(ours, theirs):
    """The largest difference, relative to the largest magnitude; values that are not finite must be equal."""
    worst = 0.0
    for a, b in zip(ours, theirs, strict=True):
        a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
        if a.shape != b.shape:
            return math.inf
        if a.size == 0:
            continue
        finite = np.isfinite(b)
        if not np.array_equal(np.isfinite(a), finite):
            return math.inf
        scale = np.abs(b[finite]).max(initial=1e-30)
        worst = max(worst, np.abs(a - b)[finite].max(initial=0.0) / scale)
    return worst


def turns(calls, seconds):
    """The least time of each call; they take turns."""
    best = [math.inf] * len(calls)
    for call in calls:
        call()
    rounds = 3
    for _ in range(rounds):
        for at, call in enumerate(calls):
            end = time.perf_counter() + seconds / rounds
            while True:
                begin = time.perf_counter()
                call()
                now = time.perf_counter()
                best[at] = min(best[at], now - begin)
                if now > end:
                    break
    return best


def measure(name, seed, seconds, device):
    """One row: shapes, times, compile times, the difference of results."""
    program, arguments = CASES[name](Draw(seed, name))
    shapes = " ".join("x".join(map(str, a.shape)) or "1" for a in arguments)
    begin = time.perf_counter()
    jitted = jax.jit(program, keep_unused=True)
    lowered = jitted.lower(*arguments)
    traced = time.perf_counter() - begin
    compiled = lowered.compile()
    compile_jax = time.perf_counter() - begin - traced
    text = lowered.as_text()
    begin = time.perf_counter()
    ours = tf.compile(text, device)
    compile_ours = time.perf_counter() - begin
    on_device = [jnp.asarray(a) for a in arguments]
    in_memory = [np.asarray(a) for a in arguments]
    theirs = lambda: jax.block_until_ready(compiled(*on_device))
    own = lambda: ours(*in_memory)
    error = difference(leaves(own()), leaves(theirs()))
    jax_time, our_time = turns([theirs, own], seconds)
    return dict(name=name, shapes=shapes, jax=jax_time, ours=our_time, ratio=jax_time / our_time, error=error,
                compile_jax=compile_jax, compile_ours=compile_ours)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1, help="the seed of extents and elements")
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each of both runs a case")
    parser.add_argument("--device", default="cpu", help="our device, as cpu:x86-64-v3")
    parser.add_argument("--only", default="", help="names of cases or their prefixes, separated by commas")
    parser.add_argument("--json", help="a file for the rows")
    options = parser.parse_args()
    jax.config.update("jax_enable_x64", True)
    wanted = [name for name in CASES if not options.only or any(name.startswith(only) for only in options.only.split(","))]
    rows = []
    print("| case | arguments | JAX, ms | ours, ms | JAX / ours | difference | compile: JAX, s | ours, s |\n|---|---|---:|---:|---:|---:|---:|---:|")
    for name in wanted:
        try:
            row = measure(name, options.seed, options.seconds, options.device)
        except Exception as error:  # A row that failed is a row.
            print(f"| {name} | {type(error).__name__}: {str(error)[:300]} |", flush=True)
            continue
        rows.append(row)
        print("| {name} | {shapes} | {0:.2f} | {1:.2f} | {ratio:.2f} | {error:.0e} | {compile_jax:.2f} | {compile_ours:.2f} |".format(
            1e3 * row["jax"], 1e3 * row["ours"], **row), flush=True)
    ratios = [row["ratio"] for row in rows]
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\n{len(ratios)} cases; geometric mean {mean:.2f}; {sum(r >= 0.9 for r in ratios)} at 0.9 or more, {sum(r >= 0.7 for r in ratios)} at 0.7 or more, least {min(ratios):.2f}")
    if options.json:
        with open(options.json, "w") as file:
            json.dump(rows, file, indent=1)


if __name__ == "__main__":
    main()
