//! Source locations of positions in the text.

use super::parser::{AsmParser, Pos};
use crate::location::Location;

/// Line and column of the last query; the next query is usually a few bytes further.
#[derive(Clone, Copy)]
pub(super) struct LineCache {
    pub(super) pos: usize,
    pub(super) line: u32,
    pub(super) line_start: usize,
    /// UTF-8 continuation bytes between `line_start` and `pos`.
    pub(super) continued: usize,
}

impl AsmParser<'_> {
    /// The location `file:line:col` of a position in the text.
    #[inline]
    pub fn location(&mut self, at: Pos) -> Location {
        let (line, col) = self.line_and_column(at.0 as usize);
        match Location::pack(self.file_index, line, col) {
            Some(loc) => loc,
            None => Location::file(self.ctx, self.file, line, col),
        }
    }

    /// Line and column of a byte, both from 1; columns count characters.
    #[inline]
    fn line_and_column(&mut self, pos: usize) -> (u32, u32) {
        let bytes = self.text.as_bytes();
        let pos = pos.min(bytes.len());
        if pos < self.line.pos {
            self.step_back(pos);
        }
        let mut from = self.line.pos;
        for n in memchr::memchr_iter(b'\n', &bytes[self.line.pos..pos]) {
            from = self.line.pos + n + 1;
            self.line.line += 1;
            (self.line.line_start, self.line.continued) = (from, 0);
        }
        if !self.ascii {
            self.line.continued += bytes[from..pos].iter().filter(|b| **b & 0xC0 == 0x80).count();
        }
        self.line.pos = pos;
        (self.line.line, (pos - self.line.line_start - self.line.continued) as u32 + 1)
    }

    #[cold]
    fn step_back(&mut self, pos: usize) {
        let bytes = self.text.as_bytes();
        let passed = memchr::memchr_iter(b'\n', &bytes[pos..self.line.pos]).count() as u32;
        let start = memchr::memrchr(b'\n', &bytes[..pos]).map_or(0, |n| n + 1);
        self.line = LineCache { pos: start, line: self.line.line - passed, line_start: start, continued: 0 };
    }
}
