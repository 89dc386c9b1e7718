"""Programs of the bench without explicit threads: python bench/gpu/mapped.py softmax > bench/gpu/programs/softmax.mlir

The compiler chooses their kernels; the programs are written as in NumPy.
"""

import sys

import tensorforge as tf

STEPS = 100


@tf.program
def chain(x: tf.f32["n"], y: tf.f32["n"]):
    """Eight elementwise operations."""
    return tf.sqrt(tf.abs(tf.maximum(x * y + x, 0.0) * 0.5 - y) + 1.0)


@tf.program
def expsin(x: tf.f32["n"], y: tf.f32["n"]):
    """Functions that cost more than the memory traffic of their elements."""
    return tf.tanh(y) * tf.sigmoid(x) + tf.exp(-x * x) * tf.sin(y)


@tf.program
def softmax(x: tf.f32["m", "n"]):
    return tf.softmax(x, 1)


@tf.program
def layernorm(x: tf.f32["m", "n"], scale: tf.f32["n"], shift: tf.f32["n"]):
    centred = x - tf.mean(x, 1, keepdims=True)
    return centred * tf.rsqrt(tf.mean(centred * centred, 1, keepdims=True) + 1e-5) * scale + shift


@tf.program
def sum_rows(x: tf.f32["m", "n"]):
    return tf.sum(x, 1)


@tf.program
def sum_columns(x: tf.f32["m", "n"]):
    return tf.sum(x, 0)


@tf.program
def sum_all(x: tf.f32["n"]):
    return tf.sum(x)


@tf.program
def argmax(x: tf.f32["m", "n"]):
    return tf.argmax(x, 1).astype("i32")


@tf.program
def gather(table: tf.f32["n"], places: tf.i32["m"]):
    return tf.take(table, places, 0)


@tf.program
def cumsum(x: tf.f32["m", "n"]):
    return tf.cumsum(x, 1)


@tf.program
def sort(x: tf.i32["n"]):
    return tf.sort(x, 0)


@tf.program
def wave(u: tf.f32["h", "w"], v: tf.f32["h", "w"]):
    """Steps of the wave equation; nothing is outside, and what is at the edge is held."""

    def step(_, state):
        u, v = state
        (h, w) = (tf.asarray(extent).astype("i64") for extent in u.shape)

        def speed(i, j):
            around = u.at(i - 1, j) + u.at(i + 1, j) + u.at(i, j - 1) + u.at(i, j + 1) - 4.0 * u[i, j]
            inside = (i > 0) & (j > 0) & (i < h - 1) & (j < w - 1)
            return v[i, j] + tf.where(inside, 0.5 * around, 0.0)

        v = tf.compute(u.shape, speed)
        return u + 0.5 * v, v

    return tf.loop(0, STEPS, step, (u, v))


@tf.program
def jacobi(u: tf.f32["h", "w"], f: tf.f32["h", "w"]):
    """Sweeps of Jacobi's method for Poisson's equation; what is at the edge is given."""

    def step(_, u):
        (h, w) = (tf.asarray(extent).astype("i64") for extent in u.shape)

        def point(i, j):
            around = u.at(i - 1, j) + u.at(i + 1, j) + u.at(i, j - 1) + u.at(i, j + 1) - f[i, j]
            inside = (i > 0) & (j > 0) & (i < h - 1) & (j < w - 1)
            return tf.where(inside, 0.25 * around, u[i, j])

        return tf.compute(u.shape, point)

    return tf.loop(0, STEPS, step, u)


@tf.program(numerics="strict")
def fractal(xs: tf.f32["w"], ys: tf.f32["h"], limit: tf.i32):
    """The Mandelbrot set: the same counts as the kernel by hand."""

    def point(i, j):
        a, b = xs[j], ys[i]
        inside = lambda s: (s[0] * s[0] + s[1] * s[1] <= 4.0) & (s[2] < limit)
        step = lambda s: (s[0] * s[0] - s[1] * s[1] + a, 2.0 * s[0] * s[1] + b, s[2] + 1)
        return tf.while_(inside, step, (0.0, 0.0, 0))[2]

    return tf.compute((*ys.shape, *xs.shape), point)


@tf.program
def matmul(a: tf.f32["m", "q"], b: tf.f32["q", "n"]):
    return a @ b


@tf.program
def gravity(x: tf.f32["n", 4], softening: tf.f32):
    """Accelerations of bodies (position and mass): the distances of all pairs are [n, n, 3], and are never stored."""
    places, masses = x[:, :3], x[:, 3]
    d = places[None] - places[:, None]
    r2 = (d * d).sum(-1, keepdims=True) + softening
    return (d * (masses[None, :, None] / (r2 * tf.sqrt(r2)))).sum(1)


@tf.program
def small(x: tf.f32["n"]):
    """A call that computes next to nothing: its time is the host's."""
    return x + 1.0


ALL = {
    program.__name__: program
    for program in (
        chain, expsin, softmax, layernorm, sum_rows, sum_columns, sum_all, argmax, gather, cumsum, sort, wave, jacobi, fractal, matmul, gravity, small
    )
}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ALL:
        sys.exit(f"usage: mapped.py {'|'.join(ALL)}")
    print(f"// Made by bench/gpu/mapped.py: python bench/gpu/mapped.py {sys.argv[1]}")
    print(ALL[sys.argv[1]].to_text())
