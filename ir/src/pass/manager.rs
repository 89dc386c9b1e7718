//! The pass manager: a pipeline and the settings of its runs.

use super::counters::{Counters, PassRow};
use super::instrument::{Event, Instrumentation};
use super::pipeline::{Pipeline, PipelineStep};
use super::run::Executor;
use super::statistics;
use super::timing::Timing;
use super::trial::Verification;
use crate::body::Body;
use crate::codes;
use crate::diag::Diagnostic;
use crate::rewrite::{AllowedRules, Fuel};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Runs a pipeline on modules.
pub struct PassManager {
    /// The pipeline.
    pub pipeline: Pipeline,
    /// Threads to use, this one included; 1 runs everything on this one.
    pub threads: usize,
    /// The policy for verifying the IR.
    pub verification: Verification,
    /// Count ops before and after each pass, for [`Report::rows`].
    pub count_ops: bool,
    /// Trace the rewrites that the greedy driver tries.
    pub trace_rules: bool,
    /// Let passes explain their decisions, with candidates and costs
    /// ([`PassContext::explain`](super::PassContext::explain)).
    pub explain: bool,
    /// Budget of rewrites for the whole run. Functions then run one after the other, in module order.
    pub fuel: Option<Fuel>,
    /// The rules that may apply; all by default.
    pub rules: Arc<AllowedRules>,
    /// Observers of the run.
    pub instrumentations: Vec<Box<dyn Instrumentation>>,
}

impl PassManager {
    /// A manager that verifies after each pass and uses one thread.
    pub fn new(pipeline: Pipeline) -> PassManager {
        PassManager {
            pipeline,
            threads: 1,
            verification: Verification::EachPass,
            count_ops: false,
            trace_rules: false,
            explain: false,
            fuel: None,
            rules: Arc::default(),
            instrumentations: Vec::new(),
        }
    }

    /// Runs the pipeline on an outermost op; passes its output to `emit` in a fixed order.
    pub fn run(&self, root: &mut Body, emit: &mut dyn FnMut(Event)) -> Report {
        let start = Instant::now();
        let mut counters = Counters::new(&self.pipeline);
        let mut ok = true;
        if self.pipeline.anchor != super::pipeline::ANY && !root.is(root.root(), &*self.pipeline.anchor) {
            let name = &root.info(root.root()).name;
            let message = format!("the pipeline runs on '{}', but this is '{name}'", self.pipeline.anchor);
            let error = Diagnostic::error(root.loc(root.root()), message).code(&codes::ANCHOR);
            emit(Event::Diagnostic(error));
            ok = false;
        }
        let mut failed_in = None;
        if ok {
            let mut executor = Executor::new(self);
            ok = executor.run(root, &mut counters, emit);
            failed_in = executor.failed_in();
        }
        Report { ok, wall: start.elapsed(), counters, failed_in }
    }

    /// True if passes run on trial first. This excludes observers, which would see both runs.
    pub(super) fn tries(&self) -> bool {
        let seen = self.fuel.is_some() || self.rules.is_recorded() || !self.instrumentations.is_empty();
        self.verification == Verification::AtEnds && !seen
    }

    /// True if passes must run one after the other.
    pub(super) fn sequential(&self) -> bool {
        self.fuel.is_some() || self.instrumentations.iter().any(|i| i.needs_whole())
    }
}

/// The outcome of a run.
pub struct Report {
    /// False if a pass failed; at least one error was emitted then.
    pub ok: bool,
    /// Time of the run.
    pub wall: Duration,
    pub(super) counters: Counters,
    /// The first pass that failed, and the op it failed on.
    pub failed_in: Option<(String, String)>,
}

impl Report {
    /// Adds the counters of another run of the same pipeline.
    pub fn merge(&mut self, other: &Report) {
        self.ok &= other.ok;
        self.wall += other.wall;
        self.counters.merge(&other.counters, 1.0);
        if self.failed_in.is_none() {
            self.failed_in = other.failed_in.clone();
        }
    }

    /// The statistics of all passes as text.
    pub fn statistics(&self, pipeline: &Pipeline) -> String {
        statistics::render(pipeline, &self.counters.stats)
    }

    /// One row per pass: whether it changed anything, its time, the number of ops before and after.
    pub fn rows(&self, pipeline: &Pipeline) -> Vec<PassRow> {
        self.counters.rows(pipeline)
    }

    /// The times of the passes, as parts of a tree.
    pub fn timing(&self, pipeline: &Pipeline) -> Vec<Timing> {
        let mut parts = self.counters.timing(&pipeline.steps);
        if self.counters.verify > Duration::ZERO {
            parts.push(Timing::leaf("Verifier", self.counters.verify));
        }
        parts
    }

    /// A warning for each pass that ran on no op.
    pub fn unmatched(&self, pipeline: &Pipeline) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        self.find_unmatched(pipeline, &mut found);
        found
    }

    fn find_unmatched(&self, pipeline: &Pipeline, found: &mut Vec<Diagnostic>) {
        for step in &pipeline.steps {
            match step {
                PipelineStep::Nested(nested) => self.find_unmatched(nested, found),
                PipelineStep::Pass(pass) if self.counters.runs[pass.number] == 0 => {
                    let message = format!(
                        "pass '{}' matched 0 operations: there is no '{}' at its position in the pipeline",
                        pass.info.name, pipeline.anchor
                    );
                    found.push(Diagnostic::warning(pass.loc, message).code(&codes::UNMATCHED));
                }
                PipelineStep::Pass(_) => {}
            }
        }
    }
}
