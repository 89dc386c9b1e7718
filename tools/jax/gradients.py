#!/usr/bin/env python3
"""Compares derivatives of programs with JAX's.

usage: tools/jax/gradients.py BIN [--device cpu|interp] [--only NAME]

BIN is the folder of tfopt and tfrun. Each program below is lowered by JAX to StableHLO, imported, wrapped into `tensor.vjp` (and, with
one tangent per argument, into `tensor.jvp`), and run on random arguments in f64. The results are compared with `jax.vjp` and `jax.jvp` of
the same function. Prints a line per program; the exit code is 1 if one differs by more than 1e-9 of the greatest element.

Needs an environment with jax; the project's own tests do not.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)


def attention(q, k, v):
    scores = q @ k.T / np.sqrt(q.shape[-1])
    mask = jnp.tril(jnp.ones(scores.shape, bool))
    return jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1) @ v


def layer_norm(x, scale, shift):
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift


def convolution(x, w):
    dims = ("NHWC", "HWIO", "NHWC")
    y = lax.conv_general_dilated(x, w, (2, 1), "SAME", dimension_numbers=dims)
    return lax.reduce_window(jnp.maximum(y, 0), 0.0, lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def gravity(x):
    d = x[None] - x[:, None]
    return (-0.5 * lax.rsqrt((d * d).sum(-1) + 0.1)).sum()


def stencil(u):
    return jnp.roll(u, 1, 0) * u - jnp.sin(jnp.roll(u, -1, 1))


def pieces(x):
    a, b = jnp.split(x, 2)
    return jnp.concatenate([a * b, b[::-1], jnp.pad(a, (1, 2))]) * jnp.cumsum(jnp.arange(18.0))


def lookup(table):
    return table[jnp.array([2, 0, 2, 4])] ** 2


def extremes(x):
    return x.max(0) * x.min(1)[:4] + jnp.clip(x[0], -0.5, 0.5) + jnp.prod(x, axis=0)


# Name, function, shapes of its arguments.
PROGRAMS = [
    ("elementwise", lambda x, y: jnp.tanh(x) * jnp.exp(-y * y) + jnp.arctan2(x, 2 + y), [(5, 3), (5, 3)]),
    ("powers", lambda x, y: jnp.abs(x) ** y + jnp.log1p(x * x) + lax.erf(x), [(6,), (6,)]),
    ("matmul", lambda a, b: jnp.sin(a @ b), [(4, 5), (5, 3)]),
    ("einsum", lambda a, b: jnp.einsum("bij,bkj->bik", a, b), [(2, 3, 4), (2, 5, 4)]),
    ("softmax", lambda x: jax.nn.log_softmax(x, axis=-1), [(4, 7)]),
    ("logsumexp", lambda x: jax.nn.logsumexp(x, axis=0), [(4, 7)]),
    ("layer_norm", layer_norm, [(3, 8), (8,), (8,)]),
    ("attention", attention, [(6, 4), (6, 4), (6, 4)]),
    ("convolution", convolution, [(2, 8, 8, 3), (3, 3, 3, 4)]),
    ("gravity", gravity, [(7, 3)]),
    ("stencil", stencil, [(6, 5)]),
    ("pieces", pieces, [(10,)]),
    ("lookup", lookup, [(5, 3)]),
    ("extremes", extremes, [(5, 4)]),
    ("select", lambda x, y: jnp.where(x > y, x * y, jnp.sqrt(jnp.abs(x) + 1)), [(4, 4), (4, 4)]),
    ("loop", lambda x: lax.fori_loop(0, 4, lambda i, y: jnp.sin(y) + x, x), [(5,)]),
    ("scan", lambda w, x: lax.scan(lambda h, a: (jnp.tanh(w @ h + a), h.sum()), x[0], x)[0], [(4, 4), (3, 4)]),
    ("cond", lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x), [(5,)]),
]


def signature(module):
    """Argument and result types of @main."""
    found = re.search(r"func\.func (?:public )?@main\((.*?)\) -> (.*?)(?: attributes .*)? \{\n", module, re.S)
    strip = lambda text: re.findall(r"tensor<[^>]*>", text)
    return strip(found.group(1)), strip(found.group(2))


def wrapped(module, reverse):
    """The module with @derivative, which gives values and then cotangents or tangents."""
    inputs, outputs = signature(module)
    given = outputs if reverse else inputs
    number = lambda prefix, types: ", ".join(f"%{prefix}{i}" for i in range(len(types)))
    typed = lambda prefix, types: ", ".join(f"%{prefix}{i}: {ty}" for i, ty in enumerate(types))
    bound = ", ".join(f"%a{i} = %x{i}" for i in range(len(inputs)))
    results = outputs + (inputs if reverse else outputs)
    values = ", ".join(f"%r#{i}" for i in range(len(results))) if len(results) > 1 else "%r"
    called = ", ".join(f"%y#{i}" for i in range(len(outputs))) if len(outputs) > 1 else "%y"
    pack = f":{len(outputs)}" if len(outputs) > 1 else ""
    op, word = ("vjp", "seed") if reverse else ("jvp", "tangent")
    body = f"""
  func.func @derivative({typed("x", inputs)}, {typed("g", given)}) -> ({", ".join(results)}) {{
    %r:{len(results)} = tensor.{op} ({bound}) {word}({number("g", given)}) : ({", ".join(inputs)}) -> ({", ".join(outputs)}) {{
      %y{pack} = func.call @main({number("a", inputs)}) : ({", ".join(inputs)}) -> ({", ".join(outputs)})
      tensor.yield {called} : {", ".join(outputs)}
    }}
    return {values} : {", ".join(results)}
  }}
