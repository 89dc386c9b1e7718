"""Decompositions of general matrices by JAX's functions: what LAPACK does for JAX on its CPU, in programs of this package."""

import unittest

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import tensorforge as tf

RANDOM = np.random.default_rng(5)


def matrices(*shape, dtype=np.float64):
    made = RANDOM.standard_normal(shape)
    return (made + 1j * RANDOM.standard_normal(shape) if np.issubdtype(dtype, np.complexfloating) else made).astype(dtype)


def definite(a):
    """A positive definite matrix."""
    return a @ np.swapaxes(a, -1, -2) + np.eye(a.shape[-1])


def of_kinds():
    """Square matrices, and batches of them: random ones, defective ones, orthogonal ones with eigenvalues of one size, and large and small ones."""
    yield from (matrices(n, n) for n in (1, 2, 3, 7, 20))
    yield from (matrices(n, n, dtype=np.complex128) for n in (1, 2, 6))
    yield matrices(2, 3, 4, 4)
    yield np.diag(np.ones(5), 1)
    yield np.roll(np.eye(6), 1, 0)
    yield np.zeros((4, 4))
    yield matrices(5, 5) * 1e200
    yield matrices(5, 5) * 1e-200


class Decompositions(unittest.TestCase):
    def setUp(self):
        context = jax.enable_x64(True)
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)

    def close(self, found, wanted, scale=1.0):
        np.testing.assert_allclose(np.asarray(found), np.asarray(wanted), rtol=0, atol=1e-13 * scale)

    def test_eig(self):
        for a in of_kinds():
            n, size = a.shape[-1], max(np.abs(a).max(), 1e-300)
            values, left, right = tf.jit(lambda a: lax.linalg.eig(a))(a)
            self.assertEqual((values.shape, values.dtype, right.dtype), (a.shape[:-1], np.complex128, np.complex128))
            self.close(a @ np.asarray(right) / size, right * (values / size)[..., None, :], n)
            adjoint = np.swapaxes(np.asarray(left).conj(), -1, -2)
            self.close(adjoint @ a / size, (values / size)[..., None] * adjoint, n)
            self.close(np.linalg.norm(np.asarray(right), axis=-2), np.ones(a.shape[:-1]))
            self.close(np.sum(np.asarray(values) / size, -1), np.trace(a, axis1=-2, axis2=-1) / size, n)

    def test_eig_of_many(self):
        # Rounding errors below the diagonal, that grew from sweep to sweep, once kept one matrix of a hundred from an end.
        for n, count in ((6, 400), (10, 60)):
            many = np.random.default_rng(52).standard_normal((count, n, n))
            values = np.asarray(tf.jit(jnp.linalg.eigvals)(many))
            self.assertFalse(np.isnan(values).any())
            self.close(values.sum(-1), np.trace(many, axis1=-2, axis2=-1), n)

    def test_eig_of_any_matrix(self):
        # One program for matrices of all sizes, of which all converge.
        eig = tf.jit(lambda a: lax.linalg.eig(a), shapes="b, n, n")
        for n in (1, 2, 3, 5, 9, 16, 17, 31, 40):
            random = np.random.default_rng(n)
            plain = random.standard_normal((20, n, n))
            kinds = [plain, plain + np.swapaxes(plain, 1, 2), plain - np.swapaxes(plain, 1, 2), np.triu(plain), np.tril(plain)]
            kinds += [np.diag(np.ones(n - 1), k)[None] + x * np.eye(n) for k in (1, -1) for x in (0, 2) if n > 1]
            kinds += [np.eye(n, k=-1)[None] + np.eye(n)[0][:, None] * random.standard_normal((20, 1, n))]
            kinds += [x[None] for x in (np.zeros((n, n)), np.eye(n), np.ones((n, n)), np.roll(np.eye(n), 1, 0))]
            kinds += [random.integers(-1, 2, (20, n, n)).astype(float), np.linalg.qr(plain)[0], plain[:, :, :1] * plain[:, :1]]
            for a in kinds:
                values, left, right = map(np.asarray, eig(a))
                most = np.linalg.norm(a, axis=(1, 2)).max() or 1
                self.close(a @ right, right * values[:, None], n * most)
                self.close(np.swapaxes(left.conj(), 1, 2) @ a, values[..., None] * np.swapaxes(left.conj(), 1, 2), n * most)
                self.conjugates(values, left, right)

    def conjugates(self, values, left, right):
        """Real eigenvalues have real vectors; of others, two that follow each other are conjugates to the last bit, as are their vectors."""
        for vectors in (left, right):
            real = values.imag == 0
            self.assertTrue((np.swapaxes(vectors, 1, 2)[real].imag == 0).all())
            first = values.imag > 0
            second = np.roll(first, 1, axis=-1)
            self.assertTrue((second == (values.imag < 0)).all())
            self.assertTrue((values[first].conj() == values[second]).all())
            columns = np.swapaxes(vectors, 1, 2)
            self.assertTrue((columns[first].conj() == columns[second]).all())

    def test_eig_of_badly_scaled_matrices(self):
        for n in (3, 12, 30):
            random = np.random.default_rng(n)
            a, scales = random.standard_normal((n, n)), 10.0 ** random.uniform(-8, 8, n)
            found = np.asarray(tf.jit(jnp.linalg.eigvals)(a * scales[:, None] / scales))
            for value in np.linalg.eigvals(a):
                self.assertLess(np.abs(found - value).min(), 1e-10 * np.abs(value))

    def test_eig_without_rows(self):
        for function in (jnp.linalg.eig, jnp.linalg.inv, jnp.linalg.det):
            found, wanted = (jit(function)(np.ones((0, 0), complex)) for jit in (tf.jit, jax.jit))
            self.assertEqual(*([leaf.shape for leaf in jax.tree.leaves(x)] for x in (found, wanted)))

    def test_eig_of_small_eigenvalues(self):
        a = np.array([[1e5, 0, 0], [0, 1e-3, 1e-3], [0, 0, 2e-3]])
        vectors = np.abs(np.asarray(tf.jit(jnp.linalg.eig)(a.astype(np.float32))[1]))
        np.testing.assert_allclose(vectors, np.abs(np.linalg.eig(a)[1]), atol=1e-5)

    def test_eig_of_what_is_not_finite(self):
        values, vectors = tf.jit(jnp.linalg.eig)(np.stack([np.full((3, 3), np.nan), np.eye(3)]))
        self.assertTrue(np.isnan(values[0]).all() and np.isnan(vectors[0]).all())
        self.close(values[1], np.ones(3))

    def test_derivative_of_eigenvalues(self):
        a = matrices(5, 5)

        def size(a):
            return jnp.abs(jnp.linalg.eigvals(a)).sum()

        self.close(tf.jit(jax.grad(size))(a), jax.grad(size)(a), 100)

    def test_schur(self):
        for a in of_kinds():
            n, size = a.shape[-1], max(np.abs(a).max(), 1e-300)
            t, z = map(np.asarray, tf.jit(lax.linalg.schur)(a.astype(np.complex128)))
            adjoint = np.swapaxes(z.conj(), -1, -2)
            self.close(z @ (t / size) @ adjoint, a / size, n)
            self.close(z @ adjoint, np.broadcast_to(np.eye(n), a.shape), n)
            self.assertTrue((t == np.triu(t)).all())

    def test_real_schur(self):
        schur = tf.jit(lax.linalg.schur, shapes="b, n, n")
        for a in filter(np.isrealobj, of_kinds()):
            a = a.reshape(-1, *a.shape[-2:])
            n, size = a.shape[-1], max(np.abs(a).max(), 1e-300)
            t, z = map(np.asarray, schur(a))
            self.assertEqual(t.dtype, a.dtype)
            self.close(z @ (t / size) @ np.swapaxes(z, 1, 2), a / size, n)
            self.close(np.swapaxes(z, 1, 2) @ z, np.broadcast_to(np.eye(n), a.shape), n)
            self.assertTrue((np.tril(t, -2) == 0).all())
            below, above = (np.diagonal(t, k, 1, 2) for k in (-1, 1))
            some = below != 0
            self.assertFalse((some[:, 1:] & some[:, :-1]).any())
            # Blocks have equal elements on the diagonal, and others of different signs.
            heads = np.diagonal(t, 0, 1, 2)
            self.assertTrue((np.where(some, heads[:, 1:], 0) == np.where(some, heads[:, :-1], 0)).all())
            self.assertTrue((np.sign(below[some]) == -np.sign(above[some])).all())
        t, z = schur(np.stack([np.full((3, 3), np.inf), np.eye(3)]))
        self.assertTrue(np.isnan(t[0]).all() and np.isnan(z[0]).all() and (np.asarray(t[1]) == np.eye(3)).all())

    def test_names_of_extents(self):
        def tall(a):
            return a[..., : max(1, a.shape[-1] - 1)]

        cases = [
            (jnp.linalg.cholesky, "b, n, n", lambda a: [definite(a)]),
            (lax.linalg.lu, "b, m, n", lambda a: [tall(a)]),
            (jnp.linalg.qr, "b, n, n", lambda a: [a]),
            (lambda a: jnp.linalg.eigh(a)[0], "b, n, n", lambda a: [definite(a)]),
            (lambda a: jnp.linalg.svd(a, full_matrices=False)[1], "b, m, n", lambda a: [tall(a)]),
            (lambda a: jnp.linalg.svd(a)[1], "b, m, n", lambda a: [tall(a)]),
            (lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True), ["b, n, n", "b, n, k"], lambda a: [definite(a), a[..., :2]]),
            (lax.linalg.tridiagonal_solve, ["b, n"] * 3 + ["b, n, k"], lambda a: [a[:, 0], a[:, 0] * 0 + 5, a[:, -1], a[..., :2]]),
            (jnp.linalg.solve, ["b, n, n", "b, n, k"], lambda a: [definite(a), a[..., :2]]),
            (jnp.linalg.inv, "b, n, n", lambda a: [definite(a)]),
            (jnp.linalg.slogdet, "b, n, n", lambda a: [definite(a)]),
            (lambda a: jnp.prod(jnp.linalg.eigvals(a), -1), "b, n, n", lambda a: [a]),
            (jax.grad(lambda a: jnp.linalg.cholesky(a).sum()), "b, n, n", lambda a: [definite(a)]),
        ]
        for function, shapes, args in cases:
            ours = tf.jit(function, shapes=shapes)
            for b, n in ((2, 5), (3, 1), (1, 33)):
                given = args(matrices(b, n, n))
                for own, other in zip(jax.tree.leaves(ours(*given)), jax.tree.leaves(function(*given))):
                    self.close(own, other, 1000 * max(1, np.abs(np.asarray(other)).max()))
        ours = tf.jit(jnp.linalg.qr, shapes="m, n", constraints=["m >= n"])
        for m, n in ((5, 3), (40, 40)):
            a = matrices(m, n)
            q, r = map(np.asarray, ours(a))
            self.close(q @ r, a, 100)

    def test_a_matrix_without_a_factor_of_cholesky_has_nan_everywhere(self):
        ends, middle = np.float32([[4, 2], [2, 1]]), np.float32([[1, 2, 0], [2, 1, 0], [0, 0, 1]])
        for a in (ends, middle, np.stack([middle, np.eye(3, dtype=np.float32)]), -middle):
            for function in (jnp.linalg.cholesky, lambda a: jnp.linalg.cholesky(a, upper=True), jax.lax.linalg.cholesky):
                np.testing.assert_array_equal(np.isnan(tf.jit(function)(a)), np.isnan(jax.jit(function)(a)))
        # Of one that has, the derivative is what it was.
        slope = jax.grad(lambda a: jnp.linalg.cholesky(a).sum())
        a = definite(matrices(4, 4))
        self.close(tf.jit(slope)(a), slope(a), 1000)

    def test_functions_of_matrices(self):
        a = matrices(5, 5)
        root = np.asarray(tf.jit(jax.scipy.linalg.sqrtm)(a))
        self.close(root @ root, a, 100)
        x = np.asarray(tf.jit(jax.scipy.linalg.solve_sylvester)(a, a.T + 9 * np.eye(5), a))
        self.close(a @ x + x @ (a.T + 9 * np.eye(5)), a, 100)
        roots = tf.jit(lambda p: jnp.roots(p, strip_zeros=False))(np.array([1.0, -6, 11, -6]))
        self.close(np.sort(np.asarray(roots).real), [1, 2, 3], 100)

    def test_hessenberg_and_tridiagonal(self):
        shapes = (1, 1), (2, 2), (6, 6), (2, 4, 4)
        for a in (matrices(*shape, dtype=dtype) for shape in shapes for dtype in (np.float64, np.complex128)):
            for ours, theirs in zip(tf.jit(lax.linalg.hessenberg)(a), lax.linalg.hessenberg(a)):
                self.close(ours, theirs, 10)
            symmetric = a + np.swapaxes(a, -1, -2).conj()
            for lower in (True, False):

                def bands(a):
                    packed, *others = lax.linalg.tridiagonal(a, lower=lower)  # noqa: B023
                    return [jnp.tril(packed) if lower else jnp.triu(packed), *others]  # noqa: B023

                for ours, theirs in zip(tf.jit(bands)(symmetric), bands(symmetric)):
                    self.close(ours, theirs, 10)

    def test_qr_with_pivots(self):
        low = matrices(6, 2) @ matrices(2, 4)
        for a in (matrices(5, 5), matrices(6, 4), matrices(4, 6), matrices(2, 4, 4), low, np.zeros((3, 2))):
            for full in (True, False):
                q, r, order = map(np.asarray, tf.jit(lambda a: lax.linalg.qr(a, pivoting=True, full_matrices=full))(a))  # noqa: B023
                self.close(q @ r, np.take_along_axis(a, order[..., None, :], -1), 10)
                self.close(np.swapaxes(q, -1, -2) @ q, np.broadcast_to(np.eye(q.shape[-1]), (*a.shape[:-2], *q.shape[-1:] * 2)), 10)
                heads = np.abs(np.diagonal(r, axis1=-2, axis2=-1))
                self.assertTrue((heads[..., 1:] <= heads[..., :-1] * (1 + 1e-12) + 1e-13).all())
        a = matrices(5, 5)
        for ours, theirs in zip(tf.jit(lambda a: lax.linalg.qr(a, pivoting=True))(a), lax.linalg.qr(a, pivoting=True)):
            self.close(ours, theirs, 10)

    def test_triangular_systems_with_numbers_for_truth_values(self):
        a = np.float32([[2, 9, 9], [1, 3, 9], [1, 1, 4]])
        for flags in ({"lower": 1}, {"lower": np.bool_(False)}, {"lower": 1, "unit_diagonal": 1}):
            with self.subTest(flags=flags):
                solve = lambda a, flags=flags: jax.scipy.linalg.solve_triangular(a, a.T, **flags)  # noqa: E731
                np.testing.assert_allclose(tf.jit(solve)(a), solve(a), rtol=1e-5)

    def test_complex_systems(self):
        for a in (matrices(5, 5, dtype=np.complex128), matrices(2, 3, 3, dtype=np.complex128)):
            right = matrices(*a.shape[:-1], 2, dtype=np.complex128)
            for function in (jnp.linalg.solve, lambda a, b: jnp.linalg.inv(a) @ b, lambda a, _: jnp.linalg.slogdet(a), lambda a, _: lax.linalg.lu(a)):
                for ours, theirs in zip(jax.tree.leaves(tf.jit(function)(a, right)), jax.tree.leaves(function(a, right))):
                    self.close(ours, theirs, 100)
            lower = np.tril(a)
            for left in (True, False):
                for kind in ({}, {"transpose_a": True}, {"transpose_a": True, "conjugate_a": True}, {"unit_diagonal": True}):

                    def solve(a, b):
                        return lax.linalg.triangular_solve(a, b if left else b.mT, left_side=left, lower=True, **kind)  # noqa: B023

                    self.close(tf.jit(solve)(lower, right), solve(lower, right), 100)


if __name__ == "__main__":
    unittest.main()
