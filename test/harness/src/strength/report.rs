//! The figures of a campaign.

use std::collections::BTreeMap;
use std::fmt;

use super::Trial;

/// The share of changes that checks alone have to notice, in percent.
const BY_CHECKS: usize = 60;
/// The share of changes that checks or goldens have to notice, in percent.
const BY_EITHER: usize = 90;

/// The number of changes, and of those that are noticed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Count {
    all: usize,
    by_check: usize,
    by_either: usize,
}

impl Count {
    fn add(&mut self, trial: &Trial) {
        self.all += 1;
        self.by_check += usize::from(trial.by_check);
        self.by_either += usize::from(trial.by_check || trial.by_golden);
    }

    fn row(&self, f: &mut fmt::Formatter<'_>, name: &dyn fmt::Display) -> fmt::Result {
        let share = |count: usize| 100.0 * count as f64 / self.all.max(1) as f64;
        let (checks, either) = (share(self.by_check), share(self.by_either));
        writeln!(f, "{name:<24} {:>8} {checks:>9.1} % {either:>9.1} %", self.all)
    }
}

/// The results of a campaign; its `Display` is the table by folder and by kind of change.
#[derive(Debug)]
pub struct Report {
    trials: Vec<Trial>,
    lines: usize,
    outputs: usize,
}

impl Report {
    pub(super) fn new(trials: Vec<Trial>, lines: usize, outputs: usize) -> Self {
        Report { trials, lines, outputs }
    }

    fn total(&self) -> Count {
        let mut total = Count::default();
        self.trials.iter().for_each(|trial| total.add(trial));
        total
    }

    /// The number of changes that checks notice.
    pub fn by_checks(&self) -> usize {
        self.total().by_check
    }

    /// The number of changes that checks or goldens notice.
    pub fn by_either(&self) -> usize {
        self.total().by_either
    }

    /// Whether checks, and checks with goldens, notice the required shares.
    pub fn is_enough(&self) -> bool {
        let Count { all, by_check, by_either } = self.total();
        by_check * 100 >= all * BY_CHECKS && by_either * 100 >= all * BY_EITHER
    }

    /// The changes that nothing notices: test, kind, the line, and its replacement.
    pub fn unnoticed(&self) -> Vec<String> {
        let missed = self.trials.iter().filter(|trial| !trial.by_check && !trial.by_golden);
        let mut found: Vec<String> = missed
            .map(|trial| {
                let (test, kind) = (trial.test.display(), trial.kind);
                let after = trial.after.replace('\n', "\n  | ");
                format!("{test}: {kind}\n  - {}\n  | {after}", trial.before)
            })
            .collect();
        found.sort();
        found
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut folders, mut kinds) = (BTreeMap::new(), BTreeMap::new());
        for trial in &self.trials {
            let folder = trial.test.components().next().map(|part| part.as_os_str().display().to_string());
            folders.entry(folder.unwrap_or_default()).or_insert_with(Count::default).add(trial);
            kinds.entry(trial.kind).or_insert_with(Count::default).add(trial);
        }
        writeln!(f, "{} lines of IR in {} outputs", self.lines, self.outputs)?;
        writeln!(f, "{:<24} {:>8} {:>11} {:>11}", "folder", "changes", "checks", "or goldens")?;
        for (folder, count) in &folders {
            count.row(f, folder)?;
        }
        writeln!(f, "{:<24}", "kind of change")?;
        for (kind, count) in &kinds {
            count.row(f, kind)?;
        }
        self.total().row(f, &"all")?;
        write!(f, "required: checks {BY_CHECKS} %, checks or goldens {BY_EITHER} %")
    }
}
