"""Runs our packed programs on a GPU, beside PyTorch: see README.md."""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np
from cases import CASES, Case

HERE = pathlib.Path(__file__).parent


def tool(arguments: list[str]) -> tuple[int, str]:
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def seconds(report: str) -> float:
    """The median run time that `tfrun --bench` reports."""
    units = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "us": 1e-6, "ns": 1e-9}
    for line in report.splitlines():
        if "median" in line:
            words = line[line.index("median"):].replace(",", " ").split()
            for number, unit in zip(words, words[1:]):
                if unit in units and number.replace(".", "", 1).isdigit():
                    return float(number) * units[unit]
    raise SystemExit(f"tfrun gives no median:\n{report}")


def ours(case: Case, folder: pathlib.Path, tools: pathlib.Path, device: str, runs: int):
    """The largest relative error, and the median time of a call in seconds."""
    source = HERE / "programs" / f"{case.name}.mlir"
    # The device of the check without a GPU compiles; a GPU takes the packed program.
    program = source
    if device == "cuda":
        program = folder / f"{case.name}.tfx"
        code, said = tool([str(tools / "tfc"), str(source), "-o", str(program)])
        if code != 0:
            raise SystemExit(said)
    inputs = case.inputs(np.random.default_rng(7))
    given, made = folder / "in.npz", folder / "out.npy"
    np.savez(given, **inputs)
    base = [str(tools / "tfrun"), str(program), "--entry=main", f"--device={device}", "--in", str(given)]
    code, said = tool([*base, "--out", str(made)])
    if code != 0:
        raise SystemExit(f"{case.name}: {said}")
    wanted = case.reference(*(value.astype(np.float64) for value in inputs.values()))
    found = np.load(made).astype(np.float64)
    if found.shape != wanted.shape:
        raise SystemExit(f"{case.name}: the result has the shape {found.shape}, not {wanted.shape}")
    error = float(np.abs(found - wanted).max() / np.abs(wanted).max())
    if not error <= case.tolerance:
        raise SystemExit(f"{case.name}: wrong on {device}: error {error:.1e} is above {case.tolerance:.1e}")
    code, said = tool([*base, "--bench", str(runs)])
    if code != 0:
        raise SystemExit(f"{case.name}: {said}")
    return error, seconds(said)


def pytorch(case: Case, runs: int):
    """Median times of a call with copies, and of the kernel on arrays that are on the GPU; nothing without PyTorch for CUDA."""
    try:
        import torch
    except ImportError:
        return None
    if not torch.cuda.is_available():
        return None
    host = [torch.from_numpy(value) for value in case.inputs(np.random.default_rng(7)).values()]
    there = [value.cuda() for value in host]

    def call():
        return case.torch(torch, *(value.cuda() for value in host)).cpu()

    def resident():
        case.torch(torch, *there)
        torch.cuda.synchronize()

    def median(run):
        times = []
        for _ in range(runs + 1):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
        return statistics.median(times[1:])

    return median(call), median(resident)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=pathlib.Path, required=True, help="the folder of tfc and tfrun")
    parser.add_argument("--only", default="", help="names of cases, separated by commas")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--json", type=pathlib.Path)
    options = parser.parse_args()
    chosen = [case for case in CASES if not options.only or case.name in options.only.split(",")]
    if not chosen:
        raise SystemExit(f"no such case; there are: {', '.join(case.name for case in CASES)}")
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        probe = HERE / "programs" / "add.mlir"
        code, said = tool([str(options.tools / "tfrun"), str(probe), "--device=cuda", "--random", "--dim", "n=4"])
        if code != 0:
            print(f"no GPU to measure on: {said.strip()}")
            for case in chosen:
                error, _ = ours(case, folder, options.tools, "simt-compiled", 1)
                print(f"{case.name}: right on simt-compiled, error {error:.1e}")
            sys.exit(0)
        rows = []
        print(f"{'case':10} {'error':>8} {'ours call':>12} {'torch call':>12} {'torch resident':>15}")
        for case in chosen:
            error, call = ours(case, folder, options.tools, "cuda", options.runs)
            peer = pytorch(case, options.runs)
            shown = [f"{value * 1e6:.0f} µs" for value in peer] if peer else ["-", "-"]
            print(f"{case.name:10} {error:8.1e} {call * 1e6:9.0f} µs {shown[0]:>12} {shown[1]:>15}")
            rows.append({"case": case.name, "error": error, "call": call, "torch": peer})
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
