//! Mutation analysis of a suite: the share of changed output lines that its tests notice.
//!
//! A first run of the suite records each text that FileCheck reads, with FileCheck's arguments, and the goldens. A trial
//! then changes one line of IR in one text and runs FileCheck on the result, once for each run of FileCheck that read it.

mod mutate;
mod outputs;
mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::record::Reader;
use crate::{Suite, parallel};

use mutate::{Kind, Random};
use outputs::Output;
pub use report::Report;

/// How a campaign draws lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sampling {
    /// An output uniformly, then one of its lines: a long output counts as much as a short one.
    Outputs,
    /// Uniformly over the lines of all outputs.
    Lines,
}

/// The settings of a campaign.
#[derive(Debug, Clone)]
pub struct Campaign {
    /// The number of changes.
    pub trials: usize,
    /// The seed of the changes; equal seeds give equal changes as long as the outputs are equal.
    pub seed: u64,
    /// How lines are drawn.
    pub sampling: Sampling,
    /// Parts of the names of the tests whose outputs are changed; all tests, without one.
    pub filters: Vec<String>,
}

/// One change and its readers' verdicts.
#[derive(Debug)]
struct Trial {
    test: PathBuf,
    kind: Kind,
    before: String,
    after: String,
    by_check: bool,
    by_golden: bool,
}

impl Campaign {
    /// Records the outputs of the suite's tests, below the folder `scratch`, and changes lines of them.
    ///
    /// # Errors
    /// A test that fails unchanged, and files or programs that cannot be used.
    pub fn run(&self, suite: &Suite, scratch: &Path) -> Result<Report, String> {
        fs::create_dir_all(scratch).map_err(|e| format!("cannot make {}: {e}", scratch.display()))?;
        let filecheck = suite.find_tool("FileCheck").ok_or("FileCheck is missing")?;
        let files = suite.matching(&self.filters)?;
        let recorded = parallel::on_all_cores(files.len(), |number| {
            outputs::of(suite, &scratch.join(format!("record-{number}")), &files[number])
        });
        let mut outputs = recorded.into_iter().collect::<Result<Vec<_>, _>>()?.concat();
        outputs.retain(|output| !output.candidates.is_empty());
        let lines: Vec<(usize, usize)> = outputs
            .iter()
            .enumerate()
            .flat_map(|(at, output)| output.candidates.iter().map(move |&line| (at, line)))
            .collect();
        if lines.is_empty() {
            return Err("no test has an output with a line of IR".into());
        }
        let trials = parallel::on_all_cores(self.trials, |number| {
            let mut random = Random::new(self.seed, number as u64);
            let (at, line) = match self.sampling {
                Sampling::Outputs => {
                    let at = random.below(outputs.len());
                    let candidates = &outputs[at].candidates;
                    (at, candidates[random.below(candidates.len())])
                }
                Sampling::Lines => lines[random.below(lines.len())],
            };
            trial(&outputs[at], line, &mut random, &filecheck, &scratch.join(format!("trial-{number}")))
        });
        let trials = trials.into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok(Report::new(trials, lines.len(), outputs.len()))
    }
}

/// Changes one line of an output and runs its readers.
fn trial(
    output: &Output,
    line: usize,
    random: &mut Random,
    filecheck: &Path,
    file: &Path,
) -> Result<Trial, String> {
    let change = mutate::change(&output.ir, line, &output.candidates, random);
    let mut by_check = false;
    for reader in &output.readers {
        if notices(reader, &change.lines, filecheck, file)? {
            by_check = true;
            break;
        }
    }
    let _ = fs::remove_file(file);
    Ok(Trial {
        test: output.test.clone(),
        kind: change.kind,
        before: output.ir[line].clone(),
        after: change.after,
        by_check,
        by_golden: output.has_golden,
    })
}

/// Whether FileCheck fails on a reader's text with its lines of IR replaced by `ir`.
fn notices(reader: &Reader, ir: &[Option<String>], filecheck: &Path, file: &Path) -> Result<bool, String> {
    fs::write(file, reader.with(ir)).map_err(|e| format!("cannot write {}: {e}", file.display()))?;
    let status = Command::new(filecheck)
        .args(&reader.arguments)
        .arg(format!("--input-file={}", file.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|e| format!("FileCheck cannot be run: {e}"))?;
    Ok(!status.success())
}
