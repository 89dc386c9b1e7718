#!/usr/bin/env python3
"""Writes the sample of StableHLO tests that the repository runs: tools/tests/stablehlo.

    python tools/jax/sample.py tools/tests/stablehlo

Each file is a small function of JAX lowered to StableHLO, with seeded inputs and the results of XLA, or one of
`sample_texts.py` with those of NumPy. Every op that the import takes is in one: a test looks. Regenerate it when
ops are added here; the files are committed, so that the tests need no Python. Needs jax, jaxlib, numpy.
"""

import pathlib
import sys

import jax

jax.config.update("jax_enable_x64", True)

import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402

import sample_texts  # noqa: E402
import stablehlo_case as case  # noqa: E402

FLOATS = ["float16", "bfloat16", "float32", "float64"]
SIGNED = ["int8", "int32", "int64"]
UNSIGNED = ["uint8", "uint32", "uint64"]
random = np.random.RandomState(7)


def values(dtype, shape=(3, 5), low=-3, high=4):
    if dtype == "bool":
        return random.randint(0, 2, shape).astype(bool)
    if dtype in FLOATS:
        return jnp.asarray(random.uniform(low, high, shape), dtype)
    if dtype in UNSIGNED:
        low = max(low, 0)
    return jnp.asarray(random.randint(low, high, shape), dtype)


SAMPLE = {}


def add(name, function, *args):
    SAMPLE[name] = (function, args)


UNARY = {
    "abs": lax.abs, "cbrt": lax.cbrt, "ceil": lax.ceil, "cos": lax.cos, "exp": lax.exp, "expm1": lax.expm1,
    "floor": lax.floor, "is_finite": lax.is_finite, "logistic": lax.logistic, "neg": lax.neg,
    "round": lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), "round_away": lax.round, "sign": lax.sign,
    "sin": lax.sin, "tan": lax.tan, "tanh": lax.tanh, "erf": lax.erf, "erfc": lax.erfc, "asinh": lax.asinh,
    "atan": lax.atan, "cosh": lax.cosh, "sinh": lax.sinh, "square": lax.square,
}
POSITIVE = {
    "log": lax.log, "log1p": lax.log1p, "rsqrt": lax.rsqrt, "sqrt": lax.sqrt, "lgamma": lax.lgamma,
    "digamma": lax.digamma, "bessel_i1e": lax.bessel_i1e,
}
BINARY = {
    "add": lax.add, "sub": lax.sub, "mul": lax.mul, "div": lax.div, "rem": lax.rem, "max": lax.max, "min": lax.min,
    "eq": lax.eq, "lt": lax.lt, "ge": lax.ge,
}


def elementwise():
    for dtype in FLOATS:
        for name, function in UNARY.items():
            add(f"{name}_{dtype}", function, values(dtype))
        for name, function in POSITIVE.items():
            if (name, dtype) != ("bessel_i1e", "float64"):  # 29 terms: takes the compiler seconds
                add(f"{name}_{dtype}", function, values(dtype, low=0.1))
    for dtype in ["float32", "float64"]:
        add(f"acos_{dtype}", lambda x: (lax.acos(x), lax.asin(x), lax.atanh(x), lax.erf_inv(x)), values(dtype, low=-1, high=1))
        add(f"acosh_{dtype}", lax.acosh, values(dtype, low=1))
        add(f"pow_{dtype}", lax.pow, values(dtype, low=0.1), values(dtype))
        add(f"atan2_{dtype}", lax.atan2, values(dtype), values(dtype))
        add(f"nextafter_{dtype}", lax.nextafter, values(dtype), values(dtype))
        add(f"polygamma_{dtype}", lax.polygamma, jnp.asarray([0, 1, 2, 3], dtype), jnp.asarray([0.5, 1, 2.5, 4], dtype))
        add(f"zeta_{dtype}", lax.zeta, jnp.asarray([1.5, 2, 3, 8], dtype), jnp.asarray([0.5, 1, 2.5, 4], dtype))
    for dtype in FLOATS + SIGNED + UNSIGNED:
        for name, function in BINARY.items():
            add(f"{name}_{dtype}", function, values(dtype), values(dtype))
    for dtype in SIGNED + UNSIGNED:
        add(f"bits_{dtype}", lambda x, y: (x & y, x | y, x ^ y, ~x, lax.population_count(x), lax.clz(x)),
            values(dtype), values(dtype))
        add(f"shift_{dtype}", lambda x, y: (lax.shift_left(x, y), lax.shift_right_logical(x, y),
                                            lax.shift_right_arithmetic(x, y)), values(dtype), values(dtype, low=0, high=70))
    for dtype in FLOATS[2:] + SIGNED + UNSIGNED + ["bool"]:
        for other in ["bool", "int8", "uint32", "float16", "float64"]:
            add(f"convert_{dtype}_to_{other}", lambda x, to=other: lax.convert_element_type(x, to), values(dtype))


