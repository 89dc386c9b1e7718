//! Who may import whom, who may print, exit, read the environment or use `unsafe`, and how long a function
//! may be: checked on what Cargo knows of the packages and on the tokens of their sources. Every rule is
//! itself fed a violation (see `fed.rs`).

mod circles;
mod fed;
mod figures;
mod layers;
mod lengths;
mod op_names;
mod packages;
mod rooms;
mod sources;
pub mod tokens;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The rules; each has a case in `fed.rs` that breaks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// Every package is in the table of layers.
    UnknownLayer,
    /// A package depends only on the layers below it that the table names.
    Layering,
    /// No package depends on the LLVM library; those that open it at run time may name it for their tests.
    LlvmLibrary,
    /// melior, mlir-sys, llvm-sys and their like belong to backends/llvm.
    LlvmBindings,
    /// cudarc belongs to backends/nvptx.
    Cuda,
    /// The layers without system dependencies have no `-sys` dependency.
    SystemDependency,
    /// The sources name no crate that their package may not import, even through a macro or a rename.
    SourceImport,
    /// Sources are not taken from other packages by path.
    SourcePath,
    /// Only tools, examples, tests, benches and build scripts print.
    Print,
    /// Only tools, examples, tests, benches and build scripts end the process.
    Exit,
    /// No environment variable is read below tools.
    Environment,
    /// `unsafe` sits in the arena, the interner and the backends' foreign-function edges.
    Unsafe,
    /// Dialects, passes, backends and frontend name ops by their types.
    OpName,
    /// A function of a library or tool is at most 60 lines long.
    Length,
    /// Decision constants are in passes/common/src/cost.
    Figure,
    /// Few files of a crate import each other in a circle.
    Circle,
    /// The rooms of passes import only rooms above them in the table, and use no name that must be absent.
    Room,
    /// A source file must be readable as Rust tokens, or nothing is known about it.
    Unreadable,
}

/// A rule broken, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// `path:line` for a source, the manifest's path for a package; relative to the workspace.
    pub place: String,
    /// The violation.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}: {}", self.place, self.rule, self.what)
    }
}

pub fn metadata(workspace: &Path) -> serde_json::Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(workspace)
        .output()
        .expect("cargo, which runs this test, can be run");
    assert!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("cargo metadata prints JSON")
}

/// The `.rs` files below `folder`, without build outputs and hidden folders.
pub fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the workspace can be read") {
        let path = entry.expect("the workspace can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                rust_files(&path, found);
            }
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_workspace_keeps_the_rules() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is there");
    let workspace = packages::read(&metadata(&root)).expect("cargo metadata has the documented form");
    let mut paths = Vec::new();
    for package in &workspace {
        rust_files(&root.join(&package.dir), &mut paths);
    }
    // Packages lie inside each other's folders.
    paths.sort();
    paths.dedup();
    assert!(paths.iter().any(|p| p.ends_with("ir/src/lib.rs")), "the walk finds the sources");
    let files: Vec<(String, String)> = paths
        .iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("packages are below the root").display().to_string();
            (name, fs::read_to_string(path).expect("sources are UTF-8"))
        })
        .collect();
    let mut violations = packages::check(&workspace);
    violations.extend(sources::check(&workspace, &files));
    violations.extend(circles::check(&workspace, &files, circles::LARGER));
    violations.extend(rooms::check(&workspace, &files, layers::LEFT));
    rooms::print(&workspace, &files);
    violations.extend(op_names::needless(&files));
    violations.extend(figures::needless(&files));
    let list: Vec<String> = violations.iter().map(Violation::to_string).collect();
    assert!(list.is_empty(), "{} import rules broken:\n{}", list.len(), list.join("\n"));
}
