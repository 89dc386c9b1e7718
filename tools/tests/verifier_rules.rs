//! Every rule of a verifier has a test: its message, or enough of it, is expected somewhere. As such tests
//! demand that all that is expected is reported, they fail when the rule is taken out.

use std::path::{Path, PathBuf};

use crate::import_rules::tokens::{self, Token};

/// The folders of rules, below the root of the sources.
const VERIFIERS: [&str; 10] = [
    "dialects/src/func",
    "dialects/src/arith",
    "dialects/src/math",
    "dialects/src/elementwise",
    "dialects/src/tensor",
    "dialects/src/loops",
    "dialects/src/mem",
    "dialects/src/vector",
    "dialects/src/kernel",
    "ir/src/verify/mod.rs",
];
/// Files in them that verify nothing: their messages are refusals of rewrites and lowerings.
const NO_VERIFIERS: [&str; 3] = ["canonical", "rules", "decompose"];
/// Letters of a message that must be expected in a row, unless a whole part between its values is shorter.
const ENOUGH: usize = 14;
/// Messages that no text can provoke: the parser, or a more general rule, refuses what would.
const UNREACHABLE: [&str; 4] = [
    // Blocks have names within their region only.
    "branches to a block of another region",
    // The description counts operands first.
    "needs a tensor and indices as operands",
    // Types are inferred for builders only where they follow from operands.
    "needs its result type to be stated",
    // Elements of tensors are scalars.
    "combines values of type {ty}: they must be scalars",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The files below a path that end so.
fn files(path: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).expect("folders are readable");
        let mut paths: Vec<PathBuf> = entries.map(|e| e.expect("is readable").path()).collect();
        paths.sort();
        let skipped =
            |p: &Path| p.file_name().is_some_and(|n| n == "target" || n.as_encoded_bytes()[0] == b'.');
        paths.iter().filter(|p| !skipped(p)).for_each(|p| files(p, ending, found));
    } else if path.extension().is_some_and(|e| e == ending) {
        found.push(path.to_path_buf());
    }
}

/// A string literal's text, its line breaks joined as the compiler joins them.
fn unquoted(literal: &str) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut lines = inner.split("\\\n");
    let mut text = lines.next()?.to_string();
    lines.for_each(|line| text += line.trim_start());
    Some(text.replace("\\\"", "\""))
}

/// The messages of a source: the first literals in the arguments of `error(…)`, `Err(…)` and `refuse(…)`. Not
/// `Err("…".into())`, which is a refusal of a rewrite.
fn messages(tokens: &[Token]) -> Vec<(usize, String)> {
    const WORDS: [&str; 6] = ["format_args", "format", "!", "(", "op", "."];
    let mut found = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let begins = ["error", "Err", "refuse"].contains(&&*token.text) && !token.test;
        if !begins || tokens.get(i + 1).is_none_or(|t| t.text != "(") {
            continue;
        }
        let Some(at) = (i + 2..tokens.len()).find(|at| !WORDS.contains(&&*tokens[*at].text)) else {
            continue;
        };
        let of_rewrite = tokens[at + 1..].iter().take(2).map(|t| &*t.text).eq([".", "into"]);
        if let Some(text) = unquoted(&tokens[at].text).filter(|text| text.contains(' ') && !of_rewrite) {
            found.push((token.line, text));
        }
    }
    found
}

/// The parts of a message between its values.
fn parts(message: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = message.split('{').collect();
    for part in parts.iter_mut().skip(1) {
        *part = part.split_once('}').map_or("", |(_, after)| after);
    }
    parts.into_iter().map(str::trim).filter(|part| part.len() > 5).collect()
}

/// Also true for a message of only values and short words, which cannot be searched for.
fn is_expected(message: &str, tests: &str) -> bool {
    let parts = parts(message);
    parts.is_empty()
        || parts.iter().any(|part| {
            let letters: Vec<(usize, char)> = part.char_indices().collect();
            if letters.len() <= ENOUGH {
                return tests.contains(part);
            }
            let at = |i: usize| letters.get(i).map_or(part.len(), |(at, _)| *at);
            (0..=letters.len() - ENOUGH).step_by(3).any(|i| tests.contains(&part[at(i)..at(i + ENOUGH)]))
        })
}

