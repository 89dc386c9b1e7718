#!/usr/bin/env python3
"""Runs models lowered by JAX through Tensorforge: ResNet-18, a GPT-2 block, an LSTM, with random weights.

    python tools/jax/models.py OUT --run target/release/tfrun [--small] [--only NAME] [--bench N]

Each model is lowered twice, the forward pass and a training step (loss and gradients of all weights), run with XLA and
with `tfrun`, and compared: losses within 1e-5, gradients within 1e-4 of the norm of their array, of XLA's or of those in
f64. ResNet-18 takes 2 images
of 224 × 224, the block 512 tokens of width 768 with 12 heads, the LSTM 20 steps. With `--tests`, tests for
`tf-conformance` are written instead. Needs jax, jaxlib, numpy.
"""

import argparse
import pathlib
import subprocess
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import stablehlo_case as case


def normal(key, shape, scale):
    return jax.random.normal(key, shape, jnp.float32) * scale


# ---- ResNet-18 (He et al., 2015), batch statistics instead of running ones ----

def conv_weights(key, size, channels_in, channels_out):
    scale = (2.0 / (size * size * channels_in)) ** 0.5
    return normal(key, (size, size, channels_in, channels_out), scale)


def conv(x, w, stride=1):
    return lax.conv_general_dilated(x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


def batch_norm(x, p):
    mean = x.mean((0, 1, 2))
    var = ((x - mean) ** 2).mean((0, 1, 2))
    return (x - mean) * lax.rsqrt(var + 1e-5) * p["scale"] + p["shift"]


def norm_params(channels):
    return {"scale": jnp.ones(channels), "shift": jnp.zeros(channels)}


def resnet_params(key, widths, classes):
    keys = iter(jax.random.split(key, 64))
    params = {"stem": conv_weights(next(keys), 7, 3, widths[0]), "norm": norm_params(widths[0]), "stages": []}
    before = widths[0]
    for i, width in enumerate(widths):
        blocks = []
        for j in range(2):
            block = {
                "a": conv_weights(next(keys), 3, before, width), "na": norm_params(width),
                "b": conv_weights(next(keys), 3, width, width), "nb": norm_params(width),
            }
            if before != width or (i > 0 and j == 0):
                block["skip"] = conv_weights(next(keys), 1, before, width)
            blocks.append(block)
            before = width
        params["stages"].append(blocks)
    params["head"] = normal(next(keys), (before, classes), before ** -0.5)
    return params


def resnet(params, x):
    x = jax.nn.relu(batch_norm(conv(x, params["stem"], 2), params["norm"]))
    x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")
    for i, stage in enumerate(params["stages"]):
        for j, block in enumerate(stage):
            stride = 2 if i > 0 and j == 0 else 1
            y = jax.nn.relu(batch_norm(conv(x, block["a"], stride), block["na"]))
            y = batch_norm(conv(y, block["b"]), block["nb"])
            x = jax.nn.relu(y + (conv(x, block["skip"], stride) if "skip" in block else x))
    return x.mean((1, 2)) @ params["head"]


def cross_entropy(logits, labels):
    log = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(log, labels[..., None], -1).mean()


def resnet18(key, small):
    widths, size, batch = ([8, 16, 16, 32], 32, 2) if small else ([64, 128, 256, 512], 224, 2)
    params = resnet_params(key, widths, 10)
    x = normal(key, (batch, size, size, 3), 1.0)
    labels = jnp.arange(batch, dtype=jnp.int32) % 10
    return params, lambda p, x, y: cross_entropy(resnet(p, x), y), (x, labels)


# ---- a block of GPT-2 (Radford et al., 2019) with embedding and head ----

def layer_norm(x, p):
    mean = x.mean(-1, keepdims=True)
    var = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(var + 1e-5) * p["scale"] + p["shift"]


def gpt_block(key, small):
    width, heads, length, words = (64, 4, 16, 101) if small else (768, 12, 512, 1009)
    keys = jax.random.split(key, 8)
    params = {
        "embed": normal(keys[0], (words, width), 0.02), "place": normal(keys[1], (length, width), 0.02),
        "qkv": normal(keys[2], (width, 3 * width), 0.02), "out": normal(keys[3], (width, width), 0.02),
        "up": normal(keys[4], (width, 4 * width), 0.02), "down": normal(keys[5], (4 * width, width), 0.02),
        "n1": norm_params(width), "n2": norm_params(width), "n3": norm_params(width),
    }

    def loss(p, tokens):
        x = p["embed"][tokens] + p["place"]
        q, k, v = jnp.split(layer_norm(x, p["n1"]) @ p["qkv"], 3, -1)
        q, k, v = (t.reshape(length, heads, -1).transpose(1, 0, 2) for t in (q, k, v))
        scores = q @ k.transpose(0, 2, 1) * (width // heads) ** -0.5
        scores = jnp.where(jnp.tril(jnp.ones((length, length), bool)), scores, -1e9)
        mixed = (jax.nn.softmax(scores) @ v).transpose(1, 0, 2).reshape(length, width)
        x = x + mixed @ p["out"]
        x = x + jax.nn.gelu(layer_norm(x, p["n2"]) @ p["up"]) @ p["down"]
        logits = layer_norm(x, p["n3"]) @ p["embed"].T
        return cross_entropy(logits[:-1], tokens[1:])

    tokens = jax.random.randint(key, (length,), 0, words, jnp.int32)
    return params, loss, (tokens,)


# ---- an LSTM (Hochreiter and Schmidhuber, 1997) ----

def lstm(key, small):
    width, inputs, steps, batch = (16, 8, 5, 3) if small else (128, 64, 20, 8)
    keys = jax.random.split(key, 4)
    params = {
        "w": normal(keys[0], (inputs + width, 4 * width), 0.1), "b": jnp.zeros(4 * width),
        "head": normal(keys[1], (width, 1), 0.1),
    }

    def loss(p, xs, target):
        def step(carry, x):
            h, c = carry
            i, f, g, o = jnp.split(jnp.concatenate([x, h], -1) @ p["w"] + p["b"], 4, -1)
            c = jax.nn.sigmoid(f + 1) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
            h = jax.nn.sigmoid(o) * jnp.tanh(c)
            return (h, c), None
        zero = jnp.zeros((batch, width))
        (h, _), _ = lax.scan(step, (zero, zero), xs)
        return ((h @ p["head"] - target) ** 2).mean()

    xs = normal(keys[2], (steps, batch, inputs), 1.0)
    return params, loss, (xs, normal(keys[3], (batch, 1), 1.0))


MODELS = {"resnet18": resnet18, "gpt_block": gpt_block, "lstm": lstm}

# Relative bounds: of a loss by its value, of a gradient by the norm of the array.
LOSS, GRADIENT = 1e-5, 1e-4


def relative(found, wanted):
    """The distance of two arrays relative to the norm of the second; infinite if one has a NaN."""
    distance = np.linalg.norm(found.astype("f8").ravel() - wanted.astype("f8").ravel())
    size = np.linalg.norm(wanted.astype("f8").ravel())
    if not np.isfinite(distance):
        return float("inf")
    return distance / size if size > 0 else distance


def in_f64(function, args):
    """The same with all floats in f64, to decide which of two f32 results is more accurate."""
    def wide(a):
        a = np.asarray(a)
        return a.astype("f8") if a.dtype == np.float32 else a
    with jax.enable_x64(True):
        wide_args = jax.tree_util.tree_map(lambda a: jnp.asarray(wide(a)), args)
        return [np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(jax.jit(function)(*wide_args))]


def run_one(tool, out, name, function, args, repeat):
    """Lowers, runs with XLA and with tfrun, compares; true if every result is within its bound."""
    lowered = jax.jit(function, keep_unused=True).lower(*args)
    program, given, found = out / f"{name}.mlir", out / f"{name}_in.npz", out / f"{name}_out.npz"
    program.write_text(lowered.as_text())
    np.savez(given, *case.leaves(args))
    compiled = lowered.compile()
    expected = case.leaves(compiled(*args))
    start = time.perf_counter()
    jax.block_until_ready(compiled(*args))
    theirs = time.perf_counter() - start
    command = [tool, str(program), "--in", str(given), "--out", str(found)]
    command += ["--bench", str(repeat)] if repeat else []
    start = time.perf_counter()
    ran = subprocess.run(command, capture_output=True, text=True)
    took = time.perf_counter() - start
    if ran.returncode != 0:
        print(f"{name}: tfrun failed after {took:.1f} s: {ran.stderr.strip().splitlines()[:3]}")
        return False
    answers = np.load(found)
    answers = [answers[key] for key in answers.files]
    exact = in_f64(function, args)
    worst = {"loss": (0.0, 0.0, 0.0), "gradient": (0.0, 0.0, 0.0)}
    good = len(answers) == len(expected)
    for ours, xla, truth in zip(answers, expected, exact):
        kind, bound = ("loss", LOSS) if xla.ndim == 0 else ("gradient", GRADIENT)
        error, own = relative(ours, xla), relative(ours, truth)
        # If a sum near 0 decides the side of a relu, f32 may give XLA another derivative than f64 has.
        right = min(error, own) <= bound
        good = good and ours.shape == xla.shape and ours.dtype == xla.dtype and right
        worst[kind] = max(worst[kind], (error, relative(xla, truth), own))
    verdict = "ok" if good else "WRONG"
    times = " ".join(ran.stdout.split()) or f"{took:.1f} s in all"
    print(f"{name}: {verdict}; {len(expected)} results; {times}; XLA {theirs * 1e3:.1f} ms")
    for kind, (error, noise, own) in worst.items():
        if kind == "loss" or len(expected) > 1:
            print(f"    {kind}: largest difference from XLA {error:.1e} (there, from f64: XLA {noise:.1e}, ours {own:.1e})")
    sys.stdout.flush()
    return good


def write(path, function, args, tolerance):
    lowered = jax.jit(function, keep_unused=True).lower(*args)
    expected = case.leaves(lowered.compile()(*args))
    text = case.test_file(lowered.as_text(), case.leaves(args), expected, tolerance)
    path.write_text(text)
    print(f"{path}: {len(text) >> 10} KiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--small", action="store_true", help="narrow models that run in seconds")
    parser.add_argument("--only", default="", help="only programs whose name contains this")
    parser.add_argument("--run", help="the program tfrun, to run the models with")
    parser.add_argument("--bench", type=int, default=0, help="run each N times more, to time it")
    parser.add_argument("--tests", action="store_true", help="write tests for tf-conformance instead")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    good = True
    for name, model in MODELS.items():
        if not any(options.only in f"{name}_{part}" for part in ("forward", "step")):
            continue
        params, loss, data = model(jax.random.key(0), options.small)
        step = jax.value_and_grad(loss)
        for part, function in (("forward", loss), ("step", step)):
            if options.only not in f"{name}_{part}":
                continue
            args = (params, *data)
            if options.tests or not options.run:
                scaled = lambda a: (LOSS, 1e-7) if a.ndim == 0 else (GRADIENT, GRADIENT * float(np.abs(a).max()))
                write(options.out / f"{name}_{part}.mlir", function, args, scaled)
            else:
                good = run_one(options.run, options.out, f"{name}_{part}", function, args, options.bench) and good
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
