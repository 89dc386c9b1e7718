//! `--reduce CMD`: minimizes an input while a command keeps its exit status.
//!
//! Delta debugging (Zeller and Hildebrandt 2002) over kinds of cuts, from the coarse to the fine: a cut is
//! tried on half of its candidates at once, then on quarters, down to single ones; the kinds take turns until
//! none succeeds. All candidates are valid IR if the input was.

mod cuts;
mod ops;
mod types;

use cuts::{CUTS, Reduction};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use tf_ir::body::Body;
use tf_ir::text::{Parsed, PrintOptions, print_parsed};
use tf_ir::verify::verify;
use tf_ir::walk::count_ops;

/// Default maximum of runs of the command.
pub(super) const RUNS: u64 = 2000;

/// The summary of a reduction.
pub(super) struct Summary {
    /// Runs of the command.
    pub(super) runs: u64,
    /// Ops before and after.
    pub(super) ops: (usize, usize),
    /// True if the maximum of runs ended the reduction.
    pub(super) stopped: bool,
}

/// The command and the file it is given.
struct Trial<'a> {
    command: &'a str,
    file: PathBuf,
    wanted: Option<ExitStatus>,
    /// Texts tried before, by hash: different cuts often give the same.
    seen: HashSet<u64>,
    runs: u64,
    limit: u64,
    print: PrintOptions,
}

impl Trial<'_> {
    /// How the command ends on a text.
    fn status(&mut self, text: &str) -> Result<ExitStatus, String> {
        std::fs::write(&self.file, text)
            .map_err(|e| format!("cannot write '{}': {e}", self.file.display()))?;
        let file = self.file.to_string_lossy();
        let quoted = format!("'{}'", file.replace('\'', "'\\''"));
        let command = match self.command.contains("{}") {
            true => self.command.replace("{}", &quoted),
            false => format!("{} {quoted}", self.command),
        };
        self.runs += 1;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(&command).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.status().map_err(|e| format!("--reduce: cannot run '{command}': {e}"))
    }

    /// True if the command ends on this module as on the input.
    fn holds(&mut self, parsed: &Parsed) -> Result<bool, String> {
        let text = print_parsed(parsed, &self.print);
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        if !self.seen.insert(hasher.finish()) || self.runs >= self.limit {
            return Ok(false);
        }
        Ok(Some(self.status(&text)?) == self.wanted)
    }
}

/// Reduces a module in place.
///
/// # Errors
/// If the command cannot be run or its file not be written.
pub(super) fn reduce(
    parsed: &mut Parsed,
    command: &str,
    limit: u64,
    print: PrintOptions,
) -> Result<Summary, String> {
    let file = std::env::temp_dir().join(format!("tfopt-reduce-{}.mlir", std::process::id()));
    let seen = HashSet::new();
    let mut trial = Trial { command, file, wanted: None, seen, runs: 0, limit, print };
    let before = count_ops(&parsed.body);
    let result = run(parsed, &mut trial);
    // Otherwise the file would only take space.
    let _ = std::fs::remove_file(&trial.file);
    result?;
    let stopped = trial.runs >= limit;
    Ok(Summary { runs: trial.runs, ops: (before, count_ops(&parsed.body)), stopped })
}

fn run(parsed: &mut Parsed, trial: &mut Trial<'_>) -> Result<(), String> {
    let text = print_parsed(parsed, &trial.print);
    let wanted = trial.status(&text)?;
    // A command that cannot run fails with the same status on every text.
    if let Some(code @ (126 | 127)) = wanted.code() {
        return Err(format!("--reduce: the shell cannot run '{}' (status {code})", trial.command));
    }
    trial.wanted = Some(wanted);
    let valid = verify(&parsed.body).is_ok();
    loop {
        let mut changed = false;
        for cut in CUTS {
            changed |= pass(cut, parsed, trial, valid)?;
        }
        if !changed || trial.runs >= trial.limit {
            return Ok(());
        }
    }
}

/// Tries one kind of cut everywhere: in halves, quarters, …, one by one.
fn pass(cut: &Reduction, parsed: &mut Parsed, trial: &mut Trial<'_>, valid: bool) -> Result<bool, String> {
    let mut changed = false;
    let mut size = (cut.count)(&parsed.body);
    while size > 0 && trial.runs < trial.limit {
        // From the end, so that users are removed before their operands.
        let mut end = (cut.count)(&parsed.body);
        while end > 0 {
            let range = end.saturating_sub(size)..end;
            end = range.start;
            if attempt(cut, range, parsed, trial, valid)? {
                changed = true;
                end = end.min((cut.count)(&parsed.body));
            }
        }
        size /= 2;
    }
    Ok(changed)
}

fn attempt(
    cut: &Reduction,
    range: Range<usize>,
    parsed: &mut Parsed,
    trial: &mut Trial<'_>,
    valid: bool,
) -> Result<bool, String> {
    let mut body: Body = parsed.body.duplicate();
    if !(cut.apply)(&mut body, range) || (valid && verify(&body).is_err()) {
        return Ok(false);
    }
    let candidate = Parsed { body, resources: parsed.resources.clone(), warnings: Vec::new() };
    let holds = trial.holds(&candidate)?;
    if holds {
        *parsed = candidate;
    }
    Ok(holds)
}
