//! The numbers that decide what is fused, unrolled and scheduled, in one place. Costs are in additions of one lane.

// What is worth a thread, a vector, a register.

/// Work worth handing to a thread, additions.
pub(crate) const WORTH_A_THREAD: f64 = 20_000.0;

/// Iterations of each core from which on threads share a loop evenly, however many there are.
pub(crate) const MIN_PER_CORE: f64 = 4.0;

/// So many times as many threads may be left without a share of other loops as of those that were looked at first, for their price to be asked.
pub(crate) const WORTH_OTHER_AXES: f64 = 0.9;

/// Work of a chunk of a fold that is cut into chunks for threads: enough for one, and for its partial result to cost nothing.
pub(crate) const CHUNK: f64 = 4.0 * WORTH_A_THREAD;

/// Fewer trips are no chunk: a partial result is written and read for each.
pub(crate) const SHORTEST_CHUNK: u64 = 16;

/// More trips are no chunk: where the number of chunks times this may leave 64 bits, nothing is proved of its indices.
pub(crate) const LONGEST_CHUNK: u64 = 1 << 14;

/// Work of a fold of constant length from which on it is cut into chunks.
pub(crate) const LONG_ENOUGH_TO_SPLIT: f64 = 2.0 * CHUNK;

/// Points of a box that are too few for all threads: long folds of theirs are cut into chunks.
pub(crate) const FEW_POINTS: i64 = 64;

/// Fewer terms of which one counts are all looked at.
pub(crate) const SHORTEST_RAISED: u64 = 8;

/// Axes with fewer points are not scanned: as many terms are soon combined for each point.
pub(crate) const SHORTEST_RUNNING: i64 = 32;

/// An access to each lane's own address, per lane.
pub(crate) const SCATTERED: f64 = 1.5;

/// Combining the lanes of an accumulator at the end of a fold.
pub(crate) const COMBINE: f64 = 12.0;

/// Points of a product whose long fold is cut into chunks, at most: what a chunk comes to stays in the second cache.
pub(crate) const MOST_LONG_POINTS: i64 = 1 << 16;

/// Chunks of such a fold, at least: enough for many threads, and what they come to is little beside their terms.
pub(crate) const LEAST_LONG_CHUNKS: u64 = 16;

/// Terms of such a chunk, at least.
pub(crate) const SHORTEST_LONG_CHUNK: u64 = 256;

/// Bytes of both operands of such a chunk: half of a small second cache.
pub(crate) const LONG_CHUNK_BYTES: f64 = 262_144.0;

/// Numbers that such a chunk reads for each that it comes to, at least: those are memory that programs have not counted on.
pub(crate) const LONG_CHUNK_READS: f64 = 8.0;

/// Trip count of a fold from which on it matters what is read of each row.
pub(crate) const LONG_FOLD: f64 = 64.0;

/// Vectors that a loop adds up, from which on what is read behind it is asked for in front of it: fewer are no block of a result.
pub(crate) const LEAST_SUMS_AHEAD: usize = 4;

/// Cost of code that is short enough for many registers of lanes at once.
pub(crate) const SHORT_CODE: f64 = 16.0;

/// Reads and kinds of arithmetic of a compute whose code is short enough to be written several times; the code of its folds
/// has to stay in the cache of the decoder.
pub(crate) const SHORT_TOGETHER: usize = 64;

/// The same of the code in folds.
pub(crate) const SHORT_IN_FOLDS: usize = 24;

/// Ops of code that is short enough to be written again for the end of vectors, where a machine has no masks.
pub(crate) const SHORT_END: usize = 16;

/// Points each read rows of their own: more rows at a power of two apart do not fit into the ways of a cache.
pub(crate) const MOST_POINTS: i64 = 8;

/// Most points whose rows are known to be in different sets of a cache.
pub(crate) const MOST_POINTS_APART: i64 = 14;

/// Rows so many bytes apart, or a multiple, are in the same few sets of a cache.
pub(crate) const SAME_SET: i64 = 2048;

/// What a vector costs of which a part may be outside of the tensor, where machines have no masks to load with.
pub(crate) const UNMASKED: f64 = 2.0;

/// What a number costs that all lanes read and that may be outside of the tensor, where machines have no masks to load with: it is compared first where it is.
pub(crate) const CHECKED: f64 = 4.0;

