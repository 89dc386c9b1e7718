"""Our packed programs on a GPU, compared with the installed peers: see README.md."""

import argparse
import json
import pathlib
import sys
import tempfile

import numpy as np
import ours
import peers
from cases import HAND, Case
from mapped_cases import MAPPED

CASES = HAND + MAPPED


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tools", type=pathlib.Path, help="the folder of tfc, tfopt and tfrun")
    parser.add_argument("--packed", type=pathlib.Path, help="the folder of programs that --pack has made, and of tfrun: nothing is compiled")
    parser.add_argument("--pack", type=pathlib.Path, help="pack the programs into this folder, with tfrun, and end")
    parser.add_argument("--only", default="", help="names of cases, separated by commas")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--ptxas", default=assembler(), help="the assembler that reports the resources of kernels, on a machine without a GPU")
    parser.add_argument("--remarks", action="store_true", help="without a GPU, print the full reports of the assembler and the interpreter")
    parser.add_argument("--json", type=pathlib.Path, help="keep the figures in this file")
    chosen = parser.parse_args()
    if not chosen.tools and not chosen.packed:
        parser.error("give the folder of the tools (--tools), or of packed programs (--packed)")
    return chosen


def assembler() -> str:
    """The assembler that came with this Python, or that of the system."""
    found = sorted(pathlib.Path(sys.prefix).glob("lib/python*/site-packages/nvidia/*/bin/ptxas"))
    return str(found[-1]) if found else "ptxas"


def shown(time: float | None) -> str:
    return "-" if time is None else f"{time * 1e6:.1f}"


def on_gpu(case: Case, tools: ours.Tools, here: list, runs: int, rate: float, library) -> list[dict[str, object]]:
    """A row for us and one for each peer; each result is compared with the reference."""
    inputs = ours.inputs_of(case, False)
    own = ours.measure(case, tools, runs, library)
    wanted = own.pop("wanted")
    least = ours.floor(case, inputs, wanted, rate)
    rows = [{"case": case.name, "who": "tensorforge", "first": tools.compile_seconds.get(case.name), **own}]
    for peer in here:
        row: dict[str, object] = {"case": case.name, "who": peer.name}
        try:
            measured = peers.measure(peer, case, inputs, runs)
            if measured is None:
                continue
            row["error"] = ours.judged(case, peer.name, measured.pop("found"), wanted)
            row |= measured
        except (Exception, SystemExit) as error:  # A peer that fails is a row, not the end.
            row["failed"] = str(error).splitlines()[0] if str(error) else type(error).__name__
        rows.append(row)
    for row in rows:
        resident = row.get("resident")
        row["share"] = least / resident if least and resident else None
        if "failed" in row:
            print(f"{case.name:14} {row['who']:14} {row['failed']}")
            continue
        share = "" if row["share"] is None else f"{100 * row['share']:5.0f} %"
        print(
            f"{case.name:14} {row['who']:14} {row['error']:8.1e} {shown(resident):>10} {shown(row['call']):>12} {share:>8} "
            f"{row['first'] or 0:8.2f}  {case.bar if row['who'] == 'tensorforge' else ''}"
        )
    return rows


def with_gpu(chosen: list[Case], tools: ours.Tools, runs: int) -> list[dict[str, object]]:
    here, missing = peers.installed()
    print("beside " + (", ".join(f"{peer.name} {peer.version()}" for peer in here) or "nobody"))
    for name, why in missing.items():
        print(f"without {name}: {why}")
    # References of large sizes take minutes in NumPy.
    library = next((peer.cupy for peer in here if peer.name == "cupy"), np)
    # What shares are of: the rate of our own copy kernel in this run.
    copy = next(case for case in CASES if case.name == "copy")
    inputs = ours.inputs_of(copy, False)
    rate = 2 * sum(value.nbytes for value in inputs.values()) / ours.measure(copy, tools, runs)["resident"]
    print(f"copy rate {rate * 1e-12:.2f} TB/s; arithmetic by the data sheet of an H100; times in µs, of first calls in s")
    print(f"{'case':14} {'who':14} {'error':>8} {'resident':>10} {'with copies':>12} {'of limit':>8} {'first':>8}  requirement")
    return [row for case in chosen for row in on_gpu(case, tools, here, runs, rate, library)]


