"""Programs as text, called with arrays of every kind."""

import array
import ctypes
import os
import threading
import unittest

import numpy as np

import tensorforge as tf

ADD = """
func.func @add(%x: tensor<?{n}xf32> {tf.name = "x"}, %y: tensor<?{n}xf32> {tf.name = "y"}) -> tensor<?{n}xf32> {
  %z = arith.addf %x, %y : tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}
"""


def same(dtype: str) -> str:
    """A program that gives back its argument, a matrix."""
    return f'func.func @same(%x: tensor<?{{n}}x?{{m}}x{dtype}> {{tf.name = "x"}}) -> tensor<?{{n}}x?{{m}}x{dtype}> {{ return %x : tensor<?{{n}}x?{{m}}x{dtype}> }}'


class DLManagedTensor(ctypes.Structure):
    """The structure of ``dlpack.h``, with the tensor in it."""


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(DLManagedTensor))
DLManagedTensor._fields_ = [
    ("data", ctypes.c_void_p),
    ("device", ctypes.c_int32 * 2),
    ("rank", ctypes.c_int32),
    ("code", ctypes.c_uint8),
    ("bits", ctypes.c_uint8),
    ("lanes", ctypes.c_uint16),
    ("extents", ctypes.POINTER(ctypes.c_int64)),
    ("strides", ctypes.POINTER(ctypes.c_int64)),
    ("offset", ctypes.c_uint64),
    ("context", ctypes.c_void_p),
    ("deleter", DELETER),
]


