//! Who decided a step of a schedule.

/// Who decided a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Author {
    /// The program's text.
    #[default]
    User,
    /// The pass `schedule`.
    Heuristic,
    /// A search that measured.
    Tuner,
    /// A file of schedules found earlier.
    File,
}

impl Author {
    const ALL: [Author; 4] = [Author::User, Author::Heuristic, Author::Tuner, Author::File];
    /// The words for authors.
    pub const WORDS: [&str; 4] = ["user", "heuristic", "tuner", "file"];

    /// The author that a word stands for.
    pub fn of_word(word: &str) -> Option<Author> {
        Author::WORDS.iter().position(|known| *known == word).map(|at| Author::ALL[at])
    }

    /// The word.
    pub fn word(self) -> &'static str {
        Author::WORDS[self as usize]
    }
}
