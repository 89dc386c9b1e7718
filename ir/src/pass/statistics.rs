//! The statistics of a run, in the form mlir-opt prints.

use super::pipeline::{PassStep, Pipeline, PipelineStep};
use std::fmt::Write;

const RULE: &str = "===-------------------------------------------------------------------------===";

/// Renders the counters of a pipeline: `counts[i]` has those of the step numbered `i`.
pub(super) fn render(pipeline: &Pipeline, counts: &[Vec<u64>]) -> String {
    let mut out = format!("{RULE}\n{:^79}\n{RULE}\n", "... Pass statistics report ...");
    steps(&pipeline.steps, counts, 0, &mut out);
    out
}

fn steps(list: &[PipelineStep], counts: &[Vec<u64>], depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    for step in list {
        match step {
            PipelineStep::Nested(nested) => {
                let _ = writeln!(out, "{indent}'{}' Pipeline", nested.anchor);
                steps(&nested.steps, counts, depth + 1, out);
            }
            PipelineStep::Pass(pass) => one(pass, &counts[pass.number], &indent, out),
        }
    }
}

fn one(pass: &PassStep, counts: &[u64], indent: &str, out: &mut String) {
    let _ = writeln!(out, "{indent}{}", pass.info.title);
    let width = counts.iter().map(|n| n.to_string().len()).max().unwrap_or(0);
    let names = pass.info.statistics.iter().map(|s| s.name.len()).max().unwrap_or(0);
    for (spec, count) in pass.info.statistics.iter().zip(counts) {
        let _ = writeln!(out, "{indent}  (S) {count:>width$} {:names$} - {}", spec.name, spec.help);
    }
}
