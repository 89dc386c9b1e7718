"""Loops of JAX that count, and updates of boxes: against jax.jit, to the bit where only indices and moves are involved."""

import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import tensorforge as tf


def stage(function, name, *args):
    """The text after the last pass of this name on the way to the processor."""
    return [text for key, text in tf.jit(function).compile(*args).stages() if key == name][-1]


class Loops(unittest.TestCase):
    def same(self, function, *args):
        found, wanted = tf.jit(function)(*args), jax.jit(function)(*args)
        for a, b in zip(jax.tree.leaves(found), jax.tree.leaves(wanted), strict=True):
            np.testing.assert_array_equal(np.asarray(a), np.asarray(b))

    def test_a_loop_whose_result_is_not_used_goes(self):
        def dead(x):
            lax.fori_loop(0, 100000, lambda i, c: jnp.sin(c), x)
            return x + 1

        x = np.ones(64, np.float32)
        self.assertNotIn("loop.while", stage(dead, "canonicalize", x))
        self.assertNotIn("sin", stage(dead, "canonicalize", x))
        self.same(dead, x)

    def test_counted_loops_are_loops_over_an_index(self):
        def rows(e):
            return lax.fori_loop(1, 20, lambda i, e: e.at[i].set(e[i - 1] + e[i]), e)

        def scan(xs):
            return lax.scan(lambda c, x: (c + x, c * x), jnp.float32(0), xs)

        def backwards(xs):
            return lax.scan(lambda c, x: (c + x, c * x), jnp.float32(0), xs, reverse=True)

        def nested(e):
            def column(i, e):
                return lax.fori_loop(1, 7, lambda j, e: e.at[i, j].set(e[i, j] + e[i, j - 1]), e)

            return lax.fori_loop(0, 20, column, e)

        x = np.arange(140, dtype=np.float32).reshape(20, 7)
        for function in (rows, nested, lambda e: scan(e[:, 0]), lambda e: backwards(e[:, 0])):
            self.assertNotIn("loop.while", stage(function, "canonicalize", x))
            self.same(function, x)

    def test_bounds_of_run_time_and_last_counts(self):
        def down(n):
            return lax.while_loop(lambda c: c[0] > 0, lambda c: (c[0] - 3, c[1] * 2), (n, jnp.int32(1)))

        def between(low, high):
            return lax.fori_loop(low, high, lambda i, c: c * 3 + i, jnp.int32(1))

        for n in (-5, 0, 1, 7, 30):
            self.same(down, np.int32(n))
        ends = np.iinfo(np.int32)
        for low, high in ((0, 5), (5, 0), (ends.min, ends.min + 3), (ends.max - 3, ends.max)):
            self.same(between, np.int32(low), np.int32(high))

    def test_bytes_that_wrap_around(self):
        def up(n):
            return lax.while_loop(lambda c: c[0] != n, lambda c: (c[0] + jnp.int8(3), c[1] + 1), (jnp.int8(100), 0))

        def unsigned(n):
            return lax.while_loop(lambda c: c[0] < n, lambda c: (c[0] + jnp.uint8(1), c[1] + 1), (jnp.uint8(3), 0))

        for n in (-128, -100, 0, 103, 127):
            self.same(up, np.int8(n))
        for n in (0, 3, 4, 127, 128, 255):
            self.same(unsigned, np.uint8(n))

    def test_updates_of_boxes(self):
        x, v = np.zeros((5, 6), np.float32), np.ones((5, 6), np.float32)
        for function in (
            lambda x, v: x.at[:].set(v),
            lambda x, v: x.at[1:].set(v[1:]),
            lambda x, v: x.at[1:3, 2:4].set(v[1:3, 2:4] * 2),
            lambda x, v: x.at[2].set(v[0]),
            lambda x, v: x.at[:, -1].set(v[:, 0]),
            lambda x, v: x.at[2].add(v[0]),
            lambda x, v: x.at[7].set(v[0]),
            lambda x, v: x.at[2, 3].multiply(3),
        ):
            self.same(function, x, v)
        for i in (-9, -5, -1, 0, 4, 5, 100):
            self.same(lambda x, v, i: x.at[i].set(v[0]), x, v, np.int32(i))
            self.same(lambda x, v, i: x.at[i, i + 1].add(v[0, 0]), x, v, np.int32(i))
            self.same(lambda x, v, i: x.at[:, i].set(v[:, 0], mode="clip"), x, v, np.int32(i))
            self.same(lambda x, i: x[i] + x[:, i].sum(), v, np.int32(i))

    def test_an_update_of_everything_costs_no_copy(self):
        def copies(step):
            def looped(x, v):
                return lax.fori_loop(0, 9, lambda t, e: step(e, v), x)

            self.same(looped, x, v)
            return stage(looped, "bufferize", x, v).count("mem.copy")

        x, v = np.zeros((5, 6), np.float32), np.ones((5, 6), np.float32)
        self.assertEqual(copies(lambda e, v: e.at[:].set(e + v)), copies(lambda e, v: e + v))


if __name__ == "__main__":
    unittest.main()
