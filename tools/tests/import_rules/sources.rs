//! The rules on sources: which crates they name, and what only some of them may do.

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use super::layers::{self, CUDA_CRATES, LAST_WORDS, LLVM, LLVM_CRATES, Layer, NVPTX, UNSAFE_PATHS};
use super::packages::Package;
use super::tokens::{self, Source, Token};
use super::{Rule, Violation, figures, lengths, op_names};

/// Keywords after which `::` begins a path instead of going on with one.
const NO_QUALIFIERS: &[&str] = &[
    "use", "return", "in", "as", "if", "match", "while", "mut", "dyn", "impl", "for", "where", "else",
    "break",
];
const PRINT_MACROS: &[&str] = &["print", "println", "eprint", "eprintln", "dbg"];
const EXITS: &[&str] = &["exit", "_exit", "abort"];
const ENVIRONMENT: &[&str] = &[
    "var",
    "var_os",
    "vars",
    "vars_os",
    "set_var",
    "remove_var",
    "home_dir",
    "temp_dir",
    "getenv",
    "setenv",
];

/// Checks the sources, given as (path below the workspace's root, text).
pub fn check(workspace: &[Package], files: &[(String, String)]) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut sources: Vec<(&str, Source)> = Vec::new();
    for (path, text) in files {
        match tokens::read(text) {
            Ok(source) => sources.push((path, source)),
            Err(error) => found.push(Violation { rule: Rule::Unreadable, place: path.clone(), what: error }),
        }
    }
    let test_files: HashSet<String> = sources
        .iter()
        .flat_map(|(path, s)| s.test_modules.iter().flat_map(|m| module_files(path, m)))
        .collect();
    for (path, source) in &sources {
        let package = workspace.iter().filter(|p| below(path, &p.dir)).max_by_key(|p| p.dir.len());
        // A package without layer is reported as such.
        let Some((package, layer)) = package.and_then(|p| Some((p, layers::layer(&p.dir)?))) else {
            continue;
        };
        let file = File { path, source, package, layer, test: is_test_file(path, &package.dir, &test_files) };
        file.check(workspace, &mut found);
        if !file.test {
            found.extend(op_names::check(path, source));
        }
        if !file.test && path[package.dir.len()..].starts_with("/src/") {
            found.extend(lengths::check(path, source));
            found.extend(figures::check(path, source));
        }
    }
    found
}

fn below(path: &str, dir: &str) -> bool {
    path.strip_prefix(dir).is_some_and(|rest| rest.starts_with('/'))
}

/// The possible files of module `name` declared in `path`, with the prefix of the paths of its submodules.
pub(super) fn module_files(path: &str, name: &str) -> [String; 2] {
    let path = Path::new(path);
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let parent = path.parent().unwrap_or(Path::new(""));
    let folder =
        if ["lib", "main", "mod"].contains(&&*stem) { parent.to_path_buf() } else { parent.join(&*stem) };
    [format!("{}.rs", folder.join(name).display()), format!("{}/", folder.join(name).display())]
}

/// Whether the whole file is a test, bench, example or build script.
pub(super) fn is_test_file(path: &str, dir: &str, test_files: &HashSet<String>) -> bool {
    let inside = &path[dir.len() + 1..];
    ["tests/", "benches/", "examples/"].iter().any(|d| inside.starts_with(d))
        || inside == "build.rs"
        || test_files.iter().any(|t| path == t || (t.ends_with('/') && path.starts_with(t.as_str())))
}

struct File<'a> {
    path: &'a str,
    source: &'a Source,
    package: &'a Package,
    layer: &'static Layer,
    test: bool,
}

