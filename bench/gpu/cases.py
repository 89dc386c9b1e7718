"""The cases: inputs, references and what PyTorch does."""

import dataclasses
import typing

import numpy as np


@dataclasses.dataclass
class Case:
    """A program of `programs/`. Inputs and what functions give are lists, in the order of arguments and results."""

    name: str
    #: Arrays for a size: the second argument is True where only answers are looked at.
    inputs: typing.Callable[[np.random.Generator, bool], dict[str, np.ndarray]]
    #: The program in NumPy, of float64: what results are compared with. Its first argument is the library where `arrays` is true.
    reference: typing.Callable[..., object]
    #: The same in PyTorch; nothing where it has no such operation.
    torch: typing.Callable[..., object] | None
    #: Relative to the largest element of the reference.
    tolerance: float
    entry: str = "main"
    #: GPUs whose code is packed, separated by commas; all without it.
    gpus: str | None = None
    #: Which share of elements may differ: counts at the edge of a set go either way.
    share: float = 0.0
    #: Whether the reference takes the library of arrays, and so runs in JAX and CuPy, too.
    arrays: bool = False
    #: Bytes that have to move, of the bytes of arguments and results; nothing where arithmetic bounds the case.
    moved: typing.Callable[[int, int], float] | None = lambda given, made: given + made
    #: Operations on floats, of the extents of the arguments, where these bound the case.
    flops: typing.Callable[[dict[str, np.ndarray]], float] | None = None
    #: How many of them an H100 does in a second, by its data sheet.
    peak: float = 66.9e12
    #: What the case has to reach, for people.
    bar: str = ""


def uniform(rng: np.random.Generator, *shape: int) -> np.ndarray:
    return rng.uniform(-1, 1, shape).astype(np.float32)


def add_inputs(rng, small):
    n = 3000 if small else 1 << 22
    return {"x": uniform(rng, n), "y": uniform(rng, n)}


def product_inputs(rng, small):
    m, q, n = (140, 50, 135) if small else (4096, 4096, 4096)
    return {"a": uniform(rng, m, q), "b": uniform(rng, q, n)}


def sums_inputs(rng, small):
    return {"x": uniform(rng, 1 << (11 if small else 20))}


def copy_inputs(rng, small):
    return {"x": uniform(rng, 1000 if small else 1 << 26)}


def nbody_inputs(rng, small):
    bodies = uniform(rng, 300 if small else 65536, 4)
    bodies[:, 3] = np.abs(bodies[:, 3])
    return {"x": bodies, "softening": np.float32(1e-2)}


def gravity(xp, x, softening):
    """In rows of a thousand bodies, which is what fits; JAX fuses what it can of each."""
    places, masses = x[:, :3], x[:, 3]

    def some(own):
        d = places[None] - own[:, None]
        r2 = (d * d).sum(axis=-1) + softening
        return (d * (masses / (r2 * xp.sqrt(r2)))[..., None]).sum(axis=1)

    return xp.concatenate([some(places[first:first + 1024]) for first in range(0, len(places), 1024)])


def nbody_torch(t, x, softening):
    def some(own):
        d = x[None, :, :3] - own[:, None]
        r2 = (d * d).sum(-1) + softening
        return (d * (x[:, 3] / (r2 * r2.sqrt()))[..., None]).sum(1)

    return t.cat([some(own) for own in x[:, :3].split(1024)])


def blur_inputs(rng, small):
    h, w = (37, 50) if small else (4096, 4096)
    return {"x": uniform(rng, h, w)}


def blur_reference(library, x):
    padded = library.pad(x, 1, mode="edge")
    h, w = x.shape
    return sum(padded[a:a + h, b:b + w] for a in range(3) for b in range(3)) / 9


def blur_torch(t, x):
    padded = t.nn.functional.pad(x[None, None], (1, 1, 1, 1), mode="replicate")
    return t.nn.functional.avg_pool2d(padded, 3, 1)[0, 0]


def kmeans_inputs(rng, small):
    return {"points": uniform(rng, 700 if small else 1 << 20, 3), "centres": uniform(rng, 20, 3)}


def kmeans_reference(library, points, centres):
    nearest = library.stack([((points - centre) ** 2).sum(-1) for centre in centres], 1).argmin(1)
    chosen = (nearest[:, None] == library.arange(32)).astype(points.dtype)
    return [chosen.T @ points, chosen.sum(0)]


