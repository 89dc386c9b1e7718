//! Circles of files: in one, no file can be read, moved or tested without the others.
//!
//! The nodes are the source files of a package's library. An arrow goes from a file that uses a name, by
//! `use` or by a path, to the one that defines it: a name re-exported by `pub use` counts for its definer, so
//! a folder's `mod.rs` does not hide a circle. Tests are excluded, and so are methods, which are called
//! without a path.

use std::collections::{BTreeMap, BTreeSet};

use super::packages::Package;
use super::sources::{is_test_file, module_files};
use super::tokens::{self, Source, Token};
use super::{Rule, Violation};

/// The most files that may import each other in a circle.
const MOST: usize = 5;

/// Circles that are larger still: the first file of each, and how many files it has. They may only shrink.
pub const LARGER: &[(&str, usize)] = &[
    // The core: bodies, types and attributes, contexts, text.
    ("ir/src/body/data.rs", 32),
    // Loops: their ops, what builds and simplifies them, which of their values live.
    ("dialects/src/loops/build.rs", 6),
    // The interpreter: what an op does, the machine that does it, and the account of its work.
    ("interp/src/machine/account.rs", 10),
    // The Python package: arrays, what calls take and give, and what traces them.
    ("embed/python/src/arrays.rs", 11),
];

/// The names of modules from the root of the crate, and then the name of an item.
pub(super) type Path = Vec<String>;

/// The definitions, re-exports and uses of a file.
#[derive(Default)]
pub(super) struct File {
    pub path: String,
    pub module: Path,
    children: BTreeSet<String>,
    defines: BTreeSet<String>,
    /// Names that it hands on, and where they are from.
    exports: BTreeMap<String, Path>,
    /// Modules all of whose names it hands on.
    all_of: Vec<Path>,
    /// Names that its `use`s make known.
    known: BTreeMap<String, Path>,
    /// Its uses of its crate, from the root.
    pub takes: BTreeSet<Path>,
    /// Its uses of other crates, and the names that its `use`s import from them.
    pub foreign: BTreeSet<Path>,
    abroad: BTreeMap<String, Path>,
}

impl File {
    fn read(path: &str, below_src: &str, source: &Source) -> File {
        let mut module: Path = below_src.trim_end_matches(".rs").split('/').map(str::to_string).collect();
        if module.last().is_some_and(|last| ["lib", "main", "mod"].contains(&&**last)) {
            module.pop();
        }
        let mut file = File { path: path.to_string(), module, ..File::default() };
        let tokens: Vec<&Token> = source.tokens.iter().filter(|token| !token.test).collect();
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.ident) {
            let next = tokens.get(at + 1).filter(|next| next.ident).map(|next| next.text.clone());
            match &*token.text {
                "mod" if is(&tokens, at + 2, ";") => file.children.extend(next),
                "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "union" | "mod" => {
                    file.defines.extend(next);
                }
                "macro_rules" => file.defines.extend(tokens.get(at + 2).map(|name| name.text.clone())),
                _ => {}
            }
        }
        // A re-exported name may be used earlier: the second pass knows the findings of the first.
        file.imports(&tokens);
        file.imports(&tokens);
        file.paths(&tokens);
        file
    }

    /// Reads the `use`s.
    fn imports(&mut self, tokens: &[&Token]) {
        for at in (0..tokens.len()).filter(|at| tokens[*at].ident && tokens[*at].text == "use") {
            let hands_on = at > 0 && (tokens[at - 1].text == "pub" || tokens[at - 1].text == ")");
            let mut found = Vec::new();
            tree(tokens, at + 1, &Path::new(), &mut found);
            for (path, name) in found {
                let Some(path) = self.absolute(&path) else {
                    self.foreign.insert(path.clone());
                    self.abroad.insert(name, path);
                    continue;
                };
                let own_child = path.starts_with(&self.module) && path.len() > self.module.len();
                match (hands_on, name.as_str()) {
                    (true, "*") => self.all_of.push(path[..path.len() - 1].to_vec()),
                    (true, _) => drop(self.exports.insert(name.clone(), path.clone())),
                    _ => {}
                }
                if !(hands_on && own_child) {
                    self.takes.insert(path.clone());
                }
                self.known.insert(name, path);
            }
        }
    }

    /// Reads the paths outside of `use`s.
    fn paths(&mut self, tokens: &[&Token]) {
        let (mut at, mut in_use) = (0, false);
        while at < tokens.len() {
            in_use = (in_use && tokens[at].text != ";") || tokens[at].text == "use";
            let begins = tokens[at].ident && !in_use && (at == 0 || tokens[at - 1].text != ":");
            let mut path = Path::new();
            if begins {
                path.push(tokens[at].text.clone());
                while is(tokens, at + 1, ":")
                    && is(tokens, at + 2, ":")
                    && tokens.get(at + 3).is_some_and(|t| t.ident)
                {
                    at += 3;
                    path.push(tokens[at].text.clone());
                }
            }
            at += 1;
            if let Some(first) = path.first().filter(|_| path.len() > 1)
                && self.absolute(&path).is_none()
                && !self.known.contains_key(first)
            {
                let from = self.abroad.get(first).map_or(&path[..1], |from| from);
                self.foreign.insert([from, &path[1..]].concat());
            }
            let known = path.first().and_then(|first| self.known.get(first)).filter(|_| path.len() > 1);
            let path = match known {
                Some(known) => Some([&known[..], &path[1..]].concat()),
                None if path.len() > 1 => self.absolute(&path),
                None => None,
            };
            self.takes.extend(path);
        }
    }

    /// A path of this file from the root of the crate; `None` for those of other crates.
    fn absolute(&self, path: &[String]) -> Option<Path> {
        let first = path.first()?.as_str();
        match first {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([&self.module[..], &path[1..]].concat()),
            "super" => {
                let up = path.iter().take_while(|name| *name == "super").count();
                let above = self.module.len().checked_sub(up)?;
                Some([&self.module[..above], &path[up..]].concat())
            }
            _ if self.children.contains(first) => Some([&self.module[..], path].concat()),
            _ => self.exports.get(first).map(|known| [&known[..], &path[1..]].concat()),
        }
    }
}

