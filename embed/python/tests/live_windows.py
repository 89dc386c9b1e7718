"""Windows on a display: frames, the lock, Ctrl-C, closing."""

import os
import signal
import subprocess
import sys
import threading
import time
import unittest

import numpy as np
import tensorforge as tf

CHILD = """
import sys, signal, numpy as np, tensorforge as tf
signal.signal(signal.SIGINT, signal.default_int_handler)    # jobs of shells start without one
window = tf.Window("tf-python-interrupt", (64, 64), record=sys.argv[1])
try:
    for frame in window:
        window.show(np.zeros((8, 8), np.float32))
        if frame == 3:
            print("ready", flush=True)
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


class Live(unittest.TestCase):
    def test_frames_are_shown_at_their_rate(self):
        window = tf.Window("tf-python", (200, 100), frames=30, rate=50, live=True)
        start = time.monotonic()
        for frame in window:
            window.slider("speed", 1.0, 0.0, 2.0)
            window.show(np.full((10, 20), frame / 30, np.float32), "magma")
        self.assertGreater(time.monotonic() - start, 29 / 50)
        self.assertTrue(window.is_live and window.frame == 29)
        self.assertEqual(window.size, (200, 100))

    def test_other_threads_run_while_a_window_waits(self):
        window = tf.Window("tf-python-lock", (64, 64), frames=10, rate=20, live=True)
        count, done = 0, threading.Event()

        def work():
            nonlocal count
            while not done.is_set():
                count += 1
                time.sleep(0.001)

        worker = threading.Thread(target=work)
        worker.start()
        for _ in window:
            window.show(np.zeros((8, 8), np.float32))
        done.set()
        worker.join()
        # Nearly half a second of waits: a held lock would leave a turn per frame.
        self.assertGreater(count, 100)

    def test_interrupts_end_the_loop_and_complete_the_file(self):
        path = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"tensorforge-{os.getpid()}.gif")
        child = subprocess.Popen([sys.executable, "-c", CHILD, path], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=20)[0], "interrupted\n")
        with open(path, "rb") as file:
            data = file.read()
        self.assertTrue(data.startswith(b"GIF89a") and data.endswith(b";"))
        os.remove(path)

    def test_a_closed_window_ends_its_loop(self):
        window = tf.Window("tf-python-close", (64, 64))
        frames = 0
        for _ in window:
            window.show(np.zeros((8, 8), np.float32))
            frames += 1
            if frames == 3:
                window.finish()
        self.assertEqual(frames, 3)

    def test_without_a_display_the_error_says_what_to_do(self):
        code = "import tensorforge as tf\ntry:\n    tf.Window('x')\nexcept tf.CallError as error:\n    print(error)"
        hidden = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET")}
        said = subprocess.run([sys.executable, "-c", code], env=hidden, capture_output=True, text=True).stdout
        self.assertIn("there is no display", said)
        self.assertIn("frames=N in Python", said)


if __name__ == "__main__":
    unittest.main()
