#!/usr/bin/env python3
"""The figures of the log as data: reads the tables of each entry (`NNNN-….md`), writes `NNNN.json` and `figures.md`.

    figures.py          writes the files
    figures.py --check  names the files that differ from what the entries give; exit status 1 if there are any

An entry's file has its date, commit and processor, as far as its text names them, and one record per cell of its
tables that is a figure:

    {"table": 1, "case": "matmul 512", "figure": "ours, ms", "values": [1.17], "unit": "ms"}

`part` names one of several cases in one row, `peer` the program that the figure is compared with, `ratio` is true
for quotients, `text` is the cell if it holds more than one number. What is no figure stays text: `unparsed` lists
tables without figures, and cells of other tables that hold none. Nothing is computed, and nothing is filled in.
"""
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent

UNITS = "ms|µs|ns|s|min|MB|KB|GB|GB/s|TB/s|Gflop/s|GFLOP/s|G|bytes|%|×"
NUMBER = r"[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?"
# A number with its unit, and a note in brackets.
ITEM = re.compile(rf"({NUMBER})(?: ?({UNITS})(?![\w/]))?(?: \((?:[^()]|\([^()]*\))*\))?")
BETWEEN = re.compile(r" ?(?:/|→|;|,|:|to|of) |–")
PEERS = ("JAX", "PyTorch", "Numba", "NumPy", "OpenBLAS", "TensorFrost", "inductor", "nvcc", "CUB", "cuBLAS",
         "torch.compile")
PROCESSORS = [
    (r"AMD EPYC 7003 \(Zen 3[^)]*\)|AMD EPYC \(Zen 3[^)]*\)", "AMD EPYC (Zen 3)"),
    (r"AMD EPYC \(Zen 4 or later[^)]*\)", "AMD EPYC (Zen 4 or later)"),
    (r"AMD EPYC \(Zen 4[^)]*\)|AMD's Zen 4 family", "AMD EPYC (Zen 4)"),
    (r"AMD EPYC", "AMD EPYC"),
    (r"Intel Xeon \(Emerald Rapids[^)]*\)", "Intel Xeon (Emerald Rapids)"),
    (r"Intel Xeon", "Intel Xeon"),
    (r"Intel server \(family 6, model 207[^)]*\)", "Intel (family 6, model 207)"),
    (r"one H200", "NVIDIA H200"),
]


def number(text):
    value = float(text.replace(",", "").replace("−", "-"))
    return int(value) if value.is_integer() and "e" not in text and "." not in text else value


def figure(cell):
    """The numbers of a cell, their unit and a peer; None if the cell holds anything else."""
    text, peer = cell.replace("*", "").strip(), None
    for name in PEERS:
        if text.endswith(f" {name}"):
            text, peer = text[: -len(name)].strip(), name
    values, units, at = [], set(), 0
    while True:
        item = ITEM.match(text, at)
        if not item:
            return None
        values.append(number(item[1]))
        units |= {item[2]} if item[2] else set()
        at = item.end()
        if at == len(text):
            break
        gap = BETWEEN.match(text, at)
        if not gap:
            return None
        at = gap.end()
    if len(units) > 1:
        return None
    found = {"values": values, "unit": units.pop() if units else None}
    if peer:
        found["peer"] = peer
    if len(values) > 1 or "(" in text:
        found["text"] = cell.strip()
    return found


