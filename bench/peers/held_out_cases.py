"""The programs of held_out.py, written for JAX: each draws its extents and arrays."""
import math

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

CASES = {}


def case(function):
    """Adds a case: `function(draw)` gives a program and its arguments."""
    CASES[function.__name__] = function
    return function


class Draw:
    """Draws extents and arrays."""

    def __init__(self, seed, name):
        self.rng = np.random.default_rng([seed, *name.encode()])

    def size(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def array(self, *shape, dtype=np.float32):
        return self.rng.standard_normal(shape).astype(dtype)

    def integers(self, high, *shape, dtype=np.int32):
        return self.rng.integers(0, high, shape).astype(dtype)


def attend(q, k, v, mask=None):
    scores = jnp.einsum("bhid,bhjd->bhij", q, k) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = jnp.where(mask, scores, -jnp.inf)
    return jnp.einsum("bhij,bhjd->bhid", jax.nn.softmax(scores, -1), v)


def causal(s):
    return jnp.tril(jnp.ones((s, s), bool))


@case
def attention_long(d):
    q, k, v = (d.array(1, 4, 2048, 64) for _ in range(3))
    return attend, (q, k, v)


@case
def attention_odd(d):
    s, e = d.size(400, 900), d.size(40, 90)
    return attend, tuple(d.array(2, 4, s, e) for _ in range(3))


@case
def attention_causal(d):
    s = d.size(500, 1100)
    return (lambda q, k, v: attend(q, k, v, causal(s))), tuple(d.array(1, 6, s, 64) for _ in range(3))


@case
def attention_cross(d):
    n, m = d.size(100, 400), d.size(600, 1500)
    return attend, (d.array(2, 4, n, 64), d.array(2, 4, m, 64), d.array(2, 4, m, 64))


@case
def attention_heads_inside(d):
    """[batch, position, head, feature], as most models have it."""
    s = d.size(400, 800)

    def program(q, k, v):
        q, k, v = (x.transpose(0, 2, 1, 3) for x in (q, k, v))
        return attend(q, k, v).transpose(0, 2, 1, 3)
    return program, tuple(d.array(1, s, 8, 64) for _ in range(3))


@case
def attention_causal_gradient(d):
    s = d.size(400, 700)
    loss = lambda q, k, v: jnp.sum(jnp.sin(attend(q, k, v, causal(s))))
    return jax.grad(loss, (0, 1, 2)), tuple(d.array(1, 4, s, 64) for _ in range(3))


@case
def transformer_block(d):
    s, e, h = d.size(200, 400), 64 * d.size(4, 8), 4

    def norm(x, g):
        return x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g

    def program(x, g1, g2, wq, wk, wv, wo, w1, w2):
        y = norm(x, g1)
        q, k, v = (jnp.dot(y, w).reshape(s, h, e // h).transpose(1, 0, 2)[None] for w in (wq, wk, wv))
        x = x + attend(q, k, v, causal(s))[0].transpose(1, 0, 2).reshape(s, e) @ wo
        return x + jax.nn.gelu(norm(x, g2) @ w1) @ w2
    w = lambda *shape: d.array(*shape) * np.float32(shape[0] ** -0.5)
    return program, (d.array(s, e), d.array(e), d.array(e), w(e, e), w(e, e), w(e, e), w(e, e), w(e, 4 * e), w(4 * e, e))


@case
def product_odd(d):
    m, n, k = (d.size(400, 1100) for _ in range(3))
    return jnp.dot, (d.array(m, k), d.array(k, n))


@case
def product_transposed(d):
    m, n, k = (d.size(400, 900) for _ in range(3))
    return (lambda a, b: jnp.einsum("km,nk->mn", a, b)), (d.array(k, m), d.array(n, k))


@case
def product_f64(d):
    m, n, k = (d.size(300, 700) for _ in range(3))
    return jnp.dot, (d.array(m, k, dtype=np.float64), d.array(k, n, dtype=np.float64))


@case
def product_tall(d):
    return (lambda a: a.T @ a), (d.array(d.size(50_000, 100_000), d.size(30, 70)),)


@case
def product_vector(d):
    n, m = d.size(3000, 6000), d.size(3000, 6000)
    return jnp.dot, (d.array(n, m), d.array(m))


@case
def product_small_batches(d):
    b, m, n, k = d.size(1000, 3000), d.size(5, 20), d.size(5, 20), d.size(5, 20)
    return jnp.matmul, (d.array(b, m, k), d.array(b, k, n))


@case
def product_bias_gelu(d):
    m, n, k = d.size(200, 500), d.size(1000, 2000), d.size(300, 800)
    return (lambda x, w, b: jax.nn.gelu(x @ w + b)), (d.array(m, k), d.array(k, n), d.array(n))


@case
def tensordot_three(d):
    a, b, c, e = d.size(20, 60), d.size(20, 60), d.size(20, 60), d.size(100, 300)
    return (lambda x, y: jnp.einsum("abc,cbe->ae", x, y)), (d.array(a * 10, b, c), d.array(c, b, e))


def convolve(x, k, stride=1, groups=1, padding="SAME"):
    return lax.conv_general_dilated(x, k, (stride, stride), padding, feature_group_count=groups, dimension_numbers=("NHWC", "HWIO", "NHWC"))


@case
def conv_5x5(d):
    n = d.size(30, 60)
    return convolve, (d.array(4, n, n, 24), d.array(5, 5, 24, d.size(20, 50)))


@case
def conv_strided(d):
    n = d.size(100, 220)
    return (lambda x, k: convolve(x, k, stride=2)), (d.array(4, n, n, 3), d.array(7, 7, 3, 64))


@case
def conv_1x1(d):
    n, c = d.size(20, 40), d.size(60, 200)
    return convolve, (d.array(4, n, n, c), d.array(1, 1, c, d.size(60, 200)))


@case
def conv_depthwise(d):
    n, c = d.size(50, 100), d.size(40, 120)
    return (lambda x, k: convolve(x, k, groups=c)), (d.array(4, n, n, c), d.array(3, 3, 1, c))


@case
def conv_block_gradient(d):
    n, c = d.size(20, 40), d.size(16, 48)
    loss = lambda k, x: jnp.mean(jnp.square(jax.nn.relu(convolve(x, k))))
    return jax.value_and_grad(loss, (0, 1)), (d.array(3, 3, c, c), d.array(4, n, n, c))


@case
def max_pool(d):
    n, c = d.size(80, 160), d.size(20, 70)
    return (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")), (d.array(4, n, n, c),)


@case
def batch_norm_gradient(d):
    n, c = d.size(30, 60), d.size(20, 70)

    def loss(x, g, b):
        m = x.mean((0, 1, 2)); v = x.var((0, 1, 2))
        return jnp.sum(jnp.square(jax.nn.relu((x - m) * lax.rsqrt(v + 1e-5) * g + b)))
    return jax.grad(loss, (0, 1, 2)), (d.array(8, n, n, c), d.array(c), d.array(c))


@case
def softmax_odd(d):
    return (lambda x: jax.nn.softmax(x, -1)), (d.array(d.size(2000, 5000), d.size(500, 1500)),)


@case
def softmax_axis0(d):
    return (lambda x: jax.nn.softmax(x, 0)), (d.array(d.size(500, 1500), d.size(1000, 3000)),)


@case
def softmax_short(d):
    return (lambda x: jax.nn.softmax(x, -1)), (d.array(d.size(100_000, 300_000), d.size(7, 20)),)


@case
def cross_entropy_gradient(d):
    n, c = d.size(500, 1500), d.size(1000, 5000)

    def loss(z, y):
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(z), y[:, None], 1))
    return jax.value_and_grad(loss), (d.array(n, c), d.integers(c, n))


@case
def rms_norm(d):
    n = d.size(300, 1200)
    return (lambda x, g: x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g), (d.array(d.size(2000, 6000), n), d.array(n))


@case
def group_norm(d):
    n, c = d.size(30, 60), 8 * d.size(4, 8)

    def program(x, g):
        y = x.reshape(8, n, n, 8, c // 8)
        m = y.mean((1, 2, 4), keepdims=True); v = y.var((1, 2, 4), keepdims=True)
        return ((y - m) * lax.rsqrt(v + 1e-5)).reshape(x.shape) * g
    return program, (d.array(8, n, n, c), d.array(c))


@case
def sum_middle(d):
    return (lambda x: x.sum(1)), (d.array(d.size(100, 300), d.size(100, 300), d.size(100, 300)),)


@case
def sum_outer_and_last(d):
    return (lambda x: x.sum((0, 2))), (d.array(d.size(100, 300), d.size(100, 300), d.size(100, 300)),)


@case
def norm_f64(d):
    return (lambda x: jnp.sqrt(jnp.sum(x * x, -1))), (d.array(d.size(2000, 4000), d.size(500, 2000), dtype=np.float64),)


@case
def variance_all(d):
    return jnp.var, (d.array(d.size(3_000_000, 9_000_000)),)


@case
def argmax_rows(d):
    return (lambda x: jnp.argmax(x, -1)), (d.array(d.size(2000, 5000), d.size(500, 2000)),)


@case
def cumsum_columns(d):
    return (lambda x: jnp.cumsum(x, 0)), (d.array(d.size(500, 2000), d.size(1000, 3000)),)


@case
def cumsum_line(d):
    return jnp.cumsum, (d.array(d.size(3_000_000, 9_000_000)),)


@case
def cumprod_rows(d):
    return (lambda x: jnp.cumprod(1 + 0.01 * x, 1)), (d.array(d.size(1000, 3000), d.size(500, 2000)),)


@case
def sort_rows(d):
    return (lambda x: jnp.sort(x, -1)), (d.array(d.size(200, 600), d.size(500, 3000)),)


@case
def histogram(d):
    n = d.size(500, 5000)
    return (lambda i: jnp.zeros(n, jnp.int32).at[i].add(1)), (d.integers(n, d.size(1_000_000, 3_000_000)),)


@case
def embedding_gradient(d):
    n, m, e = d.size(5000, 20_000), d.size(20_000, 60_000), d.size(30, 100)
    return (lambda g, i: jnp.zeros((n, e)).at[i].add(g)), (d.array(m, e), d.integers(n, m))


@case
def take_columns(d):
    n, m = d.size(1000, 3000), d.size(1000, 3000)
    return (lambda x, i: x[:, i]), (d.array(n, m), d.integers(m, d.size(500, 2000)))


@case
def transpose(d):
    return (lambda x: x.T + 1), (d.array(d.size(1500, 3500), d.size(1500, 3500)),)


@case
def permute_bhsd(d):
    return (lambda x: jnp.transpose(x, (0, 2, 1, 3)) * 2), (d.array(4, d.size(200, 800), 12, 64),)


@case
def pad_concat(d):
    n = d.size(1000, 3000)
    return (lambda x, y: jnp.pad(jnp.concatenate([x, y], 1), ((3, 5), (2, 2)))), (d.array(n, n // 2), d.array(n, n // 3))


@case
def heat_3d(d):
    n = d.size(90, 160)

    def step(u, _):
        p = jnp.pad(u, 1)
        c = slice(1, -1)
        near = p[2:, c, c] + p[:-2, c, c] + p[c, 2:, c] + p[c, :-2, c] + p[c, c, 2:] + p[c, c, :-2]
        return u + 0.1 * (near - 6 * u), None
    return (lambda u: lax.scan(step, u, None, 10)[0]), (d.array(n, n, n),)


@case
def blur_chain(d):
    n = d.size(900, 2000)

    def blur(x):
        p = jnp.pad(x, ((2, 2), (2, 2)), mode="edge")
        rows = sum(w * p[:, i:i + n] for i, w in enumerate((1, 4, 6, 4, 1)))
        return sum(w * rows[i:i + n] for i, w in enumerate((1, 4, 6, 4, 1))) / 256
    return (lambda x: blur(blur(x))), (d.array(n, n),)


@case
def sobel(d):
    n, m = d.size(1000, 2500), d.size(1000, 2500)

    def program(x):
        p = jnp.pad(x, 1)
        a = lambda i, j: p[i:i + n, j:j + m]
        gx = a(0, 2) + 2 * a(1, 2) + a(2, 2) - a(0, 0) - 2 * a(1, 0) - a(2, 0)
        gy = a(2, 0) + 2 * a(2, 1) + a(2, 2) - a(0, 0) - 2 * a(0, 1) - a(0, 2)
        return jnp.sqrt(gx * gx + gy * gy)
    return program, (d.array(n, m),)


@case
def lstm(d):
    t, b, h = d.size(20, 60), d.size(16, 64), d.size(64, 200)

    def program(xs, wx, wh, bias):
        def step(state, x):
            s, c = state
            i, f, g, o = jnp.split(x @ wx + s @ wh + bias, 4, -1)
            c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            s = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (s, c), s
        zero = jnp.zeros((b, h))
        return lax.scan(step, (zero, zero), xs)[1]
    w = lambda *shape: d.array(*shape) * np.float32(shape[0] ** -0.5)
    return program, (d.array(t, b, h), w(h, 4 * h), w(h, 4 * h), d.array(4 * h))


@case
def pairwise_distances(d):
    n, m, e = d.size(1000, 3000), d.size(1000, 3000), d.size(3, 10)
    return (lambda x, y: jnp.sqrt(jnp.sum(jnp.square(x[:, None] - y[None]), -1))), (d.array(n, e), d.array(m, e))


@case
def k_means_step(d):
    n, k, e = d.size(20_000, 60_000), d.size(10, 40), d.size(3, 20)

    def program(x, c):
        near = jnp.argmin(jnp.sum(jnp.square(x[:, None] - c[None]), -1), -1)
        one = jax.nn.one_hot(near, k)
        return (one.T @ x) / jnp.maximum(one.sum(0), 1)[:, None]
    return program, (d.array(n, e), d.array(k, e))


@case
def black_scholes(d):
    n = d.size(1_000_000, 3_000_000)

    def program(s, k, t):
        s, k, t = 50 + 10 * jnp.abs(s), 50 + 10 * jnp.abs(k), 0.1 + jnp.abs(t)
        sq = 0.3 * jnp.sqrt(t)
        d1 = (jnp.log(s / k) + (0.02 + 0.045) * t) / sq
        cdf = lambda x: 0.5 * (1 + lax.erf(x * 0.7071067811865476))
        return s * cdf(d1) - k * jnp.exp(-0.02 * t) * cdf(d1 - sq)
    return program, (d.array(n), d.array(n), d.array(n))


@case
def adam(d):
    n = d.size(2_000_000, 6_000_000)

    def program(p, g, m, v):
        m = 0.9 * m + 0.1 * g
        v = 0.999 * v + 0.001 * g * g
        return p - 0.001 * m / (jnp.sqrt(v) + 1e-8), m, v
    return program, tuple(np.abs(d.array(n)) for _ in range(4))


@case
def eltwise_bf16(d):
    n = d.size(3_000_000, 9_000_000)
    return (lambda x, y: jax.nn.silu(x) * y), tuple(jnp.asarray(d.array(n)).astype(jnp.bfloat16) for _ in range(2))


@case
def product_bf16(d):
    m, n, k = (d.size(300, 800) for _ in range(3))
    bf = lambda *s: jnp.asarray(d.array(*s)).astype(jnp.bfloat16)
    return (lambda a, b: lax.dot(a, b, preferred_element_type=jnp.float32)), (bf(m, k), bf(k, n))


@case
def product_i8(d):
    m, n, k = (d.size(300, 800) for _ in range(3))
    i8 = lambda *s: d.rng.integers(-128, 128, s).astype(np.int8)
    return (lambda a, b: lax.dot(a, b, preferred_element_type=jnp.int32)), (i8(m, k), i8(k, n))
