"""Tensorforge: "" is the StableHLO of JAX, "tf" the natural form as a Tensorforge program (docs/guides/python.md).

The package has to be importable in the environment of JAX: `./x wheel`, then
`bench/peers/venvs/jax/bin/pip install target/wheel/tensorforge-*.whl`. `OURS_DEVICE=cpu:x86-64-v3` limits it to a level, as README.md describes for the others."""
import inspect
import os

import numpy as np
import reference as R
import tensorforge as tf

VENV = "jax"
DEVICE = os.environ.get("OURS_DEVICE", "cpu")


def version():
    return "tensorforge " + tf.__version__


def variants(w):
    return ["", "tf"] if w in FUN else [""]


def nbody(X, V):
    d = X[None] - X[:, None]
    d2 = (d * d).sum(-1, keepdims=True) + R.EPS
    V = V + (d / (d2 * tf.sqrt(d2))).sum(1) * R.DT
    return X + V * R.DT, V


def layernorm(x, g, b):
    m = x.mean(-1, keepdims=True)
    v = tf.square(x - m).mean(-1, keepdims=True)
    return (x - m) * tf.rsqrt(v + R.LN_EPS) * g + b


def eltwise_exp(x, y):
    return tf.sigmoid(x) * tf.tanh(y) + tf.exp(-x * x) * (0.5 + 0.25 * y + 0.125 * x * y)


def conv(x, k):
    y = tf.conv(x.transpose(0, 2, 3, 1), k.transpose(2, 3, 1, 0), places=[(1, 1), (1, 1)])
    return y.transpose(0, 3, 1, 2)


def conv_grad(x, k, g):
    y, (dx, dk) = tf.vjp(conv, (x, k), g)
    return y, dx, dk


def _inside(i, j, n):
    return (i > 0) & (i < n - 1) & (j > 0) & (j < n - 1)


def _neighbours(u, i, j):
    return u[i + 1, j] + u[i - 1, j] + u[i, j + 1] + u[i, j - 1]


def wave(u, v):
    n = u.shape[0]

    def step(_, s):
        u, v = s
        push = lambda i, j: tf.where(_inside(i, j, n), R.WAVE_DT * (_neighbours(u, i, j) - 4 * u[i, j]), 0.0)
        v = v + tf.compute(u.shape, push)
        return u + R.WAVE_DT * v, v
    return tf.loop(0, R.ITERS, step, (u, v))


def jacobi(u, f):
    n = u.shape[0]

    def step(_, u):
        mean = lambda i, j: tf.where(_inside(i, j, n), 0.25 * (_neighbours(u, i, j) - f[i, j]), u[i, j])
        return tf.compute(u.shape, mean)
    return tf.loop(0, R.ITERS, step, u)


def mandelbrot(cx, cy):
    def point(i, j):
        x, y = cx[i, j], cy[i, j]
        inside = lambda s: (s[0] < R.MAXIT) & (s[1] * s[1] + s[2] * s[2] <= 4.0)
        step = lambda s: (s[0] + 1, s[1] * s[1] - s[2] * s[2] + x, 2.0 * s[1] * s[2] + y)
        zero = tf.asarray(0.0, "f32")
        return tf.while_(inside, step, (tf.asarray(0, "i32"), zero, zero))[0]
    return tf.compute(cx.shape, point)


def attention(q, k, v):
    p = tf.softmax(tf.einsum("bhqd,bhkd->bhqk", q, k) * (R.ATT["D"] ** -0.5), -1)
    return tf.einsum("bhqk,bhkd->bhqd", p, v)


FUN = dict(
    nbody=nbody, layernorm=layernorm, eltwise_exp=eltwise_exp, conv=conv, conv_grad=conv_grad,
    layernorm_grad=lambda x, g, b, gy: tf.vjp(layernorm, (x, g, b), gy)[1],
    matmul=lambda a, b: a @ b, matmul_skinny=lambda a, b: a @ b, matmul_batched=lambda a, b: a @ b,
    fused_epilogue=lambda a, b: tf.square(tf.sin(a) @ tf.cos(b.transpose(1, 0))),
    softmax=lambda x: tf.softmax(x, -1), cumsum=lambda x: tf.cumsum(x, -1),
    sum_axis0=lambda x: x.sum(0), sum_axis1=lambda x: x.sum(1), sum_all=lambda x: x.sum(),
    eltwise_mem=lambda x, y: ((0.1 * x + 0.2) * x + 0.3) * y + x,
    wave=wave, jacobi=jacobi, mandelbrot=mandelbrot, attention=attention,
    attention_grad=lambda q, k, v, g: tf.vjp(attention, (q, k, v), g)[1],
    add16=lambda a, b: a + b, gather=lambda t, i: t[i],
    scatter_add=lambda g, i: tf.zeros((R.GATHER["rows"], R.GATHER["dim"])).updated(i, g, "add"),
)

TYPES = {np.dtype("float32"): tf.f32, np.dtype("int32"): tf.i32}


def lowered(function, ins):
    """JAX's StableHLO of a function, compiled by Tensorforge."""
    import jax
    # An argument that the function does not use stays one.
    return tf.compile(jax.jit(function, keep_unused=True).lower(*ins).as_text(), DEVICE)


def make(w, n, ins, variant=""):
    if variant == "tf":
        types = [TYPES[x.dtype][x.shape] for x in ins]
        names = inspect.signature(FUN[w]).parameters
        program = tf.Program(FUN[w], inputs=dict(zip(names, types)), device=DEVICE)
        return program, ins
    from . import jax_peer as J
    if w != "mlp":
        return lowered(J.FUN[w], ins), ins
    step = lambda x, y, t, *s: J.mlp_step(x, y, list(s[:6]), list(s[6:12]), list(s[12:]), t)
    state = [np.float32(10), *ins[2:]]
    run = lowered(step, ins[:2] + state)

    def call():
        loss, *rest = run(*ins[:2], *state)
        state[1:], state[0] = rest[:-1], rest[-1]
        return [loss] + rest[:6]
    return call, []


def to_numpy(o):
    return [np.asarray(x) for x in (o if isinstance(o, (list, tuple)) else [o])]
