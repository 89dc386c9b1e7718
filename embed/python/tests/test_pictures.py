"""Pictures, plots, windows without a display, and the programs that move."""

import inspect
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

import numpy as np
import tensorforge as tf

from test_examples import DEVICES, ROOT, flat, reference

sys.path.insert(0, str(ROOT / "examples" / "python"))

import gallery  # noqa: E402
import grayscott  # noqa: E402
import life  # noqa: E402


def pixels(png):
    """The pixels of a PNG by an independent reader: 8 bits of red, green and blue, not interlaced."""
    at, data, width, height = 8, b"", 0, 0
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at : at + 8])
        body = png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
            assert (depth, colour) == (8, 2)
        data += body if kind == b"IDAT" else b""
        at += 12 + length
    raw = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 3 * width).astype(int)
    out = np.zeros((height, width * 3), int)
    for y, (kind, *_) in enumerate(raw):
        for x in range(3 * width):
            a, b = (out[y, x - 3] if x > 2 else 0), (out[y - 1, x] if y else 0)
            c = out[y - 1, x - 3] if y and x > 2 else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            out[y, x] = (raw[y, x + 1] + [0, a, b, (a + b) // 2, paeth][kind]) % 256
    return out.reshape(height, width, 3)


class Pictures(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_arrays_become_pixels(self):
        x = np.array([[0.0, 0.5, 1.0, np.nan]], np.float32)
        np.testing.assert_array_equal(pixels(tf.image.show(x, low=0, high=1).png)[0], [[0] * 3, [128] * 3, [255] * 3, [255, 0, 255]])
        rgb = np.array([[[0.0, 0.5, 2.0]]])
        self.assertEqual(pixels(tf.image.show(rgb).png).tolist(), [[[0, 128, 255]]])
        self.assertEqual(pixels(tf.image.show(rgb, linear=True).png).tolist(), [[[0, 188, 255]]])
        self.assertEqual(tf.image.show(np.zeros((5, 7))).shape, (5, 7))
        # Rows of a larger array, and every second column.
        wide = np.arange(64, dtype=np.uint8).reshape(4, 16)
        np.testing.assert_array_equal(pixels(tf.image.show(wide[1:3, ::2], low=0, high=255).png)[..., 0], wide[1:3, ::2])

    def test_files_read_back(self):
        rng = np.random.default_rng(1)
        for shape in (5, 9), (5, 9, 3):
            x = rng.integers(0, 256, shape, np.uint8)
            tf.image.save(self.folder / "x.png", x)
            back = tf.image.load(self.folder / "x.png")
            np.testing.assert_array_equal(back, np.broadcast_to(x[..., None], (5, 9, 3)) if x.ndim == 2 else x)
        light = rng.random((6, 11, 3), np.float32) * 40
        tf.image.save(self.folder / "x.hdr", light)
        back = tf.image.load(self.folder / "x.hdr")
        self.assertLess(np.abs(back - light).max() / 40, 1 / 128)

    def test_mistakes_have_words(self):
        with self.assertRaisesRegex(ValueError, "no colour map 'jet'; known are gray, viridis"):
            tf.image.show(np.zeros((2, 2)), "jet")
        with self.assertRaisesRegex(ValueError, "both ends"):
            tf.image.show(np.zeros((2, 2)), low=1)
        with self.assertRaisesRegex(tf.CallError, r"\[2, 2, 2\] is no picture"):
            tf.image.show(np.zeros((2, 2, 2)))
        with self.assertRaisesRegex(tf.CallError, "known are .png and .hdr"):
            tf.image.save(self.folder / "x.jpg", np.zeros((2, 2)))
        with self.assertRaisesRegex(TypeError, "vectors of real numbers"):
            tf.plot(np.zeros((2, 2, 2)))
        with self.assertRaisesRegex(ValueError, r"x has the shape \[3\], and y \[4\]"):
            tf.plot(np.zeros(3), np.zeros(4))

    def test_plots_have_lines_and_bars(self):
        x = np.linspace(0, 6, 100)
        picture = pixels(tf.plot(x, np.sin(x), np.cos(x), names=["sin", "cos"], title="two", size=(300, 200)).png)
        for colour in [0, 114, 178], [213, 94, 0]:
            self.assertGreater((picture == colour).all(-1).sum(), 100)
        self.assertGreater((pixels(tf.plot({"a": [1, 2, 3]}, size=(200, 100)).png) == [0, 114, 178]).all(-1).sum(), 50)
        array = np.add.outer(np.arange(30.0), np.arange(30.0))
        picture = pixels(tf.plot(array, map="gray").png)
        self.assertEqual(picture[15, 15].tolist(), [0, 0, 0])
        tf.plot(x).save(self.folder / "plot.png")
        self.assertEqual(tf.image.load(self.folder / "plot.png").shape, (400, 640, 3))

    def test_notebooks_show_arrays_that_look_like_pictures(self):
        class Formatter(dict):
            def for_type(self, kind, shown):
                self[kind] = shown

        class Shell:
            pass

        shell, shell.display_formatter, png = Shell(), Shell(), Formatter()
        shell.display_formatter.formatters = {"image/png": png}
        tf.load_ipython_extension(shell)
        self.assertEqual(pixels(png[np.ndarray](np.zeros((20, 30)))).shape, (20, 30, 3))
        for other in np.zeros((3, 3)), np.zeros(99), np.zeros((20, 20), complex), np.zeros((20, 20, 2)):
            self.assertIsNone(png[np.ndarray](other))


class Windows(unittest.TestCase):
    def test_a_loop_without_a_display_writes_its_frames(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a-%02d.png"
            window = tf.Window("a", (8, 8), frames=3, record=path)
            seen = []
            for frame in window:
                self.assertEqual((window.slider("speed", 2.0, 0.0, 4.0), window.slider("n", 3, 1, 9)), (2.0, 3))
                self.assertFalse(window.button("reset") or window.held() or window.keys or window.pressed_keys)
                self.assertTrue(window.checkbox("walls", True))
                window.text(frame)
                window.plot("energy", np.arange(3))
                seen.append((frame, window.seconds))
                window.show(np.full((4, 4), frame / 2, np.float32))
            self.assertEqual(seen, [(0, 0.0), (1, 0.04), (2, 0.08)])
            self.assertEqual([tf.image.load(str(path) % i)[0, 0, 0] for i in range(3)], [0, 128, 255])
            self.assertEqual(window.image.shape, (4, 4))

    def test_a_loop_that_is_left_completes_its_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "b.gif"
            with self.assertRaises(KeyboardInterrupt), tf.Window("b", (8, 8), frames=9, record=path) as window:
                for frame in window:
                    window.show(np.zeros((4, 4, 3)))
                    if frame == 2:
                        raise KeyboardInterrupt
            self.assertTrue(path.read_bytes().endswith(b";"))

    def test_mistakes_have_words(self):
        with self.assertRaisesRegex(tf.CallError, "rate is a positive number"):
            tf.Window("c", rate=0, frames=1)
        with self.assertRaisesRegex(tf.CallError, r"known are .png, .gif, .mp4"):
            tf.Window("c", frames=1, record="c.bmp")
        window = tf.Window("c", frames=1)
        with self.assertRaisesRegex(ValueError, "no button 'first'"):
            window.held("first")

    def test_parameters_and_sizes_compile_nothing(self):
        session = tf.Session()
        waves = tf.Program(lambda x, k: tf.sin(x * k), inputs={"x": tf.f32["h", "w"], "k": tf.f32}, session=session)
        window = tf.Window("d", (8, 8), frames=5)
        for frame in window:
            k = window.slider("k", 1.0, 0.0, 9.0)
            window.set("k", k + 1)
            self.assertEqual(k, 1.0 + frame)
            window.show(waves(np.ones((4 + frame, 8), np.float32), k))
        self.assertEqual(session.compilations, 1)


class Moving(unittest.TestCase):
    def test_life(self):
        for device, (n, steps) in zip(DEVICES, [(9, 6), (200, 60)]):
            cells, glow = life.soup(n, 0.3, 1)
            wanted = reference("life", [n, n, steps, life.KEPT], cells, glow)
            found = life.life.on(device)(cells, glow, steps)
            np.testing.assert_array_equal(flat(found[0]), wanted[: n * n])
            np.testing.assert_allclose(flat(found[1]), wanted[n * n :], atol=1e-5)

    def test_grayscott(self):
        for device, (n, steps) in zip(DEVICES, [(9, 6), (128, 100)]):
            u, v = grayscott.drops(n, 1)
            feed, kill = float(np.float32(0.0367)), float(np.float32(0.0649))
            wanted = reference("grayscott", [n, n, feed, kill, steps, *grayscott.DIFFUSION], u, v)
            found = flat(grayscott.grayscott.on(device)(u, v, feed, kill, steps))
            self.assertLess(np.linalg.norm(found - wanted) / np.linalg.norm(wanted), 1e-4, device)

    def test_command_lines_write_animations(self):
        for name, small in [("life", ["--size=24"]), ("grayscott", ["--size=24", "--steps=2"]), ("mandelbrot", ["--size=24"]), ("wave", ["--height=16", "--width=24", "--steps=2"])]:
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "x.png"
                command = [sys.executable, str(ROOT / "examples" / "python" / f"{name}.py"), *small, "--frames=3", f"--out={path}"]
                done = subprocess.run(command, capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)
                png = path.read_bytes()
                at = png.index(b"acTL") + 4
                self.assertEqual(struct.unpack(">I", png[at : at + 4]), (3,), name)
                self.assertEqual(pixels(png).shape[1:], (24, 3))

    def test_the_gallery_shows_its_programs(self):
        page = (gallery.FOLDER / "README.md").read_text(encoding="utf-8")
        for name, entry in gallery.ENTRIES.items():
            self.assertIn(f"![{name}]({name}.png)", page)
            self.assertIn(entry.text, page)
            # The code that is shown is the code that there is.
            self.assertIn(inspect.getsource(entry.program._function), page, f"./x gallery {name}")
            picture = gallery.FOLDER / f"{name}.png"
            self.assertLess(picture.stat().st_size, 400_000, name)
            pixels = tf.image.load(picture)
            # Worth looking at: neither dark, nor white, nor even.
            self.assertTrue(10 < pixels.mean() < 235 and pixels.std() > 20, name)


if __name__ == "__main__":
    unittest.main()
