"""Programs traced from Python functions, compared with NumPy, and their errors."""

import dataclasses
import typing
import unittest

import numpy as np

import tensorforge as tf

rng = np.random.default_rng(7)


def on_each_device(function, *args, types=None):
    """The results of a function as a program, by the interpreter; those of machine code are equal but for rounding."""
    truth, *others = [tf.Program(function, device=device, inputs=types)(*args) for device in ["interp", "cpu"]]
    for other in others:
        for a, b in zip(tf.tree.flatten(truth)[0], tf.tree.flatten(other)[0], strict=True):
            np.testing.assert_allclose(b, a, rtol=1e-5, atol=1e-6)
    return truth


@tf.program(device="interp")
def step(x: tf.f32["n", 3], v: tf.f32["n", 3], dt: tf.f32):
    d = x[None] - x[:, None]
    r2 = (d * d).sum(-1, keepdims=True) + 1e-4
    f = (d / (r2 * tf.sqrt(r2))).sum(1)
    v = v + f * dt
    return x + v * dt, v


class Numbers(unittest.TestCase):
    """What NumPy gives of numbers that are no ordinary ones."""

    def test_lengths_of_numbers_that_are_none(self):
        x, y = np.float32([np.nan, np.nan, 0, np.inf, 0, 3]), np.float32([0, -0.0, np.nan, np.nan, 0, 4])
        types = {"x": tf.f32["n"], "y": tf.f32["n"]}
        np.testing.assert_array_equal(on_each_device(lambda x, y: tf.hypot(x, y), x, y, types=types), np.hypot(x, y))

    def test_remainders_of_zero_have_the_sign_of_the_divisor(self):
        x, y = np.float32([-1, -0.0, 1, 0, 5, -5]), np.float32([1, 1, -1, -2, 3, 3])
        types = {"x": tf.f32["n"], "y": tf.f32["n"]}
        for device in ["interp", "cpu"]:
            found = tf.Program(lambda x, y: x % y, device=device, inputs=types)(x, y)
            np.testing.assert_array_equal(found, x % y)
            np.testing.assert_array_equal(np.signbit(found), np.signbit(x % y))

    def test_tensors_that_cannot_be_are_refused_though_they_are_only_summed(self):
        n = tf.dim("n")
        functions = [lambda x: x[3 : n - 1].sum(), lambda x: x.sum() + tf.zeros(n - 3).sum()]
        for function in functions:
            for device in ["interp", "cpu"]:
                program = tf.Program(function, inputs={"x": tf.f32[n]}, device=device)
                with self.assertRaisesRegex(tf.CallError, "n - [34]"):
                    program(np.ones(2, np.float32))
                program(np.ones(5, np.float32))