#[test]
fn every_rule_of_a_verifier_is_expected_by_a_test() {
    let root = root();
    let (mut sources, mut texts) = (Vec::new(), Vec::new());
    VERIFIERS.iter().for_each(|path| files(&root.join(path), "rs", &mut sources));
    sources.retain(|path| {
        let name = path.strip_prefix(&root).expect("is below").to_string_lossy();
        !NO_VERIFIERS.iter().any(|word| name.contains(word))
    });
    files(&root.join("test"), "mlir", &mut texts);
    for package in ["ir", "dialects", "passes", "frontend"] {
        files(&root.join(package).join("tests"), "rs", &mut texts);
    }
    let tests: String = texts.iter().map(|path| std::fs::read_to_string(path).expect("is text")).collect();
    let (mut count, mut missing) = (0, Vec::new());
    for path in sources {
        let source = tokens::read(&std::fs::read_to_string(&path).expect("is text")).expect("is Rust");
        for (line, message) in messages(&source.tokens) {
            count += 1;
            if !UNREACHABLE.contains(&&*message) && !is_expected(&message, &tests) {
                missing.push(format!("{}:{line}: {message}", path.display()));
            }
        }
    }
    assert!(count > 150, "only {count} rules are found");
    assert!(missing.is_empty(), "no test expects\n{}", missing.join("\n"));
}

#[test]
fn messages_are_found_in_all_their_forms() {
    let text = r#"fn f() { Err(op.error("has no block")); op.error(format_args!("has {n} values but {m}")); Err(
        format!("is too \
                 long")); let x = g("no message"); Err("does not apply".into()) } #[cfg(test)] mod t { fn g() { error("of a test"); } }"#;
    let found: Vec<String> =
        messages(&tokens::read(text).expect("is Rust").tokens).into_iter().map(|m| m.1).collect();
    assert_eq!(found, ["has no block", "has {n} values but {m}", "is too long"]);
    assert!(is_expected("has {n} values but {m} results", "… {{has 2 values but 3}}"));
    assert!(!is_expected("has {n} values but {m} results", "… {{has 2 of them}}"));
    assert!(is_expected("expects its region to end with {x}", "its region to end"));
}

/// What looks at how a value is made. A verifier must not: folding and inlining change that, and would make
/// valid IR invalid.
const LOOKS: [&str; 6] =
    ["constant_int", "constant_value", "operand_def", "known_region", "def_op", "Arithmetic"];
/// The files of the bounds proof, which use values to accept accesses and never to refuse them.
const PROOF: &str = "tensor/bounds/";
/// Functions of verifiers that ask where a value comes from, and why no rewrite changes that.
const ALLOWED: [(&str, &str, &str); 3] = [
    (
        "kernel/copies.rs",
        "check_shared",
        "shared arrays are made where they are named: nothing passes them on",
    ),
    ("kernel/transfer.rs", "check_barriers", "so are the arrays of other blocks"),
    ("ops/group.rs", "yielded_members", "members are computes in the region of the group"),
];

/// A function of a source: its name, whether an implementation of a verifier has it, and its tokens.
struct Function<'t> {
    name: &'t str,
    verifies: bool,
    tokens: &'t [Token],
}

/// The position after the item that begins at `at`.
fn closed(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match &*token.text {
            "{" | "(" | "[" => depth += 1,
            "}" if depth == 1 => return i + 1,
            "}" | ")" | "]" => depth -= 1,
            ";" if depth == 0 => return i + 1,
            _ => {}
        }
    }
    tokens.len()
}

