//! Parsing of rules.

use super::{AttrTerm, Number, OpTerm, Rule, Term};

/// Limit on the nesting of terms in a rule.
const MAX_DEPTH: usize = 16;
/// Limit on op terms with two operands on a left side: all combinations of swaps are tried.
const MAX_SWAPS: u32 = 5;

pub(super) fn rule(name: &'static str, from: &str, to: &str) -> Result<Rule, String> {
    let mut vars = Vec::new();
    let left = side(from, &mut vars, true)?;
    let bound = vars.len();
    let right = side(to, &mut vars, false)?;
    let Term::Op(from_op) = left else {
        return Err(format!("the left side must be an op: {from}"));
    };
    if let Some(var) = vars[bound..].iter().find(|v| is_value_name(v)) {
        return Err(format!("'{var}' is not bound on the left side"));
    }
    let swaps = count_swaps(&from_op);
    if swaps > MAX_SWAPS {
        return Err(format!("more than {MAX_SWAPS} ops with two operands on the left side"));
    }
    let (benefit, guards, computed) = (1, Vec::new(), Vec::new());
    Ok(Rule { name, text: String::new(), benefit, from: *from_op, to: right, vars, guards, computed, swaps })
}

fn count_swaps(op: &OpTerm) -> u32 {
    let inner = op.operands.iter().map(|t| match t {
        Term::Op(op) => count_swaps(op),
        _ => 0,
    });
    inner.sum::<u32>() + u32::from(op.operands.len() == 2)
}

fn is_value_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
}

fn side(text: &str, vars: &mut Vec<String>, left: bool) -> Result<Term, String> {
    let mut parser = Parser { text, at: 0, vars, left };
    let term = parser.term(0)?;
    parser.space();
    if parser.at < text.len() { Err(parser.error("unexpected text")) } else { Ok(term) }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    vars: &'a mut Vec<String>,
    left: bool,
}

impl<'a> Parser<'a> {
    fn error(&self, message: &str) -> String {
        format!("{message}\n  {}\n  {}^", self.text, " ".repeat(self.text[..self.at].chars().count()))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, token: char) -> bool {
        let found = self.rest().starts_with(token);
        self.at += if found { token.len_utf8() } else { 0 };
        found
    }

    fn word(&mut self) -> Result<&'a str, String> {
        let rest = self.rest();
        let end =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_.-".contains(c))).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.error("expected a name"));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    fn variable(&mut self, name: &str) -> usize {
        match self.vars.iter().position(|v| v == name) {
            Some(found) => found,
            None => {
                self.vars.push(name.to_string());
                self.vars.len() - 1
            }
        }
    }

    fn term(&mut self, depth: usize) -> Result<Term, String> {
        if depth > MAX_DEPTH {
            return Err(self.error("nested too deep"));
        }
        self.space();
        if self.eat('(') {
            return Ok(Term::Op(Box::new(self.op(depth)?)));
        }
        let start = self.at;
        let word = self.word()?;
        if word == "_" {
            return Ok(Term::Wildcard).and_then(|t| self.left_only(start, t));
        }
        if let Ok(n) = word.parse::<i64>() {
            return Ok(Term::Number(Number::Int(n)));
        }
        if word.starts_with(|c: char| c.is_ascii_digit() || c == '-') {
            let number = word.parse::<f64>().map_err(|_| self.error("not a number"))?;
            return Ok(Term::Number(Number::Float(number)));
        }
        let var = self.variable(word);
        Ok(if is_value_name(word) { Term::Value(var) } else { Term::Constant(var) })
    }

    fn left_only(&mut self, start: usize, term: Term) -> Result<Term, String> {
        if self.left {
            return Ok(term);
        }
        self.at = start;
        Err(self.error("is valid on left sides only"))
    }

    fn op(&mut self, depth: usize) -> Result<OpTerm, String> {
        self.space();
        let name = self.word()?.to_string();
        if !name.contains('.') {
            return Err(self.error("expected the full name of an op: dialect.op"));
        }
        let single_use = self.left && self.eat('!');
        let ty = match !self.left && self.eat(':') {
            true => {
                let var = self.word()?;
                Some(self.variable(var))
            }
            false => None,
        };
        let attrs = if self.eat('{') { self.attrs()? } else { Vec::new() };
        let mut operands = Vec::new();
        loop {
            self.space();
            if self.eat(')') {
                return Ok(OpTerm { name, single_use, ty, attrs, operands });
            }
            if self.rest().is_empty() {
                return Err(self.error("expected ')'"));
            }
            operands.push(self.term(depth + 1)?);
        }
    }

    fn attrs(&mut self) -> Result<Vec<(String, AttrTerm)>, String> {
        let mut attrs = Vec::new();
        loop {
            self.space();
            if self.eat('!') {
                attrs.push((self.word()?.to_string(), AttrTerm::Absent));
            } else {
                let name = self.word()?.to_string();
                let term = if self.eat('=') { AttrTerm::Var(self.attr_var()?) } else { AttrTerm::Present };
                attrs.push((name, term));
            }
            self.space();
            if self.eat('}') {
                return Ok(attrs);
            }
            if !self.eat(',') {
                return Err(self.error("expected ',' or '}'"));
            }
        }
    }

    fn attr_var(&mut self) -> Result<usize, String> {
        if !self.eat('$') {
            return Err(self.error("expected '$'"));
        }
        let name = format!("${}", self.word()?);
        Ok(self.variable(&name))
    }
}
