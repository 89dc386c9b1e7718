"""Generators and small arrays in the bodies of loops, branches and comprehensions, which are traced once, on each device."""

import unittest

import numpy as np
import tensorforge as tf
from test_programs import on_each_device

X = np.arange(1, 7, dtype=np.float32)


def refused(case, function, *words):
    with case.assertRaises(tf.TraceError) as caught:
        tf.Program(function, inputs={"x": tf.f32["n"]}).to_text()
    for word in (*words, "test_states.py"):
        case.assertIn(word, str(caught.exception))


class Generators(unittest.TestCase):
    def wanted(self, count):
        def draws(seed: tf.u32):
            r = tf.random(seed)
            return tf.stack([r.uniform(()) for _ in range(count)])

        return on_each_device(draws, np.uint32(1))

    def test_loops(self):
        def loops(seed: tf.u32):
            r, q, left = tf.random(seed), tf.random(seed), tf.random(seed)
            counted = tf.loop(0, 4, lambda k, s: s.updated(k, r.uniform(()), "set"), tf.zeros((4,)))
            _, conditional = tf.while_(
                lambda s: s[0] < 4, lambda s: (s[0] + 1, s[1].updated(s[0], q.uniform(()), "set")), (0, tf.zeros((4,)))
            )

            def body(loop, k, s):
                loop.break_if(k == 4, s)
                return s.updated(k, left.uniform(()), "set")

            early = tf.loop_with(0, 9, body, tf.zeros((4,)))
            return counted, conditional, early, tf.stack([r.uniform(()), q.uniform(()), left.uniform(())])

        wanted = self.wanted(5)
        *found, after = on_each_device(loops, np.uint32(1))
        for numbers in found:
            np.testing.assert_array_equal(numbers, wanted[:4])
        np.testing.assert_array_equal(after, [wanted[4]] * 3)

    def test_branches(self):
        def branches(x: tf.f32["n"], k: tf.i32):
            r = tf.random(1)
            first = tf.if_(x.sum() > 0, lambda: r.uniform(()), lambda: r.uniform(()) + r.uniform(()))
            second = tf.switch(k, lambda: tf.asarray(0.0), lambda: r.uniform(()), lambda: r.uniform(()) + r.uniform(()))
            return first, second, r.uniform(())

        w = self.wanted(5)
        for sign in (1, -1):
            for k in range(3):
                first, second, after = on_each_device(branches, sign * X, np.int32(k))
                start = 1 if sign > 0 else 2
                np.testing.assert_allclose(first, w[:start].sum(), rtol=1e-6)
                np.testing.assert_allclose(second, w[start : start + k].sum(), rtol=1e-6)
                self.assertEqual(after, w[start + k])

    def test_points(self):
        def points(x: tf.f32["n"]):
            r = tf.random(1)
            made = tf.compute(x.shape, lambda i: r.uniform(()))
            mapped = tf.vmap(lambda x: r.uniform(()) + 0 * x)(x)
            (counts,) = tf.scatter(x.shape, [(tf.zeros((6,)), "set")], lambda i, out: out.put(i, r.uniform(())))
            walks = tf.compute(x.shape, lambda i: tf.loop(0, 3, lambda k, s: s + r.uniform(()), 0.0))
            return made, mapped, counts, walks, r.uniform(())

        *found, after = on_each_device(points, X)
        numbers = np.concatenate(found[:3])
        self.assertEqual(len(set(numbers.tolist())), 18)
        self.assertEqual(len(set(found[3].tolist())), 6)
        self.assertEqual(after, self.wanted(5)[4])

    def test_derivatives(self):
        def slope(x: tf.f32["n"]):
            r = tf.random(1)
            value, gradient = tf.value_and_grad(
                lambda x: tf.loop(0, 5, lambda k, s: s * r.uniform(()) + x.sum() * r.uniform(()), x.sum())
            )(x)
            return value, gradient, r.uniform(())

        w = self.wanted(11)
        factor = 1.0
        for k in range(5):
            factor = factor * w[2 * k] + w[2 * k + 1]
        value, gradient, after = on_each_device(slope, X)
        np.testing.assert_allclose(value, factor * X.sum(), rtol=1e-5)
        np.testing.assert_allclose(gradient, np.full(6, factor), rtol=1e-5)
        self.assertEqual(after, w[10])

    def test_a_walk_spreads(self):
        def walk(start: tf.f32["n"]):
            r = tf.random(3)
            return tf.loop(0, 100, lambda k, x: x + tf.where(r.uniform(start.shape) < 0.5, -1.0, 1.0), start)

        self.assertLess(abs(on_each_device(walk, np.zeros(2000, np.float32)).std() - 10), 1)

    def test_what_is_refused(self):
        def drawn(x):
            r = tf.random(1)
            return tf.compute(x.shape, lambda i: r.uniform(3)[i])

        refused(self, drawn, "a random tensor cannot be drawn in scalar code")
        refused(self, lambda x: tf.scan(lambda s, e: s + e + r.uniform(()), x, 0.0) if (r := tf.random(1)) else x, "without an index")


