"""JAX's functions through ``tensorforge.jit``, compared with ``jax.jit``."""

import contextlib
import functools
import gc
import os
import signal
import subprocess
import sys
import time
import unittest
import warnings
import weakref
from typing import NamedTuple
from unittest import mock

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np

import tensorforge as tf
import tensorforge.jax


class State(NamedTuple):
    weights: jax.Array
    bias: jax.Array


def curve(x):
    return jnp.exp(x) * x**3 / (1 + x * x)


def layer(state, x):
    return jnp.tanh(x @ state.weights + state.bias)


def same(test, ours, theirs, rtol=1e-5):
    """Structures, types and elements are those of JAX."""
    test.assertEqual(jax.tree.structure(ours), jax.tree.structure(theirs))
    for own, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
        test.assertIsInstance(own, jax.Array)
        test.assertEqual((own.shape, own.dtype, own.aval.weak_type), (other.shape, other.dtype, other.aval.weak_type))
        if jax.dtypes.issubdtype(own.dtype, jax.dtypes.prng_key):
            own, other = jax.random.key_data(own), jax.random.key_data(other)
        np.testing.assert_allclose(np.asarray(own, np.float64), np.asarray(other, np.float64), rtol=rtol, atol=1e-6)


ENDLESS = """
import signal, jax, numpy as np, tensorforge as tf, tensorforge.jax.code
signal.signal(signal.SIGINT, signal.default_int_handler)    # jobs of shells start without one
tensorforge.jax.code.AFTER = 1
endless = tf.jit(lambda x: jax.lax.while_loop(lambda s: s >= 0, lambda s: s + x * 0, x))
for _ in range(3):
    endless(np.float32(-1))
print("ready", flush=True)
try:
    endless(np.float32(1))
except KeyboardInterrupt:
    print("ended", endless(np.float32(-1)), flush=True)
"""


