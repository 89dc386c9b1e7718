//! Observes passes and reports those that add work.

use super::compare::{Constant, Excess, excess, needed};
use super::expand::Expansions;
use super::measure::{FUEL, Measured, Unmeasured, WorkInputs, functions, sizes};
use crate::answers::LeftOut;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tf_dialects::func::Func;
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::pass::{Event, Growth, Instrumentation, PassPoint, Token, fingerprint};

/// The maximum count of seeds tried to find inputs on which a function does not stop.
const SEEDS: u64 = 8;

/// The results of the comparisons.
#[derive(Clone, Debug, Default)]
pub struct WorkReport {
    /// The count of functions compared around a pass at least once.
    pub functions: usize,
    /// The count of passes that changed a function with known work.
    pub compared: usize,
    /// The passes that added work, with the functions, in order of execution.
    pub found: Vec<(String, String, Excess)>,
    /// By pass: the count of steps at which twice the work would have been reported, and the count of steps.
    pub doubled: BTreeMap<&'static str, (usize, usize)>,
    /// The smallest value of each constant of allowances within which all passes stayed, with the pass that
    /// needs it.
    pub needed: BTreeMap<Constant, (u64, &'static str)>,
    /// Functions that were never compared, with the reason.
    pub left_out: BTreeMap<String, String>,
}

impl std::fmt::Display for WorkReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let WorkReport { functions, compared, found, left_out, needed, .. } = self;
        let found = found.len();
        writeln!(
            f,
            "work: {functions} functions counted, {compared} steps compared, {found} of them add work"
        )?;
        for (constant, (value, pass)) in needed.iter().filter(|(_, (value, _))| *value > 0) {
            let (name, stated) = (constant.name(), constant.stated());
            writeln!(f, "work: {value} {name} of {stated} are needed, most by '{pass}'")?;
        }
        left_out.iter().try_for_each(|(name, why)| writeln!(f, "work: '@{name}' is left out: {why}"))
    }
}

/// The measurements of a function.
struct Known {
    inputs: WorkInputs,
    /// The fingerprint and the work of the last measured module; `None` before the first measurement.
    last: Option<(u64, Arc<Measured>)>,
    compared: usize,
}

/// The version of a function that the next comparison starts from.
struct Start {
    measured: Arc<Measured>,
    /// The allowance until the comparison, by the size of named extents.
    growths: Vec<(i64, Growth)>,
    /// The pass whose decisions are compared when they are applied.
    decided_by: Option<&'static str>,
}

impl Start {
    /// Adds the allowance of a further pass.
    fn then(&mut self, growths: &[(i64, Growth)]) {
        for ((_, growth), (_, next)) in self.growths.iter_mut().zip(growths) {
            *growth = growth.then(next);
        }
    }
}

#[derive(Default)]
struct State {
    known: BTreeMap<String, Known>,
    /// By function and the name of the pass that applies them: decisions, and the work before them.
    decided: BTreeMap<(String, &'static str), Start>,
    report: WorkReport,
}

/// Compares the work of functions around passes.
#[derive(Clone)]
pub struct WorkWatch {
    size: i64,
    seed: u64,
    fuel: u64,
    state: Arc<Mutex<State>>,
}

impl WorkWatch {
    /// Counts with named extents of this size, and of four times it, on inputs of a seed.
    pub fn new(size: i64, seed: u64) -> WorkWatch {
        WorkWatch { size, seed, fuel: FUEL, state: Arc::default() }
    }

    /// Changes the limit on op executions; functions that exceed it in the original program are omitted.
    #[must_use]
    pub fn within(self, fuel: u64) -> WorkWatch {
        WorkWatch { fuel, ..self }
    }

