//! `--check-semantics` and `--bisect`: compare the interpreter's answers before and after passes.

use super::coverage::Coverage;
use crate::freedom::Freedom;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use tensorforge::{Session, pipelines};
use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::func::plan::Plan;
use tf_generate::{Answers, Difference};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::codes;
use tf_ir::diag::{Diagnostic, Severity};
use tf_ir::pass::{Event, Instrumentation, PassManager, PassPoint, Pipeline, Token};
use tf_ir::rewrite::{AllowedRules, Fuel};

/// Op executions that one run of a function may take; runs that need more are not compared.
pub(super) const FUEL: u64 = 2_000_000;
/// The factor by which deviating runs of a lowered program may take longer.
const SLACK: u64 = 10;
/// Default number of inputs per function.
pub(super) const INPUTS: u64 = 4;

/// Random deviations that are tried if flags leave a choice.
const SAMPLES: u64 = 30;

/// The answers of a module's functions.
struct Reference {
    all: Vec<(String, Answers)>,
    /// The module, whose numerics modes and flags may leave a choice.
    free: Body,
    freedom: OnceLock<Freedom>,
}

impl Reference {
    /// The answers of some functions of a module for this number of inputs.
    fn of(module: &Body, names: Vec<String>, inputs: u64) -> Reference {
        let of = |name: String| (name.clone(), Answers::of(module, &name, 0..inputs, FUEL));
        Reference {
            all: names.into_iter().map(of).collect(),
            free: module.duplicate(),
            freedom: OnceLock::new(),
        }
    }

    /// The first answer of another version that differs and that flags do not allow.
    fn difference(&self, answers: &Answers, module: &Body) -> Option<Difference> {
        let mut outside = None;
        let first = answers.difference_unless(module, |run, found| {
            let Some(freedom) = self.freedom() else { return false };
            outside = freedom.difference(answers.entry(), run, found, SAMPLES, SLACK * FUEL);
            outside.is_none()
        });
        first.map(|difference| outside.unwrap_or(difference))
    }

    /// Computed on demand: most passes change no bit.
    fn freedom(&self) -> Option<&Freedom> {
        let session = Session::new().ok()?;
        Some(self.freedom.get_or_init(|| Freedom::of_modes(&session, &self.free)))
    }
}

/// The fault of a pass.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pass: String,
    what: FaultKind,
}

#[derive(Clone, Debug)]
enum FaultKind {
    /// A function answers differently.
    Differs(String, Difference),
    /// The pass failed, or produced invalid IR; with the first error.
    Broke(String),
}

/// Compares answers around passes.
pub(super) struct Semantics {
    inputs: u64,
    /// The reference for each pass; `None`: the answers right before it.
    baseline: Option<Arc<Reference>>,
    found: Arc<Mutex<Option<Finding>>>,
    coverage: SharedCoverage,
}

/// The comparisons, which threads that run passes add to.
#[derive(Clone, Debug, Default)]
pub(super) struct SharedCoverage(Arc<Mutex<Coverage>>);

impl SharedCoverage {
    pub(super) fn lock(&self) -> MutexGuard<'_, Coverage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Semantics {
    /// Compares the answers before and after each pass, and reports the first difference.
    pub(super) fn each(inputs: u64, coverage: SharedCoverage) -> Semantics {
        Semantics { inputs, baseline: None, found: Arc::default(), coverage }
    }

    fn keep(&self, finding: Finding) -> bool {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let first = found.is_none();
        found.get_or_insert(finding);
        first
    }
}

/// The functions that a module defines, or divides into stages; not those that only these call.
fn functions(module: &Body) -> Vec<String> {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let runs = |body: &&Body| body.entry_block().is_some() || Plan::of(body).is_some();
    let bodies = bodies.filter(|body| body.is(body.root(), Func) && Local::of(body).is_none()).filter(runs);
    bodies.filter_map(|body| symbol_name(body, body.root()).map(str::to_string)).collect()
}

/// The functions that a pass may have changed: the one it ran in, or all.
fn touched(at: &PassPoint<'_>, module: &Body) -> Vec<String> {
    let inside = at.path.first().and_then(|op| module.child(*op)).filter(|body| body.is(body.root(), Func));
    match inside {
        Some(body) => symbol_name(body, body.root()).map(str::to_string).into_iter().collect(),
        None => functions(module),
    }
}

impl Instrumentation for Semantics {
    fn needs_whole(&self) -> bool {
        true
    }

