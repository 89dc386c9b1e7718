//! The option `tail` of the steps `vectorize` and `split`: the treatment of remainder iterations.

use std::fmt;

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

    /// The treatment of a keyword of this step; the step cannot use `never`.
    ///
    /// # Errors
    /// The keyword is invalid.
    pub(super) fn of_step(
        step: &'static str,
        word: Option<&str>,
        never: Tail,
    ) -> Result<Option<Tail>, TailError> {
        let Some(word) = word else { return Ok(None) };
        match Tail::of_word(word) {
            Some(tail) if tail == never => Err(TailError::Never { step, tail }),
            Some(tail) => Ok(Some(tail)),
            None => Err(TailError::Unknown { step, word: word.to_string(), never }),
        }
    }
}

/// A treatment of remainders that a step does not take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TailError {
    /// The step cannot treat remainders like this.
    Never {
        /// The keyword of the step.
        step: &'static str,
        /// The treatment.
        tail: Tail,
    },
    /// No treatment has the keyword.
    Unknown {
        /// The keyword of the step.
        step: &'static str,
        /// The keyword of the treatment.
        word: String,
        /// The treatment that the step cannot use.
        never: Tail,
    },
}

impl fmt::Display for TailError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let others = |never: Tail| {
            let others: Vec<&str> = Tail::WORDS.into_iter().filter(|word| *word != never.word()).collect();
            others.join(", ")
        };
        match self {
            TailError::Never { step, tail } => {
                let why = match tail {
                    Tail::Pad => "lanes past the end have no memory to access",
                    _ => "a tile has no lanes to mask",
                };
                write!(f, "{step} has tail = {}, but {why}: use {}", tail.word(), others(*tail))
            }
            TailError::Unknown { step, word, never } => {
                write!(f, "{step} has the unknown tail = {word}; known are {}", others(*never))
            }
        }
    }
}
