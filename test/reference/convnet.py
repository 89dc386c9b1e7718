"""A convolutional network and its training by Adam in float64, with derivatives written by hand.

usage: convnet.py gradients SIZE N < parameters, images f32, labels as f32 > loss, derivatives, f64
       convnet.py train SIZE N BATCH STEPS RATE < the same > the losses of the steps, f64
"""
import sys

import numpy as np

mode, size, n = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
features = (size // 4) ** 2 * 16
shapes = [(5, 5, 1, 8), (8,), (5, 5, 8, 16), (16,), (features, 10), (10,)]
data = np.frombuffer(sys.stdin.buffer.read(), np.float32).astype(np.float64)
parameters, at = [], 0
for shape in shapes:
    count = int(np.prod(shape))
    parameters.append(data[at : at + count].reshape(shape).copy())
    at += count
images = data[at : at + n * size * size].reshape(n, size, size, 1)
labels = data[at + n * size * size :].astype(int)


def windows(x):
    """[n, h, w, f] to the 5x5 windows around each place: [n, h, w, 5, 5, f]."""
    padded = np.pad(x, ((0, 0), (2, 2), (2, 2), (0, 0)))
    return np.lib.stride_tricks.sliding_window_view(padded, (5, 5), axis=(1, 2)).transpose(0, 1, 2, 4, 5, 3)


def conv(x, kernel, bias):
    return np.einsum("nhwabf,abfo->nhwo", windows(x), kernel, optimize=True) + bias


def conv_back(x, kernel, g):
    turned = kernel[::-1, ::-1].transpose(0, 1, 3, 2)
    dx = np.einsum("nhwabo,abof->nhwf", windows(g), turned, optimize=True)
    return dx, np.einsum("nhwabf,nhwo->abfo", windows(x), g, optimize=True), g.sum((0, 1, 2))


def blocks(x):
    b, h, w, f = x.shape
    return x.reshape(b, h // 2, 2, w // 2, 2, f)


def pool(x):
    return blocks(x).max((2, 4))


def pool_back(x, y, g):
    """Equal greatest values share."""
    greatest = blocks(x) == y[:, :, None, :, None, :]
    share = g[:, :, None, :, None, :] * greatest / greatest.sum((2, 4), keepdims=True)
    return share.reshape(x.shape)


def loss_and_gradients(parameters, x, y):
    k1, b1, k2, b2, w, b = parameters
    a1 = conv(x, k1, b1)
    r1 = np.maximum(a1, 0)
    p1 = pool(r1)
    a2 = conv(p1, k2, b2)
    r2 = np.maximum(a2, 0)
    p2 = pool(r2)
    flat = p2.reshape(len(x), -1)
    z = flat @ w + b
    z = z - z.max(1, keepdims=True)
    p = np.exp(z)
    p /= p.sum(1, keepdims=True)
    rows = np.arange(len(x))
    loss = -np.log(p[rows, y]).mean()
    p[rows, y] -= 1
    g = p / len(x)
    dw, db = flat.T @ g, g.sum(0)
    g = pool_back(r2, p2, (g @ w.T).reshape(p2.shape)) * (a2 > 0)
    g, dk2, db2 = conv_back(p1, k2, g)
    g = pool_back(r1, p1, g) * (a1 > 0)
    _, dk1, db1 = conv_back(x, k1, g)
    return loss, [dk1, db1, dk2, db2, dw, db]


if mode == "gradients":
    loss, gradients = loss_and_gradients(parameters, images, labels)
    out = np.concatenate([[loss]] + [g.ravel() for g in gradients])
else:
    batch, steps, rate = int(sys.argv[4]), int(sys.argv[5]), float(sys.argv[6])
    means = [np.zeros_like(w) for w in parameters]
    squares = [np.zeros_like(w) for w in parameters]
    out = []
    for step in range(steps):
        rows = (step * batch + np.arange(batch)) % n
        loss, gradients = loss_and_gradients(parameters, images[rows], labels[rows])
        out.append(loss)
        for i, g in enumerate(gradients):
            means[i] = 0.9 * means[i] + 0.1 * g
            squares[i] = 0.999 * squares[i] + 0.001 * g * g
            m = means[i] / (1 - 0.9 ** (step + 1))
            v = squares[i] / (1 - 0.999 ** (step + 1))
            parameters[i] -= rate * m / (np.sqrt(v) + 1e-8)
    out = np.array(out)
sys.stdout.buffer.write(out.tobytes())
