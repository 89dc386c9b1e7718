"""A convolutional network learns to tell ten patterns apart, from images as large as MNIST's.

python examples/python/convnet.py --steps 200
"""

from typing import Any, NamedTuple

import numpy as np
import tensorforge as tf
from common import options, timed


class Model(NamedTuple):
    """Two convolutions, each followed by pooling, and a dense layer, for images of size**2 pixels."""

    first: Any
    second: Any
    last: Any

    def scores(self, images):
        """Scores of the classes, [n, 10], for images [n, size, size, 1]."""
        x = tf.max_pool(tf.relu(self.first(images, padding="same")), (2, 2))
        x = tf.max_pool(tf.relu(self.second(x, padding="same")), (2, 2))
        n, h, w, c = x.shape
        return self.last(x.reshape(n, h * w * c))

    def loss(self, images, labels):
        return tf.nn.softmax_cross_entropy(self.scores(images), labels).mean()


def types(size):
    """The types of the arguments: model, images, labels."""
    layers = tf.nn.Conv(tf.f32[5, 5, 1, 8], tf.f32[8]), tf.nn.Conv(tf.f32[5, 5, 8, 16], tf.f32[16])
    model = Model(*layers, tf.nn.Dense(tf.f32[(size // 4) ** 2 * 16, 10], tf.f32[10]))
    return {"model": model, "images": tf.f32["n", size, size, 1], "labels": tf.i32["n"]}


def gradients(size, **options):
    """The mean loss of a batch and its derivatives by all parameters."""
    function = lambda model, images, labels: tf.value_and_grad(lambda model: model.loss(images, labels))(model)
    return tf.Program(function, inputs=types(size), **options)


def train(size, batch, rate):
    """Steps of Adam in one call, as many as there are losses, each on the next batch: the losses, and what was learnt."""
    adam = tf.nn.Adam(rate)

    def train(model, images, labels, losses):
        n = tf.asarray(images.shape[0], "i64")

        def step(at, state):
            memory, losses, model = state
            rows = (at.astype("i64") * batch % n + tf.arange(batch)) % n
            loss = lambda model: model.loss(images[rows], labels[rows])
            value, gradient = tf.value_and_grad(loss)(model)
            model, memory = adam.step(model, gradient, memory)
            return memory, losses.updated(at.astype("i64"), value, "set"), model

        return tf.loop(0, losses.shape[0], step, (adam.start(model), losses, model))[1:]

    return tf.Program(train, inputs={**types(size), "losses": tf.f32["steps"]})


def start(size, seed):
    """Random parameters."""
    rng = np.random.default_rng(seed)
    layer = lambda shape, inputs: (np.sqrt(2 / inputs) * rng.normal(size=shape)).astype(np.float32)
    zeros = lambda n: np.zeros(n, np.float32)
    first, second = (tf.nn.Conv(layer((5, 5, a, b), 25 * a), zeros(b)) for a, b in ((1, 8), (8, 16)))
    features = (size // 4) ** 2 * 16
    return Model(first, second, tf.nn.Dense(layer((features, 10), features), zeros(10)))


def data(n, size, seed):
    """Images of ten patterns of stripes under noise, and which they are."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 10, n, dtype=np.int32)
    angle, phase = (np.pi * labels / 10)[:, None, None], (2 * np.pi * rng.random(n))[:, None, None]
    y, x = np.mgrid[:size, :size]
    stripes = 0.5 + 0.5 * np.sin((x * np.cos(angle) + y * np.sin(angle)) * 0.9 + phase)
    return (stripes + 0.3 * rng.normal(size=stripes.shape))[..., None].astype(np.float32), labels


if __name__ == "__main__":
    chosen = options(__doc__, steps=200)
    images, labels = data(640, 28, chosen.seed)
    losses, _ = timed(train(28, 64, 0.002), start(28, chosen.seed), images, labels, np.zeros(chosen.steps, np.float32))
    print(f"the loss goes from {losses[0]:.3f} to {losses[-1]:.3f}")