class Arrays(unittest.TestCase):
    def test_loops(self):
        def sums(x: tf.f32["n"]):
            def one(i):
                a = tf.local([0.0, 0.0])

                def body(k, s):
                    a[0] = a[0] + x[i]
                    return s + a[0]

                return tf.loop(0, 3, body, 0.0), a[0]

            return tf.compute(x.shape, one)

        total, last = on_each_device(sums, X)
        np.testing.assert_array_equal(total, 6 * X)
        np.testing.assert_array_equal(last, 3 * X)

    def test_branches_in_any_order(self):
        def chosen(x: tf.f32["n"]):
            def one(i, turned):
                a = tf.local([10.0, 20.0])

                def writes():
                    a[0] = x[i]
                    return a

                def reads():
                    return a

                r = tf.if_(x[i] <= 3, reads, writes) if turned else tf.if_(x[i] > 3, writes, reads)
                return r[0], a[0], a[1]

            return [tf.compute(x.shape, lambda i, turned=turned: one(i, turned)) for turned in (False, True)]

        for given, left, other in on_each_device(chosen, X):
            np.testing.assert_array_equal(given, [10, 10, 10, 4, 5, 6])
            np.testing.assert_array_equal(left, given)
            np.testing.assert_array_equal(other, np.full(6, 20))

    def test_a_stack_machine(self):
        """Reverse Polish notation: 0 pushes, 1 adds, 2 multiplies."""

        def evaluated(codes: tf.i32["n"], numbers: tf.f32["n"]):
            def machine(_):
                stack, top = tf.local([0.0] * 4), tf.local([0])

                def push(value):
                    stack[top[0]] = value
                    top.add(0, 1)
                    return value

                def pop():
                    top.add(0, -1)
                    return stack[top[0]]

                def step(k, s):
                    return tf.switch(codes[k], lambda: push(numbers[k]), lambda: push(pop() + pop()), lambda: push(pop() * pop()))

                tf.loop(0, codes.shape[0], step, 0.0)
                return pop()

            return tf.compute((1,), machine)

        # (2 + 3) * 4 * (5 + 6)
        codes, numbers = np.int32([0, 0, 1, 0, 2, 0, 0, 1, 2]), np.float32([2, 3, 0, 4, 0, 5, 6, 0, 0])
        self.assertEqual(on_each_device(evaluated, codes, numbers), [220])

    def test_copies_of_points(self):
        def read_outside(x):
            a = tf.local([1.0, 2.0])

            def one(i):
                a[0] = x[i]
                return a[0]

            return tf.compute(x.shape, one) + a[0]

        def read_after_a_fold(x):
            def one(i):
                a = tf.local([0.0])

                def term(k):
                    a[0] = a[0] + x[k]
                    return a[0]

                return tf.fold(0, 3, "add", term) + a[0]

            return tf.compute(x.shape, one)

        for function in (read_outside, read_after_a_fold):
            refused(self, function, "a local array cannot be read here", "changed a copy of it", "it was created here")


class Indices(unittest.TestCase):
    def test_arrays_of_numpy(self):
        def picked(x: tf.f32["n"]):
            return x[np.array([1, 0])], x[np.array(2)], x[np.int64(3)], x[np.array([[4], [5]])]

        pair, one, other, column = on_each_device(picked, X)
        self.assertEqual((pair.tolist(), one, other, column.tolist()), ([2, 1], 3, 4, [[5], [6]]))
        with self.assertRaisesRegex(TypeError, "is not an extent"):
            tf.Program(lambda x: tf.zeros((np.array([2, 3]),)), inputs={"x": tf.f32["n"]}).to_text()
