//! Constants of the cost model for fusion, unrolling and schedules. Costs are in additions of one lane.

// Thresholds for threads, vectors and registers.

/// Minimum work of a parallel task, in additions.
pub const WORTH_A_THREAD: f64 = 20_000.0;

/// Iterations per core from which threads share a loop evenly, for any thread count.
pub const MIN_PER_CORE: f64 = 4.0;

/// Ratio: other parallel axes are priced only if they leave at most 0.9× as many threads per parallel
/// iteration as the axes before them.
pub const WORTH_OTHER_AXES: f64 = 0.9;

/// Work of a chunk of a split reduction, in additions: enough for a thread, so that the partial result costs
/// nothing.
pub const CHUNK: f64 = 4.0 * WORTH_A_THREAD;

/// Minimum number of iterations of a chunk: each chunk writes and reads a partial result.
pub const SHORTEST_CHUNK: u64 = 16;

/// Maximum number of iterations of a chunk: if the chunk count times this may exceed 64 bits, no bounds of
/// its indices can be proved.
pub const LONGEST_CHUNK: u64 = 1 << 14;

/// Minimum work of a reduction of constant length that is split into chunks, in additions.
pub const LONG_ENOUGH_TO_SPLIT: f64 = 2.0 * CHUNK;

/// Iterations of a domain that are too few for all threads: its long reductions are split into chunks.
pub const FEW_POINTS: i64 = 64;

/// Minimum number of terms of a fold that `raise-folds` replaces by the one term that counts: fewer terms are
/// all evaluated.
pub const SHORTEST_RAISED: u64 = 8;

/// Minimum number of iterations of an axis that becomes a scan: recombining this many terms at each point is
/// cheap.
pub const SHORTEST_RUNNING: i64 = 32;

/// Cost per lane of a gather or scatter, in additions.
pub(crate) const SCATTERED: f64 = 1.5;

/// Cost of the horizontal reduction of an accumulator's lanes after a fold, in additions.
pub(crate) const COMBINE: f64 = 12.0;

/// Maximum number of elements of a matrix product whose long fold is split into chunks: a chunk's partial
/// result stays in L2.
pub const MOST_LONG_POINTS: i64 = 1 << 16;

/// Minimum number of chunks of such a fold: enough for many threads, and enough terms to outweigh the partial
/// results.
pub const LEAST_LONG_CHUNKS: u64 = 16;

/// Minimum number of terms of such a chunk.
pub const SHORTEST_LONG_CHUNK: u64 = 256;

/// Bytes of both operands of such a chunk: half of a small L2.
pub const LONG_CHUNK_BYTES: f64 = 262_144.0;

/// Minimum number of elements that such a chunk reads for each partial result: partial results are memory
/// that programs do not expect.
pub const LONG_CHUNK_READS: f64 = 8.0;

/// Iterations of a fold from which the access pattern within each row matters.
pub const LONG_FOLD: f64 = 64.0;

/// Minimum number of vector accumulators of a loop before which the reads after it are prefetched: with
/// fewer, the loop does not compute a block of a result.
pub const LEAST_SUMS_AHEAD: usize = 4;

/// Cost of code that is short enough for several vector registers per value, in additions.
pub const SHORT_CODE: f64 = 16.0;

/// Maximum number of accesses and kinds of arithmetic of a compute that is unrolled and jammed: the code of
/// its folds must stay in the cache of decoded instructions.
pub const SHORT_TOGETHER: usize = 64;

/// The same for the code in folds.
pub const SHORT_IN_FOLDS: usize = 24;

/// Maximum number of ops of code that is copied for a scalar epilogue where a machine has no masks.
pub const SHORT_END: usize = 16;

/// Maximum number of jammed iterations that each read different rows: the sets of a cache do not hold more
/// rows whose distance is a power of two.
pub const MOST_POINTS: i64 = 8;

/// Maximum number of jammed iterations whose rows are known to be in different cache sets.
pub const MOST_POINTS_APART: i64 = 14;

/// Distance of rows, in bytes: rows at a multiple of it map to the same few cache sets.
pub const SAME_SET: i64 = 2048;

/// Cost of a vector load that may be partly out of bounds where machines have no masked loads, in additions.
pub(crate) const UNMASKED: f64 = 2.0;

