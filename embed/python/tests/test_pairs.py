"""The pairs of docs/guides/from, and the first programs of docs: each block of Python runs, and checks itself."""

import ast
import functools
import pathlib
import re
import unittest
from unittest import mock

import tensorforge as tf

ROOT = pathlib.Path(__file__).parents[3]
GUIDES = ROOT / "docs" / "guides" / "from"


def blocks(text):
    """The blocks of code with what their first line says."""
    return re.findall(r"^```([^\n]*)\n(.*?)^```$", text, re.S | re.M)


class Pairs(unittest.TestCase):
    def run_guide(self, name, before):
        path = GUIDES / f"{name}.md"
        text = path.read_text(encoding="utf-8")
        begin, *pairs = re.split(r"^## (?=\d+\. )", text, flags=re.M)
        names = {}
        exec(compile("\n".join(code for kind, code in blocks(begin) if kind == "python"), path.name, "exec"), names)
        self.assertEqual([int(pair.split(".")[0]) for pair in pairs], list(range(1, 11)))
        for pair in pairs:
            title = pair.splitlines()[0]
            found = blocks(pair)
            self.assertEqual([kind for kind, _ in found], [before, "python"], title)
            if before == "python before":
                ast.parse(found[0][1])
            code = found[1][1]
            self.assertRegex(code, r"assert", title)
            with self.subTest(title):
                # One name space: later pairs of a page may use an earlier one's functions.
                exec(compile(code, f"{path.name}: {title}", "exec"), names)

    def test_from_taichi(self):
        self.run_guide("taichi", "python before")

    def test_from_numba(self):
        self.run_guide("numba", "python before")

    def test_from_shadertoy(self):
        self.run_guide("shadertoy", "glsl")

    def test_from_tensorfrost(self):
        self.run_guide("tensorfrost", "python before")

    def test_the_first_programs(self):
        for page, lines in [("tutorials/first-picture.md", 15), ("guides/window.md", 30)]:
            codes = [code for kind, code in blocks((ROOT / "docs" / page).read_text(encoding="utf-8")) if kind == "python"]
            self.assertTrue(codes)
            # Blank lines are none of the fifteen.
            self.assertLessEqual(len([line for line in codes[0].splitlines() if line.strip()]), lines)
            for code in codes:
                with mock.patch.object(tf, "Window", functools.partial(tf.Window, frames=3)):
                    names = {}
                    exec(compile(code, page, "exec"), names)
                    if "window" in names:
                        self.assertEqual(names["frame"], 2)


if __name__ == "__main__":
    unittest.main()
