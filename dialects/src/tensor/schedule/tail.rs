//! How the ragged end of a loop is written: the word `tail` of the steps `vectorize` and `split`.

/// What becomes of the iterations that are left when a loop is cut into vectors or tiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tail {
    /// Whole vectors or tiles first, then a nest of its own for the rest.
    Peel,
    /// The last vector or tile begins so far before the end that it is whole: some points are computed twice.
    Overlap,
    /// The last vector is whole, but lanes behind the end are off.
    Mask,
    /// The last tile is whole: zeros are read and nothing is written behind the end.
    Pad,
}

impl Tail {
    const ALL: [Tail; 4] = [Tail::Peel, Tail::Overlap, Tail::Mask, Tail::Pad];
    /// The words.
    pub const WORDS: [&str; 4] = ["peel", "overlap", "mask", "pad"];

    /// The treatment that a word stands for.
    pub fn of_word(word: &str) -> Option<Tail> {
        Tail::WORDS.iter().position(|known| *known == word).map(|at| Tail::ALL[at])
    }

    /// The word.
    pub fn word(self) -> &'static str {
        Tail::WORDS[self as usize]
    }

    /// The treatment that a word of this step stands for; `never` makes no sense there, for a reason.
    ///
    /// # Errors
    /// Another word.
    pub(super) fn of_step(
        step: &str,
        word: Option<&str>,
        (never, why): (Tail, &str),
    ) -> Result<Option<Tail>, String> {
        let Some(word) = word else { return Ok(None) };
        let others: Vec<&str> = Tail::WORDS.into_iter().filter(|word| *word != never.word()).collect();
        match Tail::of_word(word) {
            Some(tail) if tail == never => {
                Err(format!("{step} has tail = {word}, but {why}: it takes {}", others.join(", ")))
            }
            Some(tail) => Ok(Some(tail)),
            None => Err(format!("{step} has tail = {word}, which is none of {}", others.join(", "))),
        }
    }
}
