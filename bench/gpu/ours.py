"""Our side: packs, checks and times programs, and collects figures without a GPU."""

import json
import pathlib
import re
import shutil
import subprocess
import time

import numpy as np
from cases import Case

HERE = pathlib.Path(__file__).parent

#: What copies reach on an H100, in bytes read and written in a second.
COPY_RATE = 3.03e12


class Tools:
    """The programs that run and compile, and where packed programs are kept."""

    def __init__(self, folder: pathlib.Path, packed: pathlib.Path, scratch: pathlib.Path, ready: bool, ptxas: str):
        self.folder, self.packed, self.scratch, self.ready, self.ptxas = folder, packed, scratch, ready, ptxas
        about = packed / "packed.json"
        self.compile_seconds: dict[str, float] = json.loads(about.read_text()) if about.exists() else {}

    def run(self, name: str, *arguments: object) -> tuple[int, str]:
        done = subprocess.run([str(self.folder / name), *map(str, arguments)], capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def must(self, case: Case, name: str, *arguments: object) -> str:
        code, said = self.run(name, *arguments)
        if code != 0:
            raise SystemExit(f"{case.name}: {said}")
        return said


def source(case: Case) -> pathlib.Path:
    return HERE / "programs" / f"{case.name}.mlir"


def pack(case: Case, tools: Tools) -> pathlib.Path:
    """The program as a file that runs without LLVM; also how long its kernels take to compile for one GPU, without the driver."""
    program = tools.packed / f"{case.name}.tfx"
    if tools.ready:
        if not program.exists():
            raise SystemExit(f"{case.name}: there is no {program}; make it with --pack")
        return program
    # What needs one GPU's own instructions has no form for processors.
    gpus = [f"--gpu={case.gpus}", "--target=none"] if case.gpus else []
    tools.must(case, "tfc", source(case), "-o", program, *gpus)
    start = time.perf_counter()
    tools.must(case, "tfopt", source(case), "--emit=ptx", f"--arch={case.gpus or 'sm_90'}", "-o", tools.scratch / "kernels.ptx")
    tools.compile_seconds[case.name] = time.perf_counter() - start
    return program


def pack_all(cases: list[Case], tools: Tools) -> None:
    """Packs all programs, with what runs them, into a folder that needs nothing else."""
    tools.packed.mkdir(parents=True, exist_ok=True)
    for case in cases:
        size = pack(case, tools).stat().st_size
        print(f"{case.name:14} {size:8} bytes, kernels compiled in {tools.compile_seconds[case.name]:.2f} s")
    (tools.packed / "packed.json").write_text(json.dumps(tools.compile_seconds, indent=1))
    shutil.copy(tools.folder / "tfrun", tools.packed / "tfrun")


def seconds(report: str) -> float:
    """The median run time that `tfrun --bench` reports."""
    found = re.search(r"median ([0-9.]+) (s|ms|µs|us|ns)", report)
    if not found:
        raise SystemExit(f"tfrun gives no median:\n{report}")
    return float(found[1]) * {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "us": 1e-6, "ns": 1e-9}[found[2]]


def inputs_of(case: Case, small: bool) -> dict[str, np.ndarray]:
    return case.inputs(np.random.default_rng(7), small)


def answers(case: Case, inputs: dict[str, np.ndarray], library=np) -> list[np.ndarray]:
    """What the reference gives, in float64. A library of arrays on the GPU spares minutes where sizes are large."""
    if not case.arrays:
        library = np
    given = [library.asarray(value).astype(np.float64) if np.ndim(value) else float(value) for value in inputs.values()]
    wanted = case.reference(*([library] if case.arrays else []), *given)
    return [library.asarray(one).astype(np.float64) for one in (wanted if isinstance(wanted, (list, tuple)) else [wanted])]


def on_host(arrays: list, library=np) -> list[np.ndarray]:
    return arrays if library is np else [library.asnumpy(one) for one in arrays]


def error_of(case: Case, found, wanted) -> float:
    """The error relative to the largest element, or the share of elements that differ; infinite for NaN. Takes arrays of any library."""
    if found.shape != wanted.shape:
        raise SystemExit(f"{case.name}: a result has the shape {found.shape}, not {wanted.shape}")
    if case.share:
        return float((found != wanted).mean())
    error = float(abs(found - wanted).max() / abs(wanted).max())
    return np.inf if np.isnan(error) else error


def judged(case: Case, who: str, found: list[np.ndarray], wanted: list[np.ndarray]) -> float:
    """The largest error of results; the bench ends where it is above what the case allows."""
    error = max(error_of(case, *pair) for pair in zip(found, wanted, strict=True))
    most = case.share or case.tolerance
    if not error <= most:
        raise SystemExit(f"{case.name}: {who} is wrong: error {error:.1e} is above {most:.1e}")
    return error


def check(case: Case, tools: Tools, program: pathlib.Path, device: str, small: bool, library=np) -> tuple[float, list[str], list[np.ndarray]]:
    """The largest error of the results, the command that makes them, and the answers."""
    inputs = inputs_of(case, small)
    given, made = tools.scratch / "in.npz", tools.scratch / "out.npz"
    np.savez(given, **inputs)
    command = [str(program), f"--entry={case.entry}", f"--device={device}", "--in", str(given)]
    tools.must(case, "tfrun", *command, "--out", made)
    wanted = on_host(answers(case, inputs, library), library)
    with np.load(made) as results:
        found = [results[name].astype(np.float64) for name in results.files]
    return judged(case, f"the program on {device}", found, wanted), command, wanted


def measure(case: Case, tools: Tools, runs: int, library=np) -> dict[str, object]:
    """Error, time of a call with copies from and to the host, and time of one whose arrays stay on the GPU."""
    error, command, wanted = check(case, tools, pack(case, tools), "cuda", False, library)
    call = seconds(tools.must(case, "tfrun", *command, "--bench", runs))
    # A call of a small program is over before a clock has moved on: more of them.
    resident = seconds(tools.must(case, "tfrun", *command, "--bench", runs * (50 if case.name == "small" else 1), "--resident"))
    return {"error": error, "call": call, "resident": resident, "wanted": wanted}


def floor(case: Case, inputs: dict[str, np.ndarray], results: list[np.ndarray], rate: float = COPY_RATE) -> float | None:
    """The least time that bytes or operations take, in seconds."""
    if case.flops:
        return case.flops(inputs) / case.peak
    if case.moved is None:
        return None
    given = sum(np.asarray(value).nbytes for value in inputs.values())
    # Results are of 4 bytes an element in all cases; references are wider.
    return case.moved(given, sum(4 * one.size for one in results)) / rate


def assembled(case: Case, tools: Tools) -> tuple[dict[str, int], str]:
    """Figures of the assembler: the most registers, spilled and shared bytes of a kernel, the least occupancy, the number of kernels."""
    arch = case.gpus or "sm_90"
    code, report = tools.run("tfopt", source(case), f"--explain-kernels={tools.ptxas}", f"--arch={arch}")
    if code != 0:
        return {}, report
    numbers = lambda pattern: [int(number) for number in re.findall(pattern, report)]
    registers, spilled = numbers(r"registers +(\d+) a thread"), numbers(r"(\d+) bytes spilled")
    shared, occupied = numbers(r"shared +(\d+) bytes"), numbers(r"(\d+) % of its threads")
    found = {"kernels": len(registers), "registers": max(registers, default=0), "spilled": max(spilled, default=0)}
    return found | {"shared": max(shared, default=0), "occupancy": min(occupied, default=0)}, report


def without_gpu(case: Case, tools: Tools, remarks: bool) -> dict[str, object]:
    """Checks without a GPU: the program is packed and correct at a small size; figures of the assembler and the interpreter."""
    program = source(case)
    row: dict[str, object] = {"case": case.name}
    if not tools.ready:
        row["bytes"], row["compile"] = pack(case, tools).stat().st_size, tools.compile_seconds[case.name]
    row["simt"], command, _ = check(case, tools, program, "simt", True)
    row["simt-compiled"], compiled, _ = check(case, tools, program, "simt-compiled", True)
    if case.name == "small":
        row["host"] = seconds(tools.must(case, "tfrun", *compiled, "--bench", 2000, "--resident"))
    found, report = assembled(case, tools)
    row |= found
    if remarks:
        said = [line for line in report.strip().splitlines() if line.strip()]
        command[2] = "--device=interp"
        _, looked = tools.run("tfrun", *command, "--out", tools.scratch / "looked.npz", "--check-kernels")
        said += [line for line in looked.splitlines() if "remark" in line]
        row["remarks"] = said
    return row