/// Sums of 256 bits that have to be under way so that no unit waits: two begin in each cycle, and one takes four.
pub(crate) const CHAINS: f64 = 8.5;

/// One of so many registers holds what is neither accumulated nor shared: numbers that all lanes read, on their way.
pub(crate) const SPARE_REGISTERS: i64 = 8;

/// The part of the iterations of a loop in which a comparison may fail that is called likely: vectors of its ends are what is left then.
pub(crate) const RARELY: f64 = 1.0 / 32.0;

/// The trip count assumed of a loop of unknown length.
pub(crate) const LIKELY_TRIPS: f64 = 512.0;

/// The trip count assumed of a loop of unknown length inside the region of a compute.
pub(crate) const LIKELY_INNER_TRIPS: f64 = 16.0;

// Tiles.

/// Terms of a product, or of one of a batch, from which on loops over tiles are priced: 2^24. Smaller ones are faster by rows that lie where they are
/// (docs/perf/0019, 0051).
pub(crate) const LEAST_TILED: &str = "16777216";

/// How many times as many terms a product of unknown extents has to have, as no price is asked for the extents of a call: from 2^28 on tiles are faster wherever that
/// was measured (docs/perf/0052).
pub(crate) const UNKNOWN_TILED: f64 = 16.0;

/// Terms of a product from which on its operands are in panels, whatever order they lie in: 2^28.
pub(crate) const LARGE_PRODUCT: f64 = 268_435_456.0;

/// The same two of products of narrow numbers, several terms of which one instruction adds up: it takes them from tiles only, which pay from 64 x 64 x 64 on (docs/perf/0043).
pub(crate) const LEAST_IN_WORDS: f64 = 262_144.0;

/// Loops over tiles may be so much dearer, as the price has it: what it does not know of is on their side, as arguments that do not begin with a line, rows that are
/// each in another page, and edges that are asked for in each trip. Of sums over several axes, as over the taps of a window, only where rows are far apart or reads may be
/// outside (docs/perf/0051, 0054, 0057).
pub(crate) const WORTH_TILES: f64 = 1.08;

/// A product that has no more rows, lanes or terms reads and writes so much for each term that sharing loops with what reads it may be worth more than
/// panels, as the products of attention do.
pub(crate) const NARROW: f64 = 128.0;

/// Points that read the same number of an operand, from which on it pays to copy it into the order of the lanes: a copied number costs what
/// 20 to 30 terms of a product gain (docs/perf/0021).
pub(crate) const LEAST_SHARED: f64 = 32.0;

/// Copies are made in front of a compute where they and its loops take no more than this part of what its loops take as they are.
pub(crate) const WORTH_COPIES: f64 = 0.95;

/// The same beside loops over tiles, which make copies of their own and whose price is known better: 64 x 4,096 x 4,096 took twice as long with copies that looked 8 % cheaper.
pub(crate) const WORTH_COPIES_FOR_TILES: f64 = 0.85;

/// What a read from the first cache costs beside a multiply-add with a number of it.
pub(crate) const LOADS: f64 = 0.25;

/// Terms of a panel: as long as rows of a block of lanes stay in the first cache, and as sums are not cut.
pub(crate) const PANEL_TERMS: i64 = 256;

/// A fold that is not longer is not cut: the result is written once.
pub(crate) const MOST_UNSPLIT: i64 = 2 * PANEL_TERMS;

/// The same of folds over several axes, as the taps and channels of a convolution are: what points share of them stays in the second cache.
pub(crate) const TAPS_UNSPLIT: i64 = MOST_CHAINED;

/// Blocks of lanes for each thread from which on threads may share the lanes of a product, instead of its rows.
pub(crate) const LEAST_PANELS: i64 = 4;

/// Bytes of a row of a panel of lanes: a panel of a megabyte, which all threads share.
pub(crate) const PANEL_ROW_BYTES: i64 = 4096;

/// The part of the registers that the sums of a block of a result take: rows and lanes on their way take the others.
pub(crate) const BLOCK_REGISTERS: f64 = 0.75;

/// Registers of lanes of a block that are tried.
pub(crate) const BLOCK_VECTORS: [i64; 2] = [2, 1];

/// Rows of a block at least: fewer share too little of the lanes that are read.
pub(crate) const LEAST_BLOCK_ROWS: i64 = 4;

