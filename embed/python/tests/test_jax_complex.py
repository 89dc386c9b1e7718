"""Complex numbers in functions of JAX's through ``tensorforge.jit``, compared with XLA, and Fourier transforms with NumPy."""

import unittest

import jax
import jax.numpy as jnp
import numpy as np

import tensorforge as tf
import tensorforge.jax


def numbers(*shape, seed=0):
    random = np.random.default_rng(seed)
    return (random.standard_normal(shape) + 1j * random.standard_normal(shape)).astype(np.complex64)


class Complex(unittest.TestCase):
    def compare(self, function, *args, rtol=3e-5):
        ours, theirs = tf.jit(function)(*args), jax.jit(function)(*args)
        self.assertEqual(jax.tree.structure(ours), jax.tree.structure(theirs))
        for own, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
            self.assertIsInstance(own, jax.Array)
            self.assertEqual((own.shape, own.dtype), (other.shape, other.dtype))
            np.testing.assert_allclose(np.asarray(own), np.asarray(other), rtol=rtol, atol=rtol)

    def test_functions(self):
        functions = "abs angle conj cos cosh exp exp2 expm1 imag log log1p real reciprocal sign sin sinh sqrt square tan tanh"
        for name in functions.split():
            with self.subTest(name):
                self.compare(getattr(jnp, name), numbers(4, 5))
        self.compare(lambda z: (jax.lax.rsqrt(z), jax.nn.sigmoid(z), z**z, z**2, z**-3, z**0.5, 2**z), numbers(7))

    def test_numbers_of_any_size(self):
        sizes = np.complex64([0, 1e30 + 1e30j, 1e-30 - 1e-30j, -1, -4 - 0j, 3 + 4j])
        self.compare(lambda z: (jnp.abs(z), jnp.sqrt(z), jnp.log(z), z / (2 + 1j), jnp.tanh(z * 1e-28)), sizes)
        quotients = tf.jit(lambda a, b: a / b)(sizes[1:], sizes[1:])
        np.testing.assert_allclose(np.asarray(quotients), 1, rtol=1e-6)

    def test_infinite_parts_are_not_nan(self):
        infinite, nan = np.inf, np.nan
        cases = [
            (lambda z: z**2, 1e20 + 1j, complex(infinite, 2e20)),
            (lambda z: z**-2, 1e20 + 0j, 0),
            (jnp.square, 1e30 + 1e30j, complex(0, infinite)),
            (jnp.sin, 100j, complex(0, infinite)),
            (jnp.cos, 100j, complex(infinite, -0.0)),
            (jnp.cosh, 90 + 0j, complex(infinite, 0)),
            (jnp.sinh, 90 + 0j, complex(infinite, 0)),
            (jnp.sqrt, complex(-3, -infinite), complex(infinite, -infinite)),
            (jnp.tanh, complex(-infinite, infinite), -1),
            (jnp.tanh, complex(infinite, nan), 1),
            (lambda z: jax.lax.pow(z, z * 0 + 1), complex(3, 0), 3),
            (lambda z: jax.lax.pow(jnp.exp(z), jnp.complex64(1)), 100 + 0j, complex(infinite, 0)),
            (lambda z: jax.lax.pow(-jnp.exp(z), jnp.complex64(1)), 100 + 0j, complex(-infinite, -0.0)),
            (lambda z: jax.lax.pow(jnp.exp(z), jnp.complex64(-0.5)), 100 + 0j, 0),
            (lambda z: jax.lax.pow(z, jnp.complex64(2)), 0, 0),
        ]
        for function, z, wanted in cases:
            with self.subTest(z=z, wanted=wanted):
                self.assertEqual(complex(tf.jit(function)(np.complex64(z))), np.complex64(wanted))
        # What is 0 there has its derivative all the same.
        slope = jax.grad(lambda z: jnp.sin(z).real)
        np.testing.assert_allclose(tf.jit(slope)(np.complex64(2j)), slope(np.complex64(2j)), rtol=1e-6)

    def test_what_moves_and_sums_elements(self):
        z = numbers(4, 4)
        self.compare(lambda z: (z @ z, z @ z.real, z.real @ z, z.T.conj() @ z), z)
        self.compare(lambda z: (z.sum(), z.prod(), z.cumsum(1), jnp.cumprod(z, 1), z.mean(0), jnp.sort(z, 0)), z)
        picked = lambda z: (z[1:, ::2], z[jnp.array([0, 3])], z.at[0].set(3), z.at[jnp.array([0, 0])].add(1j))  # noqa: E731
        self.compare(picked, z)
        self.compare(lambda z: (jnp.roll(z, 1), jnp.concatenate([z, z]), jnp.where(z.real > 0, z, 1), jnp.pad(z, 1)), z)
        self.compare(lambda z: (z == z[0], z != z, z.astype(bool), z.real.astype(jnp.complex64)), z)

    def test_control_flow(self):
        z = numbers(4, 4)
        self.compare(lambda z: jax.lax.fori_loop(0, 3, lambda _, c: c * c * 0.1, z), z)
        self.compare(lambda z: jax.lax.scan(lambda c, row: (c + row, c * row), z[0], z), z)
        self.compare(lambda z: jax.lax.while_loop(lambda c: jnp.abs(c) < 30, lambda c: c * 2, z), z[0, 0])
        self.compare(lambda z: jax.lax.cond(z[0, 0].real > 0, lambda z: z, lambda z: -z, z), z)
        table = jnp.asarray(numbers(10_000))
        self.compare(lambda i: table[i] + table.sum() / 1000, 3)

    def test_fourier_transforms(self):
        for n in (1, 2, 3, 12, 64, 67, 96, 128, 131, 1000):
            z = numbers(2, n)
            made = tf.jit(lambda z: (jnp.fft.fft(z), jnp.fft.ifft(z), jnp.fft.rfft(z.real)))(z)
            for own, other in zip(made, (np.fft.fft(z), np.fft.ifft(z), np.fft.rfft(z.real))):
                np.testing.assert_allclose(np.asarray(own), other, atol=1e-6 * np.abs(other).max(), err_msg=str(n))
            back = tf.jit(lambda x: jnp.fft.irfft(jnp.fft.rfft(x), x.shape[-1]))(z.real)
            np.testing.assert_allclose(np.asarray(back), z.real, atol=3e-6, err_msg=str(n))
        self.compare(lambda x: (jnp.fft.fft2(x), jnp.fft.irfft2(jnp.fft.rfft2(x))), numbers(3, 6, 8).real, rtol=1e-4)

    def test_with_64_bits(self):
        with jax.enable_x64(True):
            self.compare(lambda z: (z * z, jnp.fft.fft(z), jnp.sqrt(z)), numbers(5).astype(np.complex128), rtol=1e-13)

    def test_transformations(self):
        spectrum = lambda x: (jnp.abs(jnp.fft.fft(x)) ** 2).sum()  # noqa: E731
        x, z = numbers(3, 8).real, numbers(3, 8)
        for how in (jax.grad, lambda f: jax.grad(jax.checkpoint(f)), lambda f: jax.vmap(jax.grad(f)), lambda f: jax.jvp(f, (x,), (x,))):
            ours, theirs = how(tf.jit(spectrum)), how(spectrum)
            if callable(ours):
                ours, theirs = ours(x), theirs(x)
            for own, other in zip(jax.tree.leaves(ours), jax.tree.leaves(theirs)):
                np.testing.assert_allclose(own, other, rtol=1e-4, atol=1e-4)
        square = tf.jit(lambda z: z * z)
        for made in (jax.vmap(square)(z), jax.jit(square)(z), tf.jit(square)(z)):
            np.testing.assert_allclose(np.asarray(made), z * z, rtol=1e-5)

    def test_what_has_no_rule_is_refused_with_its_line(self):
        with self.assertRaisesRegex(tf.CompileError, r"test_jax_complex.py:\d+\):\n.*error: 'qr' has no rule for complex values"):
            tf.jit(lambda x: jnp.linalg.qr(x))(np.eye(3, dtype=np.complex64))


if __name__ == "__main__":
    unittest.main()
