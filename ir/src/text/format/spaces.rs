//! Spacing of the printer of custom formats.

/// The state that decides on spaces, as upstream's printer does: between words, and not within brackets.
pub(super) struct Spaces {
    wanted: bool,
    after_punct: bool,
}

impl Default for Spaces {
    fn default() -> Spaces {
        Spaces { wanted: true, after_punct: false }
    }
}

impl Spaces {
    /// True if a space precedes this literal.
    pub(super) fn literal(&mut self, text: &str) -> bool {
        let first = text.as_bytes()[0];
        let before = if text.len() != 1 && text != "->" {
            true
        } else if self.after_punct {
            !b">)}],".contains(&first)
        } else {
            !b"<>(){}[],".contains(&first)
        };
        let space = self.wanted && before;
        self.wanted = text.len() != 1 || !b"<({[".contains(&first);
        self.after_punct = first != b'_' && !first.is_ascii_alphabetic();
        space
    }

    /// True if a space precedes an element that is not a literal.
    pub(super) fn element(&mut self) -> bool {
        let space = self.wanted || !self.after_punct;
        (self.wanted, self.after_punct) = (true, false);
        space
    }

    /// White space that the format spells; nothing is added to it.
    pub(super) fn white(&mut self, text: &str) {
        (self.wanted, self.after_punct) = (false, text.is_empty());
    }

    /// A dictionary, which prints its own space and may print nothing.
    pub(super) fn dictionary(&mut self) {
        (self.wanted, self.after_punct) = (true, false);
    }
}
