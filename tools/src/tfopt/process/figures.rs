//! Reports at the end of a run: warnings, statistics, times, the table of passes.

use super::{NAMED, Run};
use std::time::{Duration, Instant};
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{Pipeline, Report, Timing};

impl Run<'_> {
    /// Warnings and reports at the end.
    pub(super) fn finish(&mut self, start: Instant) {
        let (Some(manager), Some(report)) = (&self.manager, &self.report) else {
            return self.times(start, Vec::new());
        };
        let pipeline = &manager.pipeline;
        // After a failed pass, no pass has run.
        if self.config.expect.is_none() && report.ok {
            // Warnings about a named pipeline do not concern the user's text.
            let by_hand = |w: &&Diagnostic| {
                w.loc.anchor(self.ctx).is_none_or(|(file, ..)| !self.ctx.text(file).starts_with(NAMED))
            };
            report.unmatched(pipeline).iter().filter(by_hand).for_each(|w| self.reporter.show(w));
        }
        if self.config.table {
            self.reporter.text(&table(report, pipeline));
        }
        if self.config.statistics {
            self.reporter.text(&report.statistics(pipeline));
        }
        let passes = report.timing(pipeline);
        self.times(start, passes);
    }

    fn times(&mut self, start: Instant, passes: Vec<Timing>) {
        let Some(format) = self.config.timing else { return };
        let mut children = vec![Timing::leaf("Parser", self.parsing)];
        children.extend(passes);
        let phases = self.phases.iter().map(|(name, time)| Timing::leaf(name, *time)).collect();
        children.push(Timing { children: phases, ..Timing::leaf("Output", self.printing) });
        let wall = start.elapsed();
        let beside: Duration = children.iter().map(|c| c.user.saturating_sub(c.wall)).sum();
        let total = Timing { name: String::new(), wall, user: wall + beside, children };
        self.reporter.text(&total.render(format));
    }
}

/// One row per pass.
fn table(report: &Report, pipeline: &Pipeline) -> String {
    let mut out = format!(
        "{:<32} {:>8} {:>8} {:>10} {:>12}   ops after\n",
        "pass", "runs", "changed", "ms", "ops before"
    );
    for row in report.rows(pipeline) {
        let changed = if row.changed { "yes" } else { "no" };
        let ms = row.wall.as_secs_f64() * 1e3;
        let (name, runs, before, after) = (row.name, row.runs, row.ops_before, row.ops_after);
        out.push_str(&format!("{name:<32} {runs:>8} {changed:>8} {ms:>10.3} {before:>12} → {after}\n"));
    }
    out
}
