"""Calls the functions of test/tfc/shared.mlir in a shared library: shared.py LIBRARY."""
import ctypes
import sys
from ctypes import POINTER, byref, c_char, c_double, c_float, c_int8, c_int16, c_int32, c_int64, c_uint16, c_uint32, c_void_p
import numpy as np

DTYPES = {"?": 1, "i1": 2, "i2": 3, "i4": 4, "i8": 5, "f2": 6, "u2": 7, "f4": 8, "f8": 9, "u1": 10, "u4": 12}


class Array(ctypes.Structure):
    _fields_ = [("data", c_void_p), ("extents", POINTER(c_int64)), ("rank", c_int32), ("dtype", c_int32),
                ("strides", POINTER(c_int64)), ("flags", c_int64)]


LOOP = ctypes.CFUNCTYPE(None, c_void_p, c_int64, c_int64)
PARALLEL = ctypes.CFUNCTYPE(None, c_void_p, LOOP, c_void_p, c_int64, c_int64)
ALLOCATE = ctypes.CFUNCTYPE(c_void_p, c_void_p, c_int64)
RELEASE = ctypes.CFUNCTYPE(None, c_void_p, c_void_p)


class Context(ctypes.Structure):
    _fields_ = [("user", c_void_p), ("parallel_for", PARALLEL), ("allocate", ALLOCATE), ("release", RELEASE),
                ("threads", c_int32)]


class Error(ctypes.Structure):
    _fields_ = [("message", c_char * 256)]


library = ctypes.CDLL(sys.argv[1])
error = Error()


def describe(array, rank=None, extents=None, data=..., strides=None):
    """A descriptor; `extents` and `data` other than the array's make it wrong on purpose."""
    shape = array.shape if extents is None else extents
    code = next(DTYPES[k] for k in DTYPES if np.dtype(k) == array.dtype)
    found = Array(array.ctypes.data if data is ... else data, (c_int64 * max(1, len(shape)))(*shape),
                  len(shape) if rank is None else rank, code, strides and (c_int64 * len(strides))(*strides), 0)
    found.keep = array
    return found


def pointers(arguments):
    return [byref(describe(a)) if isinstance(a, np.ndarray) else byref(a) if isinstance(a, Array) else a for a in arguments]


def call(name, *arguments, context=None):
    error.message = b""
    return getattr(library, name)(*pointers(arguments), byref(context) if context else None, byref(error))


def expect(status, name, *arguments, says, context=None):
    found = call(name, *arguments, context=context)
    assert found == status, (found, error.message)
    print(f"{says}: {error.message.decode()}")


def scalars():
    kinds = ["?", "i1", "i2", "i4", "i8", "i8", "f2", "u2", "f4", "f8"]
    values = [c_int32(5), c_int8(-3), c_int16(-300), c_int32(-70000), c_int64(-2**40), c_int64(7),
              c_uint16(0x3E00), c_uint16(0x3FC0), c_float(0.1), c_double(0.1)]
    results = [np.zeros((), kind) for kind in kinds]
    assert call("scalars", *values, *results) == 0, error.message
    wanted = [True, -3, -300, -70000, -2**40, 7, 1.5, 0x3FC0, np.float32(0.1), 0.1]
    assert [r.item() for r in results] == [np.asarray(w).astype(k).item() for w, k in zip(wanted, kinds)], results
    print("scalars of every type")


def arrays():
    kinds = ["?", "i1", "i2", "i4", "i8", "i8", "f2", "u2", "f4", "f8"]
    random = np.random.default_rng(1)
    for n in (0, 1, 17, 1025):
        given = [random.integers(0, 2 if k == "?" else 100, n).astype(k) for k in kinds]
        results = [np.zeros(n, k) for k in kinds]
        assert call("arrays", *given, *results) == 0, error.message
        assert all(np.array_equal(a, b) for a, b in zip(given, results))
    print("arrays of every type")


def signs():
    x, half, k = np.array([255, 4], "u1"), np.zeros(2, "u1"), np.zeros((), "u4")
    assert call("halve", x, c_uint32(2**32 - 1), half, k) == 0, error.message
    assert list(half) == [127, 2] and k == 2**31 - 1, (half, k)
    expect(17, "halve", x.view("i1"), c_uint32(1), half, k, says="sign")
    expect(17, "arrays", *[x.view("u1")] * 20, says="no sign")


