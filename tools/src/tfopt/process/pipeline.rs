//! The passes of a run.

use super::{NAMED, PIPELINE, ROOT, Run};
use crate::tfopt::emit::Form;
use crate::tfopt::semantics::Semantics;
use std::io::Write as _;
use tensorforge::pipelines;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::pass::{Event, PassManager, Pipeline, PipelineBuilder, Verification};
use tf_ir::rewrite::Fuel;
use tf_ir::text::Parsed;

impl Run<'_> {
    /// Builds the pipeline from the arguments; false after errors.
    pub(super) fn prepare(&mut self) -> bool {
        let mut builder = PipelineBuilder::new(self.ctx, self.passes, ROOT);
        if let Some(text) = &self.config.pipeline {
            self.reporter.source(PIPELINE, text);
            builder.text(text, PIPELINE);
        }
        for (name, options) in &self.config.passes {
            let source = format!("<--{name}>");
            self.reporter.source(&source, options);
            builder.pass(name, options, &source);
        }
        if self.config.emit.is_some() && self.config.pipeline.is_none() && self.config.passes.is_empty() {
            match self.config.emit {
                Some(Form::Ptx | Form::Kernels) => {
                    let text = pipelines::gpu_of(self.config.arch.unwrap_or_default().name());
                    let source = format!("{NAMED}gpu>");
                    self.reporter.source(&source, &text);
                    builder.text(&text, &source)
                }
                _ => builder.pass("cpu", "", "<--cpu>"),
            };
        }
        let pipeline = builder.finish();
        self.manage(pipeline, self.config.verification, self.config.threads)
    }

    /// Makes the manager of a pipeline; false if there are errors instead.
    pub(super) fn manage(
        &mut self,
        pipeline: Result<Pipeline, Vec<Diagnostic>>,
        verification: Verification,
        threads: usize,
    ) -> bool {
        let pipeline = match pipeline {
            Ok(pipeline) => pipeline,
            Err(errors) => {
                errors.iter().for_each(|e| self.reporter.show(e));
                return false;
            }
        };
        if self.config.dump_pipeline {
            let count = pipeline.steps.len();
            self.reporter.text(&format!("Pass Manager with {count} passes:\n{}\n", pipeline.pretty()));
        }
        let mut manager = PassManager::new(pipeline);
        manager.threads = threads;
        manager.verification = verification;
        manager.count_ops = self.config.table;
        manager.trace_rules = self.config.trace;
        manager.explain = self.config.explain;
        manager.fuel = self.config.fuel.map(Fuel::new);
        manager.rules = self.rules.clone();
        if !self.config.ir.is_idle() {
            manager.instrumentations.push(Box::new(self.config.ir.clone()));
        }
        if let Some(inputs) = self.config.semantics {
            manager.instrumentations.push(Box::new(Semantics::each(inputs, self.coverage.clone())));
        }
        if let Some(work) = &self.work {
            manager.instrumentations.push(Box::new(work.clone()));
        }
        if self.config.html.is_some() {
            manager.instrumentations.push(Box::new(self.stages.clone()));
        }
        if self.config.local_reproducer {
            manager.instrumentations.push(Box::new(self.local.clone()));
        }
        self.manager = Some(manager);
        true
    }

    /// Runs the pipeline; false after errors.
    pub(super) fn pipeline(&mut self, parsed: &mut Parsed) -> bool {
        let before = self.reproducer_text(parsed);
        if let (Some(path), Some(text)) = (&self.config.generate_reproducer, &before) {
            self.write_file(path, text);
        }
        let Some(manager) = &self.manager else { return true };
        let reporter = &mut self.reporter;
        let report = manager.run(&mut parsed.body, &mut |event| match event {
            Event::Diagnostic(diag) => reporter.diagnostic(&diag),
            Event::Text(text) => reporter.text(&text),
        });
        let (ok, failed) = (report.ok, report.failed_in.clone());
        self.record_rules();
        match &mut self.report {
            Some(total) => total.merge(&report),
            None => self.report = Some(report),
        }
        if let (Some(path), Some((pass, op)), false) = (&self.config.reproducer, failed, ok) {
            let text = self.local_reproducer().or(before).unwrap_or_default();
            if self.write_file(path, &text) {
                let message = format!("pipeline failed while executing '{pass}' on '{op}'");
                let note =
                    format!("reproducer generated at '{}'; run it with --run-reproducer", path.display());
                let error = Diagnostic::error(Location::UNKNOWN, message).code(&codes::FAILED);
                self.reporter.show(&error.note(Location::UNKNOWN, note));
            }
        }
        ok
    }

    /// Appends the names of the rules that applied to the file of `--record-rules`.
    fn record_rules(&mut self) {
        let Some(path) = &self.config.record_rules else { return };
        let lines: String = self.rules.queried().iter().map(|name| format!("{name}\n")).collect();
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        if let Err(error) = file.and_then(|mut file| file.write_all(lines.as_bytes())) {
            let message = format!("cannot write '{}': {error}", path.display());
            self.reporter.error(&codes::FILES, message);
        }
    }
}
