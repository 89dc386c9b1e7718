"""The front door of torch.compile, each time in a fresh process, as a user's program begins."""

import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib
import unittest

ROOT = pathlib.Path(__file__).parents[2]
COMPILED = "print(torch.compile(lambda x: x * 2, backend='tensorforge')(torch.ones(2)).tolist())"


def metadata(folder):
    """The metadata of a wheel: the entry points, and the name."""
    project = tomllib.loads((ROOT / "embed/python/pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name']}-0.1.0.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 0.1.0\n", encoding="utf-8")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *[f"{name} = {value}" for name, value in points.items()]]
    info.joinpath("entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


class Doors(unittest.TestCase):
    def said(self, program, wheel):
        """The output of a program in a separate process."""
        with tempfile.TemporaryDirectory() as folder:
            if wheel:
                metadata(pathlib.Path(folder))
            path = os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])
            done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=300,
                                  env={**os.environ, "PYTHONPATH": path})
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split("\n")

    def test_a_wheel_is_found_by_the_name_alone(self):
        self.assertEqual(self.said(f"import torch\n{COMPILED}", wheel=True)[0], "[2.0, 2.0]")

    def test_an_import_may_come_before_and_after(self):
        program = f"import torch\nimport tensorforge.torch\n{COMPILED}\nimport tensorforge.torch as t\nprint(t.report().programs)"
        after = f"import torch\n{COMPILED}\nimport tensorforge.torch as t\nprint(t.report().programs)"
        self.assertEqual(self.said(program, wheel=True)[:2], ["[2.0, 2.0]", "1"])
        self.assertEqual(self.said(program, wheel=False)[:2], ["[2.0, 2.0]", "1"])
        self.assertEqual(self.said(after, wheel=True)[:2], ["[2.0, 2.0]", "1"])

    def test_torch_lists_it(self):
        listed = "print('tensorforge' in torch._dynamo.list_backends())"
        self.assertEqual(self.said(f"import torch\n{listed}", wheel=True)[0], "True")
        self.assertEqual(self.said(f"import torch\nimport tensorforge.torch\n{listed}", wheel=False)[0], "True")


if __name__ == "__main__":
    unittest.main()
