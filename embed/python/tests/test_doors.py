"""Each way into the package as a user takes it: in a process of its own, where nothing else has been imported."""

import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[3]

JIT = """
import {first}
import tensorforge as tf
import jax, jax.numpy as jnp, numpy as np
f = tf.jit(jax.value_and_grad(lambda x: jnp.tanh(x).sum()))
value, gradient = f(np.float32([0.5, 1.0]))
assert isinstance(gradient, jax.Array)
np.testing.assert_allclose(value, np.tanh([0.5, 1.0]).sum(), rtol=1e-5)
np.testing.assert_allclose(gradient, 1 - np.tanh([0.5, 1.0]) ** 2, rtol=1e-5)
"""

TEXT = """
import tensorforge
exe = tensorforge.compile("func.func @main(%x: f32) -> f32 {{ %y = arith.addf %x, %x : f32  return %y : f32 }}", device="{device}")
assert exe(2.0) == 4.0
"""


class Doors(unittest.TestCase):
    def enter(self, *arguments, **settings):
        done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=300, **settings)
        self.assertEqual(done.returncode, 0, f"{arguments}\n{done.stdout}\n{done.stderr}")
        return done.stdout

    def test_importing(self):
        for code in (
            "import tensorforge; assert tensorforge.__version__",
            "from tensorforge import *",
            "import tensorforge.linalg, tensorforge.nn, tensorforge.fourier",
            "from tensorforge import nn; nn.Adam(rate=0.1)",
            "import tensorforge.jax",
        ):
            self.enter("-c", code)

    def test_code_of_the_guides(self):
        for name in ("README.md", "docs/guides/python.md"):
            blocks = re.findall(r"```python\n(.*?)```", ROOT.joinpath(name).read_text(encoding="utf-8"), re.DOTALL)
            # The suite has no PyTorch; `./x interop torch` has.
            for block in (block for block in blocks if "torch" not in block):
                with tempfile.TemporaryDirectory() as folder:
                    file = pathlib.Path(folder, "block.py")
                    file.write_text(block, encoding="utf-8")
                    self.enter(str(file), cwd=folder)

    def test_text(self):
        for device in ("cpu", "interp"):
            self.enter("-c", TEXT.format(device=device))

    def test_functions_of_jax(self):
        # Whichever of the two is imported first.
        for first in ("tensorforge", "jax", "tensorforge.jax"):
            self.enter("-c", JIT.format(first=first))

    def test_private_parts_of_jax(self):
        # One file imports them, and says why.
        folder = ROOT / "embed" / "python" / "tensorforge" / "jax"
        private = re.compile(r"^\s*(from|import) jax(\._src|lib\._)", re.MULTILINE)
        found = [file.name for file in folder.glob("*.py") if private.search(file.read_text(encoding="utf-8"))]
        self.assertEqual(found, ["private.py"])

    def test_the_command_line(self):
        self.assertIn("ok       device cpu", self.enter("-m", "tensorforge", "doctor"))
        self.assertTrue(self.enter("-m", "tensorforge", "version").strip())

    def test_examples(self):
        with tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder, "wave.png")
            sizes = ("--height", "32", "--width", "48", "--steps", "5", "--out", str(picture))
            self.enter(str(ROOT / "examples" / "python" / "wave.py"), *sizes, cwd=folder)
            self.assertTrue(picture.stat().st_size)


if __name__ == "__main__":
    unittest.main()
