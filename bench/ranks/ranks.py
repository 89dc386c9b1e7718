#!/usr/bin/env python3
"""How well prices rank schedules: for each entry of `programs.mlir`, alternatives to the chosen schedule are measured (`tfrun --tune`) and compared with their prices: 64 random
schedules of the compute, or with `--sample 0` those that differ from the chosen one in one step and have the lowest prices.

    ranks.py [--tfrun PATH] [--file PROGRAMS] [--threads N] [--sample N] [--markdown] [ENTRY ...]

Prints, of each compute that was measured, how many schedules there were, Spearman's correlation of the ranks of price and time, how much longer the chosen schedule takes
than the fastest found, and how much longer the one of the lowest price does; then how many of the chosen ones are within a tenth of the fastest.
"""
import argparse, os, re, subprocess, sys, tempfile

TRIAL = re.compile(r"^\s+([0-9.]+) %  price (\S+)  (#tensor\.schedule<.*>)$")
HEAD = re.compile(r"^(\S+) over (.*?)(?:  from \S+)?: (.*)$")


def ranks(values):
    """Their ranks; equal ones share theirs."""
    return [sum(o < v for o in values) + (sum(o == v for o in values) - 1) / 2 for v in values]


def correlation(a, b):
    """Pearson's; None where one of both does not vary."""
    ma, mb = sum(a) / len(a), sum(b) / len(b)
    spread = (sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b)) ** 0.5
    return sum((x - ma) * (y - mb) for x, y in zip(a, b)) / spread if spread else None


def spearman(trials):
    return correlation(ranks([p for p, _, _ in trials]), ranks([t for _, t, _ in trials])) if len(trials) > 2 else None


def functions(file):
    """The text of each function by its name, as a separate program: a call of one function must not measure computes of others."""
    parts = re.split(r"^(?=func\.func @)", open(file).read(), flags=re.MULTILINE)[1:]
    return {re.match(r"func\.func @(\w+)", part)[1]: part for part in parts}


def measured(tfrun, text, entry, threads, sample):
    """The key and box of each compute of an entry, and its schedules with prices and times (relative to the chosen one)."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "program.mlir")
        with open(file, "w") as out:
            out.write(text)
        command = [tfrun, file, f"--entry={entry}", "--random", f"--threads={threads}", "--explain",
                   f"--tune={os.path.join(folder, 'found')}"] + ([f"--sample={sample}"] if sample else [])
        done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    found = []
    for line in (done.stdout + done.stderr).splitlines():
        trial, head = TRIAL.match(line), HEAD.match(line)
        if trial and found:
            found[-1][2].append((float(trial[2]), float(trial[1]) / 100.0, trial[3]))
        elif head and (head[1].startswith("loops_") or head[1].startswith("tiles_")):
            found.append((head[1], head[2], []))
    return found


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tfrun", default=os.path.join(here, "..", "..", "target", "release", "tfrun"))
    parser.add_argument("--file", default=os.path.join(here, "programs.mlir"))
    parser.add_argument("--threads", type=int, default=len(os.sched_getaffinity(0)), help="threads, as in the prices (default: those of the machine)")
    parser.add_argument("--sample", type=int, default=64, help="random schedules per compute")
    parser.add_argument("--markdown", action="store_true", help="rows of a table")
    parser.add_argument("entries", nargs="*")
    options = parser.parse_args()
    texts = functions(options.file)
    entries = options.entries or list(texts)
    form = "| {} | {} | {} | {} | {} | {} |" if options.markdown else "{:20} {:44} {:>9} {:>11} {:>14} {:>14}"
    print(form.format("entry", "compute", "schedules", "correlation", "chosen/fastest", "lowest/fastest"), flush=True)
    near, all_, known = 0, 0, []
    for entry in entries:
        for key, shape, trials in measured(options.tfrun, texts[entry], entry, options.threads, options.sample):
            if not trials:
                continue
            fastest = min(time for _, time, _ in trials)
            lowest = min(trials)[1]
            rank = spearman(trials)
            known += [rank] if rank is not None else []
            near, all_ = near + (1.0 <= 1.1 * fastest), all_ + 1
            text = "none" if rank is None else f"{rank:.2f}"
            print(form.format(entry, f"{key[:5]} {shape}", len(trials), text, f"{1 / fastest:.2f}", f"{lowest / fastest:.2f}"), flush=True)
    if known:
        known.sort()
        print(f"\n{near} of {all_} chosen schedules are within a tenth of the fastest; the median of the correlations is {known[len(known) // 2]:.2f}, "
              f"{sum(rank >= 0.8 for rank in known)} of {len(known)} are 0.8 or more")


if __name__ == "__main__":
    main()
