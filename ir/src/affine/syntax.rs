//! The expression syntax shared by affine expressions and extents.
//!
//! One grammar, the one of upstream MLIR's affine expressions, with functions and powers added: sums of
//! products, where `*`, `floordiv`, `ceildiv` and `mod` bind equally and to the left, and a minus sign binds
//! tightest but for powers. A builder resolves names and constructs expressions.

use std::fmt;

/// Levels of parentheses, calls and minus signs an expression may have.
const MAX_NESTING: u32 = 200;
/// Operands a function may be called with.
const MAX_OPERANDS: usize = 256;
/// The greatest exponent.
const MAX_POWER: u64 = 16;

/// A parse error: its message, and the byte offset in the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParseError {
    /// Position in bytes from the start of the text.
    pub offset: usize,
    /// The message, for users.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.message, self.offset)
    }
}

impl std::error::Error for ParseError {}

impl ParseError {
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> Self {
        Self { offset, message: message.into() }
    }
}

/// A name in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name<'s> {
    /// A bare identifier: `d0`, `n`.
    Bare(&'s str),
    /// An SSA value with its `%`, and `#` and result index if it has them: `%i`, `%4#1`.
    Value(&'s str),
    /// An SSA value marked as a symbol, `symbol(%n)`; given as for `Value`.
    SymbolValue(&'s str),
    /// A complete minimum or maximum of extents: `max(n, m)`.
    Term(&'s str),
}

/// The binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryOp {
    Add,
    Sub,
    Mul,
    FloorDiv,
    CeilDiv,
    Mod,
}

impl BinaryOp {
    fn spelling(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::FloorDiv => "floordiv",
            BinaryOp::CeilDiv => "ceildiv",
            BinaryOp::Mod => "mod",
        }
    }
}

/// Builds expressions from parsed text; error messages are for users.
pub(crate) trait ExprBuilder {
    type Expr: Clone;
    fn integer(&mut self, value: i64) -> Result<Self::Expr, String>;
    fn name(&mut self, name: Name<'_>, offset: usize) -> Result<Self::Expr, String>;
    /// True if a bare identifier before a parenthesis is a function.
    fn is_function(&self, _name: &str) -> bool {
        false
    }
    /// A call of a name for which [`ExprBuilder::is_function`] returned true.
    fn call(&mut self, function: &str, _operands: Vec<Self::Expr>) -> Result<Self::Expr, String> {
        Err(format!("unknown function '{function}'"))
    }
    /// True if operands may have constant exponents, as in `n^2`.
    fn has_powers(&self) -> bool {
        false
    }
    fn negate(&mut self, operand: Self::Expr) -> Result<Self::Expr, String>;
    fn binary(&mut self, op: BinaryOp, lhs: Self::Expr, rhs: Self::Expr) -> Result<Self::Expr, String>;
}

/// A position in a text.
pub(crate) struct Cursor<'s> {
    text: &'s str,
    at: usize,
}

impl<'s> Cursor<'s> {
    pub(crate) fn new(text: &'s str) -> Self {
        Self { text, at: 0 }
    }

    /// Bytes consumed so far.
    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'s str {
        &self.text[self.at..]
    }

    /// Skips white space and `//` comments.
    pub(crate) fn skip_space(&mut self) {
        loop {
            let trimmed = self.rest().trim_start_matches([' ', '\t', '\n', '\r']);
            self.at = self.text.len() - trimmed.len();
            if !trimmed.starts_with("//") {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    /// The position of the next token.
    pub(crate) fn token_start(&mut self) -> usize {
        let before = self.at;
        self.skip_space();
        let start = self.at;
        self.at = before;
        start
    }

    /// Consumes the punctuation if it comes next.
    pub(crate) fn eat(&mut self, punctuation: &str) -> bool {
        let start = self.token_start();
        let found = self.text[start..].starts_with(punctuation);
        if found {
            self.at = start + punctuation.len();
        }
        found
    }

    /// Consumes the punctuation or fails.
    pub(crate) fn expect(&mut self, punctuation: &str, place: &str) -> Result<(), ParseError> {
        if self.eat(punctuation) {
            return Ok(());
        }
        Err(self.error(format!("expected '{punctuation}'{place}")))
    }

    /// Fails if anything but space is left.
    pub(crate) fn expect_end(&mut self) -> Result<(), ParseError> {
        if self.token_start() == self.text.len() { Ok(()) } else { Err(self.error("unexpected text")) }
    }

    /// An error at the next token.
    pub(crate) fn error(&mut self, message: impl Into<String>) -> ParseError {
        ParseError::new(self.token_start(), message)
    }

    /// The bare identifier that comes next, if one does; not consumed.
    pub(crate) fn peek_identifier(&mut self) -> Option<&'s str> {
        let rest = &self.text[self.token_start()..];
        let first = rest.bytes().next()?;
        if !first.is_ascii_alphabetic() && first != b'_' {
            return None;
        }
        let tail = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.');
        Some(&rest[..rest.bytes().position(|b| !tail(b)).unwrap_or(rest.len())])
    }

    /// Consumes a bare identifier.
    pub(crate) fn identifier(&mut self) -> Option<&'s str> {
        let name = self.peek_identifier()?;
        self.at = self.token_start() + name.len();
        Some(name)
    }

    /// Consumes an SSA value: `%name`, `%3`, either with `#2` after it.
    fn value(&mut self) -> Option<&'s str> {
        let start = self.token_start();
        let text = self.text[start..].strip_prefix('%')?;
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let punctuation = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.' | b'-');
        let length = if digits > 0 { digits } else { text.bytes().take_while(punctuation).count() };
        if length == 0 {
            return None;
        }
        let mut end = start + 1 + length;
        if let Some(number) = self.text[end..].strip_prefix('#') {
            let digits = number.bytes().take_while(u8::is_ascii_digit).count();
            end += if digits > 0 { 1 + digits } else { 0 };
        }
        self.at = end;
        Some(&self.text[start..end])
    }

    /// Consumes a parenthesis and the text inside; returns the text from `start` on.
    fn call(&mut self, start: usize) -> Result<&'s str, ParseError> {
        let mut depth = 0usize;
        for (i, byte) in self.text.bytes().enumerate().skip(self.at) {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => continue,
            }
            if depth == 0 {
                self.at = i + 1;
                return Ok(&self.text[start..self.at]);
            }
        }
        Err(ParseError::new(self.text.len(), "expected ')'"))
    }

    /// Consumes an unsigned integer, decimal or hexadecimal; its value, if 64 bits hold it.
    fn integer(&mut self) -> Option<Option<u64>> {
        let start = self.token_start();
        let text = &self.text[start..];
        if !text.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let hex = text.strip_prefix("0x").map_or(0, |t| t.bytes().take_while(u8::is_ascii_hexdigit).count());
        if hex > 0 {
            self.at = start + 2 + hex;
            return Some(u64::from_str_radix(&text[2..2 + hex], 16).ok());
        }
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        self.at = start + digits;
        Some(text[..digits].parse().ok())
    }
}

