//! The author of a step of a schedule.

/// The author of a step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Author {
    /// The program's text.
    #[default]
    User,
    /// The pass `schedule`.
    Heuristic,
    /// A measuring search.
    Tuner,
    /// A file of earlier schedules.
    File,
}

impl Author {
    const ALL: [Author; 4] = [Author::User, Author::Heuristic, Author::Tuner, Author::File];
    /// The keywords of authors.
    pub const WORDS: [&str; 4] = ["user", "heuristic", "tuner", "file"];

    /// The author of a keyword.
    pub fn of_word(word: &str) -> Option<Author> {
        Author::WORDS.iter().position(|known| *known == word).map(|at| Author::ALL[at])
    }

    /// The keyword.
    pub fn word(self) -> &'static str {
        Author::WORDS[self as usize]
    }
}
