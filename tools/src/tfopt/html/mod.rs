//! `--html FILE`: all stages of a run side by side, as one self-contained page.
//!
//! Lines are related by their locations: a click on an op marks its source lines and the corresponding lines
//! of every stage.

mod page;

use std::sync::{Arc, Mutex, PoisonError};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::pass::{Event, Instrumentation, PassPoint, Token};
use tf_ir::text::{PrintOptions, print_body};

pub(super) use page::page;

/// The IR after a pass.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    /// The pass.
    pub(super) pass: String,
    /// The function it ran on; empty for the whole module.
    pub(super) scope: String,
    /// The text, with locations.
    pub(super) text: String,
    /// False if the pass failed.
    pub(super) ok: bool,
}

/// Keeps the stages of a run.
#[derive(Clone, Default)]
pub(super) struct Stages(Arc<Mutex<Vec<Stage>>>);

impl Stages {
    /// Adds the module as a separate stage.
    pub(super) fn add(&self, pass: &str, module: &Body) {
        self.push(Stage { pass: pass.to_string(), scope: String::new(), text: text(module), ok: true });
    }

    /// The stages so far.
    pub(super) fn all(&self) -> Vec<Stage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn push(&self, stage: Stage) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(stage);
    }

    fn keep(&self, at: &PassPoint<'_>, ok: bool) {
        let scope = match at.path {
            [] => String::new(),
            _ => symbol_name(at.body, at.body.root()).unwrap_or("?").to_string(),
        };
        self.push(Stage { pass: at.step.info.name.to_string(), scope, text: text(at.body), ok });
    }
}

fn text(body: &Body) -> String {
    let generic = tf_ir::verify::verify(body).is_err();
    print_body(body, &PrintOptions { generic, ..PrintOptions::with_locations() })
}

impl Instrumentation for Stages {
    // Runs passes sequentially, so that the stages are in the order of execution.
    fn needs_whole(&self) -> bool {
        true
    }

    fn after(&self, at: &PassPoint<'_>, _: Token, _: &mut dyn FnMut(Event)) {
        self.keep(at, true);
    }

    fn after_failed(&self, at: &PassPoint<'_>, _: Token, _: &mut dyn FnMut(Event)) {
        self.keep(at, false);
    }
}
