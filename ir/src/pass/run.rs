//! Execution of a pipeline: nesting, threads, verification, panics.

use super::analysis::Analyses;
use super::context::PassContext;
use super::counters::Counters;
use super::fingerprint::fingerprint;
use super::info::{Anchor, Changed, PassResult, Scope};
use super::instrument::{Event, PassPoint, Token};
use super::items::{Item, in_parallel, put_back, take, worth_threads};
use super::manager::PassManager;
use super::pipeline::{ANY, PassStep, Pipeline, PipelineStep};
use super::trial::{Verification, is_valid, on_trial, succeeds};
use crate::body::{Body, Op};
use crate::builtin::symbol_name;
use crate::codes::{self, ErrorCode};
use crate::diag::{Diagnostic, Severity};
use crate::symbol::{SymbolTable, symbols_of};
use crate::verify::{verify, verify_body_in, verify_nesting};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::Instant;

/// The body that passes currently run on.
struct BodyPath<'p> {
    /// The outermost op, or a function that was taken out of it.
    root: &'p mut Body,
    /// The ops that lead from there to the current body.
    path: Vec<Op>,
    /// True if `root` is the outermost op, with everything in place.
    whole: bool,
    names: Vec<String>,
    positions: Vec<usize>,
}

impl BodyPath<'_> {
    fn body(&self) -> &Body {
        let step = |body, op: &Op| Body::child(body, *op).expect("paths lead through isolated ops");
        self.path.iter().fold(&*self.root, step)
    }

    fn body_mut(&mut self) -> &mut Body {
        let step = |body, op: &Op| Body::child_mut(body, *op).expect("paths lead through isolated ops");
        self.path.iter().fold(&mut *self.root, step)
    }
}

/// The environment of passes on a body.
#[derive(Clone, Copy)]
struct Around<'s> {
    /// The symbols of the nearest table outside.
    symbols: Option<&'s SymbolTable>,
    threads: usize,
}

impl<'s> Around<'s> {
    /// The same on one thread.
    fn alone(self) -> Around<'s> {
        Around { threads: 1, ..self }
    }

    /// The environment of the bodies in a body with these symbols.
    fn inside(self, own: &'s Option<SymbolTable>) -> Around<'s> {
        Around { symbols: own.as_ref().or(self.symbols), ..self }
    }
}

/// The output of one thread.
pub(super) struct Lane<'l> {
    pub(super) counters: &'l mut Counters,
    pub(super) emit: &'l mut dyn FnMut(Event),
}

pub(super) struct Executor<'a> {
    manager: &'a PassManager,
    failed: Mutex<Option<(String, String)>>,
}