fn functions(tokens: &[Token]) -> Vec<Function<'_>> {
    let is = |i: usize, text: &str| tokens.get(i).is_some_and(|token| token.text == text);
    let verifiers: Vec<std::ops::Range<usize>> = (0..tokens.len())
        .filter(|i| is(*i, "impl") && (is(i + 1, "Verify") || is(i + 1, "SymbolUser")) && is(i + 2, "for"))
        .map(|i| i..closed(tokens, i))
        .collect();
    let begins = (0..tokens.len()).filter(|i| is(*i, "fn") && !tokens[*i].test);
    let function = |i: usize| Function {
        name: tokens.get(i + 1).map_or("", |token| &token.text),
        verifies: verifiers.iter().any(|range| range.contains(&i)),
        tokens: &tokens[i..closed(tokens, i)],
    };
    begins.map(function).collect()
}

/// The functions that a name may mean in a source: a method one of the same source, others one of the same
/// folder, or the only one.
fn called(all: &[(&str, Function<'_>)], path: &str, name: &str, is_method: bool) -> Vec<usize> {
    let folder = |path: &str| path.rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
    let named = |is: &dyn Fn(&str) -> bool| -> Vec<usize> {
        (0..all.len()).filter(|k| all[*k].1.name == name && is(all[*k].0)).collect()
    };
    let near = named(&|other| other == path);
    if is_method || !near.is_empty() {
        return near;
    }
    let around = named(&|other| folder(other) == folder(path));
    let any = if around.is_empty() { named(&|_| true) } else { Vec::new() };
    if any.len() == 1 { any } else { around }
}

/// The functions of verifiers, and those that they call in these sources, that look at how values are made.
fn looks(sources: &[(String, Vec<Token>)]) -> Vec<String> {
    let all: Vec<(&str, Function<'_>)> = sources
        .iter()
        .flat_map(|(path, tokens)| {
            functions(tokens).into_iter().map(move |function| (path.as_str(), function))
        })
        .collect();
    let mut pending: Vec<usize> = (0..all.len()).filter(|i| all[*i].1.verifies).collect();
    let mut met = vec![false; all.len()];
    let mut found = Vec::new();
    while let Some(i) = pending.pop() {
        if std::mem::replace(&mut met[i], true) || all[i].0.contains(PROOF) {
            continue;
        }
        let (path, function) = &all[i];
        let texts: Vec<&str> = function.tokens.iter().map(|token| &*token.text).collect();
        for word in texts.iter().filter(|word| LOOKS.contains(word)) {
            let is_allowed =
                ALLOWED.iter().any(|(file, name, _)| path.ends_with(file) && *name == function.name);
            if !is_allowed {
                found.push(format!("{path}: {} looks at {word}", function.name));
            }
        }
        for at in 1..texts.len().saturating_sub(1) {
            let is_local = texts.windows(2).any(|pair| pair == ["let", texts[at]]);
            if texts[at + 1] == "(" && texts[at - 1] != "fn" && !is_local {
                pending.extend(called(&all, path, texts[at], texts[at - 1] == "."));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn verifiers_do_not_look_at_how_values_are_made() {
    let root = root();
    let mut paths = Vec::new();
    VERIFIERS.iter().for_each(|path| files(&root.join(path), "rs", &mut paths));
    let mut sources = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&root).expect("is below").to_string_lossy().to_string();
        let source = tokens::read(&std::fs::read_to_string(&path).expect("is text")).expect("is Rust");
        sources.push((name, source.tokens));
    }
    let found = looks(&sources);
    assert!(found.is_empty(), "what verifiers look at may be folded\n{}", found.join("\n"));
}

#[test]
fn verifiers_that_look_at_values_are_found() {
    let read = |text: &str| vec![("f.rs".to_string(), tokens::read(text).expect("is Rust").tokens)];
    let direct = "impl Verify for For { fn verify(&self) -> bool { constant_int(body, step) > 0 } }";
    assert_eq!(looks(&read(direct)), ["f.rs: verify looks at constant_int"]);
    let through = "impl Verify for For { fn verify(&self) -> bool { check(step) } }
        fn check(step: Value) -> bool { body.def_op(step).is_some() }";
    assert_eq!(looks(&read(through)), ["f.rs: check looks at def_op"]);
    let none = "impl Verify for For { fn verify(&self) -> bool { types(op) } }
        fn fold(step: Value) -> bool { constant_int(body, step) > 0 }";
    assert!(looks(&read(none)).is_empty());
}