class Meaning(unittest.TestCase):
    def test_a_program_serves_every_extent(self):
        for n in [1, 2, 5]:
            x, v = rng.normal(size=(2, n, 3)).astype(np.float32)
            got_x, got_v = step(x, v, 0.01)
            d = x[None] - x[:, None]
            r2 = (d * d).sum(-1, keepdims=True) + 1e-4
            wanted = v + (d / (r2 * np.sqrt(r2))).sum(1) * np.float32(0.01)
            np.testing.assert_allclose(got_v, wanted, rtol=1e-4, atol=1e-5)
            np.testing.assert_allclose(got_x, x + wanted * np.float32(0.01), rtol=1e-4, atol=1e-5)

    def test_operators(self):
        x, y = rng.normal(size=(2, 6)).astype(np.float32)
        y = np.abs(y) + np.float32(0.5)

        def operators(x: tf.f32["n"], y: tf.f32["n"]):
            return (x + y, 1 - x, 2 * y, x / y, 3 / y, x // y, 7 // y, x % y, 5 % y, y**2, 2**y, -x, +x, abs(x),
                    x < y, x <= 0, 0 > x, x >= y, x == x, x != y)

        for got, wanted in zip(on_each_device(operators, x, y), operators(x, y), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)
            self.assertEqual(got.dtype, wanted.dtype)

    def test_convolutions(self):
        x = rng.normal(size=(2, 7, 8, 4)).astype(np.float32)
        kernel = rng.normal(size=(3, 2, 2, 6)).astype(np.float32)

        def convolved(x: tf.f32["n", 7, 8, 4], kernel: tf.f32[3, 2, 2, 6]):
            return tf.conv(x, kernel, (2, 1), [(1, 2), (0, -1)], groups=2)

        def wanted(group):
            inputs = np.pad(x[:, :, :7, 2 * group : 2 * group + 2], [(0, 0), (1, 2), (0, 0), (0, 0)])
            windows = np.lib.stride_tricks.sliding_window_view(inputs, (3, 2), axis=(1, 2))[:, ::2]
            return np.einsum("nyxfhw,hwfo->nyxo", windows, kernel[..., 3 * group : 3 * group + 3])

        got = on_each_device(convolved, x, kernel)
        np.testing.assert_allclose(got, np.concatenate([wanted(0), wanted(1)], -1), rtol=1e-4, atol=1e-5)

    def test_where_values_are_kept(self):
        x = np.linspace(-1, 1, 23 * 19, dtype=np.float32).reshape(23, 19)

        def blurred(wish):
            def program(x: tf.f32["n", "m"]):
                rows = tf.compute(x.shape, lambda i, j: x.at(i, j - 1) + x.at(i, j + 1))
                rows = getattr(rows, wish)()
                return tf.compute(x.shape, lambda i, j: rows.at(i - 1, j) + rows.at(i + 2, j))

            return program

        rows = np.pad(x, [(0, 0), (1, 1)], "edge")
        rows = np.pad(rows[:, :-2] + rows[:, 2:], [(1, 2), (0, 0)], "edge")
        words = {"stored": "keep", "fused": "fuse", "in_bands": "bands", "in_window": "window"}
        for wish, word in words.items():
            with self.subTest(wish):
                program = blurred(wish)
                self.assertIn(f'tf.fusion = "{word}"', tf.Program(program).to_text())
                np.testing.assert_allclose(on_each_device(program, x), rows[:-3] + rows[3:], rtol=1e-6)

    def test_groups_by_hand(self):
        def weighted(schedule):
            def program(x: tf.f32["n", "m"], y: tf.f32["m", 5]):
                def members(g):
                    s = g.member("s", ["i", "j"], x * 0.5)
                    top = g.member("top", ["i"], s.max(-1))
                    e = tf.exp(s - top[:, None])
                    return {"sums": e.sum(-1), "out": g.member("out", ["i", "c"], (e / e.sum(-1)[:, None]) @ y)}

                given = tf.group("weighted", ["i"], schedule, members)
                return given["out"], given["sums"]

            return program

        x, y = rng.normal(size=(13, 7)).astype(np.float32), rng.normal(size=(7, 5)).astype(np.float32)
        e = np.exp(0.5 * x - 0.5 * x.max(-1, keepdims=True))
        schedules = [
            tf.Schedule().split("i", 4).parallel("i.0"),
            tf.Schedule().split("i", [8, 2]).order("i.0", "i.1").place("top", at="i.1").then(tf.Schedule().place("s", at="inline")),
            tf.Schedule("split(i, [4]), place(s, top, root)"),
            tf.Schedule().split("i", 4).place("s", at="i.0", by="all", space="memory", layout="(i, j) -> (j, i)").place("top", at="i.0", by="each"),
        ]
        texts = [
            "split(i, [4]), parallel(i.0)",
            "split(i, [8, 2]), order(i.0, i.1), place(top, at = i.1), place(s, inline)",
            "split(i, [4]), place(s, top, root)",
            "split(i, [4]), place(s, at = i.0, by = all, in = memory, layout = (i, j) -> (j, i)), place(top, at = i.0, by = each)",
        ]
        for schedule, text in zip(schedules, texts, strict=True):
            with self.subTest(text):
                self.assertEqual(str(schedule), text)
                program = weighted(schedule)
                self.assertIn(f'label = "weighted", schedule = #tensor.schedule<{text}>', tf.Program(program).to_text())
                out, sums = on_each_device(program, x, y)
                np.testing.assert_allclose(sums, e.sum(-1), rtol=1e-5)
                np.testing.assert_allclose(out, e / e.sum(-1, keepdims=True) @ y, rtol=1e-4, atol=1e-5)

    def test_loops_of_one_tensor_by_hand(self):
        def product(a: tf.f32["n", 24], b: tf.f32[24, "m"]):
            return (a @ b).scheduled(["i", "j"], tf.Schedule().vectorize("j", 8, tail="overlap").unroll("k", 2), folds=["k"])

        self.assertIn("vectorize(j, 8, tail = overlap), unroll(k, 2)", tf.Program(product).to_text())
        a, b = rng.normal(size=(19, 24)).astype(np.float32), rng.normal(size=(24, 37)).astype(np.float32)
        np.testing.assert_allclose(on_each_device(product, a, b), a @ b, rtol=1e-4, atol=1e-5)

    def test_folds_in_chunks_by_hand(self):
        def sums(x: tf.i32["n", 24]):
            return x.sum(0).scheduled(["j"], tf.Schedule().rfactor("k", 16).vectorize("j", 8), folds=["k"])

        self.assertIn("rfactor(k, 16), vectorize(j, 8)", tf.Program(sums).to_text())
        for n in (0, 16, 75):
            x = rng.integers(-1000, 1000, size=(n, 24)).astype(np.int32)
            np.testing.assert_array_equal(on_each_device(sums, x), x.sum(0, dtype=np.int32))

    def test_steps_take_arguments_by_position_and_name(self):
        steps = tf.Schedule()
        for schedule, text in {
            steps.split(of="i", lengths=[8, 2], tail="peel"): "split(i, [8, 2], tail = peel)",
            steps.vectorize("j", lanes=8): "vectorize(j, 8)",
            steps.unroll("k").unroll("l", 4): "unroll(k), unroll(l, 4)",
            steps.time("i", 8, points=512, rows=4): "time(i, [8, 512, 4])",
            steps.map("i", "j", threads=64).map("k", among="warp"): "map(i, j, grid, 64), map(k, warp)",
            steps.join("k", "l", terms=64): "join(k: l, 64)",
            steps.mma("k", terms=2): "mma(k, 2)",
            steps.stage("k", "j", at=None, panels="j"): "stage(k, j, panels = j)",
            steps.parallel("i", grain=8).stream().prefetch("k", 4): "parallel(i, grain = 8), stream(), prefetch(k, 4)",
        }.items():
            self.assertEqual(str(schedule), text)
        self.assertIn("Splits a loop", tf.Schedule.split.__doc__)
        for message, wrong in {
            "order takes only names of loops": lambda: steps.order("i", 4),
            "vectorize takes no 'grain'; only parallel does": lambda: steps.vectorize("i", 4, grain=2),
            "rfactor needs an integer of at least 1": lambda: steps.rfactor("k", 0),
        }.items():
            with self.subTest(message), self.assertRaisesRegex(tf.TraceError, message):
                wrong()

    def test_groups_that_cannot_be(self):
        def grouped(schedule, name="s", loops=("i", "j")):
            def program(x: tf.f32["n", "m"]):
                return tf.group("mine", ["i"], schedule, lambda g: g.member(name, loops, tf.exp(x)) + 1)

            return tf.Program(program).to_text()

        split = tf.Schedule().split("i", 4)
        grouped(split)
        for message, wrong in {
            "the schedule of the group 'mine' places 'f', which is not a member: the members are s": lambda: grouped(split.place("f", at="root")),
            "names the loop 'q', but the loops are i": lambda: grouped(split.order("q.0")),
            "splits no loop": lambda: grouped(tf.Schedule().parallel("i")),
            "is not a schedule": lambda: grouped(tf.Schedule("split(i")),
            "tiles of 6, which is not a multiple of 4": lambda: tf.Schedule().split("i", [6, 4]),
            "vectorize has tail = blob; known are peel, overlap, mask": lambda: tf.Schedule().vectorize("i", 4, tail="blob"),
            r"1 axes are named \(i\)": lambda: grouped(split, loops=["i"]),
            "cannot name a member": lambda: grouped(split, name="root"),
        }.items():
            with self.subTest(message), self.assertRaisesRegex(tf.TraceError, message):
                wrong()

    def test_convolutions_that_make_no_sense(self):
        def convolved(x: tf.f32["n", 7, 4], kernel: tf.f32[3, 4, 6]):
            return tf.conv(x, kernel, places=[(1, 1), (2, 2)])

        with self.assertRaisesRegex(tf.TraceError, "has padding for 2: give a pair for each"):
            tf.Program(convolved).to_text()

    def test_integers_and_bools(self):
        a = np.arange(-4, 4, dtype=np.int32)
        b = np.array([1, 2, 3, 4, 5, 6, 7, 8], dtype=np.int32)

        def whole(a: tf.i32["n"], b: tf.i32["n"]):
            return a // b, a % b, a & b, a | b, a ^ b, ~a, a << 2, a >> 1, (a > 0) & (b > 3), ~(a > 0), a / b

        for got, wanted in zip(on_each_device(whole, a, b), whole(a, b), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-6)

    def test_functions_have_numpys_names(self):
        x = (np.abs(rng.normal(size=8)) * 0.5 + 0.1).astype(np.float32)
        names = ["abs", "sign", "square", "reciprocal", "sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10",
                 "log1p", "sin", "cos", "tan", "arctan", "sinh", "cosh", "tanh", "arcsinh", "floor", "ceil", "trunc",
                 "rint", "isnan", "isfinite", "isinf", "degrees", "radians", "sinc", "nan_to_num"]

        def functions(x: tf.f32["n"]):
            return {name: getattr(tf, name)(x) for name in names}

        for name, got in on_each_device(functions, x).items():
            np.testing.assert_allclose(got, getattr(np, name)(x), rtol=2e-5, err_msg=name)
        pairs = ["maximum", "minimum", "power", "arctan2", "copysign", "hypot", "logaddexp"]
        two = on_each_device(lambda x, y: [getattr(tf, name)(x, y) for name in pairs], x, x[::-1],
                             types={"x": tf.f32["n"], "y": tf.f32["n"]})
        for name, got in zip(pairs, two, strict=True):
            np.testing.assert_allclose(got, getattr(np, name)(x, x[::-1]), rtol=2e-5, err_msg=name)

    def test_reductions(self):
        x = rng.normal(size=(3, 4, 5)).astype(np.float32)
        names = ["sum", "prod", "mean", "min", "max", "var", "std", "ptp"]
        for axis in [None, 0, -1, (0, 2)]:
            for keep in [False, True]:
                got = on_each_device(lambda x: [getattr(tf, n)(x, axis, keep) for n in names], x,
                                     types={"x": tf.f32["a", "b", 5]})
                for name, one in zip(names, got, strict=True):
                    wanted = getattr(np, name)(x, axis=axis, keepdims=keep)
                    self.assertEqual(one.shape, wanted.shape)
                    np.testing.assert_allclose(one, wanted, rtol=1e-4, atol=1e-5, err_msg=name)
        got = on_each_device(lambda x: (tf.argmax(x, 1), x.max(0), (x > 0).any(1), (x > -9).all(), tf.cumsum(x, 1),
                                        tf.sort(x, 0), tf.argsort(x)), x, types={"x": tf.f32["a", "b", "c"]})
        wanted = (x.argmax(1), x.max(0), (x > 0).any(1), (x > -9).all(), x.cumsum(1), np.sort(x, 0), np.argsort(x))
        for one, other in zip(got, wanted, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-5)

    def test_shapes(self):
        x = rng.normal(size=(4, 3)).astype(np.float32)

        def shapes(x: tf.f32["n", "m"]):
            n, m = x.shape
            return (x.T, x.reshape(n * m), x.reshape((-1, m)), x.transpose(1, 0), tf.concatenate([x, x], 1),
                    tf.stack([x, x + 1], 1), tf.broadcast_to(x[:, None], (n, 2, m)), tf.zeros((n, 2)) + tf.ones(2),
                    tf.arange(n) + 0 * tf.iota((m, n), 1), tf.full((2,), 7), tf.flip(x, 0), x.sum() / n)

        wanted = (x.T, x.reshape(12), x, x.T, np.concatenate([x, x], 1), np.stack([x, x + 1], 1),
                  np.broadcast_to(x[:, None], (4, 2, 3)), np.ones((4, 2)), np.broadcast_to(np.arange(4), (3, 4)),
                  np.full(2, 7), x[::-1], x.sum() / 4)
        for got, one in zip(on_each_device(shapes, x), wanted, strict=True):
            np.testing.assert_allclose(got, one, rtol=1e-5)

    def test_indexing_is_numpys(self):
        x = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
        i = np.array([2, 0, 1], dtype=np.int32)
        keys = [np.s_[1], np.s_[-1], np.s_[1:], np.s_[:, ::2], np.s_[..., 0], np.s_[:, -2, 1:4], np.s_[:, None, 1],
                np.s_[::-1], np.s_[..., None], np.s_[0, ..., 1:]]
        got = on_each_device(lambda x: [x[key] for key in keys], x, types={"x": tf.f32[3, 4, 5]})
        for one, key in zip(got, keys, strict=True):
            np.testing.assert_array_equal(one, x[key], err_msg=str(key))
        computed = [lambda x, i: x[i], lambda x, i: x[:, i], lambda x, i: x[..., i], lambda x, i: x[i, i],
                    lambda x, i: x[:, i, i], lambda x, i: x[i, 1], lambda x, i: x[i, 1:3], lambda x, i: x[i[:, None], i],
                    lambda x, i: x[1:, i, 0], lambda x, i: x[i, i, i]]
        types = {"x": tf.f32[3, 4, 5], "i": tf.i32["k"]}
        for function in computed:
            np.testing.assert_array_equal(on_each_device(function, x, i, types=types), function(x, i))

    def test_indices_outside_have_a_policy(self):
        x, i = np.float32([1, 2, 3]), np.int32([-1, 0, 3])
        types = {"x": tf.f32["n"], "i": tf.i32["k"]}
        got = on_each_device(lambda x, i: (x.at(i), x.at(i, outside="wrap"), x.at(i, fill=9)), x, i, types=types)
        np.testing.assert_array_equal(got, [[1, 1, 3], [3, 1, 1], [9, 1, 9]])
        for device in ["interp", "cpu"]:
            checked = tf.Program(lambda x, i: x.at(i, outside="check"), device=device, inputs=types)
            with self.assertRaisesRegex(tf.CallError, "index -1 is outside 'x'|outside"):
                checked(x, i)
        changed = on_each_device(lambda x, i: (x.updated(i, 5, "set"), x.updated(i, 1, "add")), x, i, types=types)
        np.testing.assert_array_equal(changed, [[5, 2, 3], [2, 2, 3]])
        for device in ["interp", "cpu"]:
            for update, wanted in [("set", [7, 2, 7]), ("add", [8, 2, 10]), ("max", [7, 2, 7])]:
                checked = tf.Program(lambda x, i: x.updated(i, 7, update, outside="check"), device=device, inputs=types)
                np.testing.assert_array_equal(checked(x, np.int32([0, 2])), wanted)
                with self.assertRaisesRegex(tf.CallError, "index -1 of a write is outside 'x', whose axis 0 has extent 3"):
                    checked(x, i)
        with self.assertRaisesRegex(TypeError, "'drop' or 'check'"):
            tf.Program(lambda x, i: x.updated(i, 7, "set", outside="wrap"), inputs=types)(x, i)

    def test_constants_of_numpy(self):
        table = np.arange(6, dtype=np.float32).reshape(2, 3)
        got = on_each_device(lambda x: (table + x, x * table, x + np.float32(1), tf.asarray([1, 2, 3]) + x), np.float32([1, 2, 3]),
                             types={"x": tf.f32[3]})
        x = np.float32([1, 2, 3])
        for one, wanted in zip(got, (table + x, x * table, x + 1, x + x), strict=True):
            np.testing.assert_array_equal(one, wanted)

    def test_element_types_have_several_names(self):
        x = np.float32([1.5, -2.5])
        for whole in ["i32", "int32", tf.i32, np.int32, np.dtype("int32")]:
            got = on_each_device(lambda x: (x.astype(whole), tf.zeros(2, whole)), x, types={"x": tf.f32["n"]})
            self.assertEqual([one.dtype for one in got], [np.int32, np.int32])
        got = on_each_device(lambda x: [x.astype(t) for t in [int, float, bool]], x, types={"x": tf.f32["n"]})
        self.assertEqual([one.dtype for one in got], [np.int64, np.float32, np.bool_])

    def test_products(self):
        a, b = rng.normal(size=(4, 3)).astype(np.float32), rng.normal(size=(3, 5)).astype(np.float32)
        got = on_each_device(lambda a, b: (a @ b, tf.einsum("ij,jk->ki", a, b), tf.dot(a, b), np.ones((2, 4), np.float32) @ a), a, b,
                             types={"a": tf.f32["n", "m"], "b": tf.f32["m", "k"]})
        for one, wanted in zip(got, (a @ b, (a @ b).T, a @ b, np.ones((2, 4)) @ a), strict=True):
            np.testing.assert_allclose(one, wanted, rtol=1e-4, atol=1e-5)

    def test_structures(self):
        class Pair(typing.NamedTuple):
            a: typing.Any
            b: typing.Any

        @dataclasses.dataclass
        class Body:
            x: typing.Any
            v: typing.Any

        def move(body: Body(tf.f32["n"], tf.f32["n"])):
            return {"body": Body(body.x + body.v, body.v), "pair": Pair(body.x.sum(), [1, True])}

        program = tf.Program(move, device="interp")
        with self.assertRaisesRegex(TypeError, r"'body' of 'move' has another structure than its type: \(a value, a value\) instead of Body\(a value, a value\)"):
            program((np.ones(2), np.ones(2)))
        got = program(Body(np.float32([1, 2]), np.float32([3, 4])))
        np.testing.assert_array_equal(got["body"].x, [4, 6])
        self.assertEqual((got["pair"].a.item(), got["pair"].b[0].item(), got["pair"].b[1].item()), (3, 1, True))

    def test_structures_of_arguments(self):
        kind = {"w": [tf.f32["n"], (tf.f32, None)], "b": tf.f32["n"]}
        ones = np.ones(2, np.float32)
        for device in ("interp", "cpu"):
            program = tf.Program(lambda p, *, s: p["w"][0] * s + p["w"][1][0] + p["b"], device=device, inputs={"p": kind, "s": tf.f32})
            for _ in range(2):
                np.testing.assert_array_equal(program({"w": [ones, (1.0, None)], "b": ones}, s=3.0), [5, 5])
            others = [{"b": ones, "w": [ones, (1.0, None)]}, {"w": [ones, [1.0, None]], "b": ones}, {"w": [ones, (1.0, 2.0)], "b": ones},
                      {"w": [ones], "b": ones}, {"w": [ones, (1.0, None)], "b": [ones]}, [ones], None]
            for other in others:
                with self.assertRaisesRegex(TypeError, "'p' of '.*' has another structure than its type"):
                    program(other, s=3.0)
            with self.assertRaisesRegex(TypeError, "positional"):
                program({"w": [ones, (1.0, None)], "b": ones}, 3.0)