def kmeans_torch(t, points, centres):
    nearest = ((points[:, None] - centres[None]) ** 2).sum(-1).argmin(1)
    sums = t.zeros((32, 3), device=points.device).index_add_(0, nearest, points)
    return sums, t.bincount(nearest, minlength=32)


def mandelbrot_inputs(rng, small):
    w, h = (40, 30) if small else (4096, 4096)
    xs, ys = (np.linspace(-a, b, n).astype(np.float32) for a, b, n in ((2, 0.6, w), (1.2, 1.2, h)))
    return {"xs": xs, "ys": ys, "limit": np.int32(64 if small else 256)}


def fractal(xp, xs, ys, limit):
    a, b = (xp.broadcast_to(part, (len(ys), len(xs))) for part in (xs[None, :], ys[:, None]))
    if xp.__name__ == "jax.numpy":
        import jax

        def one(a, b):
            inside = lambda s: (s[0] * s[0] + s[1] * s[1] <= 4) & (s[2] < limit)
            step = lambda s: (s[0] * s[0] - s[1] * s[1] + a, 2 * s[0] * s[1] + b, s[2] + 1)
            return jax.lax.while_loop(inside, step, (a * 0, b * 0, xp.int32(0)))[2]

        return jax.vmap(jax.vmap(one))(a, b)
    x, y, count = xp.zeros_like(a), xp.zeros_like(a), xp.zeros(a.shape, xp.int32)
    for _ in range(int(limit)):
        near = x * x + y * y <= 4
        count += near
        x, y = xp.where(near, x * x - y * y + a, x), xp.where(near, 2 * x * y + b, y)
    return count


def scan_inputs(rng, small):
    return {"x": uniform(rng, 3000 if small else 1 << 24)}


def bf16_inputs(rng, small):
    m, k, n = (150, 456, 300) if small else (4096, 4096, 4096)
    return {"a": uniform(rng, m, k), "b": uniform(rng, n, k)}


def bf16_torch(t, a, b):
    return (a.bfloat16() @ b.bfloat16().T).float()


def pairs(inputs):
    return 20.0 * len(inputs["x"]) ** 2


HAND = [
    Case("add", add_inputs, lambda x, y: x + y, lambda t, x, y: x + y, 1e-6),
    Case(
        "sums",
        sums_inputs,
        lambda x: x.reshape(-1, 256).sum(axis=1),
        lambda t, x: x.reshape(-1, 256).sum(dim=1),
        1e-5,
    ),
    Case("copy", copy_inputs, lambda x: x, lambda t, x: x.clone(), 0.0, "copy", bar="within 5 % of nvcc"),
    Case("nbody", nbody_inputs, gravity, nbody_torch, 1e-4, "nbody", arrays=True, moved=None, flops=pairs, bar="within 5 % of nvcc"),
    Case(
        "product",
        product_inputs,
        lambda a, b: a @ b,
        lambda t, a, b: a @ b,
        1e-4,
        "product",
        moved=None,
        flops=lambda given: 2.0 * given["a"].size * given["b"].shape[1],
        bar="within 5 % of nvcc",
    ),
    Case("blur", blur_inputs, blur_reference, blur_torch, 1e-6, "blur", arrays=True, bar="within 5 % of nvcc"),
    Case("kmeans", kmeans_inputs, kmeans_reference, kmeans_torch, 1e-4, "kmeans", arrays=True, bar="within 5 % of nvcc"),
    Case(
        "mandelbrot",
        mandelbrot_inputs,
        fractal,
        None,
        0.0,
        "mandelbrot",
        arrays=True,
        share=0.01,
        moved=None,
        bar="within 5 % of nvcc",
    ),
    Case("scan", scan_inputs, lambda x: x.cumsum(), lambda t, x: x.cumsum(0), 1e-4, "scan", bar="within 5 % of nvcc"),
    # Factors are rounded to 8 bits of mantissa.
    Case(
        "product_bf16",
        bf16_inputs,
        lambda a, b: a @ b.T,
        bf16_torch,
        1e-2,
        gpus="sm_90a",
        moved=None,
        flops=lambda given: 2.0 * given["a"].size * len(given["b"]),
        peak=1070e12,
        bar="0.85 of cuBLAS",
    ),
]
