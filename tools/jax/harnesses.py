#!/usr/bin/env python3
"""Runs the primitive harnesses that ship with JAX through Tensorforge.

    python tools/jax/harnesses.py OUT [--only TEXT] [--run target/release/tf-conformance]

Lowers each harness on real and boolean types to StableHLO, runs it with JAX on the processor, and writes a test to OUT.
With `--run`, `tf-conformance` then runs OUT. Needs jax, jaxlib, numpy, absl-py.
"""

import argparse
import copy
import pathlib
import re
import subprocess
import sys
import warnings
import zlib

import jax

jax.config.update("jax_enable_x64", True)

import numpy as np  # noqa: E402

import stablehlo_case as case  # noqa: E402

REAL = set(case.TYPES)


def harnesses(only):
    from jax._src.internal_test_util import test_harnesses

    for harness in test_harnesses.all_harnesses:
        if harness.dtype is not None and np.dtype(harness.dtype).name not in REAL:
            continue
        if not harness.filter("cpu") or only not in harness.fullname:
            continue
        yield harness


def file_name(harness):
    """A file name: names are long, and some differ only in characters that file names cannot contain."""
    name = re.sub(r"[^A-Za-z0-9_]+", "_", harness.fullname)[:120].strip("_")
    return f"{name}_{zlib.crc32(harness.fullname.encode()):08x}.mlir"


# Each operation on narrow floats is rounded, as the programs say; XLA leaves some of that out otherwise.
EXACT = {"xla_allow_excess_precision": False}


def reference(harness):
    """The function for the expected results: a stable sort for an unstable one, which may order ties arbitrarily."""
    if harness.group_name != "sort" or harness.params.get("is_stable", True):
        return harness.dyn_fun
    from jax._src.internal_test_util import test_harnesses

    stable = copy.copy(harness)
    descriptors = list(harness.arg_descriptors)
    descriptors[-2] = test_harnesses.StaticArg(True)
    stable.arg_descriptors = descriptors
    return stable.dyn_fun


def write(harness, path):
    args = harness.dyn_args_maker(np.random.RandomState(0))
    lowered = jax.jit(harness.dyn_fun, keep_unused=True).lower(*args)
    expected = jax.jit(reference(harness), keep_unused=True).lower(*args).compile(EXACT)(*args)
    inputs = [np.asarray(jax.numpy.asarray(leaf)) for leaf in jax.tree_util.tree_leaves(args)]
    inputs = case.leaves(inputs)
    path.write_text(case.test_file(lowered.as_text(), inputs, case.leaves(expected)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--only", default="", help="only harnesses whose name contains this")
    parser.add_argument("--run", help="the program tf-conformance, to run the tests with")
    parser.add_argument("rest", nargs="*", help="further arguments of tf-conformance")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    options.out.mkdir(parents=True, exist_ok=True)
    written, failed = 0, []
    for harness in harnesses(options.only):
        path = options.out / file_name(harness)
        if path.exists():
            written += 1
            continue
        try:
            write(harness, path)
            written += 1
        except Exception as error:  # JAX itself does not lower or run it: not a test
            failed.append(f"{harness.fullname}: {type(error).__name__}: {str(error).splitlines()[:1]}")
    for line in failed:
        print("no test:", line, file=sys.stderr)
    print(f"{written} tests in {options.out}; JAX itself does not lower or run {len(failed)}")
    if options.run:
        sys.exit(subprocess.call([options.run, str(options.out), *options.rest]))


if __name__ == "__main__":
    main()
