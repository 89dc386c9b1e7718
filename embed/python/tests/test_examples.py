"""The programs of examples/python against the same references as those in Rust, on both devices."""

import pathlib
import subprocess
import sys
import unittest

import numpy as np
import tensorforge as tf

ROOT = pathlib.Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "examples" / "python"))

import attention  # noqa: E402
import automaton  # noqa: E402
import buddhabrot  # noqa: E402
import convnet  # noqa: E402
import fft  # noqa: E402
import fluid  # noqa: E402
import kernels  # noqa: E402
import levenshtein  # noqa: E402
import linear  # noqa: E402
import mandelbrot  # noqa: E402
import nbody  # noqa: E402
import pathtracer  # noqa: E402
import product  # noqa: E402
import reductions  # noqa: E402
import sort  # noqa: E402
import sph  # noqa: E402
import spheres  # noqa: E402
import vmc  # noqa: E402
import wave  # noqa: E402

DEVICES = ["interp", "cpu"]


def reference(script, arguments, *inputs):
    """What an independent program of NumPy's gives, as float64."""
    command = [sys.executable, str(ROOT / "test" / "reference" / f"{script}.py"), *map(str, arguments)]
    data = b"".join(np.ascontiguousarray(x).tobytes() for x in inputs)
    return np.frombuffer(subprocess.run(command, input=data, capture_output=True, check=True).stdout)


def flat(*results):
    return np.concatenate([np.ravel(x) for x in tf.tree.flatten(results)[0]]).astype(np.float64)