class Bfloat16Lender:
    """Lends an array of bfloat16 by DLPack, as libraries do that have this type."""

    NAME = b"dltensor"

    def __init__(self, array):
        self.array, self.lent, self.given_back = array, 0, 0
        self.kept = []

        def back(_):
            self.given_back += 1

        self.deleter = DELETER(back)

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **how):
        if how:
            raise BufferError("bfloat16 is not for NumPy")
        extents = (ctypes.c_int64 * self.array.ndim)(*self.array.shape)
        strides = (ctypes.c_int64 * self.array.ndim)(*[stride // 2 for stride in self.array.strides])
        tensor = DLManagedTensor(self.array.ctypes.data, (1, 0), self.array.ndim, 4, 16, 1, extents, strides, 0, None, self.deleter)
        self.kept += [extents, strides, tensor]
        self.lent += 1
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(tensor), self.NAME, None)


class Arrays(unittest.TestCase):
    def setUp(self):
        self.devices = [tf.compile(ADD, device) for device in ["interp", "cpu"]]

    def check(self, x, y):
        for add in self.devices:
            np.testing.assert_array_equal(add(x, y), np.asarray(x) + np.asarray(y))

    def test_dense_strided_reversed_broadcast_and_empty(self):
        x = np.arange(8, dtype=np.float32)
        matrix = np.arange(24, dtype=np.float32).reshape(8, 3)
        self.check(x, x)
        self.check(matrix[:, 1], x[::-1])
        self.check(np.broadcast_to(np.float32(3), 8), x)
        self.check(x[:0], x[:0])

    def test_results_belong_to_the_caller(self):
        x = np.ones(4, dtype=np.float32)
        for add in self.devices:
            first = add(x, x)
            first[0] = 7
            second = add(x, x)
            self.assertEqual((first[0], second[0], x[0]), (7, 2, 1))
            self.assertTrue(second.flags.aligned and second.flags.writeable)

    def test_misaligned_swapped_and_read_only(self):
        raw = bytearray(4 * 8 + 1)
        misaligned = np.frombuffer(raw, dtype=np.float32, count=8, offset=1)
        misaligned[:] = np.arange(8)
        swapped = np.arange(8, dtype=">f4")
        locked = np.arange(8, dtype=np.float32)
        locked.flags.writeable = False
        self.check(misaligned, swapped)
        self.check(locked, locked)

    def test_buffers_lists_and_ctypes(self):
        x = np.arange(3, dtype=np.float32)
        for other in [array.array("f", [1, 2, 3]), [1, 2.5, 3], (1, 2, 3), (ctypes.c_float * 3)(4, 5, 6)]:
            for add in self.devices:
                np.testing.assert_array_equal(add(x, other), x + np.asarray(other, dtype=np.float32))

    def test_numbers_of_lists_are_not_lost(self):
        def refused(kind, list, words):
            program = tf.Program(lambda x: x * 1, inputs={"x": kind["n"]}, device="interp")
            with self.assertRaisesRegex(TypeError, words):
                program(list)

        refused(tf.f32, [1, 1e40], "'x'.* does not fit float32 exactly")
        refused(tf.f32, [16777217], "'x'.* does not fit float(32|64) exactly")
        refused(tf.f64, [2**53 + 1], "'x'.* does not fit float(32|64) exactly")
        refused(tf.u8, [-1], "'x'.* does not fit uint8 exactly")
        refused(tf.i8, [1, 300], "'x'.* does not fit int8 exactly")
        refused(tf.i32, [2.5], "'x'.* a list of float64 cannot be converted to int32")
        program = tf.Program(lambda x: x * 1, inputs={"x": tf.f32["n"]}, device="interp")
        np.testing.assert_array_equal(program([0.1, np.inf, np.nan]), np.float32([0.1, np.inf, np.nan]))
        whole = tf.Program(lambda x: x * 1, inputs={"x": tf.u8["n"]}, device="interp")
        np.testing.assert_array_equal(whole([0, 255]), np.uint8([0, 255]))

    def test_dlpack(self):
        class Lent:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **how):
                return self.array.__dlpack__(**how)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        x = np.arange(6, dtype=np.float32)
        for add in self.devices:
            np.testing.assert_array_equal(add(Lent(x[::2]), x[:3]), x[::2] + x[:3])

    def test_dlpack_of_bfloat16(self):
        try:
            from ml_dtypes import bfloat16
        except ImportError:
            self.skipTest("ml_dtypes is not installed")
        lent = Bfloat16Lender(np.arange(12).reshape(3, 4).astype(bfloat16)[:, ::2])
        for device in ["interp", "cpu"]:
            got = tf.compile(same("bf16"), device)(lent)
            np.testing.assert_array_equal(got, lent.array)
        self.assertEqual((lent.lent, lent.given_back), (2, 2))

    def test_names(self):
        x, y = np.float32([1, 2]), np.float32([10, 20])
        for add in self.devices:
            np.testing.assert_array_equal(add(y=y, x=x), [11, 22])
            np.testing.assert_array_equal(add(x, y=y), [11, 22])
            with self.assertRaisesRegex(TypeError, "'add' has no argument 'z'; it has x, y"):
                add(x, z=y)
            with self.assertRaisesRegex(TypeError, "'add' gets its argument 'x' twice"):
                add(x, x=y)
            with self.assertRaisesRegex(TypeError, "'add' is missing its argument 'y'"):
                add(x=x)

    def test_what_does_not_fit(self):
        x = np.float32([1, 2])
        for add in self.devices:
            with self.assertRaisesRegex(tf.CallError, "f64.*|f32"):
                add(x, np.float64([1, 2]))
            with self.assertRaisesRegex(tf.CallError, "3"):
                add(x, np.float32([1, 2, 3]))
            with self.assertRaises(tf.CallError):
                add(x)
            with self.assertRaisesRegex(TypeError, "argument 'y' of 'add': arrays of complex64"):
                add(x, np.complex64([1, 2]))
            for odd in [None, "text", object(), {"a": 1}]:
                with self.assertRaisesRegex(TypeError, "neither an array nor a number"):
                    add(x, odd)

    def test_given_memory(self):
        x = np.float32([1, 2, 3])
        whole = np.zeros(6, dtype=np.float32)
        for add in self.devices:
            add.call_into(whole[::2], x, x)
            np.testing.assert_array_equal(whole, [2, 0, 4, 0, 6, 0])
            with self.assertRaisesRegex(tf.CallError, "memory of an argument"):
                add.call_into(x, x, x)
            locked = np.zeros(3, dtype=np.float32)
            locked.flags.writeable = False
            with self.assertRaisesRegex(TypeError, "cannot be written"):
                add.call_into(locked, x, x)


class ElementTypes(unittest.TestCase):
    def test_every_type_comes_back(self):
        signs = {"i1": "bool", "f16": "float16", "f32": "float32", "f64": "float64"}
        signs |= {f"i{bits}": f"int{bits}" for bits in [8, 16, 32, 64]}
        for ours, theirs in signs.items():
            x = np.arange(6).reshape(2, 3).astype(theirs)
            for device in ["interp", "cpu"]:
                y = tf.compile(same(ours), device)(x.T)
                self.assertEqual(y.dtype, x.dtype)
                np.testing.assert_array_equal(y, x.T)

    def test_bfloat16(self):
        try:
            from ml_dtypes import bfloat16
        except ImportError:
            self.skipTest("ml_dtypes is not installed")
        x = np.arange(6).reshape(2, 3).astype(bfloat16)
        for device in ["interp", "cpu"]:
            y = tf.compile(same("bf16"), device)(x[:, ::-1])
            self.assertEqual(y.dtype, x.dtype)
            np.testing.assert_array_equal(y, x[:, ::-1])

    def test_scalars(self):
        text = """func.func @f(%x: tensor<3xf32> {tf.name = "x"}, %k: f32 {tf.name = "k"}, %n: i32 {tf.name = "n"}) -> (f32, i32) {
          return %k, %n : f32, i32
        }"""
        for device in ["interp", "cpu"]:
            try:
                program = tf.compile(text, device)
            except tf.CompileError:
                continue
            x = np.zeros(3, dtype=np.float32)
            self.assertEqual([r.item() for r in program(x, 0.5, 3)], [0.5, 3])
            self.assertEqual([r.item() for r in program(x, np.float32(2), np.int32(-1))], [2, -1])
            with self.assertRaisesRegex(tf.CallError, "'n'"):
                program(x, 1, 2**40)
            with self.assertRaises(OverflowError):
                program(x, 1, 2**70)


