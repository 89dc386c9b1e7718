//! Interfaces are there to be asked: each one that ops or dialects implement is looked up somewhere, or it is
//! dead code that looks like a promise to third parties.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::import_rules::tokens::{self, Token};

/// Folders with the sources of implementations and queries of interfaces.
const SOURCES: [&str; 14] = [
    "ir/src",
    "dialects/src",
    "interp/src",
    "generate/src",
    "passes/src",
    "passes/common/src",
    "passes/schedule/src",
    "passes/transforms/src",
    "passes/lower/src",
    "backends",
    "frontend/src",
    "frontend/import/src",
    "embed/src",
    "tools/src",
];
/// Files all of whose public traits are interfaces, implemented or not.
const DEFINITIONS: [&str; 3] =
    ["ir/src/interfaces/mod.rs", "ir/src/interfaces/control.rs", "ir/src/interfaces/bufferize.rs"];
/// Functions that register an implementation of the interface between `<` and `>`.
const REGISTERS: [&str; 3] = ["dialect_interface", "implement", "with"];
/// Functions that look one up.
const ASKS: [&str; 2] = ["interface", "get"];

fn is(tokens: &[Token], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text == text)
}

/// The trait of `::<dyn path::Trait>` from a position on: the last name before what closes the brackets.
fn turbofish(tokens: &[Token], at: usize) -> Option<&str> {
    let begins = [":", ":", "<", "dyn"].iter().enumerate().all(|(i, text)| is(tokens, at + i, text));
    let path = tokens.get(at + 4..).filter(|_| begins)?;
    path.iter()
        .take_while(|token| token.ident || token.text == ":")
        .filter(|token| token.ident)
        .last()
        .map(|token| &*token.text)
}

/// The traits in the list `interfaces(…)` whose first bracket is at a position.
fn listed(tokens: &[Token], at: usize) -> Vec<&str> {
    let end = tokens[at..].iter().position(|token| token.text == ")").map_or(tokens.len(), |n| at + n);
    let paths = tokens[at + 1..end].split(|token| token.text == ",");
    paths.filter_map(|path| path.iter().rev().find(|token| token.ident)).map(|token| &*token.text).collect()
}

/// The interfaces in one source.
#[derive(Default)]
struct Facts {
    /// Traits that are defined or registered as interfaces.
    interfaces: BTreeSet<String>,
    /// Public traits of the file.
    traits: BTreeSet<String>,
    /// Look-ups: the trait, and the function with the query.
    asked: Vec<(String, String)>,
    /// Fields that hold an implementation: name and trait.
    hooks: Vec<(String, String)>,
    /// Fields that are read.
    fields: BTreeSet<String>,
    /// Functions that are called.
    calls: BTreeSet<String>,
}

/// The trait of a field `name: Option<Arc<dyn Trait>>` whose name is at a position.
fn hook(tokens: &[Token], at: usize) -> Option<&str> {
    let form = [":", "Option", "<", "Arc", "<", "dyn"];
    let found = form.iter().enumerate().all(|(i, text)| is(tokens, at + 1 + i, text));
    tokens.get(at + 1 + form.len()).filter(|_| found).map(|token| &*token.text)
}

fn facts(path: &str, tokens: &[Token]) -> Facts {
    let mut facts = Facts::default();
    let mut function = String::new();
    for (i, token) in tokens.iter().enumerate().filter(|(_, token)| !token.test) {
        match &*token.text {
            "fn" => function = tokens.get(i + 1).map(|name| name.text.clone()).unwrap_or_default(),
            "trait" if i > 0 && is(tokens, i - 1, "pub") => {
                facts.traits.extend(tokens.get(i + 1).map(|name| name.text.clone()));
            }
            "interfaces" if is(tokens, i + 1, "(") && !is(tokens, i.wrapping_sub(1), ".") => {
                facts.interfaces.extend(listed(tokens, i + 1).into_iter().map(str::to_string));
            }
            name if REGISTERS.contains(&name) => {
                facts.interfaces.extend(turbofish(tokens, i + 1).map(str::to_string));
            }
            name if ASKS.contains(&name) => {
                let asked = turbofish(tokens, i + 1).map(|asked| (asked.to_string(), function.clone()));
                facts.asked.extend(asked);
            }
            _ => {}
        }
        if !token.ident {
            continue;
        }
        if is(tokens, i + 1, "(") && !is(tokens, i.wrapping_sub(1), "fn") {
            facts.calls.insert(token.text.clone());
        } else if is(tokens, i.wrapping_sub(1), ".") {
            facts.fields.insert(token.text.clone());
        }
        facts.hooks.extend(hook(tokens, i).map(|of| (token.text.clone(), of.to_string())));
    }
    if DEFINITIONS.contains(&path) {
        facts.interfaces.extend(facts.traits.iter().cloned());
    }
    facts
}

