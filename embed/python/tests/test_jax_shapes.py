"""Sizes by name: ``tensorforge.jit(f, shapes=…)`` compiles one program for all sizes, with the results of JAX for each."""

import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import tensorforge as tf

RANDOM = np.random.default_rng(7)


def floats(*shape):
    return RANDOM.standard_normal(shape).astype(np.float32)


def places(most, *shape):
    return RANDOM.integers(0, most, shape).astype(np.int32)


def causal(q, k, v):
    bias = jnp.where(jnp.arange(q.shape[1])[:, None] >= jnp.arange(k.shape[1]), 0, -jnp.inf)
    return jax.nn.softmax(q @ jnp.swapaxes(k, -1, -2) / jnp.sqrt(8.0) + bias) @ v


def loss(w, x, y):
    return ((jnp.tanh(x @ w) - y) ** 2).mean()


def dense(w, x):
    return jnp.tanh(x @ w).sum(0)


def recurrent(x):
    return lax.scan(lambda c, a: (jnp.tanh(c + a), c), jnp.zeros(x.shape[1:]), x)


def convolved(stride, padding):
    return lambda x, k: lax.conv_general_dilated(x, k, (stride,), padding)


def power(x):
    return lax.while_loop(lambda s: s[1] < x.shape[0], lambda s: (s[0] * 1.1 + x[s[1]], s[1] + 1), (x * 0, 0))[0]


