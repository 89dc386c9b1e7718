//! The syntax of pipelines: `builtin.module(func.func(a{k=v l=1,2},b),c)`.
//!
//! ```text
//! list   ::= [ step { "," step } ]
//! step   ::= name [ "{" { option } "}" ] [ "(" list ")" ]
//! option ::= name [ "=" value ]
//! value  ::= text without blanks and braces | "…" | '…' | "{" … "}"
//! ```

use std::ops::Range;

/// Limit on the nesting of pipelines.
const MAX_NESTING: usize = 64;

/// A step as written; positions are byte offsets into the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawStep {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) options: Vec<RawOption>,
    pub(super) nested: Option<Vec<RawStep>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawOption {
    pub(super) name: String,
    pub(super) at: usize,
    pub(super) value: String,
    pub(super) value_at: usize,
}

/// A syntax error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SyntaxError {
    pub(super) at: usize,
    pub(super) message: String,
}

/// Parses a list of steps.
pub(super) fn parse(text: &str) -> Result<Vec<RawStep>, SyntaxError> {
    let mut parser = Parser { text, at: 0 };
    let steps = parser.list(0)?;
    parser.space();
    match parser.peek() {
        None => Ok(steps),
        Some(')') => Err(parser.error("this ')' closes nothing")),
        Some(_) => Err(parser.error("expected ',' or the end of the pipeline")),
    }
}

/// Parses the options between braces, or those of `--pass='a=1 b=2'`.
pub(super) fn parse_options(text: &str) -> Result<Vec<RawOption>, SyntaxError> {
    let mut parser = Parser { text, at: 0 };
    let options = parser.options()?;
    match parser.peek() {
        None => Ok(options),
        Some(_) => Err(parser.error("unexpected '}'")),
    }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

fn name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_.-".contains(c)
}