class Examples(unittest.TestCase):
    def near(self, found, wanted, limit, message=""):
        """The Euclidean norm of the difference, as a part of what is wanted."""
        self.assertEqual(found.shape, wanted.shape)
        error = np.linalg.norm(found - wanted) / max(np.linalg.norm(wanted), 1e-30)
        self.assertLess(error, limit, message)

    def test_nbody(self):
        for device, n in zip(DEVICES, [6, 300]):
            x, v = nbody.discs(n, 1)
            wanted = reference("nbody", [n, 10, 0.001, 0.01], x, v)
            for step in nbody.step.on(device), nbody.step_by_gradient.on(device):
                a, b = x, v
                for _ in range(10):
                    a, b = step(a, b, 0.001, 0.01)
                self.near(flat(a, b), wanted, 1e-4, device)

    def test_wave(self):
        for device, (h, w, steps) in zip(DEVICES, [(5, 7, 3), (64, 96, 100)]):
            u = wave.rings(h, w, 2)
            v = np.zeros_like(u)
            self.near(flat(wave.wave.on(device)(u, v, steps)), reference("wave", [h, w, steps, wave.DX, wave.DT], u, v), 1e-4, device)

    def test_mandelbrot(self):
        for device, (h, w, limit) in zip(DEVICES, [(9, 12, 20), (200, 300, 128)]):
            ys, xs = mandelbrot.axis(h, 0, 2.5), mandelbrot.axis(w, -0.75, 2.5)
            counts = mandelbrot.mandelbrot.on(device)(ys, xs, limit)
            np.testing.assert_array_equal(flat(counts), reference("mandelbrot", [h, w, limit], ys, xs))

    def test_attention(self):
        for device, (h, n, m, d) in zip(DEVICES, [(2, 5, 7, 4), (3, 70, 150, 16)]):
            rng = np.random.default_rng(4)
            q, k, v = (rng.normal(size=(h, rows, d)).astype(np.float32) for rows in (n, m, m))
            self.near(flat(attention.attention.on(device)(q, k, v)), reference("attention", [h, n, m, d], q, k, v), 1e-5, device)

    def test_product(self):
        rng, extents = np.random.default_rng(3), {"n": 17, "m": 13, "k": 9, "batch": 5, 1: 1}
        for form, shapes in product.FORMS.items():
            shapes = [[extents[name] for name in shape] for shape in shapes]
            a, b = (rng.normal(size=shape).astype(np.float32) for shape in shapes)
            wanted = reference("product", [",".join(map(str, shape)) for shape in shapes], a, b)
            for device in DEVICES:
                self.near(flat(product.program(form, device)(a, b)), wanted, 1e-5, f"{form} on {device}")

    def test_sph(self):
        water = sph.WATER
        for device, (n, steps) in zip(DEVICES, [(6, 2), (200, 10)]):
            x, basin = sph.block(n, 4), sph.basin(n)
            fluid = [water.radius, water.stiffness, water.viscosity, water.gravity, water.dt]
            wanted = reference("sph", [n, steps, *fluid, *basin], x, 0 * x)
            for program in sph.sph, sph.sph_by_loops:
                self.near(flat(program.on(device)(x, 0 * x, basin, steps)), wanted, 1e-4, f"{program} on {device}")

    def test_fluid(self):
        smooth = ",".join(map(str, fluid.SMOOTH))
        for device, (h, w, steps, limit) in zip(DEVICES * 2, [(4, 8, 1, 1e-4), (64, 96, 1, 1e-4), (4, 4, 1, 1e-4), (64, 96, 20, 1e-2)]):
            fields = fluid.whirls(h, w, 5)
            wanted = reference("fluid", [h, w, steps, fluid.DT, fluid.CONFINEMENT, fluid.CYCLES, fluid.OMEGA, smooth], *fields)
            self.near(flat(fluid.fluid.on(device)(*fields, steps)), wanted, limit, f"{steps} steps on {device}")

    def test_reductions(self):
        for device, shape in zip(DEVICES, [(2, 3, 4), (25, 61, 153)]):
            x = np.random.default_rng(6).random(shape, np.float32)
            self.near(flat(reductions.several.on(device)(x)), reference("reductions", ["several", *shape], x), 1e-5, device)
            self.near(flat(reductions.scans.on(device)(x)), reference("reductions", ["scans", *shape], x), 1e-5, device)
            row = x.ravel()
            wanted = [row.sum(dtype=np.float64), row.prod(dtype=np.float64), row.min(), row.max(), (row > 0).any(), (row > 0).all()]
            np.testing.assert_allclose(flat(reductions.vector.on(device)(row)), wanted, rtol=1e-5, atol=1e-30)

    def test_fft(self):
        for device, n, transform in [("interp", 12, fft.library), ("cpu", 97, fft.library), ("simt", 16, fft.kernel), ("simt-compiled", 256, fft.kernel)]:
            re, im = np.random.default_rng(n).random((2, 3, n), np.float32)
            for inverse, what in enumerate(["forward", "inverse"]):
                found = flat(fft.rows(n, bool(inverse), transform, device)(re, im))
                self.near(found, reference("fft", [what, 1, f"3,{n}"], re, im), 1e-6, f"{what} of {n} on {device}")
        for device, n, transform in [("cpu", 60, fft.library), ("simt-compiled", 64, fft.kernel)]:
            picture = fft.discs(n, 3)
            found = flat(fft.low_pass(n, transform, device)(picture, np.float32(9)))
            self.near(found, reference("fft", ["low_pass", 9, f"{n},{n}"], picture), 1e-6, device)

    def test_sort(self):
        rng = np.random.default_rng(21)
        odd = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1, 1], np.float32)
        for device, n, sorter in [("interp", 50, sort.library), ("cpu", 4381, sort.library), ("simt", 300, sort.radix), ("simt", 600, sort.bitonic),
                                  ("simt-compiled", 4381, sort.bitonic)]:
            x = rng.normal(size=n).astype(np.float32)
            x[::3] = odd[rng.integers(0, 7, len(x[::3]))]
            for kind, x in [("f4", x), ("i4", x.view(np.int32)), ("u4", x.view(np.uint32))]:
                elements, order = sort.program(sorter, {"f": "f32", "i": "i32", "u": "u32"}[kind[0]], device)(x)
                wanted = reference("sort", [kind], x).astype(np.int64)
                np.testing.assert_array_equal(order, wanted, f"{sorter.__name__} of {kind} on {device}")
                np.testing.assert_array_equal(elements.view(np.uint32), x[wanted].view(np.uint32))

    def test_kernels(self):
        rng = np.random.default_rng(31)
        f32 = lambda *shape: rng.normal(size=shape).astype(np.float32)
        for device in "simt", "simt-compiled":
            run = {name: program.on(device) for name, program in kernels.ALL.items()}
            x = f32(1000)
            np.testing.assert_array_equal(run["copy"](x), x)
            self.near(flat(run["scan"](x)), np.cumsum(x.astype(np.float64)), 1e-5, device)
            a, b = f32(37, 21), f32(21, 50)
            self.near(flat(run["product"](a, b)), np.ravel(a.astype(np.float64) @ b), 1e-6, device)
            picture = f32(20, 35)
            rim = np.pad(picture.astype(np.float64), 1, mode="edge")
            mean = sum(rim[i : i + 20, j : j + 35] for i in range(3) for j in range(3)) / 9
            self.near(flat(run["blur"](picture)), mean.ravel(), 1e-6, device)
            bodies = f32(150, 4)
            d = bodies[None, :, :3].astype(np.float64) - bodies[:, None, :3]
            r2 = (d**2).sum(-1) + 0.01
            pull = (d * (bodies[None, :, 3] / r2**1.5)[..., None]).sum(1)
            self.near(flat(run["nbody"](bodies, np.float32(0.01))), pull.ravel(), 1e-4, device)
            points, centres = f32(300, 3), f32(5, 3)
            nearest = ((points[:, None] - centres) ** 2).sum(-1).argmin(1)
            sums, counts = run["kmeans"](points, centres)
            np.testing.assert_array_equal(counts[:5], np.bincount(nearest, minlength=5))
            wanted = np.stack([points[nearest == j].sum(0, dtype=np.float64) for j in range(5)])
            self.near(flat(sums[:5]), wanted.ravel(), 1e-5, device)
            ys, xs = mandelbrot.axis(9, 0, 2.5), mandelbrot.axis(20, -0.75, 2.5)
            counts = run["mandelbrot"](xs, ys, np.int32(30))
            np.testing.assert_array_equal(flat(counts), reference("mandelbrot", [9, 20, 30], ys, xs), device)

    def test_buddhabrot(self):
        for device, (n, h, w, limit) in zip(DEVICES, [(40, 12, 9, 60), (20_000, 256, 256, 500)]):
            xs, ys = buddhabrot.points(n, 7)
            ends = [buddhabrot.LEFT, buddhabrot.LOW, buddhabrot.SIDE]
            found = buddhabrot.buddhabrot.on(device)(xs, ys, np.zeros((h, w), np.int32), limit)
            np.testing.assert_array_equal(flat(found), reference("buddhabrot", [n, h, w, limit, *ends], xs, ys), device)

    def test_spheres(self):
        for device, (n, h, w) in zip(DEVICES, [(6, 7, 12), (1000, 180, 320)]):
            balls = spheres.random(n, 8)
            found = spheres.spheres.on(device)(balls, np.zeros((h, w), np.uint64))
            np.testing.assert_array_equal(flat(found), reference("spheres", [n, h, w], balls), device)

    def test_levenshtein(self):
        for device, (n, m) in zip(DEVICES, [(5, 7), (200, 250)]):
            a, b = levenshtein.texts(n, m, 9)
            np.testing.assert_array_equal(flat(levenshtein.levenshtein.on(device)(a, b)), reference("levenshtein", [n, m], a, b))

    def test_linear(self):
        rng = np.random.default_rng(10)
        for device, n in zip(DEVICES, [5, 32]):
            a = rng.normal(size=(n, n)).astype(np.float32)
            q, r, _, inverse = linear.inverse.on(device)(a)
            self.near(q @ r, a, 1e-5, device)
            self.near(flat(inverse), reference("linear", ["inverse", n], a), 1e-3, device)
            batch = rng.normal(size=(3, n, n)).astype(np.float32)
            wanted = reference("linear", ["determinants", 3, n], batch)
            sign, log, slope = linear.determinants.on(device)(batch)
            np.testing.assert_array_equal(sign, wanted[:3])
            np.testing.assert_allclose(log, wanted[3:6], rtol=1e-4, atol=1e-5)
            self.near(flat(slope), wanted[6:], 1e-3, device)

    def test_convnet(self):
        for device, (size, n) in zip(DEVICES, [(8, 2), (28, 64)]):
            (images, labels), model = convnet.data(n, size, 3), convnet.start(size, 4)
            inputs = [*tf.tree.flatten(model)[0], images, labels.astype(np.float32)]
            wanted = reference("convnet", ["gradients", size, n], *inputs)
            loss, slopes = convnet.gradients(size, device=device)(model, images, labels)
            self.near(flat(loss), wanted[:1], 1e-5, device)
            self.near(flat(slopes), wanted[1:], 1e-3, device)
        images, labels = convnet.data(640, 28, 5)
        model, none = convnet.start(28, 6), np.zeros(50, np.float32)
        inputs = [*tf.tree.flatten(model)[0], images, labels.astype(np.float32)]
        losses, _ = convnet.train(28, 64, 0.002)(model, images, labels, none)
        np.testing.assert_allclose(losses, reference("convnet", ["train", 28, 640, 64, 50, 0.002], *inputs), rtol=1e-2)

    def test_automaton(self):
        for device, (n, size, steps) in zip(DEVICES, [(1, 4, 3), (9, 56, 25)]):
            cells, target, rule = automaton.seeds(n, size), automaton.flower(size), automaton.start(5)
            wanted = reference("automaton", [n, size, steps, 11], cells, *rule, target)
            loss, slope = automaton.gradients(device=device)(rule, cells, steps, 11, target)
            self.near(flat(loss), wanted[:1], 1e-4, device)
            self.near(flat(slope), wanted[1:], 1e-2, device)
        losses, _ = automaton.train(0.004)(automaton.start(1), automaton.seeds(1, 16), 16, 3, automaton.flower(16), np.zeros(60, np.float32))
        self.assertLess(losses[-1], 0.6 * losses[0])

    def test_pathtracer(self):
        for device, (w, h) in zip(DEVICES, [(16, 9), (160, 90)]):
            xs, ys = pathtracer.axes(w, h)
            for bounces in [1, 3]:
                wanted = reference("pathtracer", [h, w, bounces, 7], ys, xs)
                errors = abs(flat(pathtracer.trace.on(device)(ys, xs, bounces, 7)) - wanted)
                self.assertLess(np.median(errors), 1e-4, f"{bounces} bounces on {device}")
                self.assertLessEqual((~(errors <= 1e-2)).mean(), 0.01, f"{bounces} bounces on {device}")

    def test_vmc(self):
        for name, system in [("he", vmc.HELIUM), ("h2", vmc.HYDROGEN)]:
            for device, n in zip(DEVICES, [2, 64]):
                theta, x = system.start(5), vmc.walkers(n, 6)
                wanted = reference("vmc", [name, vmc.HIDDEN, n], theta, x)
                psi, energies, gradient = vmc.first_look(system, device=device)(theta, x)
                np.testing.assert_allclose(psi, wanted[:n], rtol=1e-4, atol=1e-5, err_msg=f"{name} on {device}")
                self.near(flat(energies), wanted[n : 2 * n], 1e-3, f"{name} on {device}")
                self.near(flat(gradient), wanted[2 * n :], 1e-3, f"{name} on {device}")
        theta, x = vmc.optimize(vmc.HELIUM, 0.01)(vmc.HELIUM.start(1), vmc.walkers(512, 2), 300, 1)
        _, sums, squares = vmc.measure(vmc.HELIUM)(theta, x, 40, 3)
        mean, error = vmc.statistics(sums, squares, 40)
        self.assertLess(error, 4e-3)
        self.assertLess(abs(mean + 2.903724), 4 * error + 5e-3)

    def test_are_no_longer_than_those_in_rust(self):
        """Lines of code, without comments and empty ones."""

        def lines(path, comment):
            code = (line.strip() for line in path.read_text().splitlines())
            return sum(bool(line) and not line.startswith(comment) for line in code)

        folder = ROOT / "examples" / "programs"
        programs = sorted(folder.glob("*.rs"))
        self.assertGreaterEqual(len(programs), 15)
        for program in programs:
            twin = ROOT / "examples" / "python" / f"{program.stem}.py"
            self.assertTrue(twin.exists(), twin.name)
            self.assertLessEqual(lines(twin, "#"), lines(program, "//"), twin.name)


if __name__ == "__main__":
    unittest.main()