/// Parses an expression at the cursor, and no more than that.
pub(crate) fn parse_expr<B: ExprBuilder>(
    cursor: &mut Cursor<'_>,
    builder: &mut B,
) -> Result<B::Expr, ParseError> {
    Parser { cursor, builder, nesting: 0 }.sum()
}

struct Parser<'c, 's, B> {
    cursor: &'c mut Cursor<'s>,
    builder: &'c mut B,
    nesting: u32,
}

impl<B: ExprBuilder> Parser<'_, '_, B> {
    fn sum(&mut self) -> Result<B::Expr, ParseError> {
        let mut lhs = self.product()?;
        loop {
            let at = self.cursor.token_start();
            let op = match &self.cursor.text.as_bytes()[at..] {
                [b'+', ..] => BinaryOp::Add,
                // `->` is a separate token.
                [b'-', b'>', ..] => return Ok(lhs),
                [b'-', ..] => BinaryOp::Sub,
                _ => return Ok(lhs),
            };
            self.cursor.eat(op.spelling());
            let rhs = self.product()?;
            lhs = self.builder.binary(op, lhs, rhs).map_err(|m| ParseError::new(at, m))?;
        }
    }

    fn product(&mut self) -> Result<B::Expr, ParseError> {
        let mut lhs = self.power()?;
        loop {
            let at = self.cursor.token_start();
            let op = match self.cursor.peek_identifier() {
                Some("floordiv") => BinaryOp::FloorDiv,
                Some("ceildiv") => BinaryOp::CeilDiv,
                Some("mod") => BinaryOp::Mod,
                None if self.cursor.text[at..].starts_with('*') => BinaryOp::Mul,
                _ => return Ok(lhs),
            };
            self.cursor.eat(op.spelling());
            let rhs = self.power()?;
            lhs = self.builder.binary(op, lhs, rhs).map_err(|m| ParseError::new(at, m))?;
        }
    }

