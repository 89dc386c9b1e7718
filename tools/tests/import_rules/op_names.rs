//! Ops are named by their types (`docs/explanation/adr/0007-typed-ops.md`): an op's name as text, a literal
//! or the constant `NAME` of its type, is allowed in a few files only.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::tokens::{self, Source, Token};
use super::{Rule, Violation};
use tf_ir::registry::Registry;

/// The folders in which ops must be named by types.
const TYPED: [&str; 7] =
    ["dialects/src/", "library/", "interp/src/", "generate/src/", "passes/", "backends/", "frontend/"];

/// Files with names that are text.
pub const TEXT: &[&str] = &[
    // Rules written as text.
    "dialects/src/arith/rules/casts.rs",
    "dialects/src/math/rules.rs",
    // Lists that messages show.
    "dialects/src/loops/ops.rs",
    "dialects/src/tensor/verify_compute.rs",
    // The anchor of a pipeline.
    "generate/src/work/expand.rs",
    // Text for upstream.
    "backends/llvm/src/check.rs",
    "backends/upstream/src/ahead/term.rs",
];

/// The full names of the registered ops.
static NAMES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let mut registry = Registry::new();
    tf_dialects::register_all(&mut registry);
    registry.ops().iter().map(|op| op.name.to_string()).collect()
});

/// Names of ops as text in a source that is not a test.
pub fn check(path: &str, source: &Source) -> Vec<Violation> {
    if !TYPED.iter().any(|folder| path.starts_with(folder)) || TEXT.contains(&path) {
        return Vec::new();
    }
    uses(source)
        .map(|(line, what)| Violation { rule: Rule::OpName, place: format!("{path}:{line}"), what })
        .collect()
}

/// Files of the list that name no op as text, or do not exist.
pub fn needless(files: &[(String, String)]) -> Vec<Violation> {
    let names_ops = |path: &str| {
        let text = files.iter().find(|(file, _)| file == path).map_or("", |(_, text)| text);
        tokens::read(text).is_ok_and(|source| uses(&source).next().is_some())
    };
    let needless = TEXT.iter().filter(|path| !names_ops(path));
    let what = "is listed as a file that names ops as text, and has none";
    needless
        .map(|path| Violation { rule: Rule::OpName, place: path.to_string(), what: what.into() })
        .collect()
}

/// The positions at which a source names ops as text, outside of tests.
pub fn uses(source: &Source) -> impl Iterator<Item = (usize, String)> + '_ {
    let tokens = &source.tokens;
    let found = (0..tokens.len())
        .filter(|at| !tokens[*at].test && (is_literal(tokens, *at) || is_constant(tokens, *at)));
    found.map(|at| {
        let name = if tokens[at].ident {
            format!("{}::NAME", before(tokens, at, 3))
        } else {
            tokens[at].text.clone()
        };
        (tokens[at].line, format!("{name} names an op as text: its type says which it is"))
    })
}

/// The text of the token `n` positions before.
fn before(tokens: &[Token], at: usize, count: usize) -> &str {
    at.checked_sub(count).map_or("", |at| &tokens[at].text)
}

/// A literal that is an op's name, unless it defines the op.
fn is_literal(tokens: &[Token], at: usize) -> bool {
    let text = &tokens[at].text;
    let name = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let defines =
        before(tokens, at, 1) == "(" && before(tokens, at, 2) == "op" && before(tokens, at, 3) == "[";
    name.is_some_and(|name| NAMES.contains(name)) && !defines
}

/// The constant `NAME` of a type, except in anchors, which are text of pipelines, and in an op's own code.
fn is_constant(tokens: &[Token], at: usize) -> bool {
    let path = tokens[at].text == "NAME" && before(tokens, at, 1) == ":" && before(tokens, at, 2) == ":";
    let ty = before(tokens, at, 3);
    let anchor = before(tokens, at, 4) == "(" && before(tokens, at, 5) == "Op";
    path && ty.starts_with(char::is_uppercase) && !["Self", "D"].contains(&ty) && !anchor
}