impl<'a> Executor<'a> {
    pub(super) fn new(manager: &'a PassManager) -> Executor<'a> {
        Executor { manager, failed: Mutex::new(None) }
    }

    /// The pass that failed and the name of its op; the first in program order only when run by one thread.
    pub(super) fn failed_in(self) -> Option<(String, String)> {
        self.failed.into_inner().unwrap_or_else(|e| e.into_inner())
    }

    /// Runs the whole pipeline; false if a pass failed.
    pub(super) fn run(
        &mut self,
        root: &mut Body,
        counters: &mut Counters,
        emit: &mut dyn FnMut(Event),
    ) -> bool {
        let names = vec![level_name(root)];
        let mut place = BodyPath { root, path: Vec::new(), whole: true, names, positions: vec![0] };
        let threads = if self.manager.sequential() { 1 } else { self.manager.threads.max(1) };
        let mut lane = Lane { counters, emit };
        self.pipeline(&mut place, &self.manager.pipeline, Around { symbols: None, threads }, &mut lane)
    }

    fn pipeline(
        &self,
        place: &mut BodyPath<'_>,
        pipeline: &Pipeline,
        around: Around<'_>,
        lane: &mut Lane<'_>,
    ) -> bool {
        let mut analyses = Analyses::new();
        let mut runs = pipeline.steps.chunk_by(|before, step| step.continues(before));
        runs.all(|steps| {
            let tries = self.manager.tries() && steps.len() > 1;
            tries && self.trial(place, steps, around, &mut analyses, lane)
                || self.steps(place, steps, around, &mut analyses, lane)
        })
    }

    /// Runs passes on trial, verified only at the end. False if something is wrong; the body is unchanged
    /// then, and nothing was reported.
    fn trial(
        &self,
        place: &mut BodyPath<'_>,
        steps: &[PipelineStep],
        around: Around<'_>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
    ) -> bool {
        let (body, positions) = (place.body().clone(), place.positions.clone());
        let (mut counters, mut events) = (lane.counters.zeroed(), Vec::new());
        let ok = succeeds(|| {
            let mut lane = Lane { counters: &mut counters, emit: &mut |event| events.push(event) };
            if !self.steps(place, steps, around, analyses, &mut lane) {
                return false;
            }
            let (start, body) = (Instant::now(), place.body());
            // A body that was valid and did not change is valid.
            let ok = !counters.changed.contains(&true)
                || verify_nesting(body).is_ok() && is_valid(body, around.symbols, around.threads);
            counters.verify += start.elapsed();
            ok
        });
        if ok {
            lane.counters.merge(&counters, 1.0);
            events.into_iter().for_each(&mut *lane.emit);
        } else {
            *place.body_mut() = body;
            place.positions = positions;
            *analyses = Analyses::new();
        }
        ok
    }

    /// Runs steps one after the other, up to the first that fails.
    fn steps(
        &self,
        place: &mut BodyPath<'_>,
        steps: &[PipelineStep],
        around: Around<'_>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
    ) -> bool {
        for step in steps {
            let ok = match step {
                PipelineStep::Pass(pass) => self.pass(place, pass, around, analyses, lane),
                PipelineStep::Nested(nested) => {
                    let ok = self.nested(place, nested, around, lane);
                    analyses.end_pass(true);
                    ok
                }
            };
            if !ok {
                return false;
            }
            if let Some(position) = place.positions.last_mut() {
                *position += 1;
            }
        }
        true
    }

    /// Runs a pipeline on each matching op directly inside. All of them run, also after a failure of one, so
    /// that the diagnostics do not depend on the number of threads.
    fn nested(
        &self,
        place: &mut BodyPath<'_>,
        pipeline: &Pipeline,
        around: Around<'_>,
        lane: &mut Lane<'_>,
    ) -> bool {
        let body = place.body();
        let matches = |op: &Op| {
            body.child(*op).is_some_and(|c| pipeline.anchor == ANY || c.is(c.root(), &*pipeline.anchor))
        };
        let ops: Vec<Op> = body.child_ops().into_iter().filter(matches).collect();
        if ops.is_empty() {
            return true;
        }
        let own = symbols_of(body);
        let around = around.inside(&own);
        if around.threads > 1 && worth_threads(body, &ops) {
            let work = |item: &mut Item, counters: &mut Counters, events: &mut Vec<Event>| {
                let names = place.names.iter().cloned().chain([item.name.clone()]).collect();
                let positions = place.positions.iter().copied().chain([0]).collect();
                let mut place =
                    BodyPath { root: &mut item.body, path: Vec::new(), whole: false, names, positions };
                let mut lane = Lane { counters, emit: &mut |event| events.push(event) };
                item.ok = self.pipeline(&mut place, pipeline, around.alone(), &mut lane);
            };
            let mut items = take(place_body_mut(place.root, &place.path), &ops);
            in_parallel(around.threads, &mut items, lane, work);
            return put_back(place.body_mut(), items).0;
        }
        let mut ok = true;
        for op in ops {
            place.path.push(op);
            place.names.push(level_name(place.body()));
            place.positions.push(0);
            ok &= self.pipeline(place, pipeline, around.alone(), lane);
            place.path.pop();
            place.names.pop();
            place.positions.pop();
        }
        ok
    }

    fn pass(
        &self,
        place: &mut BodyPath<'_>,
        step: &PassStep,
        around: Around<'_>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
    ) -> bool {
        if !step.info.anchor.admits(place.body()) {
            return true;
        }
        let tokens = self.before(place, step, lane);
        let ops_before = self.count_ops(place.body());
        let (start, verified) = (Instant::now(), lane.counters.verify);
        let outcome = match step.info.scope {
            Scope::Tree => self.tree(place.body_mut(), step, around, analyses, lane),
            Scope::Body => self.bodies(place.body_mut(), step, around, analyses, lane),
        };
        let time = start.elapsed().saturating_sub(lane.counters.verify - verified);
        let n = step.number;
        lane.counters.runs[n] += 1;
        lane.counters.wall[n] += time;
        lane.counters.user[n] += time;
        lane.counters.changed[n] |= outcome == Some(true);
        let ops_after = if outcome.is_some() { self.count_ops(place.body()) } else { 0 };
        lane.counters.ops[n].0 += ops_before;
        lane.counters.ops[n].1 += ops_after;
        if outcome.is_none() && !on_trial() {
            let name = place.body().info(place.body().root()).name.to_string();
            let mut failed = self.failed.lock().unwrap_or_else(|e| e.into_inner());
            failed.get_or_insert((step.info.name.to_string(), name));
        }
        self.after(place, step, tokens, outcome.is_some(), lane);
        outcome.is_some()
    }

    fn count_ops(&self, body: &Body) -> u64 {
        if self.manager.count_ops { crate::walk::count_ops(body) as u64 } else { 0 }
    }

    fn before(&self, place: &BodyPath<'_>, step: &PassStep, lane: &mut Lane<'_>) -> Vec<Token> {
        let point = point(place, step);
        self.manager.instrumentations.iter().map(|i| i.before(&point, lane.emit)).collect()
    }

    fn after(
        &self,
        place: &BodyPath<'_>,
        step: &PassStep,
        tokens: Vec<Token>,
        ok: bool,
        lane: &mut Lane<'_>,
    ) {
        let point = point(place, step);
        for (instrumentation, token) in self.manager.instrumentations.iter().zip(tokens).rev() {
            match ok {
                true => instrumentation.after(&point, token, lane.emit),
                false => {
                    // A failed pass may leave an inconsistent body, and inspecting it may panic.
                    let look = || instrumentation.after_failed(&point, token, lane.emit);
                    if catch_unwind(AssertUnwindSafe(look)).is_err() {
                        (lane.emit)(Event::Text("// the failed pass left IR that cannot be shown\n".into()));
                    }
                }
            }
        }
    }

    /// Runs a pass that owns the tree; `None` if it failed, else whether it changed anything.
    fn tree(
        &self,
        body: &mut Body,
        step: &PassStep,
        around: Around<'_>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
    ) -> Option<bool> {
        self.one(body, step, around, analyses, lane, |body, _| verify(body))
    }

    /// Runs a pass on one body and, for passes on any op, on the bodies inside it.
    fn bodies(
        &self,
        body: &mut Body,
        step: &PassStep,
        around: Around<'_>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
    ) -> Option<bool> {
        let mut changed = self.one(body, step, around.alone(), analyses, lane, verify_body_in)?;
        let ops = if step.info.anchor == Anchor::Any { body.child_ops() } else { Vec::new() };
        if ops.is_empty() {
            return Some(changed);
        }
        let own = symbols_of(body);
        let around = around.inside(&own);
        if around.threads > 1 && worth_threads(body, &ops) {
            let work = |item: &mut Item, counters: &mut Counters, events: &mut Vec<Event>| {
                let mut lane = Lane { counters, emit: &mut |event| events.push(event) };
                let outcome =
                    self.bodies(&mut item.body, step, around.alone(), &mut Analyses::new(), &mut lane);
                (item.ok, item.changed) = (outcome.is_some(), outcome == Some(true));
            };
            let mut items = take(body, &ops);
            let (busy, wall) = in_parallel(around.threads, &mut items, lane, work);
            lane.counters.user[step.number] += busy.saturating_sub(wall);
            let (ok, any_changed) = put_back(body, items);
            return ok.then_some(changed | any_changed);
        }
        let mut ok = true;
        for op in ops {
            let child = body.child_mut(op).expect("child ops own bodies");
            match self.bodies(child, step, around.alone(), &mut Analyses::new(), lane) {
                Some(child_changed) => changed |= child_changed,
                None => ok = false,
            }
        }
        ok.then_some(changed)
    }

    /// One call of a pass, guarded against panics, and the verification after it.
    fn one(
        &self,
        body: &mut Body,
        step: &PassStep,
        around: Around<'_>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
        verify: fn(&Body, Option<&SymbolTable>) -> Result<(), Vec<Diagnostic>>,
    ) -> Option<bool> {
        let mut cx = PassContext {
            info: step.info,
            analyses,
            stats: &mut lane.counters.stats[step.number],
            diagnostics: Vec::new(),
            trace: self.manager.trace_rules.then(String::new),
            explains: self.manager.explain,
            symbols: around.symbols,
            fuel: self.manager.fuel.as_ref(),
            rules: &self.manager.rules,
            threads: around.threads,
        };
        let result = catch_unwind(AssertUnwindSafe(|| run_checked(step, body, &mut cx)));
        let diagnostics = std::mem::take(&mut cx.diagnostics);
        let trace = cx.trace.take().filter(|t| !t.is_empty());
        let said_why = diagnostics.iter().any(|d| d.severity == Severity::Error);
        trace.into_iter().for_each(|text| (lane.emit)(Event::Text(text)));
        let classed =
            |d: Diagnostic| if d.severity == Severity::Error { d.or_code(&codes::REFUSED) } else { d };
        diagnostics.into_iter().for_each(|d| (lane.emit)(Event::Diagnostic(classed(d))));
        let changed = match result {
            Ok(Ok(changed)) => changed == Changed::Yes,
            Ok(Err(_)) if said_why => return None,
            Ok(Err(_)) => return self.fail(body, step, &codes::FAILED, "failed", lane),
            Err(panic) => {
                let what = format!("panicked: {}; this is an error in the pass", panic_message(&*panic));
                return self.fail(body, step, &codes::PANICKED, &what, lane);
            }
        };
        analyses.end_pass(changed);
        if said_why {
            return None;
        }
        // A body that was valid and did not change is valid.
        (!changed || self.verified(body, step, lane, |body| verify(body, around.symbols))).then_some(changed)
    }

    fn fail(
        &self,
        body: &Body,
        step: &PassStep,
        code: &'static ErrorCode,
        what: &str,
        lane: &mut Lane<'_>,
    ) -> Option<bool> {
        let message = format!("pass '{}' {what}", step.info.name);
        (lane.emit)(Event::Diagnostic(Diagnostic::error(body.loc(body.root()), message).code(code)));
        None
    }

    fn verified(
        &self,
        body: &Body,
        step: &PassStep,
        lane: &mut Lane<'_>,
        verify: impl Fn(&Body) -> Result<(), Vec<Diagnostic>>,
    ) -> bool {
        if on_trial() || self.manager.verification == Verification::Never {
            return true;
        }
        let start = Instant::now();
        let result = verify(body);
        lane.counters.verify += start.elapsed();
        let Err(errors) = result else { return true };
        for error in errors {
            let loc = error.loc;
            let note = format!("the IR is invalid after pass '{}'", step.info.name);
            (lane.emit)(Event::Diagnostic(error.code(&codes::LEFT_INVALID).note(loc, note)));
        }
        false
    }
}

/// Runs a pass on a body. Verification relies on the changes that passes report, so builds with debug
/// assertions check that a body is unchanged if the pass reports no change.
fn run_checked(step: &PassStep, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
    let before = cfg!(debug_assertions).then(|| fingerprint(body));
    let result = step.pass.run(body, cx);
    if result == Ok(Changed::No) && before.is_some_and(|before| before != fingerprint(body)) {
        panic!("it changed the IR but reported no change");
    }
    result
}

fn place_body_mut<'b>(root: &'b mut Body, path: &[Op]) -> &'b mut Body {
    path.iter().fold(root, |body, op| body.child_mut(*op).expect("paths lead through isolated ops"))
}

fn point<'p>(place: &'p BodyPath<'_>, step: &'p PassStep) -> PassPoint<'p> {
    PassPoint {
        step,
        body: place.body(),
        root: place.whole.then_some(&*place.root),
        path: &place.path,
        names: &place.names,
        positions: &place.positions,
    }
}

/// `func_func_f`: op name and symbol of a body, as a file name.
pub(super) fn level_name(body: &Body) -> String {
    let symbol = symbol_name(body, body.root()).unwrap_or("no-symbol-name");
    format!("{}_{symbol}", body.info(body.root()).name.replace('.', "_"))
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or("unknown reason".into())
}
