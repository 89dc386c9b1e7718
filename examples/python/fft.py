"""Fourier transforms: of the library, and by kernels that keep lines in shared memory; a picture without its fine structure.

python examples/python/fft.py --n 1024 --cut 24 --out smooth.png
"""

import numpy as np
import tensorforge as tf
from common import options, save, timed

#: The most threads of a block, and how many neighbouring columns it transforms.
THREADS, COLUMNS = 256, 4


def library(re, im, axis, n, inverse):
    """The library's transform."""
    return (tf.ifft if inverse else tf.fft)((re, im), axis)


def kernel(re, im, axis, n, inverse):
    """A transform of ``n`` elements, a power of two, along an axis of a matrix, by blocks with their lines in shared memory.

    In each of the stages (Stockham's), a thread takes two elements half the line apart and puts their sum and their turned difference
    where they belong; all have read before the first writes.
    """
    lines = 1 if axis == 1 else COLUMNS
    batch = re.shape[1 - axis]
    pairs = n // 2 * lines
    threads = min(THREADS, pairs)
    turn = np.exp((2j if inverse else -2j) * np.pi * np.arange(n // 2) / n)
    table = [tf.asarray(part.astype(np.float32)) for part in (turn.real, turn.imag)]

    def body(k):
        sources, results = [k.read(re), k.read(im)], [k.write(re.shape), k.write(re.shape)]
        cos, sin = map(k.read, table)
        x, y = k.shared(n * lines), k.shared(n * lines)
        thread, first = k.thread_id(), k.block_id() * lines
        places = [thread + part * threads for part in range(2 * pairs // threads)]

        def element(place):
            position, line = place // lines, first + place % lines
            return line < batch, (line, position) if axis == 1 else (position, line)

        for place in places:
            inside, at = element(place)
            x[place], y[place] = tf.if_(inside, lambda: (sources[0][at], sources[1][at]), lambda: (0.0, 0.0))
        k.barrier()
        done = 1
        while done < n:
            width, made = done * lines, []
            for t in places[: pairs // threads]:
                (ax, ay), (bx, by) = (x[t], y[t]), (x[t + pairs], y[t + pairs])
                number = t // width
                c, s, dx, dy = cos[number * done], sin[number * done], ax - bx, ay - by
                made.append((number * (2 * width) + t % width, (ax + bx, ay + by), (dx * c - dy * s, dx * s + dy * c)))
            k.barrier()
            for place, total, turned in made:
                x[place], y[place] = total
                x[place + width], y[place + width] = turned
            k.barrier()
            done *= 2
        for place in places:
            inside, at = element(place)

            def store():
                for result, part in zip(results, (x, y)):
                    result[at] = part[place] / n if inverse else part[place]

            k.when(inside, store)
        return results

    return tf.kernel((batch + lines - 1) // lines, threads, body)


def rows(n, inverse=False, transform=library, device="cpu"):
    """The transform of each row of ``[batch, n]``."""

    def rows(re: tf.f32["batch", n], im: tf.f32["batch", n]):
        return transform(re, im, 1, n, inverse)

    return tf.Program(rows, device=device)


def low_pass(n, transform=library, device="cpu"):
    """A picture without what repeats more often than ``cut`` times."""

    def low_pass(picture: tf.f32[n, n], cut: tf.f32):
        re, im = transform(picture, tf.zeros((n, n)), 1, n, False)
        re, im = transform(re, im, 0, n, False)
        down, across = (tf.minimum(k, n - k) for k in (tf.iota((n, n), axis, "f32") for axis in range(2)))
        slow = down * down + across * across <= cut * cut
        re, im = transform(tf.where(slow, re, 0), tf.where(slow, im, 0), 1, n, True)
        return transform(re, im, 0, n, True)[0]

    return tf.Program(low_pass, device=device)


def discs(n, seed):
    """A picture of discs and noise, in 0 .. 1."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:n, :n] / n
    inside = sum((x - a) ** 2 + (y - b) ** 2 < (0.02 + 0.12 * r) ** 2 for a, b, r in rng.random((12, 3)))
    return (np.where(inside % 2, 0.7, 0.1) + 0.2 * rng.random((n, n))).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, n=1024, cut=24.0)
    save(chosen.out, timed(low_pass(chosen.n), discs(chosen.n, chosen.seed), np.float32(chosen.cut)))