/// Cost of a uniform read that may be out of bounds where machines have no masked loads, in additions: its
/// index is compared first.
pub(crate) const CHECKED: f64 = 4.0;

/// Independent chains of 256-bit sums that keep all units busy: two sums begin in each cycle, and each takes
/// four cycles.
pub(crate) const CHAINS: f64 = 8.5;

/// One in eight registers holds no accumulator or shared value, but uniform operands in flight.
pub(crate) const SPARE_REGISTERS: i64 = 8;

/// Share of a loop's iterations in which a likely comparison may fail: the failures then stay in the vectors
/// at its ends.
pub(crate) const RARELY: f64 = 1.0 / 32.0;

/// Assumed iterations of a loop of unknown length.
pub const LIKELY_TRIP_COUNT: f64 = 512.0;

/// Assumed iterations of a loop of unknown length inside the region of a compute.
pub(crate) const LIKELY_INNER_TRIP_COUNT: f64 = 16.0;

// Tiles.

/// Terms of a matrix product, or of one of a batch, from which tiles are priced: 2^24. Smaller ones are
/// faster with unpacked rows (bench/log/0019, 0051).
pub const LEAST_TILED: &str = "16777216";

/// Factor on that threshold for products of unknown extents, because a call computes no price: from 2^28
/// terms, tiles are faster wherever that was measured (bench/log/0052).
pub const UNKNOWN_TILED: f64 = 16.0;

/// Terms of a product from which its operands are packed into panels, regardless of their layout: 2^28.
pub const LARGE_PRODUCT: f64 = 268_435_456.0;

/// The threshold of narrow types, for both purposes: one instruction adds several terms, but reads them from
/// packed tiles only, which pay from 64 × 64 × 64 (bench/log/0043).
pub const LEAST_IN_WORDS: f64 = 262_144.0;

/// Ratio: tiles may be up to this much more expensive by the price, which ignores effects that favour them:
/// arguments that are not aligned to lines, rows that are each in another page, and bounds checks in each
/// iteration. Sums over several axes, such as over the taps of a window, get this margin only if rows are far
/// apart or reads may be out of bounds (bench/log/0051, 0054, 0057).
pub const WORTH_TILES: f64 = 1.08;

/// Rows, lanes or terms of a product: if one of them is at most this, memory traffic per term is so high that
/// fusing the product with its consumer may save more than panels do, as in attention.
pub const NARROW: f64 = 128.0;

/// Reads of each element of an operand from which the operand is copied into the order of the lanes: a copied
/// element costs as much as 20 to 30 terms of a product gain (bench/log/0021).
pub const LEAST_SHARED: f64 = 32.0;

/// Ratio: operands are copied before a compute if the copies and the loops take at most this share of the
/// time without copies.
pub const WORTH_COPIES: f64 = 0.95;

/// The same ratio against loops over tiles, which pack their own operands and whose price is better known: 64
/// × 4,096 × 4,096 took twice as long with copies whose price was 8 % lower.
pub const WORTH_COPIES_FOR_TILES: f64 = 0.85;

/// Cost of a read from L1, relative to a multiply-add that uses the element.
pub const LOADS: f64 = 0.25;

/// Terms of a panel: the rows of a block of lanes stay in L1, and the sums are not split.
pub const PANEL_TERMS: i64 = 256;

/// Maximum number of terms of a fold that is not split: the result is written once.
pub const MOST_UNSPLIT: i64 = 2 * PANEL_TERMS;

/// The same for folds over several axes, such as the taps and channels of a convolution: shared elements stay
/// in L2.
pub const TAPS_UNSPLIT: i64 = MOST_CHAINED;

/// Blocks of lanes per thread from which threads may share the lanes of a product instead of its rows.
pub const LEAST_PANELS: i64 = 4;

/// Bytes of a row of a panel of lanes: a panel has a megabyte, which all threads share.
pub const PANEL_ROW_BYTES: i64 = 4096;

/// Share of the registers that holds the accumulators of a block of the result: operands in flight take the
/// rest.
pub const BLOCK_REGISTERS: f64 = 0.75;

/// Widths of a block that are tried, in vector registers.
pub const BLOCK_VECTORS: [i64; 2] = [2, 1];