    fn before(&self, at: &PassPoint<'_>, _: &mut dyn FnMut(Event)) -> Token {
        let module = at.root.filter(|_| self.baseline.is_none())?;
        Some(Box::new(Reference::of(module, touched(at, module), self.inputs)))
    }

    fn after(&self, at: &PassPoint<'_>, token: Token, emit: &mut dyn FnMut(Event)) {
        let before = token.and_then(|t| t.downcast::<Reference>().ok());
        let Some(module) = at.root else { return };
        let reference = match (&self.baseline, &before) {
            (Some(reference), _) => reference.as_ref(),
            (None, Some(reference)) => reference.as_ref(),
            (None, None) => return,
        };
        let names = touched(at, module);
        for (name, answers) in reference.all.iter().filter(|(name, _)| names.contains(name)) {
            // A function that was removed (inlined, dead) gives no answers.
            if !functions(module).contains(name) {
                continue;
            }
            self.coverage.lock().around_pass(name, answers.runs().len(), answers.left_out());
            let Some(difference) = reference.difference(answers, module) else { continue };
            let pass = at.step.info.name.to_string();
            let message = format!("pass '{pass}' changes the result of '@{name}': {difference}");
            if self.keep(Finding { pass, what: FaultKind::Differs(name.clone(), difference) }) {
                let error =
                    Diagnostic::error(at.body.loc(at.body.root()), message).code(&codes::WRONG_ANSWER);
                emit(Event::Diagnostic(error));
            }
        }
    }
}

/// Runs the pipeline on a copy of a module with a limited number of rewrites; returns the first fault, and
/// the rewrites used.
fn attempt(
    module: &Body,
    (pipeline, rules): (&Pipeline, &Arc<AllowedRules>),
    baseline: &Arc<Reference>,
    inputs: u64,
    fuel: u64,
    coverage: SharedCoverage,
) -> (Option<Finding>, u64) {
    let found: Arc<Mutex<Option<Finding>>> = Arc::default();
    let mut manager = PassManager::new(pipeline.clone());
    manager.fuel = Some(Fuel::new(fuel));
    manager.rules = rules.clone();
    manager.instrumentations.push(Box::new(Semantics {
        inputs,
        baseline: Some(baseline.clone()),
        found: found.clone(),
        coverage,
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
        finding = Some(Finding { pass, what: FaultKind::Broke(first_error.unwrap_or_default()) });
    }
    (finding, used)
}

/// The answers of each function of a module, with the freedom of its numerics mode; for code that needs
/// transforms expanded, the answers of its expanded form.
fn baseline(module: &Body, inputs: u64) -> Reference {
    let mut reference = Reference::of(module, functions(module), inputs);
    let mut whole = module.duplicate();
    if reference.all.iter().any(|(_, answers)| answers.runs().is_empty())
        && Session::new().is_ok_and(|s| s.run_passes(&mut whole, &pipelines::interp()).is_ok())
    {
        let known = functions(&whole);
        let unknown =
            |answers: &Answers| answers.runs().is_empty() && known.iter().any(|n| n == answers.entry());
        for (name, answers) in reference.all.iter_mut().filter(|(_, answers)| unknown(answers)) {
            *answers = Answers::of(&whole, name, 0..inputs, FUEL);
        }
    }
    reference.free = whole;
    reference
}

/// Finds the first pass of a pipeline that changes an answer of `module`, fails or produces invalid IR, and
/// the faulty rewrite if the pass counts its rewrites. `None`: every pass is right.
pub(super) fn bisect(
    module: &Body,
    pipeline: (&Pipeline, &Arc<AllowedRules>),
    inputs: u64,
    fuel: Option<u64>,
    coverage: &SharedCoverage,
) -> Option<String> {
    let baseline = Arc::new(baseline(module, inputs));
    let fuel = fuel.unwrap_or(u64::MAX);
    let (finding, used) = attempt(module, pipeline, &baseline, inputs, fuel, coverage.clone());
    let Finding { pass, what } = finding?;
    let mut text = match &what {
        FaultKind::Differs(name, difference) => {
            format!("pass '{pass}' is the first that changes a result, of '@{name}': {difference}")
        }
        FaultKind::Broke(error) => {
            format!("pass '{pass}' is the first that fails or leaves invalid IR: {error}")
        }
    };
    let again = |fuel| attempt(module, pipeline, &baseline, inputs, fuel, SharedCoverage::default());
    let bad = |fuel| again(fuel).0.is_some_and(|f| f.pass == pass);
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
    text.push_str(&format!("; rewrite {wrong} causes it (--rewrite-fuel={good} is correct)"));
    Some(text)
}
