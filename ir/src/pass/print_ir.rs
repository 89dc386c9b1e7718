//! IR printing before and after passes, with mlir-opt's banners; and differences.

use super::diff::unified_diff;
use super::fingerprint::fingerprint;
use super::instrument::{Event, Instrumentation, PassPoint, Token};
use crate::body::Body;
use crate::builtin::symbol_name;
use crate::codes;
use crate::diag::Diagnostic;
use crate::location::Location;
use crate::text::{PrintOptions, print_body};
use crate::verify::verify;
use std::path::{Path, PathBuf};

/// A selection of passes, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum PassFilter {
    /// None.
    #[default]
    None,
    /// All.
    All,
    /// Those named.
    Named(Vec<String>),
}

impl PassFilter {
    fn admits(&self, name: &str) -> bool {
        match self {
            PassFilter::None => false,
            PassFilter::All => true,
            PassFilter::Named(names) => names.iter().any(|n| n == name),
        }
    }
}

/// Settings for printing the IR while passes run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct IrPrinting {
    /// Print before these passes.
    pub before: PassFilter,
    /// Print after these passes.
    pub after: PassFilter,
    /// Print only after passes that changed the IR.
    pub only_changed: bool,
    /// Print only after passes that failed.
    pub only_failed: bool,
    /// Print the whole module, not only the op the pass ran on.
    pub module_scope: bool,
    /// Write to files below this folder instead of the event stream.
    pub tree_dir: Option<PathBuf>,
    /// Also print the changes by each pass, as a unified diff.
    pub diff: bool,
    /// Options of printing.
    pub options: PrintOptions,
}

const BEFORE: &str = "Dump Before";

/// State that "after" needs from "before".
struct Before {
    fingerprint: u64,
    text: Option<String>,
}

impl IrPrinting {
    /// True if nothing would ever be printed.
    pub fn is_idle(&self) -> bool {
        self.before == PassFilter::None && self.after == PassFilter::None && !self.diff
    }

    /// The body to print at a point.
    fn subject<'a>(&self, at: &PassPoint<'a>) -> &'a Body {
        if self.module_scope { at.root.unwrap_or(at.body) } else { at.body }
    }

    /// The text of the IR; in generic form if it is invalid, as custom forms rely on valid ops.
    fn text(&self, at: &PassPoint<'_>) -> String {
        let subject = self.subject(at);
        let generic = self.options.generic || verify(subject).is_err();
        print_body(subject, &PrintOptions { generic, ..self.options })
    }

    /// `// -----// IR Dump After CSE (cse) ('func.func' operation: @f) //----- //`
    fn banner(&self, at: &PassPoint<'_>, what: &str, failed: &str) -> String {
        let info = at.step.info;
        let mut banner = format!("// -----// IR {what} {}{failed} ({})", info.title, info.name);
        if self.module_scope {
            let name = &at.body.info(at.body.root()).name;
            let symbol = symbol_name(at.body, at.body.root()).map_or(String::new(), |s| format!(": @{s}"));
            banner.push_str(&format!(" ('{name}' operation{symbol})"));
        }
        banner + " //----- //\n"
    }

    fn dump(&self, at: &PassPoint<'_>, what: &str, failed: &str, emit: &mut dyn FnMut(Event)) {
        let text = self.banner(at, what, failed) + &self.text(at) + "\n\n";
        let Some(dir) = &self.tree_dir else { return emit(Event::Text(text)) };
        let path = tree_path(dir, at, if what == BEFORE { ".before" } else { "" });
        if let Err(error) = write_file(&path, &text) {
            let message = format!("cannot write {}: {error}", path.display());
            emit(Event::Diagnostic(Diagnostic::error(Location::UNKNOWN, message).code(&codes::FILES)));
        }
    }
}

impl Instrumentation for IrPrinting {
    fn needs_whole(&self) -> bool {
        self.module_scope
    }

    fn before(&self, at: &PassPoint<'_>, emit: &mut dyn FnMut(Event)) -> Token {
        if self.before.admits(at.step.info.name) {
            self.dump(at, BEFORE, "", emit);
        }
        let needed = self.diff || (self.only_changed && self.after.admits(at.step.info.name));
        if !needed {
            return None;
        }
        let text = self.diff.then(|| self.text(at));
        Some(Box::new(Before { fingerprint: fingerprint(at.body), text }))
    }

    fn after(&self, at: &PassPoint<'_>, token: Token, emit: &mut dyn FnMut(Event)) {
        let before = token.and_then(|t| t.downcast::<Before>().ok());
        let changed = before.as_ref().is_none_or(|b| b.fingerprint != fingerprint(at.body));
        let wanted = self.after.admits(at.step.info.name) && !self.only_failed;
        if wanted && (changed || !self.only_changed) {
            self.dump(at, "Dump After", "", emit);
        }
        if let Some(old) = before.filter(|_| changed && self.diff).and_then(|b| b.text) {
            let new = self.text(at);
            let (from, to) = ("before".to_string(), format!("after {}", at.step.info.name));
            let diff = unified_diff(&(old + "\n"), &(new + "\n"), &from, &to);
            if !diff.is_empty() {
                emit(Event::Text(self.banner(at, "Diff After", "") + &diff + "\n"));
            }
        }
    }

    fn after_failed(&self, at: &PassPoint<'_>, _: Token, emit: &mut dyn FnMut(Event)) {
        if self.after.admits(at.step.info.name) {
            self.dump(at, "Dump After", " Failed", emit);
        }
    }
}

/// `dir/builtin_module_m/func_func_f/0_1_cse.mlir`; symbols cannot be confused with paths.
fn tree_path(dir: &Path, at: &PassPoint<'_>, suffix: &str) -> PathBuf {
    let mut path = dir.to_path_buf();
    path.extend(at.names.iter().map(|name| safe_name(name)));
    let positions: Vec<String> = at.positions.iter().map(|p| p.to_string()).collect();
    path.push(format!("{}_{}{suffix}.mlir", positions.join("_"), at.step.info.name));
    path
}

/// A symbol as one path component.
fn safe_name(name: &str) -> String {
    name.chars().map(|c| if c == '/' || c == '\\' || c.is_control() { '_' } else { c }).collect()
}

fn write_file(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent)?;
    }
    std::fs::write(path, text)
}