/// Minimum number of rows of a block: fewer rows reuse too little of the lanes that are read.
pub const LEAST_BLOCK_ROWS: i64 = 4;

/// Maximum number of rows of a block: with more rows, reads per accumulator hardly decrease.
pub const MOST_BLOCK_ROWS: i64 = 16;

/// Blocks per panel if the row count is unknown: half of a small L2 holds eleven blocks of twelve rows, at
/// [`PANEL_TERMS`] elements of four bytes per row.
pub const OPEN_PANEL_BLOCKS: i64 = 11;

/// Minimum number of iterations of an axis that may be the rows of a block; of several such axes the last is
/// chosen, whose rows are closest in memory.
pub const LEAST_ROW_AXIS: i64 = 24;

/// Blocks of rows per thread, so that threads end at about the same time.
pub const BLOCKS_PER_CORE: i64 = 4;

/// Maximum number of copies of a nest that partial tiles may need: each copy holds a separate micro-kernel.
pub const MOST_COPIES: usize = 12;

/// Bytes of a result that no cache keeps until it is read: 64 MiB, twice the L3 of a large processor
/// (bench/log/0040).
pub const STREAMED: i64 = 64 << 20;

/// Minimum bytes of a row of such a result for non-temporal stores: a fence follows each row.
pub const STREAMED_ROW: i64 = 4096;

/// Iterations of a block of a parallel loop with non-temporal stores: each block ends with a fence, which
/// takes a microsecond at most.
pub const STREAM_BLOCK: i64 = 16_384;

// Caches and memory. The cost of a byte is a rate of the target (`tf_dialects::rates`).

/// Share of L1 that keeps the data of an iteration: the rows of a normalization's gradient are reread from L1
/// while they fill at most 6/8 of it (bench/log/0049).
pub(crate) const L1_SHARE: f64 = 0.75;

/// Fraction of min(compute, memory) time that is not overlapped.
pub(crate) const NOT_OVERLAPPED: f64 = 0.25;

/// Overhead of entering a nest once per outer iteration, in additions.
pub const NEST_ENTRY: f64 = 200.0;

/// Jammed iterations that share operands, on average: rows of a matrix product.
pub(crate) const SHARING_POINTS: f64 = 8.0;

/// Tile sizes that are tried for groups.
pub const TILE_SIZES: [i64; 8] = [1, 4, 8, 16, 32, 64, 128, 256];

/// More tile sizes, tried if all axes of the members are shared: the innermost shared loop is vectorized.
pub const LONG_TILE_SIZES: [i64; 3] = [512, 1024, 4096];

/// Maximum number of members of a group with stencils, the nearest producers first. Several counts are tried,
/// because halos and windows grow with each member.
pub const NEAR_MEMBERS: [usize; 3] = [24, 8, 3];

/// Maximum number of buffered members for which recomputation is tried, one by one.
pub const MOST_RECOMPUTED: usize = 8;

/// Chunk lengths that are tried for groups with windows on several threads: the first iterations of each
/// chunk recompute their halos.
pub const WINDOW_CHUNKS: [i64; 4] = [64, 128, 256, 512];

/// Minimum saving of windows over recomputation, as a share of the members' unfused cost.
pub const WORTH_KEEPING: f64 = 0.005;

/// Minimum saving of a larger tile over a smaller one, as a share of the members' unfused cost.
pub const WORTH_LONGER: f64 = 0.01;

/// Chunks of a group's last loop if threads reduce over it and the iterations suffice. It is independent of
/// the thread count, so that results have the same bits on any.
pub const CHUNKS: f64 = 32.0;

// Blocks of long sums.

/// Iterations of a block (of vectors, if the fold is vectorized): few enough to cost next to nothing.
pub const BLOCK: i64 = 64;

/// The same for jammed iterations, whose many accumulators are spilled at the end of a block.
pub const BLOCK_TOGETHER: i64 = 256;

/// Maximum number of terms of a sum over several axes that jammed iterations add up in one set of
/// accumulators.
pub const MOST_CHAINED: i64 = 3 * BLOCK_TOGETHER;

/// Bytes of a memory page: data farther apart needs its own lookup.
pub const PAGE: i64 = 4096;

/// Rows that are read concurrently: as many streams as the hardware prefetcher follows.
pub const ROWS_AT_ONCE: i64 = 8;

