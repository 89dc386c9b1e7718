"""PyTorch's own descriptions of its operations (OpInfo), each compiled by the backend and compared with eager torch.

    python tools/torch/opinfo.py OUT.jsonl [--gradients] [--samples N] [--only NAME ...] [--part I/N]

An entry counts only where, for every sample, each graph held an operation, nothing fell back, and all results (with
``--gradients``, all gradients, too) are those of eager torch. Results that share memory with an input are copied inside the
compiled function, as a view alone is no work; with ``--gradients`` it computes a weighted sum of the results, too. A line of OUT holds the outcome of an entry; entries in OUT are not run again.
"""

import argparse
import collections
import contextlib
import json
import math
import pathlib
import signal
import sys
import time
import warnings

import torch
import torch.testing._internal.common_methods_invocations as invocations
from torch.utils import _pytree as pytree

import tensorforge.torch

warnings.filterwarnings("ignore")
#: Tolerances of gradients and results: a float's last digits depend on the order of sums.
RELATIVE, ABSOLUTE = 2e-4, 5e-5

#: Operations whose elements are uninitialised memory.
UNDEFINED = {"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided"}
# OpInfo seeds the generator inside of its functions, which dynamo does not trace; here it is seeded before
# each call.
invocations.wrapper_set_seed = lambda op, *args, **kwargs: op(*args, **kwargs)


class Late(Exception):
    """An entry took too long."""


def entries(gradients):
    """The entries to run: operations on floats on the CPU."""
    chosen = [op for op in invocations.op_db if torch.float32 in op.supported_dtypes("cpu")]
    return [op for op in chosen if op.supports_autograd] if gradients else chosen


def title(op):
    return f"{op.name}.{op.variant_test_name}" if op.variant_test_name else op.name


def copied(value, inputs):
    """Results, those that share memory with an input as copies."""
    taken = {x.untyped_storage().data_ptr() for x in inputs}

    def one(x):
        return isinstance(x, torch.Tensor) and x.layout == torch.strided and x.untyped_storage().data_ptr() in taken

    return [one(x) for x in pytree.tree_leaves(value)]


def fresh(sample, gradients):
    """The arguments of a sample, new ones."""

    def one(x):
        if not isinstance(x, torch.Tensor):
            return x
        return x.detach().clone(memory_format=torch.preserve_format).requires_grad_(gradients and x.requires_grad)

    return pytree.tree_map(one, (sample.input, sample.args, sample.kwargs))


def floats(value):
    return [x for x in pytree.tree_leaves(value) if isinstance(x, torch.Tensor) and x.requires_grad]


def loss(results):
    """A weighted sum of all results that have gradients."""
    parts = [(x * torch.linspace(-1, 1, x.numel(), dtype=x.dtype).reshape(x.shape).cos()).sum() for x in floats(results)]
    return sum(parts) if parts else None


def derived(total, arguments):
    """The gradients of the sum."""
    wanted = floats(arguments)
    return torch.autograd.grad(total, wanted, allow_unused=True) if wanted and total is not None else ()


def described(x):
    return (tuple(x.shape), x.dtype)


def same(got, wanted, exact):
    """Whether results are those of eager torch, or where that rounds more, no farther from what it gives in double precision."""
    try:
        torch.testing.assert_close(got, wanted, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True, check_stride=False)
        return
    except AssertionError:
        truth = pytree.tree_leaves(exact())
        own, theirs = pytree.tree_leaves(got), pytree.tree_leaves(wanted)
        if not truth or len(own) != len(theirs) or len(own) != len(truth):
            raise
        for one, other, known in zip(own, theirs, truth):
            if not isinstance(one, torch.Tensor) or one.dtype != torch.float32:
                torch.testing.assert_close(one, other, rtol=RELATIVE, atol=ABSOLUTE, equal_nan=True, check_stride=False)
                continue
            far = (other.double() - known).abs().max() if known.numel() else 0.0
            limit = max(2 * float(far), ABSOLUTE)
            if not math.isfinite(limit) or described(one) != described(other):
                raise
            torch.testing.assert_close(one.double(), known, rtol=RELATIVE, atol=limit, equal_nan=True, check_stride=False)


def doubled(value):
    """The arguments in double precision."""

    def one(x):
        if not isinstance(x, torch.Tensor) or x.dtype != torch.float32:
            return x
        return x.detach().double().requires_grad_(x.requires_grad)

    return pytree.tree_map(one, value)


