"""Prints, assertions, trapped NaN and explanations."""

import contextlib
import io
import sys
import time
import types
import unittest
from unittest import mock

import numpy as np

import tensorforge as tf
from tensorforge import progress

DEVICES = ["interp", "cpu"]


def loud(x):
    y = x * 2
    tf.print_("y = {}, sum {}", y, y.sum())
    tf.assert_(x > 0, "not positive: {}", x.min())
    return tf.loop(0, 2, lambda i, y: (tf.print_("trip {}", i), y + 1)[1], y)


class Watching(unittest.TestCase):
    def test_prints_go_to_the_printer_in_order(self):
        for device in DEVICES:
            heard = []
            session = tf.Session(printer=heard.append)
            program = tf.Program(loud, device=device, inputs={"x": tf.f32["n"]}, session=session)
            np.testing.assert_array_equal(program(np.ones(2, np.float32)), [4, 4])
            self.assertEqual(heard, ["y = f32[2] [2.0, 2.0], sum 4.0", "trip 0", "trip 1"], device)

    def test_prints_go_to_stderr_without_one(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            tf.Program(loud, device="interp", inputs={"x": tf.f32["n"]})(np.ones(1, np.float32))
        self.assertEqual(said.getvalue(), "y = f32[1] [2.0], sum 2.0\ntrip 0\ntrip 1\n")

    def test_assertions_end_the_call(self):
        for device in DEVICES:
            program = tf.Program(loud, device=device, inputs={"x": tf.f32["n"]}, session=tf.Session(printer=lambda text: None))
            with self.assertRaisesRegex(tf.CallError, r"test_watching.py:\d+.*an assertion failed: not positive: -1.5"):
                program(np.array([1, -1.5], np.float32))

    def test_the_operation_that_makes_a_nan_is_named(self):
        session = tf.Session(nan_traps=True)
        for device in DEVICES:
            program = tf.Program(lambda x: tf.log(x) + 1, device=device, inputs={"x": tf.f32["n"]}, session=session)
            program(np.ones(3, np.float32))
            with self.assertRaisesRegex(tf.CallError, r"test_watching.py:\d+.*'math.log' computes a NaN or an infinity from -2.0"):
                program(np.array([1, -2], np.float32))

    def test_a_wrong_print_is_refused_at_its_line(self):
        def wrong(x):
            tf.print_("{} {}", x)
            return x

        with self.assertRaisesRegex(tf.TraceError, "2 {} for 1 values"):
            tf.Program(wrong, device="interp", inputs={"x": tf.f32["n"]}).to_text()

    def test_long_compilations_say_that_they_go_on(self):
        stream = io.StringIO()
        with progress.compiling("step", stream, patience=0.05):
            time.sleep(0.3)
        said = stream.getvalue()
        self.assertRegex(said, r"^\rcompiling step: \d\.\d s\r +\r$")
        # What is fast, and what nobody watches, says nothing.
        quiet = io.StringIO()
        with progress.compiling("step", quiet, patience=60):
            pass
        with contextlib.redirect_stderr(quiet), progress.compiling("step", patience=0):
            time.sleep(0.02)
        self.assertEqual(quiet.getvalue(), "")
        shell = types.ModuleType("IPython")
        shell.get_ipython = lambda: self
        with mock.patch.dict(sys.modules, IPython=shell), contextlib.redirect_stderr(quiet), progress.compiling("step", patience=0):
            time.sleep(0.05)
        self.assertIn("compiling step", quiet.getvalue())

    def test_programs_are_explained(self):
        text = "func.func @f(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> { %y = math.sin %x : tensor<?{n}xf32> return %y : tensor<?{n}xf32> }"
        self.assertTrue(tf.compile(text, "cpu").explain().startswith("f on cpu: 1 loop nest, 0 buffers"))

    def test_nests_are_measured(self):
        program = tf.Program(lambda x: tf.sin(x).sum(), device="cpu", inputs={"x": tf.f32["n"]}, session=tf.Session(profile=True))
        exe = program.compile()
        self.assertIsNone(tf.compile(program.to_text(), "cpu").profile())
        exe(np.ones(64, np.float32))
        self.assertRegex(exe.profile(), r"^1 call, [^\n]*\n *share .*\n.* loop .*test_watching.py:\d+")
        self.assertTrue(exe.profile(html=True).startswith("<!DOCTYPE html>"))


if __name__ == "__main__":
    unittest.main()