impl File<'_> {
    fn check(&self, workspace: &[Package], found: &mut Vec<Violation>) {
        let mut in_use = false;
        for at in 0..self.source.tokens.len() {
            let token = &self.source.tokens[at];
            in_use = (in_use && token.text != ";") || (token.ident && token.text == "use");
            if !token.ident {
                continue;
            }
            let free = self.layer.front || self.test || token.test || LAST_WORDS.contains(&self.path);
            let breach = self
                .import(workspace, at, in_use)
                .or_else(|| self.unsafe_code(token))
                .or_else(|| self.foreign_path(at))
                .or_else(|| if free { None } else { self.behaviour(at, in_use) });
            if let Some((rule, what)) = breach {
                found.push(Violation { rule, place: format!("{}:{}", self.path, token.line), what });
            }
        }
    }

    fn text(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.source.tokens.get(at)).map_or("", |t| &t.text)
    }

    /// The token before the `::` that precedes the token: `a` for the `b` of `a::b`, nothing for that of
    /// `use ::b`.
    fn qualifier(&self, at: usize) -> &str {
        let colons = self.text(at.checked_sub(1)) == ":" && self.text(at.checked_sub(2)) == ":";
        let Some(before) = at.checked_sub(3).and_then(|at| self.source.tokens.get(at)).filter(|_| colons)
        else {
            return "";
        };
        // `<T as A>::b` goes on, `-> ::b` and `=> ::b` begin.
        let closes = before.text == ">" && !["-", "="].contains(&self.text(at.checked_sub(4)));
        let names = before.ident && !NO_QUALIFIERS.contains(&before.text.as_str());
        if closes || names { &before.text } else { "" }
    }

    fn follows(&self, at: usize, texts: &[&str]) -> bool {
        texts.iter().enumerate().all(|(offset, text)| self.text(Some(at + 1 + offset)) == *text)
    }

    /// A crate that the package may not import, named at the head of a path or in a `use`.
    fn import(&self, workspace: &[Package], at: usize, in_use: bool) -> Option<(Rule, String)> {
        let name = self.text(Some(at));
        let leading = self.text(at.checked_sub(1)) != ":" || self.qualifier(at).is_empty();
        let is_path = leading && (self.follows(at, &[":", ":"]) || in_use);
        if self.source.tokens[at].quoted || (!is_path && self.text(at.checked_sub(1)) != "crate") {
            return None;
        }
        let renamed = self.package.dependencies.iter().find(|d| d.alias == name).map(|d| d.name.as_str());
        let is = |krate: &str| krate.replace('-', "_") == name || renamed == Some(krate);
        if self.package.dir != LLVM && LLVM_CRATES.iter().any(|k| is(k)) {
            return Some((Rule::SourceImport, format!("{name}: only {LLVM} may import it")));
        }
        if self.package.dir != NVPTX && CUDA_CRATES.iter().any(|k| is(k)) {
            return Some((Rule::SourceImport, format!("{name}: only {NVPTX} may import it")));
        }
        let target = workspace.iter().find(|p| is(&p.name) && p.dir != self.package.dir)?;
        let allowed = self.layer.may_import(&target.dir, self.test || self.source.tokens[at].test);
        (!allowed).then(|| (Rule::SourceImport, format!("{} may not import {name}", self.package.dir)))
    }

    fn unsafe_code(&self, token: &Token) -> Option<(Rule, String)> {
        let allowed = UNSAFE_PATHS.iter().any(|p| self.path.starts_with(p));
        (token.text == "unsafe" && !allowed)
            .then(|| (Rule::Unsafe, format!("unsafe outside {}", UNSAFE_PATHS.join(", "))))
    }

    /// `#[path = "…"]` and `include!("…")` of another package's file; tests may include another package's
    /// tests.
    fn foreign_path(&self, at: usize) -> Option<(Rule, String)> {
        let literal = match self.text(Some(at)) {
            "path" if self.text(at.checked_sub(1)) == "[" && self.follows(at, &["="]) => at + 2,
            "include" if self.follows(at, &["!"]) => at + 3,
            _ => return None,
        };
        let literal = self.text(Some(literal)).trim_matches('"').to_string();
        let folder = Path::new(self.path).parent()?;
        let target = normal(&folder.join(&literal));
        let among_tests = self.test && target.components().any(|part| part.as_os_str() == "tests");
        (!target.starts_with(&self.package.dir) && !among_tests)
            .then(|| (Rule::SourcePath, format!("{literal} lies outside {}", self.package.dir)))
    }

    /// Printing, exiting and reading the environment.
    fn behaviour(&self, at: usize, in_use: bool) -> Option<(Rule, String)> {
        let name = self.text(Some(at));
        if PRINT_MACROS.contains(&name) && self.follows(at, &["!"]) {
            return Some((Rule::Print, format!("{name}! in a library")));
        }
        let called = self.follows(at, &["(", ")"]) && ![".", "fn"].contains(&self.text(at.checked_sub(1)));
        if ["stdout", "stderr"].contains(&name) && called {
            return Some((Rule::Print, format!("{name}() in a library")));
        }
        let from = |modules: &[&str]| {
            modules.contains(&self.qualifier(at)) || (in_use && self.use_names(at, modules))
        };
        if EXITS.contains(&name) && from(&["process", "libc", "intrinsics"]) {
            return Some((Rule::Exit, format!("{name} in a library")));
        }
        if ENVIRONMENT.contains(&name) && from(&["env", "libc"]) {
            return Some((Rule::Environment, format!("{name} below tools")));
        }
        // A rename or a glob would hide the names looked for above.
        let hides = in_use && (self.follows(at, &["as"]) || self.follows(at, &[":", ":", "*"]));
        match name {
            "process" if hides => Some((Rule::Exit, "process imported under another name or whole".into())),
            "env" if hides => Some((Rule::Environment, "env imported under another name or whole".into())),
            _ => None,
        }
    }

    /// Whether the `use` around the token names one of `modules` before it.
    fn use_names(&self, at: usize, modules: &[&str]) -> bool {
        let before = self.source.tokens[..at].iter().rev().take_while(|t| t.text != "use");
        before.into_iter().any(|t| modules.contains(&t.text.as_str()))
    }
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut out, part| {
        match part {
            Component::ParentDir => drop(out.pop()),
            Component::CurDir => {}
            other => out.push(other),
        }
        out
    })
}
