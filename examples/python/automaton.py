"""A neural cellular automaton learns to grow a picture from a seed: each cell sees its neighbourhood and decides by a small network, the
same for all, how it changes. Training differentiates through all of its steps; the step count is an argument.

python examples/python/automaton.py --train 200 --out flower.png
"""

from typing import Any, NamedTuple

import numpy as np
import tensorforge as tf
from common import options, save, timed

#: Numbers of a cell, of which the first four are what one sees: red, green, blue, and how much is there; width of the network.
CHANNELS, HIDDEN = 12, 64


class Rule(NamedTuple):
    """What the cells decide by."""

    first: Any
    bias: Any
    second: Any


def step(rule, cells, number, seed):
    """One step of all cells [n, h, w, 12]; about half of them rest, by a hash of step and position."""
    near = lambda y, x: tf.roll(tf.roll(cells, -y, 1), -x, 2)
    side = lambda places: sum(weight * near(*place) for weight, place in zip((1.0, 2.0, 1.0), places))
    across = (side([(-1, 1), (0, 1), (1, 1)]) - side([(-1, -1), (0, -1), (1, -1)])) * 0.125
    down = (side([(1, -1), (1, 0), (1, 1)]) - side([(-1, -1), (-1, 0), (-1, 1)])) * 0.125
    around = near(0, -1) + near(0, 1) + near(-1, 0) + near(1, 0) - 4.0 * cells
    sight = tf.concatenate([cells, across, down, around], 3)
    change = tf.relu(sight @ rule.first + rule.bias) @ rule.second
    n, h, w, _ = cells.shape
    places = tf.arange(n * h * w, "u32").reshape(n, h, w)
    awake = tf.pcg(places ^ tf.pcg(seed + number.astype("u32") * 747796405)) >> 31
    return cells + change * awake.astype("f32")[..., None]


def grown(rule, cells, steps, seed):
    """The cells after some steps."""
    return tf.loop(0, steps, lambda number, cells: step(rule, cells, number, seed), cells)


def loss(rule, cells, steps, seed, target):
    return tf.square(grown(rule, cells, steps, seed)[..., :4] - target).mean()


types = {"cells": tf.f32["n", "h", "w", CHANNELS], "steps": tf.i32, "seed": tf.u32, "target": tf.f32["h", "w", 4]}
types["rule"] = Rule(tf.f32[4 * CHANNELS, HIDDEN], tf.f32[HIDDEN], tf.f32[HIDDEN, CHANNELS])

grow = tf.Program(grown, inputs={name: kind for name, kind in types.items() if name != "target"})


def gradients(**options):
    """The distance of the picture after some steps from the target, and its derivative by the rule, through all steps."""
    function = lambda rule, cells, steps, seed, target: tf.value_and_grad(loss)(rule, cells, steps, seed, target)
    return tf.Program(function, inputs=types, **options)


def train(rate):
    """A number of training steps in one call: the losses, and the rule after them."""
    adam = tf.nn.Adam(rate, clip_norm=1.0)

    def train(rule, cells, steps, seed, target, losses):
        def one(at, state):
            memory, losses, rule = state
            own = seed + at.astype("u32") * 65537
            value, gradient = tf.value_and_grad(loss)(rule, cells, steps, own, target)
            rule, memory = adam.step(rule, gradient, memory)
            return memory, losses.updated(at, value, "set"), rule

        return tf.loop(0, losses.shape[0], one, (adam.start(rule), losses, rule))[1:]

    return tf.Program(train, inputs={**types, "losses": tf.f32["rounds"]})


def start(seed):
    """A rule to start from: the last layer is small, so that nothing happens at first."""
    rng = np.random.default_rng(seed)
    layer = lambda shape, width: (width * rng.normal(size=shape)).astype(np.float32)
    first, second = layer((4 * CHANNELS, HIDDEN), np.sqrt(2 / (4 * CHANNELS))), layer((HIDDEN, CHANNELS), 0.02)
    return Rule(first, np.zeros(HIDDEN, np.float32), second)


def seeds(n, size):
    """Empty grids with one living cell in the middle of each."""
    cells = np.zeros((n, size, size, CHANNELS), np.float32)
    cells[:, size // 2, size // 2, 3:] = 1
    return cells


def flower(size):
    """A flower to grow."""
    y, x = (2 * (np.mgrid[:size, :size] + 0.5) / size - 1).astype(np.float32)
    r = np.hypot(x, y)
    inside, middle = r < 0.5 + 0.25 * np.cos(5 * np.arctan2(y, x)), r < 0.22
    return np.stack([inside, inside * (0.3 + 0.6 * middle), inside * 0.5 * (1 - middle), inside], -1).astype(np.float32)


if __name__ == "__main__":
    chosen = options(__doc__, draws=True, train=200, size=24, steps=24)
    cells, target, losses = seeds(1, chosen.size), flower(chosen.size), np.zeros(chosen.train, np.float32)
    losses, rule = timed(train(0.004), start(chosen.seed), cells, chosen.steps, 3, target, losses)
    print(f"the loss goes from {losses[0]:.4f} to {losses[-1]:.4f}")
    save(chosen.out, grow(rule, cells, chosen.steps, 3)[0, ..., :3])
