"""Kernels: code for each thread of a grid on a GPU, and its launch on tensors."""

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
    """Launches code for each thread of a grid of blocks; returns tensors for the memory that ``body(k)``
    returns.

    ``grid`` is the count of blocks, ``block`` the count of threads in each: one to three integers or extents,
    along x (adjacent threads share a warp), y and z. The code of a kernel is scalar; see
    ``docs/tutorials/kernels.md``.
    """
    build: list[tree.Build] = []

    def inner(native: Native) -> list[Any]:
        memory, made = tree.flatten(body(Kernel(native)))
        build.append(made)
        return memory

    tensors = Native.launch(tracer(), _several(grid), _several(block), inner)
    return tree.unflatten(build[0], tensors)


class Kernel:
    """A kernel being traced."""

    def __init__(self, native: Native) -> None:
        self._native = native

    def name(self, name: str) -> None:
        """Names the kernel in the program's text and in profiles."""
        self._native.name(name)

    def numerics(self, how: str) -> None:
        """Sets the numerics mode of this kernel: ``"strict"``, ``"precise"``, ``"standard"`` or ``"fast"``;
        the default is the program's."""
        self._native.numerics(how)

    def read(self, tensor: Tensor) -> Memory:
        """The memory of a tensor, read-only."""
        return self._native.of(tensor, False)

    def change(self, tensor: Tensor) -> Memory:
        """Memory initialized with a tensor, to be read and written; the tensor itself does not change."""
        return self._native.of(tensor, True)

    def write(self, shape: Any, dtype: Any = None) -> Memory:
        """Memory of this shape to be written; the default element type is f32."""
        return self._native.made("write", shape, dtype)

    def shared(self, shape: Any, dtype: Any = None) -> Memory:
        """An array of constant extents shared by the threads of a block; all of them together take at most 48
        KiB."""
        return self._native.made("shared", shape, dtype)

    def dynamic_shared(self, shape: Any, dtype: Any = None) -> Memory:
        """As ``shared``, in dynamic shared memory, which may be larger."""
        return self._native.made("dynamic", shape, dtype)

    def private(self, shape: Any, dtype: Any = None) -> Memory:
        """An array of constant extents, private to each thread."""
        return self._native.made("private", shape, dtype)

    def fill_shared(self, memory: Memory, value: Any) -> None:
        """Fills a shared array with one value, by all threads of the block; others see the value after a
        ``barrier``."""
        self._native.fill(memory, value)

    def given(self, scalar: Any) -> Tensor:
        """Passes a scalar of the program to the kernel."""
        return self._native.given(scalar)

    def thread_id(self, axis: int = 0) -> Tensor:
        """The thread's index in its block along an axis: 0 for x, 1 for y, 2 for z."""
        return self._native.number("thread_id", axis)

    def block_id(self, axis: int = 0) -> Tensor:
        """The block's index in the grid along an axis."""
        return self._native.number("block_id", axis)

    def block_dim(self, axis: int = 0) -> Tensor:
        """The count of threads in a block along an axis."""
        return self._native.number("block_dim", axis)

    def grid_dim(self, axis: int = 0) -> Tensor:
        """The count of blocks in the grid along an axis."""
        return self._native.number("grid_dim", axis)

    def index(self, axis: int = 0) -> Tensor:
        """The thread's index in the grid along an axis."""
        return self._native.number("index", axis)

    def thread(self) -> Tensor:
        """The thread's linear index in its block, along x, then y, then z."""
        return self._native.number("thread", 0)

    def threads(self) -> Tensor:
        """The count of threads in a block."""
        return self._native.number("threads", 0)

    def lane_id(self) -> Tensor:
        """The thread's lane in its warp of 32."""
        return self._native.number("lane_id", 0)

    def warp_id(self) -> Tensor:
        """The warp's index in its block."""
        return self._native.number("warp_id", 0)

    def barrier(self) -> None:
        """Synchronizes the threads of the block; all of them must reach it."""
        self._native.barrier("block")

    def warp_barrier(self) -> None:
        """Synchronizes the threads of the warp; all of them must reach it."""
        self._native.barrier("warp")

    def clusters(self, *sizes: int, large: bool = False) -> None:
        """Divides the grid into clusters of blocks along x, y and z, at most 8 blocks each (16 with
        ``large``, on some GPUs)."""
        self._native.clusters(list(sizes), large)

    def cluster_id(self, axis: int = 0) -> Tensor:
        """The index of the block's cluster in the grid along an axis."""
        return self._native.number("cluster_id", axis)

    def cluster_dim(self, axis: int = 0) -> Tensor:
        """The count of blocks in a cluster along an axis."""
        return self._native.number("cluster_dim", axis)

    def cluster_block_id(self, axis: int = 0) -> Tensor:
        """The block's index in its cluster along an axis."""
        return self._native.number("cluster_block_id", axis)

    def cluster_rank(self) -> Tensor:
        """The block's linear index in its cluster, along x, then y, then z."""
        return self._native.number("cluster_rank", 0)

    def cluster_barrier(self) -> None:
        """Synchronizes the threads of the cluster; all of them must reach it."""
        self._native.barrier("cluster")

    def cluster_arrive(self) -> None:
        """The first half of ``cluster_barrier``: signals arrival without waiting; ``cluster_wait`` must
        follow."""
        self._native.barrier("cluster_arrive")

    def cluster_wait(self) -> None:
        """The second half of ``cluster_barrier``: waits for all threads."""
        self._native.barrier("cluster_wait")

    def cluster_shared(self, array: Memory, rank: Any) -> Memory:
        """The shared array ``array`` of the block with this rank in the cluster."""
        return self._native.cluster_shared(array, rank)

    def shuffle(self, value: Any, lane: Any) -> Tensor:
        """The value of the lane with this index, modulo 32."""
        return self._native.together("shuffle", value, lane)

    def shuffle_up(self, value: Any, by: Any) -> Tensor:
        """The value of the lane this far below; the thread's own value if there is none."""
        return self._native.together("shuffle_up", value, by)

    def shuffle_down(self, value: Any, by: Any) -> Tensor:
        """The value of the lane this far above; the thread's own value if there is none."""
        return self._native.together("shuffle_down", value, by)

    def shuffle_xor(self, value: Any, bits: Any) -> Tensor:
        """The value of the lane whose index differs in these bits."""
        return self._native.together("shuffle_xor", value, bits)

    def all(self, condition: Any) -> Tensor:
        """Whether a condition holds in all threads of the warp."""
        return self._native.together("all", condition, None)

    def any(self, condition: Any) -> Tensor:
        """Whether a condition holds in any thread of the warp."""
        return self._native.together("any", condition, None)

    def ballot(self, condition: Any) -> Tensor:
        """A u32 whose bits are the threads of the warp where a condition holds."""
        return self._native.together("ballot", condition, None)

    def warp_reduce(self, how: str, value: Any) -> Tensor:
        """Reduces the values of the 32 threads of a warp: "sum", "prod", "min", "max", "all", "any" or "xor".
        """
        return self._native.together("warp_reduce", value, how)

    def block_reduce(self, how: str, value: Any) -> Tensor:
        """Reduces the values of all threads of the block, as ``warp_reduce`` does."""
        return self._native.together("block_reduce", value, how)

    def when(self, condition: Any, then: Callable[[], Any]) -> None:
        """Runs a function where a condition holds."""
        self._native.when(condition, then)

    def each(self, low: Any, high: Any, body: Callable[[Tensor], Any], step: Any = 1) -> None:
        """Runs ``body(i)`` for ``i`` from ``low`` up to but excluding ``high``; for a loop with a state, see
        ``loop``."""
        self._native.each((low, high, step), body)
