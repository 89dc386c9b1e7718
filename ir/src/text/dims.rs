//! The parser of extents and lists of them.

use super::parser::{AsmParser, ParseResult, Pos};
use super::token::Tok;
use crate::codes;
use crate::extent::Extent;
use crate::types::Dim;

impl AsmParser<'_> {
    /// Takes `4x?x?{2*n+1}x` up to the element type.
    pub fn dims(&mut self) -> ParseResult<Vec<Dim>> {
        let mut dims = Vec::new();
        while let Some(dim) = self.dim()? {
            dims.push(dim);
            self.times()?;
            self.check_rank(dims.len())?;
        }
        Ok(dims)
    }

    /// One extent, if the current token starts one.
    pub fn dim(&mut self) -> ParseResult<Option<Dim>> {
        match self.tok.kind {
            Tok::Int => Ok(Some(Dim::Static(self.extent_number()?))),
            Tok::Question => {
                let end = self.tok.end as usize;
                if self.text.as_bytes().get(end) != Some(&b'{') {
                    self.advance();
                    return Ok(Some(Dim::Unknown));
                }
                self.extent_term(end + 1).map(Some)
            }
            Tok::Minus => Err(self.error_as(&codes::BAD_TYPE, self.pos(), "an extent is not negative")),
            _ => Ok(None),
        }
    }

    /// `term}` from `start`.
    fn extent_term(&mut self, start: usize) -> ParseResult<Dim> {
        let (extent, length) = match Extent::parse_prefix(&self.text[start..]) {
            Ok(found) => found,
            Err(error) => {
                let at = Pos((start + error.offset) as u32);
                return Err(self.error_as(&codes::BAD_TYPE, at, error.message));
            }
        };
        self.reset(start + length);
        self.expect(Tok::RBrace)?;
        let dim = Dim::from_extent(extent);
        if let Dim::Static(n) = dim
            && n < 0
        {
            return Err(self.error_as(&codes::BAD_TYPE, Pos(start as u32), "an extent is not negative"));
        }
        Ok(dim)
    }

    /// The digits at the current token, which may run into an `x`: `4x8`, `0x8` are extents.
    fn extent_number(&mut self) -> ParseResult<i64> {
        let at = self.pos();
        let start = self.tok.start as usize;
        let digits = self.text.as_bytes()[start..].iter().take_while(|b| b.is_ascii_digit()).count();
        let Ok(value) = self.text[start..start + digits].parse::<i64>() else {
            return Err(self.error_as(&codes::BAD_TYPE, at, "this extent does not fit in 63 bits"));
        };
        self.reset(start + digits);
        Ok(value)
    }

    /// The `x` between extents; the text after it is a separate token.
    pub(super) fn times(&mut self) -> ParseResult {
        if self.tok.kind != Tok::BareId || !self.spelling().starts_with('x') {
            return Err(self.expected("'x' after an extent"));
        }
        self.reset(self.tok.start as usize + 1);
        Ok(())
    }

    pub(super) fn vector_dims(&mut self) -> ParseResult<(Vec<i64>, Vec<bool>)> {
        let (mut shape, mut scalable) = (Vec::new(), Vec::new());
        loop {
            let open = self.accept(Tok::LSquare);
            if self.tok.kind != Tok::Int {
                if open || self.tok.kind == Tok::Question {
                    return Err(self.expected("an extent: extents of vectors must be constant"));
                }
                return Ok((shape, scalable));
            }
            let at = self.pos();
            let value = self.extent_number()?;
            if value == 0 {
                return Err(self.error_as(&codes::BAD_TYPE, at, "the extents of a vector are at least 1"));
            }
            shape.push(value);
            scalable.push(open);
            if open {
                self.expect(Tok::RSquare)?;
            }
            self.times()?;
            self.check_rank(shape.len())?;
        }
    }

    pub(super) fn check_rank(&mut self, rank: usize) -> ParseResult {
        let limit = self.opts.max_rank;
        if rank <= limit {
            return Ok(());
        }
        Err(self.error_as(
            &codes::LIMIT,
            self.pos(),
            format!("the rank is above the limit of {limit} (--max-rank)"),
        ))
    }
}
