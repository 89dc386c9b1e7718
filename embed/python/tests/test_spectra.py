"""Eigenvalues, singular values and tridiagonal systems against what defines them, NumPy, and differences."""

import unittest

import numpy as np
import tensorforge as tf

# Roundings for each row or column that a residual may have.
ROUNDINGS = 10
SIZES = (1, 2, 3, 5, 16, 17, 32, 100)


def symmetric(n: int, dtype: str) -> dict[str, np.ndarray]:
    """Symmetric matrices of the kinds that eigenvectors have trouble with."""
    random = np.random.default_rng(n)
    plain = random.standard_normal((n, n))
    basis = np.linalg.qr(plain)[0]
    scales = np.diag(np.logspace(0, -12, n))
    large = 1e30 if dtype == "float32" else 1e250
    found = {
        "plain": plain,
        "repeated": basis @ np.diag(np.where(np.arange(n) % 3 == 0, 1.0, 2.0)) @ basis.T,
        "low": plain[:, :1] @ plain[:, :1].T,
        "graded": scales @ (plain + plain.T) @ scales,
        "large": plain * large,
        "small": plain / large,
        "zero": np.zeros((n, n)),
        "identity": np.eye(n),
        "ones": np.ones((n, n)),
        "pairs": np.diag(np.abs(np.arange(n) - n / 2)) + np.eye(n, k=1) + np.eye(n, k=-1),
        "chain": 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1),
    }
    return {kind: ((a + a.T) / 2).astype(dtype) for kind, a in found.items()}


def general(m: int, n: int, dtype: str) -> dict[str, np.ndarray]:
    """Matrices of the kinds that singular vectors have trouble with."""
    random = np.random.default_rng(m * 1000 + n)
    plain = random.standard_normal((m, n))
    large = 1e30 if dtype == "float32" else 1e250
    found = {
        "plain": plain,
        "low": random.standard_normal((m, 1)) @ random.standard_normal((1, n)),
        "graded": plain * np.logspace(0, -12, m)[:, None],
        "large": plain * large,
        "small": plain / large,
        "zero": np.zeros((m, n)),
        "ones": np.ones((m, n)),
        "identity": np.eye(m, n),
    }
    return {kind: a.astype(dtype) for kind, a in found.items()}