/// Minimum number of groups of such rows for which that pays.
pub const LEAST_ROW_GROUPS: i64 = 8;

/// Vector registers that are read of each such row at a time.
pub const ROW_PART_REGISTERS: i64 = 4;

/// Minimum bytes of a row segment for which a switch to another row pays.
pub const LEAST_ROW_PART: i64 = 1024;

/// Maximum number of partial sums that are accumulated in a result's memory in the format of the terms; more
/// of them use a wider format.
pub const MOST_IN_MEMORY: i64 = BLOCK;

/// Minimum number of terms of an inner fold whose result may be stored: the terms outweigh the store.
pub const LEAST_BETWEEN: f64 = 32.0;

/// Maximum number of blocks whose sums are added in the format of the terms: rounding errors of both the
/// terms and the blocks count.
pub const MOST_BLOCKS: i64 = 1024;

// Limits of recomputation by fusion and of copies by unrolling.

/// Cost of storing an element and rereading it from memory, in additions, if its price is unknown.
pub const STORED_AND_READ: u64 = 16;

/// Share of a point's operations that remain after contraction into fused multiply-adds.
pub const CONTRACTED: f64 = 0.55;

/// Ratio: recomputing a member at each of its reads may cost up to 1.1× as much as materializing it, because
/// the price of a sequence of nests underestimates what one nest and one buffer less save (bench/log/0049).
pub const WORTH_RECOMPUTING: f64 = 1.1;

/// Ratio: a member with more than this many times the points of all its producers and consumers, such as one
/// of all pairs, takes memory that programs do not expect.
pub const GROWS: f64 = 4.0;

/// Bytes that a member produces per tile of a loop that it shares with its consumers: they stay in L1 with
/// the other operands.
pub const SHARED_BYTES: f64 = 8192.0;

/// Maximum number of parallel iterations that threads share: with more, no thread waits for the last one of
/// another.
pub const MOST_SHARES: f64 = 64.0;

/// Maximum number of accesses of the computes in one decision: beyond that, only operations are counted.
pub const MOST_PRICED: usize = 256;

/// Cost of rereading an element from a near cache, with its address, in additions: a loop around the read
/// repeats it.
pub const READ_NEAR: u64 = 5;

/// The same for an element that is computed before a loop of the program and read in its iterations: the read
/// and two operations.
pub const READ_IN_LOOP: u64 = 3;

/// Cost of a bounds check of one axis, in additions: two comparisons, and one operation to combine them with
/// the others.
pub const BOUNDS_CHECK: u64 = 3;

/// Maximum cost of all copies of a cheap producer, in additions. If each value of a chain has several
/// consumers, copies of copies would square the size of the program; from here on memory is cheaper.
pub const COPIES: u64 = 64;

/// Maximum length of a chain of producers that is followed: most links cost something, so longer chains are
/// not cheap.
pub const LONGEST_CHAIN: usize = 4;

/// Largest constant extent that is unrolled into registers later, which merges equal code: repeating a
/// producer along it is free.
pub const UNROLLED: i64 = 8;

/// Maximum number of iterations of a fold that counts as straight-line code.
pub const SHORT_FOLD: u64 = 16;

/// Maximum number of ops in the region of a compute that is fused with a sibling: beyond, copying costs more
/// than the reads, and values do not fit into registers.
pub const MOST_MERGED_OPS: usize = 512;

/// Maximum number of ops of a compute after unrolling: longer code takes the code generator more time than
/// its loops would.
pub const LARGEST_UNROLLED: u64 = 512;

/// Ratio: short loops stay if they cost less than this share of their unrolled code, because the price
/// ignores loop overhead.
pub const WORTH_LOOPS: f64 = 0.8;

/// Maximum number of copies of a long fold that unrolling around it may make: they run concurrently, and
/// their accumulators must stay in registers.
pub const MOST_SUMS: u64 = 16;

/// Maximum number of ops of all copies of an unrolled body: more take the code generator longer than they
/// save.
pub const LARGEST_UNROLLED_LOOP: i64 = 16_384;

/// Maximum number of ops of a loop that index set splitting cuts where its comparisons change: it makes three
/// copies.
pub const LARGEST_SPLIT_LOOP: i64 = 640;

