"""Kernels: what each thread of a grid of a GPU does, and launching it on tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tensorforge import tree
from tensorforge._native import Kernel as Native
from tensorforge._native import Memory, Tensor
from tensorforge.current import tracer

__all__ = ["Kernel", "Memory", "kernel"]


def _several(sizes: Any) -> tuple[Any, ...]:
    return tuple(sizes) if isinstance(sizes, (tuple, list)) else (sizes,)


def kernel(grid: Any, block: Any, body: Callable[[Kernel], Any]) -> Any:
    """Launches code for each thread of a grid of blocks: tensors for the memory that ``body(k)`` gives.

    ``grid`` says how many blocks there are, ``block`` how many threads each has: one to three numbers or extents, along x (whose
    neighbours share a warp), y and z. Code of a kernel is scalar; ``docs/tutorials/kernels.md`` shows how kernels are written.
    """
    build: list[tree.Build] = []

    def inner(native: Native) -> list[Any]:
        memory, made = tree.flatten(body(Kernel(native)))
        build.append(made)
        return memory

    tensors = Native.launch(tracer(), _several(grid), _several(block), inner)
    return tree.unflatten(build[0], tensors)


class Kernel:
    """A kernel that is being traced."""

    def __init__(self, native: Native) -> None:
        self._native = native

    def name(self, name: str) -> None:
        """Names the kernel in the program's text, and in profiles."""
        self._native.name(name)

    def numerics(self, how: str) -> None:
        """Says how exactly floats are computed in this kernel: ``"strict"``, ``"precise"``, ``"standard"`` or
        ``"fast"``; else as in the program.
        """
        self._native.numerics(how)

    def read(self, tensor: Tensor) -> Memory:
        """The memory of a tensor, to be read."""
        return self._native.of(tensor, False)

    def change(self, tensor: Tensor) -> Memory:
        """Memory that begins as a tensor, to be read and written; the tensor stays as it is."""
        return self._native.of(tensor, True)

    def write(self, shape: Any, dtype: Any = None) -> Memory:
        """Memory of this shape to be written, of f32 where no type is said."""
        return self._native.made("write", shape, dtype)

    def shared(self, shape: Any, dtype: Any = None) -> Memory:
        """An array of constant extents that the threads of a block share; all together take 48 KiB at most."""
        return self._native.made("shared", shape, dtype)

    def dynamic_shared(self, shape: Any, dtype: Any = None) -> Memory:
        """As ``shared``, in memory that the launch asks for, of which there may be more."""
        return self._native.made("dynamic", shape, dtype)

    def private(self, shape: Any, dtype: Any = None) -> Memory:
        """An array of constant extents that each thread has for itself."""
        return self._native.made("private", shape, dtype)

    def fill_shared(self, memory: Memory, value: Any) -> None:
        """Fills a shared array with one value, by all threads of the block; others see it behind a ``barrier``."""
        self._native.fill(memory, value)

    def given(self, scalar: Any) -> Tensor:
        """A scalar of the program."""
        return self._native.given(scalar)

    def thread_id(self, axis: int = 0) -> Tensor:
        """The number of the thread in its block along an axis: 0 for x, 1 for y, 2 for z."""
        return self._native.number("thread_id", axis)

    def block_id(self, axis: int = 0) -> Tensor:
        """The number of the block in the grid along an axis."""
        return self._native.number("block_id", axis)

    def block_dim(self, axis: int = 0) -> Tensor:
        """How many threads a block has along an axis."""
        return self._native.number("block_dim", axis)

    def grid_dim(self, axis: int = 0) -> Tensor:
        """How many blocks the grid has along an axis."""
        return self._native.number("grid_dim", axis)

    def index(self, axis: int = 0) -> Tensor:
        """The number of the thread in the grid along an axis."""
        return self._native.number("index", axis)

    def thread(self) -> Tensor:
        """The number of the thread in its block, counted along x, then y, then z."""
        return self._native.number("thread", 0)

    def threads(self) -> Tensor:
        """How many threads a block has."""
        return self._native.number("threads", 0)

    def lane_id(self) -> Tensor:
        """The number of the thread in its warp of 32."""
        return self._native.number("lane_id", 0)

    def warp_id(self) -> Tensor:
        """The number of the warp in its block."""
        return self._native.number("warp_id", 0)

    def barrier(self) -> None:
        """Waits for all threads of the block, which all come here."""
        self._native.barrier("block")

    def warp_barrier(self) -> None:
        """Waits for all threads of the warp, which all come here."""
        self._native.barrier("warp")

    def clusters(self, *sizes: int, large: bool = False) -> None:
        """Cuts the grid into clusters of so many blocks along x, y and z, at most 8 together (16 with ``large``, on some GPUs)."""
        self._native.clusters(list(sizes), large)

    def cluster_id(self, axis: int = 0) -> Tensor:
        """The number of the block's cluster in the grid along an axis."""
        return self._native.number("cluster_id", axis)

    def cluster_dim(self, axis: int = 0) -> Tensor:
        """How many blocks a cluster has along an axis."""
        return self._native.number("cluster_dim", axis)

    def cluster_block_id(self, axis: int = 0) -> Tensor:
        """The number of the block in its cluster along an axis."""
        return self._native.number("cluster_block_id", axis)

    def cluster_rank(self) -> Tensor:
        """The number of the block in its cluster, counted along x, then y, then z."""
        return self._native.number("cluster_rank", 0)

    def cluster_barrier(self) -> None:
        """Waits for all threads of the cluster, which all come here."""
        self._native.barrier("cluster")

    def cluster_arrive(self) -> None:
        """The first half of ``cluster_barrier``: says that the thread is here, and goes on; ``cluster_wait`` follows."""
        self._native.barrier("cluster_arrive")

    def cluster_wait(self) -> None:
        """The second half of ``cluster_barrier``."""
        self._native.barrier("cluster_wait")

    def cluster_shared(self, array: Memory, rank: Any) -> Memory:
        """What the block of a rank in the cluster has where this block has the shared array ``array``."""
        return self._native.cluster_shared(array, rank)

    def shuffle(self, value: Any, lane: Any) -> Tensor:
        """The value of the lane of this number, modulo 32."""
        return self._native.together("shuffle", value, lane)

    def shuffle_up(self, value: Any, by: Any) -> Tensor:
        """The value of the lane so much below; the own value where there is none."""
        return self._native.together("shuffle_up", value, by)

    def shuffle_down(self, value: Any, by: Any) -> Tensor:
        """The value of the lane so much above; the own value where there is none."""
        return self._native.together("shuffle_down", value, by)

    def shuffle_xor(self, value: Any, bits: Any) -> Tensor:
        """The value of the lane whose number differs in these bits."""
        return self._native.together("shuffle_xor", value, bits)

    def all(self, condition: Any) -> Tensor:
        """Whether a condition holds in all threads of the warp."""
        return self._native.together("all", condition, None)

    def any(self, condition: Any) -> Tensor:
        """Whether a condition holds in any thread of the warp."""
        return self._native.together("any", condition, None)

    def ballot(self, condition: Any) -> Tensor:
        """In which threads of the warp a condition holds, as bits of a u32."""
        return self._native.together("ballot", condition, None)

    def warp_reduce(self, how: str, value: Any) -> Tensor:
        """The values of the 32 threads of the warp combined: "sum", "prod", "min", "max", "all", "any" or "xor"."""
        return self._native.together("warp_reduce", value, how)

    def block_reduce(self, how: str, value: Any) -> Tensor:
        """The values of all threads of the block combined, as ``warp_reduce`` does."""
        return self._native.together("block_reduce", value, how)

    def when(self, condition: Any, then: Callable[[], Any]) -> None:
        """Runs a function where a condition holds."""
        self._native.when(condition, then)

    def each(self, low: Any, high: Any, body: Callable[[Tensor], Any], step: Any = 1) -> None:
        """Runs ``body(i)`` for ``i`` from ``low`` up to ``high``, that one excluded; of a loop with a state, see ``loop``."""
        self._native.each((low, high, step), body)
