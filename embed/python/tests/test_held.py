"""Arrays that stay on their device."""

import gc
import sys
import unittest

import numpy as np

import tensorforge as tf

DEVICES = ["interp", "cpu", "simt-compiled"]


@tf.program
def step(x: tf.f32["n"]):
    return x * 0.5 + 1.0


class Held(unittest.TestCase):
    def test_a_simulation_stays_on_its_device(self):
        session = tf.default_session()
        for device in DEVICES:
            executable = step.compile(device)
            here = np.arange(5, dtype=np.float32)
            there = session.to_device(here, device)
            for _ in range(4):
                there = executable.on_device(there.donate())
                here = executable(here)
            self.assertEqual((there.device, there.shape, there.dtype), (device, (5,), np.float32))
            np.testing.assert_array_equal(there.numpy(), here)
            np.testing.assert_array_equal(np.asarray(there), here)
            np.testing.assert_array_equal(executable(there), executable(here))
            self.assertEqual(repr(there), f"<DeviceArray f32[5] on {device}>")

    def test_what_was_donated_is_gone(self):
        array = tf.default_session().to_device(np.zeros(3, np.float32), "simt-compiled")
        address = array.address
        result = step.compile("simt-compiled").on_device(array.donate())
        self.assertEqual(result.address, address)
        with self.assertRaisesRegex(tf.CallError, "was donated to a call"):
            array.numpy()
        self.assertEqual(repr(array), "<DeviceArray, donated>")

    def test_others_see_the_elements_where_they_are(self):
        for device in DEVICES:
            for dtype in ["float32", "int8", "uint64", "bool", "float16"]:
                wanted = np.arange(6).reshape(2, 3).astype(dtype)
                array = tf.default_session().to_device(wanted, device)
                lent = np.from_dlpack(array)
                self.assertEqual((lent.ctypes.data, array.__dlpack_device__()), (array.address, (1, 0)))
                del array
                np.testing.assert_array_equal(lent, wanted)
                self.assertEqual(lent.dtype, wanted.dtype)

    def test_a_capsule_that_nobody_takes_gives_the_array_back(self):
        array = tf.default_session().to_device(np.ones(4, np.float32), "simt-compiled")
        for _ in range(100):
            array.__dlpack__()
        np.testing.assert_array_equal(array.numpy(), np.ones(4, np.float32))

    def test_arrays_on_another_device_are_refused(self):
        array = tf.default_session().to_device(np.ones(4, np.float32), "simt-compiled")
        with self.assertRaisesRegex(tf.Error, "'x' of 'step' is on simt-compiled"):
            step.compile("cpu")(array)

    def test_arrays_of_others_are_taken_where_they_are(self):
        session = tf.default_session()
        executable = step.compile("simt-compiled")
        for lender in (np.arange(64, dtype=np.float32), session.to_device(np.arange(64, dtype=np.float32), "simt-compiled")):
            array = session.from_dlpack(lender, "simt-compiled")
            address = lender.address if hasattr(lender, "address") else lender.ctypes.data
            self.assertEqual((array.address, array.device, array.shape), (address, "simt-compiled", (64,)))
            # It is kept, and not written, also where it is donated.
            result = executable.on_device(array.donate())
            self.assertNotEqual(result.address, address)
            np.testing.assert_array_equal(result.numpy(), 0.5 * np.arange(64) + 1)
            np.testing.assert_array_equal(np.asarray(lender), np.arange(64))
        lender = np.arange(64, dtype=np.float32)
        counted = sys.getrefcount(lender)
        array = session.from_dlpack(lender, "simt-compiled")
        self.assertGreater(sys.getrefcount(lender), counted)
        del array
        gc.collect()
        self.assertEqual(sys.getrefcount(lender), counted)

    def test_what_cannot_be_taken_is_refused(self):
        session = tf.default_session()
        whole = np.zeros((8, 8), np.float32)
        for array, why in [
            (whole[:, ::2], "make it contiguous first"),
            (whole.T, "make it contiguous first"),
            (np.zeros(3, np.complex64), "which are not supported"),
            (np.zeros(16, np.int8)[1:], "copy the array first"),
        ]:
            with self.subTest(why), self.assertRaisesRegex((BufferError, tf.Error), why):
                session.from_dlpack(array, "simt-compiled")

    def test_arrays_on_a_gpu_are_refused_elsewhere_by_name(self):
        class Producer:
            """What PyTorch or CuPy have on the second GPU; nobody is to ask for the elements."""

            def __dlpack_device__(self):
                return 2, 1

            def __dlpack__(self, **options):
                raise AssertionError(options)

        for device in DEVICES:
            executable = step.compile(device)
            wanted = f"argument 'x' of 'step' is on cuda:1, but the program computes on {device}: copy it there first"
            for call in (lambda: executable(Producer()), lambda: executable.on_device(x=Producer())):
                with self.assertRaisesRegex(BufferError, wanted):
                    call()
            with self.assertRaisesRegex(BufferError, "from_dlpack: the array is on cuda:1"):
                tf.default_session().from_dlpack(Producer(), device)

    def test_a_producer_on_the_processor_is_asked_without_a_stream(self):
        asked = []

        class Producer:
            def __init__(self):
                self.array = np.arange(4, dtype=np.int32)

            def __dlpack_device__(self):
                return 1, 0

            def __dlpack__(self, **options):
                asked.append(options)
                return self.array.__dlpack__()

        array = tf.default_session().from_dlpack(Producer(), "simt-compiled")
        np.testing.assert_array_equal(array.numpy(), np.arange(4))
        self.assertEqual(asked, [{}])


if __name__ == "__main__":
    unittest.main()
