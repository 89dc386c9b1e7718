//! The state that the threads of a grid share while it runs.

use super::order::{Clocks, History};
use super::phases::{Barrier, WordAddress};
use super::releases::{Acquired, Release};
use super::shadow::Shadow;
use super::traffic::Traffic;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::sync::Arc;
use tf_dialects::kernel::{WARP, cluster_position};
use tf_dialects::scalar::DType;
use tf_ir::body::Op;
use tf_ir::location::Location;

/// A shared array of a block.
#[derive(Clone)]
pub(crate) struct Array {
    /// The op that requests it.
    pub(crate) op: Op,
    /// The location of that op.
    pub(crate) loc: Location,
    /// Its first byte in dynamic shared memory.
    pub(crate) offset: u64,
    /// Its size in bytes.
    pub(crate) bytes: u64,
    /// Its element type.
    pub(crate) dtype: DType,
    /// Its extents.
    pub(crate) extents: Vec<usize>,
    /// Its buffer.
    pub(crate) buffer: usize,
}

/// A block of the present cluster.
pub(crate) struct Member {
    /// Its index in the grid, with x fastest, then y, then z.
    pub(crate) block: u64,
    /// The buffers of its `kernel.shared` ops.
    pub(crate) shared: FxHashMap<Op, usize>,
    /// Its arrays in dynamic shared memory.
    pub(crate) dynamic: Vec<Array>,
    /// The count of block barriers passed.
    pub(crate) epoch: u32,
    /// The count of warp barriers that each warp has passed.
    pub(crate) warp_epochs: Vec<u32>,
    /// The count of releases by its threads.
    pub(crate) releases: u32,
    /// The releases that its threads have acquired, in order.
    pub(crate) acquired: Vec<Acquired>,
    /// Whether all its threads have ended.
    pub(crate) has_ended: bool,
}

/// A running grid: its sizes, the present thread, the blocks of the present cluster, and the access history.
/// A kernel without clusters runs in clusters of one block.
pub(crate) struct Grid {
    /// Blocks along x, y and z.
    pub(crate) grid: [u64; 3],
    /// Threads of a block along x, y and z.
    pub(crate) block: [u64; 3],
    /// Blocks of a cluster along x, y and z.
    pub(crate) cluster: [u64; 3],
    /// Bytes of dynamic shared memory.
    pub(crate) dynamic_bytes: u64,
    /// The index of the present cluster, with x fastest, then y, then z.
    pub(crate) cluster_at: u64,
    /// The blocks of the present cluster, by rank.
    pub(crate) members: Vec<Member>,
    /// The rank of the present block.
    pub(crate) rank: usize,
    /// The index of the present thread in its block, in the same order.
    pub(crate) thread_at: usize,
    /// Buffers with lower ids existed before the launch: all threads see them.
    pub(crate) globals: usize,
    /// The rank of the block that owns a shared array, by buffer.
    pub(crate) owners: FxHashMap<usize, usize>,
    /// Access history of buffers.
    pub(crate) shadows: FxHashMap<usize, Vec<Shadow>>,
    /// The clocks of the cluster's threads, if the kernel orders accesses by more than barriers.
    pub(crate) clocks: Option<Clocks>,
    /// Access history of buffers, if there are clocks.
    pub(crate) histories: FxHashMap<usize, Vec<History>>,
    /// The last release of each element.
    pub(crate) released: FxHashMap<(usize, usize), Arc<Release>>,
    /// True if the kernel hands memory over by flags. Then all accesses of an element are kept, because those
    /// of other blocks may be ordered.
    pub(crate) synchronizes: bool,
    /// The barriers in memory of the present cluster.
    pub(crate) barriers: FxHashMap<WordAddress, Barrier>,
    /// The barrier of the present cluster.
    pub(crate) meeting: Barrier,
    /// For each thread that has arrived at that barrier and does not wait yet, the phase.
    pub(crate) arrived: Vec<Option<u32>>,
    /// Memory efficiency, if the caller requests it.
    pub(crate) traffic: Option<Traffic>,
    /// True if a thread stopped because the program stops itself, not because of a fault.
    pub(crate) stopped_itself: Cell<bool>,
    /// Whether clusters have clocks.
    has_clocks: bool,
}