def cells(line):
    found = [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
    return ["" if cell in ("–", "-") else cell for cell in found]


def tables(lines):
    """The tables of an entry, each as its rows of cells, the head first."""
    at = 0
    while at + 1 < len(lines):
        if lines[at].startswith("|") and re.fullmatch(r"\|[-:| ]+\|", lines[at + 1].strip()):
            end = at + 2
            while end < len(lines) and lines[end].startswith("|"):
                end += 1
            head = cells(lines[at])
            rows = [cells(line) for line in lines[at + 2 : end]]
            yield head, [(row + [""] * len(head))[: len(head)] for row in rows]
            at = end
        else:
            at += 1


def blocks(head):
    """The ranges of columns that each begin with a column of cases: one, or several side by side."""
    starts = [at for at, name in enumerate(head) if at == 0 or (name and name == head[0])]
    return list(zip(starts, starts[1:] + [len(head)]))


def unit_of(name):
    """The unit that a head names: alone, first, or after a comma or bracket."""
    found = re.search(rf"(?:^|[,(] ?)({UNITS})(?=$|[,)]| per | \()", name)
    return found[1] if found else None


def is_ratio(name):
    return bool(re.search(r"ratio|ours / |/ Numba", name))


def names(head):
    """The names of columns, each once: one without a name takes that of the column before it."""
    found, counts, last = [], {}, ""
    for at, name in enumerate(head):
        name = name.replace("`", "") or (last if at else "")
        counts[name] = counts.get(name, 0) + 1
        found.append(f"{name} ({counts[name]})" if name and counts[name] > 1 else name)
        last = name
    return found


def parts(case, count):
    """The names of several cases in one cell, if there are as many as figures."""
    found = [part.strip() for part in re.split(r" / |; ", case)]
    return found if count > 1 and len(found) == count else None


class Table:
    """One block of columns of a table, as records."""

    def __init__(self, index, head, rows):
        self.index, self.head, self.rows = index, names(head), rows
        self.figures = [[figure(row[at]) for row in rows] for at in range(len(head))]
        self.numeric = [self.is_numeric(at) for at in range(len(head))]
        first = self.numeric.index(True, 1) if True in self.numeric[1:] else len(head)
        # Columns of text before the first figure belong to the case.
        self.cases = range(0, first)

    def is_numeric(self, at):
        filled = [found for row, found in zip(self.rows, self.figures[at]) if row[at]]
        return at > 0 and bool(filled) and 2 * sum(found is not None for found in filled) >= len(filled)

    def case(self, row):
        return ", ".join(row[at].replace("*", "").replace("`", "") for at in self.cases if row[at])

    def records(self):
        """The records of figures, and of cells that should be figures and are none."""
        found, left = [], []
        for line, row in enumerate(self.rows):
            for at in range(len(self.head)):
                if not self.numeric[at] or not row[at]:
                    continue
                place = {"table": self.index, "case": self.case(row), "figure": self.head[at]}
                parsed = self.figures[at][line]
                if parsed is None:
                    left.append({**place, "text": row[at]})
                else:
                    found.extend(self.split({**place, **parsed}, at, row))
        return found, left

    def split(self, record, at, row):
        """A record with its unit and peer; several if the row has several cases."""
        head, after = self.head[at], self.head[at + 1] if at + 1 < len(self.head) else ""
        has_peer = after.startswith("fastest peer") and row[at + 1] in PEERS
        if has_peer:
            record["peer"] = row[at + 1]
        if is_ratio(head) or record["unit"] == "×" or (has_peer and unit_of(head) is None):
            record["ratio"] = True
        elif record["unit"] is None:
            record["unit"] = unit_of(head) or unit_of(self.head[0]) or unit_of(record["case"])
        several = parts(record["case"], len(record["values"]))
        if not several:
            return [record]
        del record["text"]
        return [{**record, "part": part, "values": [value]} for part, value in zip(several, record["values"])]


def setting(text):
    """The date, the commit and the processor that an entry names before its first table."""
    top = text.split("\n|")[0]
    date = re.search(r"\d{4}-\d{2}-\d{2}", top)
    commit = re.search(r"\bat (?:commit )?`([0-9a-f]{7,40})`", top)
    found = [(match.start(), name) for pattern, name in PROCESSORS if (match := re.search(pattern, top))]
    # At one position, the first pattern is the most specific.
    processor = min(found, key=lambda one: one[0])[1] if found else None
    return {"date": date and date[0], "commit": commit and commit[1], "processor": processor}


def read(path):
    text = path.read_text(encoding="utf-8")
    figures, unparsed = [], []
    for index, (head, rows) in enumerate(tables(text.split("\n")), 1):
        found, left = [], []
        for start, end in blocks(head):
            one = Table(index, head[start:end], [row[start:end] for row in rows])
            records, cells_left = one.records()
            found.extend(records)
            left.extend(cells_left)
        if not found:
            left = [{"table": index, "head": " | ".join(head), "text": "no column of figures"}]
        figures.extend(found)
        unparsed.extend(left)
    title = text.split("\n", 1)[0].lstrip("# ").split(": ", 1)[-1]
    return {"entry": path.name, "title": title, **setting(text), "figures": figures, "unparsed": unparsed}


def lines_of(entry):
    """JSON with a line per record, so that a change of one figure is one line."""
    head = {key: entry[key] for key in ("entry", "title", "date", "commit", "processor")}
    out = ["{"] + [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
    for key, end in (("figures", ","), ("unparsed", "")):
        rows = [f"    {json.dumps(record, ensure_ascii=False)}" for record in entry[key]]
        out += [f'  "{key}": [' + ("\n" + ",\n".join(rows) + "\n  " if rows else "") + "]" + end]
    return "\n".join(out + ["}", ""])


# The names of the cases of `bench/peers`, as entries write them.
CASES = {
    "matmul": r"(?:matmul|product|products)[ ,]+(\d+)³?",
    "nbody": r"nbody[ ,]+(\d+)",
    "matmul_skinny": r"(?:matmul_)?skinny.*",
    "matmul_batched": r"(?:matmul_)?batched.*",
    "fused_epilogue": r"fused_epilogue.*",
    "softmax": r"softmax(?:[ ,]+\d+)?²?",
    "layernorm": r"layernorm(?:[ ,]+\d+)?",
    "layernorm_grad": r"layernorm_grad(?:[ ,]+\d+)?",
    "sum_axis0": r"(?:sum, axis 0|sum_axis0).*",
    "sum_axis1": r"(?:sum, axis 1|sum_axis1|axis 1).*",
    "sum_all": r"(?:sum of all|sum_all|all)(?:[ ,]+\d+)?",
    "cumsum": r"cumsum.*",
    "eltwise_mem": r"eltwise_mem.*",
    "eltwise_exp": r"eltwise_exp.*",
    "mlp": r"mlp.*",
    "conv": r"conv(?:[ ,]+\d+)?",
    "conv_grad": r"conv_grad.*",
    "wave": r"wave.*",
    "jacobi": r"jacobi.*",
    "mandelbrot": r"mandelbrot.*",
    "attention": r"attention(?:[ ,]+\d+)?",
    "attention_grad": r"(?:attention_grad|its gradient).*",
    "add16": r"(?:add16|add of 16).*",
    "gather": r"gather(?:[ ,]+\d+)?",
    "scatter_add": r"scatter_add.*",
}


def case_of(record):
    """The case of `bench/peers` that a record is about, or None."""
    case, part = record["case"], record.get("part")
    if part:
        # "nbody 1024 / 4096": a part that is only a size belongs to the first one's name.
        first = re.match(r"[a-z]+", case)
        case = f"{first[0]} {part}" if first and re.fullmatch(r"[\d,]+³?", part) else part
    case = re.sub(r"(?<=\d),(?=\d{3})", "", case).strip()
    for name, pattern in CASES.items():
        found = re.fullmatch(pattern, case)
        if found:
            return f"{name} {found[1]}" if found.groups() else name
    return None


def columns(entries):
    """Figures that are ratios to peers of the cases of `bench/peers`: by entry and figure, then by case."""
    found = {}
    for entry in entries:
        for record in entry["figures"]:
            case = case_of(record) if record.get("ratio") and len(record["values"]) == 1 else None
            if case:
                key = (entry["entry"], record["table"], record["figure"])
                found.setdefault(key, {}).setdefault(case, record)
    # A table of a few cases is about something else.
    return {key: cases for key, cases in found.items() if len(cases) >= 8}


INTRODUCTION = """# Figures of the log

Generated from the entries by `bench/log/figures.py`; a test compares it. An empty field is one that the entry
does not name.

## Ratios to the fastest peer, by case

A ratio above 1 means that ours is faster. Columns are of different machines and days: only figures of one
column compare.
"""


def facts(entry):
    return [entry[key] or "" for key in ("date", "commit", "processor")]


def row(fields):
    return f"| {' | '.join(fields)} |"


def summary(entries):
    """The page `figures.md`."""
    by = {entry["entry"]: entry for entry in entries}
    table = columns(entries)
    heads = [[f"[{name[:4]}]({name})", head, *facts(by[name])] for name, _, head in table]
    out = [INTRODUCTION, row(["case"] + ["<br>".join(filter(None, head)) for head in heads])]
    out.append("|---|" + "---:|" * len(heads))
    size = lambda case: (case.split()[0], int((case.split() + ["0"])[1]))
    for case in sorted({case for column in table.values() for case in column}, key=size):
        out.append(row([case] + [shown(column.get(case)) for column in table.values()]))
    out += ["", "## Entries", ""]
    out.append(row(["entry", "date", "commit", "processor", "figures", "cells and tables that are none"]))
    out.append("|---|---|---|---|---:|---:|")
    for entry in entries:
        name, counts = entry["entry"][:4], [str(len(entry[key])) for key in ("figures", "unparsed")]
        out.append(row([f"[{name}]({entry['entry']}), [data]({name}.json)", *facts(entry), *counts]))
    return "\n".join(out) + "\n"


def shown(record):
    if record is None:
        return ""
    peer = f" {record['peer']}" if "peer" in record else ""
    return f"{record['values'][0]:.2f}{peer}"


def main():
    entries = [read(path) for path in sorted(FOLDER.glob("[0-9][0-9][0-9][0-9]-*.md"))]
    made = {f"{entry['entry'][:4]}.json": lines_of(entry) for entry in entries}
    made["figures.md"] = summary(entries)
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    page = FOLDER / "figures.md"
    there["figures.md"] = page.read_text(encoding="utf-8") if page.exists() else ""
    wrong = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    if sys.argv[1:] == ["--check"]:
        sys.exit(f"not up to date: {', '.join(wrong)}: ./x reference" if wrong else 0)
    for name in wrong:
        if name in made:
            (FOLDER / name).write_text(made[name], encoding="utf-8")
        else:
            (FOLDER / name).unlink()


main()
