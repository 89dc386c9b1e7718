"""Calls that come again with arrays of the same shapes, which are worked out once."""

import threading
import unittest
import weakref

import numpy as np

import tensorforge as tf

@tf.program
def scaled(x: tf.f32["n"], a: tf.f32):
    return x * a


@tf.program
def both(x: tf.f32["n", "m"], k: tf.i8):
    return x.sum(0), x + k, x[0, 0]


class CallsAgain(unittest.TestCase):
    def check(self, x, a):
        result = scaled(x, a)
        np.testing.assert_array_equal(result, np.float32(a) * x)
        self.assertIs(type(result), np.ndarray)
        self.assertEqual((result.dtype, result.shape), (np.float32, x.shape))
        return result

    def test_each_call_has_the_elements_of_its_arrays_and_a_result_of_its_own(self):
        results = [self.check(np.arange(5, dtype=np.float32) + step, step) for step in range(8)]
        for step, result in enumerate(results):
            np.testing.assert_array_equal(result, np.float32(step) * (np.arange(5, dtype=np.float32) + step))
            self.assertTrue(result.flags.writeable)
            result += 1

    def test_shapes_layouts_and_numbers_may_change_between_calls(self):
        base = np.arange(64, dtype=np.float32)
        read_only = base[:8].copy()
        read_only.flags.writeable = False
        arrays = [base[:8], base[8:16], base[:16:2], base[7::-1], base[:0], base[:1], read_only, base, base.copy()[1:9]]
        unaligned = np.frombuffer(b"\0" + base[:8].tobytes(), dtype=np.uint8)[1:].view(np.float32)
        for x in [*arrays, unaligned, *arrays]:
            for a in (2, 0.5, True + 1, np.float32(3), np.array(4, np.float32)):
                self.check(x, a)

    def test_what_is_wrong_is_said_in_each_call(self):
        x = np.ones(4, np.float32)
        for _ in range(3):
            self.check(x, 2.0)
            with self.assertRaisesRegex(tf.CallError, "astype"):
                scaled(x.astype(np.float64), 2.0)
            with self.assertRaisesRegex(tf.CallError, "scaled"):
                scaled(x.reshape(2, 2), 2.0)
            with self.assertRaisesRegex(tf.CallError, "1e\\+39|a"):
                scaled(x, 1e39)
            with self.assertRaises(tf.CallError):
                scaled(x)
            with self.assertRaises(tf.CallError):
                scaled(x, 2.0, 3.0)
            with self.assertRaises(TypeError):
                scaled(x, "two")
            with self.assertRaises(TypeError):
                scaled(x, b=2.0)
            np.testing.assert_array_equal(scaled(a=2.0, x=x), 2 * x)
        big_endian = x.astype(">f4")
        self.check(big_endian, 2.0)

    def test_several_results_of_several_kinds(self):
        for step in range(4):
            x = np.full((3, 2), step, np.float32)
            total, more, first = both(x, step)
            np.testing.assert_array_equal(total, x.sum(0))
            np.testing.assert_array_equal(more, x + step)
            self.assertEqual((first.shape, float(first)), ((), step))
            with self.assertRaises(tf.CallError):
                both(x, 300)

    def test_large_results_and_empty_ones(self):
        for n in (0, 1, 8192, 8193, 100_000, 0, 1):
            x = np.arange(n, dtype=np.float32)
            for _ in range(3):
                self.check(x, 3.0)
        # Memory without elements may be anywhere.
        nowhere = np.ndarray((0,), np.float32, buffer=bytearray(9), offset=1)
        self.assertNotEqual(nowhere.ctypes.data % 4, 0)
        for _ in range(3):
            self.check(nowhere, 3.0)

    def test_traps_name_their_line_in_each_call(self):
        text = """func.func @f(%x: tensor<4xf32>, %i: index) -> tensor<f32> {
          %y = tensor.compute () in [] {
            %a = tensor.at %x[%i] trap : tensor<4xf32>
            tensor.yield %a : f32
          } : tensor<f32>
          return %y : tensor<f32>
        }"""
        program, x = tf.compile(text), np.arange(4, dtype=np.float32)
        for _ in range(3):
            self.assertEqual(float(program(x, 2)), 2.0)
            with self.assertRaisesRegex(tf.CallError, ":3:"):
                program(x, 9)

    def test_threads_call_at_once(self):
        wrong = []

        def work(number):
            x = np.full(number + 1, number, np.float32)
            for step in range(200):
                if not np.array_equal(scaled(x, step), x * np.float32(step)):
                    wrong.append(number)

        threads = [threading.Thread(target=work, args=(number % 3,)) for number in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_programs_of_other_sessions_and_devices(self):
        session = tf.Session(threads=1)
        own = tf.Program(lambda x: x + 1, inputs={"x": tf.f32[2]}, session=session)
        x = np.ones(2, np.float32)
        for _ in range(3):
            np.testing.assert_array_equal(own(x), x + 1)
            np.testing.assert_array_equal(scaled.on("interp")(x, 2), x * 2)
        self.assertEqual(own.compile().device, "cpu")

    def test_arguments_and_results_are_let_go(self):
        class Own(np.ndarray):
            pass

        x = np.ones(3, np.float32).view(Own)
        alive = weakref.ref(x)
        results = [self.check(np.asarray(x), 2) for _ in range(3)]
        result = scaled(x, 2)
        gone = weakref.ref(result)
        del x, result, results
        self.assertIsNone(alive())
        self.assertIsNone(gone())
