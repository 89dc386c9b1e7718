//! The score: totals by kind, per op and element type, and the reasons of failures.

use super::name::subject;
use super::options::Options;
use super::outcome::{Kind, Outcome};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Counts of a set of tests.
#[derive(Default)]
struct Count {
    pass: usize,
    all: usize,
}

/// The score of a run.
pub(super) struct Score<'a> {
    outcomes: &'a [Outcome],
    kinds: BTreeMap<Kind, usize>,
}

impl<'a> Score<'a> {
    pub(super) fn new(outcomes: &'a [Outcome]) -> Score<'a> {
        let mut kinds = BTreeMap::new();
        for outcome in outcomes {
            *kinds.entry(outcome.kind).or_default() += 1;
        }
        Score { outcomes, kinds }
    }

    fn count(&self, kind: Kind) -> usize {
        self.kinds.get(&kind).copied().unwrap_or(0)
    }

    fn counted(&self) -> usize {
        self.outcomes.iter().filter(|o| o.kind.counts()).count()
    }

    /// Whether the run succeeds: every counted test passes, or the required count passes and none is wrong.
    pub(super) fn passes(&self, options: &Options) -> bool {
        let pass = self.count(Kind::Pass);
        match options.min {
            Some(min) => pass >= min && self.count(Kind::Wrong) + self.count(Kind::Crash) == 0,
            None => pass == self.counted(),
        }
    }

    /// The report.
    pub(super) fn render(&self, options: &Options) -> String {
        let mut out = String::new();
        self.subjects(&mut out);
        self.reasons(&mut out, options);
        let (pass, all) = (self.count(Kind::Pass), self.counted());
        let rest: Vec<String> = self
            .kinds
            .iter()
            .filter(|(k, _)| **k != Kind::Pass)
            .map(|(k, n)| format!("{n} {}", k.name()))
            .collect();
        let rest = if rest.is_empty() { String::new() } else { format!(" ({})", rest.join(", ")) };
        let _ = writeln!(out, "{pass} of {all} pass on {}{rest}", options.devices.join(" and "));
        out
    }

    /// A line per op: its count, and each element type's.
    fn subjects(&self, out: &mut String) {
        let mut ops: BTreeMap<String, (Count, BTreeMap<String, Count>)> = BTreeMap::new();
        for outcome in self.outcomes.iter().filter(|o| o.kind.counts()) {
            let (op, ty) = subject(&outcome.test);
            let (total, types) = ops.entry(op).or_default();
            for count in [total, types.entry(ty).or_default()] {
                count.all += 1;
                count.pass += usize::from(outcome.kind == Kind::Pass);
            }
        }
        for (op, (total, types)) in ops {
            let types = types.iter().map(|(ty, n)| match ty.as_str() {
                "" => format!("{}/{}", n.pass, n.all),
                ty => format!("{ty} {}/{}", n.pass, n.all),
            });
            let types: Vec<String> = types.collect();
            let _ = writeln!(out, "{op:<36} {:>4}/{:<4} {}", total.pass, total.all, types.join("  "));
        }
    }

    /// Failures by kind and reason; with details, each.
    fn reasons(&self, out: &mut String, options: &Options) {
        let mut groups: BTreeMap<(Kind, String), Vec<&Outcome>> = BTreeMap::new();
        for outcome in self.outcomes.iter().filter(|o| !matches!(o.kind, Kind::Pass | Kind::Excluded)) {
            groups.entry((outcome.kind, general(&outcome.reason))).or_default().push(outcome);
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|(key, tests)| (key.0, std::cmp::Reverse(tests.len())));
        for ((kind, reason), tests) in groups {
            let _ = writeln!(out, "{:>5} {}: {reason}", tests.len(), kind.name());
            if options.details {
                for test in tests {
                    let _ = writeln!(out, "        {}: {}", test.test, test.reason);
                }
            }
        }
    }
}

/// A reason without the parts that differ between tests: locations and digits.
fn general(reason: &str) -> String {
    let start = reason.find("error: ").map_or(0, |at| at + "error: ".len());
    let mut text = String::new();
    for c in reason[start..].chars().take(140) {
        match (c.is_ascii_digit(), text.ends_with('N')) {
            (true, true) => {}
            (true, false) => text.push('N'),
            (false, _) => text.push(c),
        }
    }
    text
}
