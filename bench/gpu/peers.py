"""The peers: times of the same programs in PyTorch, torch.compile, JAX, CuPy and Triton, where these are installed for a GPU.

Each provides a function of arrays on the GPU, a function that waits for it, and a conversion of results to NumPy. Results are
compared with the same reference as ours; a failed or wrong peer has a row with the reason, and the others continue.
"""

import ctypes
import functools
import importlib.util
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

import numpy as np
from cases import Case

HERE = pathlib.Path(__file__).parent

#: The first calls compile, and clocks rise.
WARM = 3


def _torch():
    import torch

    if not torch.cuda.is_available():
        raise RuntimeError("PyTorch has no GPU")
    torch.backends.cuda.matmul.allow_tf32 = False
    return torch


class Torch:
    """Operation by operation."""

    name = "torch"

    def __init__(self):
        self.torch = _torch()

    def version(self):
        return self.torch.__version__

    def place(self, value):
        value = np.asarray(value)
        return value.item() if value.ndim == 0 else self.torch.from_numpy(value).cuda()

    def function(self, case):
        return functools.partial(case.torch, self.torch) if case.torch else None

    def wait(self, results):
        self.torch.cuda.synchronize()

    def host(self, result):
        return result.cpu().numpy()


class Compiled(Torch):
    """By torch.compile; loops of many steps are the host's, around a step that is compiled."""

    name = "torch.compile"

    def function(self, case):
        if not case.torch:
            return None
        if case.name in ("wave", "jacobi"):
            step = self.torch.compile(lambda *state: case_step(case)(self.torch, *state))
            return functools.partial(case.torch, self.torch, compiled=lambda _: lambda _, *state: step(*state))
        return self.torch.compile(functools.partial(case.torch, self.torch))


def case_step(case):
    import mapped_cases

    return {"wave": mapped_cases.torch_wave_step, "jacobi": mapped_cases.torch_jacobi_step}[case.name]


class Jax:
    name = "jax"

    def __init__(self):
        import jax

        if all(device.platform == "cpu" for device in jax.devices()):
            raise RuntimeError("JAX has no GPU")
        jax.config.update("jax_default_matmul_precision", "highest")
        self.jax = jax

    def version(self):
        return self.jax.__version__

    def place(self, value):
        value = np.asarray(value)
        return value.item() if value.ndim == 0 else self.jax.device_put(value)

    def function(self, case):
        if not case.arrays:
            return None
        numbers = [at for at, value in enumerate(case.inputs(np.random.default_rng(7), True).values()) if np.ndim(value) == 0]
        return self.jax.jit(functools.partial(case.reference, self.jax.numpy), static_argnums=numbers)

    def wait(self, results):
        self.jax.block_until_ready(results)

    def host(self, result):
        return np.asarray(result)


class Cupy:
    name = "cupy"

    def __init__(self):
        import cupy

        cupy.cuda.runtime.getDeviceCount()
        self.cupy = cupy

    def version(self):
        return self.cupy.__version__

    def place(self, value):
        value = np.asarray(value)
        return value.item() if value.ndim == 0 else self.cupy.asarray(value)

    def function(self, case):
        return functools.partial(case.reference, self.cupy) if case.arrays else None

    def wait(self, results):
        self.cupy.cuda.get_current_stream().synchronize()

    def host(self, result):
        return self.cupy.asnumpy(result)


class Triton(Torch):
    """Blocks of elements or of rows, of the cases that Triton's own tutorials have."""

    name = "triton"

    def __init__(self):
        super().__init__()
        import triton
        import triton_kernels

        self.triton, self.kernels = triton, triton_kernels.KERNELS

    def version(self):
        return self.triton.__version__

    def function(self, case):
        return self.kernels.get(case.name)