/// The same at most: what is read for each sum hardly falls with more.
pub(crate) const MOST_BLOCK_ROWS: i64 = 16;

/// Blocks of rows of a panel whose number of rows is not known: of [`PANEL_TERMS`] numbers of four bytes, half of a small second cache holds so many blocks of twelve.
pub(crate) const OPEN_PANEL_BLOCKS: i64 = 11;

/// Points of an axis that is worth to be that of the rows of blocks; of several, the last one is, whose rows lie nearest to each other.
pub(crate) const LEAST_ROW_AXIS: i64 = 24;

/// Blocks of rows for each thread, so that threads end at about the same time.
pub(crate) const BLOCKS_PER_CORE: i64 = 4;

/// Copies of a nest that ragged ends may make: each holds a micro-kernel of its own.
pub(crate) const MOST_COPIES: usize = 12;

/// Bytes of a result that no cache keeps until it is read: 64 MiB, twice the last cache of a large processor (docs/perf/0040).
pub(crate) const STREAMED: i64 = 64 << 20;

/// Bytes of a row of a part of such a result from which on it streams: behind each row its stores are waited for.
pub(crate) const STREAMED_ROW: i64 = 4096;

/// Iterations of a block of a parallel loop that stores past the caches: each waits for its stores at its end, for a microsecond at most.
pub(crate) const STREAM_BLOCK: i64 = 16_384;

// Caches and memory. What a byte costs is a rate of the target (`tf_dialects::rates`).

/// The part of the first cache that keeps what a trip of a loop touches: rows of a normalization's gradient are read again from it up to six
/// of its eight ways (docs/perf/0049).
pub(crate) const KEPT_NEAR: f64 = 0.75;

/// Of the time that work and bytes take, whichever is less, what is seen: the rest passes behind the other.
pub(crate) const SEEN: f64 = 0.25;

/// Starting the loops of a compute anew, in a trip of loops around it.
pub(crate) const TRIP: f64 = 200.0;

/// Points of which several run together share what they read: rows of a product, on the average.
pub(crate) const SHARING_POINTS: f64 = 8.0;

/// The lengths of trips that groups are tried with.
pub(crate) const TRIPS: [i64; 8] = [1, 4, 8, 16, 32, 64, 128, 256];

/// The same where all axes of members are shared: the last loop is the one of lanes.
pub(crate) const LONG_TRIPS: [i64; 3] = [512, 1024, 4096];

/// The most members of a group whose members read each other around their own points, the nearest ones: several numbers are tried, as what surrounds trips grows with
/// each member, and so do windows.
pub(crate) const NEAR_MEMBERS: [usize; 3] = [24, 8, 3];

/// Of how many members that are kept it is tried whether they are better computed again.
pub(crate) const MOST_UNKEPT: usize = 8;

/// The lengths of chunks for threads that groups with windows are tried with: the first trips of each compute what is around them again.
pub(crate) const KEPT_CHUNKS: [i64; 4] = [64, 128, 256, 512];

/// Of what members cost alone, what windows have to save more than computing again.
pub(crate) const WORTH_KEEPING: f64 = 0.005;

/// Of what members cost alone, what a longer trip has to save more than a shorter one.
pub(crate) const WORTH_LONGER: f64 = 0.01;

/// Into how many chunks the last loop of a group is cut where threads add up sums over it, if trips allow: never by the number of threads, so that the answer
/// has the same bits for any.
pub(crate) const CHUNKS: f64 = 32.0;

// How long sums are cut.

/// Trips of a block (of vectors, where the fold's iterations are lanes): as few as cost next to nothing.
pub(crate) const BLOCK: i64 = 64;

/// Trips of a block where points are lowered together, whose many accumulators are put aside at its end.
pub(crate) const BLOCK_TOGETHER: i64 = 256;

/// Most terms of a sum over several axes that points which run together add up in one set of accumulators.
pub(crate) const MOST_CHAINED: i64 = 3 * BLOCK_TOGETHER;

/// Bytes of a page of memory: what lies farther apart is fetched on its own.
pub(crate) const PAGE: i64 = 4096;

/// Rows that are read side by side: as many as the processor follows ahead of the program.
pub(crate) const ROWS_AT_ONCE: i64 = 8;