    /// An operand, or its power by a constant exponent.
    fn power(&mut self) -> Result<B::Expr, ParseError> {
        let base = self.operand()?;
        let at = self.cursor.token_start();
        if !self.builder.has_powers() || !self.cursor.eat("^") {
            return Ok(base);
        }
        let failed = |message| ParseError::new(at, message);
        let exponent = match self.cursor.integer() {
            Some(Some(exponent)) if (1..=MAX_POWER).contains(&exponent) => exponent,
            _ => return Err(failed(format!("an exponent must be an integer from 1 to {MAX_POWER}"))),
        };
        let product = |product, _| self.builder.binary(BinaryOp::Mul, product, base.clone());
        (1..exponent).try_fold(base.clone(), product).map_err(failed)
    }

    fn operand(&mut self) -> Result<B::Expr, ParseError> {
        let at = self.cursor.token_start();
        let failed = |message| ParseError::new(at, message);
        if let Some(value) = self.cursor.integer() {
            let value = value.and_then(|v| i64::try_from(v).ok());
            let value =
                value.ok_or_else(|| failed("the literal does not fit a signed 64-bit integer".into()))?;
            return self.builder.integer(value).map_err(failed);
        }
        if let Some(value) = self.cursor.value() {
            return self.builder.name(Name::Value(value), at).map_err(failed);
        }
        if let Some(name) = self.cursor.identifier() {
            return self.named(name, at);
        }
        if self.cursor.eat("(") {
            let inner = self.nested(Self::sum)?;
            self.cursor.expect(")", "")?;
            return Ok(inner);
        }
        if !self.cursor.text[at..].starts_with("->") && self.cursor.eat("-") {
            return self.negation(at);
        }
        Err(failed("expected an expression".into()))
    }

    fn negation(&mut self, at: usize) -> Result<B::Expr, ParseError> {
        let failed = |message| ParseError::new(at, message);
        // The magnitude of the least integer does not fit an integer.
        let number = self.cursor.offset();
        if self.cursor.integer() == Some(Some(i64::MIN.unsigned_abs())) {
            return self.builder.integer(i64::MIN).map_err(failed);
        }
        self.cursor.at = number;
        let operand = self.nested(Self::power)?;
        self.builder.negate(operand).map_err(failed)
    }

    fn named(&mut self, name: &str, at: usize) -> Result<B::Expr, ParseError> {
        let failed = |message| ParseError::new(at, message);
        let opens = self.cursor.token_start();
        if !self.cursor.text[opens..].starts_with('(') {
            return self.builder.name(Name::Bare(name), at).map_err(failed);
        }
        if self.builder.is_function(name) {
            let operands = self.nested(Self::operands)?;
            return self.builder.call(name, operands).map_err(failed);
        }
        if matches!(name, "min" | "max") {
            let term = self.cursor.call(at)?;
            return self.builder.name(Name::Term(term), at).map_err(failed);
        }
        if name == "symbol" {
            self.cursor.expect("(", "")?;
            let at = self.cursor.token_start();
            let value = self.cursor.value().ok_or_else(|| ParseError::new(at, "expected an SSA value"))?;
            self.cursor.expect(")", "")?;
            return self.builder.name(Name::SymbolValue(value), at).map_err(|m| ParseError::new(at, m));
        }
        self.builder.name(Name::Bare(name), at).map_err(failed)
    }

    fn operands(&mut self) -> Result<Vec<B::Expr>, ParseError> {
        self.cursor.expect("(", "")?;
        let mut operands = vec![self.sum()?];
        while self.cursor.eat(",") {
            if operands.len() == MAX_OPERANDS {
                return Err(self.cursor.error(format!("more than {MAX_OPERANDS} operands")));
            }
            operands.push(self.sum()?);
        }
        self.cursor.expect(")", "")?;
        Ok(operands)
    }

    fn nested<T>(&mut self, parse: fn(&mut Self) -> Result<T, ParseError>) -> Result<T, ParseError> {
        if self.nesting == MAX_NESTING {
            let message = format!("the expression nests deeper than {MAX_NESTING} levels");
            return Err(self.cursor.error(message));
        }
        self.nesting += 1;
        let result = parse(self);
        self.nesting -= 1;
        result
    }
}
