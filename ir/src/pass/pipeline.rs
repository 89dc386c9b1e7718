//! Pipelines: nested lists of passes and the ops that they run on.

use super::info::{Pass, PassInfo};
use super::options::Options;
use super::registry::PassRegistry;
use super::resolve;
use crate::context::Context;
use crate::diag::Diagnostic;
use crate::location::Location;
use std::fmt;
use std::sync::Arc;

/// A pass in a pipeline.
#[derive(Clone)]
pub struct PassStep {
    /// The pass.
    pub pass: Arc<dyn Pass>,
    /// Its description.
    pub info: &'static PassInfo,
    /// The options it was created with.
    pub options: Options,
    /// Its position in the text of the pipeline.
    pub loc: Location,
    /// Its index in the pipeline; dense over passes and nested pipelines, in order.
    pub number: usize,
}

/// One step of a pipeline.
#[derive(Clone)]
pub enum PipelineStep {
    /// A pass.
    Pass(PassStep),
    /// A pipeline for the ops directly inside.
    Nested(Pipeline),
}

impl PipelineStep {
    /// True if this is a pass in the same run of passes as the step before it.
    pub(super) fn continues(&self, before: &PipelineStep) -> bool {
        let PipelineStep::Pass(step) = self else { return false };
        matches!(before, PipelineStep::Pass(_)) && !step.pass.trusts_verifier()
    }
}

/// Steps that run, one after the other, on each op of a name.
#[derive(Clone)]
pub struct Pipeline {
    /// Name of the ops it runs on, or `any`.
    pub anchor: String,
    /// The steps.
    pub steps: Vec<PipelineStep>,
    /// Its position in the text of the pipeline.
    pub loc: Location,
    /// Its index; see [`PassStep::number`].
    pub number: usize,
}

/// The anchor for ops of any name.
pub const ANY: &str = "any";

impl Pipeline {
    /// An empty pipeline.
    pub fn new(anchor: impl Into<String>) -> Pipeline {
        Pipeline { anchor: anchor.into(), steps: Vec::new(), loc: Location::UNKNOWN, number: 0 }
    }

    /// Reads a pipeline for ops named `root`. The text may leave anchors out: passes are nested to the ops
    /// they run on. `source` names the text in locations.
    ///
    /// # Errors
    /// All errors found, with positions in the text.
    pub fn parse(
        ctx: &Context,
        registry: &PassRegistry,
        root: &str,
        text: &str,
        source: &str,
    ) -> Result<Pipeline, Vec<Diagnostic>> {
        let mut builder = PipelineBuilder::new(ctx, registry, root);
        builder.text(text, source);
        builder.finish()
    }

    /// Number of passes and nested pipelines, this one included.
    pub fn count(&self) -> usize {
        1 + self
            .steps
            .iter()
            .map(|s| if let PipelineStep::Nested(p) = s { p.count() } else { 1 })
            .sum::<usize>()
    }

    /// Number of passes at any depth.
    pub fn pass_count(&self) -> usize {
        self.steps.iter().map(|s| if let PipelineStep::Nested(p) = s { p.pass_count() } else { 1 }).sum()
    }

    /// Gives all steps dense indices and prepares the passes.
    pub(super) fn index_steps(&mut self, next: &mut usize) {
        self.number = *next;
        *next += 1;
        for step in &mut self.steps {
            match step {
                PipelineStep::Nested(nested) => nested.index_steps(next),
                PipelineStep::Pass(pass) => {
                    pass.number = *next;
                    *next += 1;
                }
            }
        }
    }

    /// All passes in order, with the names of the anchors around them.
    pub fn passes(&self) -> Vec<&PassStep> {
        let mut found = Vec::new();
        for step in &self.steps {
            match step {
                PipelineStep::Pass(pass) => found.push(pass),
                PipelineStep::Nested(nested) => found.extend(nested.passes()),
            }
        }
        found
    }

    /// Over several lines, one step each, as `--dump-pass-pipeline` prints it.
    pub fn pretty(&self) -> String {
        let mut out = String::new();
        self.pretty_at(0, &mut out);
        out
    }

    fn pretty_at(&self, depth: usize, out: &mut String) {
        let indent = "  ".repeat(depth);
        out.push_str(&format!("{indent}{}(", self.anchor));
        for (i, step) in self.steps.iter().enumerate() {
            out.push_str(if i == 0 { "\n" } else { ",\n" });
            match step {
                PipelineStep::Pass(pass) => {
                    out.push_str(&format!("{indent}  {}{}", pass.info.name, pass.options))
                }
                PipelineStep::Nested(nested) => nested.pretty_at(depth + 1, out),
            }
        }
        out.push_str(if self.steps.is_empty() { ")" } else { "\n" });
        if !self.steps.is_empty() {
            out.push_str(&format!("{indent})"));
        }
    }
}

impl fmt::Display for Pipeline {
    /// On one line, as [`Pipeline::parse`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.anchor)?;
        for (i, step) in self.steps.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "," })?;
            match step {
                PipelineStep::Pass(pass) => write!(f, "{}{}", pass.info.name, pass.options)?,
                PipelineStep::Nested(nested) => write!(f, "{nested}")?,
            }
        }
        f.write_str(")")
    }
}

/// Builds a pipeline from texts and single passes, in order.
pub struct PipelineBuilder<'a> {
    pub(super) ctx: &'a Context,
    pub(super) registry: &'a PassRegistry,
    pub(super) errors: Vec<Diagnostic>,
    root: Pipeline,
}

impl<'a> PipelineBuilder<'a> {
    /// A builder for a pipeline on ops named `root`.
    pub fn new(ctx: &'a Context, registry: &'a PassRegistry, root: &str) -> PipelineBuilder<'a> {
        PipelineBuilder { ctx, registry, errors: Vec::new(), root: Pipeline::new(root) }
    }

    /// Adds the steps of a textual pipeline; [`PipelineBuilder::finish`] reports errors.
    pub fn text(&mut self, text: &str, source: &str) -> &mut Self {
        let anchor = self.root.anchor.clone();
        let steps = resolve::text(self, &anchor, text, source);
        self.append(steps);
        self
    }

    /// Adds a pass or named pipeline with options as text (`a=1 b=2`).
    pub fn pass(&mut self, name: &str, options: &str, source: &str) -> &mut Self {
        let anchor = self.root.anchor.clone();
        let steps = resolve::single(self, &anchor, name, options, source);
        self.append(steps);
        self
    }

    fn append(&mut self, steps: Vec<PipelineStep>) {
        for step in steps {
            resolve::push(&mut self.root.steps, step);
        }
    }

    /// The pipeline, or all errors.
    pub fn finish(self) -> Result<Pipeline, Vec<Diagnostic>> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        let mut root = self.root;
        root.index_steps(&mut 0);
        Ok(root)
    }
}
