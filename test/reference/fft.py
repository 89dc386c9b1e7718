"""Fourier transforms by NumPy, in float64.

usage: fft.py forward|inverse AXES SHAPE < re f32[SHAPE], im f32[SHAPE] > re f64[SHAPE], im f64[SHAPE]
       fft.py real AXES SHAPE < x f32[SHAPE] > re, im of np.fft.rfftn; AXES and SHAPE are numbers with commas
       fft.py low_pass CUT SHAPE < x f32[SHAPE] > x f64[SHAPE] without what repeats more often than CUT times
"""
import sys

import numpy as np

what, shape = sys.argv[1], tuple(map(int, sys.argv[3].split(",")))
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
if what == "low_pass":
    picture = data.reshape(shape)
    down, across = (np.fft.fftfreq(n, 1 / n) for n in shape)
    slow = down[:, None] ** 2 + across[None, :] ** 2 <= float(sys.argv[2]) ** 2
    results = [np.fft.ifft2(np.fft.fft2(picture) * slow).real]
else:
    axes = tuple(map(int, sys.argv[2].split(",")))
    if what == "real":
        made = np.fft.rfftn(data.reshape(shape), axes=axes)
    else:
        re, im = data.reshape(2, *shape)
        made = (np.fft.fftn if what == "forward" else np.fft.ifftn)(re + 1j * im, axes=axes)
    results = [made.real, made.imag]
sys.stdout.buffer.write(np.concatenate([np.ravel(r) for r in results]).tobytes())
