#!/usr/bin/env python3
"""What exact quotients and square roots cost: each program of the bed and of the held-out sets, before and after.

    quotients.py [--tools DIR] [--target NAME] [--seeds N] [--rounds N] [--only NAME,…] [--json FILE]

"Before" leaves out the rule that values which decide something are IEEE's, and compiles programs from JAX in the mode `standard`. "After" is how
they compile now. Programs with the same machine code in both are not timed. The others run in one thread, the least of interleaved rounds counts.
Run it in the environment of JAX, with the package on PYTHONPATH.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import jax
import reference as R
import tensorforge as tf
from held_out import CASES, Draw
from peers import ours_peer as ours

PRECISE = 'tf.numerics = "precise"'
STANDARD = 'tf.numerics = "standard"'
RULE = "--disable-rule=apply-numerics.decides"
NOTHING = "--pipeline=builtin.module()"


def programs(seeds):
    """Names, texts and the format of the texts."""
    for name, function in ours.FUN.items():
        inputs = R.inputs(name, R.CASES[name][0])
        types = [ours.TYPES[x.dtype][x.shape] for x in inputs]
        names = ours.inspect.signature(function).parameters
        yield f"bed {name}", tf.Program(function, inputs=dict(zip(names, types))).to_text(), None
    for seed in range(1, seeds + 1):
        for name, make in CASES.items():
            function, inputs = make(Draw(seed, name))
            lowered = jax.jit(function, keep_unused=True).lower(*inputs)
            yield f"held-out {name} {seed}", lowered.as_text(), "stablehlo"


class Bench:
    """The tools, a folder for their files, and what they are told."""

    def __init__(self, args, folder):
        self.args, self.folder = args, pathlib.Path(folder)

    def tool(self, name, *words):
        run = subprocess.run([f"{self.args.tools}/{name}", *map(str, words)], capture_output=True, text=True)
        if run.returncode:
            raise RuntimeError(run.stderr.strip().splitlines()[0])
        return run.stdout

    def compiled(self, text, *words):
        source, out = self.folder / "in.mlir", self.folder / f"out{len(list(self.folder.iterdir()))}.mlir"
        source.write_text(text)
        self.tool("tfopt", source, "--cpu", f"--target={self.args.target}", *words, "-o", out)
        return out

    def code(self, path):
        """The machine code of lowered IR, as text without names of labels and files."""
        said = self.tool("tfopt", path, f"--pass-{NOTHING[2:]}", "--emit=asm", f"--target={self.args.target}")
        return [line for line in said.splitlines() if line.startswith("\t") and not line.startswith("\t.")]

    def time(self, path):
        """Microseconds of a call: the least that one run of the tool saw."""
        said = self.tool("tfrun", path, NOTHING, "--random", "--threads=1", f"--target={self.args.target}", "--bench=5")
        value, unit = re.search(r"min ([\d.]+) (ns|us|µs|ms|s)\b", said).groups()
        return float(value) * {"ns": 1e-3, "us": 1, "µs": 1, "ms": 1e3, "s": 1e6}[unit]

    def measure(self, text, form):
        """Both times, or None where the code is the same."""
        if form:
            source = self.folder / "imported.mlir"
            source.write_text(text)
            text = self.tool("tfopt", source, f"--import={form}")
        before = self.compiled(text.replace(PRECISE, STANDARD), RULE)
        after = self.compiled(text)
        if before.read_text() == after.read_text() or self.code(before) == self.code(after):
            return None
        times = [(self.time(before), self.time(after)) for _ in range(self.args.rounds)]
        return tuple(min(column) for column in zip(*times))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tools", default="target/release")
    parser.add_argument("--target", default="host")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--only", default="")
    parser.add_argument("--json")
    args = parser.parse_args()
    found = {}
    for name, text, form in programs(args.seeds):
        if args.only and not any(part in name for part in args.only.split(",")):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                found[name] = Bench(args, folder).measure(text, form)
            except RuntimeError as error:
                found[name] = str(error)
        match found[name]:
            case None:
                print(f"{name}: same code", flush=True)
            case (before, after):
                print(f"{name}: {before:.1f} us before, {after:.1f} after, {after / before:.2f}", flush=True)
            case error:
                print(f"{name}: {error}", flush=True)
    if args.json:
        pathlib.Path(args.json).write_text(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
