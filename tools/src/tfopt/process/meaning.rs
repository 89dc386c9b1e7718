//! `--check-semantics` and `--bisect` in a run: the parts outside of pass instrumentation.

use super::super::machine;
use super::super::semantics::bisect;
use super::Run;
use tf_dialects::target::Level;
use tf_generate::work::WorkWatch;
use tf_import::stablehlo;
use tf_ir::body::Body;
use tf_ir::codes;
use tf_ir::text::Parsed;
use tf_ir::walk::preorder;

/// The ops of a module whose import takes more work than they declare, with their locations and the reasons.
pub(super) fn exceptions(module: &Body) -> Vec<String> {
    let mut all = Vec::new();
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    for body in std::iter::once(module).chain(bodies) {
        for op in preorder(body) {
            let op = body.op(op);
            let line =
                op.loc().anchor(op.ctx()).map(|(_, line, _)| format!("line {line}: ")).unwrap_or_default();
            all.extend(stablehlo::work::exception(op).map(|what| format!("{line}{what}")));
        }
    }
    all
}

impl Run<'_> {
    /// `--bisect`: false if a pass changes an answer.
    pub(super) fn bisect(&mut self, parsed: &Parsed) -> bool {
        let (Some(inputs), Some(manager)) = (self.config.bisect, &self.manager) else { return true };
        let pipeline = (&manager.pipeline, &manager.rules);
        let culprit = bisect(&parsed.body, pipeline, inputs, self.config.fuel, &self.coverage);
        if let Some(culprit) = &culprit {
            self.reporter.error(&codes::WRONG_ANSWER, culprit);
        }
        culprit.is_none()
    }

    /// The module before the pipeline, if its machine code is to be compared.
    pub(super) fn compared_input(&self, parsed: &Parsed) -> Option<Body> {
        let compares = self.config.semantics.is_some() || self.config.bisect.is_some();
        compares.then(|| parsed.body.duplicate())
    }

    /// Compares the machine code of the pipeline's result, if it can be emitted, and that of the same program
    /// at the other levels of the instruction set; false if an answer differs.
    pub(super) fn machine_code(&mut self, input: Option<Body>, parsed: &Parsed) -> bool {
        let inputs = self.config.semantics.max(self.config.bisect);
        let (Some(inputs), Some(input), Some(manager)) = (inputs, input, &self.manager) else { return true };
        if !machine::is_reached_by(&manager.pipeline) {
            self.coverage.lock().no_machine_code();
            return true;
        }
        let levels = self.config.level().map_or_else(Level::tested, |level| vec![level]);
        let own = self.config.level().unwrap_or_default();
        let stages = levels.into_iter().filter_map(|level| match level == own {
            true => Some((level, parsed.body.duplicate())),
            false => {
                let pipeline = (&manager.pipeline, &manager.rules);
                machine::lowered(&input, pipeline, level).map(|module| (level, module))
            }
        });
        let checked = machine::check(stages, inputs, &mut self.coverage.lock());
        if let Err(error) = &checked {
            self.reporter.diagnostic(error);
        }
        checked.is_ok()
    }

    /// Reports the functions whose work was counted. If there are none, that is an error, unless another one
    /// came first.
    pub(super) fn counted(&mut self, ok: bool) {
        let Some(report) = self.work.as_ref().map(WorkWatch::report) else { return };
        if !ok && report.compared == 0 {
            return;
        }
        self.reporter.text(&report.to_string());
        for exception in std::mem::take(&mut self.imported_work) {
            self.reporter.text(&format!("work: {exception}\n"));
        }
        if ok && report.compared == 0 {
            let message = "--check-work compared nothing: no pass changed a function whose work is known";
            self.reporter.error(&codes::NOT_COMPARED, message);
        }
    }

    /// Reports the comparisons. If there are none, that is an error, unless another one came first.
    pub(super) fn compared(&mut self, ok: bool) {
        if self.config.semantics.is_none() && self.config.bisect.is_none() {
            return;
        }
        let coverage = self.coverage.lock();
        if !ok && coverage.is_empty() {
            // Another error came before any comparison.
            return;
        }
        self.reporter.text(&coverage.to_string());
        let nothing = ok && coverage.is_empty();
        drop(coverage);
        if nothing {
            let option = if self.config.semantics.is_some() { "--check-semantics" } else { "--bisect" };
            let message = format!("{option} compared nothing: no function has results to compare");
            self.reporter.error(&codes::NOT_COMPARED, message);
        }
    }
}
