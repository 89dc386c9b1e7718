//! Reproducers: a module together with the pipeline that fails on it, as one text.
//!
//! As upstream, the pipeline is an external resource: a reproducer is a valid module.
//!
//! ```text
//! {-#
//!   external_resources: {
//!     mlir_reproducer: {
//!       pipeline: "builtin.module(func.func(cse))",
//!       disable_threading: true,
//!       verify_each: true
//!     }
//!   }
//! #-}
//! ```

use super::instrument::{Event, Instrumentation, PassPoint, Token};
use crate::text::{PrintOptions, ResourceValue, Resources, print_module};
use std::sync::{Arc, Mutex, PoisonError};

const OWNER: &str = "mlir_reproducer";

/// A pipeline and the settings of its run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reproducer {
    /// The pipeline as text.
    pub pipeline: String,
    /// It ran on one thread.
    pub disable_threading: bool,
    /// The IR was verified after each pass.
    pub verify_each: bool,
}

impl Reproducer {
    /// The resources of a text, with this reproducer added.
    pub fn attach(&self, mut resources: Resources) -> Resources {
        let group = vec![
            ("pipeline".to_string(), ResourceValue::String(self.pipeline.clone())),
            ("disable_threading".to_string(), ResourceValue::Bool(self.disable_threading)),
            ("verify_each".to_string(), ResourceValue::Bool(self.verify_each)),
        ];
        resources.external.retain(|(owner, _)| owner != OWNER);
        resources.external.push((OWNER.to_string(), group));
        resources
    }

    /// The reproducer in the resources of a text.
    pub fn read(resources: &Resources) -> Option<Reproducer> {
        let ResourceValue::String(pipeline) = resources.external(OWNER, "pipeline")? else { return None };
        let flag = |key, otherwise| match resources.external(OWNER, key) {
            Some(ResourceValue::Bool(value)) => *value,
            _ => otherwise,
        };
        Some(Reproducer {
            pipeline: pipeline.clone(),
            disable_threading: flag("disable_threading", false),
            verify_each: flag("verify_each", true),
        })
    }
}

/// The IR right before the failing pass, and a pipeline of that pass alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FailedStep {
    /// The whole module as text.
    pub module: String,
    /// The pipeline.
    pub pipeline: String,
}

/// Keeps the IR before each pass, for a reproducer of the one that fails.
#[derive(Clone, Default)]
pub struct LocalReproducer {
    last: Arc<Mutex<Option<FailedStep>>>,
    failed: Arc<Mutex<Option<FailedStep>>>,
}

impl LocalReproducer {
    /// The first failure, if any.
    pub fn take(&self) -> Option<FailedStep> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Instrumentation for LocalReproducer {
    fn needs_whole(&self) -> bool {
        true
    }

    fn before(&self, at: &PassPoint<'_>, _: &mut dyn FnMut(Event)) -> Token {
        let mut root = at.root?;
        let module = print_module(
            root,
            &PrintOptions { locations: true, location_aliases: true, ..Default::default() },
        );
        let mut pipeline = format!("{}(", root.info(root.root()).name);
        for op in at.path {
            root = root.child(*op)?;
            pipeline += &format!("{}(", root.info(root.root()).name);
        }
        pipeline += &format!("{}{}{}", at.step.info.name, at.step.options, ")".repeat(at.path.len() + 1));
        let step = FailedStep { module, pipeline };
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(step);
        None
    }

    fn after_failed(&self, _: &PassPoint<'_>, _: Token, _: &mut dyn FnMut(Event)) {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
        if failed.is_none() {
            *failed = last;
        }
    }
}