# What is computed, the dimensions of its arguments, and arguments for two sizes.
CASES = {
    "product": (lambda x, w: jax.nn.softmax(x @ w), ("n, m", "m, 2*m+1"), lambda n, m: (floats(n, m), floats(m, 2 * m + 1))),
    "normalized": (
        lambda x, g: (x - x.mean(-1, keepdims=True)) / jnp.sqrt(x.var(-1, keepdims=True) + 1e-5) * g,
        ("b, n", "n"),
        lambda n, m: (floats(n, m), floats(m)),
    ),
    "scan": (recurrent, "n, k", lambda n, m: (floats(n, m),)),
    "while": (power, "n", lambda n, m: (floats(n),)),
    "fori": (lambda x: lax.fori_loop(0, x.shape[0], lambda i, c: c + x[i], 0.0), "n", lambda n, m: (floats(n),)),
    "cond": (lambda x: lax.cond(x.sum() > 0, lambda x: x * 2, lambda x: -x, x), "n", lambda n, m: (floats(n),)),
    "convolution": (convolved(1, "SAME"), ("b, 3, n", "4, 3, 5"), lambda n, m: (floats(n, 3, m), floats(4, 3, 5))),
    "strided convolution": (convolved(2, "SAME"), ("b, 3, n", "4, 3, 5"), lambda n, m: (floats(n, 3, m), floats(4, 3, 5))),
    "valid convolution": (convolved(2, "VALID"), ("b, 3, n+5", "4, 3, 5"), lambda n, m: (floats(n, 3, m + 5), floats(4, 3, 5))),
    "pooling": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (3,), (2,), "SAME"), "n", lambda n, m: (floats(n),)),
    "running": (lambda x: (jnp.cumsum(x, 0), lax.cummax(x, 1, reverse=True)), "n, m", lambda n, m: (floats(n, m),)),
    "joined": (lambda x, y: jnp.concatenate([x, y, x[:1]]), ("n, m", "k, m"), lambda n, m: (floats(n, m), floats(2, m))),
    "padded": (lambda x: (jnp.pad(x, (1, 2)), jnp.pad(x, (1, 2), mode="edge")), "n", lambda n, m: (floats(n),)),
    "reduced": (lambda x: (x.sum(0), x.max(1), x.argmax(1), x.mean(), jnp.median(x)), "n, m", lambda n, m: (floats(n, m),)),
    "gathered": (lambda x, i: x[i], ("n, m", "k"), lambda n, m: (floats(n, m), places(n, 3))),
    "scattered": (lambda x, i, u: x.at[i].add(u), ("n, m", "k", "k, m"), lambda n, m: (floats(n, m), places(n, 3), floats(3, m))),
    "updated": (
        lambda x, i: lax.dynamic_update_slice(x, jnp.ones((1, x.shape[1]), x.dtype), (i, 0)),
        ("n, m", None),
        lambda n, m: (floats(n, m), n - 1),
    ),
    "reshaped": (lambda x: (x.reshape(-1), x.T.reshape(-1, x.shape[0]), jnp.arange(x.shape[0])), "n, m", lambda n, m: (floats(n, m),)),
    "sliced": (lambda x: (x[1:] - x[:-1], x[::-1], x[::2]), "n+1, m", lambda n, m: (floats(n + 1, m),)),
    "halved": (lambda x: (x[: x.shape[0] // 2] * 2, x.reshape(2, -1)), "2*n", lambda n, m: (floats(2 * n),)),
    "rolled": (lambda x: jnp.roll(x, 1) + jnp.roll(x, -1) - 2 * x, "n", lambda n, m: (floats(n),)),
    "rolled further": (lambda x: jnp.roll(x, -3) + 2 * jnp.roll(x, 5), "n", lambda n, m: (floats(n),)),
    "repeated": (lambda x: jnp.repeat(x, 2, axis=0, total_repeat_length=2 * x.shape[0]), "n, m", lambda n, m: (floats(n, m),)),
    "sorted": (lambda x: (jnp.sort(x), jnp.argsort(x)), "n, m", lambda n, m: (floats(n, m),)),
    "random": (lambda x, key: x + jax.random.normal(jax.random.key(key), x.shape), ("n", None), lambda n, m: (floats(n), 3)),
    "complex": (lambda x: jnp.abs(jnp.exp(1j * x)).sum(0), "n, m", lambda n, m: (floats(n, m),)),
    "attention": (causal, "b, n, 8", lambda n, m: (floats(n, m, 8),) * 3),
    "gradient": (jax.grad(loss), ("k, 3", "n, k", "n, 3"), lambda n, m: (floats(m, 3), floats(n, m), floats(n, 3))),
    "gradient of a scan": (jax.grad(lambda x: recurrent(x)[0].sum()), "n, k", lambda n, m: (floats(n, m),)),
    "map": (jax.vmap(lambda x, y: x @ y, in_axes=(0, None)), ("b, n", "n"), lambda n, m: (floats(n, m), floats(m))),
    "square": (lambda x, y: jnp.outer(x, x).reshape(-1) + y, ("n", "n*n"), lambda n, m: (floats(n), floats(n * n))),
    "half": (lambda x, y: x[: x.shape[0] // 2] + y, ("n+1", "floordiv(n+1, 2)"), lambda n, m: (floats(n + 1), floats((n + 1) // 2))),
    "rest": (
        lambda x, y: (x * (x.shape[0] % 4), jnp.concatenate([x, y])),
        ("n", "mod(n, 4) + 1"),
        lambda n, m: (floats(n), floats(n % 4 + 1)),
    ),
    "least": (lambda x, y: (x[:2], y), ("n", "max(n, 2)"), lambda n, m: (floats(n), floats(max(n, 2)))),
    "transform": (lambda x: (jnp.abs(jnp.fft.fft(x)), jnp.abs(jnp.fft.rfft(x, axis=0))), "n, m", lambda n, m: (floats(n, m),)),
    "transform of the plane": (lambda x: jnp.abs(jnp.fft.ifft2(x)), "n, m", lambda n, m: (floats(n, m),)),
    "gradient of a transform": (
        jax.grad(lambda x: (jnp.abs(jnp.fft.fft(x)) ** 2).sum()),
        "n",
        lambda n, m: (floats(n),),
    ),
    "gradient of a transform of reals": (
        jax.grad(lambda x: (jnp.abs(jnp.fft.rfft(x)) ** 4).sum() + (jnp.fft.rfft(x, axis=0).imag ** 3).sum()),
        "n, m",
        lambda n, m: (floats(n, m),),
    ),
    "gradient of a transform to reals": (
        jax.grad(lambda x: (lax.fft(jnp.fft.rfft(x) ** 2, lax.FftType.IRFFT, (x.shape[-1],)) ** 3).sum()),
        "n, m",
        lambda n, m: (floats(n, m),),
    ),
    "gradient of transforms of the plane": (
        jax.grad(lambda x: (lax.fft(jnp.fft.rfft2(x) ** 2, lax.FftType.IRFFT, x.shape) ** 2).sum()),
        "n, m",
        lambda n, m: (floats(n, m),),
    ),
    "keys": (
        lambda keys: jax.vmap(lambda key: jax.random.normal(key, (3,)))(keys),
        "n",
        lambda n, m: (jax.random.split(jax.random.key(1), n),),
    ),
    "slope of a maximum": (
        jax.grad(lambda x: (lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2), (1, 2, 2), "VALID") ** 2).sum()),
        "b, 2*n, 2*m",
        lambda n, m: (floats(2, 2 * n, 2 * m),),
    ),
    "structure": (
        lambda p, x: x @ p["w"] + p["b"],
        ({"w": "n, m", "b": "m"}, "k, n"),
        lambda n, m: ({"w": floats(n, m), "b": floats(m)}, floats(3, n)),
    ),
}


class NamedSizes(unittest.TestCase):
    def same(self, ours, theirs):
        self.assertEqual(jax.tree.structure(ours), jax.tree.structure(theirs))
        for own, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
            self.assertEqual((own.shape, own.dtype), (other.shape, other.dtype))
            np.testing.assert_allclose(np.asarray(own), np.asarray(other), rtol=1e-4, atol=1e-5)

    def test_one_program_for_all_sizes(self):
        for name, (function, shapes, make) in CASES.items():
            with self.subTest(name):
                session = tf.Session()
                ours, theirs = tf.jit(function, shapes=shapes, session=session), jax.jit(function)
                for sizes in [(3, 4), (1, 1), (5, 2)]:
                    args = make(*sizes)
                    self.same(ours(*args), theirs(*args))
                self.assertEqual(session.compilations, 1)

    def test_interpreted(self):
        ours = tf.jit(dense, shapes=("k, m", "n, k"), device="interp")
        for n, k, m in [(2, 3, 4), (1, 1, 1)]:
            w, x = floats(k, m), floats(n, k)
            self.same(ours(w, x), dense(w, x))

    def test_transformed_outside(self):
        session = tf.Session()
        ours = tf.jit(dense, shapes=("k, m", "n, k"), session=session)

        def pairs(f):
            """Ways to transform the function, which take parameters and rows."""
            mapped = (0, None)
            return {
                "grad": lambda w, x: jax.grad(lambda w: f(w, x).sum())(w[0]),
                "jvp": lambda w, x: jax.jvp(lambda w: f(w, x), (w[0],), (w[1],)),
                "hessian": lambda w, x: jax.hessian(lambda w: f(w, x).sum())(w[0]),
                "vmap": lambda w, x: jax.vmap(f, mapped)(w, x),
                "vmap of grad": lambda w, x: jax.vmap(jax.grad(lambda w, x: f(w, x).sum()), mapped)(w, x),
            }

        for name in pairs(ours):
            with self.subTest(name):
                counts = []
                for b, n, k, m in [(2, 2, 3, 4), (3, 5, 2, 2), (4, 1, 1, 3)]:
                    w, x = floats(b, k, m), floats(n, k)
                    self.same(pairs(ours)[name](w, x), pairs(dense)[name](w, x))
                    counts.append(session.compilations)
                self.assertEqual(counts[0], counts[-1])

    def test_derivatives_that_keep_nothing(self):
        functions = {
            "sum": (lambda x: x.sum(), "n, m"),
            "mean": (lambda x: x.mean(), "n, m"),
            "first": (lambda x: x[0, 0], "n, m"),
            "sums": (lambda x: (x.sum(0) ** 2).sum(), "n, m"),
            "linear": (lambda x: x.reshape(-1).cumsum(), "n, m"),
            "joined": (lambda x: jnp.concatenate([x, x.T @ x]), "n, m"),
        }
        for name, (function, shapes) in functions.items():
            session = tf.Session()
            ours = tf.jit(function, shapes=shapes, session=session)

            def whole(f):
                return lambda x: f(x).sum()

            ways = {
                "grad": lambda f: jax.grad(whole(f)),
                "hessian": lambda f: jax.hessian(whole(f)),
                "vmap of grad": lambda f: lambda x: jax.vmap(jax.grad(whole(f)))(jnp.stack([x, 2 * x])),
                "jit": lambda f: jax.jit(jax.grad(whole(f))),
                "own": lambda f: tf.jit(jax.grad(whole(f)), session=session),
                "own by name": lambda f: tf.jit(jax.grad(whole(f)), shapes="2*k, l", session=session),
            }
            for way, transformed in ways.items():
                with self.subTest(name, way=way):
                    for n, m in [(2, 3), (4, 1)]:
                        x = floats(n, m)
                        self.same(transformed(ours)(x), transformed(function)(x))

    def test_transposed(self):
        ours = tf.jit(lambda x: x.sum(), shapes="n")
        for n in (3, 5):
            (pulled,) = jax.linear_transpose(ours, floats(n))(jnp.float32(2))
            self.same(pulled, jnp.full(n, 2, jnp.float32))

    def test_names_of_several_functions(self):
        rows = tf.jit(lambda a, b: (a[:, None] * b[None]).sum(1) + jnp.arange(a.shape[0]), shapes=("n", "m"))
        tanh = tf.jit(lambda x: jnp.tanh(x).sum(), shapes="n")

        def closure(y, a):
            return tf.jit(lambda y: (y[:, None] * a).sum(), shapes="n")(y)

        def plain_rows(a, b):
            return (a[:, None] * b[None]).sum(1) + jnp.arange(a.shape[0])

        x, y = floats(3), floats(5)
        pairs = [
            (lambda a, b: (rows(a, b), rows(b, a)), lambda a, b: (plain_rows(a, b), plain_rows(b, a))),
            (closure, lambda y, a: (y[:, None] * a).sum()),
        ]
        for ours, theirs in pairs:
            for names in [("n", "m"), ("m", "n")]:
                self.same(tf.jit(ours, shapes=names)(x, y), theirs(x, y))

            def whole(f):
                return lambda a, b: sum(part.sum() for part in jax.tree.leaves(f(a, b)))

            self.same(tf.jit(jax.grad(whole(ours)), shapes=("n", "m"))(x, y), jax.grad(whole(theirs))(x, y))
        # A size that is the product of two names.
        ours = tf.jit(jax.grad(lambda x: tanh(x.reshape(-1))), shapes="k, l")
        x = floats(3, 2)
        self.same(ours(x), jax.grad(lambda x: jnp.tanh(x).sum())(x))
        ours = tf.jit(jax.grad(lambda x: lax.scan(lambda c, a: (c + tanh(a), c), 0.0, x)[0]), shapes="n, m")
        self.same(ours(x), jax.grad(lambda x: jnp.tanh(x).sum())(x))

    def test_questions_without_an_answer(self):
        """What a function asks of a size is answered for all sizes, or refused."""
        for function in [
            lambda x: x.sum() if x.shape[0] == 3 else x.prod(),
            lambda x: x.sum() if x.shape[0] != 3 else x.prod(),
            lambda x: x.sum() if x.shape == (3,) else x.prod(),
            lambda x: x.sum() if x.shape[0] in (2, 3) else x.prod(),
            lambda x: x.sum() if x.shape[0] % 2 else x.prod(),
            lambda x: jnp.packbits(x > 0),
        ]:
            with self.assertRaisesRegex(Exception, "is true for some sizes and false for others"):
                tf.jit(function, shapes="n")(floats(3))
        told = tf.jit(lambda x: x.sum() if x.shape[0] != 1 else x.prod(), shapes="n", constraints=("n >= 2",))
        self.same(told(jnp.ones(4)), jnp.float32(4))
        self.same(tf.jit(lambda x, y: x + y if x.shape == y.shape else x, shapes=("n", "n"))(jnp.ones(2), jnp.ones(2)), jnp.ones(2) * 2)

    def test_slices_by_constraint(self):
        ours = tf.jit(
            lambda x, i: (lax.dynamic_slice(x, (i,), (2,)), lax.dynamic_update_slice(x, x[:2] * 10, (i,))),
            shapes=("n", None),
            constraints=("n >= 2",),
        )
        for n in (2, 5):
            x = floats(n)
            for i in (-3, 0, 1, 7):
                self.same(ours(x, i), (lax.dynamic_slice(x, (i,), (2,)), lax.dynamic_update_slice(x, x[:2] * 10, (i,))))

    def test_what_jax_cannot_trace(self):
        ours = tf.jit(lambda x: x if x.shape[0] > 2 else -x, shapes="n")
        with self.assertRaises(Exception) as caught:
            ours(floats(3))
        self.assertIn("constraints=('n >= 2',)", "".join(getattr(caught.exception, "__notes__", [])))

    def test_in_other_programs(self):
        session = tf.Session()
        inner = tf.jit(dense, shapes=("k, m", "n, k"), session=session)
        fixed = tf.jit(lambda w, x: inner(w, x) * 2, session=session)
        named = tf.jit(lambda w, x: jax.grad(lambda w: inner(w, x).sum())(w), shapes=("a, b", "c, a"), session=session)
        for n, k, m in [(2, 3, 4), (5, 1, 2)]:
            w, x = floats(k, m), floats(n, k)
            self.same(fixed(w, x), dense(w, x) * 2)
            self.same(named(w, x), jax.grad(lambda w: dense(w, x).sum())(w))
            self.same(jax.jit(lambda w, x: inner(w, x) * 2)(w, x), dense(w, x) * 2)

    def test_sizes_that_are_not_said(self):
        session = tf.Session()
        ours = tf.jit(lambda x, y: x.sum() + y, shapes=("_, n", "..."), session=session)
        for shape in [(2, 3), (2, 5), (4, 5)]:
            self.same(ours(floats(*shape) * 0, jnp.ones(3)), jnp.ones(3))
        self.assertEqual(session.compilations, 2)
        # No elements are sizes of their own: JAX takes names for 1 at least.
        self.same(ours(floats(2, 0), jnp.ones(3)), jnp.ones(3))
        by_name = tf.jit(lambda x, *, y: x + y, shapes={"x": "n", "y": "n"}, session=session)
        self.same(by_name(floats(3) * 0, y=jnp.ones(3)), jnp.ones(3))

    def test_calls_that_do_not_fit(self):
        ours = tf.jit(dense, shapes=("k, m", "n, k"))
        with self.assertRaisesRegex(tf.CallError, "axis 1 of the argument x is 4, but shapes has 'k', which is 3: k is 3 by axis 0 of the argument w"):
            ours(floats(3, 2), floats(5, 4))
        with self.assertRaisesRegex(tf.CallError, r"the argument w has 1 axes \(its shape is \(3,\)\), but shapes has 'k, m'"):
            ours(floats(3), floats(5, 4))
        ours = tf.jit(lambda p, x: x, shapes=({"w": "2*n, 3"}, "n"), constraints=("n >= 3",))
        with self.assertRaisesRegex(tf.CallError, r"axis 0 of the argument p\['w'\] is 7, which is not '2\*n' for any n"):
            ours({"w": floats(7, 3)}, floats(3))
        with self.assertRaisesRegex(tf.CallError, r"axis 1 of the argument p\['w'\] is 4, but shapes has 3"):
            ours({"w": floats(6, 4)}, floats(3))
        with self.assertRaisesRegex(tf.CallError, "the constraint 'n >= 3' does not hold: 2 >= 3"):
            ours({"w": floats(4, 3)}, floats(2))

    def test_names_that_are_zero(self):
        # JAX takes names to be 1 at least, and decides by that what it traces.
        ours = tf.jit(lambda x: x.sum() * 100 if x.shape[0] > 3 else x.sum(), shapes="n + 3")
        self.same(ours(jnp.ones(3)), jnp.ones(3).sum())
        self.same(ours(jnp.ones(4)), jnp.ones(4).sum() * 100)
        ours = tf.jit(lambda x, y: x.sum() + y.sum(), shapes=("n, m", "m"), constraints=("m >= 1",))
        self.same(ours(floats(0, 2), jnp.ones(2)), jnp.float32(2))
        with self.assertRaisesRegex(tf.CallError, "axis 0 of the argument y is 5, but shapes has 'm', which is 2"):
            ours(floats(0, 2), jnp.ones(5))
        with self.assertRaisesRegex(tf.CallError, "the constraint 'm >= 1' does not hold: 0 >= 1"):
            ours(floats(2, 0), jnp.ones(0))

    def test_shapes_that_are_none(self):
        with self.assertRaisesRegex(ValueError, "give shapes, too"):
            tf.jit(dense, constraints=("n >= 1",))
        with self.assertRaisesRegex(ValueError, "the constraint 'k >= 2' uses 'k', which shapes does not name"):
            tf.jit(lambda x: x, shapes="n", constraints=("k >= 2",))(floats(3))
        with self.assertRaisesRegex(ValueError, "shapes has 3 entries"):
            tf.jit(dense, shapes=("n", "m", "k"))
        with self.assertRaisesRegex(ValueError, "shapes contains .'z'., which"):
            tf.jit(dense, shapes={"z": "n"})
        with self.assertRaisesRegex(ValueError, "no dimension of an argument determines 'm', 'n'"):
            tf.jit(lambda x: x, shapes="2*n+m")(floats(3))
        for text in ("n,,m", "n+, m", "floordiv(n, 0), n"):
            with self.assertRaisesRegex(ValueError, "which is not a dimension|a comma has no dimension"):
                tf.jit(lambda x: x, shapes=text)(floats(3, 2))
        with self.assertRaisesRegex(ValueError, "has a structure other than the argument"):
            tf.jit(lambda p: p, shapes=({"w": "n"},))({"b": floats(3)})
        with self.assertRaisesRegex(ValueError, "shapes has 3 for the argument x"):
            tf.jit(lambda x: x, shapes=(3,))(floats(3))

    def test_what_jax_exports(self):
        scope = jax.export.SymbolicScope()
        w, x = (jax.ShapeDtypeStruct(jax.export.symbolic_shape(s, scope=scope), np.float32) for s in ("k, m", "n, k"))
        program = tf.compile(jax.export.export(jax.jit(dense), platforms=["cpu"])(w, x).mlir_module())
        for n, k, m in [(2, 3, 4), (5, 1, 2)]:
            w, x = floats(k, m), floats(n, k)
            np.testing.assert_allclose(program(w, x), dense(w, x), rtol=1e-4, atol=1e-5)
        with self.assertRaises(tf.CallError):
            program(floats(3, 2), floats(5, 4))


if __name__ == "__main__":
    unittest.main()