class Calls(unittest.TestCase):
    def compare(self, function, *args, options={}, **named):
        same(self, tf.jit(function, **options)(*args, **named), jax.jit(function, **options)(*args, **named))

    def test_structures(self):
        state = State(jnp.arange(12.0).reshape(4, 3), np.ones(3, np.float32))
        self.compare(lambda state, rows: {"y": [layer(state, rows["x"]), None], "n": (rows["x"].sum(), state)}, state, {"x": np.ones((2, 4))})
        self.compare(lambda x, *, scale: x * scale, jnp.arange(3), scale=2.5)
        self.compare(lambda: (1, 2.0, jnp.zeros((0, 3))))
        self.compare(lambda x: None, 1)

    def test_types(self):
        for value in (True, 3, 2.5, np.float64(2), np.int8(3), np.arange(3), np.ones(3, bool), np.float16([1, 2]), np.uint8([200])):
            self.compare(lambda x: (x, x * 2, x + x), value)
        self.compare(lambda x: x * 2 + 0.5, np.ones((2, 3), ml_dtypes.bfloat16))
        # Strides, and memory that is not aligned as JAX has it.
        self.compare(lambda x: x + 1, np.arange(24, dtype=np.int32).reshape(2, 3, 4)[:, ::-1, 1::2])
        with jax.enable_x64(True):
            self.compare(lambda x: x * 2, np.float64([1, 2]))
        self.compare(lambda x: x * 2, np.float64([1, 2]))

    def test_windows_start_once_from_a_value_that_counts(self):
        ones = np.ones((3, 5), np.float32)
        for combine, start in ((jax.lax.add, 1.0), (jax.lax.mul, 2.0), (jax.lax.max, 0.5)):
            self.compare(lambda x: jax.lax.reduce_window(x, start, combine, (2, 2), (1, 2), "SAME"), ones)

    def test_keys_of_random_numbers(self):
        self.compare(lambda key: (jax.random.split(key), jax.random.normal(key, (3,))), jax.random.key(3))

    def test_static_arguments(self):
        power = lambda x, n, *, up=True: x**n if up else x**-n
        self.compare(power, 3.0, 2, options={"static_argnums": 1})
        self.compare(power, 3.0, n=2, options={"static_argnums": -1})
        self.compare(power, 3.0, 2, up=False, options={"static_argnames": ("n", "up")})
        for options in ({"static_argnums": 3}, {"static_argnames": "m"}):
            with self.assertRaisesRegex(ValueError, "static_arg"):
                tf.jit(power, **options)
        with self.assertRaisesRegex(ValueError, "cannot be hashed"):
            tf.jit(power, static_argnums=1)(3.0, np.ones(2))

    def test_traced_once_for_each_kind_of_arguments(self):
        traced = []

        @tf.jit
        def double(x):
            traced.append(x.shape)
            return x * 2

        for shape in ((2,), (2,), (3,), (2,)):
            double(np.ones(shape, np.float32))
        self.assertEqual(traced, [(2,), (3,)])
        double(np.ones(2, np.int32))
        self.assertEqual(len(traced), 3)

    def test_methods_partials_and_large_constants(self):
        class Model:
            scale = 3.0

            @functools.partial(tf.jit, static_argnums=0)
            def __call__(self, x):
                return x * self.scale

        self.assertEqual(float(Model()(2.0)), 6)
        self.compare(functools.partial(lambda x, y: x - y, 5.0), 2.0)
        table = jnp.arange(10_000.0)
        code = tf.jit(lambda i: table[i] + table.sum())
        self.assertEqual(float(code(3)), float(table[3] + table.sum()))
        self.assertLess(len(code.to_text(3)), 10_000)

    def test_memory_is_not_shared_with_what_may_change(self):
        given = np.ones(1000, np.float32)
        result = tf.jit(lambda x: x)(given)
        given[:] = 2
        self.assertEqual(float(result.sum()), 1000)

    def test_donated_arrays_are_gone(self):
        step = lambda state, x, scale=1.0: ({"w": state["w"] + x * scale, "n": state["n"] + 1}, x[:1])  # noqa: E731
        for jit in (tf.jit, jax.jit):
            for options in ({"donate_argnums": 0}, {"donate_argnames": "state"}, {"donate_argnums": (0, -1)}):
                state, x = {"w": jnp.ones(3), "n": jnp.zeros((), int)}, jnp.arange(3.0)
                with warnings.catch_warnings():
                    # JAX says that it cannot use what has the type of no result.
                    warnings.simplefilter("ignore")
                    found, _ = jit(step, **options)(state, x)
                np.testing.assert_array_equal(found["w"], [1, 2, 3])
                self.assertTrue(state["w"].is_deleted() and state["n"].is_deleted(), options)
                self.assertFalse(x.is_deleted(), options)
        # An array that no result is like stays.
        long = jnp.ones(5)
        tf.jit(lambda x: x[:2], donate_argnums=0)(long)
        self.assertEqual(float(long.sum()), 5)
        # What is not run is not gone, and numbers and arrays of NumPy never are.
        tf.jit(step, donate_argnums=0).to_text({"w": long, "n": 1}, long)
        self.assertFalse(long.is_deleted())
        given = np.ones(5, np.float32)
        tf.jit(step, donate_argnums=0)({"w": given, "n": 1}, long)
        self.assertEqual(given.sum(), 5)
        with self.assertRaisesRegex(ValueError, "donate_argnums"):
            tf.jit(step, donate_argnums=7)

    @contextlib.contextmanager
    def soon(self):
        """JAX's dispatch runs programs from their second call on."""
        with mock.patch("tensorforge.jax.code.AFTER", 1):
            yield

    def test_calls_by_the_dispatch_of_jax(self):
        state = State(jnp.arange(12.0).reshape(4, 3), np.ones(3, np.float32))
        step = lambda state, rows: {"y": [layer(state, rows["x"]), None], "n": (rows["x"].sum(), state), "weak": 2.0}
        for device in ("cpu", "interp"):
            with self.soon():
                ours, theirs = tf.jit(step, device=device), jax.jit(step)
                for rows in (4, 4, 4, 2, 4, 2, 2):
                    args = state, {"x": np.ones((rows, 4), np.float32)}
                    same(self, ours(*args), theirs(*args))
                # The types of elements, weak ones too, select a program.
                double = tf.jit(lambda x: (x * 2, x + 1, 3), device=device)
                for x in (1.5, 2, True, np.float32([1, 2]), jnp.arange(3), np.float64(2)) * 3:
                    same(self, double(x), jax.jit(lambda x: (x * 2, x + 1, 3))(x))

    def test_dispatched_functions_in_transformations(self):
        with self.soon():
            ours = tf.jit(curve)
            x = jnp.linspace(0.5, 2.0, 5)
            for _ in range(3):
                same(self, ours(x), curve(x))
                same(self, jax.vmap(jax.grad(ours))(x), jax.vmap(jax.grad(curve))(x), 1e-4)
                same(self, jax.jit(lambda x: ours(x) + 1)(x), curve(x) + 1)
                same(self, jax.jvp(ours, (x,), (x,)), jax.jvp(curve, (x,), (x,)), 1e-4)

    def test_errors_and_arguments_that_are_not_there_yet(self):
        with self.soon():
            root = tf.jit(lambda x: jnp.sqrt(x).sum(), session=tf.Session(nan_traps=True))
            for _ in range(3):
                self.assertEqual(float(root(jnp.float32([4, 9]))), 5)
                with self.assertRaisesRegex(tf.CallError, "computes a NaN"):
                    root(jnp.float32([-4, 9]))
            # JAX is still computing the argument when it is passed.
            product = jax.jit(lambda x: x @ x @ x)
            late, wide = tf.jit(lambda x: x[0, :2] * 2), jnp.eye(700)
            for _ in range(4):
                np.testing.assert_array_equal(late(product(wide)), [2, 0])
            with self.assertRaisesRegex(tf.CallError, "computes a NaN"):
                root(product(-wide)[0])

    @unittest.skipUnless(os.name == "posix", "signals of POSIX")
    def test_ctrl_c_ends_a_dispatched_call(self):
        process = subprocess.Popen([sys.executable, "-c", ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(process.stdout.readline(), "ready\n")
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, error = process.communicate(timeout=60)
        self.assertEqual((out, process.returncode), ("ended -1.0\n", 0), error)

    def test_dispatched_functions_are_freed(self):
        with self.soon():
            ours = tf.jit(lambda x: x + 1)
            for _ in range(3):
                ours(1.0)
            gone = weakref.ref(ours)
            del ours
            gc.collect()
            self.assertIsNone(gone())

    def test_dispatched_donated_static_and_placed_arguments(self):
        with self.soon():
            step = tf.jit(lambda state, n, x: {"w": state["w"] * n + x}, static_argnums=1, donate_argnums=0)
            for n in (2, 3, 2, 2, 3, 3):
                state = {"w": jnp.ones(3)}
                np.testing.assert_array_equal(step(state, n, x=1.0)["w"], [n + 1] * 3)
                self.assertTrue(state["w"].is_deleted())
            scaled = tf.jit(lambda x, n: x * n, static_argnums=1)
            for n in (2, 2.5, 2, True, 1, 1.0) * 2:
                same(self, scaled(jnp.arange(3), n), jnp.arange(3) * n)
            given = jax.device_put(jnp.arange(3.0), jax.devices("cpu")[-1])
            more = tf.jit(lambda x: x + 1)
            for _ in range(3):
                found = more(given)
                np.testing.assert_array_equal(found, [1, 2, 3])
                self.assertFalse(found.committed)

    def test_what_decides_is_rounded_once(self):
        x = np.random.default_rng(0).standard_normal((64, 50)).astype(np.float32)
        largest = jax.grad(lambda x: jax.nn.softmax(x).max(1).sum())
        want = np.asarray(tf.jit(largest, device="interp")(x))
        for level in ("x86-64-v2", "x86-64-v3", "x86-64-v4"):
            for numerics in (None, "standard"):
                try:
                    found = tf.jit(largest, device=f"cpu:{level}", numerics=numerics)(x)
                except tf.CompileError as error:
                    self.assertIn("cannot run code for", str(error))
                    continue
                np.testing.assert_allclose(np.asarray(found), want, atol=1e-5, err_msg=f"{level} {numerics}")

    def test_numerics(self):
        x = np.random.default_rng(1).uniform(1, 2, (2, 4096)).astype(np.float32)
        divide = lambda x, y: x / y  # noqa: E731
        np.testing.assert_array_equal(np.asarray(tf.jit(divide)(*x)), x[0] / x[1])
        self.assertNotIn("tf.numerics", tf.jit(divide).to_text(*x))
        self.assertIn('tf.numerics = "standard"', tf.jit(divide, numerics="standard").to_text(*x))
        strict = tf.jit(jax.grad(lambda x, y: divide(x, y).sum()), numerics="strict", shapes="n")
        self.assertIn('tf.numerics = "strict"', strict.to_text(*x))
        with self.assertRaisesRegex(ValueError, "strict, precise, standard, fast"):
            tf.jit(divide, numerics="exact")

    def test_interpreter(self):
        self.assertEqual(float(tf.jit(lambda x: x * x, device="interp")(3.0)), 9)


class Transformations(unittest.TestCase):
    def test_derivatives_and_maps_outside_and_inside(self):
        for how in (
            jax.grad,
            lambda f: jax.grad(jax.grad(f)),
            lambda f: jax.jacfwd(jax.jacrev(f)),
            lambda f: jax.jit(jax.value_and_grad(f)),
            lambda f: tf.jit(jax.grad(f)),
            lambda f: jax.grad(jax.checkpoint(f)),
            lambda f: lambda x: jax.vmap(jax.grad(f))(jnp.array([x, 2.0])),
            lambda f: jax.grad(lambda x: jax.vmap(f)(jnp.array([1.0, 2.0]) * x).sum()),
            lambda f: jax.grad(lambda x: jax.lax.scan(lambda c, _: (f(c * 0.1), f(c)), x, None, length=3)[0]),
            lambda f: lambda x: jax.linearize(f, x)[1](1.0),
            lambda f: lambda x: jax.lax.cond(x > 1, jax.grad(f), f, x),
        ):
            same(self, how(tf.jit(curve))(1.5), how(curve)(1.5))

    def test_structures_and_integers(self):
        state = State(jnp.linspace(-1, 1, 12).reshape(4, 3), jnp.ones(3))
        x, count = np.ones((5, 4), np.float32), 3

        def loss(state, x, count):
            found = (layer(state, x) ** count).sum()
            return found, (found, count + 1)

        ours, theirs = (jax.value_and_grad(f, has_aux=True)(state, x, count) for f in (tf.jit(loss), loss))
        same(self, ours[1], theirs[1])
        self.assertEqual(ours[0][1][1], 4)
        rows = jax.vmap(tf.jit(layer), (State(None, None), 0))(state, x)
        same(self, rows, jax.vmap(layer, (State(None, None), 0))(state, x))

    def test_values_that_are_traced_outside(self):
        def outer(jit):
            return jax.grad(lambda x: jit(lambda y: curve(x) * y)(2.0))(1.5)

        same(self, outer(tf.jit), outer(jax.jit))

    def test_derivatives_are_compiled_once(self):
        derivative = jax.grad(tf.jit(lambda x: (x * x).sum()))
        session = tf.default_session()
        derivative(jnp.ones(7))
        before = session.compilations
        derivative(jnp.zeros(7))
        self.assertEqual(session.compilations, before)
        # Nothing of it is JAX's: the value, what the derivative needs, and the derivative are ours.
        self.assertIn("tensorforge", str(jax.make_jaxpr(derivative)(jnp.ones(7))))


@tf.program
def length(x: tf.f32["n"], scale: tf.f32):
    return {"length": tf.sqrt((x * x).sum()) * scale, "rest": (x + scale, (x > 0).any())}


def length_of_jax(x, scale):
    return {"length": jnp.sqrt((x * x).sum()) * scale, "rest": (x + scale, (x > 0).any())}


class InProgramsOfXla(unittest.TestCase):
    def test_functions(self):
        ours, theirs = tf.jit(curve), curve
        for how in (
            lambda f: jax.jit(lambda x: f(x) * 2),
            lambda f: jax.jit(jax.grad(f)),
            lambda f: jax.jit(lambda x: jax.lax.scan(lambda c, _: (f(c * 0.1), f(c)), x, None, length=3)),
            lambda f: jax.jit(lambda x: jax.vmap(f)(jnp.array([x, 2.0]))),
        ):
            same(self, how(ours)(1.5), how(theirs)(1.5))
        # XLA calls the program, and does not compile the function.
        text = jax.jit(lambda x: ours(x)).lower(1.5).as_text()
        self.assertIn("custom_call @tensorforge", text)
        self.assertNotIn("exponential", text)

    def test_types_and_extents(self):
        for args in (
            (np.ones(3, bool), np.uint8([1, 2]), jnp.ones(2, jnp.bfloat16), np.int16(3)),
            (jnp.ones((0, 3)), jnp.ones((2, 0), jnp.int8), 2.0, jax.random.key(1)),
        ):
            same(self, jax.jit(tf.jit(lambda *args: args))(*args), jax.jit(lambda *args: args)(*args))
        table = jnp.arange(10_000.0)
        same(self, jax.jit(tf.jit(lambda i: table[i]))(7), table[7])

    def test_programs(self):
        ours, x = tensorforge.jax.function(length), jnp.arange(1.0, 5.0)
        for how in (
            lambda f: f,
            jax.jit,
            lambda f: jax.vmap(f, (0, None)),
        ):
            given = x if how(len) is len or how is jax.jit else jnp.ones((3, 4))
            for name, found in how(ours)(given, 2.0).items():
                for own, other in zip(jax.tree.leaves(found), jax.tree.leaves(how(length_of_jax)(given, 2.0)[name])):
                    np.testing.assert_allclose(own, other, rtol=1e-6)

        def value(f):
            return lambda x, scale: f(x, scale)["length"] ** 2 + f(x, scale)["rest"][0].sum()

        for how in (lambda f: jax.grad(f, (0, 1)), lambda f: jax.jit(jax.grad(f, 1)), lambda f: jax.jacrev(jax.grad(f))):
            for own, other in zip(jax.tree.leaves(how(value(ours))(x, 2.0)), jax.tree.leaves(how(value(length_of_jax))(x, 2.0))):
                np.testing.assert_allclose(own, other, rtol=1e-5, atol=1e-5)

    def test_programs_as_text(self):
        text = """func.func @twice(%x: tensor<?{n}x3xi32> {tf.name = "x"}, %y: f32 {tf.name = "y"}) -> (tensor<?{n}x3xi32>, f32) {
          %z = arith.addi %x, %x : tensor<?{n}x3xi32>
          return %z, %y : tensor<?{n}x3xi32>, f32
        }"""
        twice = jax.jit(tensorforge.jax.function(tf.compile(text)))
        doubled, number = twice(jnp.ones((2, 3), jnp.int32), 1)
        np.testing.assert_array_equal(doubled, np.full((2, 3), 2))
        self.assertEqual(float(number), 1)
        for args in ((jnp.ones((2, 4), jnp.int32), 1), (jnp.ones((2, 3)), 1), (jnp.ones((2, 3), jnp.int32),)):
            with self.assertRaisesRegex(tf.CallError, "twice"):
                twice(*args)
        with self.assertRaisesRegex(TypeError, "tensorforge.program"):
            tensorforge.jax.function(len)

    def test_a_program_that_stops_itself(self):
        @tf.program
        def element(x: tf.f32["n"], i: tf.i32):
            return x.at(i, outside="check")

        found = jax.jit(tensorforge.jax.function(element))
        self.assertEqual(float(found(jnp.arange(4.0), 3)), 3)
        with self.assertRaisesRegex(Exception, "outside|out of"):
            jax.block_until_ready(found(jnp.arange(4.0), 4))
        self.assertEqual(float(found(jnp.arange(4.0), 2)), 2)


class Decompositions(unittest.TestCase):
    """What JAX leaves to LAPACK."""

    def check(self, parts, whole, *orthogonal):
        """The parts give the matrix within ten roundings for each row or column, and so much are bases orthogonal."""
        bound = 10 * max(whole.shape) * np.finfo(whole.dtype).eps
        self.assertLessEqual(np.abs(parts - whole).max(), bound * max(np.abs(whole).max(), 1e-30))
        for basis in orthogonal:
            self.assertLessEqual(np.abs(basis.T @ basis - np.eye(basis.shape[1])).max(), bound)

    def test_of_matrices_of_all_kinds(self):
        def parts(a):
            gram = a.mT @ a
            return jnp.linalg.qr(a), jnp.linalg.svd(a), gram, jnp.linalg.eigh(gram)

        random = np.random.RandomState(0).randn(4, 5, 3).astype(np.float32)
        # Columns that are equal, nothing at all, and numbers whose squares overflow or vanish.
        random[0, :, 1] = random[0, :, 0]
        random[1] = 0
        random[2] *= 1e15
        with jax.default_matmul_precision("highest"):
            (q, r), (u, values, v), gram, (weights, vectors) = jax.tree.map(np.asarray, tf.jit(parts)(random))
        for at, a in enumerate(random):
            self.check(q[at] @ r[at], a, q[at])
            self.check(u[at][:, :3] * values[at] @ v[at], a, u[at], v[at].T)
            self.assertTrue((np.diff(values[at]) <= 0).all() and (np.diff(weights[at]) >= 0).all())
            if np.isfinite(gram[at]).all():
                self.check(vectors[at].astype(np.float64) * weights[at] @ vectors[at].T, gram[at], vectors[at])

    def test_systems_and_derivatives(self):
        a = np.random.RandomState(1).randn(4, 4).astype(np.float32)
        whole = a @ a.T + np.eye(4, dtype=np.float32)
        for function in (
            lambda a: (jnp.linalg.cholesky(a), jnp.linalg.slogdet(a), jnp.linalg.solve(a, a[:, :2])),
            jax.grad(lambda a: jnp.linalg.svd(a[:, :3], compute_uv=False).sum()),
        ):
            for own, other in zip(jax.tree.leaves(tf.jit(function)(whole)), jax.tree.leaves(jax.jit(function)(whole))):
                np.testing.assert_allclose(own, other, rtol=1e-4, atol=1e-5)

    def test_approximate_top_k_is_exact(self):
        values = np.random.RandomState(2).randn(3, 20).astype(np.float32)
        found = tf.jit(lambda x: jax.lax.approx_max_k(x, 4))(values)
        for own, other in zip(found, jax.lax.top_k(values, 4)):
            np.testing.assert_array_equal(own, other)

    def test_without_a_rule(self):
        with self.assertRaisesRegex(tf.CompileError, "'qr' has no rule for complex values"):
            tf.jit(jnp.linalg.qr)(np.eye(3, dtype=np.complex64))


class Refusals(unittest.TestCase):
    def test_say_the_function_and_the_line(self):
        def turned(z):
            return jnp.arctan(z)

        with self.assertRaisesRegex(tf.CompileError, r"'turned' \(.*test_jax.py:\d+\):\n.*test_jax.py:\d+: error: 'atan' has no rule"):
            tf.jit(turned)(np.ones(4, np.complex64))
        with self.assertRaisesRegex(tf.CompileError, "custom_call"):
            tf.jit(lambda x: jax.pure_callback(np.sin, x, x))(1.0)

    def test_collectives_are_compiled_inside_of_maps_alone(self):
        def shares(x):
            return x / jax.lax.psum(x, "i")

        x = np.float32([1, 3])
        np.testing.assert_allclose(tf.jit(jax.vmap(shares, axis_name="i"))(x), [0.25, 0.75])
        with self.assertRaisesRegex(tf.CompileError, r"'shares' .*test_jax.py:.* the axis 'i'.*jax.vmap\(shares, axis_name='i'\)"):
            jax.vmap(tf.jit(shares), axis_name="i")(x)

    def test_of_jax_stay_its_own(self):
        with self.assertRaises(jax.errors.ConcretizationTypeError):
            tf.jit(lambda x: 1 if x > 0 else 2)(1.0)
        with self.assertRaises(TypeError):
            tf.jit(lambda x: x)("text")


if __name__ == "__main__":
    unittest.main()
