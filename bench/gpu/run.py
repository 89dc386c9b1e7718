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


def packed(case: Case, folder: pathlib.Path, tools: pathlib.Path) -> pathlib.Path:
    """The program as a file that runs without LLVM."""
    program = folder / f"{case.name}.tfx"
    # What needs one GPU's own instructions has no form for processors.
    gpus = [f"--gpu={case.gpus}", "--target=none"] if case.gpus else []
    code, said = tool([str(tools / "tfc"), str(HERE / "programs" / f"{case.name}.mlir"), "-o", str(program), *gpus])
    if code != 0:
        raise SystemExit(f"{case.name}: {said}")
    return program


def error_of(case: Case, found: np.ndarray, wanted: np.ndarray) -> float:
    if found.shape != wanted.shape:
        raise SystemExit(f"{case.name}: the result has the shape {found.shape}, not {wanted.shape}")
    if case.share:
        return float((found != wanted).mean())
    return float(np.abs(found - wanted).max() / np.abs(wanted).max())


def checked(case: Case, program: pathlib.Path, folder: pathlib.Path, tools: pathlib.Path, device: str, small: bool):
    """The largest error of the results, and the command that makes them."""
    inputs = case.inputs(np.random.default_rng(7), small)
    given, made = folder / "in.npz", folder / "out.npz"
    np.savez(given, **inputs)
    base = [str(tools / "tfrun"), str(program), f"--entry={case.entry}", f"--device={device}", "--in", str(given)]
    code, said = tool([*base, "--out", str(made)])
    if code != 0:
        raise SystemExit(f"{case.name}: {said}")
    wanted = case.reference(*(np.asarray(value).astype(np.float64) for value in inputs.values()))
    wanted = wanted if isinstance(wanted, list) else [wanted]
    with np.load(made) as results:
        found = [results[name].astype(np.float64) for name in results.files]
    error = max(error_of(case, *pair) for pair in zip(found, wanted, strict=True))
    most = case.share or case.tolerance
    if not error <= most:
        raise SystemExit(f"{case.name}: wrong on {device}: error {error:.1e} is above {most:.1e}")
    return error, base


def ours(case: Case, folder: pathlib.Path, tools: pathlib.Path, runs: int):
    """The largest error on the GPU, and the median time of a call in seconds."""
    error, base = checked(case, packed(case, folder, tools), folder, tools, "cuda", False)
    code, said = tool([*base, "--bench", str(runs)])
    if code != 0:
        raise SystemExit(f"{case.name}: {said}")
    return error, seconds(said)


def without_gpu(case: Case, folder: pathlib.Path, tools: pathlib.Path, ptxas: str) -> None:
    """What can be seen without a GPU: that the program is packed, is right at a small size, and what the assembler and the interpreter say."""
    source = HERE / "programs" / f"{case.name}.mlir"
    size = packed(case, folder, tools).stat().st_size
    error, base = checked(case, source, folder, tools, "simt", True)
    said = [f"packed in {size} bytes, right on simt, error {error:.1e}"]
    # The processor has no warp groups.
    if case.gpus != "sm_90a":
        error, _ = checked(case, source, folder, tools, "simt-compiled", True)
        said[0] += f", on simt-compiled {error:.1e}"
    arch = case.gpus or "sm_90"
    _, report = tool([str(tools / "tfopt"), str(source), f"--explain-kernels={ptxas}", f"--arch={arch}"])
    said += report.strip().splitlines()
    base[3] = "--device=interp"
    _, report = tool([*base, "--out", str(folder / "looked.npz"), "--check-kernels"])
    said += [line for line in report.splitlines() if "remark" in line]
    print(f"{case.name}: " + "\n  ".join(said))


def pytorch(case: Case, runs: int):
    """Median times of a call with copies, and of the kernel on arrays that are on the GPU; nothing without PyTorch for CUDA."""
    try:
        import torch
    except ImportError:
        return None
    if case.torch is None or not torch.cuda.is_available():
        return None
    host = [torch.from_numpy(np.asarray(value)) for value in case.inputs(np.random.default_rng(7), False).values()]
    there = [value.cuda() for value in host]

    def call():
        results = case.torch(torch, *(value.cuda() for value in host))
        return [result.cpu() for result in (results if isinstance(results, tuple) else [results])]

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
    parser.add_argument("--ptxas", default="ptxas", help="the assembler that says what kernels use, where there is no GPU")
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
                without_gpu(case, folder, options.tools, options.ptxas)
            sys.exit(0)
        rows = []
        print(f"{'case':12} {'error':>8} {'ours call':>12} {'torch call':>12} {'torch resident':>15}")
        for case in chosen:
            error, call = ours(case, folder, options.tools, options.runs)
            peer = pytorch(case, options.runs)
            shown = [f"{value * 1e6:.0f} µs" for value in peer] if peer else ["-", "-"]
            print(f"{case.name:12} {error:8.1e} {call * 1e6:9.0f} µs {shown[0]:>12} {shown[1]:>15}")
            rows.append({"case": case.name, "error": error, "call": call, "torch": peer})
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