/// Maximum number of iterations at an end of a vector loop that run one by one because comparisons fail in
/// them.
pub const MOST_EDGE: i64 = 4;

/// Minimum number of iterations of such a loop: a shorter one consists mostly of its ends.
pub const LEAST_SPLIT_ITERATIONS: i64 = 8;

// Copies of buffers.

/// Minimum bytes of a buffer that all threads copy or fill: 1 MiB. Smaller ones are done before the other
/// threads have begun.
pub const COPIED_BY_THREADS: i64 = 1 << 20;

/// Vectors of a copy in flight at once.
pub const COPIED_VECTORS: i64 = 4;

// Scans and sorts.

/// Minimum number of elements of a parallel task of a scan or a sort.
pub const ELEMENTS_FOR_A_THREAD: i64 = 1 << 14;

/// Rows that are scanned together, since each waits for its accumulator: the sets of a cache do not hold more
/// streams whose distance is a power of two.
pub const ROWS_TOGETHER: i64 = 4;

/// Rows that are too few for all threads: their long scans and sorts are split.
pub const FEW_ROWS: i64 = 64;

/// Elements of a chunk of a long scan: a thread rereads it from L2.
pub const SCAN_CHUNK: i64 = 1 << 13;

/// Chunks of a long scan whose totals are computed before the second pass: enough for all threads, few enough
/// for L3.
pub const SCAN_CHUNKS: i64 = 128;

/// Maximum number of columns that a scan along another axis combines before the next row: their accumulators
/// stay in L1.
pub const MOST_COLUMNS: i64 = 1 << 11;

/// Minimum number of such columns, and a divisor of the column count: rows are far apart, and each begins
/// with a cache miss.
pub const LEAST_COLUMNS: i64 = 1 << 8;

/// Elements of a block of a long sort that one thread sorts: a power of 4, so that the merge passes end in
/// the original buffer.
pub const SORT_BLOCK: i64 = 1 << 12;

// Histograms.

/// Minimum number of points of a chunk with private accumulators.
pub const SHORTEST_PUTS: i64 = 1 << 14;

/// Minimum number of points per element of the accumulators: each element is initialized before the chunk and
/// read after it.
pub const POINTS_FOR_AN_ELEMENT: i64 = 8;

/// Maximum number of elements of private accumulators: more do not stay in L2.
pub const MOST_PRIVATE: i64 = 1 << 15;

// Scatters by owner computes.

/// Cost of a mispredicted branch, in additions: repeated work, and accesses that were concurrent before and
/// are serialized now (bench/log/0053).
pub(crate) const MISSED_BRANCH: f64 = 30.0;

/// Cost of computing and comparing the owner of an element, in additions.
pub(crate) const OWNER_FOUND: f64 = 6.0;

/// Maximum number of owners of a scatter: each owner visits all updates, so that more of them soon save
/// nothing.
pub const MOST_OWNERS: i64 = 16;

/// Maximum number of vector registers of a row that an owner updates at once.
pub const OWNER_REGISTERS: i64 = 4;

/// Ratio: updates by owners must take less than this share of one thread's time, because they occupy all
/// threads.
pub const WORTH_OWNERS: f64 = 0.8;

/// Powers of two that are tried for update and element counts that are unknown at compile time.
pub const SCATTERS_TRIED: std::ops::RangeInclusive<u32> = 10..=30;

/// Multiplicative hash of blocks to owners: the upper half of the product of a block index and this odd
/// factor, 2^64 divided by the golden ratio, is scaled to the owner count. Adjacent blocks, and blocks at
/// equal distances, then have different owners.
pub const OWNER_FACTOR: i64 = 0x9E37_79B9_7F4A_7C15_u64 as i64;

/// Bits of that half.
pub const OWNER_BITS: i64 = 32;

// GPUs.

/// Minimum number of points whose puts are sorted by element: one thread runs fewer points.
pub const SHORTEST_SORTED_PUTS: i64 = 1 << 10;

/// Threads of a block: enough to hide latencies at 32 registers or with fewer blocks, and small enough for
/// several blocks per multiprocessor.
pub const GPU_BLOCK: i64 = 256;

