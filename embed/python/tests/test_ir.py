"""Programs as IR: walking, rewriting, passes, and what is refused; texts in colours; Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import tensorforge as tf
from tensorforge import highlight, ir

TEXT = """
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.subf %x, %y : tensor<4xf32>
  %1 = arith.negf %0 {note = "kept"} : tensor<4xf32>
  %2 = arith.mulf %1, %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
"""


class Ir(unittest.TestCase):
    def test_a_module_is_walked(self):
        module = ir.parse(TEXT)
        self.assertEqual([op.name for op in module.walk()], ["func.func", "arith.subf", "arith.negf", "arith.mulf", "func.return"])
        function, sub, neg, mul, _ = module.walk()
        ((arguments, inner),) = function.regions[0]
        self.assertEqual([value.type for value in arguments], ["tensor<4xf32>"] * 2)
        self.assertEqual(inner[0], sub)
        self.assertEqual(sub.parent, function)
        self.assertIsNone(function.parent)
        self.assertEqual(function.attributes["sym_name"], '"f"')
        self.assertEqual(neg.attributes["note"], '"kept"')
        self.assertEqual((neg.operands[0].op, arguments[0].op), (sub, None))
        self.assertEqual(sorted(at for _, at in neg.results[0].uses), [0, 1])
        self.assertEqual({user for user, _ in neg.results[0].uses}, {mul})
        self.assertEqual(len({sub, neg, sub.results[0].op}), 2)

    def test_a_pass_in_python(self):
        module = ir.parse(TEXT)

        def turned(op):
            """-(x - y) is y - x."""
            inner = op.operands[0].op
            if inner is None or inner.name != "arith.subf":
                return None
            return op.before("arith.subf", inner.operands[::-1], [op.results[0].type]).results

        self.assertEqual(ir.rewrite(module, {"arith.negf": turned}), 1)
        self.assertEqual(ir.rewrite(module, {"arith.negf": turned}), 0)
        self.assertEqual(ir.rewrite(ir.parse(TEXT), {"arith.mulf": turned}), 0)
        module.run("canonicalize")
        self.assertEqual([op.name for op in module.walk()], ["func.func", "arith.subf", "arith.mulf", "func.return"])
        x, y = np.arange(8, dtype=np.float32).reshape(2, 4)
        for device in ["interp", "cpu"]:
            np.testing.assert_array_equal(tf.compile(module, device)(x, y), (y - x) ** 2)
        self.assertIn("arith.negf", ir.parse(TEXT).to_text())

    def test_attributes_are_text(self):
        module = ir.parse(TEXT)
        negative = module.walk()[2]
        negative.set_attribute("count", "3 : i32")
        negative.remove_attribute("note")
        self.assertEqual(negative.attributes, {"count": "3 : i32"})
        self.assertIn("count = 3 : i32", str(module))
        with self.assertRaisesRegex(tf.CompileError, "'3 :' is not an attribute"):
            negative.set_attribute("count", "3 :")

    def test_what_makes_no_sense_is_refused(self):
        module = ir.parse(TEXT)
        function, sub, neg, mul, end = module.walk()
        other = ir.parse(TEXT).walk()[1]

        def refused(message, make):
            with self.assertRaisesRegex(tf.CompileError, message):
                make()

        refused("cannot erase 'arith.subf': its results have uses", sub.erase)
        refused("unknown operation 'arith.sub'", lambda: mul.before("arith.sub", sub.operands, ["f32"]))
        refused("'tensor<4' is not a type", lambda: mul.before("arith.subf", sub.operands, ["tensor<4"]))
        refused("outside the function that defines it", lambda: mul.before("arith.subf", other.operands, ["tensor<4xf32>"]))
        refused("0 values are given, but the operation has 1 results", lambda: neg.replace([]))
        refused("replaced by its own result", lambda: neg.replace(neg.results))
        one = mul.before("arith.constant", [], ["f32"], {"value": "1.0 : f32"})
        refused("type tensor<4xf32> by a value of type f32", lambda: neg.replace(one.results))
        kept = neg.results[0]
        neg.replace(sub.results)
        self.assertFalse(neg.is_live)
        refused("no longer exists: it was erased", lambda: neg.name)
        refused("no longer exists: its defining operation or block was erased", lambda: kept.type)
        mul.before("arith.addf", [sub.results[0], one.results[0]], ["tensor<4xf32>"])
        refused("arith.addf", module.verify)
        refused("arith.addf", module.compile)
        module = ir.parse(TEXT)
        before = module.walk()[1]
        module.run("canonicalize")
        refused("passes have run on the module since: walk the module again", lambda: before.name)
        refused("canonicalise", lambda: module.run("canonicalise"))
        end.erase()
        again = lambda op: op.before("arith.negf", op.operands, [op.results[0].type]).results  # noqa: E731
        limit, ir.MOST_REWRITES = ir.MOST_REWRITES, 50
        try:
            refused("rewriting does not terminate", lambda: ir.rewrite(ir.parse(TEXT), {"arith.negf": again}))
        finally:
            ir.MOST_REWRITES = limit

    def test_of_a_program(self):
        program = tf.Program(lambda x: tf.sin(x) * 2, inputs={"x": tf.f32["n"]})
        module = program.module()
        self.assertIn("math.sin", [op.name for op in module.walk()])
        ir.rewrite(module, {"math.sin": lambda op: op.before("math.cos", op.operands, [op.results[0].type]).results})
        np.testing.assert_allclose(module.compile()(np.float32([0, 1])), 2 * np.cos([0, 1]), rtol=1e-6)
        np.testing.assert_allclose(program(np.float32([0, 1])), 2 * np.sin([0, 1]), rtol=1e-6)


class Shown(unittest.TestCase):
    def test_colours_change_nothing_but_colours(self):
        import html
        import re

        program = tf.Program(lambda x: tf.sin(x) * 2, inputs={"x": tf.f32["n"]})
        text = program.to_text()
        page = highlight.html(text)
        self.assertEqual(html.unescape(re.sub("<[^<>]*>", "", page.replace("&lt;", "\0").replace("&gt;", "\1"))).replace("\0", "<").replace("\1", ">"), text)
        self.assertGreater(page.count("<span"), 5)
        coloured = highlight.terminal(text)
        self.assertEqual(re.sub("\x1b\\[[0-9]+m", "", coloured), text)
        self.assertIn("\x1b[1mmath.sin\x1b[0m", coloured)


class Summaries(unittest.TestCase):
    def test_notebooks_show_arguments_extents_and_nests(self):
        kinds = {"x": tf.f32["n", "m"], "pair": (tf.f32, tf.i32["m"])}
        program = tf.Program(lambda x, pair: tf.sin(x) * pair[0] + pair[1], inputs=kinds)
        page = program._repr_html_()
        for part in ["f32[n, m]", "f32, i32[m]", "one program for all <code>n, m</code>", "not compiled yet", "math.sin"]:
            self.assertIn(part, page)
        program.compile()
        self.assertRegex(program.summary(), r"(?s)^program .*\(x: f32\[n, m\], pair: f32, i32\[m\]\)\none program for all n, m\nprogram on cpu: 1 loop nest")
        self.assertIn("program on cpu: 1 loop nest", program._repr_html_())


LONG = """
import signal, sys, numpy as np, tensorforge as tf
signal.signal(signal.SIGINT, signal.default_int_handler)    # jobs of shells start without one
endless = tf.Program(lambda x: tf.while_(lambda s: s >= 0, lambda s: s + x * 0, x), device=sys.argv[1], inputs={"x": tf.f32})
endless.compile()
print("ready", flush=True)
try:
    endless(1.0)
