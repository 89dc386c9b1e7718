"""Hand-written kernels, as in textbooks of GPUs: the code of a thread, and the shared memory of a block.

python examples/python/kernels.py blur > blur.mlir   # the program as text, for tfc, tfrun and tfopt
"""

import itertools
import sys

import tensorforge as tf

#: Threads of a block.
THREADS = 128


def blocks(n, size):
    return (n + size - 1) // size


@tf.program
def copy(x: tf.f32["n"]):
    """Each thread moves 16 bytes at once, and then those that are a whole grid further."""
    n = x.shape[0]
    fours = n // 4

    def body(k):
        source, target = k.read(x), k.write(n)
        k.each(k.index(), fours, lambda i: target.set_next(4 * i, source.at_next(4 * i, 4)), k.grid_dim() * k.block_dim())
        last = 4 * fours + k.index()

        def rest():
            target[last] = source[last]

        k.when(last < n, rest)
        return target

    return tf.kernel(blocks(n, 16 * THREADS), THREADS, body)


@tf.program
def nbody(x: tf.f32["n", 4], softening: tf.f32):
    """Accelerations of bodies (position and mass) by gravity: a thread has four bodies, and a block reads tiles of others for all its
    threads. Each block sums over one of sixteen parts of all bodies, so that there are enough blocks; their sums are added atomically."""
    n = x.shape[0]
    own, tile, parts = 4, 256, 16
    nothing = tf.zeros((n, 3))

    def body(k):
        # Neither NaN nor infinities: places differ, or there is a softening.
        k.numerics("fast")
        bodies, target, eps, others = k.read(x), k.change(nothing), k.given(softening), k.shared((tile, 4))
        thread, part = k.thread_id(), k.block_id(1)
        numbers = [k.block_id(0) * (own * THREADS) + q * THREADS + thread for q in range(own)]
        places = [tf.if_(i < n, lambda i=i: bodies.at_next((i, 0), 4)[:3], lambda: [0.0] * 3) for i in numbers]
        # A part is whole tiles.
        span = blocks(n, parts * tile) * tile

        def tiles(first, total):
            for q in range(tile // THREADS):
                at, mine = first + q * THREADS + thread, q * THREADS + thread
                # Masses behind the end are 0.
                others.set_next((mine, 0), tf.if_(at < n, lambda at=at: bodies.at_next((at, 0), 4), lambda: [0.0] * 4))
            k.barrier()

            def pair(j, total):
                *place, mass = others.at_next((j, 0), 4)
                sums = []
                for q in range(own):
                    d = [place[axis] - places[q][axis] for axis in range(3)]
                    r2 = d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + eps
                    pull = mass / (r2 * tf.sqrt(r2))
                    sums += [total[3 * q + axis] + d[axis] * pull for axis in range(3)]
                return tuple(sums)

            total = tf.loop(0, tile, pair, total, unroll=8)
            k.barrier()
            return total

        zero = tf.asarray(0.0)
        total = tf.loop(part * span, tf.minimum((part + 1) * span, n), tiles, (zero,) * (3 * own), tile)

        for q, i in enumerate(numbers):

            def add(q=q, i=i):
                for axis in range(3):
                    target.atomic("sum", (i, axis), total[3 * q + axis])

            k.when(i < n, add)
        return target

    return tf.kernel((blocks(n, own * THREADS), parts), THREADS, body)


@tf.program
def product(a: tf.f32["m", "q"], b: tf.f32["q", "n"]):
    """A product of matrices: a block has a tile of 128 x 128, a thread 8 x 8 of it in registers; the next tiles of the factors, padded with
    zeros, are read while those in shared memory are multiplied (double buffering)."""
    (m, q), n = a.shape, b.shape[1]
    side, deep, own, threads = 128, 8, 8, 256
    # Rows begin at multiples of 16 bytes, and in other banks than the one above.
    pitch, half = side + 4, side // 2

    def body(k):
        left, right, target = k.read(a), k.read(b), k.write((m, n))
        tiles = k.shared((2, deep, pitch)), k.shared((2, deep, pitch))
        thread, top, start = k.thread_id(), k.block_id(1) * side, k.block_id(0) * side
        # A row of the left tile is eight threads', a row of the right one a warp's, four times.
        row, column = thread // deep, thread % deep
        deeper, across = thread // 32, thread % 32

        def read(first):
            lefts = [
                tf.if_((top + row + 32 * p < m) & (first + column < q), lambda p=p: left[top + row + 32 * p, first + column], lambda: 0.0)
                for p in range(4)
            ]
            rights = [
                tf.if_((first + deeper < q) & (start + across + 32 * p < n), lambda p=p: right[first + deeper, start + across + 32 * p], lambda: 0.0)
                for p in range(4)
            ]
            return [*lefts, *rights]

        def store(slot, parts):
            for p in range(4):
                tiles[0][slot, column, row + 32 * p] = parts[p]
                tiles[1][slot, deeper, across + 32 * p] = parts[4 + p]

        y, x = thread // 16 * 4, thread % 16 * 4
        store(tf.asarray(0).astype("i64"), read(tf.asarray(0).astype("i64")))
        k.barrier()

        def step(first, total):
            slot = first // deep % 2
            following = read(first + deep)

            def multiply(j, total):
                rows = tiles[0].at_next((slot, j, y), 4) + tiles[0].at_next((slot, j, y + half), 4)
                columns = tiles[1].at_next((slot, j, x), 4) + tiles[1].at_next((slot, j, x + half), 4)
                return tuple(total[own * r + c] + rows[r] * columns[c] for r in range(own) for c in range(own))

            total = tf.loop(0, deep, multiply, total)
            store(1 - slot, following)
            k.barrier()
            return total

        total = tf.loop(0, q, step, (tf.asarray(0.0),) * (own * own), deep)
        places = lambda first: [(first + part % 4 + part // 4 * half).astype("i64") for part in range(own)]
        down, along = places(top + y), places(start + x)
        below, beside = [i < m for i in down], [j < n for j in along]
        for r in range(own):
            for c in range(own):

                def put(r=r, c=c):
                    target[down[r], along[c]] = total[own * r + c]

                k.when(below[r] & beside[c], put)
        return target

    return tf.kernel((blocks(n, side), blocks(m, side)), threads, body)


@tf.program
def blur(x: tf.f32["h", "w"]):
    """The mean of nine neighbours, those outside counting as the nearest inside: a block reads its tile with a rim of one, and a thread
    has four means, one below the other, which share the sums of rows."""
    h, w = x.shape
    wide, high, own = 32, 32, 4
    pitch = wide + 2

    def body(k):
        source, target, tile = k.read(x), k.write((h, w)), k.shared((high + 2, pitch))
        top, left = k.block_id(1) * high, k.block_id(0) * wide
        tx, ty = k.thread_id(0), k.thread_id(1) * own

        # Numbers of 32 bits are enough for a picture's rows and columns, and half the work of wider ones.
        last_row, last_column = (tf.asarray(extent).astype("i32") - 1 for extent in (h, w))

        def read(row, column):
            i = tf.minimum(tf.maximum((top + row).astype("i32") - 1, 0), last_row)
            j = tf.minimum(tf.maximum((left + column).astype("i32") - 1, 0), last_column)
            return source[i.astype("i64"), j.astype("i64")]

        # All is read before any of it is stored, so that reads are under way together; the first threads of a row read the rim to the right, too.
        rows = [k.thread_id(1) + first for first in range(0, high + 2, high // own)]
        places = [(row < high + 2, row, tx) for row in rows] + [((row < high + 2) & (tx < 2), row, wide + tx) for row in rows]
        read_all = [tf.if_(is_inside, lambda row=row, column=column: read(row, column), lambda: 0.0) for is_inside, row, column in places]
        for (is_inside, row, column), element in zip(places, read_all, strict=True):

            def store(row=row, column=column, element=element):
                tile[row, column] = element

            k.when(is_inside, store)
        k.barrier()
        sums = [tile[ty + a, tx] + tile[ty + a, tx + 1] + tile[ty + a, tx + 2] for a in range(own + 2)]
        for a in range(own):
            i, j, total = top + ty + a, left + tx, sums[a] + sums[a + 1] + sums[a + 2]

            def store(i=i, j=j, total=total):
                target[i, j] = total * (1 / 9)

            k.when((i < h) & (j < w), store)
        return target

    return tf.kernel((blocks(w, wide), blocks(h, high)), (wide, high // own), body)


@tf.program
def kmeans(points: tf.f32["n", 3], centres: tf.f32["c", 3]):
    """One step of k-means: sums and counts of the points nearest to each of at most 32 centres. The centres are in shared memory, where a
    thread compares two points with each; sums are those of warps, by atomic operations, then of blocks, then of all. The grid grows with the
    points, up to 1,024 blocks."""
    (n, _), c, most = points.shape, centres.shape[0], 32
    no_sums, no_counts = tf.zeros((most, 3)), tf.zeros((most,), "i32")
    warps, pair = THREADS // 32, 2 * THREADS

    def body(k):
        x, m = k.read(points), k.read(centres)
        sums, counts = k.change(no_sums), k.change(no_counts)
        own, own_counts, near = k.shared((warps, most, 3)), k.shared((warps, most), "i32"), k.shared((most, 4))
        thread, warp = k.thread_id(), k.warp_id()
        k.fill_shared(own, 0.0)
        k.fill_shared(own_counts, 0)

        def centre():
            near.set_next((thread, 0), [*(m[thread, axis] for axis in range(3)), 0.0])

        k.when(thread < c, centre)
        k.barrier()

        def tile(first):
            numbers = [first + thread, first + thread + THREADS]
            places = [tf.if_(i < n, lambda i=i: [x[i, axis] for axis in range(3)], lambda: [0.0] * 3) for i in numbers]

            def compare(j, best):
                to, found = near.at_next((j, 0), 4), []
                for p in range(2):
                    d = [places[p][axis] - to[axis] for axis in range(3)]
                    far = d[0] * d[0] + d[1] * d[1] + d[2] * d[2]
                    closer = far < best[2 * p]
                    found += [tf.where(closer, far, best[2 * p]), tf.where(closer, j.astype("i32"), best[2 * p + 1])]
                return tuple(found)

            start = (tf.asarray(float("inf")), tf.asarray(0))
            found = tf.loop(0, c, compare, start + start, unroll=4)
            for p, i in enumerate(numbers):

                def add(p=p):
                    nearest = found[2 * p + 1].astype("i64")
                    for axis in range(3):
                        own.atomic("sum", (warp, nearest, axis), places[p][axis])
                    own_counts.atomic("sum", (warp, nearest), 1)

                k.when(i < n, add)

        k.each(k.block_id() * pair, n, tile, k.grid_dim() * pair)
        k.barrier()

        def add():
            for axis in range(3):
                sums.atomic("sum", (thread, axis), sum(own[w, thread, axis] for w in range(warps)))
            counts.atomic("sum", thread, sum(own_counts[w, thread] for w in range(warps)))

        k.when(thread < c, add)
        return sums, counts

    return tf.kernel(tf.minimum(tf.asarray(blocks(n, pair)), 1024), THREADS, body)


@tf.program
def mandelbrot(xs: tf.f32["w"], ys: tf.f32["h"], limit: tf.i32):
    """How many steps a point stays near: threads of a warp end together. The same counts on every device."""
    w, h = xs.shape[0], ys.shape[0]

    def body(k):
        k.numerics("strict")
        across, down, target, most = k.read(xs), k.read(ys), k.write((h, w), "i32"), k.given(limit)
        i, j = k.index(1), k.index(0)

        def point():
            a, b = across[j], down[i]
            inside = lambda s: (s[2] + s[3] <= 4) & (s[4] < most)

            def step(s):
                x, y = s[2] - s[3] + a, 2 * s[0] * s[1] + b
                return x, y, x * x, y * y, s[4] + 1

            zero = tf.asarray(0.0)
            target[i, j] = tf.while_(inside, step, (zero, zero, zero, zero, tf.asarray(0)))[4]

        k.when((i < h) & (j < w), point)
        return target

    return tf.kernel((blocks(w, 32), blocks(h, 8)), (32, 8), body)


def put(memory, at, value):
    memory[at] = value


def scan_warp(k, value):
    """The inclusive scan over the lanes of a warp (Hillis and Steele)."""
    lane = k.lane_id()
    for by in 1, 2, 4, 8, 16:
        below = k.shuffle_up(value, by)
        value = tf.where(lane >= by, below + value, value)
    return value


@tf.program
def scan(x: tf.f32["n"]):
    """Running sums, each element read once and written once: a block takes a tile by a counter, publishes the sum of its elements, and looks
    back at the published sums of earlier tiles (Merrill and Garland). A warp looks at 32 tiles at once, one per lane; the order of
    additions is fixed, so sums have the same bits in every run. A thread has 16 elements, four at a time."""
    n = x.shape[0]
    threads, rounds = 256, 4
    warps, tile = threads // 32, 4 * rounds * threads
    tiles = blocks(n, tile)
    groups = blocks(tiles, 32)
    # How many tiles are taken; how far each tile is; how far each group is: 1 by itself, 2 with all before.
    none = tf.zeros(1 + tiles + groups, "i32")

    def look_back(k, flags, said, own, total, before):
        """The sum of all earlier tiles, found by one warp."""
        lane, place, group = k.lane_id(), own % 32, own // 32

        def wait(at, least):
            return tf.while_(lambda seen: seen < least, lambda seen: flags.load_acquire(at), flags.load_acquire(at))

        def say(at, value, flag, what):
            said[at] = value
            flags.store_release(flag, what)

        def tile_before():
            at = own - place + lane
            wait(1 + at, 1)
            return said[at]

        def group_before():
            at = group - 1 - lane
            far = wait(1 + tiles + at, tf.where(lane == 31, 2, 1))
            return far, said[tiles + at + tf.where(far == 2, groups, 0)]

        k.when(lane == 0, lambda: say(own, total, 1 + own, 1))
        in_group = k.shuffle(scan_warp(k, tf.if_(lane < place, tile_before, lambda: 0.0)), 31)
        ends = (place == 31) & (lane == 0)
        k.when(ends, lambda: say(tiles + group, in_group + total, 1 + tiles + group, 1))
        far, value = tf.if_(lane < group, group_before, lambda: (2, 0.0))
        nearest = tf.trailing_zeros(k.ballot(far == 2))
        of_groups = tf.loop(0, nearest, lambda i, sum: sum + k.shuffle(value, nearest - 1 - i), k.shuffle(value, nearest))
        k.when(ends, lambda: say(tiles + groups + group, of_groups + (in_group + total), 1 + tiles + group, 2))
        k.when(lane == 0, lambda: put(before, 0, of_groups + in_group))

    def body(k):
        source, flags, said, target = k.read(x), k.change(none), k.write(tiles + 2 * groups), k.write(n)
        number, before, of_warps = k.shared(1, "i32"), k.shared(1), k.shared(warps)
        lane, warp = k.lane_id(), k.warp_id()
        k.when(k.thread_id() == 0, lambda: put(number, 0, flags.atomic("sum", 0, 1)))
        k.barrier()
        own = number[0]
        begin = own * tile + warp * (tile // warps) + lane * 4
        starts = [begin + 128 * round for round in range(rounds)]
        inside = begin - lane * 4 + tile // warps <= n

        def whole():
            return [element for at in starts for element in source.at_next(at, 4)]

        def parts():
            return [tf.if_(at + e < n, lambda at=at, e=e: source[at + e], lambda: 0.0) for at in starts for e in range(4)]

        elements = tf.if_(inside, whole, parts)
        sums, total = [], 0.0
        for round in range(rounds):
            running = list(itertools.accumulate(elements[4 * round : 4 * round + 4]))
            up_to = scan_warp(k, running[-1])
            start = total + tf.where(lane > 0, k.shuffle_up(up_to, 1), 0.0)
            sums += [start + one for one in running]
            total = total + k.shuffle(up_to, 31)
        k.when(lane == 0, lambda: put(of_warps, warp, total))
        k.barrier()
        add = lambda other, sum: sum + of_warps[other]
        k.when(warp == 0, lambda: look_back(k, flags, said, own, tf.loop(0, warps, add, 0.0), before))
        k.barrier()
        start = tf.loop(0, warp, add, before[0])
        sums = [start + one for one in sums]

        def store_whole():
            for round, at in enumerate(starts):
                target.set_next(at, sums[4 * round : 4 * round + 4])

        def store_parts():
            for e, sum in enumerate(sums):
                at = starts[e // 4] + e % 4
                k.when(at < n, lambda at=at, sum=sum: put(target, at, sum))

        k.when(inside, store_whole)
        k.when(~inside, store_parts)
        return flags, said, target

    return tf.kernel(tiles, threads, body)[2]


ALL = {program.__name__: program for program in (copy, nbody, product, blur, kmeans, mandelbrot, scan)}

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ALL:
        sys.exit(f"usage: kernels.py {'|'.join(ALL)}")
    print(ALL[sys.argv[1]].to_text())
