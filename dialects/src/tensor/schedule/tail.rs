//! The option `tail` of the steps `vectorize` and `split`: the treatment of remainder iterations.

/// The treatment of the iterations that are left after a loop is cut into vectors or tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    /// Full vectors or tiles first, then an epilogue nest for the remainder.
    Peel,
    /// The last vector or tile is shifted back to be full: some points are computed twice.
    Overlap,
    /// The last vector is full, with lanes past the end masked off.
    Mask,
    /// The last tile is full: past the end, reads give zeros and writes are dropped.
    Pad,
}

impl Tail {
    const ALL: [Tail; 4] = [Tail::Peel, Tail::Overlap, Tail::Mask, Tail::Pad];
    /// The keywords.
    pub const WORDS: [&str; 4] = ["peel", "overlap", "mask", "pad"];

    /// The treatment of a keyword.
    pub fn of_word(word: &str) -> Option<Tail> {
        Tail::WORDS.iter().position(|known| *known == word).map(|at| Tail::ALL[at])
    }

    /// The keyword.
    pub fn word(self) -> &'static str {
        Tail::WORDS[self as usize]
    }
}