def sample_of(op, sample, gradients):
    """The outcome of one sample: None for success."""
    arguments = fresh(sample, gradients)
    torch.manual_seed(7)
    eager = op.op(arguments[0], *arguments[1], **arguments[2])
    shared = copied(eager, [x for x in pytree.tree_leaves(arguments) if isinstance(x, torch.Tensor)])
    wanted = derived(loss(eager), arguments) if gradients else ()

    def function(given):
        made = op.op(given[0], *given[1], **given[2])
        leaves, structure = pytree.tree_flatten(made)
        leaves = [x.clone() if alias else x for x, alias in zip(leaves, shared)]
        made = pytree.tree_unflatten(leaves, structure)
        return made, loss(made) if gradients else None

    def exact(derivatives):
        own = doubled(fresh(sample, gradients))
        torch.manual_seed(7)
        made = op.op(own[0], *own[1], **own[2])
        return derived(loss(made), own) if derivatives else made

    torch._dynamo.reset()
    tensorforge.torch.reset()
    arguments = fresh(sample, gradients)
    torch.manual_seed(7)
    compiled = torch.compile(function, backend="tensorforge", dynamic=False, fullgraph=True)
    got, total = compiled(arguments)
    found = derived(total, arguments) if gradients else ()
    report = tensorforge.torch.report()
    try:
        if op.name in UNDEFINED:
            assert pytree.tree_map(described, got) == pytree.tree_map(described, eager)
        else:
            same(got, eager, lambda: exact(False))
        same(found, wanted, lambda: exact(True))
    except AssertionError as error:
        return "wrong", str(error)[:600]
    if report.fallbacks:
        return "fallback", "; ".join(f"{name}: {why}" for name, why in list(report.fallbacks)[:4])[:400]
    if not report.graphs or report.compiled == 0 or report.programs < report.graphs:
        return "empty", str(report)
    return None


def entry(op, gradients, most, seconds):
    """The outcome of an entry."""
    start, count, kinds = time.time(), 0, collections.Counter()
    # Repeatedly: the first may be lost in code that ignores exceptions.
    signal.setitimer(signal.ITIMER_REAL, seconds, 5)
    try:
        for sample in op.sample_inputs("cpu", torch.float32, requires_grad=gradients):
            if count == most:
                break
            count += 1
            if (answer := sample_of(op, sample, gradients)) is not None:
                return (*answer, count, time.time() - start)
        return ("right" if count else "none", "", count, time.time() - start)
    except Late:
        return ("late", "", count, time.time() - start)
    except Exception as error:
        if time.time() - start > seconds:
            return ("late", f"{type(error).__name__}: {error}"[:600], count, time.time() - start)
        return ("error", f"{type(error).__name__}: {error}"[:600], count, time.time() - start)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def late(*_):
    raise Late


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--gradients", action="store_true")
    parser.add_argument("--samples", type=int, default=math.inf, help="samples per entry, at most")
    parser.add_argument("--seconds", type=int, default=60, help="for each entry")
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--part", default="0/1", help="I/N: every N-th entry from the I-th")
    options = parser.parse_args()
    signal.signal(signal.SIGALRM, late)
    torch._dynamo.config.suppress_errors = False
    done = {}
    with contextlib.suppress(FileNotFoundError), open(options.out, encoding="utf-8") as file:
        done = {row["name"]: row["how"] for row in map(json.loads, file)}
    trying = pathlib.Path(options.out + ".trying")
    if trying.exists():
        done[trying.read_text(encoding="utf-8")] = "crashed"
        with open(options.out, "a", encoding="utf-8") as file:
            file.write(json.dumps({"name": trying.read_text(encoding="utf-8"), "how": "crashed", "why": ""}) + "\n")
    first, step = map(int, options.part.split("/"))
    with open(options.out, "a", encoding="utf-8") as file:
        for op in entries(options.gradients)[first::step]:
            name = title(op)
            if name in done or (options.only and name not in options.only and op.name not in options.only):
                continue
            # A crash of the process leaves its name, and the next run continues after it.
            trying.write_text(name, encoding="utf-8")
            how, why, count, seconds = entry(op, options.gradients, options.samples, options.seconds)
            file.write(json.dumps({"name": name, "how": how, "why": why, "samples": count, "seconds": round(seconds, 1)}) + "\n")
            file.flush()
            done[name] = how
    trying.unlink(missing_ok=True)
    print(dict(collections.Counter(done.values()).most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
