"""Sorts: of the library, and by kernels: by digits (radix), and by a network of comparisons (bitonic).

python examples/python/sort.py --n 1000000
"""

import numpy as np
import tensorforge as tf
from common import options, timed

#: Elements that a block sorts by a digit, values of a digit of four bits, threads of a warp; elements that a block sorts by a network.
TILE, DIGITS, WARP, SPAN = 256, 16, 32, 512


def library(x):
    """The library's sort: the order of the elements."""
    return tf.argsort(x).astype("u32")


def keys(x):
    """Integers in u32 whose order is that of the elements: -0 equals 0, and NaN is greater than all other values."""
    high = tf.asarray(1 << 31, "u32")
    if x.dtype == "u32":
        return x
    if x.dtype == "i32":
        return tf.bitcast(x, "u32") ^ high
    bits = tf.bitcast(tf.where(x == 0, 0, x), "u32")
    turned = tf.where(bits >= high, ~bits, bits ^ high)
    return tf.where(tf.isnan(x), tf.asarray(0xFFFFFFFF, "u32"), turned)


def by_digit(keys, places, shift):
    """Each block's elements in the order of their digits, and how many of each digit it has, ``[digits, blocks]``."""
    n = keys.shape[0]
    blocks = (n + TILE - 1) // TILE

    def body(k):
        key_in, place_in, by = k.read(keys), k.read(places), k.given(shift)
        key_out, place_out, counts = k.write(n, "u32"), k.write(n, "u32"), k.write((DIGITS, blocks), "i32")
        key, place, zeros, totals = k.shared(TILE, "u32"), k.shared(TILE, "u32"), k.shared(TILE // WARP, "i32"), k.shared(DIGITS, "i32")
        thread, i, lane, warp = k.thread_id(), k.index(), k.lane_id(), k.warp_id()
        inside = i < n
        held = tf.if_(inside, lambda: (key_in[i], place_in[i]), lambda: (tf.asarray(0xFFFFFFFF, "u32"), tf.asarray(0, "u32")))
        k.fill_shared(totals, 0)
        k.barrier()
        k.when(inside, lambda: totals.atomic("sum", ((held[0] >> by) & 15).astype("i64"), 1))
        for bit in range(4):
            low = ((held[0] >> (by + bit)) & 1) == 0
            votes = k.ballot(low)
            before = tf.count_ones(votes & ((tf.asarray(1, "u32") << lane.astype("u32")) - 1)).astype("i32")

            def count():
                zeros[warp] = tf.count_ones(votes).astype("i32")

            k.when(lane == 0, count)
            k.barrier()
            ahead, total = tf.loop(
                0, TILE // WARP, lambda w, state: (state[0] + tf.where(w < warp, zeros[w], 0), state[1] + zeros[w]), (tf.asarray(0), tf.asarray(0))
            )
            rank = ahead + before
            to = tf.where(low, rank, total + thread.astype("i32") - rank).astype("i64")
            key[to], place[to] = held
            k.barrier()
            held = key[thread], place[thread]
            k.barrier()

        def store():
            key_out[i], place_out[i] = held

        def store_counts():
            counts[thread, k.block_id()] = totals[thread]

        k.when(inside, store)
        k.when(thread < DIGITS, store_counts)
        return key_out, place_out, counts

    return tf.kernel(blocks, TILE, body)


def scattered(keys, places, shift, counts, starts):
    """The elements of sorted tiles at their final positions: ``starts`` holds the first position of each digit and block."""
    n = keys.shape[0]

    def body(k):
        key_in, place_in, by, count, start = k.read(keys), k.read(places), k.given(shift), k.read(counts), k.read(starts)
        key_out, place_out, offsets = k.write(n, "u32"), k.write(n, "u32"), k.shared(DIGITS, "i32")
        thread, block, i = k.thread_id(), k.block_id(), k.index()

        def offset():
            smaller = tf.loop(0, thread, lambda digit, total: total + count[digit, block], tf.asarray(0))
            offsets[thread] = start[thread, block] - smaller

        def store():
            at = (offsets[((key_in[i] >> by) & 15).astype("i64")] + thread.astype("i32")).astype("i64")
            key_out[at], place_out[at] = key_in[i], place_in[i]

        k.when(thread < DIGITS, offset)
        k.barrier()
        k.when(i < n, store)
        return key_out, place_out

    return tf.kernel((n + TILE - 1) // TILE, TILE, body)


def radix(x):
    """Sorted by one digit after the other, the lowest first: by blocks in shared memory, then at positions from all blocks' counts."""

    def one(number, state):
        shift = number.astype("u32") * 4
        key, place, counts = by_digit(*state, shift)
        ends = tf.cumsum(counts.reshape(-1), 0).reshape(counts.shape)
        return scattered(key, place, shift, counts, ends - counts)

    return tf.loop(0, 8, one, (keys(x), tf.arange(x.shape[0], "u32")))[1]


def compared(data, distance, turn):
    """One step of the network in memory: the lesser of two elements moves first."""
    n = data.shape[0]

    def body(k):
        memory, d, t = k.change(data), k.given(distance), k.index().astype("i64")
        group, within = t // d, t % d
        first = group * d * 2 + within
        second = (group + 1) * d * 2 - 1 - within if turn else first + d

        def compare():
            a, b = memory[first], memory[second]

            def swap():
                memory[first], memory[second] = b, a

            k.when(a > b, swap)

        k.when(second < n, compare)
        return memory

    return tf.kernel((n + SPAN) // SPAN * 2, TILE, body)


def spans(data, steps):
    """Steps within spans, by blocks that keep theirs in shared memory."""
    n = data.shape[0]

    def body(k):
        memory, tile = k.change(data), k.shared(SPAN, "u64")
        thread, first = k.thread_id(), k.block_id() * SPAN
        for half in 0, SPAN // 2:
            at = first + thread + half
            tile[thread + half] = tf.if_(at < n, lambda: memory[at], lambda: tf.asarray(2**64 - 1, "u64"))
        for distance, turn in steps:
            k.barrier()
            group, within = thread // distance, thread % distance
            low = group * (2 * distance) + within
            high = (group + 1) * (2 * distance) - 1 - within if turn else low + distance
            a, b = tile[low], tile[high]
            tile[low], tile[high] = tf.minimum(a, b), tf.maximum(a, b)
        k.barrier()
        for half in 0, SPAN // 2:
            at = first + thread + half

            def store():
                memory[at] = tile[thread + half]

            k.when(at < n, store)
        return memory

    return tf.kernel((n + SPAN - 1) // SPAN, SPAN // 2, body)


def halves(distance):
    while distance:
        yield distance, False
        distance //= 2


def bitonic(x):
    """Sorts with a network of comparisons, on keys and positions packed into one integer; padding stays at the end."""
    n = x.shape[0]
    packed = (keys(x).astype("u64") << 32) | tf.arange(n, "u64")
    powers = [1 << bits for bits in range(SPAN.bit_length() - 1)]
    sorted_spans = spans(packed, [step for d in powers for step in [(d, True), *halves(d // 2)]])

    def merge(state):
        data, size = state
        data = compared(data, size // 2, True)
        data, _ = tf.while_(lambda s: s[1] >= SPAN, lambda s: (compared(s[0], s[1], False), s[1] // 2), (data, size // 4))
        return spans(data, list(halves(SPAN // 2))), size * 2

    start = sorted_spans, tf.asarray(2 * SPAN, "i64")
    return (tf.while_(lambda s: s[1] < tf.asarray(n).astype("i64") * 2, merge, start)[0] & 0xFFFFFFFF).astype("u32")


def program(sorter, dtype="f32", device="cpu"):
    """The elements in ascending order, NaN last, and where they were; equal ones keep their order."""

    def sort(x: getattr(tf, dtype)["n"]):
        order = sorter(x)
        return tf.take(x, order, 0), order

    return tf.Program(sort, device=device)


if __name__ == "__main__":
    chosen = options(__doc__, n=1 << 20)
    timed(program(library), np.random.default_rng(chosen.seed).normal(size=chosen.n).astype(np.float32))