    /// The comparisons so far.
    pub fn report(&self) -> WorkReport {
        let state = self.lock();
        let mut report = state.report.clone();
        let compared = state.known.iter().filter(|(_, known)| known.compared > 0);
        report.functions = compared.count();
        let unknown = state.known.iter().filter(|(_, known)| known.compared == 0);
        for (name, known) in unknown {
            let why = known.last.as_ref().and_then(|(_, measured)| measured.why_not());
            let waits = state.decided.keys().find(|(of, _)| of == name);
            let why = match (why, waits) {
                (Some(why), _) => why.to_string(),
                (None, Some((_, pass))) => format!("decisions wait for '{pass}', which does not run"),
                (None, None) => "no pass changes it".to_string(),
            };
            report.left_out.entry(name.clone()).or_insert(why);
        }
        report
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Inputs of a function and its work; inputs on which it does not stop are preferred.
    fn first(&self, module: &Body, name: &str) -> Result<(WorkInputs, Measured), LeftOut> {
        let on = |seed| {
            let inputs = WorkInputs::of(module, name, seed, self.size)?;
            let measured = Measured::of(module, &inputs, self.fuel, false);
            Ok((inputs, measured))
        };
        let first = on(self.seed)?;
        let stops = |measured: &Measured| measured.why_not() == Some(&Unmeasured::Stops);
        if !stops(&first.1) {
            return Ok(first);
        }
        let others = (self.seed + 1..self.seed + SEEDS).filter_map(|seed| on(seed).ok());
        Ok(others.into_iter().find(|(_, measured)| !stops(measured)).unwrap_or(first))
    }

    /// The current work of a function.
    fn measured(&self, module: &Body, name: &str, print: u64) -> Option<Arc<Measured>> {
        let mut state = self.lock();
        let lowered = state.known.get(name).is_some_and(|known| known.last.is_some());
        if !lowered {
            match self.first(module, name) {
                Ok((inputs, measured)) => {
                    let last = Some((print, Arc::new(measured)));
                    state.known.insert(name.to_string(), Known { inputs, last, compared: 0 });
                }
                Err(why) => {
                    state.report.left_out.insert(name.to_string(), why.to_string());
                    return None;
                }
            }
        }
        let known = state.known.get_mut(name)?;
        if let Some((_, measured)) = known.last.as_ref().filter(|(last, _)| *last == print) {
            return Some(measured.clone());
        }
        let counted = known.last.as_ref().is_some_and(|(_, last)| last.is_any());
        let measured = Arc::new(Measured::of(module, &known.inputs, self.fuel, counted));
        measured.shorten(&mut known.inputs);
        known.last = Some((print, measured.clone()));
        Some(measured)
    }

    /// The start of the comparison around a pass: the work before the decisions that it applies, if any.
    fn start(&self, module: &Body, name: &str, print: u64, of: &Allowed) -> Option<Start> {
        let mut state = self.lock();
        if let Some(mut start) = state.decided.remove(&(name.to_string(), of.pass)) {
            start.then(&of.growths);
            return Some(start);
        }
        for (_, start) in state.decided.iter_mut().filter(|((of, _), _)| of == name) {
            start.then(&of.growths);
        }
        drop(state);
        let measured = self.measured(module, name, print)?;
        Some(Start { measured, growths: of.growths.clone(), decided_by: None })
    }

    fn compare(
        &self,
        at: &PassPoint<'_>,
        module: &Body,
        name: &str,
        (start, expansions): (&Start, &Expansions),
    ) -> Option<Diagnostic> {
        let before = &*start.measured;
        let after = self.measured(module, name, fingerprint(module))?;
        let mut state = self.lock();
        let both = before.with(&after).any(|(_, a, b)| a.is_ok() && b.is_ok());
        if let Some(known) = state.known.get_mut(name).filter(|_| both) {
            known.compared += 1;
            state.report.compared += 1;
        }
        let growth = |size| {
            let known = start.growths.iter().find(|(of, _)| *of == size);
            known.map_or(Growth::NONE, |(_, growth)| *growth)
        };
        // Mutation check: as if the pass doubled the work.
        let most = if after.amount() > before.amount() { &*after } else { before };
        let restarts = start.growths.iter().any(|(_, growth)| growth.restarts);
        if both && before.amount() > 0 && !restarts {
            let (named, all) = state.report.doubled.entry(at.step.info.name).or_default();
            *named += usize::from(excess(before, &most.times(2), expansions, growth).is_some());
            *all += 1;
        }
        for (constant, value) in needed(before, &after, expansions, growth) {
            let largest = state.report.needed.entry(constant).or_default();
            *largest = (*largest).max((value, at.step.info.name));
        }
        let found = excess(before, &after, expansions, growth)?;
        let found = Excess { decided_by: start.decided_by, ..found };
        let pass = at.step.info.name;
        let message = format!("pass '{pass}' adds work to '@{name}': {found}");
        let ctx = module.ctx();
        let loc = match found.line {
            Some(((file, line), ..)) => Location::file(ctx, file, line, 1),
            None => at.body.loc(at.body.root()),
        };
        state.report.found.push((pass.to_string(), name.to_string(), found));
        Some(Diagnostic::error(loc, message).code(&codes::WORK))
    }
}

/// The functions that a pass may have changed: its own function, or all.
fn touched(at: &PassPoint<'_>, module: &Body) -> Vec<String> {
    let inside = at.path.first().and_then(|op| module.child(*op)).filter(|body| body.is(body.root(), Func));
    match inside {
        Some(body) => symbol_name(body, body.root()).map(str::to_string).into_iter().collect(),
        None => functions(module),
    }
}

/// A pass and its allowance, by the size of named extents.
struct Allowed {
    pass: &'static str,
    growths: Vec<(i64, Growth)>,
}

/// The state before a pass: the module's fingerprint, and the work of the functions that it may change.
struct Before {
    print: u64,
    starts: Vec<(String, Start)>,
    /// The code that the pass writes in place of ops.
    expansions: Expansions,
}

impl Instrumentation for WorkWatch {
    fn needs_whole(&self) -> bool {
        true
    }

    fn before(&self, at: &PassPoint<'_>, _: &mut dyn FnMut(Event)) -> Token {
        let module = at.root?;
        let print = fingerprint(module);
        let info = at.step.info;
        let growths = sizes(self.size).map(|size| (size, info.growth.on(at.body, size)));
        let allowed = Allowed { pass: info.name, growths: growths.to_vec() };
        let names = touched(at, module).into_iter();
        let starts = names.filter_map(|name| {
            let start = self.start(module, &name, print, &allowed)?;
            Some((name, start))
        });
        Some(Box::new(Before { print, starts: starts.collect(), expansions: Expansions::of(at) }))
    }

    fn after(&self, at: &PassPoint<'_>, token: Token, emit: &mut dyn FnMut(Event)) {
        let before = token.and_then(|t| t.downcast::<Before>().ok());
        let (Some(module), Some(before)) = (at.root, before) else { return };
        let Before { print, starts, expansions } = *before;
        let is_changed = fingerprint(module) != print;
        let present = functions(module);
        let info = at.step.info;
        for (name, mut start) in starts.into_iter().filter(|(name, _)| present.contains(name)) {
            match info.growth.applied_by {
                Some(pass) if is_changed => {
                    start.decided_by.get_or_insert(info.name);
                    self.lock().decided.entry((name, pass)).or_insert(start);
                }
                None if is_changed || start.decided_by.is_some() => {
                    let error = self.compare(at, module, &name, (&start, &expansions));
                    error.into_iter().for_each(|error| emit(Event::Diagnostic(error)));
                }
                _ => {}
            }
        }
    }
}
