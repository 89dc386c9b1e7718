"""The gallery: pictures of the programs with their code, loop nests, first calls and frames per second.

./x gallery [NAME]... writes docs/gallery/README.md and its pictures, which are committed.
"""

import inspect
import os
import pathlib
import platform
import sys
import time

import numpy as np
import tensorforge as tf

import buddhabrot
import fluid
import grayscott
import life
import mandelbrot
import nbody
import pathtracer
import spheres
import wave
from common import dots

FOLDER = pathlib.Path(__file__).parents[2] / "docs" / "gallery"
# Frames of which the fastest is given, and the seconds after which no more are measured.
FRAMES, PATIENCE = 40, 4.0


class Entry:
    """A program, its first arguments, the arguments after a frame, and its picture."""

    def __init__(self, text, program, arguments, following, picture):
        self.text, self.program, self.arguments = text, program, arguments
        self.following, self.picture = following, picture


def zoomed(extent):
    centre, n, limit = (-0.743643, 0.131825), 512, 600
    xs, ys = mandelbrot.axis(n, centre[0], extent), mandelbrot.axis(n, centre[1], extent)
    return ys, xs, limit


def escape(counts, limit=600):
    return np.where(counts < limit, np.log(np.maximum(counts, 1) / 12) / np.log(limit / 12), 0).astype(np.float32)


def field(u, v):
    """Blue and orange by the direction of motion, on black."""
    rest, speed = 0.5 * (1 - np.cos(u)), 0.25 * v
    warm, cold = rest * np.clip(0.65 + speed, 0, 1), rest * np.clip(0.65 - speed, 0, 1)
    light = np.stack([warm, 0.5 * rest + 0.3 * speed**2, cold], -1) + 0.8 * (speed**2)[..., None]
    return (1 - np.exp(-1.6 * light)).astype(np.float32)


def soft(picture, times=2):
    """Blurred by a pixel, a few times."""
    for axis in [0, 1] * times:
        picture = 0.25 * np.roll(picture, 1, axis) + 0.5 * picture + 0.25 * np.roll(picture, -1, axis)
    return picture


def exposed(light, exposure):
    """Amounts of light, pressed into the range of a screen and encoded as its values."""
    light = 1 - np.exp(-exposure * np.maximum(light, 0))
    return np.where(light < 0.0031308, 12.92 * light, 1.055 * light ** (1 / 2.4) - 0.055).astype(np.float32)


def reaction(size=384, steps=7000):
    u, v = grayscott.drops(size, 3)
    return grayscott.grayscott(u, v, 0.0545, 0.062, steps)


def traced(samples=48, width=480, height=270):
    ys, xs = (0.8 * axis for axis in pathtracer.axes(width, height)[::-1])
    light = sum(pathtracer.trace(ys, xs, 3, seed) for seed in range(samples)) / samples
    # The sky lights all sides: squares part the shades.
    return exposed(light**2, 1.3)


ENTRIES = {
    "grayscott": Entry(
        "Two substances react and diffuse; 512 x 512 cells, 16 steps a frame. Two sliders choose the pattern.",
        grayscott.grayscott,
        lambda: (*grayscott.drops(512, 3), 0.0367, 0.0649, 16),
        lambda args, made: (*made, *args[2:]),
        lambda: (reaction()[1], "magma", 0.0, 0.38),
    ),
    "wave": Entry(
        "Ring solitons of the sine-Gordon equation; 512 x 512 points, 4 steps a frame.",
        wave.wave,
        lambda: (wave.rings(512, 512, 4), np.zeros((512, 512), np.float32), 4),
        lambda args, made: (*made, args[2]),
        lambda: (field(*wave.wave(wave.rings(320, 512, 4), np.zeros((320, 512), np.float32), 140)), None, None, None),
    ),
    "life": Entry(
        "The Game of Life with the glow of dead cells; 512 x 512 cells, a generation a frame.",
        life.life,
        lambda: (*life.soup(512, 0.2, 1), 1),
        lambda args, made: (*made, args[2]),
        lambda: (np.repeat(np.repeat(life.life(*life.soup(256, 0.2, 5), 180)[1], 2, 0), 2, 1), "inferno", 0.0, 1.0),
    ),
    "mandelbrot": Entry(
        "The Mandelbrot set, a zoom; 512 x 512 pixels, at most 600 iterations.",
        mandelbrot.mandelbrot,
        lambda: zoomed(0.02),
        lambda args, made: zoomed(0.02 * 0.98),
        lambda: (escape(mandelbrot.mandelbrot(*zoomed(0.012))), "cyclic", 0.0, 1.0),
    ),
    "fluid": Entry(
        "Runge-Kutta paths with cubic samples, vorticity confinement, multigrid pressure; 256 x 384 cells, a step a frame.",
        fluid.fluid,
        lambda: (*fluid.whirls(256, 384, 0), 1),
        lambda args, made: (*made, args[-1]),
        lambda: (fluid.fluid(*fluid.whirls(256, 384, 2), 56)[2], "magma", 0.0, 1.0),
    ),
    "pathtracer": Entry(
        "A folded fractal by sphere marching, normals by derivatives, three bounces; 320 x 180 pixels, a sample a frame.",
        pathtracer.trace,
        lambda: (*pathtracer.axes(320, 180)[::-1], 3, 0),
        lambda args, made: (*args[:3], args[3] + 1),
        lambda: (traced(), None, None, None),
    ),
    "buddhabrot": Entry(
        "Where the orbits that escape from the Mandelbrot set pass; 256 x 256 pixels, 65536 orbits a frame.",
        buddhabrot.buddhabrot,
        lambda: (*buddhabrot.points(1 << 16, 0), np.zeros((256, 256), np.int32), 500),
        lambda args, made: (args[0], args[1], made[0], args[3]),
        lambda: (passed(), "inferno", 0.0, 1.0),
    ),
    "nbody": Entry(
        "Two discs of 4096 bodies, all pairs, a step a frame.",
        nbody.step,
        lambda: (*nbody.discs(4096, 1), 0.001, 0.01),
        lambda args, made: (*made, *args[2:]),
        lambda: (collided(), "inferno", 0.0, 1.0),
    ),
    "spheres": Entry(
        "A rasteriser of 1000 spheres: depth and index in one integer, the nearest wins; 320 x 180 pixels.",
        spheres.spheres,
        lambda: (spheres.random(1000, 1), np.zeros((180, 320), np.uint64)),
        lambda args, made: args,
        lambda: (spheres.spheres(spheres.random(1000, 1), np.zeros((360, 640), np.uint64))[1], "gray", 0.0, 1.0),
    ),
}


