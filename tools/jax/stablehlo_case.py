"""A test of a lowered program as a file: inputs and expected results as constants, and checks.

The form is that of StableHLO's own tests, so `tf-conformance` runs it: `main` calls `inputs`, `expected` and the
program, and compares with `check.expect_…` custom calls.
"""

import re

import jax
import numpy as np

TYPES = {
    "bool": "i1", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "ui8", "uint16": "ui16", "uint32": "ui32", "uint64": "ui64",
    "bfloat16": "bf16", "float16": "f16", "float32": "f32", "float64": "f64",
}
# Relative and absolute: results of another compiler differ by rounding and the order of sums.
TOLERANCES = {"bfloat16": (2e-2, 1e-2), "float16": (4e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-9, 1e-11)}


class NotSupported(Exception):
    """The values of a program are of types that have no StableHLO constant here."""


def leaves(tree, more=()):
    """The arrays of a tree as NumPy arrays, of these types and, by name, of more."""
    arrays = []
    for leaf in jax.tree_util.tree_leaves(tree):
        array = np.asarray(leaf)
        if array.dtype.name not in TYPES and array.dtype.name not in more:
            raise NotSupported(array.dtype.name)
        arrays.append(array)
    return arrays


def mlir_type(array):
    return "tensor<" + "".join(f"{n}x" for n in array.shape) + TYPES[array.dtype.name] + ">"


def constant(array):
    """The elements as `dense<"0x…">`, little-endian."""
    data = np.ascontiguousarray(array)
    if data.size == 0:
        return f"dense<> : {mlir_type(array)}"
    if data.dtype == np.bool_:
        words = ["true" if v else "false" for v in data.ravel()]
        if data.size == 1:
            return f"dense<{words[0]}> : {mlir_type(array)}"
        data = data.astype(np.uint8)
        if data.size <= 8:  # too short to tell bytes from bits
            shape = data.shape
            text = str(np.array(data, dtype=object).reshape(shape).tolist())
            text = text.replace("1", "true").replace("0", "false")
            return f"dense<{text}> : {mlir_type(array)}"
    return f'dense<"0x{data.tobytes().hex().upper()}"> : {mlir_type(array)}'


def giving(name, arrays):
    """A function that returns constants."""
    lines = [f"    %c{i} = stablehlo.constant {constant(a)}" for i, a in enumerate(arrays)]
    types = ", ".join(mlir_type(a) for a in arrays)
    values = ", ".join(f"%c{i}" for i in range(len(arrays)))
    result = f" {values} : {types}" if arrays else ""
    return f"  func.func private @{name}() -> ({types}) {{\n" + "\n".join(lines) + f"\n    return{result}\n  }}\n"


def check(i, array, tolerance=None):
    ty = mlir_type(array)
    name = array.dtype.name
    if name in TOLERANCES:
        relative, absolute = tolerance(array) if tolerance else TOLERANCES[name]
        attrs = f"has_side_effect = true, rtol = {relative:e} : f64, atol = {absolute:e} : f64"
        target = "check.expect_allclose"
    else:
        attrs, target = "has_side_effect = true", "check.expect_eq"
    return f"    stablehlo.custom_call @{target}(%r{i}, %e{i}) {{{attrs}}} : ({ty}, {ty}) -> ()\n"


def call(prefix, callee, operands, arrays):
    """A call whose results are `%prefix0`, `%prefix1` …"""
    types = ", ".join(mlir_type(a) for a in arrays)
    names = ", ".join(f"%{prefix}{i}" for i in range(len(arrays)))
    given = ", ".join(name for name, _ in operands)
    given_types = ", ".join(ty for _, ty in operands)
    result = f"{names} = " if arrays else ""
    return f"    {result}call @{callee}({given}) : ({given_types}) -> ({types})\n"


def test_file(module_text, inputs, expected, tolerance=None):
    """The text of the test of a lowered module."""
    text, found = re.subn(r"func\.func public @main\(", "func.func private @program(", module_text, count=1)
    if not found:
        raise NotSupported("the module has no public function main")
    end = text.rstrip().rfind("}")
    arguments = [(f"%a{i}", mlir_type(a)) for i, a in enumerate(inputs)]
    body = call("a", "inputs", [], inputs) if inputs else ""
    body += call("e", "expected", [], expected)
    body += call("r", "program", arguments, expected)
    body += "".join(check(i, a, tolerance) for i, a in enumerate(expected))
    main = f"  func.func public @main() {{\n{body}    return\n  }}\n"
    parts = (giving("inputs", inputs) if inputs else "") + giving("expected", expected)
    return text[:end] + main + parts + "}\n"
