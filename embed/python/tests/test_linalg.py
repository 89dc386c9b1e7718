"""Factorizations of matrices against what defines them, and NumPy."""

import unittest

import numpy as np
import tensorforge as tf

# Roundings for each row or column that a residual may have.
ROUNDINGS = 10


def matrices(m: int, n: int, dtype: str) -> dict[str, np.ndarray]:
    """Matrices of the kinds that factorizations have trouble with."""
    random = np.random.default_rng(m * 1000 + n)
    plain = random.standard_normal((m, n))
    low = random.standard_normal((m, 1)) @ random.standard_normal((1, n))
    graded = plain * np.logspace(0, -12, m)[:, None]
    large = plain * (1e30 if dtype == "float32" else 1e250)
    found = {"plain": plain, "low": low, "graded": graded, "large": large, "zero": np.zeros((m, n)), "ones": np.ones((m, n))}
    return {kind: a.astype(dtype) for kind, a in found.items()}


class Factors(unittest.TestCase):
    def assert_small(self, difference: np.ndarray, size: float, n: int, dtype: str, what: str) -> None:
        # Norms of large numbers are beyond their type.
        scale = size or 1.0
        far = np.abs(difference.astype(np.longdouble) / scale).max(initial=0)
        self.assertLessEqual(far, ROUNDINGS * max(n, 1) * np.finfo(dtype).eps, what)

    def test_factors_have_the_product(self) -> None:
        for dtype, kind in (("float32", tf.f32), ("float64", tf.f64)):
            program = tf.Program(lambda a: (*tf.qr(a), *tf.linalg.lu(a)), inputs={"a": kind["m", "n"]})
            square = tf.Program(lambda a: (*tf.qr(a), *tf.linalg.lu(a)), inputs={"a": kind["n", "n"]})
            for m, n in ((1, 1), (2, 2), (5, 3), (3, 5), (32, 32), (100, 40), (40, 100), (100, 100)):
                for name, a in matrices(m, n, dtype).items():
                    what = f"{name} {m}x{n} {dtype}"
                    q, r, lu, order = (square if m == n else program)(a)
                    k, size = min(m, n), float(np.abs(a).max(initial=0))
                    wide = a.astype(np.longdouble)
                    self.assertEqual((q.shape, r.shape), ((m, k), (k, n)), what)
                    self.assert_small(q.astype(np.longdouble) @ r - wide, size * max(m, n) ** 0.5, max(m, n), dtype, f"QR of {what}")
                    self.assert_small(q.T.astype(np.longdouble) @ q - np.eye(k), 1, max(m, n), dtype, f"Q of {what}")
                    np.testing.assert_array_equal(np.tril(r, -1), 0)
                    lower = np.tril(lu, -1)[:, :k] + np.eye(m, k)
                    self.assertLessEqual(np.abs(lower).max(initial=0), 1, what)
                    product = lower.astype(np.longdouble) @ np.triu(lu)[:k]
                    self.assert_small(product - wide[order], size * max(m, n) ** 0.5, max(m, n), dtype, f"LU of {what}")
                    self.assertEqual(sorted(order), list(range(m)), what)

    def test_signs_are_those_of_numpy(self) -> None:
        a = np.random.default_rng(1).standard_normal((2, 40, 7))
        found = tf.Program(lambda a: tf.qr(a), inputs={"a": tf.f64[2, 40, 7]})(a)
        complete = tf.Program(lambda a: tf.qr(a, "complete"), inputs={"a": tf.f64[2, 40, 7]})(a)
        for found, mode in ((found, "reduced"), (complete, "complete")):
            for ours, theirs in zip(found, np.linalg.qr(a, mode)):
                np.testing.assert_allclose(ours, theirs, atol=1e-13)

    def test_derivatives_are_those_of_differences(self) -> None:
        random = np.random.default_rng(2)
        for m, n in ((3, 3), (5, 3), (3, 5)):
            k, shape = min(m, n), (2, m, n)
            weights = [random.standard_normal((2, *rest)) for rest in ((m, k), (k, n), (m, n))]

            def value(a: tf.Tensor, weights: list[np.ndarray] = weights) -> tf.Tensor:
                q, r = tf.qr(a)
                found = (q, r, tf.linalg.lu(a)[0])
                return sum((tf.asarray(w) * x).sum() for w, x in zip(weights, found))

            a = random.standard_normal(shape)
            gradient = tf.Program(lambda a: tf.grad(value)(a), inputs={"a": tf.f64[shape]})(a)
            plain = tf.Program(lambda a: value(a), inputs={"a": tf.f64[shape]})
            for place in np.ndindex(shape):
                step = np.zeros(shape)
                step[place] = 1e-6
                slope = (plain(a + step) - plain(a - step)) / 2e-6
                self.assertAlmostEqual(gradient[place], slope, delta=1e-5 * max(1, abs(slope)), msg=f"{m}x{n} {place}")

    def test_matrices_are_asked_for(self) -> None:
        with self.assertRaisesRegex(tf.TraceError, "lu needs matrices of floats, not f32"):
            tf.Program(lambda a: tf.linalg.lu(a), inputs={"a": tf.f32[3]}).to_text()
        with self.assertRaisesRegex(ValueError, "the mode of qr is"):
            tf.Program(lambda a: tf.qr(a, "raw"), inputs={"a": tf.f32[3, 3]}).to_text()


if __name__ == "__main__":
    unittest.main()
