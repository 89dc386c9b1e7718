"""Kernels by hand, as textbooks of GPUs have them: what each thread does, what blocks keep in shared memory.

python examples/python/kernels.py blur > blur.mlir   # the program as text, for tfc, tfrun and tfopt
"""

import sys

import tensorforge as tf

#: Threads of a block, and rows and columns of a tile.
THREADS, TILE = 128, 16


def blocks(n, size):
    return (n + size - 1) // size


@tf.program
def copy(x: tf.f32["n"]):
    """Each thread moves every element that is a whole grid further."""
    n = x.shape[0]

    def body(k):
        source, target = k.read(x), k.write(n)

        def one(i):
            target[i] = source[i]

        k.each(k.index(), n, one, k.grid_dim() * k.block_dim())
        return target

    return tf.kernel(blocks(n, 4 * THREADS), THREADS, body)


@tf.program
def nbody(x: tf.f32["n", 4], softening: tf.f32):
    """Accelerations of bodies (place and mass) by gravity: a block reads a tile of bodies, which all its threads use."""
    n = x.shape[0]

    def body(k):
        bodies, target, eps = k.read(x), k.write((n, 3)), k.given(softening)
        tile = k.shared((THREADS, 4))
        thread, i = k.thread_id(), k.index()
        own = tf.if_(i < n, lambda: [bodies[i, axis] for axis in range(3)], lambda: [0.0] * 3)

        def tiles(first, total):
            # Number after number, as they lie in memory; masses behind the end are 0.
            for place in (thread + part * THREADS for part in range(4)):
                body, axis = place // 4, place % 4
                tile[body, axis] = tf.if_(first + body < n, lambda: bodies[first + body, axis], lambda: 0.0)
            k.barrier()

            def pair(j, total):
                d = [tile[j, axis] - own[axis] for axis in range(3)]
                r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + eps
                pull = tile[j, 3] / (r2 * tf.sqrt(r2))
                return tuple(a + b * pull for a, b in zip(total, d))

            total = tf.loop(0, THREADS, pair, total)
            k.barrier()
            return total

        zero = tf.asarray(0.0)
        total = tf.loop(0, n, tiles, (zero, zero, zero), THREADS)

        def store():
            for axis in range(3):
                target[i, axis] = total[axis]

        k.when(i < n, store)
        return target

    return tf.kernel(blocks(n, THREADS), THREADS, body)


@tf.program
def product(a: tf.f32["m", "q"], b: tf.f32["q", "n"]):
    """A product of matrices by tiles of both in shared memory; those that stick out are filled with zeros."""
    (m, q), n = a.shape, b.shape[1]

    def body(k):
        left, right, target = k.read(a), k.read(b), k.write((m, n))
        tiles = k.shared((TILE, TILE)), k.shared((TILE, TILE))
        x, y, row, column = k.thread_id(0), k.thread_id(1), k.index(1), k.index(0)

        def one(first, total):
            tiles[0][y, x] = tf.if_((row < m) & (first + x < q), lambda: left[row, first + x], lambda: 0.0)
            tiles[1][y, x] = tf.if_((first + y < q) & (column < n), lambda: right[first + y, column], lambda: 0.0)
            k.barrier()
            total = tf.loop(0, TILE, lambda j, total: total + tiles[0][y, j] * tiles[1][j, x], total)
            k.barrier()
            return total

        total = tf.loop(0, q, one, tf.asarray(0.0), TILE)

        def store():
            target[row, column] = total

        k.when((row < m) & (column < n), store)
        return target

    return tf.kernel((blocks(n, TILE), blocks(m, TILE)), (TILE, TILE), body)


