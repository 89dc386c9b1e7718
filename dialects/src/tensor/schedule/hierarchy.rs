//! The levels of the hardware that schedules name: groups of threads of a GPU, and memories of a CPU.

/// A level of the thread hierarchy that shares iterations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The threads of the grid; if a fold is mapped to a block or a warp, the blocks or warps of the grid.
    Grid,
    /// The threads of a block.
    Block,
    /// The threads of a warp.
    Warp,
}

impl Place {
    const ALL: [Place; 3] = [Place::Grid, Place::Block, Place::Warp];
    /// The keywords of levels.
    pub const WORDS: [&str; 3] = ["grid", "block", "warp"];

    /// The level of a keyword.
    pub fn of_word(word: &str) -> Option<Place> {
        Place::WORDS.iter().position(|known| *known == word).map(|at| Place::ALL[at])
    }

    /// The keyword.
    pub fn word(self) -> &'static str {
        Place::WORDS[self as usize]
    }
}

/// A level of the memory hierarchy of a CPU.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Space {
    /// The L1 cache of a core.
    L1,
    /// The L2 cache of a core.
    L2,
    /// A core's share of the L3 cache.
    L3,
    /// Main memory.
    Memory,
}

impl Space {
    /// The keywords of schedules.
    pub const WORDS: [&str; 4] = ["l1", "l2", "l3", "memory"];
    const ALL: [Space; 4] = [Space::L1, Space::L2, Space::L3, Space::Memory];

    /// The keyword.
    pub fn word(self) -> &'static str {
        Space::WORDS[self as usize]
    }

    /// The value of a keyword.
    pub fn of_word(word: &str) -> Option<Space> {
        Space::ALL.into_iter().find(|space| space.word() == word)
    }
}