class Control(unittest.TestCase):
    def test_loops(self):
        a = np.float32([2, 9, 16])

        def roots(a: tf.f32["n"]):
            return tf.loop(0, 20, lambda i, x: 0.5 * (x + a / x), a)

        np.testing.assert_allclose(on_each_device(roots, a), np.sqrt(a), rtol=1e-6)

        def sums(n: tf.i32):
            state = {"sum": tf.asarray(0, "i64"), "last": tf.asarray(0, "i64")}
            return tf.loop(0, n, lambda i, s: {"sum": s["sum"] + tf.asarray(i, "i64"), "last": tf.asarray(i, "i64")}, state, step=2)

        got = on_each_device(sums, 9)
        self.assertEqual((got["sum"].item(), got["last"].item()), (20, 8))

    def test_conditions(self):
        def halves(x: tf.f32):
            x, steps = tf.while_(lambda s: s[0] > 1, lambda s: (s[0] / 2, s[1] + 1), (x, tf.asarray(0)))
            return steps, tf.if_(x > 0.75, lambda: x * 2, lambda: 0.0)

        self.assertEqual([r.item() for r in on_each_device(halves, 10.0)], [4, 0])
        self.assertEqual([r.item() for r in on_each_device(halves, 0.875)], [0, 1.75])

    def test_compute(self):
        x = np.arange(12, dtype=np.float32).reshape(3, 4)

        def blur(x: tf.f32["n", "m"]):
            return tf.compute(x.shape, lambda i, j: (x[i, j] + x[i, j + 1]) / 2)

        wanted = (x + np.concatenate([x[:, 1:], x[:, -1:]], 1)) / 2
        np.testing.assert_array_equal(on_each_device(blur, x), wanted)

        def counts(c: tf.f32["n"]):
            def one(i):
                start = (c[i] * 0, tf.asarray(0))
                return tf.while_(lambda s: (s[0] < 4) & (s[1] < 50), lambda s: (s[0] * s[0] + c[i], s[1] + 1), start)[1]

            return tf.compute(c.shape, one)

        self.assertEqual(on_each_device(counts, np.float32([0, 1, 3])).tolist(), [50, 3, 2])

    def test_gradients(self):
        x = rng.normal(size=5).astype(np.float32)

        def cubes(x: tf.f32["n"]):
            return tf.grad(lambda x: (x**3).sum())(x), tf.value_and_grad(lambda x, k: (k * tf.sin(x)).sum(), argnums=(0, 1))(x, 2.0 * x)

        gradient, (value, (by_x, by_k)) = on_each_device(cubes, x)
        np.testing.assert_allclose(gradient, 3 * x**2, rtol=1e-5)
        np.testing.assert_allclose(value, (2 * x * np.sin(x)).sum(), rtol=1e-5)
        np.testing.assert_allclose(by_x, 2 * x * np.cos(x), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(by_k, np.sin(x), rtol=1e-5)

    def test_directions_and_aux(self):
        x = rng.normal(size=5).astype(np.float32)

        def directions(x: tf.f32["n"]):
            forward = tf.jvp(lambda x: {"y": tf.exp(x)}, (x,), (x * 0 + 1,))
            backward = tf.vjp(lambda x: tf.exp(x), (x,), x)
            return forward, backward, tf.grad(lambda x: (tf.sum(x * x), {"twice": 2 * x}), has_aux=True)(x)

        (value, tangent), (again, (cotangent,)), (gradient, aux) = on_each_device(directions, x)
        np.testing.assert_allclose(value["y"], np.exp(x), rtol=1e-5)
        np.testing.assert_allclose(tangent["y"], np.exp(x), rtol=1e-5)
        np.testing.assert_allclose(again, np.exp(x), rtol=1e-5)
        np.testing.assert_allclose(cotangent, x * np.exp(x), rtol=1e-5)
        np.testing.assert_allclose(gradient, 2 * x, rtol=1e-5)
        np.testing.assert_allclose(aux["twice"], 2 * x, rtol=1e-5)

    def test_vmap(self):
        x, w = rng.normal(size=(4, 3)).astype(np.float32), rng.normal(size=3).astype(np.float32)

        def mapped(x: tf.f32["n", 3], w: tf.f32[3]):
            per_row = tf.vmap(tf.grad(lambda row, w: (row * w).sum() ** 2), in_axes=(0, None))(x, w)
            return per_row, tf.vmap(lambda c: c.sum(), in_axes=1)(x), tf.vmap(lambda a, b: {"s": a + b})(x, x)

        per_row, columns, sums = on_each_device(mapped, x, w)
        np.testing.assert_allclose(per_row, 2 * (x @ w)[:, None] * w, rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(columns, x.sum(0), rtol=1e-5)
        np.testing.assert_allclose(sums["s"], 2 * x, rtol=1e-5)

    def test_extents_from_data(self):
        x = np.float32([3, -1, 2, -5])

        def positive(x: tf.f32["n"]):
            k = tf.dim_of("k", (x > 0).sum())
            return tf.compress(x > 0, x), tf.arange(k)

        kept, counted = on_each_device(positive, x)
        np.testing.assert_array_equal(kept, [3, 2])
        np.testing.assert_array_equal(counted, [0, 1])


if __name__ == "__main__":
    unittest.main()