class Nvcc(Torch):
    """The kernels by hand in CUDA C++ (`kernels.cu`), and CUB's scan and sort; memory and streams are PyTorch's."""

    name = "nvcc"

    def __init__(self):
        super().__init__()
        if not shutil.which("nvcc"):
            raise RuntimeError("there is no nvcc")
        self.folder = tempfile.TemporaryDirectory()
        library = pathlib.Path(self.folder.name) / "kernels.so"
        major, minor = self.torch.cuda.get_device_capability()
        command = ["nvcc", "-O3", "-std=c++17", f"-arch=sm_{major}{minor}", "-shared", "-Xcompiler", "-fPIC", "-o", str(library)]
        built = subprocess.run([*command, str(HERE / "kernels.cu")], capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise RuntimeError(built.stderr.strip())
        self.library = ctypes.CDLL(str(library))

    def version(self):
        said = subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout
        return said.split("release ")[1].split(",")[0]

    def function(self, case):
        if case.name not in NVCC:
            return None
        launcher, dtypes = getattr(self.library, f"launch_{case.name}"), {"f": self.torch.float32, "i": self.torch.int32}

        def call(*arguments):
            made, extents = NVCC[case.name](*(one for one in arguments if not isinstance(one, (int, float))))
            results = [self.torch.empty(shape, dtype=dtypes[kind], device="cuda") for kind, shape in made]
            stream = ctypes.c_void_p(self.torch.cuda.current_stream().cuda_stream)
            launcher(*map(_passed, [*arguments, *results]), *map(ctypes.c_int64, extents), stream)
            return results

        return call


#: Of each case that `kernels.cu` has, by its tensors: element types and shapes of the results, and the extents that its launcher takes.
NVCC = {
    "copy": lambda x: ([("f", x.shape)], x.shape),
    "nbody": lambda x: ([("f", (len(x), 3))], x.shape[:1]),
    "product": lambda a, b: ([("f", (len(a), b.shape[1]))], (*a.shape, b.shape[1])),
    "blur": lambda x: ([("f", x.shape)], x.shape),
    "kmeans": lambda points, centres: ([("f", (32, 3)), ("i", (32,))], (len(points), len(centres))),
    "mandelbrot": lambda xs, ys: ([("i", (len(ys), len(xs)))], (len(xs), len(ys))),
    "scan": lambda x: ([("f", x.shape)], x.shape),
    "sort": lambda x: ([("i", x.shape)], x.shape),
}


def _passed(value):
    if isinstance(value, int):
        return ctypes.c_int32(value)
    return ctypes.c_float(value) if isinstance(value, float) else ctypes.c_void_p(value.data_ptr())


#: Each with the package that it comes from.
PEERS = {"torch": (Torch, Compiled, Nvcc), "jax": (Jax,), "cupy": (Cupy,), "triton": (Triton,)}


def installed():
    """The installed peers, and why others are missing."""
    here, missing = [], {}
    for package, kinds in PEERS.items():
        for kind in kinds:
            if importlib.util.find_spec(package) is None:
                missing[kind.name] = "not installed"
                continue
            try:
                here.append(kind())
            except Exception as error:  # Whatever a library says when it has no GPU.
                missing[kind.name] = str(error).splitlines()[0] if str(error) else type(error).__name__
    return here, missing


def _median(run, runs):
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def measure(peer, case: Case, inputs: dict[str, np.ndarray], runs: int):
    """Results, time of a call with copies, time with arrays that are there, and time of the first call; nothing where it has no such program."""
    function = peer.function(case)
    if function is None:
        return None
    there = [peer.place(value) for value in inputs.values()]

    def resident():
        results = function(*there)
        peer.wait(results)
        return list(results) if isinstance(results, (tuple, list)) else [results]

    def call():
        results = function(*(peer.place(value) for value in inputs.values()))
        results = list(results) if isinstance(results, (tuple, list)) else [results]
        return [peer.host(result) for result in results]

    start = time.perf_counter()
    resident()
    first = time.perf_counter() - start
    for _ in range(WARM):
        resident()
    found = [np.asarray(result).astype(np.float64) for result in call()]
    return {"found": found, "call": _median(call, runs), "resident": _median(resident, runs), "first": first}
