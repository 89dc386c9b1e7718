"""Two electrons around nuclei in float64: log psi, local energies, derivative of the mean energy by the parameters.

usage: vmc.py SYSTEM HIDDEN N < parameters f32[p], walkers f32[n, 6] > log psi [n], energies [n], derivative [p], f64

First derivatives are taken by complex steps, which are exact; second ones are central differences of them.
"""
import sys

import numpy as np

system, hidden, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
nuclei = {"he": [(2.0, (0.0, 0.0, 0.0))], "h2": [(1.0, (0.0, 0.0, -0.7)), (1.0, (0.0, 0.0, 0.7))]}[system]
charges = np.array([z for z, _ in nuclei])
places = np.array([x for _, x in nuclei])
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
theta, x = data[: -6 * n], data[-6 * n :].reshape(n, 6)


def distance(d):
    return np.sqrt((d * d).sum(-1) + 1e-12)


def distances(x):
    e = x.reshape(-1, 2, 3)
    return distance(e[:, :, None] - places), distance(e[:, 0] - e[:, 1])


def log_psi(theta, x):
    r, u = distances(x)
    decay, cusp = np.exp(theta[0]), np.exp(theta[1])
    at = 2

    def take(*shape):
        nonlocal at
        size = int(np.prod(shape))
        part = theta[at : at + size].reshape(shape)
        at += size
        return part

    total = np.log(np.exp(-decay * r).sum(2)).sum(1) + 0.5 * u / (1 + cusp * u)
    near, between = r / (1 + r), u / (1 + u)
    both = np.repeat(between[:, None, None], 2, axis=1)
    h = np.concatenate([near, near[:, ::-1], both], axis=2)
    for inputs in (h.shape[2], hidden):
        h = np.tanh(h @ take(inputs, hidden) + take(hidden))
    return total + (h @ take(hidden)).sum(1)


STEP = 1e-30


def slope(x):
    columns = []
    for c in range(6):
        moved = x.astype(np.complex128)
        moved[:, c] += 1j * STEP
        columns.append(log_psi(theta, moved).imag / STEP)
    return np.stack(columns, 1)


curvature, h = np.zeros(n), 1e-5
for c in range(6):
    step = np.zeros(6)
    step[c] = h
    curvature += (slope(x + step)[:, c] - slope(x - step)[:, c]) / (2 * h)
r, u = distances(x)
energies = -0.5 * (curvature + (slope(x) ** 2).sum(1)) - (charges / r).sum((1, 2)) + 1 / u
for i in range(len(nuclei)):
    for j in range(i):
        energies += charges[i] * charges[j] / np.linalg.norm(places[i] - places[j])
mean = energies.mean()
spread = 5 * np.abs(energies - mean).mean()
cut = np.clip(energies, mean - spread, mean + spread)
weights = 2 * (cut - cut.mean())
gradient = np.zeros_like(theta)
for i in range(len(theta)):
    moved = theta.astype(np.complex128)
    moved[i] += 1j * STEP
    gradient[i] = (weights * log_psi(moved, x).imag / STEP).mean()
sys.stdout.buffer.write(np.concatenate([log_psi(theta, x), energies, gradient]).tobytes())