def layout():
    x = values("float32", (2, 3, 4))
    add("broadcast_in_dim_float32", lambda x: lax.broadcast_in_dim(x, (5, 3, 2, 4), (2, 1, 3)), x)
    add("reshape_float32", lambda x: lax.reshape(x, (4, 6)), x)
    add("transpose_int8", lambda x: lax.transpose(x, (2, 0, 1)), values("int8", (2, 3, 4)))
    add("slice_uint8", lambda x: lax.slice(x, (0, 1, 1), (2, 3, 4), (1, 1, 2)), values("uint8", (2, 3, 4)))
    add("rev_bool", lambda x: lax.rev(x, (0, 2)), values("bool", (2, 3, 4)))
    add("iota_int32", lambda: (lax.broadcasted_iota("int32", (2, 3), 1), lax.broadcasted_iota("float16", (2, 3), 0)))
    add("select_float32", lax.select, values("bool", (3, 5)), values("float32"), values("float32"))
    add("clamp_int32", lambda x: lax.clamp(jnp.int32(-1), x, jnp.int32(2)), values("int32"))
    add("reduce_precision_float32", lambda x: lax.reduce_precision(x, 5, 3), values("float32"))
    add("bitcast_float32", lambda x: lax.bitcast_convert_type(x, "int32"), values("float32"))
    add("take_float32", lambda x, i: jnp.take(x, i, axis=1, mode="clip"), values("float32"), jnp.asarray([4, 0, 9, -2]))


def products():
    for dtype in FLOATS + ["int32", "uint8"]:
        add(f"dot_general_{dtype}", lambda x, y: lax.dot_general(x, y, (((2,), (1,)), ((0,), (0,)))),
            values(dtype, (2, 3, 4)), values(dtype, (2, 4, 5)))
        add(f"reduce_{dtype}", lambda x: (x.sum(1), x.max(0), x.min(), lax.reduce_prod(x, (1,))), values(dtype))
    add("reduce_bool", lambda x: (x.any(1), x.all(0)), values("bool"))


def control():
    add("while_int32", lambda n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 2), (0, 1)), jnp.int32(9))
    add("fori_float32", lambda x: lax.fori_loop(0, 4, lambda i, y: y * 0.5 + i, x), values("float32"))
    add("cond_float32", lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), jnp.asarray(True), values("float32"))
    add("switch_float32", lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tanh], x), jnp.int32(7), values("float32"))


def moving():
    x = values("float32", (4, 6))
    i = jnp.int32(5)
    add("concatenate_float32", lambda x: lax.concatenate([x, x[:1]], 0), x)
    add("pad_float32", lambda x: lax.pad(x, np.float32(9), [(1, 0, 2), (-1, 2, 0)]), x)
    add("dynamic_slice_float32", lambda x, i: lax.dynamic_slice(x, (i, i), (2, 3)), x, i)
    add("dynamic_update_slice_float32", lambda x, i: lax.dynamic_update_slice(x, x[:2, :3], (i - 4, i)), x, i)
    for dtype in ["float32", "int32", "bfloat16"]:
        add(f"scatter_{dtype}", lambda x, i, u: (x.at[i].add(u), x.at[i, 1].set(u[:, 0]), x.at[i].max(u), x.at[i].mul(u)),
            values(dtype, (4, 6)), jnp.asarray([3, 0, 3]), values(dtype, (3, 6)))
        add(f"sort_{dtype}", lambda x, y: lax.sort([x, y], num_keys=1, is_stable=True), values(dtype, (4, 6)), x)
        add(f"top_k_{dtype}", lambda x: lax.top_k(x, 3), values(dtype, (4, 6)))
        add(f"reduce_window_{dtype}", lambda x: (
            lax.reduce_window(x, np.array(0, x.dtype), lax.add, (2, 3), (1, 2), ((1, 0), (0, 1))),
            lax.reduce_window(x, np.array(9, x.dtype), lax.min, (2, 2), (1, 1), "VALID", (1, 1), (2, 2))),
            values(dtype, (4, 6), low=1))  # positive: the order in which sums are rounded matters little
    add("select_and_scatter_float32", jax.grad(
        lambda x: (lax.reduce_window(x, np.float32(-np.inf), lax.max, (2, 2), (2, 2), "VALID") ** 2).sum()), x)
    add("argmax_float32", lambda x: (jnp.argmax(x, 1), jnp.argmin(x, 0)), x)
    for dtype in FLOATS + ["int32"]:
        add(f"convolution_{dtype}", lambda x, k: lax.conv_general_dilated(
            x, k, (2, 1), ((1, 1), (0, 2)), (1, 2), (1, 1), ("NHWC", "HWIO", "NHWC"), 2),
            values(dtype, (2, 5, 4, 4)), values(dtype, (3, 2, 2, 6)))
    add("rng_bit_generator_uint32", lambda k: lax.rng_bit_generator(k, (5,), np.uint32),
        jnp.asarray([1, 2, 3, 4], jnp.uint32))
    add("optimization_barrier_float32", lambda x: lax.optimization_barrier((x, x)), x)
    add("composite_float32", lax.composite(lambda x: x * x + 1.0, "sample.poly"), x)
    add("sharding_float32", lambda x: lax.with_sharding_constraint(
        x, jax.sharding.NamedSharding(jax.make_mesh((1,), ("x",), axis_types=(jax.sharding.AxisType.Auto,)), jax.sharding.PartitionSpec("x"))), x)


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    for part in (elementwise, layout, products, control, moving):
        part()
    for name, (function, args) in SAMPLE.items():
        lowered = jax.jit(function, keep_unused=True).lower(*args)
        expected = case.leaves(lowered.compile()(*args))
        (out / f"{name}.mlir").write_text(case.test_file(lowered.as_text(), case.leaves(args), expected))
    count = len(SAMPLE)
    for name, module, inputs, expected in sample_texts.texts():
        (out / f"{name}.mlir").write_text(case.test_file(module, case.leaves(inputs), case.leaves(expected)))
        count += 1
    print(f"{count} tests in {out}")


if __name__ == "__main__":
    main()