class Spectra(unittest.TestCase):
    def small(self, residual: np.ndarray, size: float, n: int, dtype: str, what: str) -> None:
        far = np.linalg.norm(residual.astype(np.float64)) / max(size, 1.0)
        self.assertLessEqual(far, ROUNDINGS * max(n, 1) * np.finfo(dtype).eps, what)

    def orthogonal(self, basis: np.ndarray, n: int, dtype: str, what: str) -> None:
        self.small(np.abs(basis.T @ basis - np.eye(basis.shape[1])).max(initial=0), 1, n, dtype, f"the basis of {what}")

    def test_eigenvectors(self) -> None:
        for dtype, kind in (("float32", tf.f32), ("float64", tf.f64)):
            fixed = lambda n, kind=kind: tf.Program(lambda a: tf.linalg.eigh(a), inputs={"a": kind[n, n]})  # noqa: E731
            named = fixed("n")
            for n in SIZES:
                program = fixed(n) if n in (2, 32) else named
                for name, a in symmetric(n, dtype).items():
                    what, largest = f"{name} {n} {dtype}", float(np.abs(a).max()) or 1.0
                    values, vectors = program(a)
                    self.assertEqual((values.dtype, vectors.dtype), (a.dtype, a.dtype))
                    self.assertTrue((np.diff(values) >= 0).all(), what)
                    vectors, scaled = vectors.astype(np.longdouble), a.astype(np.longdouble) / largest
                    residual = scaled @ vectors - vectors * (values.astype(np.longdouble) / largest)
                    self.small(residual, float(np.linalg.norm(scaled.astype(np.float64))), n, dtype, what)
                    self.orthogonal(vectors, n, dtype, what)
                    expected = np.linalg.eigvalsh(a.astype(np.float64) / largest) * largest
                    np.testing.assert_allclose(values / largest, expected / largest, atol=n * n * 10 * np.finfo(dtype).eps, err_msg=what)

    def test_singular_vectors(self) -> None:
        for dtype, kind in (("float32", tf.f32), ("float64", tf.f64)):
            named = tf.Program(lambda a: tf.linalg.svd(a, False), inputs={"a": kind["m", "n"]})
            for m, n in ((1, 1), (2, 2), (5, 3), (3, 5), (17, 17), (40, 33), (33, 40), (100, 100)):
                fixed = tf.Program(lambda a: tf.linalg.svd(a, False), inputs={"a": kind[m, n]})
                program = fixed if m in (2, 33) else named
                for name, a in general(m, n, dtype).items():
                    what, largest, most = f"{name} {m}x{n} {dtype}", float(np.abs(a).max()) or 1.0, max(m, n)
                    u, values, vt = program(a)
                    k = min(m, n)
                    self.assertEqual((u.shape, values.shape, vt.shape), ((m, k), (k,), (k, n)))
                    self.assertTrue((np.diff(values) <= 0).all() and (values >= 0).all(), what)
                    u, vt, scaled = (x.astype(np.longdouble) for x in (u, vt, a / np.asarray(largest, dtype)))
                    residual = scaled - (u * (values.astype(np.longdouble) / largest)) @ vt
                    self.small(residual, float(np.linalg.norm(scaled.astype(np.float64))), most, dtype, what)
                    self.orthogonal(u, most, dtype, what)
                    self.orthogonal(vt.T, most, dtype, what)

    def test_general_matrices(self) -> None:
        for dtype, kind in (("float32", tf.f32), ("float64", tf.f64)):
            schur = tf.Program(lambda a: tf.linalg.schur(a), inputs={"a": kind["n", "n"]})
            eig = tf.Program(lambda a: tf.linalg.eig(a), inputs={"a": kind["n", "n"]})
            values = tf.Program(lambda a: tf.linalg.eigvals(a), inputs={"a": kind["n", "n"]})
            for n in (0, *SIZES):
                for name, a in general(n, n, dtype).items() if n else [("nothing", np.zeros((0, 0), dtype))]:
                    what, largest = f"{name} {n} {dtype}", float(np.abs(a).max(initial=0)) or 1.0
                    scaled = a.astype(np.longdouble) / largest
                    t, z = (x.astype(np.longdouble) for x in schur(a))
                    self.small(z @ (t / largest) @ z.T - scaled, float(np.linalg.norm(scaled.astype(float))), n, dtype, what)
                    self.orthogonal(z, n, dtype, what)
                    (x, y), (u, v) = eig(a)
                    found = (x.astype(np.longdouble) + 1j * y) / largest
                    vectors = u.astype(np.longdouble) + 1j * v
                    self.small(np.abs(scaled @ vectors - vectors * found), float(np.linalg.norm(scaled.astype(float))), n, dtype, what)
                    real, imag = values(a)
                    self.assertLessEqual(abs(real.sum(dtype=float) / largest - np.trace(scaled)), n * n * 10 * np.finfo(dtype).eps, what)
                    self.assertEqual((imag > 0).sum(), (imag < 0).sum(), what)

    def test_derivatives_of_general_eigenvalues_are_refused(self) -> None:
        for name, function in (("eig", lambda a: tf.linalg.eigvals(a)[0].sum()), ("schur", lambda a: tf.linalg.schur(a)[0].sum())):
            with self.assertRaisesRegex(Exception, f"{name} has no derivative"):
                tf.Program(lambda a: tf.grad(function)(a), inputs={"a": tf.f64[3, 3]})(np.eye(3))  # noqa: B023

    def test_complete_bases_batches_and_nothing(self) -> None:
        a = np.random.default_rng(1).standard_normal((2, 3, 7, 4))
        for rows, columns in ((7, 4), (4, 7)):
            x = a if rows == 7 else np.swapaxes(a, -1, -2).copy()
            u, values, vt = tf.Program(lambda a: tf.linalg.svd(a), inputs={"a": tf.f64[x.shape]})(x)
            np.testing.assert_allclose((u[..., :4] * values[..., None, :]) @ vt[..., :4, :], x, atol=1e-13)
            for basis in (u, vt):
                np.testing.assert_allclose(basis @ np.swapaxes(basis, -1, -2), np.broadcast_to(np.eye(basis.shape[-1]), basis.shape), atol=1e-13)
            np.testing.assert_allclose(values, np.linalg.svd(x, compute_uv=False), atol=1e-13)
        for shape in ((2, 0, 0), (0, 3, 3)):
            values, vectors = tf.Program(lambda a: tf.linalg.eigh(a), inputs={"a": tf.f32[shape]})(np.zeros(shape, np.float32))
            self.assertEqual((values.shape, vectors.shape), (shape[:-1], shape))
        for m, n in ((0, 3), (3, 0)):
            u, values, vt = tf.Program(lambda a: tf.linalg.svd(a, False), inputs={"a": tf.f32[m, n]})(np.zeros((m, n), np.float32))
            self.assertEqual((u.shape, values.shape, vt.shape), ((m, 0), (0,), (0, n)))

    def test_what_is_not_finite_spoils_its_matrix_alone(self) -> None:
        a = np.stack([np.eye(3), np.diag([1, np.inf, 2]), np.full((3, 3), np.nan)])
        values, vectors = tf.Program(lambda a: tf.linalg.eigh(a), inputs={"a": tf.f64[3, 3, 3]})(a)
        np.testing.assert_allclose(values[0], 1)
        self.assertTrue(np.isnan(values[1:]).all() and np.isnan(vectors[1:]).all() and np.isfinite(vectors[0]).all())
        u, values, _ = tf.Program(lambda a: tf.linalg.svd(a), inputs={"a": tf.f64[3, 3, 3]})(a)
        self.assertTrue(np.isnan(values[1:]).all() and np.isnan(u[1:]).all() and np.isfinite(u[0]).all())

    def test_short_floats(self) -> None:
        a = np.random.default_rng(3).standard_normal((6, 6)).astype(np.float16)
        a = a + a.T
        values, vectors = tf.Program(lambda a: tf.linalg.eigh(a), inputs={"a": tf.f16[6, 6]})(a)
        self.assertEqual((values.dtype, vectors.dtype), (np.float16, np.float16))
        np.testing.assert_allclose(values, np.linalg.eigvalsh(a.astype(np.float64)), atol=1e-2)

    def test_derivatives_are_those_of_differences(self) -> None:
        random = np.random.default_rng(4)

        def of_eigh(a: tf.Tensor) -> tf.Tensor:
            values, vectors = tf.linalg.eigh(a)
            # Signs of vectors do not matter to their squares.
            return (tf.sin(values) * vectors[..., 0, :] ** 2).sum() + (vectors[..., 1, :] ** 2 * values**2).sum()

        def of_svd(a: tf.Tensor) -> tf.Tensor:
            u, values, vt = tf.linalg.svd(a, False)
            return (tf.sin(values) * u[..., 0, :] ** 2 * vt[..., :, 1] ** 2).sum() + (u[..., 1, :] * vt[..., :, 0]).sum()

        for value, shape in ((of_eigh, (2, 4, 4)), (of_svd, (4, 4)), (of_svd, (2, 5, 3)), (of_svd, (3, 5))):
            a = random.standard_normal(shape)
            if value is of_eigh:
                a = a + np.swapaxes(a, -1, -2)
            gradient = tf.Program(lambda a: tf.grad(value)(a), inputs={"a": tf.f64[shape]})(a)  # noqa: B023
            plain = tf.Program(lambda a: value(a), inputs={"a": tf.f64[shape]})  # noqa: B023
            for place in np.ndindex(shape):
                step = np.zeros(shape)
                step[place] = 1e-6
                slope = (plain(a + step) - plain(a - step)) / 2e-6
                self.assertAlmostEqual(gradient[place], slope, delta=1e-5 * max(1, abs(slope)), msg=f"{value.__name__} {shape} {place}")

    def test_derivatives_of_loops(self) -> None:
        random = np.random.default_rng(7)

        def of_qr(a: tf.Tensor) -> tf.Tensor:
            q, r = tf.qr(a, "complete")
            return tf.sin(q).sum() + (r**3).sum()

        def of_bands(d: tf.Tensor) -> tf.Tensor:
            x = tf.linalg.tridiagonal_solve(d[:, 0], d[:, 1] + 3.0, d[:, 2], d[:, 3:])
            return (x**2).sum()

        for value, shape in ((of_qr, (4, 2)), (of_bands, (5, 5))):
            a = random.standard_normal(shape)
            gradient = tf.Program(lambda a: tf.grad(value)(a), inputs={"a": tf.f64[shape]})(a)  # noqa: B023
            plain = tf.Program(lambda a: value(a), inputs={"a": tf.f64[shape]})  # noqa: B023
            for place in np.ndindex(shape):
                step = np.zeros(shape)
                step[place] = 1e-6
                slope = (plain(a + step) - plain(a - step)) / 2e-6
                self.assertAlmostEqual(gradient[place], slope, delta=1e-5 * max(1, abs(slope)), msg=f"{value.__name__} {place}")

    def test_maps_and_derivatives_of_derivatives(self) -> None:
        a = np.random.default_rng(8).standard_normal((3, 5, 5))
        a = a + np.swapaxes(a, 1, 2)
        every = lambda x: (*tf.linalg.eigh(x), *tf.linalg.svd(x, False), *tf.linalg.lu(x), *tf.qr(x))  # noqa: E731
        whole = tf.Program(every, inputs={"x": tf.f64[3, 5, 5]})(a)
        mapped = tf.Program(lambda x: tf.vmap(every)(x), inputs={"x": tf.f64[3, 5, 5]})(a)
        for own, other in zip(mapped, whole):
            np.testing.assert_allclose(own, other, atol=1e-13)
        cubes = lambda x: (tf.linalg.eigh(x)[0] ** 3).sum()  # noqa: E731
        value, slope = tf.Program(lambda x: tf.jvp(cubes, (x,), (x,)), inputs={"x": tf.f64[5, 5]})(a[0])
        self.assertAlmostEqual(slope, 3 * value, delta=1e-9 * abs(value))
        squares = tf.Program(lambda x: (tf.grad(cubes)(x) ** 2).sum(), inputs={"x": tf.f64[5, 5]})
        second = tf.Program(lambda x: tf.grad(lambda y: (tf.grad(cubes)(y) ** 2).sum())(x), inputs={"x": tf.f64[5, 5]})(a[0])
        step = np.zeros((5, 5))
        step[2, 1] = 1e-6
        self.assertAlmostEqual(second[2, 1], (squares(a[0] + step) - squares(a[0] - step)) / 2e-6, delta=1e-3)

    def test_devices_agree(self) -> None:
        a = np.random.default_rng(5).standard_normal((2, 6, 6))
        program = lambda a: (*tf.linalg.eigh(a), *tf.linalg.svd(a), *tf.qr(a), *tf.linalg.lu(a))  # noqa: E731
        results = [tf.Program(program, inputs={"a": tf.f64[2, 6, 6]}, device=device)(a) for device in ("cpu", "interp")]
        for own, other in zip(*results):
            np.testing.assert_allclose(own, other, atol=1e-12)

    def test_tridiagonal_systems(self) -> None:
        random = np.random.default_rng(6)
        for n in (1, 2, 3, 10, 50):
            lower, diagonal, upper = random.standard_normal((3, 2, n))
            # A diagonal of zeros needs pivots.
            diagonal[0] *= 0 if n % 2 == 0 else 1
            right = random.standard_normal((2, n, 3))
            whole = np.zeros((2, n, n))
            for i in range(n):
                whole[:, i, i] = diagonal[:, i]
                if i:
                    whole[:, i, i - 1], whole[:, i - 1, i] = lower[:, i], upper[:, i - 1]
            types = {name: tf.f64[2, n] for name in ("lower", "diagonal", "upper")}
            program = tf.Program(lambda lower, diagonal, upper, right: tf.linalg.tridiagonal_solve(lower, diagonal, upper, right), inputs=types | {"right": tf.f64[2, n, 3]})
            solved = program(lower, diagonal, upper, right)
            np.testing.assert_allclose(solved, np.linalg.solve(whole, right), rtol=1e-9, atol=1e-9)

    def test_what_is_not_taken_is_said(self) -> None:
        with self.assertRaisesRegex(tf.TraceError, "eigh needs square matrices of floats, not f32"):
            tf.Program(lambda a: tf.linalg.eigh(a), inputs={"a": tf.f32[3, 4]}).to_text()
        with self.assertRaisesRegex(tf.TraceError, "svd needs matrices of floats, not i32"):
            tf.Program(lambda a: tf.linalg.svd(a, False), inputs={"a": tf.i32[3, 4]}).to_text()
        with self.assertRaisesRegex(tf.TraceError, "tridiagonal_solve needs diagonals"):
            types = {"d": tf.f32[3], "b": tf.f32[4, 2]}
            tf.Program(lambda d, b: tf.linalg.tridiagonal_solve(d, d, d, b), inputs=types).to_text()


if __name__ == "__main__":
    unittest.main()
