//! The levels of the hardware that schedules name: groups of threads of a GPU, and memories of a CPU.

use std::fmt;

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
    ///
    /// # Errors
    /// The keyword is unknown, or names a memory of GPUs.
    pub fn of_word(word: &str) -> Result<Space, SpaceError> {
        if let Some(space) = Space::ALL.into_iter().find(|space| space.word() == word) {
            return Ok(space);
        }
        if matches!(word, "shared" | "global" | "cluster") {
            return Err(SpaceError::Gpu { word: word.to_string() });
        }
        Err(SpaceError::Unknown { word: word.to_string() })
    }
}

/// A keyword that is not one of a memory of CPUs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpaceError {
    /// The memory is one of GPUs.
    Gpu {
        /// The keyword.
        word: String,
    },
    /// No memory has the keyword.
    Unknown {
        /// The keyword.
        word: String,
    },
}

impl fmt::Display for SpaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = Space::WORDS.join(", ");
        match self {
            SpaceError::Gpu { word } => {
                write!(f, "place has in = {word}, a GPU memory: groups run on CPUs, which have {known}")
            }
            SpaceError::Unknown { word } => write!(f, "place has in = {word}; known are {known}"),
        }
    }
}

impl std::error::Error for SpaceError {}