fn is(tokens: &[&Token], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text == text)
}

/// Reads a tree of `use` from a position on: paths and the names they get. Returns the position after it.
fn tree(tokens: &[&Token], mut at: usize, before: &[String], found: &mut Vec<(Path, String)>) -> usize {
    let mut path = before.to_vec();
    loop {
        if is(tokens, at, "{") {
            at += 1;
            while at < tokens.len() && !is(tokens, at, "}") {
                at = tree(tokens, at, &path, found);
                at += usize::from(is(tokens, at, ","));
            }
            return at + 1;
        }
        let Some(token) = tokens.get(at).filter(|token| token.ident || token.text == "*") else {
            return at + 1;
        };
        path.push(token.text.clone());
        at += 1;
        if !(is(tokens, at, ":") && is(tokens, at + 1, ":")) {
            break;
        }
        at += 2;
    }
    if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
        path.pop();
    }
    let mut name = path.last().cloned().unwrap_or_default();
    if is(tokens, at, "as") {
        name = tokens.get(at + 1).map(|token| token.text.clone()).unwrap_or_default();
        at += 2;
    }
    found.push((path, name));
    at
}

/// The file that defines the item of a path; `None` for modules and unknown paths.
fn definer(files: &[File], path: &[String], depth: usize) -> Option<usize> {
    let of = |module: &[String]| files.iter().position(|file| file.module == module);
    let (at, length) = (0..=path.len()).rev().find_map(|length| Some((of(&path[..length])?, length)))?;
    let name = path.get(length).filter(|_| depth < 8)?;
    let file = &files[at];
    if let Some(from) = file.exports.get(name) {
        return definer(files, &[&from[..], &path[length + 1..]].concat(), depth + 1);
    }
    if file.defines.contains(name) || name == "*" {
        return Some(at);
    }
    let named = |module: &&Path| {
        of(module).is_some_and(|at| files[at].defines.contains(name) || files[at].exports.contains_key(name))
    };
    // An item that a macro defines has no visible name: the first module that is re-exported as a whole
    // defines it.
    let from = file.all_of.iter().find(named).or(file.all_of.first());
    match from {
        Some(from) => definer(files, &[&from[..], &path[length..]].concat(), depth + 1),
        None => Some(at),
    }
}

/// The groups of files that can be reached from each other, largest first.
fn circles(files: &[File]) -> Vec<Vec<usize>> {
    let arrows = |at: usize| files[at].takes.iter().filter_map(|path| definer(files, path, 0)).collect();
    let arrows: Vec<BTreeSet<usize>> = (0..files.len()).map(arrows).collect();
    let reached = |from: usize| {
        let (mut reached, mut pending) = (BTreeSet::new(), vec![from]);
        while let Some(at) = pending.pop() {
            pending.extend(arrows[at].iter().copied().filter(|to| reached.insert(*to)));
        }
        reached
    };
    let reached: Vec<BTreeSet<usize>> = (0..files.len()).map(reached).collect();
    let circle = |at: usize| -> Vec<usize> {
        reached[at].iter().copied().filter(|other| reached[*other].contains(&at)).collect()
    };
    let mut circles: Vec<Vec<usize>> =
        (0..files.len()).map(circle).filter(|circle| circle.len() > 1).collect();
    circles.sort_by_key(|circle| (usize::MAX - circle.len(), circle.clone()));
    circles.dedup();
    circles
}

/// The library's files of a package, without tests.
pub(super) fn library(package: &Package, sources: &[(&str, Source)]) -> Vec<File> {
    let folder = format!("{}/src/", package.dir);
    let tests =
        sources.iter().flat_map(|(path, s)| s.test_modules.iter().flat_map(|m| module_files(path, m)));
    let tests = tests.collect();
    let inside =
        sources.iter().filter_map(|(path, source)| Some((*path, path.strip_prefix(&folder)?, source)));
    inside
        .filter(|(path, below, _)| !below.starts_with("bin/") && !is_test_file(path, &package.dir, &tests))
        .map(|(path, below, source)| File::read(path, below, source))
        .collect()
}