/// Jammed iterations per thread if they read the same elements, as the rows of a stencil do: they share
/// subexpressions, and their reads are concurrent. More of them would take registers from other warps.
pub const GPU_TOGETHER: i64 = 4;

/// Maximum number of operations and accesses of jammed code, which is copied once for each iteration.
pub const GPU_SHORT_TOGETHER: usize = 64;

/// Bits of the widest access of a thread.
pub const GPU_ACCESS_BITS: i64 = 128;

/// Maximum number of vector lanes of a thread.
pub const GPU_MOST_LANES: i64 = 4;

/// Minimum number of terms of a fold that threads share: the exchange of partial sums takes ten steps.
pub const GPU_FEW_TERMS: f64 = 32.0;

/// Minimum number of columns that are summed by one thread each, even if some threads idle: sharing a sum
/// would need strided reads.
pub const GPU_COLUMNS: f64 = 256.0;

/// Terms of a chunk of a column: the chunks suffice for all threads, and the partial results are small.
pub const GPU_COLUMN_CHUNK: i64 = 64;

/// Minimum number of terms of a fold that a block reduces.
pub const GPU_LONG_FOLD: f64 = 1024.0;

/// Bytes of rows that a block buffers in shared memory: at least six blocks of 256 threads fit on a
/// multiprocessor.
pub const GPU_ROW_BYTES: i64 = 32 << 10;

/// The same for rows of known length, which reserve no more than they need.
pub const GPU_ROW_BYTES_KNOWN: i64 = 46 << 10;

/// Blocks of a grid per resident block: later blocks fill the gaps that earlier ones leave.
pub const GPU_WAVES: u64 = 4;

/// Maximum bytes of private arrays of a thread; with more, each iteration is a separate launch.
pub const GPU_LOCAL_BYTES: u64 = 4096;

/// As [`GPU_WAVES`], if a block computes one point at a time: points take long, and blocks with more of them
/// would be the last to end.
pub const GPU_TEAM_WAVES: u64 = 64;

/// Elements that a thread ranks in a radix sort: with more, the histograms of warps exceed their registers.
pub const GPU_DIGIT_SORT_EACH: i64 = 16;

/// Digit counts that a thread adds up at a time.
pub const GPU_DIGIT_SORT_COUNTS: i64 = 8;

/// Elements that one thread sorts, and that one thread merges of a run: a power of 4.
pub const GPU_SORT_BLOCK: i64 = 16;

/// Elements of a chunk of a long scan, which a block scans: enough to hide the exchange of totals.
pub const GPU_SCAN_CHUNK: i64 = 1 << 12;

/// Maximum number of elements of a grid-wide scan: a grid has 2^31 blocks, and each has at least as many
/// elements as threads.
pub const GPU_SCAN_MOST: i64 = 1 << 39;

/// Bytes of a scan that a thread has in flight: enough to hide the latency of memory, and they fit in
/// registers.
pub const GPU_SCAN_BYTES: i64 = 64;

/// Resident blocks of a scan per multiprocessor: while one passes its total on, others read. This leaves each
/// thread 64 registers.
pub const GPU_SCAN_BLOCKS: i64 = 4;

/// Chunks of a long scan that blocks scan before one block adds up their totals.
pub const GPU_SCAN_CHUNKS: i64 = 1 << 12;

/// Minimum number of elements of a row that a block scans.
pub const GPU_LONG_ROW: i64 = 1 << 10;

// Tiles over time: several time steps run together on a band of rows.

/// Counts of time steps that are tried for one tile.
pub const TIME_TILES: [i64; 3] = [2, 4, 8];

/// Lengths of bands that are tried.
pub const BANDS: [i64; 4] = [16, 32, 64, 128];

/// Lengths of bands that are tried with sliding windows: long bands recompute little, and only the window has
/// to stay in a cache.
pub const WINDOW_BANDS: [i64; 3] = [128, 256, 512];

/// Rows per step of such a window.
pub const WINDOW_ROWS: [i64; 3] = [2, 4, 8];

/// Counts of time steps that are tried with windows. Sixteen run up to a tenth faster than eight, but take
/// three times as long to compile.
pub const WINDOW_TIME_TILES: [i64; 2] = [4, 8];

/// Ratio: tiles over time must cost less than this share of single time steps, because the price knows bands
/// less well.
pub const WORTH_TOGETHER: f64 = 0.9;

