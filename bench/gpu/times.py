"""Our programs on a GPU in one process, compiled there by the package `tensorforge`: times of kernels, compared with those of peers.

`run.py` starts `tfrun` for each figure and needs no compiler; this needs the package, PyTorch and CuPy, and takes a minute and a half for all
cases. Kernel times are those of the profiler of PyTorch, which sees the kernels of everybody in the process. References are CuPy's, in float64.
"""

import argparse
import json
import pathlib
import statistics
import time

import cupy
import numpy as np
import ours
import peers
import run as bed
import tensorforge as tf
import torch
from torch.profiler import ProfilerActivity, profile

#: Calls that the profiler sees.
PROFILED = 5


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="names of cases, separated by commas")
    parser.add_argument("--skip", default="", help="names of cases that are left out")
    parser.add_argument("--peers", default="torch,nvcc", help="torch, torch.compile, nvcc (which takes 20 s to build), jax, cupy, triton")
    parser.add_argument("--seconds", type=float, default=200, help="begin no case after this time")
    parser.add_argument("--json", type=pathlib.Path, help="keep the figures in this file")
    return parser.parse_args()


def median(call, budget=0.25, least=7) -> float:
    """Seconds of a call, waiting included."""
    call()
    call()
    times, start = [], time.time()
    while len(times) < least or (time.time() - start < budget and len(times) < 200):
        begun = time.perf_counter()
        call()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)


def on_gpu(call) -> dict[str, float]:
    """Microseconds of each kernel and copy of a call."""
    call()
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as seen:
        for _ in range(PROFILED):
            call()
        torch.cuda.synchronize()
    times: dict[str, float] = {}
    for event in seen.events():
        if "cuda" in str(event.device_type).lower():
            times[event.name] = times.get(event.name, 0) + event.device_time / PROFILED
    return times


def reference(case, inputs) -> list:
    return [cupy.asarray(one) for one in ours.answers(case, inputs, cupy)]


def listed(results) -> list:
    return list(results) if isinstance(results, (list, tuple)) else [results]


def own(case, inputs, session):
    """Our call on arrays of the GPU, and how its results are seen by CuPy."""
    program = tf.compile(str(ours.source(case)), "cuda", session=session)
    if case.entry in program.functions:
        program = program.function(case.entry)
    there = [session.to_device(value, "cuda") if np.ndim(value) else value for value in inputs.values()]
    return lambda: listed(program.on_device(*there)), lambda result: cupy.from_dlpack(result).astype(cupy.float64)


def of_peer(peer, case, inputs):
    function = peer.function(case)
    if function is None:
        return None
    there = [peer.place(value) for value in inputs.values()]

    def call():
        results = function(*there)
        peer.wait(results)
        return listed(results)

    return call, lambda result: cupy.asarray(peer.host(result)).astype(cupy.float64)


def row_of(case, who, made, wanted) -> dict[str, object]:
    call, seen = made
    error = max(ours.error_of(case, seen(found), one) for found, one in zip(call(), wanted, strict=True))
    kernels = on_gpu(call)
    row = {"case": case.name, "who": who, "error": error, "call": median(call), "gpu": sum(kernels.values()) * 1e-6, "kernels": kernels}
    row["right"] = error <= (case.share or case.tolerance)
    return row


def least(case, inputs, wanted, rate) -> float | None:
    if case.flops:
        return case.flops(inputs) / case.peak
    if case.moved is None or rate is None:
        return None
    given = sum(np.asarray(value).nbytes for value in inputs.values())
    return case.moved(given, sum(4 * one.size for one in wanted)) / rate


def show(row, floor) -> None:
    share = f"{100 * floor / row['gpu']:4.0f} %" if floor else ""
    verdict = "" if row["right"] else "WRONG"
    print(f"{row['case']:14} {row['who']:14} {row['error']:8.1e} {verdict} {row['gpu'] * 1e6:10.1f} {row['call'] * 1e6:10.1f} {share}", flush=True)
    if row["who"] == "tensorforge" and len(row["kernels"]) > 1:
        print("   ", {name[:50]: round(time, 1) for name, time in row["kernels"].items()})


def main() -> None:
    asked, start, session = options(), time.time(), tf.default_session()
    kinds = [kind for kinds in peers.PEERS.values() for kind in kinds if kind.name in asked.peers.split(",")]
    here, rows, rate = [kind() for kind in kinds], [], None
    cases = [case for case in bed.CASES if not asked.only or case.name in asked.only.split(",")]
    cases = sorted((case for case in cases if case.name not in asked.skip.split(",")), key=lambda case: case.name != "copy")
    print(f"{torch.cuda.get_device_name()}; times in µs: of kernels, of a call")
    for case in cases:
        if time.time() - start > asked.seconds:
            print(f"out of time before {case.name}")
            break
        inputs = ours.inputs_of(case, False)
        wanted = reference(case, inputs)
        for who, make in [("tensorforge", lambda: own(case, inputs, session)), *((p.name, lambda p=p: of_peer(p, case, inputs)) for p in here)]:
            try:
                made = make()
                if made is None:
                    continue
                row = row_of(case, who, made, wanted)
            except (Exception, SystemExit) as error:  # One that fails is a row; but behind a lost context all fail.
                print(f"{case.name:14} {who:14} {str(error)[:300]}")
                if "context" in str(error):
                    raise
                continue
            if case.name == "copy" and who == "tensorforge":
                rate = 2 * sum(np.asarray(value).nbytes for value in inputs.values()) / row["gpu"]
                print(f"copy rate {rate * 1e-12:.2f} TB/s")
            rows.append(row)
            show(row, least(case, inputs, wanted, rate))
        cupy.get_default_memory_pool().free_all_blocks()
        torch.cuda.empty_cache()
    if asked.json:
        asked.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