def passed():
    hits = buddhabrot.buddhabrot(*buddhabrot.points(1 << 22, 0), np.zeros((320, 320), np.int32), 500)[0].T
    # What every orbit leaves behind is no part of the figure.
    low, high = np.quantile(hits, [0.25, 0.9995])
    return np.clip((soft(hits, 1) - low) / (high - low), 0, 1).astype(np.float32) ** np.float32(0.7)


def collided(steps=140):
    x, v = nbody.discs(6000, 1)
    light = 0
    for i in range(steps):
        x, v = nbody.step(x, v, 0.002, 0.01)
        # The last steps leave trails.
        light = 0.9 * light + (dots(x, (-24, -13.5), (24, 13.5), 360) if i > steps - 20 else 0)
    return exposed(soft(light, 1) + 0.5 * soft(light, 8), 0.12)


def measured(entry):
    """Seconds of the first call, compilation included, and of the frames after it."""
    session = tf.Session()
    program = tf.Program(entry.program._function, numerics=entry.program._numerics, session=session)
    args = entry.arguments()
    start = time.perf_counter()
    made = program(*args)
    first = time.perf_counter() - start
    times = []
    while len(times) < FRAMES and sum(times) < PATIENCE:
        args = entry.following(args, made)
        start = time.perf_counter()
        made = program(*args)
        times.append(time.perf_counter() - start)
    assert session.compilations == 1
    return first, min(times), program.compile().explain()


def nests(explained):
    """The first line of an explanation."""
    return explained.strip().splitlines()[0]


def section(name, entry):
    array, kind, low, high = entry.picture()
    tf.image.save(FOLDER / f"{name}.png", array, kind, low, high)
    first, frame, explained = measured(entry)
    source = inspect.getsource(entry.program._function)
    print(f"{name}: first call {first:.2f} s, {1 / frame:.0f} frames per second, {nests(explained)}", flush=True)
    return (
        f"## {name}\n![{name}]({name}.png)\n\n{entry.text}\n\n"
        f"| first call, compilation included | a frame | frames per second | compiled to |\n|---|---|---|---|\n"
        f"| {first:.2f} s | {frame * 1e3:.2f} ms | {1 / frame:.0f} | {nests(explained)} |\n\n"
        f"```python\n{source}```\n[examples/python/{name}.py](../../examples/python/{name}.py), "
        f"[examples/programs/{name}.rs](../../examples/programs/{name}.rs)\n"
    )


HEAD = """# Gallery
Made by `./x gallery` on {machine}, with {cores} cores: `{version}`, arrays of NumPy in and out, without a window. A frame
is the fastest of {frames}. Parameters that a slider would change are arguments: each program was compiled once. Each program
is compared with an independent one on every device ([programs.md](../guides/programs.md)).

"""


def processor():
    lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.processor())


def main(chosen):
    unknown = set(chosen) - set(ENTRIES)
    if unknown:
        sys.exit(f"gallery: there is no {', '.join(unknown)}; there are {', '.join(ENTRIES)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    page = FOLDER / "README.md"
    old = page.read_text().split("\n## ") if page.exists() else []
    known = {part.splitlines()[0]: "## " + part for part in old[1:]}
    for name in chosen or ENTRIES:
        known[name] = section(name, ENTRIES[name])
    head = HEAD.format(machine=processor(), cores=len(os.sched_getaffinity(0)), version=tf.__version__, frames=FRAMES)
    page.write_text(head + "\n".join(known[name].rstrip("\n") + "\n" for name in ENTRIES if name in known))


if __name__ == "__main__":
    main(sys.argv[1:])
