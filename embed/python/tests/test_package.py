"""The package as a whole: what it holds, its stubs, what it does from the command line."""

import ast
import pathlib
import re
import subprocess
import sys
import unittest

import tensorforge as tf
from tensorforge import _native


def run(*arguments):
    return subprocess.run([sys.executable, *arguments], capture_output=True, text=True, timeout=120)


class Package(unittest.TestCase):
    def test_what_it_names_is_there_and_described(self):
        for name in tf.__all__:
            self.assertTrue(hasattr(tf, name), name)
            thing = getattr(tf, name)
            if callable(thing):
                self.assertTrue(thing.__doc__, name)

    def test_stubs_say_what_the_extension_holds(self):
        # What an operator's other side or Python itself makes of those that are written.
        implied = {"__new__", "__init__", "__hash__", "__repr__", "__bool__", "__float__", "__int__", "__index__", "__delattr__", "__delitem__",
                   "__doc__", "__module__", "__setattr__", "__dir__", "__rmatmul__", "__rpow__", "__rmod__", "__rfloordiv__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"}
        source = pathlib.Path(tf.__file__).with_name("_native.pyi").read_text(encoding="utf-8")
        classes = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}
        for name, node in classes.items():
            real = getattr(_native, name)
            stub = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            stub |= {part.target.id for part in node.body if isinstance(part, ast.AnnAssign)}
            if not issubclass(real, Exception):
                self.assertEqual(set(vars(real)) - implied, stub - implied, name)
        named = {name for name in vars(_native) if not name.startswith("__")}
        functions = {"set_current_session", "trace", "png", "save_picture", "load_picture", "plot_lines", "plot_array", "colour_maps"}
        self.assertEqual(named, set(classes) | {"VERSION"} | functions)

    def test_import_needs_neither_numpy_nor_llvm(self):
        # Nor what takes longer to import than this package.
        slow = {"numpy", "ml_dtypes", "inspect", "dataclasses", "pathlib"}
        code = f"import sys, tensorforge; print({slow} & set(sys.modules), 'llvm' in open('/proc/self/maps').read())"
        done = run("-S", "-c", code)
        self.assertEqual(done.stdout.strip(), "set() False", done.stderr)

    def test_the_guides_code_runs(self):
        guide = pathlib.Path(__file__).parents[3].joinpath("docs", "guides", "python.md").read_text(encoding="utf-8")
        blocks = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
        self.assertTrue(blocks)
        # The suite has no PyTorch; `./x interop torch` has.
        for block in (block for block in blocks if "import torch" not in block):
            exec(compile(block, "docs/guides/python.md", "exec"), {})

    def test_command_line(self):
        self.assertEqual(run("-m", "tensorforge", "version").stdout.strip(), tf.__version__)
        doctor = run("-m", "tensorforge", "doctor")
        self.assertEqual(doctor.returncode, 0, doctor.stdout + doctor.stderr)
        self.assertIn("ok       device cpu", doctor.stdout)
        self.assertNotEqual(run("-m", "tensorforge", "nonsense").returncode, 0)


if __name__ == "__main__":
    unittest.main()