/// Groups of such rows from which on it pays to read them so.
pub(crate) const LEAST_ROW_GROUPS: i64 = 8;

/// Registers of lanes that are read of each such row at a time.
pub(crate) const ROW_PART_REGISTERS: i64 = 4;

/// Bytes of a row that are worth going to it.
pub(crate) const LEAST_ROW_PART: i64 = 1024;

/// Parts of a sum that a result's memory adds up in the format of the terms; more are added up in a wider one.
pub(crate) const MOST_IN_MEMORY: i64 = BLOCK;

/// Terms of an inner fold so many that what it comes to is little beside them: it may be stored.
pub(crate) const LEAST_BETWEEN: f64 = 32.0;

/// As many blocks at most where their sums are added up in the format of the terms: both roundings of terms and of blocks count.
pub(crate) const MOST_BLOCKS: i64 = 1024;

// What fusion may repeat, and what unrolling may copy.

/// What storing an element and reading it from memory costs, where no price says so.
pub(crate) const STORED_AND_READ: u64 = 16;

/// Of the operations of a point, the instructions that are left when products and sums became one.
pub(crate) const CONTRACTED: f64 = 0.55;

/// What evaluating a member at each of its reads may cost of what storing it does: one nest less is started, and less memory written, than the price of
/// nests in a row knows (docs/perf/0049).
pub(crate) const WORTH_AGAIN: f64 = 1.1;

/// A member of so many times the points of all that it reads and is read for, as of all pairs, is memory that programs have not counted on.
pub(crate) const GROWS: f64 = 4.0;

/// Bytes of what a member makes in a trip of a loop that it shares with those that read it: they stay in the first cache, beside what else is read.
pub(crate) const SHARED_BYTES: f64 = 8192.0;

/// Trips of loops for threads to share, where there are as many: with more, none waits for another one's last.
pub(crate) const MOST_SHARES: f64 = 64.0;

/// Reads of the computes that a choice is about, at most: of more, only operations are counted.
pub(crate) const MOST_PRICED: usize = 256;

/// What reading an element costs that was read before and is in a near cache, with its address: where a loop around the read repeats it.
pub(crate) const READ_NEAR: u64 = 5;

/// The same for what is computed before a loop of the program and read in its iterations: the read and two operations.
pub(crate) const READ_IN_LOOP: u64 = 3;

/// What it costs to ask of an axis whether an index is inside: two comparisons, and one operation that joins them to the others.
pub(crate) const ASKED: u64 = 3;

/// Largest cost of all copies of a cheap producer together. Where each value of a chain is read by the next one and by
/// others, copies of copies would make a program of the square of its size; from here on memory is cheaper.
pub(crate) const COPIES: u64 = 64;

/// Producers that read producers are followed this far: as most links cost something, more are not cheap.
pub(crate) const LONGEST_CHAIN: usize = 4;

/// Constant axes up to this extent are unrolled into registers later, where equal code is merged: repeating a
/// producer along them is free.
pub(crate) const UNROLLED: i64 = 8;

/// Trip count up to which folds are like straight-line code.
pub(crate) const SHORT_FOLD: u64 = 16;

/// Largest number of ops in the region of a compute that is merged with another one: beyond, copying costs more than
/// reads do, and values do not fit into registers.
pub(crate) const MOST_MERGED_OPS: usize = 512;

/// Most ops that unrolling may give a compute. Longer code takes the code generator more time than its loops would.
pub(crate) const LARGEST_UNROLLED: u64 = 512;

/// What short loops may cost beside the same written out, to stay: what starting them costs, the price does not know.
pub(crate) const WORTH_LOOPS: f64 = 0.8;

/// Most copies of a long fold that unrolling what is around it may make: they run side by side, and each has sums of its
/// own, which have to stay in registers.
pub(crate) const MOST_SUMS: u64 = 16;

/// Most ops that all copies of a body may have: more take the code generator longer than they save.
pub(crate) const LARGEST_UNROLLED_LOOP: i64 = 16_384;

/// Most ops of a loop that is split where its comparisons begin and end to hold: there are three of it then.
pub(crate) const LARGEST_SPLIT_LOOP: i64 = 640;

/// Iterations at an end of a loop of vectors that run one by one, if comparisons fail in them.
pub(crate) const MOST_EDGE: i64 = 4;

