"""Errors of traced programs: the line of the user, shapes and values that are not known."""

import math
import threading
import unittest

import numpy as np

import tensorforge as tf


def line_of(marker):
    """The line of this file that ends with a comment."""
    with open(__file__, encoding="utf-8") as source:
        return next(at for at, line in enumerate(source, 1) if line.rstrip().endswith(f"# {marker}"))


class Errors(unittest.TestCase):
    def refused(self, function, message, **types):
        with self.assertRaises(tf.TraceError) as caught:
            tf.Program(function, device="interp", inputs=types).to_text()
        self.assertRegex(str(caught.exception), message)
        return str(caught.exception)

    def test_they_have_the_line_and_both_shapes(self):
        def add(a, b):
            c = a * 2
            return c + b  # here

        text = self.refused(add, r"shapes \[n, 3\] and \[4\]", a=tf.f32["n", 3], b=tf.f32[4])
        self.assertIn(f"{__file__}:{line_of('here')}:20: error", text)
        self.assertIn("return c + b", text)
        self.assertIn("the input 'b', f32[4]", text)

    def test_errors_in_functions_of_loops(self):
        def grows(x):
            return tf.loop(0, 3, lambda i, s: tf.concatenate([s, s]), x)  # loop

        text = self.refused(grows, r"has to be f32\[3\]", x=tf.f32[3])
        self.assertIn(f":{line_of('loop')}:", text)

    def test_exceptions_of_the_user_pass_through(self):
        def fails(x):
            return tf.loop(0, 3, lambda i, s: 1 / 0, x)

        with self.assertRaises(ZeroDivisionError):
            tf.Program(fails, inputs={"x": tf.f32["n"]}).to_text()

    def test_an_error_may_be_caught(self):
        def tries(x, y):
            try:
                return x + y
            except tf.TraceError:
                return x

        got = tf.Program(tries, device="interp", inputs={"x": tf.f32[2], "y": tf.f32[3]})(np.float32([1, 2]), np.zeros(3, np.float32))
        np.testing.assert_array_equal(got, [1, 2])

    def test_what_is_not_known_while_tracing(self):
        one = {"x": tf.f32["n"]}
        self.refused(lambda x: 1 if x.sum() > 0 else 2, "its truth value", **one)
        self.refused(lambda x: float(x.sum()), "its value", **one)
        self.refused(lambda x: np.asarray(x), "its array", **one)
        self.refused(lambda x: list(x), "its length", **one)
        self.refused(lambda x: range(x.shape[0]) if x.shape[0] > 3 else x, "has no value while a program is traced", **one)

    def test_places_that_make_no_sense(self):
        self.refused(lambda x: x[0, 0], "2 indices are given", x=tf.f32["n"])
        self.refused(lambda x: x[x > 0], "compress", x=tf.f32["n"])
        self.refused(lambda x: list(tf.zeros(10**15) + x), "too many to unpack", x=tf.f32)
        self.refused(lambda x, i: x[9, i, :], "is outside|outside", x=tf.f32[3, 4, 5], i=tf.i32["k"])
        self.refused(lambda x, i: x[:, i, 9:12], "outside", x=tf.f32[3, 4, 5], i=tf.i32["k"])
        self.refused(lambda x: tf.zeros(("m",)), "the extent 'm' does not follow from the inputs", x=tf.f32["n"])
        self.refused(lambda x: x, "the input 'x' exists already|no type|type", x="f32")
        self.refused(lambda x, y: x, "the argument 'y' of '<lambda>' has no type", x=tf.f32)
        with self.assertRaisesRegex(tf.TraceError, "is part of a traced program"):
            tf.sqrt(np.float32(2))
        with self.assertRaisesRegex(TypeError, "axes are an integer or a tuple of integers, not Tensor"):
            tf.Program(lambda x: tf.all(x, axis=tf.zeros(10**18)), inputs={"x": tf.f32["n"]}).to_text()
        with self.assertRaisesRegex(TypeError, "is not an element type"):
            tf.Program(lambda x: x.astype("f31"), inputs={"x": tf.f32}).to_text()

    def test_values_of_other_programs_and_threads(self):
        kept = []
        first = tf.Program(lambda x: kept.append(x) or x, inputs={"x": tf.f32["n"]})
        first.to_text()
        self.refused(lambda x: x + kept[0], "another program", x=tf.f32["n"])
        with self.assertRaisesRegex(tf.TraceError, "its program has ended"):
            kept[0] + 1
        found = []

        def elsewhere():
            try:
                kept[0] + 1
            except tf.TraceError as error:
                found.append(str(error))

        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
        self.assertIn("on a thread other than", found[0])

    def test_locations_lead_back_to_python(self):
        def twice(x):
            return tf.sin(x) * math.pi  # sine

        program = tf.Program(twice, inputs={"x": tf.f32["n"]})
        self.assertIn(f'"{__file__}":{line_of("sine")}:', program.to_text(locations=True))
        self.assertIn("math.sin", program.to_text())


if __name__ == "__main__":
    unittest.main()
