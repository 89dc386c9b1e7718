//! A Rust source as a flat list of tokens that know their line and whether only tests compile them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A token; groups appear as their delimiters.
#[derive(Debug, Clone)]
pub struct Token {
    /// The token's text; a literal as in the source.
    pub text: String,
    /// 1-based line.
    pub line: usize,
    /// Under `#[cfg(test)]` or `#[test]`.
    pub test: bool,
    /// An identifier or keyword, not a literal or punctuation.
    pub ident: bool,
    /// Inside `quote!`: code of the crate that the macro is expanded in.
    pub quoted: bool,
}

/// A source's tokens and the modules it declares for tests only (`#[cfg(test)] mod name;`).
#[derive(Debug, Default)]
pub struct Source {
    /// The tokens in order.
    pub tokens: Vec<Token>,
    /// Names of the out-of-line test modules.
    pub test_modules: Vec<String>,
}

/// Splits a source into tokens.
pub fn read(text: &str) -> Result<Source, String> {
    let stream: TokenStream =
        text.parse().map_err(|e: proc_macro2::LexError| format!("line {}: {e}", e.span().start().line))?;
    let mut source = Source::default();
    flatten(stream, Context { test: false, quoted: false }, &mut source);
    Ok(source)
}

/// What holds for all tokens of a group.
#[derive(Debug, Clone, Copy)]
struct Context {
    test: bool,
    quoted: bool,
}

fn flatten(stream: TokenStream, context: Context, source: &mut Source) {
    let trees: Vec<TokenTree> = stream.into_iter().collect();
    // Inside `test_item`: up to the first `;` or `{}` after a test attribute.
    let (mut all_test, mut test_item, mut after_mod) = (context.test, false, false);
    for (index, tree) in trees.iter().enumerate() {
        match attribute(&trees, index) {
            Some((true, true)) => all_test = true,
            Some((false, true)) => test_item = true,
            _ => {}
        }
        let test = all_test || test_item;
        let line = tree.span().start().line;
        let mut push = |text: String, line, ident| {
            source.tokens.push(Token { text, line, test, ident, quoted: context.quoted })
        };
        match tree {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                push(open.into(), line, false);
                let quoted = context.quoted || is_quote(&trees[..index]);
                flatten(group.stream(), Context { test, quoted }, source);
                let line = group.span_close().start().line;
                source.tokens.push(Token { text: close.into(), line, test, ident: false, quoted });
                test_item &= group.delimiter() != Delimiter::Brace;
            }
            TokenTree::Ident(ident) => {
                let text = ident.to_string();
                let next_is_semicolon =
                    matches!(trees.get(index + 1), Some(TokenTree::Punct(p)) if p.as_char() == ';');
                if test && after_mod && next_is_semicolon {
                    source.test_modules.push(text.clone());
                }
                after_mod = text == "mod";
                source.tokens.push(Token { text, line, test, ident: true, quoted: context.quoted });
            }
            TokenTree::Punct(punct) => {
                push(punct.as_char().into(), line, false);
                test_item &= punct.as_char() != ';';
            }
            TokenTree::Literal(literal) => push(literal.to_string(), line, false),
        }
    }
}

/// Whether these trees end in `quote!` or another of the macros that make tokens.
fn is_quote(before: &[TokenTree]) -> bool {
    let [.., TokenTree::Ident(name), TokenTree::Punct(bang)] = before else { return false };
    bang.as_char() == '!' && ["quote", "quote_spanned", "parse_quote"].iter().any(|n| name == n)
}

/// Whether an attribute begins at `index`: (is it an inner one, is its item compiled for tests only).
fn attribute(trees: &[TokenTree], index: usize) -> Option<(bool, bool)> {
    let is = |at: usize, c: char| matches!(trees.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
    if !is(index, '#') {
        return None;
    }
    let inner = is(index + 1, '!');
    let TokenTree::Group(group) = trees.get(index + 1 + usize::from(inner))? else { return None };
    (group.delimiter() == Delimiter::Bracket).then(|| (inner, for_tests(group.stream())))
}

/// Whether an attribute's content is `test`, `cfg(test)` or `cfg(all(…, test, …))`.
fn for_tests(content: TokenStream) -> bool {
    let trees: Vec<TokenTree> = content.into_iter().collect();
    match trees.as_slice() {
        [TokenTree::Ident(name)] => name == "test",
        [TokenTree::Ident(name), TokenTree::Group(group)] if name == "cfg" || name == "all" => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma = |t: &TokenTree| matches!(t, TokenTree::Punct(p) if p.as_char() == ',');
            inside.split(is_comma).any(|part| for_tests(part.iter().cloned().collect()))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn idents(text: &str, test: bool) -> Vec<String> {
        read(text).unwrap().tokens.into_iter().filter(|t| t.ident && t.test == test).map(|t| t.text).collect()
    }

    #[test]
    fn comments_and_literals_are_no_identifiers() {
        let text =
            "// a\n/* b /* c */ */ let x = \"d\" ; let y = r#\"e\"# ; let z = 'f' ; #[doc = \"g\"] fn h() {}";
        assert_eq!(idents(text, false), ["let", "x", "let", "y", "let", "z", "doc", "fn", "h"]);
    }

    #[test]
    fn test_code_ends_with_its_item() {
        let text = "#[cfg(test)] #[x] mod t { a } fn b() {} #[test] fn c() { d } use e; \
                    #[cfg(all(unix, test))] use f::{g}; h! {} #[cfg(any(test, i))] fn j() {} #[cfg(not(test))] fn k() {}";
        assert_eq!(
            idents(text, true),
            [
                "cfg", "test", "x", "mod", "t", "a", "test", "fn", "c", "d", "cfg", "all", "unix", "test",
                "use", "f", "g"
            ]
        );
        assert_eq!(idents("#![cfg(test)] fn a() {}", false), Vec::<String>::new());
    }

    #[test]
    fn lines_and_test_modules() {
        let source = read("mod a;\n#[cfg(test)]\nmod b;\n\nmod c;\n").unwrap();
        assert_eq!(source.test_modules, ["b"]);
        assert_eq!(source.tokens.iter().find(|t| t.text == "c").unwrap().line, 5);
        assert!(read("fn a( {").is_err());
    }
}