impl Grid {
    /// A grid before its first cluster.
    pub(crate) fn new(
        grid: [u64; 3],
        block: [u64; 3],
        cluster: [u64; 3],
        dynamic_bytes: u64,
        globals: usize,
        has_clocks: bool,
    ) -> Grid {
        Grid {
            grid,
            block,
            cluster,
            dynamic_bytes,
            cluster_at: 0,
            members: Vec::new(),
            rank: 0,
            thread_at: 0,
            globals,
            owners: FxHashMap::default(),
            shadows: FxHashMap::default(),
            clocks: None,
            histories: FxHashMap::default(),
            released: FxHashMap::default(),
            synchronizes: false,
            barriers: FxHashMap::default(),
            meeting: Barrier::new(0, 0, Location::UNKNOWN),
            arrived: Vec::new(),
            traffic: None,
            stopped_itself: Cell::new(false),
            has_clocks,
        }
    }

    /// Threads of a block.
    pub(crate) fn threads(&self) -> usize {
        self.block.iter().product::<u64>() as usize
    }

    /// Clusters of the grid along x, y and z.
    pub(crate) fn clusters(&self) -> [u64; 3] {
        std::array::from_fn(|axis| self.grid[axis] / self.cluster[axis])
    }

    /// The present block.
    pub(crate) fn member(&self) -> &Member {
        &self.members[self.rank]
    }

    pub(crate) fn member_mut(&mut self) -> &mut Member {
        &mut self.members[self.rank]
    }

    /// The index of a thread of the present block in the cluster, which is also the index of its clock.
    pub(crate) fn agent(&self, thread: usize) -> usize {
        self.rank * self.threads() + thread
    }

    /// As [`Grid::agent`], for the present thread.
    pub(crate) fn present_agent(&self) -> usize {
        self.agent(self.thread_at)
    }

    /// A new cluster begins.
    pub(crate) fn enter_cluster(&mut self, at: u64) {
        let place = Grid::position(at, self.clusters());
        let blocks = self.cluster.iter().product::<u64>();
        let warps = self.threads().div_ceil(WARP);
        let member = |rank: u64| {
            let own = cluster_position(rank, self.cluster);
            let [x, y, z]: [u64; 3] =
                std::array::from_fn(|axis| place[axis] * self.cluster[axis] + own[axis]);
            Member {
                block: (z * self.grid[1] + y) * self.grid[0] + x,
                shared: FxHashMap::default(),
                dynamic: Vec::new(),
                epoch: 0,
                warp_epochs: vec![0; warps],
                releases: 0,
                acquired: Vec::new(),
                has_ended: false,
            }
        };
        self.members = (0..blocks).map(member).collect();
        self.cluster_at = at;
        self.rank = 0;
        let threads = self.threads() * blocks as usize;
        self.clocks = self.has_clocks.then(|| Clocks::new(threads));
        self.meeting = Barrier::new(threads as u32, 0, Location::UNKNOWN);
        self.arrived = vec![None; threads];
    }

    /// A cluster ends: the memory of its blocks is gone.
    pub(crate) fn leave_cluster(&mut self) {
        let globals = self.globals;
        if let Some(traffic) = &mut self.traffic {
            traffic.end_block();
        }
        self.members.clear();
        self.owners.clear();
        self.barriers.clear();
        self.shadows.retain(|buffer, _| *buffer < globals);
        self.histories.retain(|buffer, _| *buffer < globals);
        self.released.retain(|(buffer, _), _| *buffer < globals);
    }

    /// Whether a buffer is shared by the threads of a block.
    pub(crate) fn is_shared(&self, buffer: usize) -> bool {
        self.owners.contains_key(&buffer)
    }

    /// The coordinates x, y and z of a linear index.
    pub(crate) fn position(at: u64, extents: [u64; 3]) -> [u64; 3] {
        [at % extents[0], at / extents[0] % extents[1], at / extents[0] / extents[1]]
    }

    /// `thread (1, 0, 0) of block (2, 0, 0)`
    pub(crate) fn name(&self, block: u64, thread: usize) -> String {
        let [x, y, z] = Grid::position(thread as u64, self.block);
        let [a, b, c] = Grid::position(block, self.grid);
        format!("thread ({x}, {y}, {z}) of block ({a}, {b}, {c})")
    }

    /// `block (2, 0, 0)`, by the rank in the present cluster.
    pub(crate) fn block_name(&self, rank: usize) -> String {
        let [a, b, c] = Grid::position(self.members[rank].block, self.grid);
        format!("block ({a}, {b}, {c})")
    }

    /// The name of the present thread.
    pub(crate) fn present(&self) -> String {
        self.name(self.member().block, self.thread_at)
    }
}
