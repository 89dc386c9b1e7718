//! What the threads of a grid have in common while they run.

use super::order::{Clocks, History};
use super::phases::{Barrier, Place};
use super::shadow::Shadow;
use super::traffic::Traffic;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use tf_dialects::kernel::WARP;
use tf_dialects::scalar::DType;
use tf_ir::body::Op;
use tf_ir::location::Location;

/// A shared array of the present block.
pub(crate) struct Array {
    /// The op that asks for it.
    pub(crate) op: Op,
    /// Where that stands.
    pub(crate) loc: Location,
    /// Its first byte in the dynamic shared memory.
    pub(crate) offset: u64,
    /// Its bytes.
    pub(crate) bytes: u64,
    /// Its element type.
    pub(crate) dtype: DType,
    /// Its extents.
    pub(crate) extents: Vec<usize>,
    /// Its buffer.
    pub(crate) buffer: usize,
}

/// A grid while it runs: its sizes, the present thread, the memory of the present block, and who accessed what.
pub(crate) struct Grid {
    /// Blocks along x, y and z.
    pub(crate) grid: [u64; 3],
    /// Threads of a block along x, y and z.
    pub(crate) block: [u64; 3],
    /// Bytes of dynamic shared memory.
    pub(crate) dynamic_bytes: u64,
    /// The number of the present block, counted along x, then y, then z.
    pub(crate) block_at: u64,
    /// The number of the present thread in its block, counted so.
    pub(crate) thread_at: usize,
    /// Buffers below this number were there before the launch: all threads see them.
    pub(crate) globals: usize,
    /// The buffers of `kernel.shared` ops of the present block.
    pub(crate) shared: FxHashMap<Op, usize>,
    /// The arrays in dynamic shared memory of the present block.
    pub(crate) dynamic: Vec<Array>,
    /// How many barriers the present block has passed.
    pub(crate) epoch: u32,
    /// How many barriers of its own each warp of the present block has passed.
    pub(crate) warp_epochs: Vec<u32>,
    /// Who accessed the elements of buffers.
    pub(crate) shadows: FxHashMap<usize, Vec<Shadow>>,
    /// The clocks of the threads of the block, where the kernel orders accesses by more than barriers.
    pub(crate) clocks: Option<Clocks>,
    /// Who accessed the elements of buffers, where there are clocks.
    pub(crate) histories: FxHashMap<usize, Vec<History>>,
    /// The barriers in memory of the present block.
    pub(crate) barriers: FxHashMap<Place, Barrier>,
    /// How well accesses use memory, if somebody wants to know.
    pub(crate) traffic: Option<Traffic>,
    /// Whether a thread has stopped because the program says so, not because of a fault.
    pub(crate) stopped_itself: Cell<bool>,
    /// Whether blocks have clocks.
    has_clocks: bool,
}

impl Grid {
    /// A grid before its first block.
    pub(crate) fn new(
        grid: [u64; 3],
        block: [u64; 3],
        dynamic_bytes: u64,
        globals: usize,
        has_clocks: bool,
    ) -> Grid {
        Grid {
            grid,
            block,
            dynamic_bytes,
            block_at: 0,
            thread_at: 0,
            globals,
            shared: FxHashMap::default(),
            dynamic: Vec::new(),
            epoch: 0,
            warp_epochs: Vec::new(),
            shadows: FxHashMap::default(),
            clocks: None,
            histories: FxHashMap::default(),
            barriers: FxHashMap::default(),
            traffic: None,
            stopped_itself: Cell::new(false),
            has_clocks,
        }
    }

    /// Threads of a block.
    pub(crate) fn threads(&self) -> usize {
        self.block.iter().product::<u64>() as usize
    }

    /// Blocks of the grid.
    pub(crate) fn blocks(&self) -> u64 {
        self.grid.iter().product()
    }

    /// A new block begins.
    pub(crate) fn enter_block(&mut self, at: u64) {
        self.block_at = at;
        self.epoch = 0;
        self.warp_epochs = vec![0; self.threads().div_ceil(WARP)];
        self.clocks = self.has_clocks.then(|| Clocks::new(self.threads()));
    }

    /// A block ends: its memory is gone.
    pub(crate) fn leave_block(&mut self) {
        let globals = self.globals;
        if let Some(traffic) = &mut self.traffic {
            traffic.end_block();
        }
        self.shared.clear();
        self.dynamic.clear();
        self.barriers.clear();
        self.shadows.retain(|buffer, _| *buffer < globals);
        self.histories.retain(|buffer, _| *buffer < globals);
    }

    /// Whether a buffer is shared by the threads of a block.
    pub(crate) fn is_shared(&self, buffer: usize) -> bool {
        let mut of_block = self.shared.values().chain(self.dynamic.iter().map(|array| &array.buffer));
        of_block.any(|shared| *shared == buffer)
    }

    /// Where a number is along x, y and z.
    pub(crate) fn position(at: u64, extents: [u64; 3]) -> [u64; 3] {
        [at % extents[0], at / extents[0] % extents[1], at / extents[0] / extents[1]]
    }

    /// `thread (1, 0, 0) of block (2, 0, 0)`
    pub(crate) fn name(&self, block: u64, thread: usize) -> String {
        let [x, y, z] = Grid::position(thread as u64, self.block);
        let [a, b, c] = Grid::position(block, self.grid);
        format!("thread ({x}, {y}, {z}) of block ({a}, {b}, {c})")
    }

    /// The name of the present thread.
    pub(crate) fn present(&self) -> String {
        self.name(self.block_at, self.thread_at)
    }
}
