"""Random numbers, derivative rules, loops that are left early, small arrays, linear algebra and learning, by both devices."""

import unittest
from typing import Any, NamedTuple

import numpy as np
import tensorforge as tf
from test_programs import on_each_device

rng = np.random.default_rng(11)


class Numbers(unittest.TestCase):
    def test_a_generator_is_a_value(self):
        def walk(seed: tf.u64):
            def step(i, state):
                x, random = state
                return x + random.normal(5), random

            x, random = tf.loop(0, 10, step, (tf.zeros(5), tf.random(seed)))
            return x, random.uniform((3, 2)), random.randint(-2, 7, (400,), "i32"), random.permutation(9), random.bits(4)

        first, again = (on_each_device(walk, np.uint64(7)) for _ in range(2))
        for a, b in zip(first, again, strict=True):
            np.testing.assert_array_equal(a, b)
        _, uniform, whole, order, bits = first
        self.assertTrue(((0 <= uniform) & (uniform < 1)).all())
        self.assertEqual((whole.min(), whole.max(), whole.dtype), (-2, 6, np.int32))
        self.assertEqual(sorted(order), list(range(9)))
        self.assertEqual(bits.dtype, np.uint32)
        other = on_each_device(walk, np.uint64(8))
        self.assertFalse((other[1] == uniform).any())

    def test_generators_of_elements(self):
        def spread(seed: tf.u32):
            random = tf.random(seed)
            return tf.compute((2000,), lambda i: random.fork(i).normal(())), random.bernoulli(0.25, (2000,))

        normal, chosen = on_each_device(spread, np.uint32(3))
        self.assertLess(abs(normal.mean()), 0.1)
        self.assertLess(abs(normal.std() - 1), 0.1)
        self.assertLess(abs(chosen.mean() - 0.25), 0.05)

    def test_what_makes_no_sense(self):
        def refused(function, message):
            with self.assertRaisesRegex(tf.TraceError, message):
                tf.Program(function, inputs={"seed": tf.u64}).to_text()

        refused(lambda seed: tf.random(tf.zeros(3)).bits(2), "a seed is one integer")
        refused(lambda seed: tf.random(seed).normal(3, "i32"), "normal values need a float element type, not i32")
        refused(lambda seed: tf.random(seed).randint(3, 3, 4), "not i64 from 3 to 3")
        with self.assertRaisesRegex(tf.TraceError, "a generator cannot be a result of a program"):
            tf.Program(lambda seed: tf.random(seed), device="interp", inputs={"seed": tf.u64})(np.uint64(1))


class Derivatives(unittest.TestCase):
    def test_rules_of_the_user(self):
        def rules(a: tf.f32["n"]):
            safe = tf.custom_vjp(lambda x: tf.log1p(tf.exp(x)), lambda x, y, g: g * tf.sigmoid(x))
            root = tf.custom_jvp(
                lambda a: tf.loop(0, 20, lambda i, y: 0.5 * (y + a / y), a), lambda a, y, da: da / (2.0 * y)
            )
            pair = tf.custom_vjp(lambda x, y: {"s": x * y}, lambda x, y, out, g: (g["s"] * y, g["s"] * x))
            both = tf.grad(lambda x, y: pair(x, y)["s"].sum(), (0, 1))(a, 2 * a)
            return tf.grad(lambda x: safe(x).sum())(a), tf.grad(lambda x: root(x).sum())(a), both

        a = np.float32([1, 2, 3])
        by_safe, by_root, (by_x, by_y) = on_each_device(rules, a)
        np.testing.assert_allclose(by_safe, 1 / (1 + np.exp(-a)), rtol=1e-5)
        np.testing.assert_allclose(by_root, 0.5 / np.sqrt(a), rtol=1e-5)
        np.testing.assert_allclose((by_x, by_y), (2 * a, a), rtol=1e-6)
        with self.assertRaisesRegex(tf.TraceError, "cotangents that the rule returns"):
            wrong = tf.custom_vjp(lambda x: x * 2, lambda x, y, g: (g, g))
            tf.Program(lambda x: tf.grad(lambda x: wrong(x).sum())(x), inputs={"x": tf.f32["n"]}).to_text()

    def test_matrices_of_derivatives(self):
        def matrices(x: tf.f32["n"], k: tf.f32):
            function = lambda k, x: k * x[::-1] * x  # noqa: E731
            back, front = tf.jacobian(function, 1)(k, x), tf.jacobian(function, 1, forwards=True)(k, x)
            return back, front, tf.hessian(lambda x: (x**3).sum())(x)

        x = np.float32([1, 2, 3])
        wanted = 2 * (np.diag(x[::-1]) + np.diag(x)[:, ::-1])
        back, front, second = on_each_device(matrices, x, 2.0)
        np.testing.assert_allclose(back, wanted)
        np.testing.assert_allclose(front, wanted)
        np.testing.assert_allclose(second, np.diag(6 * x))


