//! Counters and statistics of a pipeline's steps.

use super::pipeline::{Pipeline, PipelineStep};
use super::timing::Timing;
use std::time::Duration;

/// One row of the table of passes.
#[derive(Clone, PartialEq, Debug)]
pub struct PassRow {
    /// Name of the pass, indented by its nesting.
    pub name: String,
    /// Number of ops it ran on.
    pub runs: u64,
    /// True if it reported a change.
    pub changed: bool,
    /// Time.
    pub wall: Duration,
    /// Ops before it, over all runs; 0 when not counted.
    pub ops_before: u64,
    /// Ops after it.
    pub ops_after: u64,
}

/// Counters for each step of a pipeline, indexed by step.
#[derive(Clone, Default)]
pub(super) struct Counters {
    pub(super) runs: Vec<u64>,
    pub(super) stats: Vec<Vec<u64>>,
    pub(super) verify: Duration,
    pub(super) changed: Vec<bool>,
    pub(super) wall: Vec<Duration>,
    pub(super) user: Vec<Duration>,
    pub(super) ops: Vec<(u64, u64)>,
}

impl Counters {
    pub(super) fn new(pipeline: &Pipeline) -> Counters {
        let n = pipeline.count();
        let mut stats = vec![Vec::new(); n];
        for pass in pipeline.passes() {
            stats[pass.number] = vec![0; pass.info.statistics.len()];
        }
        Counters { stats, ..Counters::blank(n) }
    }

    fn blank(n: usize) -> Counters {
        Counters {
            runs: vec![0; n],
            stats: Vec::new(),
            verify: Duration::ZERO,
            changed: vec![false; n],
            wall: vec![Duration::ZERO; n],
            user: vec![Duration::ZERO; n],
            ops: vec![(0, 0); n],
        }
    }

    /// Zeroed counters of the same shape.
    pub(super) fn zeroed(&self) -> Counters {
        let stats = self.stats.iter().map(|s| vec![0; s.len()]).collect();
        Counters { stats, ..Counters::blank(self.runs.len()) }
    }

    /// Adds counters; wall times are scaled by `share`.
    pub(super) fn merge(&mut self, other: &Counters, share: f64) {
        for i in 0..self.runs.len() {
            self.runs[i] += other.runs[i];
            self.changed[i] |= other.changed[i];
            self.wall[i] += other.wall[i].mul_f64(share);
            self.user[i] += other.user[i];
            self.ops[i].0 += other.ops[i].0;
            self.ops[i].1 += other.ops[i].1;
            self.stats[i].iter_mut().zip(&other.stats[i]).for_each(|(a, b)| *a += b);
        }
        self.verify += other.verify.mul_f64(share);
    }

    pub(super) fn rows(&self, pipeline: &Pipeline) -> Vec<PassRow> {
        let mut rows = Vec::new();
        self.push_rows(pipeline, 0, &mut rows);
        rows
    }

    fn push_rows(&self, pipeline: &Pipeline, depth: usize, rows: &mut Vec<PassRow>) {
        for step in &pipeline.steps {
            let pass = match step {
                PipelineStep::Nested(nested) => {
                    self.push_rows(nested, depth + 1, rows);
                    continue;
                }
                PipelineStep::Pass(pass) => pass,
            };
            let n = pass.number;
            rows.push(PassRow {
                name: format!("{}{}", "  ".repeat(depth), pass.info.name),
                runs: self.runs[n],
                changed: self.changed[n],
                wall: self.wall[n],
                ops_before: self.ops[n].0,
                ops_after: self.ops[n].1,
            });
        }
    }

    pub(super) fn timing(&self, steps: &[PipelineStep]) -> Vec<Timing> {
        let one = |step: &PipelineStep| match step {
            PipelineStep::Pass(pass) => {
                let (wall, user) = (self.wall[pass.number], self.user[pass.number]);
                Timing { user, ..Timing::leaf(pass.info.title, wall) }
            }
            PipelineStep::Nested(nested) => {
                let children = self.timing(&nested.steps);
                let wall = children.iter().map(|c| c.wall).sum();
                let user = children.iter().map(|c| c.user).sum();
                Timing { user, children, ..Timing::leaf(format!("'{}' Pipeline", nested.anchor), wall) }
            }
        };
        steps.iter().map(one).collect()
    }
}
