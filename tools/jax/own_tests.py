#!/usr/bin/env python3
"""Runs JAX's test suite with `tensorforge.jit` instead of `jax.jit`.

    ./x interop jax --jax-tests CHECKOUT [--sample N] [--seed S] [--details]

CHECKOUT is JAX's repository at the version that is installed (its packages hold no tests). Of `lax_test` and `lax_numpy_test`, N tests
each (300 by default) are drawn by the seed and run in separate processes. A test is unsupported if this package refuses its program, and wrong if
the results differ.
"""

import argparse
import collections
import importlib
import io
import json
import pathlib
import random
import subprocess
import sys
import unittest

FILES = ["lax_test", "lax_numpy_test"]
#: The required percentage of the tests that are neither skipped nor about complex numbers.
BAR = 95.0
#: Tests for each process: one that ends it costs no more than its share.
SHARE = 25
LIMIT = 900
PASSED, SKIPPED, UNSUPPORTED, WRONG, FAILED = "passed", "skipped", "unsupported", "wrong", "failed"


class Instead:
    """A module with some of its names replaced, for one that looks them up there."""

    def __init__(self, module, **names):
        self.__dict__.update(names)
        self.__dict__["_module"] = module

    def __getattr__(self, name):
        return getattr(self._module, name)


def load(checkout, file):
    """A file of tests, whose `jax.jit`, and that of the helpers of tests, is `tensorforge.jit`."""
    import jax
    from jax._src import api, test_util

    import tensorforge

    sys.path.insert(0, str(checkout / "tests"))
    module = importlib.import_module(file)
    module.jax = Instead(jax, jit=tensorforge.jit)
    test_util.api = Instead(api, jit=tensorforge.jit)
    return module


def cases(suite):
    """The tests of a suite in order."""
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from cases(part)
        else:
            yield part


def title(case):
    """A test's name without the addresses of its parameters."""
    return f"{type(case).__name__}.{case._testMethodName}"


def outcome(case):
    """The outcome of a test, and its reason."""
    result = unittest.TestResult()
    case.run(result)
    if result.skipped:
        return SKIPPED, result.skipped[0][1][:200]
    problems = result.errors + result.failures
    if not problems:
        return PASSED, ""
    text = problems[0][1]
    refusal = "tensorforge.CompileError" in text or "tensorforge.CallError" in text
    why = [line for line in text.splitlines() if "error:" in line] if refusal else []
    why = (why or text.strip().splitlines()[-1:])[0].strip()[:300]
    if refusal:
        return UNSUPPORTED, why
    return (WRONG if result.failures or "Mismatch" in text else FAILED), why


def work(checkout, file):
    """Runs the tests named on stdin, and prints a line after each."""
    wanted = set(json.load(sys.stdin))
    out, sys.stdout = sys.stdout, io.StringIO()
    module = load(checkout, file)
    for case in cases(unittest.defaultTestLoader.loadTestsFromModule(module)):
        if title(case) in wanted:
            print(json.dumps([title(case), *outcome(case)]), file=out, flush=True)


def run(checkout, file, names):
    """The outcomes of tests by their names."""
    found = {}
    for at in range(0, len(names), SHARE):
        share = names[at : at + SHARE]
        command = [sys.executable, __file__, str(checkout), "--worker", file]
        try:
            done = subprocess.run(command, input=json.dumps(share), capture_output=True, text=True, timeout=LIMIT)
            lines, ended = done.stdout, f"the process ended with status {done.returncode}"
        except subprocess.TimeoutExpired as late:
            lines, ended = (late.stdout or b"").decode(), f"{SHARE} tests took longer than {LIMIT} s"
        rows = [json.loads(line) for line in lines.splitlines() if line.startswith("[")]
        found |= {name: result for name, *result in rows}
        left = [name for name in share if name not in found]
        found |= {name: [FAILED, ended] for name in left[:1]}
        found |= {name: [SKIPPED, "not run: an earlier test ended its process"] for name in left[1:]}
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--sample", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--details", action="store_true")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.worker:
        work(options.checkout, options.worker)
        return 0
    bad = False
    for file in FILES:
        path = options.checkout / "tests" / f"{file}.py"
        if not path.exists():
            parser.error(f"there is no {path}: {options.checkout} is not a checkout of JAX")
        names = [title(case) for case in cases(unittest.defaultTestLoader.loadTestsFromModule(load(options.checkout, file)))]
        chosen = sorted(random.Random(options.seed).sample(names, min(options.sample, len(names))))
        results = run(options.checkout, file, chosen)
        complex_ = {name for name, (kind, why) in results.items() if kind == UNSUPPORTED and "complex" in why}
        count = collections.Counter(kind for name, (kind, _) in results.items() if name not in complex_)
        tests = sum(count.values()) - count[SKIPPED]
        score = 100 * count[PASSED] / max(tests, 1)
        print(f"{file}: {count[PASSED]} of {tests} pass ({score:.1f} %), {count[UNSUPPORTED]} are unsupported, {count[WRONG]} wrong, "
              f"{count[FAILED]} fail otherwise; {count[SKIPPED]} are skipped, {len(complex_)} need complex numbers")
        for name, (kind, why) in sorted(results.items()):
            if kind in (WRONG, FAILED) or options.details and kind not in (PASSED, SKIPPED):
                print(f"  {kind}: {name}: {why}")
        bad |= score < BAR or count[WRONG] > 0
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