/// Fewest iterations of such a loop: its ends are most of a shorter one.
pub(crate) const LEAST_SPLIT_TRIPS: i64 = 8;

// Copies of buffers.

/// Bytes of a buffer that all threads copy or fill: 1 MiB. Smaller ones are done before the others have begun.
pub(crate) const COPIED_BY_THREADS: i64 = 1 << 20;

/// Vectors of a copy that are under way at once.
pub(crate) const COPIED_VECTORS: i64 = 4;

// Scans and sorts.

/// Elements of a scan or of a sort worth handing to a thread.
pub(crate) const ELEMENTS_FOR_A_THREAD: i64 = 1 << 14;

/// Rows whose scans run together, as each waits for its accumulator: more would be more streams than a cache has ways for, where rows are a
/// power of two apart.
pub(crate) const ROWS_TOGETHER: i64 = 4;

/// Rows that are too few for all threads: long scans and sorts of theirs are cut.
pub(crate) const FEW_ROWS: i64 = 64;

/// Elements of a chunk of a long scan: what a thread reads twice stays in its second cache.
pub(crate) const SCAN_CHUNK: i64 = 1 << 13;

/// Chunks of a long scan whose totals are found before they are read again: enough for all threads, few enough for the last cache.
pub(crate) const SCAN_CHUNKS: i64 = 128;

/// Columns that a scan along another axis combines before it goes on to the next row, at most: what it reads again stays in the first cache.
pub(crate) const MOST_COLUMNS: i64 = 1 << 11;

/// The same at least, and a divisor of their number: rows are far from each other, and each begins with a wait.
pub(crate) const LEAST_COLUMNS: i64 = 1 << 8;

/// Elements of a block of a long sort that one thread sorts: a power of 4, so that the passes over it end where they began.
pub(crate) const SORT_BLOCK: i64 = 1 << 12;

// Histograms.

/// Points of a chunk that has accumulators of its own, at least.
pub(crate) const SHORTEST_PUTS: i64 = 1 << 14;

/// The same for each element of the accumulators: each is written before and read behind.
pub(crate) const POINTS_FOR_AN_ELEMENT: i64 = 8;

/// Elements of accumulators that chunks have of their own, at most: more do not stay in the second cache.
pub(crate) const MOST_PRIVATE: i64 = 1 << 15;

// Scatters whose targets are shared out among owners.

/// What a branch costs that goes another way than the processor guessed: what it does again, and accesses that were under way together and wait for each other now
/// (docs/perf/0053).
pub(crate) const MISSED_BRANCH: f64 = 30.0;

/// Finding out who owns an element, and comparing.
pub(crate) const OWNER_FOUND: f64 = 6.0;

/// Owners of a scatter, at most: each looks at all updates, so that more soon save nothing.
pub(crate) const MOST_OWNERS: i64 = 16;

/// Registers of a row that an owner changes at once, at most.
pub(crate) const OWNER_REGISTERS: i64 = 4;

/// Updates by owners have to take less than this part of the time of one thread: all threads are busy for it.
pub(crate) const WORTH_OWNERS: f64 = 0.8;

/// Powers of two that are tried for numbers of updates and of elements that only a call knows.
pub(crate) const SCATTERS_TRIED: std::ops::RangeInclusive<u32> = 10..=30;

/// Blocks of a target are multiplied by this odd number, 2^64 by the golden ratio, and by how many owners there are: what remains of each product above its lower bits
/// says whose a block is. Blocks side by side, and those at equal distances, come to owners in turn.
pub(crate) const OWNER_FACTOR: i64 = 0x9E37_79B9_7F4A_7C15_u64 as i64;

/// The lower bits of these products.
pub(crate) const OWNER_BITS: i64 = 32;

// What pays on a GPU.

/// Points whose puts are sorted by their elements, at least: fewer are one thread's.
pub(crate) const SHORTEST_SORTED_PUTS: i64 = 1 << 10;

/// Threads of a block: enough to hide latencies at 32 registers or fewer blocks, and several blocks on each multiprocessor.
pub(crate) const GPU_BLOCK: i64 = 256;

/// Points of a thread that run together where they read the same elements, as the rows of a stencil do: what is the same for them is
/// computed once, and their reads are under way at once; more would take registers that hold other warps.
pub(crate) const GPU_TOGETHER: i64 = 4;