// Fusion.

/// Maximum number of evaluated points of a producer that are remembered for further reads.
pub const POINTS_IN_MIND: usize = 16;

/// Maximum number of earlier computes that are tried for sibling fusion, per tensor read.
pub const TRIED_TO_MERGE: usize = 16;

/// Largest producer stride in a group (nested pooling).
pub const MOST_STRIDE: i64 = 64;

/// Maximum number of members of a group.
pub const MOST_MEMBERS: usize = 48;

/// Maximum number of elements of a slice's tensor that batched code at points may carry: each becomes a
/// separate read.
pub const MOST_CARRIED: i64 = 256;

// Vector code.

/// Cost above which a side of an if-converted branch is skipped if its mask is empty.
pub const SKIP_COST: u64 = 24;

/// Largest stride between lanes of the starts of windows that count as close.
pub const CLOSE: i64 = 2;

/// Functions of fewer operations are called in blocks that are longer by [`LONGER_CALLS`], because their
/// calls take a third of the time.
pub const SHORT_FUNCTION: u64 = 19;

/// Factor on the block length of calls of short functions.
pub const LONGER_CALLS: u64 = 4;

/// Functions of fewer operations are never called.
pub const TINY_FUNCTION: u64 = 8;

// Memory.

/// Bytes of a buffer of constant size up to which it is on the stack.
pub const SMALLEST_IN_ARENA: u64 = 4096;

// Scans.

/// Vector registers in which a scan combines the elements of a chunk.
pub const CHUNK_REGISTERS: i64 = 4;

/// Vector registers of adjacent columns that a scan combines in one step.
pub const COLUMN_REGISTERS: i64 = 2;

// Products on a GPU.

/// Minimum number of rows and columns of a product for which tiles in shared memory pay.
pub const GPU_LEAST_POINTS: i64 = 64;

/// Minimum number of terms of such a product.
pub const GPU_LEAST_TERMS: i64 = 16;

/// Threads along each side of a block that computes a tile of a product.
pub const GPU_SIDE: i64 = 16;

/// Rows and columns of the result per thread, [`GPU_SIDE`] apart, so that a warp reads adjacent elements of a
/// tile.
pub const GPU_EACH: i64 = 4;

/// Terms of a tile of a product.
pub const GPU_TERMS: i64 = 16;

// Candidates of the tuner.

/// Jam factors.
pub const TUNED_POINTS: [i64; 5] = [2, 4, 6, 8, 12];

/// Unroll factors of folds.
pub const TUNED_UNROLLED: [i64; 2] = [2, 4];

/// Maximum number of changes between the chosen schedule and a random one.
pub const DRAWN_CHANGES: u64 = 6;

/// Draws per requested schedule: many are repeats or illegal.
pub const DRAWN_TRIES: usize = 16;

/// Tiles of a group per parallel chunk, if windows are tried.
pub const CHUNK_OF_TILES: i64 = 16;

/// Factor by which the grain of parallel loops changes.
pub const TUNED_GRAINS: i64 = 4;

// Checkpoints.

/// Maximum number of iterations of a loop whose states are all stored.
pub const ALWAYS_STORED: i64 = 16;

/// Slots per level if the iterations are unknown at compile time: two levels cover the square of this and
/// compute no state more than twice.
pub const CHECKPOINTS: i64 = 128;

/// Slots per level if a slot is a scalar.
pub const NUMBERED_CHECKPOINTS: i64 = 8;

/// Maximum number of levels if a slot is a scalar.
pub const CHECKPOINT_LEVELS: u32 = 3;

// Ratios: a candidate replaces an earlier one only if its cost is below this share, since costs are
// estimates.

/// Jammed iterations, against vectors alone.
pub const WORTH_JAM: f64 = 0.9;

/// Vectors along another loop, against those along an earlier candidate: the last axis of the domain comes
/// first.
pub const WORTH_OTHER_LANES: f64 = 0.9;

/// Vectors, against scalar code.
pub const WORTH_LANES: f64 = 0.8;

/// Another jam factor.
pub const WORTH_OTHER_JAM: f64 = 0.98;

/// Cost factor of a separate epilogue.
pub const OWN_REST: f64 = 1.02;