def predicted(case: Case) -> float | None:
    """The least time of the case on an H100, of the sizes alone."""
    if case.moved is None and case.flops is None:
        return None
    inputs = ours.inputs_of(case, False)
    # Shapes of results follow from small ones only where they are those of arguments: run the reference at a small size.
    small = ours.inputs_of(case, True)
    ratio = max(np.size(value) for value in inputs.values()) / max(np.size(value) for value in small.values())
    results = ours.answers(case, small)
    given = sum(np.asarray(value).nbytes for value in inputs.values())
    if case.flops:
        return case.flops(inputs) / case.peak
    made = 4 * ratio * sum(one.size for one in results if one.size > 1)
    return case.moved(given, made) / ours.COPY_RATE


def without_gpu(chosen: list[Case], tools: ours.Tools, remarks: bool) -> list[dict[str, object]]:
    print(f"{'case':14} {'simt':>8} {'compiled':>8} {'kernels':>7} {'regs':>5} {'spilled':>7} {'shared':>7} {'occupied':>8} {'compile s':>9} {'least µs':>9}")
    rows = []
    for case in chosen:
        row = ours.without_gpu(case, tools, remarks)
        row["least"] = predicted(case)
        number = lambda key, form="": format(row[key], form) if row.get(key) is not None else "-"
        least = "-" if row["least"] is None else f"{row['least'] * 1e6:.1f}"
        print(
            f"{case.name:14} {number('simt', '.1e'):>8} {number('simt-compiled', '.1e'):>8} {number('kernels'):>7} {number('registers'):>5} "
            f"{number('spilled'):>7} {number('shared'):>7} {number('occupancy'):>6} % {number('compile', '.2f'):>9} {least:>9}",
            flush=True,
        )
        if "host" in row:
            print(f"  a call whose arrays stay there takes {row['host'] * 1e6:.2f} µs of the host on simt-compiled")
        for line in row.get("remarks", []):
            print(f"  {line}")
        rows.append(row)
    return rows


def packed_only(chosen: list[Case], tools: ours.Tools) -> list[dict[str, object]]:
    """Neither a GPU nor a compiler: what was packed is right, by the interpreter."""
    rows = []
    for case in chosen:
        error, _, _ = ours.check(case, tools, ours.pack(case, tools), "interp", True)
        least = predicted(case)
        print(f"{case.name:14} right as packed, error {error:.1e}" + ("" if least is None else f"; at least {least * 1e6:.1f} µs on an H100"), flush=True)
        rows.append({"case": case.name, "interp": error, "least": least})
    return rows


def main() -> None:
    asked = options()
    chosen = [case for case in CASES if not asked.only or case.name in asked.only.split(",")]
    if not chosen:
        raise SystemExit(f"no such case; there are: {', '.join(case.name for case in CASES)}")
    with tempfile.TemporaryDirectory() as made:
        scratch = pathlib.Path(made)
        packed = asked.pack or asked.packed or scratch
        tools = ours.Tools(asked.tools or asked.packed, packed, scratch, asked.packed is not None, asked.ptxas)
        if asked.pack:
            return ours.pack_all(chosen, tools)
        small = next(case for case in CASES if case.name == "small")
        code, said = tools.run("tfrun", ours.pack(small, tools), "--device=cuda", "--random", "--dim", "n=4")
        if code == 0:
            rows = with_gpu(chosen, tools, asked.runs)
        elif asked.tools is None:
            print(f"no GPU to measure on: {said.strip()}")
            rows = packed_only(chosen, tools)
        else:
            print(f"no GPU to measure on: {said.strip()}")
            tools.ready = False
            tools.packed = scratch
            rows = without_gpu(chosen, tools, asked.remarks)
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