/// Operations and accesses of a point beyond which points run one by one: their code is written once for each of them.
pub(crate) const GPU_SHORT_TOGETHER: usize = 64;

/// The widest access of a thread.
pub(crate) const GPU_ACCESS_BITS: i64 = 128;

/// The most lanes of a thread.
pub(crate) const GPU_MOST_LANES: i64 = 4;

/// A fold of fewer terms is one thread's: to hand sums around takes ten steps.
pub(crate) const GPU_FEW_TERMS: f64 = 32.0;

/// So many columns are summed by a thread each, though that is not all threads: to share a sum would mean to read across columns.
pub(crate) const GPU_COLUMNS: f64 = 256.0;

/// Terms of a chunk of a column: there are enough chunks for all threads, and what they come to is little.
pub(crate) const GPU_COLUMN_CHUNK: i64 = 64;

/// A fold of so many terms is worth the threads of a block.
pub(crate) const GPU_LONG_FOLD: f64 = 1024.0;

/// Bytes of rows that a block keeps in shared memory: six blocks and more of 256 threads run on a multiprocessor.
pub(crate) const GPU_ROW_BYTES: i64 = 32 << 10;

/// The same for rows of known length, which take no more than they need.
pub(crate) const GPU_ROW_BYTES_KNOWN: i64 = 46 << 10;

/// Blocks of a grid for each that runs at a time: later ones fill the gaps that earlier ones leave.
pub(crate) const GPU_WAVES: u64 = 4;

/// Bytes of arrays that a thread may have for itself; with more, trips are launched one by one.
pub(crate) const GPU_LOCAL_BYTES: u64 = 4096;

/// The same where a block has a point at a time: points take long, and blocks that have some more than others are waited for.
pub(crate) const GPU_TEAM_WAVES: u64 = 64;

/// Elements that a thread ranks in a sort by digits: with more, warps keep longer histograms than registers.
pub(crate) const GPU_DIGIT_SORT_EACH: i64 = 16;

/// Counts of digits that a thread adds up at a time.
pub(crate) const GPU_DIGIT_SORT_COUNTS: i64 = 8;

/// Elements of a block of a sort that one thread sorts, and of the parts of runs that one thread merges: a power of 4.
pub(crate) const GPU_SORT_BLOCK: i64 = 16;

/// Elements of a chunk of a long scan, which a block scans: enough to hide what it costs to hand totals around.
pub(crate) const GPU_SCAN_CHUNK: i64 = 1 << 12;

/// Elements that a scan by all blocks of a grid may have: a grid has 2^31 blocks, and each has at least as many elements as threads.
pub(crate) const GPU_SCAN_MOST: i64 = 1 << 39;

/// Bytes of elements of a scan that a thread has under way at a time: enough of them hide how far memory is, and they fit in registers.
pub(crate) const GPU_SCAN_BYTES: i64 = 64;

/// Blocks of a scan that a multiprocessor has room for: while one hands on what it comes to, others read. It leaves each thread 64 registers.
pub(crate) const GPU_SCAN_BLOCKS: i64 = 4;

/// Chunks of a long scan that blocks scan before one block adds up their totals.
pub(crate) const GPU_SCAN_CHUNKS: i64 = 1 << 12;

/// A row of a scan that is at least so long is worth the threads of a block.
pub(crate) const GPU_LONG_ROW: i64 = 1 << 10;

// Trips of a loop that run together over bands of rows.

/// Numbers of trips that are tried.
pub(crate) const TRIPS_TOGETHER: [i64; 3] = [2, 4, 8];

/// Lengths of bands that are tried.
pub(crate) const BANDS: [i64; 4] = [16, 32, 64, 128];

/// Lengths of bands that are tried where rows are kept from part to part: little is computed again in long ones, and no more of them is in a cache.
pub(crate) const KEPT_BANDS: [i64; 3] = [128, 256, 512];

/// How many rows are then computed at a time.
pub(crate) const KEPT_ROWS: [i64; 3] = [2, 4, 8];

/// Numbers of trips that are tried with windows. Sixteen run up to a tenth faster than eight, and take three times as long to compile.
pub(crate) const KEPT_TRIPS: [i64; 2] = [4, 8];

/// What is saved has to be more than a tenth: the price knows bands less well than trips one by one.
pub(crate) const WORTH_TOGETHER: f64 = 0.9;