/// Minimum number of registers of a machine on which values may have [`MOST_AT_ONCE`] registers each and
/// leave room for temporaries.
pub const MANY_REGISTERS: u32 = 32;

/// Maximum number of vector registers per value.
pub const MOST_AT_ONCE: i64 = 4;

/// The same where a machine has fewer registers, or lanes leave loops one by one.
pub const FEW_AT_ONCE: i64 = 2;

/// Registers that a fold from row to row needs besides accumulators and operands.
pub const ROW_SPARE: i64 = 4;

/// Maximum number of vector registers per value of such a fold.
pub const MOST_ROW_REGISTERS: i64 = 8;

/// Vector registers per value that are tried with jammed iterations.
pub const JAMMED_REGISTERS: [i64; 3] = [4, 2, 1];

/// Maximum cost of code that runs in four vector registers per value, in additions.
pub const FOUR_REGISTERS: f64 = 8.0;

/// Maximum cost of code that runs in two, in additions.
pub const TWO_REGISTERS: f64 = 40.0;

/// Minimum cost of code outside folds that is a latency-bound chain, such as an exponential, in additions.
pub const LONG_CODE: f64 = 60.0;

/// Lanes of 32 bits that such code runs in, to hide the latency.
pub const LONG_LANES: i64 = 32;

/// Ratio: prices this close to the least one do not differ. Rates of two runs of `tfrun --calibrate` on one
/// machine differ by as much.
pub const SAME_PRICE: f64 = 1.05;

/// Another order or jam of the loops, against the first choice.
pub const WORTH_OTHER_SHAPE: f64 = 0.85;

/// Minimum number of blocks of rows of a product for which tiles pay.
pub const LEAST_BLOCKS: f64 = 4.0;

/// Minimum number of terms per element of such a product.
pub const LEAST_TERMS: f64 = 16.0;

/// Share of a GPU's resident threads that points must fill to run one per thread.
pub const GPU_ENOUGH: f64 = 0.25;

// Donation: a result reuses the memory of an argument.

/// Pairs of a read and a write that are checked per access of an argument or result, so that compile time is
/// linear.
pub const DONATION_PAIRS: usize = 256;

// Checks for cancellation in kernels whose loops may run forever.

/// Operations of a thread that end within a few seconds: no check for cancellation is needed.
pub const LONGEST_UNWATCHED: u64 = 1 << 30;

/// Operations of a thread between checks for cancellation: the delay is too short to notice, and the checks
/// cost next to nothing.
pub const OPERATIONS_PER_LOOK: u64 = 1 << 16;

/// Assumed maximum number of iterations of a loop over an extent without known bounds.
pub const UNKNOWN_TRIP_COUNT: u64 = 1 << 12;

/// Assumed usual number of iterations of such a loop.
pub const USUAL_TRIP_COUNT: u64 = 64;

// Dependent folds that share a loop.

/// Cost of correcting a running maximum besides the exponential, in additions: a comparison, a difference, a
/// selection and a product.
pub const EXPONENT: f64 = 4.0;

/// Cost of merging two means and sums of squared deviations, in additions: two divisions, the distance of the
/// means, its square, a product and a sum.
pub const DEVIATION: f64 = 30.0;

/// Terms per tile of the joined folds of a compute that are tried.
pub const JOINED_TERMS: [i64; 4] = [1024, 2048, 4096, 8192];

/// Maximum number of sibling folds that are tried.
pub const MOST_JOINED: usize = 8;

/// Tile sizes that are tried for the loop that joins members of a group.
pub const JOINED_TILE_SIZES: [i64; 3] = [64, 128, 256];

/// Tile sizes that are tried for the innermost loop around it.
pub const ROWS_AROUND_JOINED: [i64; 4] = [8, 16, 32, 64];

/// Minimum share of the cost that joining the folds of a compute must save.
pub const WORTH_JOINING: f64 = 0.05;

/// Maximum number of ops in the condition of a `loop.while` that is raised to a counted loop.
pub(crate) const MOST_CONDITION_OPS: usize = 32;

/// Maximum number of values that are visited to simplify an integer computed from loop indices.
pub const MOST_INDEX_OPS: usize = 32;

/// Maximum depth of the arithmetic between an extension and an index.
pub const MOST_INDEX_DEPTH: usize = 6;
