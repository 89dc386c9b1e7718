//! `--check-semantics` and `--bisect`: what the interpreter answers before and after passes.

use std::sync::{Arc, Mutex, PoisonError};
use tf_dialects::func::plan::Plan;
use tf_dialects::generate::{Answers, Difference};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::codes;
use tf_ir::diag::{Diagnostic, Severity};
use tf_ir::pass::{Event, Instrumentation, PassManager, PassPoint, Pipeline, Token};
use tf_ir::rewrite::{AllowedRules, Fuel};

/// Op executions that one run of a function may take; runs that need more are not compared.
const FUEL: u64 = 2_000_000;
/// Inputs per function, if the option names no number.
pub(super) const INPUTS: u64 = 4;

/// Answers by function.
type All = Vec<(String, Answers)>;

/// What a pass did.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pass: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    /// A function answers differently.
    Differs(String, Difference),
    /// The pass failed, or left invalid IR; with the first error.
    Broke(String),
}

/// Compares answers around passes.
pub(super) struct Semantics {
    inputs: u64,
    /// What to compare with after each pass; `None`: what was answered right before it.
    baseline: Option<All>,
    found: Arc<Mutex<Option<Finding>>>,
}

impl Semantics {
    /// Compares what is answered before and after each pass, and reports the first difference.
    pub(super) fn each(inputs: u64) -> Semantics {
        Semantics { inputs, baseline: None, found: Arc::default() }
    }

    fn keep(&self, finding: Finding) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let first = found.is_none();
        found.get_or_insert(finding);
        first
    }
}

/// The functions that a module defines, or divides into stages.
fn functions(module: &Body) -> Vec<String> {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let runs = |body: &&Body| body.entry_block().is_some() || Plan::of(body).is_some();
    let bodies = bodies.filter(|body| body.is(body.root(), "func.func")).filter(runs);
    bodies.filter_map(|body| symbol_name(body, body.root()).map(str::to_string)).collect()
}

/// The functions that a pass may have changed: the one it ran in, or all.
fn touched(at: &PassPoint<'_>, module: &Body) -> Vec<String> {
    let inside =
        at.path.first().and_then(|op| module.child(*op)).filter(|body| body.is(body.root(), "func.func"));
    match inside {
        Some(body) => symbol_name(body, body.root()).map(str::to_string).into_iter().collect(),
        None => functions(module),
    }
}

fn answers(module: &Body, names: Vec<String>, inputs: u64) -> All {
    let of = |name: String| (name.clone(), Answers::of(module, &name, 0..inputs, FUEL));
    names.into_iter().map(of).collect()
}

impl Instrumentation for Semantics {
    fn needs_whole(&self) -> bool {
        true
    }

    fn before(&self, at: &PassPoint<'_>, _: &mut dyn FnMut(Event)) -> Token {
        let module = at.root.filter(|_| self.baseline.is_none())?;
        Some(Box::new(answers(module, touched(at, module), self.inputs)))
    }

    fn after(&self, at: &PassPoint<'_>, token: Token, emit: &mut dyn FnMut(Event)) {
        let before = token.and_then(|t| t.downcast::<All>().ok());
        let Some(module) = at.root else { return };
        let all = match (&self.baseline, &before) {
            (Some(all), _) => all,
            (None, Some(all)) => all.as_ref(),
            (None, None) => return,
        };
        let names = touched(at, module);
        for (name, answers) in all.iter().filter(|(name, _)| names.contains(name)) {
            // A function that is gone (inlined, dead) answers nothing any more.
            if !functions(module).contains(name) {
                continue;
            }
            let Some(difference) = answers.difference(module) else { continue };
            let pass = at.step.info.name.to_string();
            let message = format!("pass '{pass}' changes what '@{name}' answers: {difference}");
            if self.keep(Finding { pass, what: What::Differs(name.clone(), difference) }) {
                let error =
                    Diagnostic::error(at.body.loc(at.body.root()), message).code(&codes::WRONG_ANSWER);
                emit(Event::Diagnostic(error));
            }
        }
    }
}

/// Runs the pipeline on a copy of a module with so many rewrites; what is wrong first, and the rewrites used.
fn attempt(
    module: &Body,
    (pipeline, rules): (&Pipeline, &Arc<AllowedRules>),
    baseline: &All,
    inputs: u64,
    fuel: u64,
) -> (Option<Finding>, u64) {
    let found: Arc<Mutex<Option<Finding>>> = Arc::default();
    let mut manager = PassManager::new(pipeline.clone());
    manager.fuel = Some(Fuel::new(fuel));
    manager.rules = rules.clone();
    manager.instrumentations.push(Box::new(Semantics {
        inputs,
        baseline: Some(baseline.clone()),
        found: found.clone(),
    }));
    let mut first_error = None;
    let report = manager.run(&mut module.duplicate(), &mut |event| match event {
        Event::Diagnostic(d) if d.severity == Severity::Error => {
            first_error.get_or_insert(d.message);
        }
        _ => {}
    });
    let used = fuel - manager.fuel.as_ref().map_or(0, Fuel::left);
    let mut finding = found.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let (None, Some((pass, _))) = (&finding, report.failed_in) {
        finding = Some(Finding { pass, what: What::Broke(first_error.unwrap_or_default()) });
    }
    (finding, used)
}

/// Names the first pass of a pipeline after which a function answers differently than in `module`, or that fails or
/// leaves invalid IR, and the rewrite that did it where the pass counts its rewrites. `None`: there is none.
pub(super) fn bisect(
    module: &Body,
    pipeline: (&Pipeline, &Arc<AllowedRules>),
    inputs: u64,
    fuel: Option<u64>,
) -> Option<String> {
    let baseline = answers(module, functions(module), inputs);
    let (finding, used) = attempt(module, pipeline, &baseline, inputs, fuel.unwrap_or(u64::MAX));
    let Finding { pass, what } = finding?;
    let mut text = match &what {
        What::Differs(name, difference) => {
            format!("pass '{pass}' is the first that changes an answer, of '@{name}': {difference}")
        }
        What::Broke(error) => format!("pass '{pass}' is the first that fails or leaves invalid IR: {error}"),
    };
    let bad = |fuel| attempt(module, pipeline, &baseline, inputs, fuel).0.is_some_and(|f| f.pass == pass);
    if bad(0) {
        return Some(text);
    }
    let (mut good, mut wrong) = (0, used);
    while wrong - good > 1 {
        let middle = good + (wrong - good) / 2;
        if bad(middle) {
            wrong = middle;
        } else {
            good = middle;
        }
    }
    text.push_str(&format!("; it is rewrite {wrong} (--rewrite-fuel={good} is right)"));
    Some(text)
}
