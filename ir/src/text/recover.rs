//! Error recovery of the parser: the next position where an operation may begin.

use super::parser::{AsmParser, Pos};
use super::token::{Tok, Token};

/// The largest number of tokens skipped in search of an op: no hand-written text has longer gaps, and the
/// search would take seconds.
const FAR: u32 = 1_000_000;

impl<'s> AsmParser<'s> {
    /// Recovers from an error in the item that began at `start`: goes to the next op that starts a line, the
    /// end of the region or the end of the text, at least one token beyond `start`. Braces are skipped with
    /// their contents. If no op follows within the limit, parsing ends.
    #[cold]
    pub(super) fn recover(&mut self, start: Pos) {
        if self.stopped() {
            return;
        }
        let stop = self.tok.start;
        self.reset(start.0 as usize);
        let (mut open, mut passed) = (0u32, 0u32);
        loop {
            let is_after = self.tok.start >= stop;
            passed += u32::from(is_after);
            if passed > FAR {
                return self.stop();
            }
            match self.tok.kind {
                Tok::Eof => return,
                Tok::RBrace if open == 0 && is_after => return,
                Tok::RBrace => open = open.saturating_sub(1),
                Tok::LBrace => open += 1,
                _ if open == 0 && is_after && self.tok.start > start.0 && self.starts_op(self.tok) => return,
                _ => {}
            }
            self.advance();
        }
    }

    /// True for the first token of a line that looks like the start of an op, a block or an alias.
    fn starts_op(&self, token: Token) -> bool {
        // The cheap test comes first, as it runs for every skipped token.
        if !self.first_of_line(token) {
            return false;
        }
        match token.kind {
            Tok::PercentId | Tok::CaretId => true,
            Tok::HashId | Tok::ExclId => self.lookahead().kind == Tok::Equal,
            Tok::Str => self.lookahead().kind == Tok::LParen,
            Tok::BareId => {
                let word = self.slice(token);
                word.contains('.') || self.ctx.registry().ops().iter().any(|o| is_short_name(&o.name, word))
            }
            _ => false,
        }
    }

    fn first_of_line(&self, token: Token) -> bool {
        // Bytes, as an error token may start inside a character.
        let before = self.text.as_bytes()[..token.start as usize].iter().rev();
        before.copied().find(|byte| !b" \t\r".contains(byte)).is_none_or(|byte| byte == b'\n')
    }
}

fn is_short_name(full: &str, word: &str) -> bool {
    full.split_once('.').is_some_and(|(_, short)| short == word)
}
