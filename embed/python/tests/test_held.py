"""Arrays that stay on their device."""

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


if __name__ == "__main__":
    unittest.main()
