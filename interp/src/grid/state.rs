//! What the threads of a grid have in common while they run.

use super::order::{Clocks, History};
use super::phases::{Barrier, Place};
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

/// A block of the present cluster.
pub(crate) struct Member {
    /// Its number in the grid, counted along x, then y, then z.
    pub(crate) block: u64,
    /// The buffers of its `kernel.shared` ops.
    pub(crate) shared: FxHashMap<Op, usize>,
    /// Its arrays in dynamic shared memory.
    pub(crate) dynamic: Vec<Array>,
    /// How many barriers it has passed.
    pub(crate) epoch: u32,
    /// How many barriers of its own each of its warps has passed.
    pub(crate) warp_epochs: Vec<u32>,
    /// How many elements its threads have set for others.
    pub(crate) releases: u32,
    /// What its threads have read that others set for them, in order.
    pub(crate) acquired: Vec<Acquired>,
    /// Whether all its threads have ended.
    pub(crate) has_ended: bool,
}

/// A grid while it runs: its sizes, the present thread, the blocks of the present cluster, and who accessed what. A kernel without
/// clusters has clusters of one block.
pub(crate) struct Grid {
    /// Blocks along x, y and z.
    pub(crate) grid: [u64; 3],
    /// Threads of a block along x, y and z.
    pub(crate) block: [u64; 3],
    /// Blocks of a cluster along x, y and z.
    pub(crate) cluster: [u64; 3],
    /// Bytes of dynamic shared memory.
    pub(crate) dynamic_bytes: u64,
    /// The number of the present cluster, counted along x, then y, then z.
    pub(crate) cluster_at: u64,
    /// The blocks of the present cluster, by rank.
    pub(crate) members: Vec<Member>,
    /// The rank of the present block.
    pub(crate) rank: usize,
    /// The number of the present thread in its block, counted so.
    pub(crate) thread_at: usize,
    /// Buffers below this number were there before the launch: all threads see them.
    pub(crate) globals: usize,
    /// The ranks of the blocks whose shared arrays buffers are.
    pub(crate) owners: FxHashMap<usize, usize>,
    /// Who accessed the elements of buffers.
    pub(crate) shadows: FxHashMap<usize, Vec<Shadow>>,
    /// The clocks of the threads of the cluster, where the kernel orders accesses by more than barriers.
    pub(crate) clocks: Option<Clocks>,
    /// Who accessed the elements of buffers, where there are clocks.
    pub(crate) histories: FxHashMap<usize, Vec<History>>,
    /// The elements that threads have set for others, and who did it last.
    pub(crate) released: FxHashMap<(usize, usize), Arc<Release>>,
    /// Whether the kernel hands memory over: then all accesses of an element are kept, as those of other blocks may be in an order.
    pub(crate) hands_over: bool,
    /// The barriers in memory of the present cluster.
    pub(crate) barriers: FxHashMap<Place, Barrier>,
    /// The barrier of the present cluster.
    pub(crate) meeting: Barrier,
    /// For each thread of the cluster that has come to that barrier and does not wait yet, the phase.
    pub(crate) arrived: Vec<Option<u32>>,
    /// How well accesses use memory, if somebody wants to know.
    pub(crate) traffic: Option<Traffic>,
    /// Whether a thread has stopped because the program says so, not because of a fault.
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
            hands_over: false,
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

    /// The number of a thread of the present block among those of the cluster, by which its clock is known.
    pub(crate) fn agent(&self, thread: usize) -> usize {
        self.rank * self.threads() + thread
    }

    /// As [`Grid::agent`], of the present thread.
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