class Programs(unittest.TestCase):
    def test_stablehlo(self):
        text = """
        func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
          %y = stablehlo.add %x, %x : tensor<2xf32>
          return %y : tensor<2xf32>
        }"""
        for device in ["interp", "cpu"]:
            np.testing.assert_array_equal(tf.compile(text, device)(np.float32([1, 2])), [2, 4])

    def test_errors_have_the_compilers_message(self):
        with self.assertRaisesRegex(tf.CompileError, r"<text>:1:\d+: error"):
            tf.compile("func.func @f( {", "interp")
        with self.assertRaisesRegex(tf.CompileError, "there is no device 'gpu'; there are interp, cpu"):
            tf.compile(ADD, "gpu")
        with self.assertRaisesRegex(tf.CompileError, "nonsense"):
            tf.compile(ADD, "interp", "nonsense")
        with self.assertRaises(FileNotFoundError):
            tf.compile("no-such-file.mlir")
        with self.assertRaises(tf.LibraryError):
            tf.compile(ADD, session=tf.Session(llvm_library="/nonexistent"))

    def test_stages(self):
        add = tf.compile(ADD)
        names = [name for name, _ in add.stages()]
        self.assertEqual(names[0], "program")
        self.assertGreater(len(names), 3)
        self.assertIn("arith.addf", add.ir())
        self.assertIn("llvm.func" if "llvm.func" in add.ir("mlir") else "func", add.ir("mlir"))
        self.assertIn("define", add.ir("llvm"))
        self.assertIn(names[-1], str(names))
        self.assertEqual(add.ir(names[-1]), dict(add.stages())[names[-1]])
        with self.assertRaisesRegex(tf.CompileError, "there is no stage 'nothing'; there are program, "):
            add.ir("nothing")

    def test_what_an_executable_says(self):
        add = tf.compile(ADD, "interp")
        self.assertEqual(add.arguments[0][0], "x")
        self.assertEqual((add.name, add.device, add.functions), ("add", "interp", ["add"]))
        self.assertIn("add(x: ", repr(add))
        self.assertEqual(add.function("add")([1.0], [2.0]).tolist(), [3])
        with self.assertRaises(tf.CompileError):
            add.function("sub")

    def test_limits(self):
        text = """func.func @f() -> i1 {
          %t = arith.constant true
          %r = loop.while (%a = %t) : (i1) -> (i1) { loop.condition %t, %a : i1 } do (%b: i1) { loop.yield %b : i1 }
          return %r : i1
        }"""
        endless = tf.compile(text, "interp").limited(seconds=0.01)
        with self.assertRaises(tf.LimitError):
            endless()

    def test_equal_programs_are_compiled_once(self):
        session = tf.Session(threads=1)
        for _ in range(3):
            tf.compile(ADD, "interp", session=session)
        self.assertEqual(session.compilations, 1)


class Processes(unittest.TestCase):
    def test_many_threads(self):
        add = tf.compile(ADD)
        wrong = []

        def work(seed):
            x = np.arange(1000, dtype=np.float32) + seed
            for _ in range(50):
                if not np.array_equal(add(x, x), x + x):
                    wrong.append(seed)

        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_fork(self):
        add = tf.compile(ADD)
        x = np.arange(100_000, dtype=np.float32)
        np.testing.assert_array_equal(add(x, x), x + x)
        child = os.fork()
        if child == 0:
            status = 1
            try:
                before = np.array_equal(add(x, x), x + x)
                anew = np.array_equal(tf.compile(ADD)(x, x), x + x)
                status = 0 if before and anew else 2
            finally:
                os._exit(status)
        self.assertEqual(os.waitpid(child, 0)[1], 0)


if __name__ == "__main__":
    unittest.main()
