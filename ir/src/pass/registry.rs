//! The registry of passes and named pipelines.

use super::info::{Pass, PassInfo};
use super::options::Options;
use crate::registry::{Registry, Traits};
use crate::rewrite::{KnownRule, patterns_of};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A pipeline with a name.
#[derive(Clone, Debug)]
pub struct PipelineInfo {
    /// Name.
    pub name: &'static str,
    /// First sentence of the documentation.
    pub summary: &'static str,
    /// The pipeline as text, without anchor: `canonicalize,cse`.
    pub text: String,
}

/// Creates a pass from options that fit its description; an error is shown to the user.
type Make = dyn Fn(&Options) -> Result<Box<dyn Pass>, String> + Send + Sync;

/// Passes and named pipelines by name; registration is explicit.
#[derive(Clone, Default)]
pub struct PassRegistry {
    passes: BTreeMap<&'static str, &'static PassInfo>,
    /// Constructors of passes that are not created by their description.
    makers: BTreeMap<&'static str, Arc<Make>>,
    pipelines: BTreeMap<&'static str, PipelineInfo>,
    /// Present names of passes, by former names.
    renamed: BTreeMap<&'static str, &'static str>,
}

impl PassRegistry {
    /// An empty registry.
    pub fn new() -> PassRegistry {
        PassRegistry::default()
    }

    /// Adds a pass; the last one of a name takes effect.
    pub fn pass(&mut self, info: &'static PassInfo) -> &mut PassRegistry {
        self.passes.insert(info.name, info);
        self.makers.remove(info.name);
        self
    }

    /// Adds a pass that `make` creates, instead of [`PassInfo::make`], for passes with state that a static
    /// description cannot hold.
    pub fn pass_made_by(
        &mut self,
        info: &'static PassInfo,
        make: impl Fn(&Options) -> Result<Box<dyn Pass>, String> + Send + Sync + 'static,
    ) -> &mut PassRegistry {
        self.pass(info).makers.insert(info.name, Arc::new(make));
        self
    }

    /// Creates the pass of a description.
    pub(super) fn make(&self, info: &PassInfo, options: &Options) -> Result<Box<dyn Pass>, String> {
        match self.makers.get(info.name) {
            Some(make) => make(options),
            None => (info.make)(options),
        }
    }

    /// Adds a named pipeline; the last one of a name takes effect.
    pub fn pipeline(
        &mut self,
        name: &'static str,
        summary: &'static str,
        text: impl Into<String>,
    ) -> &mut PassRegistry {
        self.pipelines.insert(name, PipelineInfo { name, summary, text: text.into() });
        self
    }

    /// Keeps the former name of a pass, so that an error names the present one.
    pub fn renamed(&mut self, former: &'static str, name: &'static str) -> &mut PassRegistry {
        self.renamed.insert(former, name);
        self
    }

    /// The present name of a pass, by a former name.
    pub fn present_name(&self, former: &str) -> Option<&'static str> {
        self.renamed.get(former).copied()
    }

    /// A pass by name.
    pub fn find(&self, name: &str) -> Option<&'static PassInfo> {
        self.passes.get(name).copied()
    }

    /// A named pipeline.
    pub fn find_pipeline(&self, name: &str) -> Option<&PipelineInfo> {
        self.pipelines.get(name)
    }

    /// All passes, by name.
    pub fn passes(&self) -> impl Iterator<Item = &'static PassInfo> + '_ {
        self.passes.values().copied()
    }

    /// All rules by their full names: those that passes declare, the canonicalization patterns and the folds
    /// of ops.
    pub fn rules(&self, dialects: &Registry) -> Vec<KnownRule> {
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        for pass in self.passes() {
            let rules = pass.rules.iter();
            found.extend(rules.map(|rule| (format!("{}.{}", pass.name, rule.name), rule.help.to_string())));
        }
        for pattern in patterns_of(dialects).iter() {
            let help = found.entry(format!("canonicalize.{}", pattern.name())).or_default();
            let more = if help.is_empty() { "" } else { "; " };
            *help += &format!("{more}{}", pattern.describe());
        }
        let folds = |op: &&crate::registry::OpInfo| {
            op.fold.is_some() || op.has(Traits::INVOLUTION) || op.has(Traits::IDEMPOTENT)
        };
        for op in dialects.ops().iter().filter(folds) {
            found.insert(
                format!("fold.{}", op.name),
                format!("{} of constants, or that is another value", op.name),
            );
        }
        found.into_iter().map(|(name, help)| KnownRule { name, help }).collect()
    }

    /// All named pipelines, by name.
    pub fn pipelines(&self) -> impl Iterator<Item = &PipelineInfo> {
        self.pipelines.values()
    }
}
