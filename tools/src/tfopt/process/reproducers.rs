//! Reproducers: modules together with the pipeline that failed on them.

use super::{REPRODUCER, ROOT, Run};
use std::path::Path;
use tf_ir::codes;
use tf_ir::pass::{Pipeline, Reproducer, Verification};
use tf_ir::text::{Parsed, PrintOptions, parse_module, print_parsed};

impl Run<'_> {
    /// Takes the pipeline from the input.
    pub(super) fn reproduce(&mut self, parsed: &Parsed) -> bool {
        let Some(found) = Reproducer::read(&parsed.resources) else {
            let message =
                "--run-reproducer: the input holds no pipeline (external resource 'mlir_reproducer')";
            self.reporter.error(&codes::USAGE, message);
            return false;
        };
        self.reporter.source(REPRODUCER, &found.pipeline);
        let pipeline = Pipeline::parse(self.ctx, self.passes, ROOT, &found.pipeline, REPRODUCER);
        let threads = if found.disable_threading { 1 } else { self.config.threads };
        let verification = if found.verify_each { self.config.verification } else { Verification::Never };
        self.manage(pipeline, verification, threads)
    }

    fn reproducer(&self, pipeline: String) -> Reproducer {
        Reproducer {
            pipeline,
            disable_threading: self.config.threads == 1,
            verify_each: self.config.verification != Verification::Never,
        }
    }

    /// The module and the pipeline as a reproducer, if one may be needed.
    pub(super) fn reproducer_text(&self, parsed: &mut Parsed) -> Option<String> {
        let manager = self.manager.as_ref()?;
        if self.config.reproducer.is_none() && self.config.generate_reproducer.is_none() {
            return None;
        }
        let kept = parsed.resources.clone();
        parsed.resources = self.reproducer(manager.pipeline.to_string()).attach(kept.clone());
        let text = print_parsed(parsed, &located(&self.config.print));
        parsed.resources = kept;
        Some(text)
    }

    /// The module right before the failed pass, and that pass, as a reproducer.
    pub(super) fn local_reproducer(&self) -> Option<String> {
        let step = self.local.take()?;
        let mut parsed = parse_module(self.ctx, self.name, &step.module, &self.config.parse).ok()?;
        parsed.resources = self.reproducer(step.pipeline).attach(parsed.resources.clone());
        Some(print_parsed(&parsed, &located(&self.config.print)))
    }

    pub(super) fn write_file(&mut self, path: &Path, text: &str) -> bool {
        match std::fs::write(path, text) {
            Ok(()) => true,
            Err(error) => {
                let message = format!("cannot write the reproducer to '{}': {error}", path.display());
                self.reporter.error(&codes::FILES, message);
                false
            }
        }
    }
}

/// The same, with locations.
fn located(print: &PrintOptions) -> PrintOptions {
    PrintOptions { locations: true, location_aliases: true, elide_larger: None, ..*print }
}
