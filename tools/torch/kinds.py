"""Random programs of the kinds in which a compiled graph once differed from eager torch: each campaign returns the differences.

    python tools/torch/kinds.py [--count N] [--seed S] [KIND …]
"""

import argparse
import itertools
import math
import random
import sys

import torch
import torch.nn.functional as F

import tensorforge.torch

INF, NAN = math.inf, math.nan


def compiled(function):
    torch._dynamo.reset()
    return torch.compile(function, backend="tensorforge")


def result(function, args, seed):
    """The result of a call, or the kind of its error."""
    torch.manual_seed(seed)
    try:
        made = function(*[x.clone() if isinstance(x, torch.Tensor) else x for x in args])
    except (RuntimeError, IndexError, AssertionError):
        return "an error"
    return list(made) if isinstance(made, (tuple, list)) else [made]


def difference(function, run, args, seed=0, tolerance=1e-5):
    """The difference of a compiled function from eager torch, or None."""
    wanted, got = result(function, args, seed), result(run, args, seed)
    if isinstance(wanted, str) or isinstance(got, str):
        return None if wanted == got else f"{got if isinstance(got, str) else 'no error'}, eager {wanted if isinstance(wanted, str) else 'none'}"
    for at, (a, b) in enumerate(zip(wanted, got, strict=True)):
        same = torch.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True) if a.is_floating_point() else torch.equal(a, b)
        if a.dtype != b.dtype or a.shape != b.shape or not same:
            return f"result {at}: {b.flatten()[:6].tolist()}, eager {a.flatten()[:6].tolist()}"
    return None


def chosen(rng, names):
    return rng.choice(names.split())


def _write(rng):
    """A write at indices, as a function of a tensor, the indices and the values; its axis; whether indices may count from the end."""
    name, dim = chosen(rng, "index_put index_put_add index_add index_copy scatter scatter_add scatter_reduce put index_fill"), rng.randrange(2)
    grid = lambda i, s: i[:, None].expand(-1, s.shape[1]) if dim == 0 else i[None, :].expand(s.shape[0], -1)  # noqa: E731
    key = lambda i: (i,) if dim == 0 else (torch.tensor([0]), i)  # noqa: E731
    functions = {
        "index_put": lambda x, i, s: x.index_put(key(i), s.sum()),
        "index_put_add": lambda x, i, s: x.index_put(key(i), s.sum(), accumulate=True),
        "index_add": lambda x, i, s: x.index_add(dim, i, s, alpha=2),
        "index_copy": lambda x, i, s: x.index_copy(dim, i, torch.ones_like(s)),
        "index_fill": lambda x, i, s: x.index_fill(dim, i, 3.0),
        "scatter": lambda x, i, s: x.scatter(dim, grid(i, s), 2.5),
        "scatter_add": lambda x, i, s: x.scatter_add(dim, grid(i, s), s),
        "scatter_reduce": lambda x, i, s: x.scatter_reduce(dim, grid(i, s), s, chosen(random.Random(dim), "amax amin sum"), include_self=True),
        "put": lambda x, i, s: x.put(i, torch.ones(i.shape)),
    }
    return name, dim, functions[name]


def writes(rng, count):
    """Writes at indices, some out of bounds."""
    for _ in range(count):
        name, dim, function = _write(rng)
        shape = [rng.randint(2, 6), rng.randint(2, 6)]
        number = rng.randint(1, 4)
        run = compiled(function)
        for trial in range(4):
            extent = shape[0] * shape[1] if name == "put" else shape[dim]
            indices = [rng.randrange(extent) for _ in range(number)]
            if trial:
                indices[rng.randrange(number)] = rng.choice([extent, extent + 7, -1, -extent, -extent - 1])
            source = [number if axis == dim else n for axis, n in enumerate(shape)]
            args = (torch.randn(shape), torch.tensor(indices), torch.randn(source))
            if why := difference(function, run, args):
                yield f"{name} along {dim} of {shape} at {indices}: {why}"


