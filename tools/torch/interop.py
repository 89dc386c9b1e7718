"""All comparisons with PyTorch: the backend's tests, models, and OpInfo with its score.

    python tools/torch/interop.py [--samples N] [--jobs J] [--out FOLDER]

The exit status is 1 for a test or model that fails, a wrong result, and a score below the bar.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
#: The minimum of right entries, of 678 forwards and 549 with gradients.
BARS = {"forward": 500, "gradients": 400}


def score(kind, options):
    """Runs OpInfo in separate processes, so that a crash costs one entry; returns the counts by outcome."""
    out = pathlib.Path(options.out)
    out.mkdir(parents=True, exist_ok=True)
    extra = ["--gradients"] if kind == "gradients" else []
    extra += ["--samples", str(options.samples)] if options.samples else []
    files = [out / f"{kind}.{part}.jsonl" for part in range(options.jobs)]
    runs = {}
    for part, file in enumerate(files):
        for old in (file, pathlib.Path(f"{file}.trying")):
            old.unlink(missing_ok=True)
        command = [sys.executable, str(HERE / "opinfo.py"), str(file), "--part", f"{part}/{options.jobs}", *extra]
        runs[part] = (command, subprocess.Popen(command, stdout=subprocess.DEVNULL))
    for command, process in runs.values():
        # It continues after the entry that ended it.
        while process.wait() not in (0, 1):
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    rows = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return collections.Counter(row["how"] for row in rows), [row for row in rows if row["how"] in ("wrong", "crashed")]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, help="of each entry; all unless it is given")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--out", default="target/interop/opinfo")
    options = parser.parse_args()
    bad = [name for name in ["test_backend.py", "test_doors.py", "test_kinds.py", "models.py"] if subprocess.run([sys.executable, str(HERE / name)]).returncode]
    for kind, bar in BARS.items():
        counts, wrong = score(kind, options)
        print(f"OpInfo, {kind}: {counts['right']} of {sum(counts.values())} right, the bar is {bar}: {dict(counts.most_common())}")
        for row in wrong:
            print(f"  {row['how']}: {row['name']}: {row['why'].splitlines()[0] if row['why'] else ''}")
        if wrong or counts["right"] < bar:
            bad.append(f"OpInfo, {kind}")
    if bad:
        print(f"failed: {', '.join(bad)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
