//! Functions are short: from the line of `fn` to that of the closing brace, a function of a library or tool
//! takes at most [`MOST_LINES`].

use super::tokens::{Source, Token};
use super::{Rule, Violation};

/// The longest a function may be.
const MOST_LINES: usize = 60;

/// Functions of a source that are too long, outside of tests.
pub fn check(path: &str, source: &Source) -> Vec<Violation> {
    let tokens = &source.tokens;
    let violation = |at: usize| {
        let (name, lines) = (&tokens.get(at + 1)?.text, lines(&tokens[at..])?);
        let what = format!("{name} takes {lines} lines, more than {MOST_LINES}: give its parts names");
        let place = format!("{path}:{}", tokens[at].line);
        (lines > MOST_LINES).then_some(Violation { rule: Rule::Length, place, what })
    };
    (0..tokens.len()).filter(|at| is_function(tokens, *at)).filter_map(violation).collect()
}

/// Whether a function's definition or declaration begins here; `fn(…)` is a type.
fn is_function(tokens: &[Token], at: usize) -> bool {
    tokens[at].ident
        && tokens[at].text == "fn"
        && !tokens[at].test
        && tokens.get(at + 1).is_some_and(|t| t.ident)
}

/// How many lines a function takes whose tokens begin here; nothing for a declaration without a body.
fn lines(tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    let mut in_body = false;
    for token in tokens {
        match token.text.as_str() {
            ";" if depth == 0 => return None,
            "{" if depth == 0 => (depth, in_body) = (1, true),
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if in_body && depth == 0 {
            return Some(token.line - tokens[0].line + 1);
        }
    }
    None
}