def divisions(rng, count):
    """Quotients and remainders of integers, with divisors 0."""
    functions = {
        "floor": lambda a, b: a // b, "remainder": lambda a, b: a % b, "fmod": torch.fmod,
        "trunc": lambda a, b: torch.div(a, b, rounding_mode="trunc"), "used": lambda a, b: torch.where(b == 0, 0, a // b).sum(),
    }
    for _ in range(count):
        name = rng.choice([*functions])
        dtype = getattr(torch, chosen(rng, "int8 int16 int32 int64 uint8"))
        shape = [rng.randint(0, 3), rng.randint(1, 5)]
        other = rng.choice([shape, shape[1:], []])
        run = compiled(functions[name])
        for _ in range(3):
            a, b = torch.randint(0, 100, shape).to(dtype), torch.randint(rng.choice([0, 1]), 3, other).to(dtype)
            if why := difference(functions[name], run, (a, b)):
                yield f"{name} of {dtype}: {a.tolist()} by {b.tolist()}: {why}"


def _laid_out(rng, shape):
    """A tensor in a random order of axes, and perhaps with gaps."""
    order = rng.sample(range(len(shape)), len(shape))
    gaps = [rng.choice([1, 1, 1, 2]) for _ in shape]
    wide = torch.rand([shape[axis] * gaps[axis] for axis in order])
    x = wide.permute([order.index(axis) for axis in range(len(shape))])
    return x[tuple(slice(None, None, gap) for gap in gaps)]


def layouts(rng, count):
    """Draws of the shape of tensors in any layout."""
    draws = {
        "dropout": lambda x: F.dropout(x, 0.4), "rand_like": torch.rand_like, "randn_like": torch.randn_like,
        "bernoulli": lambda x: torch.empty_like(x).bernoulli_(0.3), "exponential": lambda x: torch.empty_like(x).exponential_(),
        "randint_like": lambda x: torch.randint_like(x, 0, 50), "uniform": lambda x: torch.zeros_like(x).uniform_(-1, 2),
        "after": lambda x: F.dropout((x + 1).transpose(0, -1) * 2, 0.4), "cut": lambda x: torch.fft.fft(F.dropout(x.mT.mT, 0.3)).abs(),
    }
    for _ in range(count):
        name = rng.choice([*draws])
        x = _laid_out(rng, [rng.randint(1, 5) for _ in range(rng.randint(2, 4))])
        if why := difference(draws[name], compiled(draws[name]), (x,), rng.randrange(1000), 1e-4):
            yield f"{name} of {list(x.shape)} with strides {x.stride()}: {why}"


def orders(rng, count):
    """Random draws in graphs that torch runs in part: all values are those of the same seed."""
    steps = {
        "rand": lambda x: x + torch.rand(x.shape), "dropout": lambda x: F.dropout(x, 0.5), "randn": lambda x: x * torch.randn(x.shape[-1:]),
        "fft": lambda x: torch.fft.fft(x).abs(), "bernoulli": lambda x: x + torch.bernoulli(torch.sigmoid(x)),
        "permuted": lambda x: x[torch.randperm(x.shape[0])], "sum": lambda x: x - x.sum(0), "sine": torch.sin,
        "like": lambda x: x + torch.rand_like(x.t()).t(), "multinomial": lambda x: x + torch.multinomial(torch.ones(6), 1),
    }
    for _ in range(count):
        names = [rng.choice([*steps]) for _ in range(rng.randint(2, 7))]

        def function(x):
            kept = []
            for name in names:
                x = steps[name](x)
                kept.append(x)
            return kept

        if why := difference(function, compiled(function), (torch.randn(rng.randint(2, 5), 4),), rng.randrange(1000), 1e-4):
            yield f"{' '.join(names)}: {why}"


def comparisons(rng, count):
    """Narrow floats with Python scalars: elements adjacent to the scalar, on both sides."""
    functions = {"==": torch.eq, "!=": torch.ne, "<": torch.lt, "<=": torch.le, ">": torch.gt, ">=": torch.ge}
    for _ in range(count):
        name, dtype = rng.choice([*functions]), rng.choice([torch.bfloat16, torch.float16])
        number = rng.choice([0.1, 0.2, 0.3, 1.7, 1e-3, -0.7, 65519.0, 3.3e38, 1 / 3, rng.uniform(-2, 2), rng.uniform(-1e-4, 1e-4)])
        near = torch.tensor(number, dtype=dtype)
        x = torch.stack([near, torch.nextafter(near, torch.tensor(-INF, dtype=dtype)), torch.nextafter(near, torch.tensor(INF, dtype=dtype))])
        wide = torch.tensor(number)
        function = rng.choice([lambda x: functions[name](x, number), lambda x: functions[name](x, wide), lambda x: functions[name](x * 1, number)])
        if why := difference(function, compiled(function), (x,)):
            yield f"{dtype} {x.tolist()} {name} {number}: {why}"


def conversions(rng, count):
    """Floats of any size as integers."""
    for _ in range(count):
        source = getattr(torch, chosen(rng, "float32 float64 bfloat16 float16"))
        target = getattr(torch, chosen(rng, "uint8 int8 int16 int32 int64"))
        x = torch.randn(40) * 10 ** torch.randint(0, 22, (40,)).double()
        x = torch.cat([x, torch.tensor([INF, -INF, NAN, 2.0**31, -(2.0**31), 2.0**63, 255.9, -0.5, 300.2], dtype=torch.float64)]).to(source)

        def function(x):
            return x.to(target)

        if why := difference(function, compiled(function), (x[-rng.randint(1, 49) :],)):
            yield f"{source} as {target}: {why}"


def _special(rng, shape):
    x = torch.randn(shape)
    for _ in range(rng.randint(1, 3)):
        x[tuple(rng.randrange(n) for n in shape)] = rng.choice([INF, -INF, NAN])
    return x


def windows(rng, count):
    """Windows over images with infinities, and their derivatives."""
    for _ in range(count):
        size, kernel = [rng.randint(4, 9), rng.randint(4, 9)], rng.randint(1, 3)
        new, corners = [rng.randint(1, 11), rng.randint(1, 11)], rng.random() < 0.5
        stride, padding = rng.randint(1, 3), rng.randint(0, kernel // 2)
        functions = {
            "avg_pool": lambda x: F.avg_pool2d(x, kernel, stride, padding, rng_ceil, count_pad),
            "adaptive": lambda x: F.adaptive_avg_pool2d(x, new),
            "nearest": lambda x: F.interpolate(x, new, mode="nearest"),
            "exact": lambda x: F.interpolate(x, new, mode="nearest-exact"),
            "bilinear": lambda x: F.interpolate(x, new, mode="bilinear", align_corners=corners),
            "replicate": lambda x: F.pad(x, (1, 2, 0, 1), mode="replicate"),
        }
        rng_ceil, count_pad = rng.random() < 0.5, rng.random() < 0.5
        name = rng.choice([*functions])
        forward = functions[name]
        x = _special(rng, [1, 2, *size])
        given = _special(rng, list(forward(torch.randn(1, 2, *size)).shape))

        def backward(x, given):
            x = x.detach().requires_grad_()
            return torch.autograd.grad(forward(x), x, given)[0]

        for what, function, args in (("", forward, (x,)), ("derivative of ", backward, (torch.randn(1, 2, *size), given))):
            run = (lambda x, given: backward_of(run_forward, x, given)) if what else compiled(function)
            if what:
                run_forward = compiled(forward)
            if why := difference(function, run, args, 0, 1e-4):
                yield f"{what}{name} of {size}, {(kernel, stride, padding, new, corners)}: {why}"


def backward_of(forward, x, given):
    x = x.detach().requires_grad_()
    return torch.autograd.grad(forward(x), x, given)[0]


def checks(rng, count):
    """Assertions, and what is checked inside of functions, with values on both sides."""
    def asserted(x):
        torch._assert((x > -2).all(), "small")
        return x.sqrt()

    def silent(x):
        torch._assert_async((x.sum() < 3).all())
        return x

    def between(x):
        y = torch.fft.fft(x).abs()
        torch._assert((y < 6).all(), "great")
        return y + 1

    functions = [asserted, silent, between, lambda x: F.one_hot(x.long().abs(), 3), lambda x: torch.linalg.inv(x.round().clamp(0, 1))]
    runs = [(function, None) for function in functions]
    for at, (function, _) in enumerate(runs):
        torch._dynamo.reset()
        run = torch.compile(function, backend="tensorforge")
        for _ in range(count // len(runs) + 1):
            if why := difference(function, run, (torch.randn(2, 2) * 2,), 0, 1e-3):
                yield f"check {at}: {why}"


KINDS = {kind.__name__: kind for kind in (writes, divisions, layouts, orders, comparisons, conversions, windows, checks)}


def found(kind, count, seed=0, most=None):
    """The differences in programs of a kind."""
    torch.manual_seed(seed)
    return list(itertools.islice(KINDS[kind](random.Random(seed), count), most))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", default=[*KINDS])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    bad = 0
    for kind in options.kinds:
        differ = found(kind, options.count, options.seed)
        bad += len(differ)
        print(f"{kind}: {options.count} programs, {len(differ)} differ", flush=True)
        for why in differ[:10]:
            print(f"  {why}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