impl<'a> Parser<'a> {
    fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError { at: self.at, message: message.into() }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: char) -> bool {
        self.space();
        let found = self.rest().starts_with(token);
        self.at += if found { token.len_utf8() } else { 0 };
        found
    }

    fn name(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c| !name_char(c)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn list(&mut self, depth: usize) -> Result<Vec<RawStep>, SyntaxError> {
        if depth > MAX_NESTING {
            return Err(self.error(format!("pipelines nest deeper than {MAX_NESTING}")));
        }
        let mut steps = Vec::new();
        self.space();
        if matches!(self.peek(), None | Some(')')) {
            return Ok(steps);
        }
        loop {
            steps.push(self.step(depth)?);
            if !self.eat(',') {
                return Ok(steps);
            }
        }
    }

    fn step(&mut self, depth: usize) -> Result<RawStep, SyntaxError> {
        self.space();
        let at = self.at;
        let name = self.name().to_string();
        if name.is_empty() {
            return Err(self.error("expected the name of a pass, a pipeline or an op"));
        }
        let options = if self.eat('{') { self.braces(at)? } else { Vec::new() };
        let open = self.at;
        let nested = if self.eat('(') { Some(self.parentheses(open, depth)?) } else { None };
        Ok(RawStep { name, at, options, nested })
    }

    fn braces(&mut self, at: usize) -> Result<Vec<RawOption>, SyntaxError> {
        let open = self.at - 1;
        let options = self.options()?;
        if !self.eat('}') {
            let message = format!("the '{{' after '{}' is not closed", &self.text[at..open]);
            return Err(SyntaxError { at: open, message });
        }
        Ok(options)
    }

    fn parentheses(&mut self, open: usize, depth: usize) -> Result<Vec<RawStep>, SyntaxError> {
        let steps = self.list(depth + 1)?;
        if self.eat(')') {
            return Ok(steps);
        }
        match self.peek() {
            None => Err(SyntaxError { at: open, message: "this '(' is not closed".into() }),
            Some(_) => Err(self.error("expected ',' or ')'")),
        }
    }

    fn options(&mut self) -> Result<Vec<RawOption>, SyntaxError> {
        let mut options = Vec::new();
        loop {
            self.space();
            if matches!(self.peek(), None | Some('}')) {
                return Ok(options);
            }
            let at = self.at;
            let name = self.name().to_string();
            if name.is_empty() {
                return Err(self.error("expected the name of an option"));
            }
            let has_value = self.rest().starts_with('=');
            self.at += usize::from(has_value);
            let range = if has_value { self.value()? } else { self.at..self.at };
            let value_at = if has_value { range.start } else { at };
            options.push(RawOption { name, at, value: self.text[range].to_string(), value_at });
        }
    }

    /// The range of a value, without its quotes or outer braces.
    fn value(&mut self) -> Result<Range<usize>, SyntaxError> {
        let start = self.at;
        match self.peek() {
            Some(quote @ ('"' | '\'')) => {
                let Some(length) = self.text[start + 1..].find(quote) else {
                    return Err(self.error("this quote is not closed"));
                };
                let inner = start + 1..start + 1 + length;
                self.at = inner.end + 1;
                // `'a','b'` is one value: quotes of list items stay.
                if self.rest().starts_with(',') { self.plain(start) } else { Ok(inner) }
            }
            Some('{') => {
                let range = self.plain(start)?;
                let whole = self.text[range.clone()].ends_with('}');
                Ok(if whole { range.start + 1..range.end - 1 } else { range })
            }
            _ => self.plain(start),
        }
    }

    /// A value up to a blank or closing brace outside of quotes and brackets.
    fn plain(&mut self, start: usize) -> Result<Range<usize>, SyntaxError> {
        let mut stack: Vec<(char, usize)> = Vec::new();
        let mut quote = None;
        for (offset, c) in self.text[start..].char_indices() {
            let at = start + offset;
            match (quote, c) {
                (Some((q, _)), c) if c == q => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') => quote = Some((c, at)),
                (None, '{' | '(' | '[') => stack.push((c, at)),
                (None, '}' | ')' | ']') if !stack.is_empty() => drop(stack.pop()),
                (None, '}') => return Ok(self.end_value(start, at)),
                (None, c) if c.is_whitespace() && stack.is_empty() => return Ok(self.end_value(start, at)),
                _ => {}
            }
        }
        if let Some((open, at)) = quote.or(stack.pop()) {
            return Err(SyntaxError { at, message: format!("this {open} is not closed") });
        }
        Ok(self.end_value(start, self.text.len()))
    }

    fn end_value(&mut self, start: usize, end: usize) -> Range<usize> {
        self.at = end;
        start..end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(steps: &[RawStep]) -> String {
        let one = |s: &RawStep| {
            let options: Vec<String> =
                s.options.iter().map(|o| format!("{}=<{}>", o.name, o.value)).collect();
            let options = if options.is_empty() { String::new() } else { format!("[{}]", options.join(" ")) };
            let nested = s.nested.as_ref().map_or(String::new(), |n| format!("({})", show(n)));
            format!("{}{options}{nested}", s.name)
        };
        steps.iter().map(one).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn parses_nesting_and_all_kinds_of_values() {
        let same = |text: &str, want: &str| assert_eq!(show(&parse(text).expect(text)), want);
        same("builtin.module(func.func(a,b),c)", "builtin.module(func.func(a,b),c)");
        same(" a { k=v  l=1,2 flag } , b ( ) ", "a[k=<v> l=<1,2> flag=<>],b()");
        same("a{p=\"x y}\" q='{' r={x{y} z}}", "a[p=<x y}> q=<{> r=<x{y} z>]");
        same("a{l='x y','z'}", "a[l=<'x y','z'>]");
        same("a{p=f(x, y)}", "a[p=<f(x, y)>]");
        same("", "");
    }

    #[test]
    fn errors_point_at_the_location() {
        let bad = |text: &str, at: usize, part: &str| {
            let error = parse(text).expect_err(text);
            assert_eq!(error.at, at, "{text}: {}", error.message);
            assert!(error.message.contains(part), "{text}: {}", error.message);
        };
        bad("a,,b", 2, "expected the name");
        bad("a(b", 1, "'(' is not closed");
        bad("a(b))", 4, "closes nothing");
        bad("a{k=v", 1, "'{' after 'a' is not closed");
        bad("a{k='v}", 4, "quote is not closed");
        bad("a{k={v}", 1, "is not closed");
        bad("a b", 2, "expected ','");
        bad("a(b c)", 4, "expected ',' or ')'");
        bad("a{=1}", 2, "name of an option");
        bad("é", 0, "expected the name");
        bad(&"a(".repeat(100_000), 130, "deeper than 64");
    }
}