except KeyboardInterrupt:
    print("ended", tf.Program(lambda x: x + 1, inputs={"x": tf.f32})(1.0), flush=True)
"""


@unittest.skipUnless(hasattr(signal, "SIGINT") and os.name == "posix", "signals of POSIX")
class Interrupts(unittest.TestCase):
    def test_ctrl_c_ends_a_call(self):
        for device in ["interp", "cpu"]:
            process = subprocess.Popen([sys.executable, "-c", LONG, device], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            self.assertEqual(process.stdout.readline(), "ready\n")
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=60)
            self.assertEqual((out, process.returncode), ("ended 2.0\n", 0), error)

    def test_a_handler_that_goes_on(self):
        found = []
        before = signal.signal(signal.SIGINT, lambda *_: found.append(1))
        try:
            program = tf.Program(lambda x: x + 1, inputs={"x": tf.f32})
            self.assertEqual(program(1.0), 2)
            os.kill(os.getpid(), signal.SIGINT)
            self.assertEqual((found, program(1.0)), ([1], 2))
        finally:
            signal.signal(signal.SIGINT, before)

    def test_other_threads_go_on(self):
        program = tf.Program(lambda x: x + 1, inputs={"x": tf.f32})
        found = []
        thread = threading.Thread(target=lambda: found.append(program(1.0)))
        thread.start()
        thread.join()
        self.assertEqual(found, [2])


if __name__ == "__main__":
    unittest.main()