// Fusion.

/// How many values of a point of a producer are kept in mind for further reads of it.
pub(crate) const POINTS_IN_MIND: usize = 16;

/// How many computes before one, per tensor that it reads, are tried.
pub(crate) const TRIED_TO_MERGE: usize = 16;

/// The most points further on that a member of a group is needed for each point of a loop: poolings of poolings. Parts of it have as many times the points of a trip.
pub(crate) const MOST_STRIDE: i64 = 64;

/// The most members of a group.
pub(crate) const MOST_MEMBERS: usize = 48;

/// Elements of a tensor of one slice that code at points may carry: each becomes a read of its own.
pub(crate) const MOST_CARRIED: i64 = 256;

// Vector code.

/// Cost above which a side of an if-converted branch is skipped if no lane takes it.
pub(crate) const SKIP_COST: u64 = 24;

/// Starts of a window further apart than this from lane to lane are not close.
pub(crate) const CLOSE: i64 = 2;

/// Of functions of fewer operations a call takes a third of the time: they are called in blocks that are longer, by [`LONGER_CALLS`].
pub(crate) const SHORT_FUNCTION: u64 = 19;

/// How much longer blocks of calls of short functions are.
pub(crate) const LONGER_CALLS: u64 = 4;

/// Functions of so few operations are never called.
pub(crate) const TINY_FUNCTION: u64 = 8;

// Memory.

/// Smaller buffers of constant size lie on the stack.
pub(crate) const SMALLEST_IN_ARENA: u64 = 4096;

// Scans.

/// Registers that a chunk's elements are combined in.
pub(crate) const CHUNK_REGISTERS: i64 = 4;

/// Registers of neighbouring columns that one step combines.
pub(crate) const COLUMN_REGISTERS: i64 = 2;

// Products on a GPU.

/// The fewest rows and columns of products that are worth tiles in shared memory.
pub(crate) const GPU_LEAST_POINTS: i64 = 64;

/// The fewest terms of such.
pub(crate) const GPU_LEAST_TERMS: i64 = 16;

/// Threads along each side of a block that computes a tile of a product.
pub(crate) const GPU_SIDE: i64 = 16;

/// Rows and columns of the result that a thread computes, [`GPU_SIDE`] apart: what a warp reads of a tile of columns lies side by side.
pub(crate) const GPU_EACH: i64 = 4;

/// Terms of a product at a time.
pub(crate) const GPU_TERMS: i64 = 16;

// What the tuner tries.

/// How many points run together.
pub(crate) const TUNED_POINTS: [i64; 5] = [2, 4, 6, 8, 12];

/// How often folds are unrolled.
pub(crate) const TUNED_UNROLLED: [i64; 2] = [2, 4];

/// How many changes away from the chosen schedule one is that the tuner draws at random, at most.
pub(crate) const DRAWN_CHANGES: u64 = 6;

/// How often it draws one for each that is asked for: many are drawn again, or may not be followed.
pub(crate) const DRAWN_TRIES: usize = 16;

/// How many trips of a group a chunk for threads has where windows are tried.
pub(crate) const CHUNK_OF_TRIPS: i64 = 16;

/// By how much the grain of parallel loops changes.
pub(crate) const TUNED_GRAINS: i64 = 4;

// Checkpoints.

/// Trip count up to which every state is kept.
pub(crate) const ALWAYS_KEPT: i64 = 16;

/// Slots per level where the trip count is not known when compiling: two levels reach their square without computing a
/// state more than twice.
pub(crate) const CHECKPOINTS: i64 = 128;

/// Slots per level, where a slot is a number.
pub(crate) const NUMBERED_CHECKPOINTS: i64 = 8;

/// Levels at most, where a slot is a number.
pub(crate) const CHECKPOINT_LEVELS: u32 = 3;

// How much better something has to be, as the price knows each way of running code less well than the order of two.

/// Points that run together, beside lanes alone.
pub(crate) const WORTH_JAM: f64 = 0.9;

/// Lanes along a loop, beside those along one that comes first: the last axis of the box.
pub(crate) const WORTH_OTHER_LANES: f64 = 0.9;

/// Lanes, beside scalar code.
pub(crate) const WORTH_LANES: f64 = 0.8;

/// Other points that run together.
pub(crate) const WORTH_OTHER_JAM: f64 = 0.98;