/// Circles that are too large, and entries of [`LARGER`] that do not say how large theirs are.
pub fn check<'f>(
    workspace: &[Package],
    files: &'f [(String, String)],
    larger: &[(&str, usize)],
) -> Vec<Violation> {
    // What cannot be read is reported by the other rules.
    let read = |file: &'f (String, String)| Some((file.0.as_str(), tokens::read(&file.1).ok()?));
    let sources: Vec<(&str, Source)> = files.iter().filter_map(read).collect();
    let mut found = Vec::new();
    let mut met = BTreeSet::new();
    for package in workspace {
        let files = library(package, &sources);
        for circle in circles(&files) {
            let names: Vec<&str> = circle.iter().map(|at| files[*at].path.as_str()).collect();
            let entry = larger.iter().find(|(first, _)| *first == names[0]);
            met.extend(entry.map(|(first, _)| *first));
            if names.len() == entry.map_or(names.len().min(MOST), |(_, size)| *size) {
                continue;
            }
            let what = format!(
                "{} files import each other in a circle, where at most {MOST} may, or as many as circles.rs lists: {}",
                names.len(),
                names.join(", ")
            );
            found.push(Violation { rule: Rule::Circle, place: names[0].to_string(), what });
        }
    }
    let gone = larger.iter().filter(|(first, size)| !met.contains(first) || *size <= MOST);
    found.extend(gone.map(|(first, _)| Violation {
        rule: Rule::Circle,
        place: first.to_string(),
        what: "is listed as the first file of a large circle, and is none".into(),
    }));
    found
}

/// The violations in a crate whose file `a0` uses a name of `a1`, and so on, the last one of `a0`.
#[cfg(test)]
fn ring(names: &[&str], larger: &[(&str, usize)]) -> Vec<String> {
    let workspace = vec![Package { name: "tf-x".into(), dir: "x".into(), dependencies: Vec::new() }];
    let text = |i: usize| {
        let next = names[(i + 1) % names.len()];
        match i % 3 {
            0 => format!("use crate::{next}::{{self as other, Name}}; pub struct Name;"),
            1 => format!("pub struct Name; fn f() -> super::{next}::Name {{}}"),
            _ => format!("use super::{{{next}}}; pub struct Name; fn f() -> {next}::Name {{}}"),
        }
    };
    let mut files: Vec<(String, String)> =
        names.iter().enumerate().map(|(i, name)| (format!("x/src/{name}.rs"), text(i))).collect();
    let modules: String = names.iter().map(|name| format!("mod {name};")).collect();
    files.push(("x/src/lib.rs".into(), modules + "pub use a0::Name;"));
    check(&workspace, &files, larger).iter().map(|violation| violation.to_string()).collect()
}

#[test]
fn a_circle_of_too_many_files_is_found() {
    let six = ["a0", "a1", "a2", "a3", "a4", "a5"];
    assert_eq!(ring(&six[..5], &[]), [""; 0]);
    let found = ring(&six, &[]);
    assert!(
        found.len() == 1 && found[0].contains("6 files") && found[0].contains("x/src/a3.rs"),
        "{found:?}"
    );
    // Listed circles may not grow, and a smaller one needs an update of the list.
    assert_eq!(ring(&six, &[("x/src/a0.rs", 6)]), [""; 0]);
    assert_eq!(ring(&six, &[("x/src/a0.rs", 7)]).len(), 1);
    assert_eq!(ring(&six[..5], &[("x/src/a0.rs", 6)]).len(), 1);
    assert_eq!(ring(&six[..2], &[("x/src/a7.rs", 6)]).len(), 1);
}

#[test]
fn names_are_their_definers_and_tests_take_nothing() {
    let workspace = [Package { name: "tf-x".into(), dir: "x".into(), dependencies: Vec::new() }];
    let circles_of = |files: &[(&str, &str)]| {
        let sources: Vec<(&str, Source)> =
            files.iter().map(|(path, text)| (*path, tokens::read(text).expect("is Rust"))).collect();
        circles(&library(&workspace[0], &sources)).len()
    };
    let folder = ("x/src/m/mod.rs", "mod low; mod high; pub use low::Low; pub use high::*;");
    let high = ("x/src/m/high.rs", "use super::Low; pub fn highest(_: Low) {}");
    assert_eq!(circles_of(&[folder, high, ("x/src/m/low.rs", "pub struct Low;")]), 0);
    let calls = "pub struct Low; fn f() { crate::m::highest(Low) }";
    assert_eq!(circles_of(&[folder, high, ("x/src/m/low.rs", calls)]), 1);
    let tests = format!("#[cfg(test)] mod tests {{ {calls} }} pub struct Low;");
    assert_eq!(circles_of(&[folder, high, ("x/src/m/low.rs", &tests)]), 0);
}
