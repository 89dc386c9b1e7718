//! Prose in string literals of Rust and Python sources: literals of at least three words, outside of tests.

use crate::import_rules::tokens;

/// A prose string.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prose {
    /// 1-based line of its beginning.
    pub line: usize,
    /// The text on one line, without quotes.
    pub text: String,
}

/// Words that make a string prose.
const LEAST_WORDS: usize = 3;

/// The prose strings of a Rust source.
///
/// # Errors
/// The source does not parse.
pub fn of_rust(source: &str) -> Result<Vec<Prose>, String> {
    let tokens = tokens::read(source)?.tokens;
    // Doc comments are `doc = "…"` in the tokens: other tests count comments.
    let is_doc = |at: usize| at >= 2 && tokens[at - 2].text == "doc" && tokens[at - 1].text == "=";
    let literals = tokens.iter().enumerate().filter(|(at, token)| !token.test && !is_doc(*at));
    let found = literals.filter_map(|(_, token)| {
        let text = joined(content(&token.text)?);
        is_prose(&text).then_some(Prose { line: token.line, text })
    });
    Ok(found.collect())
}

/// The content of a string literal, raw or not; `None` for other literals.
fn content(literal: &str) -> Option<&str> {
    let inner = literal.trim_start_matches(['b', 'c', 'r']).trim_matches('#');
    inner.strip_prefix('"')?.strip_suffix('"')
}

/// A literal's text with its continued lines joined, on one line.
fn joined(text: &str) -> String {
    let mut parts = text.split("\\\n");
    let first = parts.next().unwrap_or_default().to_string();
    let all = parts.fold(first, |all, part| all + part.trim_start());
    all.replace("\\n", " ").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_prose(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let words = text.split(|c: char| !is_letter(c)).filter(|word| word.len() >= 2);
    words.count() >= LEAST_WORDS
}

/// The prose strings of a Python source, docstrings included.
pub fn of_python(source: &str) -> Vec<Prose> {
    let (mut found, mut line, mut rest) = (Vec::new(), 1, source);
    while let Some(first) = rest.chars().next() {
        let quote = ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quote| rest.starts_with(quote));
        let length = match quote {
            Some(quote) => {
                let inner = unquoted(&rest[quote.len()..], quote);
                let text = joined(inner);
                found.extend(is_prose(&text).then_some(Prose { line, text }));
                (inner.len() + 2 * quote.len()).min(rest.len())
            }
            None if first == '#' => rest.find('\n').unwrap_or(rest.len()),
            None => first.len_utf8(),
        };
        line += rest[..length].matches('\n').count();
        rest = &rest[length..];
    }
    found
}

/// The text up to a quote that no backslash escapes, or all of it.
fn unquoted<'a>(text: &'a str, quote: &str) -> &'a str {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        if !is_escaped && text[at..].starts_with(quote) {
            return &text[..at];
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    text
}

#[test]
fn strings_of_both_languages_are_found() {
    let rust = r##"
/// What a fold comes to is no string.
fn f() {
    g("takes one \
       trip of the loop", r#"a raw "string" behind it"#, "two words", 'c', 12);
}
#[cfg(test)]
mod tests {
    const NAME: &str = "three words of tests";
}
"##;
    let texts = |found: Vec<Prose>| found.into_iter().map(|own| (own.line, own.text)).collect::<Vec<_>>();
    let expected =
        [(4, "takes one trip of the loop".to_string()), (5, "a raw \"string\" behind it".to_string())];
    assert_eq!(texts(of_rust(rust).expect("it is Rust")), expected);
    let python = "# no string of words\ndef f():\n    \"\"\"What it\n    comes to.\"\"\"\n    \
                  return g('it is \\'quoted\\' here', \"no\")\n";
    let expected = [(3, "What it comes to.".to_string()), (5, "it is \\'quoted\\' here".to_string())];
    assert_eq!(texts(of_python(python)), expected);
    assert_eq!(super::hits("what it comes to."), 1);
}