class Scalars(unittest.TestCase):
    def test_loops_that_are_left(self):
        def escapes(c: tf.f32["n"]):
            def one(i):
                def body(loop, k, state):
                    x, steps = state
                    x = x * x + c[i]
                    loop.break_if(abs(x) > 2, (x, k.astype("i32")))
                    return x, steps

                return tf.loop_with(0, 50, body, (0.0, -1))[1]

            def doubled(loop, x):
                loop.break_if(x > 100, x)
                return 2 * x

            odd = tf.loop_with(0, 10, lambda loop, i, s: (loop.continue_if(i % 2 == 0, s), s + i.astype("i32"))[1], tf.asarray(0, "i32"))
            return tf.compute(c.shape, one), tf.while_with(None, doubled, tf.asarray(1.5)), odd

        counts, doubled, odd = on_each_device(escapes, np.float32([0.1, 3, 1.5, 0.3]))
        self.assertEqual((counts.tolist(), doubled.item(), odd.item()), ([-1, 0, 1, 11], 192.0, 25))

    def test_an_exit_stands_in_the_body_of_its_loop(self):
        def inside(x: tf.f32):
            def body(loop, s):
                tf.if_(s > 1, lambda: loop.break_if(s > 2, s), lambda: None)
                return s

            return tf.while_with(None, body, x)

        with self.assertRaisesRegex(tf.TraceError, "break_if and continue_if must be in the body of their own loop"):
            tf.Program(inside).to_text()

    def test_small_arrays(self):
        def medians(x: tf.f32["n"]):
            def one(i):
                window = tf.local([x[i + k - 1] for k in range(3)])
                for end in (2, 1):
                    for k in range(end):
                        a, b = window[k], window[k + 1]
                        window[k], window[k + 1] = tf.minimum(a, b), tf.maximum(a, b)
                return window[1]

            def count(i, bins):
                bins.add(x[i].astype("i32"), 1)
                return bins

            n = x.shape[0]
            bins = tf.compute((), lambda: [tf.loop(0, n, count, tf.local([0] * 4))[k] for k in range(4)])
            return tf.compute(x.shape, one), bins

        medians, bins = on_each_device(medians, np.float32([0.5, 3, 1.5, 2.5]))
        np.testing.assert_array_equal(medians, [0.5, 1.5, 2.5, 2.5])
        self.assertEqual([b.item() for b in bins], [1, 1, 1, 1])

    def test_folds_scans_branches_and_writes(self):
        def several(x: tf.f32["n"], kind: tf.i32):
            n = x.shape[0]
            farthest, sums = tf.compute(x.shape, lambda i: (tf.fold(0, n, "max", lambda j: x[j] - x[i]), tf.fold(0, n, "add", lambda j: x[j])))
            filtered = tf.scan(lambda s, e: (s[0] * e[0], s[1] * e[0] + e[1]), (0.5 * x, x), (1.0, 0.0))[1]
            wave = tf.switch(kind, lambda: tf.sin(x), lambda: x * 2, lambda: x * 0)
            (counts,) = tf.scatter(x.shape, [(tf.zeros(4, "i32"), "add")], lambda i, t: t.put(x[i].astype("i32"), 1))
            return farthest, sums, filtered, wave, counts, tf.sort_by(lambda a, b: a > b, x), tf.sort_by(lambda a, b: a[1] < b[1], x, -x)

        x = np.float32([0.5, 3, 1.5, 2.5])
        farthest, sums, filtered, wave, counts, down, (first, second) = on_each_device(several, x, 1)
        np.testing.assert_allclose(farthest, 3 - x)
        np.testing.assert_allclose(sums, np.full(4, x.sum()))
        wanted = [0.0]
        for one in x:
            wanted.append(wanted[-1] * 0.5 * one + one)
        np.testing.assert_allclose(filtered, wanted[1:], rtol=1e-6)
        np.testing.assert_allclose(wave, 2 * x)
        self.assertEqual(counts.tolist(), [1, 1, 1, 1])
        np.testing.assert_array_equal(down, np.sort(x)[::-1])
        np.testing.assert_array_equal((first, second), (np.sort(x)[::-1], -np.sort(x)[::-1]))