/// The interfaces without a user. A look-up counts if it is in another file than the trait, or if another
/// file calls its function.
fn unasked(files: &[(String, String)]) -> Vec<String> {
    let read = |(path, text): &(String, String)| {
        (path.clone(), facts(path, &tokens::read(text).expect("is Rust").tokens))
    };
    let files: BTreeMap<String, Facts> = files.iter().map(read).collect();
    let counts = |path: &str, name: &str, function: &str| {
        let defines = files[path].traits.contains(name);
        let is_called = || files.iter().any(|(other, facts)| other != path && facts.calls.contains(function));
        !defines || is_called()
    };
    let is_asked = |name: &str| {
        files.iter().any(|(path, facts)| {
            facts.asked.iter().any(|(of, function)| of == name && counts(path, name, function))
                || facts.hooks.iter().any(|(field, of)| {
                    of == name && files.iter().any(|(other, f)| other != path && f.fields.contains(field))
                })
        })
    };
    let all: BTreeSet<&String> = files.values().flat_map(|facts| &facts.interfaces).collect();
    all.into_iter().filter(|name| !is_asked(name)).cloned().collect()
}

fn collect(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let skipped = ["target", "tests", "benches"].iter().any(|name| path.ends_with(name));
        let entries =
            std::fs::read_dir(path).expect("folders are readable").map(|e| e.expect("is readable").path());
        entries.filter(|_| !skipped).for_each(|path| collect(&path, found));
    } else if path.extension().is_some_and(|ending| ending == "rs") {
        found.push(path.to_path_buf());
    }
}

#[test]
fn every_interface_has_a_user() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    SOURCES.iter().for_each(|folder| collect(&root.join(folder), &mut paths));
    let named = |path: &PathBuf| {
        let name = path.strip_prefix(&root).expect("is below").display().to_string();
        (name, std::fs::read_to_string(path).expect("is text"))
    };
    let files: Vec<(String, String)> = paths.iter().map(named).collect();
    assert!(files.iter().any(|(path, _)| path == DEFINITIONS[1]), "the walk finds the sources");
    let found = unasked(&files);
    assert!(found.is_empty(), "nobody asks the interfaces {}", found.join(", "));
}

/// The interfaces without a user in these sources; the first one defines them.
fn planted(user: &str) -> Vec<String> {
    let definition = "pub trait Loud: Send {} pub trait Quiet: Send {} \
        pub fn quiet(op: OpRef) -> bool { op.info().interface::<dyn Quiet>().is_some() }";
    let files = [("ir/src/interfaces/mod.rs", definition), ("passes/src/user.rs", user)];
    unasked(&files.map(|(path, text)| (path.to_string(), text.to_string())))
}

#[test]
fn unused_interfaces_are_found() {
    let both = "fn run() { x.interface::<dyn ir::Loud>(); quiet(op); }";
    assert_eq!(planted(both), [""; 0]);
    // Neither an uncalled function nor a test counts as a user.
    assert_eq!(planted("fn run() { x.interface::<dyn Loud>(); }"), ["Quiet"]);
    assert_eq!(planted("fn run() { quiet(op); } #[test] fn t() { x.interface::<dyn Loud>(); }"), ["Loud"]);
    // An implementation is not a query.
    let implemented = format!("#[op(\"a.b\", interfaces(Dead, ir::Loud))] struct B; {both}");
    assert_eq!(planted(&implemented), ["Dead"]);
    let registered = format!("fn f() {{ r.implement::<dyn Silent>(Op, i); }} {both}");
    assert_eq!(planted(&registered), ["Silent"]);
}

#[test]
fn fields_that_hold_an_implementation_are_read() {
    let of = |reader: &str| {
        let holder = "pub struct Info { pub check: Option<Arc<dyn Check>> } #[op(\"a.b\", interfaces(Check))] struct B;";
        let files = [("ir/src/ops/registry.rs", holder), ("ir/src/reader.rs", reader)];
        unasked(&files.map(|(path, text)| (path.to_string(), text.to_string())))
    };
    assert_eq!(of("fn f() { info.check.is_some(); }"), [""; 0]);
    assert_eq!(of("fn f() { info.check(); }"), ["Check"]);
}