def extents():
    x, y = np.arange(7, dtype="f4"), np.zeros(3, bool)
    first, second = (c_int64 * 2)(), (c_int64 * 1)()
    status = library.shapes_extents(*pointers([x, y]), first, second, byref(error))
    assert status == 0, error.message
    print(f"extents: {tuple(first)} and {tuple(second)}")
    ones, same = np.zeros(tuple(first), "f4"), np.zeros(tuple(second), "f4")
    assert call("shapes", x, y, ones, same) == 0, error.message
    assert (ones == 1).all() and (same == x).all()
    assert library.shapes(*pointers([x[:6], y, ones, same]), None, None) == 18
    some, seven = np.zeros(3, "f4"), np.zeros((), "i8")
    assert call("odd", x, some, seven) == 0 and (some == x[1:4]).all() and seven == 7, error.message
    expect(18, "odd", x[:6], some, seven, says="no such extents")
    expect(18, "shapes", x, y[:2], ones, same, says="other extents")
    expect(18, "shapes", x, y, ones, same[:6], says="result's extents")
    terms()
    wide = np.zeros((3, 2), "f4")
    assert library.less_extents(*pointers([wide]), second, byref(error)) == 18
    print(f"below zero: {error.message.decode()}")
    expect(17, "shapes", x.astype("f8"), y, ones, same, says="type")
    expect(17, "shapes", describe(x, rank=2, extents=(7, 1)), y, ones, same, says="rank")
    expect(18, "shapes", describe(x, extents=(-1,)), y, ones, same, says="negative")
    expect(18, "less", describe(wide, extents=(2**40, 2**40)), ones, says="huge")
    assert call("less", describe(wide, extents=(2**60, 0)), same) == 18
    expect(16, "shapes", describe(x, data=None), y, ones, same, says="null")
    expect(21, "shapes", describe(x, strides=(2,)), y, ones, same, says="strides")
    expect(16, "shapes", None, y, ones, same, says="nothing")
    expect(19, "shapes", describe(x, data=x.ctypes.data + 1), y, ones, same, says="crooked")
    overlapping = describe(same, data=x.ctypes.data + 8)
    assert call("shapes", x, y, ones, overlapping) == 20, error.message


def terms():
    found = []
    for n, m in ((4, 3), (3, 1), (1, 0)):
        x, y = np.zeros(n * m, "f4"), np.zeros(n, "f4")
        first, second = (c_int64 * 1)(), (c_int64 * 1)()
        status = library.terms_extents(*pointers([x, y]), first, second, byref(error))
        assert status == 0 and first[0] == min(n, 4) + max(m, 2) and second[0] == (n * n + m) // 4, error.message
        results = [np.zeros(first[0], "f4"), np.zeros(second[0], "f4")]
        assert call("terms", x, y, *results) == 0 and all((r == 1).all() for r in results), error.message
        found.append(first[0])
    # No bodies determine no m.
    none = np.zeros(0, "f4")
    assert call("terms", none, none, none, none) == 18
    assert call("terms", np.zeros(13, "f4"), np.zeros(4, "f4"), none, none) == 18
    print(f"terms: {', '.join(map(str, found))}; {error.message.decode()}")


def traps():
    x, found = np.arange(5, dtype="f4"), np.zeros((), "f4")
    assert call("pick", x, c_int64(4), found) == 0 and found == 4
    expect(1, "pick", x, c_int64(5), found, says="trap 1")
    assert call("pick", x, c_int64(-1), found) == 1


def hooks():
    x = np.random.default_rng(2).random((600, 600))
    results, loops, pieces = [], [], {}

    def parallel_for(user, body, environment, n, grain):
        loops.append(user)
        for lo in reversed(range(0, n, grain)):
            body(environment, lo, min(lo + grain, n))

    def allocate(user, size):
        assert size % 64 == 0
        memory = (ctypes.c_char * (size + 64))()
        address = (ctypes.addressof(memory) + 63) // 64 * 64
        pieces[address] = memory
        return address

    for context in (None, Context(threads=2), Context(threads=7), Context(user=42, parallel_for=PARALLEL(parallel_for))):
        results.append(np.zeros(600))
        assert call("parallel", x, results[-1], context=context) == 0, error.message
    np.testing.assert_allclose(results[0], np.sqrt(x).sum(1))
    assert all(np.array_equal(results[0], other) for other in results) and set(loops) == {42}
    print(f"in parallel: same for 1, 2 and 7 threads, and for a pool of one's own with {len(loops)} loops")

    count, wanted = 0, x / x.sum(0)
    found = np.zeros_like(x)

    def counted(user, size):
        nonlocal count
        count += 1
        return allocate(user, size)

    context = Context(allocate=ALLOCATE(counted), release=RELEASE(lambda user, memory: pieces.pop(memory) and None))
    for memory in (context, None):
        found[:] = 0
        assert call("scratch", x, found, context=memory) == 0, error.message
        np.testing.assert_allclose(found, wanted)
    assert not pieces
    print(f"own memory: {count} pieces, all given back")
    expect(3, "scratch", x, found, says="no memory", context=Context(allocate=ALLOCATE(lambda user, size: None)))


for check in (scalars, arrays, signs, extents, traps, hooks):
    check()
