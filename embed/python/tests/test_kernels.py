"""Kernels in programs in Python, in the interpreter and as machine code."""

import importlib.util
import pathlib
import unittest
import warnings

import numpy as np
import tensorforge as tf

rng = np.random.default_rng(23)


def run(function, *args):
    """What the interpreter gives; machine code gives the same."""
    result = tf.Program(function, device="interp")(*args)
    compiled = tf.Program(function, device="simt-compiled")(*args)
    both = zip(*(one if isinstance(one, tuple) else (one,) for one in (result, compiled)))
    for wanted, found in both:
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6)
    return result


class Kernels(unittest.TestCase):
    def test_vectors(self):
        def add(x: tf.f32["n"], y: tf.f32["n"]):
            n = x.shape[0]

            def body(k):
                a, b, z = k.read(x), k.read(y), k.write(n)
                i = k.index()

                def store():
                    z[i] = a[i] + b[i]

                k.when(i < n, store)
                return z

            return tf.kernel((n + 31) // 32, 32, body) * 2

        x, y = rng.normal(size=(2, 50)).astype("f4")
        np.testing.assert_array_equal(run(add, x, y), (x + y) * 2)

    def test_checked_sessions_warn_of_races_that_are_not_found(self):
        def one(x: tf.f32["n"]):
            def body(k):
                z = k.write(x.shape[0])
                z[k.index()] = 1.0
                return z

            return tf.kernel(1, 4, body)

        x, session = np.zeros(4, np.float32), tf.Session(checked=True)
        with self.assertWarnsRegex(UserWarning, "data races of kernels .* 'simt' and 'interp' detect them"):
            found = tf.Program(one, device="simt-compiled", session=session)(x)
        np.testing.assert_array_equal(found, np.ones(4))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tf.Program(one, device="simt", session=session)(x)
            tf.Program(one, device="simt-compiled", session=tf.Session())(x)

    def test_a_transpose_by_tiles(self):
        def transpose(x: tf.f32["m", "n"]):
            m, n = x.shape

            def body(k):
                a, y, tile = k.read(x), k.write((n, m)), k.shared((4, 5))
                tx, ty = k.thread_id(0), k.thread_id(1)
                i, j = k.index(1), k.index(0)

                def load():
                    tile[ty, tx] = a[i, j]

                k.when((i < m) & (j < n), load)
                k.barrier()
                row, column = k.block_id(0) * 4 + ty, k.block_id(1) * 4 + tx

                def store():
                    y[row, column] = tile[tx, ty]

                k.when((row < n) & (column < m), store)
                return {"y": y}

            return tf.kernel(((n + 3) // 4, (m + 3) // 4), (4, 4), body)["y"]

        x = rng.normal(size=(7, 10)).astype("f4")
        np.testing.assert_array_equal(run(transpose, x), x.T)

    def test_a_histogram_and_sums_of_blocks(self):
        def count(x: tf.i32["n"]):
            n, none = x.shape[0], tf.zeros(8, "i32")

            def body(k):
                values, counts, sums = k.read(x), k.change(none), k.write(2, "i64")
                own = k.shared(8, "i32")
                k.fill_shared(own, 0)
                k.barrier()
                k.each(k.index(), n, lambda i: own.atomic("add", values[i], 1), step=128)
                part = tf.loop(k.index(), n, lambda i, s: s + values[i], 0, step=128)
                total = k.block_reduce("sum", part)
                k.barrier()
                t = k.thread_id()
                k.when(t < 8, lambda: counts.atomic("add", t, own[t]))

                def store():
                    sums[k.block_id()] = total

                k.when(t == 0, store)
                return counts, sums

            counts, sums = tf.kernel(2, 64, body)
            return counts, sums.sum()

        x = rng.integers(0, 8, 300, dtype="i4")
        counts, total = run(count, x)
        np.testing.assert_array_equal(counts, np.bincount(x, minlength=8))
        self.assertEqual(total, x.sum())

    def test_the_programs_of_the_gpu_bench_are_those_of_their_sources(self):
        root = pathlib.Path(__file__).parents[3]
        for source, count in ("examples/python/kernels.py", 7), ("bench/gpu/mapped.py", 17):
            spec = importlib.util.spec_from_file_location("programs", root / source)
            programs = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(programs)
            self.assertEqual(len(programs.ALL), count)
            for name, program in programs.ALL.items():
                text = (root / f"bench/gpu/programs/{name}.mlir").read_text()
                self.assertEqual(text.split("\n", 1)[1].strip(), program.to_text().strip(), name)

    def test_blocks_of_a_cluster_share_memory(self):
        def rotated(x: tf.f32["n"]):
            n = x.shape[0]

            def body(k):
                k.clusters(2)
                values, y = k.read(x), k.write(n)
                own = k.shared(4)
                t = k.thread_id()
                own[t] = values[k.index()]
                k.cluster_barrier()
                other = k.cluster_shared(own, 1 - k.cluster_rank())
                y[k.index()] = other[t] + k.cluster_id() * k.cluster_dim()
                k.cluster_arrive()
                k.cluster_wait()
                return y

            return tf.kernel(n // 4, 4, body)

        x = np.arange(16, dtype="f4")
        wanted = x.reshape(2, 2, 4)[:, ::-1] + np.array([0, 2], "f4")[:, None, None]
        np.testing.assert_array_equal(run(rotated, x), wanted.reshape(-1))

    def test_what_is_wrong_has_the_line(self):
        def outside(x: tf.f32["n"]):
            def body(k):
                y = k.write(4)
                y[k.index()] = x[k.index()]
                return y

            return tf.kernel(1, 4, body)

        with self.assertRaisesRegex(tf.TraceError, r"test_kernels.py:\d+:\d+: error: a kernel cannot use values of the program directly"):
            tf.Program(outside, device="interp").to_text()

        def raises(x: tf.f32["n"]):
            return tf.kernel(1, 4, lambda k: 1 / 0)

        with self.assertRaises(ZeroDivisionError):
            tf.Program(raises, device="interp").to_text()

        def gives(x: tf.f32["n"]):
            return tf.kernel(1, 4, lambda k: x)

        with self.assertRaisesRegex(tf.TraceError, "a kernel must return memory that it has written"):
            tf.Program(gives, device="interp").to_text()


if __name__ == "__main__":
    unittest.main()