/// What the code of a rest costs that is its own.
pub(crate) const OWN_REST: f64 = 1.02;

/// Registers of a machine that has many: as many lanes as [`MOST_AT_ONCE`] leave room for what is computed with them.
pub(crate) const MANY_REGISTERS: u32 = 32;

/// Registers of lanes that run code at once, at most.
pub(crate) const MOST_AT_ONCE: i64 = 4;

/// The same where a machine has fewer registers, or lanes leave loops one by one.
pub(crate) const FEW_AT_ONCE: i64 = 2;

/// Registers that a fold from row to row needs beside accumulators and what is read.
pub(crate) const ROW_SPARE: i64 = 4;

/// Registers of lanes of such a fold, at most.
pub(crate) const MOST_ROW_REGISTERS: i64 = 8;

/// Registers of lanes that are tried where points run together.
pub(crate) const JAMMED_REGISTERS: [i64; 3] = [4, 2, 1];

/// Cost up to which four registers of lanes run code at once.
pub(crate) const FOUR_REGISTERS: f64 = 8.0;

/// Cost up to which two do.
pub(crate) const TWO_REGISTERS: f64 = 40.0;

/// Cost from which on code in no fold is a chain long enough to wait for itself, as exponentials are.
pub(crate) const LONG_CODE: f64 = 60.0;

/// Floats that run together there.
pub(crate) const LONG_LANES: i64 = 32;

/// Loops of another shape have to cost clearly less.
pub(crate) const WORTH_OTHER_SHAPE: f64 = 0.85;

/// A product with fewer blocks of rows is not worth tiles.
pub(crate) const LEAST_BLOCKS: f64 = 4.0;

/// Nor is one with fewer terms a point.
pub(crate) const LEAST_TERMS: f64 = 16.0;

/// The part of a GPU's threads that points of their own have to be.
pub(crate) const GPU_ENOUGH: f64 = 0.25;

// Memory that a result shares with an argument.

/// Pairs of a read and a write that are looked at, for each access of an argument or result: so that the time grows as the program does.
pub(crate) const TAKE_OVER_PAIRS: usize = 256;

// What a kernel whose loops may go on for ever looks at.

/// Operations of a thread that end soon enough for nobody to wait for them: a few seconds.
pub(crate) const LONGEST_UNWATCHED: u64 = 1 << 30;

/// A thread looks once in the time of about so many operations whether its run is to end: much less than anybody notices, and looking costs
/// next to nothing then.
pub(crate) const OPERATIONS_PER_LOOK: u64 = 1 << 16;

/// Trips of a loop over an extent of which nothing is known, at most.
pub(crate) const UNKNOWN_TRIPS: u64 = 1 << 12;

/// Trips of such a loop in the usual case.
pub(crate) const USUAL_TRIPS: u64 = 64;

// Folds that share trips though they depend on each other.

/// What it costs to find out how far the greatest of terms moved, beside an exponential: a comparison, a difference, a selection and a product.
pub(crate) const EXPONENT: f64 = 4.0;

/// What it costs to move the mean that deviations are from: two means, which are divisions, their distance, its square, a product and a sum.
pub(crate) const DEVIATION: f64 = 30.0;

/// Terms of a trip of folds of a compute that are tried.
pub(crate) const JOINED_TERMS: [i64; 4] = [1024, 2048, 4096, 8192];

/// More folds beside each other are not tried.
pub(crate) const MOST_JOINED: usize = 8;

/// Points of a trip of the loop that members of a group are joined in, and of the last loop around it, that are tried.
pub(crate) const JOINED_TRIPS: [i64; 3] = [64, 128, 256];
pub(crate) const ROWS_AROUND_JOINED: [i64; 4] = [8, 16, 32, 64];

/// What joining folds of a compute has to save of what there was.
pub(crate) const WORTH_JOINING: f64 = 0.05;

/// The most ops of the condition of a `loop.while` that may be one on a counter.
pub(crate) const MOST_CONDITION_OPS: usize = 32;

/// The most values that are looked at to simplify an integer that is computed of loop indices.
pub(crate) const MOST_INDEX_OPS: usize = 32;

/// The most ops on the way down from an extension to an index through the arithmetic that it extends.
pub(crate) const MOST_INDEX_DEPTH: usize = 6;