class Functions(unittest.TestCase):
    def test_linear_algebra(self):
        a = (rng.normal(size=(3, 4, 4)) + 4 * np.eye(4)).astype(np.float32)
        b = rng.normal(size=(4, 2)).astype(np.float32)

        def algebra(a: tf.f32["k", 4, 4], b: tf.f32[4, 2]):
            q, r = tf.qr(a)
            sign, log = tf.slogdet(a)
            gradient = tf.grad(lambda a, b: (tf.solve(a, b) ** 2).sum(), (0, 1))(a, b)
            lower = tf.triangular_solve(a, b, lower=True)
            return q @ r, sign * tf.exp(log), tf.det(a), tf.solve(a, b), tf.solve(a[0], b[:, 0]), gradient, lower, tf.linalg.norm(b, ord=1)

        product, size, det, solved, vector, (by_a, by_b), lower, norm = on_each_device(algebra, a, b)
        x = np.linalg.solve(a.astype(float), b.astype(float))
        np.testing.assert_allclose(product, a, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(size, np.linalg.det(a), rtol=1e-4)
        np.testing.assert_allclose(det, np.linalg.det(a), rtol=1e-4)
        np.testing.assert_allclose(solved, x, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(vector, x[0, :, 0], rtol=1e-4, atol=1e-5)
        adjoint = np.linalg.solve(a.astype(float).transpose(0, 2, 1), 2 * x)
        np.testing.assert_allclose(by_a, -adjoint @ x.transpose(0, 2, 1), rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(by_b, adjoint.sum(0), rtol=1e-3, atol=1e-4)
        np.testing.assert_allclose(lower, np.linalg.solve(np.tril(a), b), rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(norm, np.abs(b).sum(), rtol=1e-5)

    def test_matrices_without_rows(self):
        def algebra(a: tf.f32[3, 0, 0]):
            return tf.cholesky(a), *tf.qr(a), tf.inv(a), *tf.slogdet(a), tf.solve(a, a), tf.inverse_upper(a)

        got = on_each_device(algebra, np.zeros((3, 0, 0), np.float32))
        self.assertEqual([x.shape for x in got], [(3, 0, 0)] * 4 + [(3,)] * 2 + [(3, 0, 0)] * 2)
        np.testing.assert_array_equal(got[4:6], [[1] * 3, [0] * 3])

    def test_moves_are_numpys(self):
        x = rng.normal(size=(4, 6)).astype(np.float32)
        i = rng.integers(0, 4, size=(2, 6))
        square = rng.normal(size=(3, 4, 4)).astype(np.float32)

        def moves(np, x, i, square):
            return [
                np.roll(x, 2, 1), np.pad(x, 1), np.pad(x, [(1, 0), (2, 3)], "edge"), np.pad(x, (1, 2), "reflect"),
                np.pad(x, 2, "constant", constant_values=7), np.repeat(x, 2, 1), np.tile(x, (2, 1, 3)), np.tile(x, 2),
                *np.split(x, 3, axis=1), *np.split(x, [1, 4], axis=1), np.take_along_axis(x, i, 0), np.moveaxis(square, 0, 2),
                np.swapaxes(square, 0, 1), np.rot90(x), np.tril(square, 1), np.triu(square, -1), np.diag(x[0], 1),
                np.var(x, 0, ddof=1), np.std(x, 1, ddof=1), np.average(x, 0, weights=abs(x[:, 0])), np.tensordot(x, x.T, 1),
                np.isclose(x, x + 1e-9), *np.modf(x), np.histogram(x, 4, (-2.0, 2.0))[0] if np is not tf else tf.histogram(x, 4, (-2.0, 2.0)),
                *np.meshgrid(x[0], x[:, 0]), np.searchsorted(np.sort(x[0]), x[1]),
            ]

        got = on_each_device(lambda x, i, square: moves(tf, x, i, square), x, i, square,
                             types={"x": tf.f32[4, 6], "i": tf.i64[2, 6], "square": tf.f32[3, 4, 4]})
        for at, (one, wanted) in enumerate(zip(got, moves(np, x, i, square), strict=True)):
            self.assertEqual(one.shape, np.shape(wanted), at)
            np.testing.assert_allclose(one, wanted, rtol=1e-5, atol=1e-6, err_msg=str(at))

    def test_grids_bits_and_samples(self):
        x = np.float32([1, -2, 4])

        def several(x: tf.f32[3]):
            return (tf.linspace(0, 1, 5), tf.eye(2, 3, 1), tf.bitcast(x, "u32"), tf.bincount(tf.asarray([1, 1, 3]), 5), tf.fma(x, x, 1.0),
                    tf.lerp(x, 2 * x, 0.5), tf.smoothstep(x, 0.0, 2.0), tf.linear(x, [0.5]), tf.cubic(x, [1.0]), tf.fract(x), tf.saturate(x),
                    tf.count_ones(tf.asarray([7, 8], "u32")), tf.max_pool(x.reshape(1, 3, 1), (2,), (1,)), tf.trace(tf.diag(x)),
                    tf.with_shape(x, (3,)), tf.straight_through(tf.floor(x), x), tf.vdot(x, x))

        got = on_each_device(several, x)
        wanted = (np.linspace(0, 1, 5), np.eye(2, 3, 1), x.view(np.uint32), [0, 2, 0, 1, 0], x * x + 1, 1.5 * x, [0.5, 0, 1], -0.5, -2,
                  [0, 0, 0], [1, 0, 1], [3, 1], [[[1], [4]]], 3, x, x, 21)
        for one, other in zip(got, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-6)


class Net(NamedTuple):
    conv: Any
    last: Any

    def loss(self, x, labels):
        hidden = tf.max_pool(tf.relu(self.conv(x, padding="same")), (2, 2))
        return tf.nn.softmax_cross_entropy(self.last(hidden.reshape(x.shape[0], 64)), labels).mean()


class Learning(unittest.TestCase):
    def test_a_network_learns(self):
        def train(x: tf.f32["n", 8, 8, 1], labels: tf.i32["n"], seed: tf.u64):
            random = tf.random(seed)
            net = Net(tf.nn.Conv.new(random, (3, 3), 1, 4), tf.nn.Dense.new(random, 64, 10))
            losses = [net.loss(x, labels)]
            for optimizer in [tf.nn.Adam(1e-2, clip_norm=1.0), tf.nn.Sgd(0.1, momentum=0.5), tf.nn.RmsProp(1e-3)]:

                def step(i, state, optimizer=optimizer):
                    net, memory = state
                    return optimizer.step(net, tf.grad(lambda net: net.loss(x, labels))(net), memory)

                after, _ = tf.loop(0, 20, step, (net, optimizer.start(net)))
                losses.append(after.loss(x, labels))
            return losses

        x, labels = rng.normal(size=(6, 8, 8, 1)).astype(np.float32), np.arange(6, dtype=np.int32)
        program = tf.Program(train)
        before, *after = program(x, labels, np.uint64(3))
        for loss in after:
            self.assertLess(loss, 0.8 * before)

    def test_one_step_of_each_optimizer(self):
        w, g = rng.normal(size=(2, 5)).astype(np.float32)

        def step(w: tf.f32["n"], g: tf.f32["n"]):
            found = []
            for optimizer in [tf.nn.Sgd(0.1, l2=0.5), tf.nn.Adam(0.1, decay=0.5), tf.nn.RmsProp(0.1, clip_value=0.5)]:
                found.append(optimizer.step({"w": w}, {"w": g}, optimizer.start({"w": w}))[0]["w"])
            return found

        sgd, adam, rms = on_each_device(step, w, g)
        cut = np.clip(g, -0.5, 0.5)
        np.testing.assert_allclose(sgd, w - 0.1 * (g + 0.5 * w), rtol=1e-5)
        np.testing.assert_allclose(adam, w * 0.95 - 0.1 * np.sign(g), rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(rms, w - 0.1 * cut / (np.sqrt(0.1 * cut**2) + 1e-8), rtol=1e-4)
        with self.assertRaisesRegex(tf.TraceError, "the gradients have another structure than the parameters"):
            adam = tf.nn.Adam()
            tf.Program(lambda w: adam.step([w], (w,), adam.start([w]))[0], inputs={"w": tf.f32}).to_text()
        with self.assertRaisesRegex(tf.TraceError, "clip gradients by value or by norm, not both"):
            both = tf.nn.Sgd(clip_value=1.0, clip_norm=1.0)
            tf.Program(lambda w: both.start(w).steps, inputs={"w": tf.f32}).to_text()


if __name__ == "__main__":
    unittest.main()
