"""Natural mistakes: each error names the line or the argument, and what to do."""

import linecache
import unittest

import numpy as np
import tensorforge as tf

X = np.ones((4, 3), np.float32)
VECTOR, MATRIX = tf.f32["n"], tf.f32["n", 3]


def traced(function, **types):
    return lambda: tf.Program(function, device="interp", inputs=types).to_text()


def called(function, *args, **types):
    return lambda: tf.Program(function, device="interp", inputs=types)(*args)


def assigns(x):
    x[0] = 1
    return x


def grows(x):
    return tf.loop(0, 3, lambda i, state: tf.concatenate([state, state]), x)


#: What was done, the kind of the error, and what its message has to say: where, or which argument, and what to do.
MISTAKES = {
    "shapes that do not fit": (traced(lambda a, b: a + b, a=MATRIX, b=tf.f32[4]), tf.TraceError, [":{line}:", r"\[n, 3\] and \[4\]", "'a'"]),
    "a product of matrices that do not fit": (traced(lambda a, b: a @ b, a=tf.f32[3, 4], b=tf.f32[3, 4]), tf.TraceError, [":{line}:", "extent 4"]),
    "a float64 array": (called(lambda a: a, np.ones((4, 3)), a=MATRIX), tf.CallError, ["argument 'a'", r"pass a.astype\(\"float32\"\)"]),
    "an array of another rank": (called(lambda a: a, X[0], a=MATRIX), tf.CallError, ["argument 'a'", "4xf32|3xf32"]),
    "extents that differ": (called(lambda a, b: a + b, X[:, 0], X[0], a=VECTOR, b=VECTOR), tf.CallError, ["argument 'b'", "n = 4"]),
    "if of a traced value": (traced(lambda a: a if a.sum() > 0 else -a, a=VECTOR), tf.TraceError, ["where, if_ or while_"]),
    "and of traced values": (traced(lambda a: (a > 0) and (a < 1), a=VECTOR), tf.TraceError, ["& | ~ instead of and, or, not"]),
    "Python's min of traced values": (traced(lambda a: min(a, 1.0), a=tf.f32), tf.TraceError, ["maximum and minimum instead of max and min"]),
    "a loop of Python's over an extent": (traced(lambda a: sum(a[i] for i in range(a.shape[0])), a=VECTOR), tf.TraceError, ["extent n", "loop, compute or vmap"]),
    "a comparison of an extent": (traced(lambda a: a if a.shape[0] > 2 else -a, a=VECTOR), tf.TraceError, ["extent n", "asarray"]),
    "the length of an axis": (traced(lambda a: a / len(a), a=VECTOR), tf.TraceError, [r"use .shape\[0\]"]),
    "a function of NumPy's": (traced(lambda a: np.sin(a), a=VECTOR), tf.TraceError, ["use tensorforge.sin"]),
    "an assignment to elements": (traced(assigns, x=VECTOR), tf.TraceError, [r"x = x.updated\(index, values"]),
    "an index by a condition": (traced(lambda a: a[a > 0], a=VECTOR), tf.TraceError, [":{line}:", "compress"]),
    "a range from a computed place": (traced(lambda a, i: a[i : i + 2], a=VECTOR, i=tf.i32), tf.TraceError, [":{line}:", r"x\[start \+ arange\(n\)\]"]),
    "no annotation": (traced(lambda a: a), tf.TraceError, ["argument 'a'", r'write a: tensorforge.f32\["n", 3\]']),
    "a type as text": (traced(lambda a: a, a="f32"), tf.TraceError, ["type of 'a'", "write tensorforge.f32"]),
    "an argument that is missing": (called(lambda a, b: a + b, 1.0, a=tf.f32, b=tf.f32), tf.CallError, ["takes 2 arguments, not 1"]),
    "an argument that is not there": (lambda: tf.Program(lambda a: a, device="interp", inputs={"a": tf.f32})(b=1.0), TypeError, ["no argument 'b'; it has a"]),
    "a function outside of a program": (lambda: tf.sin(X), tf.TraceError, ["@tensorforge.program; on arrays, use NumPy"]),
    "a loop whose state grows": (traced(grows, x=tf.f32[3]), tf.TraceError, ["test_mistakes.py:", r"has to be f32\[3\]"]),
    "a loop whose state becomes a float": (traced(lambda a: tf.loop(0, 3, lambda i, s: s + 0.5, tf.asarray(0)), a=tf.f32), tf.TraceError, [":{line}:", "has to be i32"]),
    "a loop whose body returns nothing": (traced(lambda a: tf.loop(0, 3, lambda i, s: None, (a, a)), a=tf.f32), tf.TraceError, [r"returns None, but takes \(a value, a value\)"]),
    "a body with other arguments": (traced(lambda a: tf.loop(0, 3, lambda s: s, a), a=tf.f32), tf.TraceError, [r"called as body\(i, state\)"]),
    "a gradient of integers": (traced(lambda a: tf.grad(lambda a: a.sum())(a), a=tf.i32["n"]), tf.TraceError, [":{line}:", "i32"]),
    "a reshape to another number of elements": (traced(lambda a: a.reshape(5, 2), a=tf.f32[3, 4]), tf.TraceError, [":{line}:", "12 elements"]),
    "an axis that is not there": (traced(lambda a: a.sum(2), a=tf.f32[3, 4]), tf.TraceError, [":{line}:", "axes are 0 to 1"]),
    "an element type that is not there": (traced(lambda a: a.astype("float33"), a=VECTOR), TypeError, ["'float33'", "supported are bool, i8"]),
    "a device that is not there": (lambda: tf.Program(lambda a: a, inputs={"a": tf.f32}).compile("gpu"), tf.CompileError, ["there are interp, cpu, simt, simt-compiled, cuda"]),
    "nothing is returned": (traced(lambda a: None, a=tf.f32), tf.TraceError, [":{line}:", "return one"]),
    "a generator is returned": (called(lambda a: tf.random(a), np.uint64(1), a=tf.u64), tf.TraceError, ["return the values that it draws"]),
    "a number that is lost": (called(lambda a: a, 1.5, a=tf.i32), tf.CallError, ["argument 'a'", "i32"]),
}


class Mistakes(unittest.TestCase):
    def test_each_error_says_where_and_what_to_do(self):
        self.assertGreaterEqual(len(MISTAKES), 20)
        for what, (make, kind, wanted) in MISTAKES.items():
            with self.subTest(what):
                with self.assertRaises(kind) as caught:
                    make()
                text = str(caught.exception)
                line = next(at for at, source in enumerate(linecache.getlines(__file__), 1) if f'"{what}":' in source)
                for pattern in wanted:
                    self.assertRegex(text, pattern.format(line=line) if "{line}" in pattern else pattern)

    def test_the_place_is_in_the_traceback(self):
        places = set()
        try:
            traced(assigns, x=VECTOR)()
        except tf.TraceError as error:
            frame = error.__traceback__
            while frame is not None:
                places.add(frame.tb_frame.f_code.co_name)
                frame = frame.tb_next
        self.assertIn("assigns", places)


if __name__ == "__main__":
    unittest.main()
