"""Variational Monte Carlo: the ground state of two electrons around nuclei, found by making the energy of a trial wave function small.
The function has the right cusp where electrons meet and a small network for what else correlates them; its local energy takes second
derivatives by position, its improvement derivatives by parameters, all by differentiation of the one function below.

python examples/python/vmc.py --system h2 --steps 500
"""

from typing import NamedTuple

import numpy as np
import tensorforge as tf
from common import options

#: Width of the network; Metropolis steps between two looks at the energy.
HIDDEN, MOVES = 16, 10


class System(NamedTuple):
    """Charges and positions of nuclei, in atomic units, and the decay of the trial function that one starts from."""

    charges: list
    places: list
    decay: float

    def layers(self):
        """The shapes of the parameters: decay, cusp, and the network's, whose inputs are distances."""
        inputs = 2 * len(self.charges) + 1
        return [(), (), (inputs, HIDDEN), (HIDDEN,), (HIDDEN, HIDDEN), (HIDDEN,), (HIDDEN,)]

    def repulsion(self):
        """The nuclei's energy among themselves."""
        z, x = self.charges, np.array(self.places)
        return sum(z[i] * z[j] / np.linalg.norm(x[i] - x[j]) for i in range(len(z)) for j in range(i))

    def start(self, seed):
        """Parameters to start from: the network's are random, and small where it ends."""
        rng, values = np.random.default_rng(seed), [[np.log(self.decay), 0.0]]
        for shape in self.layers()[2:]:
            weights = len(shape) == 2 or shape is self.layers()[-1]
            values.append(rng.normal(size=shape).ravel() / np.sqrt(shape[0]) if weights else np.zeros(shape))
        values[-1] = 0.05 * rng.normal(size=HIDDEN) / np.sqrt(HIDDEN)
        return np.concatenate(values).astype(np.float32)


HELIUM = System([2.0], [[0.0, 0.0, 0.0]], 2.0)
HYDROGEN = System([1.0, 1.0], [[0.0, 0.0, -0.7], [0.0, 0.0, 0.7]], 1.2)


def walkers(n, seed):
    """Walkers near the nuclei."""
    return (0.7 * np.random.default_rng(seed).normal(size=(n, 6))).astype(np.float32)


def distances(system, x):
    """The electrons' distances from the nuclei, [2, nuclei], and from each other."""
    length = lambda d: tf.sqrt(tf.square(d).sum(-1) + 1e-12)
    electrons = x.reshape(2, 3)
    return length(electrons[:, None] - np.float32(system.places)), length(electrons[0] - electrons[1])


def log_psi(system, theta, x):
    """The logarithm of the trial function for the electrons' coordinates, [6]. It is symmetric in the electrons."""
    r, u = distances(system, x)
    parts, at = [], 0
    for shape in system.layers():
        size = int(np.prod(shape))
        parts.append(theta[at : at + size].reshape(*shape) if shape else theta[at])
        at += size
    decay, cusp, *layers, last = parts
    orbitals = tf.logsumexp(-(tf.exp(decay) * r), 1).sum()
    pair = 0.5 * u / (1.0 + tf.exp(cusp) * u)
    near = r / (1.0 + r)
    h = tf.concatenate([near, tf.flip(near, 0), tf.broadcast_to(u / (1.0 + u), (2, 1))], 1)
    for weight, bias in zip(layers[::2], layers[1::2]):
        h = tf.tanh(h @ weight + bias)
    return orbitals + pair + (h @ last).sum()


def local_energy(system, theta, x):
    """The local energy (H psi) / psi."""
    slope = tf.grad(lambda x: log_psi(system, theta, x))
    curvature = tf.vmap(lambda e: tf.dot(tf.jvp(slope, (x,), (e,))[1], e))(tf.eye(6)).sum()
    kinetic = -0.5 * (curvature + tf.square(slope(x)).sum())
    r, u = distances(system, x)
    return kinetic - (np.float32(system.charges) / r).sum() + 1.0 / u + system.repulsion()


def look(system, theta, x):
    """Local energies of all walkers, and the derivative of their mean by the parameters, 2 <(E - <E>) d log psi>, where energies far off
    (near nuclei) are cut to five mean deviations."""
    energies = tf.vmap(lambda x: local_energy(system, theta, x))(x)
    mean = energies.mean()
    spread = 5.0 * abs(energies - mean).mean()
    cut = tf.clip(energies, mean - spread, mean + spread)
    weights = 2.0 * (cut - cut.mean())
    return energies, tf.grad(lambda theta: (tf.vmap(lambda x: log_psi(system, theta, x))(x) * weights).mean())(theta)


def walk(system, theta, x, random):
    """Metropolis steps: moves that make the function greater are taken, others with the square of the ratio as their chance."""
    psi = tf.vmap(lambda x: log_psi(system, theta, x))

    def move(_, state):
        x, value, random = state
        moved = x + 0.4 * random.normal(x.shape)
        new = psi(moved)
        taken = tf.log(random.uniform(x.shape[:1])) < 2.0 * (new - value)
        return tf.where(taken[:, None], moved, x), tf.where(taken, new, value), random

    x, _, random = tf.loop(0, MOVES, move, (x, psi(x), random))
    return x, random


def types(system):
    return {"theta": tf.f32[sum(int(np.prod(shape)) for shape in system.layers())], "x": tf.f32["n", 6]}


def first_look(system, **options):
    """log psi, local energies, and the derivative by the parameters."""
    first = lambda theta, x: (tf.vmap(lambda x: log_psi(system, theta, x))(x), *look(system, theta, x))
    return tf.Program(first, inputs=types(system), **options)


def optimize(system, rate):
    """Steps of the optimization: parameters and walkers."""
    adam = tf.nn.Adam(rate)

    def optimize(theta, x, steps, seed):
        def step(_, state):
            theta, memory, x, random = state
            x, random = walk(system, theta, x, random)
            theta, memory = adam.step(theta, look(system, theta, x)[1], memory)
            return theta, memory, x, random

        return tf.loop(0, steps, step, (theta, adam.start(theta), x, tf.random(seed)))[:3:2]

    return tf.Program(optimize, inputs={**types(system), "steps": tf.i32, "seed": tf.u64})


def measure(system):
    """The energy of fixed parameters: walkers, and the sums over looks of the mean energy and of its square."""

    def measure(theta, x, steps, seed):
        def step(_, state):
            x, sums, squares, random = state
            x, random = walk(system, theta, x, random)
            mean = tf.vmap(lambda x: local_energy(system, theta, x))(x).astype("f64").mean()
            return x, sums + mean, squares + mean * mean, random

        zero = tf.asarray(0.0, "f64")
        return tf.loop(0, steps, step, (x, zero, zero, tf.random(seed)))[:3]

    return tf.Program(measure, inputs={**types(system), "steps": tf.i32, "seed": tf.u64})


def statistics(sums, squares, looks):
    """Mean and standard error from the means of these samples."""
    mean = sums / looks
    return mean, np.sqrt(max(squares / looks - mean**2, 0) / (looks - 1))


if __name__ == "__main__":
    chosen = options(__doc__, system="he", steps=500, walkers=1024, looks=40)
    system = {"he": HELIUM, "h2": HYDROGEN}[chosen.system]
    theta, x = optimize(system, 0.01)(system.start(1), walkers(chosen.walkers, 2), chosen.steps, 1)
    _, sums, squares = measure(system)(theta, x, chosen.looks, 3)
    mean, error = statistics(sums, squares, chosen.looks)
    print(f"{chosen.system}: {mean:.4f} +- {error:.4f} hartree")