"""
    end = module.rstrip().rfind("}")
    return module[:end] + body + "}\n"


def run(command, **kwargs):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, **kwargs)
    if done.returncode != 0:
        raise RuntimeError((done.stderr or done.stdout).strip().splitlines()[0])
    return done.stdout


def derivative(args, folder, module, reverse, arrays):
    text = folder / "derivative.mlir"
    text.write_text(wrapped(module, reverse))
    command = [args.bin / "tfrun", text, "--entry", "derivative", f"--device={args.device}"]
    for i, array in enumerate(arrays):
        path = folder / f"in{i}.npy"
        np.save(path, np.asarray(array))
        command += ["--in", f"#{i}={path}"]
    run(command + ["--out", folder / "out.npz"])
    found = np.load(folder / "out.npz")
    return [found[name] for name in sorted(found.files, key=lambda name: int(name[1:]))]


def difference(found, wanted):
    worst = 0.0
    for a, b in zip(found, wanted, strict=True):
        b = np.asarray(b)
        scale = max(1e-300, np.abs(b).max(initial=0.0))
        worst = max(worst, np.abs(a - b).max(initial=0.0) / scale)
    return worst


def compare(args, folder, f, shapes, rng):
    x = [rng.normal(size=shape) for shape in shapes]
    module = folder / "program.mlir"
    module.write_text(jax.jit(f).lower(*x).as_text())
    imported = run([args.bin / "tfopt", "--import=stablehlo", module])
    tangents = [rng.normal(size=shape) for shape in shapes]
    y, pull = jax.vjp(f, *x)
    y = y if isinstance(y, (list, tuple)) else [y]
    seeds = [rng.normal(size=np.shape(v)) for v in y]
    wanted = pull(seeds[0] if len(seeds) == 1 else type(y)(seeds))
    backward = difference(derivative(args, folder, imported, True, x + seeds), list(y) + list(wanted))
    values, moved = jax.jvp(f, tuple(x), tuple(tangents))
    flat = lambda v: list(v) if isinstance(v, (list, tuple)) else [v]
    forward = difference(derivative(args, folder, imported, False, x + tangents), flat(values) + flat(moved))
    return backward, forward


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bin", type=pathlib.Path, help="the folder of tfopt and tfrun")
    parser.add_argument("--device", default="interp", choices=["cpu", "interp"])
    parser.add_argument("--only", help="the name of one program")
    args = parser.parse_args()
    rng, failed = np.random.default_rng(0), []
    for name, f, shapes in PROGRAMS:
        if args.only not in (None, name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            try:
                backward, forward = compare(args, pathlib.Path(folder), f, shapes, rng)
            except RuntimeError as error:
                print(f"{name:12} {error}")
                failed.append(name)
                continue
        good = max(backward, forward) <= 1e-9
        print(f"{name:12} backwards {backward:.1e}, forwards {forward:.1e}{'' if good else '  DIFFERS'}")
        failed += [] if good else [name]
    print(f"{len(failed)} differ or fail" if failed else "all agree")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
