//! The passes and named pipelines that are known.

use super::info::PassInfo;
use std::collections::BTreeMap;

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

/// Passes and named pipelines by name; registration is explicit.
#[derive(Clone, Default)]
pub struct PassRegistry {
    passes: BTreeMap<&'static str, &'static PassInfo>,
    pipelines: BTreeMap<&'static str, PipelineInfo>,
}

impl PassRegistry {
    /// An empty registry.
    pub fn new() -> PassRegistry {
        PassRegistry::default()
    }

    /// Adds a pass; the last of a name wins.
    pub fn pass(&mut self, info: &'static PassInfo) -> &mut PassRegistry {
        self.passes.insert(info.name, info);
        self
    }

    /// Adds a named pipeline; the last of a name wins.
    pub fn pipeline(
        &mut self,
        name: &'static str,
        summary: &'static str,
        text: impl Into<String>,
    ) -> &mut PassRegistry {
        self.pipelines.insert(name, PipelineInfo { name, summary, text: text.into() });
        self
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

    /// All named pipelines, by name.
    pub fn pipelines(&self) -> impl Iterator<Item = &PipelineInfo> {
        self.pipelines.values()
    }
}
