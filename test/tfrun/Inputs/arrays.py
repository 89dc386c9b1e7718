"""Arrays of every type for tfrun, by NumPy, and whether they came back.

arrays.py make DIR             writes all.npz (by name), and odd forms of some as .npy files
arrays.py check DIR OUT.npz    compares what tfrun wrote with what it was given
arrays.py printed DIR TEXT     compares what tfrun printed with NumPy's str
"""
import sys
import numpy as np

TYPES = {"i1": "?", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "u8": "u1", "u64": "u8", "f16": "f2", "f32": "f4", "f64": "f8"}


def bits_of_bf16(values):
    return (values.astype("f4").view("u4") >> 16).astype("u2")


def arrays():
    random = np.random.default_rng(3)
    found = {}
    for name, dtype in TYPES.items():
        bits = random.integers(0, 256, (4, 3, 2 * 8), dtype="u1").view(dtype if dtype != "?" else "u1")[..., :2]
        found[name] = (bits % 2).astype(bool) if dtype == "?" else bits.astype(dtype)
    found["bf16"] = bits_of_bf16(random.normal(size=(4, 3, 2)))
    found["index"] = random.integers(-9, 9, (4, 3, 2))
    return found


def printable():
    random = np.random.default_rng(4)
    normal = random.normal(size=(50, 30))
    special = np.array([np.nan, 1.5, -np.inf, 0.25])
    return {
        "ints": random.integers(-1000, 1000, (7, 5), dtype="i4"),
        "bytes": random.integers(0, 256, (3, 4), dtype="u1"),
        "truth": normal[:2, :3] > 0,
        "line": random.random(40).astype("f4"),
        "cut": normal[:, :],
        "wide": np.float32(10.0) ** random.integers(-30, 30, (3, 4)).astype("f4"),
        "halves": (normal[:4, :3] * 4).astype("f2"),
        "large": (normal[:3, 0] * 1e9),
        "special": special.astype("f4"),
        "none": np.zeros((3, 0), "f4"),
        "cube": random.random((2, 3, 4)).astype("f4"),
        "deep": random.random((12, 11, 10)).astype("f4"),
        "whole": np.arange(12.0).reshape(3, 4) * 100,
        "zeros": np.zeros((2, 2)) * -1,
        "one": np.float32(0.1),
        "tiny": np.float64(1e-9),
        "nan": np.array([np.nan, np.nan]).astype("f4"),
    }


def make(folder):
    given = arrays()
    np.savez_compressed(f"{folder}/all.npz", **given)
    np.save(f"{folder}/fortran.npy", np.asfortranarray(given["f32"]))
    np.save(f"{folder}/big.npy", given["i32"].astype(">i4"))
    np.save(f"{folder}/unsigned.npy", given["i64"].view("u8"))
    np.save(f"{folder}/signed.npy", given["u8"].view("i1"))
    np.savez(f"{folder}/printable.npz", **printable())


def check(folder, out):
    given, found = dict(np.load(f"{folder}/all.npz")), dict(np.load(out))
    assert list(given) == list(found), (list(given), list(found))
    given["bf16"] = (given["bf16"].astype("u4") << 16).view("f4")
    for name, wanted in given.items():
        assert found[name].dtype == wanted.dtype, (name, found[name].dtype, wanted.dtype)
        np.testing.assert_array_equal(found[name], wanted, name, strict=True)
    print(f"{len(given)} arrays are the same")


def printed(folder, text):
    wanted = printable()
    found = "\n" + open(text, encoding="utf-8").read()
    for name, array in wanted.items():
        begin = found.index(f"\n{name}: tensor<") + 1
        begin = found.index("\n", begin) + 1
        shown = str(array[()] if array.shape == () else array)
        assert found[begin:].startswith(shown + "\n"), f"{name}:\n{found[begin:begin + 400]}\nNumPy:\n{shown}"
    print(f"{len(wanted)} arrays print the same")


{"make": make, "check": check, "printed": printed}[sys.argv[1]](*sys.argv[2:])