@tf.program
def blur(x: tf.f32["h", "w"]):
    """The mean of nine neighbours, those outside counting as the nearest inside: a block reads its tile with a rim of one."""
    h, w = x.shape
    # The two rows that a warp reads at once are half of the banks apart.
    side, pitch = TILE + 2, 48

    def body(k):
        source, target, tile = k.read(x), k.write((h, w)), k.shared((side, pitch))
        top, left = k.block_id(1) * TILE, k.block_id(0) * TILE

        def load(place):
            row = tf.minimum(tf.maximum((top + place // side).astype("i64") - 1, 0), tf.asarray(h).astype("i64") - 1)
            column = tf.minimum(tf.maximum((left + place % side).astype("i64") - 1, 0), tf.asarray(w).astype("i64") - 1)
            tile[place // side, place % side] = source[row, column]

        k.each(k.thread(), side * side, load, TILE * TILE)
        k.barrier()
        tx, ty, i, j = k.thread_id(0), k.thread_id(1), k.index(1), k.index(0)
        total = sum(tile[ty + a, tx + b] for a in range(3) for b in range(3))

        def store():
            target[i, j] = total / 9

        k.when((i < h) & (j < w), store)
        return target

    return tf.kernel((blocks(w, TILE), blocks(h, TILE)), (TILE, TILE), body)


@tf.program
def kmeans(points: tf.f32["n", 3], centres: tf.f32["c", 3]):
    """One step of k-means: sums and numbers of the points nearest to each centre, by atomic operations of each block's own, then of all."""
    (n, _), c, most = points.shape, centres.shape[0], 32
    no_sums, no_counts = tf.zeros((most, 3)), tf.zeros((most,), "i32")

    def body(k):
        x, m = k.read(points), k.read(centres)
        sums, counts = k.change(no_sums), k.change(no_counts)
        own, own_counts = k.shared((most, 3)), k.shared(most, "i32")
        k.fill_shared(own, 0.0)
        k.fill_shared(own_counts, 0)
        k.barrier()

        def one(i):
            def compare(j, best):
                d = [x[i, axis] - m[j, axis] for axis in range(3)]
                far = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
                return tf.where(far < best[0], far, best[0]), tf.where(far < best[0], j.astype("i32"), best[1])

            nearest = tf.loop(0, c, compare, (tf.asarray(float("inf")), tf.asarray(0)))[1].astype("i64")
            for axis in range(3):
                own.atomic("sum", (nearest, axis), x[i, axis])
            own_counts.atomic("sum", nearest, 1)

        k.each(k.index(), n, one, k.grid_dim() * k.block_dim())
        k.barrier()
        thread = k.thread_id()

        def add():
            for axis in range(3):
                sums.atomic("sum", (thread, axis), own[thread, axis])
            counts.atomic("sum", thread, own_counts[thread])

        k.when(thread < c, add)
        return sums, counts

    return tf.kernel(4, THREADS, body)


@tf.program
def mandelbrot(xs: tf.f32["w"], ys: tf.f32["h"], limit: tf.i32):
    """How many steps a point stays near: threads of a warp end together."""
    w, h = xs.shape[0], ys.shape[0]

    def body(k):
        across, down, target, most = k.read(xs), k.read(ys), k.write((h, w), "i32"), k.given(limit)
        i, j = k.index(1), k.index(0)

        def point():
            a, b = across[j], down[i]
            inside = lambda s: (s[0] * s[0] + s[1] * s[1] <= 4) & (s[2] < most)
            step = lambda s: (s[0] * s[0] - s[1] * s[1] + a, 2 * s[0] * s[1] + b, s[2] + 1)
            target[i, j] = tf.while_(inside, step, (tf.asarray(0.0), tf.asarray(0.0), tf.asarray(0)))[2]

        k.when((i < h) & (j < w), point)
        return target

    return tf.kernel((blocks(w, TILE), blocks(h, TILE)), (TILE, TILE), body)


@tf.program
def scan(x: tf.f32["n"]):
    """Running sums of blocks: lanes by shuffles, warps through shared memory; then the sums of the blocks before are added."""
    n = x.shape[0]
    warps = THREADS // 32

    def inside_blocks(k):
        source, target, totals = k.read(x), k.write(n), k.write(blocks(n, THREADS))
        of_warps = k.shared(warps)
        i, lane, warp = k.index(), k.lane_id(), k.warp_id()
        total = tf.if_(i < n, lambda: source[i], lambda: 0.0)
        for by in 1, 2, 4, 8, 16:
            below = k.shuffle_up(total, by)
            total = tf.where(lane >= by, below + total, total)

        def store_warp():
            of_warps[warp] = total

        k.when(lane == 31, store_warp)
        k.barrier()
        total = tf.loop(0, warp, lambda other, total: total + of_warps[other], total)

        def store():
            target[i] = total

        def store_total():
            totals[k.block_id()] = total

        k.when(i < n, store)
        k.when(k.thread_id() == THREADS - 1, store_total)
        return target, totals

    parts, totals = tf.kernel(blocks(n, THREADS), THREADS, inside_blocks)
    before = tf.cumsum(totals, 0) - totals

    def add(k):
        source, offsets, target = k.read(parts), k.read(before), k.write(n)
        i = k.index()

        def store():
            target[i] = source[i] + offsets[k.block_id()]

        k.when(i < n, store)
        return target

    return tf.kernel(blocks(n, THREADS), THREADS, add)


ALL = {program.__name__: program for program in (copy, nbody, product, blur, kmeans, mandelbrot, scan)}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ALL:
        sys.exit(f"usage: kernels.py {'|'.join(ALL)}")
    print(ALL[sys.argv[1]].to_text())
