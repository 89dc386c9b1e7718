//! Running a pipeline: nesting, threads, verification, panics.

use super::analysis::Analyses;
use super::context::PassContext;
use super::info::{Anchor, Changed, Scope};
use super::instrument::{Event, PassPoint, Token};
use super::manager::PassManager;
use super::parallel::for_each;
use super::pipeline::{ANY, PassStep, Pipeline, Step};
use super::timing::Timing;
use crate::body::{Body, Op};
use crate::builtin::symbol_name;
use crate::diag::{Diagnostic, Severity};
use crate::symbol::{SymbolTable, is_symbol_table};
use crate::verify::{verify, verify_body_in};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Bodies with fewer ops than this in all are not worth a thread.
const WORTH_THREADS: usize = 2000;

/// One row of the table of passes.
#[derive(Clone, PartialEq, Debug)]
pub struct PassRow {
    /// Name of the pass, indented by its nesting.
    pub name: String,
    /// On how many ops it ran.
    pub runs: u64,
    /// It said that it changed something.
    pub changed: bool,
    /// Time.
    pub wall: Duration,
    /// Ops before it, over all runs; 0 when not counted.
    pub ops_before: u64,
    /// Ops after it.
    pub ops_after: u64,
}

/// Figures per step of a pipeline, indexed by step number.
#[derive(Clone, Default)]
pub(super) struct Counters {
    pub(super) runs: Vec<u64>,
    pub(super) stats: Vec<Vec<u64>>,
    pub(super) verify: Duration,
    changed: Vec<bool>,
    wall: Vec<Duration>,
    user: Vec<Duration>,
    ops: Vec<(u64, u64)>,
}

impl Counters {
    pub(super) fn new(pipeline: &Pipeline) -> Counters {
        let n = pipeline.count();
        let mut stats = vec![Vec::new(); n];
        for pass in pipeline.passes() {
            stats[pass.number] = vec![0; pass.info.statistics.len()];
        }
        Counters { stats, ..Counters::blank(n) }
    }

    fn blank(n: usize) -> Counters {
        Counters {
            runs: vec![0; n],
            stats: Vec::new(),
            verify: Duration::ZERO,
            changed: vec![false; n],
            wall: vec![Duration::ZERO; n],
            user: vec![Duration::ZERO; n],
            ops: vec![(0, 0); n],
        }
    }

    /// The same shape with zeros.
    fn zeroed(&self) -> Counters {
        let stats = self.stats.iter().map(|s| vec![0; s.len()]).collect();
        Counters { stats, ..Counters::blank(self.runs.len()) }
    }

    /// Adds figures; wall times count `share` times.
    pub(super) fn merge(&mut self, other: &Counters, share: f64) {
        for i in 0..self.runs.len() {
            self.runs[i] += other.runs[i];
            self.changed[i] |= other.changed[i];
            self.wall[i] += other.wall[i].mul_f64(share);
            self.user[i] += other.user[i];
            self.ops[i].0 += other.ops[i].0;
            self.ops[i].1 += other.ops[i].1;
            self.stats[i].iter_mut().zip(&other.stats[i]).for_each(|(a, b)| *a += b);
        }
        self.verify += other.verify.mul_f64(share);
    }

    pub(super) fn rows(&self, pipeline: &Pipeline) -> Vec<PassRow> {
        let mut rows = Vec::new();
        self.push_rows(pipeline, 0, &mut rows);
        rows
    }

    fn push_rows(&self, pipeline: &Pipeline, depth: usize, rows: &mut Vec<PassRow>) {
        for step in &pipeline.steps {
            let pass = match step {
                Step::Nested(nested) => {
                    self.push_rows(nested, depth + 1, rows);
                    continue;
                }
                Step::Pass(pass) => pass,
            };
            let n = pass.number;
            rows.push(PassRow {
                name: format!("{}{}", "  ".repeat(depth), pass.info.name),
                runs: self.runs[n],
                changed: self.changed[n],
                wall: self.wall[n],
                ops_before: self.ops[n].0,
                ops_after: self.ops[n].1,
            });
        }
    }

    pub(super) fn timing(&self, steps: &[Step]) -> Vec<Timing> {
        let one = |step: &Step| match step {
            Step::Pass(pass) => {
                let (wall, user) = (self.wall[pass.number], self.user[pass.number]);
                Timing { user, ..Timing::leaf(pass.info.title, wall) }
            }
            Step::Nested(nested) => {
                let children = self.timing(&nested.steps);
                let wall = children.iter().map(|c| c.wall).sum();
                let user = children.iter().map(|c| c.user).sum();
                Timing { user, children, ..Timing::leaf(format!("'{}' Pipeline", nested.anchor), wall) }
            }
        };
        steps.iter().map(one).collect()
    }
}

/// Where passes run now.
struct Place<'p> {
    /// The outermost op, or a function that was taken out of it.
    root: &'p mut Body,
    /// The ops that lead from there to the current body.
    path: Vec<Op>,
    /// True if `root` is the outermost op, with everything in place.
    whole: bool,
    names: Vec<String>,
    positions: Vec<usize>,
}

impl Place<'_> {
    fn body(&self) -> &Body {
        let step = |body, op: &Op| Body::child(body, *op).expect("paths lead through isolated ops");
        self.path.iter().fold(&*self.root, step)
    }

    fn body_mut(&mut self) -> &mut Body {
        let step = |body, op: &Op| Body::child_mut(body, *op).expect("paths lead through isolated ops");
        self.path.iter().fold(&mut *self.root, step)
    }
}

/// Where one thread puts what it finds.
struct Lane<'l> {
    counters: &'l mut Counters,
    emit: &'l mut dyn FnMut(Event),
}

/// A child body taken out for a while, and what came of it.
struct Item {
    op: Op,
    body: Box<Body>,
    name: String,
    events: Vec<Event>,
    ok: bool,
    changed: bool,
    time: Duration,
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
        let mut place = Place { root, path: Vec::new(), whole: true, names, positions: vec![0] };
        let threads = if self.manager.sequential() { 1 } else { self.manager.threads.max(1) };
        let mut lane = Lane { counters, emit };
        self.pipeline(&mut place, &self.manager.pipeline, None, &mut lane, threads)
    }

    fn pipeline(
        &self,
        place: &mut Place<'_>,
        pipeline: &Pipeline,
        symbols: Option<&SymbolTable>,
        lane: &mut Lane<'_>,
        threads: usize,
    ) -> bool {
        let mut analyses = Analyses::new();
        for (i, step) in pipeline.steps.iter().enumerate() {
            if let Some(position) = place.positions.last_mut() {
                *position = i;
            }
            let ok = match step {
                Step::Pass(pass) => self.pass(place, pass, symbols, &mut analyses, lane, threads),
                Step::Nested(nested) => {
                    let ok = self.nested(place, nested, symbols, lane, threads);
                    analyses.end_pass(true);
                    ok
                }
            };
            if !ok {
                return false;
            }
        }
        true
    }

    /// Runs a pipeline on each matching op directly inside. All of them run, also after a failure of one, so that
    /// the diagnostics do not depend on the number of threads.
    fn nested(
        &self,
        place: &mut Place<'_>,
        pipeline: &Pipeline,
        symbols: Option<&SymbolTable>,
        lane: &mut Lane<'_>,
        threads: usize,
    ) -> bool {
        let body = place.body();
        let matches = |op: &Op| {
            body.child(*op).is_some_and(|c| pipeline.anchor == ANY || c.is(c.root(), &pipeline.anchor))
        };
        let ops: Vec<Op> = body.child_ops().into_iter().filter(matches).collect();
        if ops.is_empty() {
            return true;
        }
        let own = symbols_of(body);
        let symbols = own.as_ref().or(symbols);
        if threads > 1 && worth_threads(body, &ops) {
            let work = |item: &mut Item, counters: &mut Counters, events: &mut Vec<Event>| {
                let names = place.names.iter().cloned().chain([item.name.clone()]).collect();
                let positions = place.positions.iter().copied().chain([0]).collect();
                let mut place =
                    Place { root: &mut item.body, path: Vec::new(), whole: false, names, positions };
                let mut lane = Lane { counters, emit: &mut |event| events.push(event) };
                item.ok = self.pipeline(&mut place, pipeline, symbols, &mut lane, 1);
            };
            let mut items = take(place_body_mut(place.root, &place.path), &ops);
            in_parallel(threads, &mut items, lane, work);
            return put_back(place.body_mut(), items).0;
        }
        let mut ok = true;
        for op in ops {
            place.path.push(op);
            place.names.push(level_name(place.body()));
            place.positions.push(0);
            ok &= self.pipeline(place, pipeline, symbols, lane, 1);
            place.path.pop();
            place.names.pop();
            place.positions.pop();
        }
        ok
    }

    fn pass(
        &self,
        place: &mut Place<'_>,
        step: &PassStep,
        symbols: Option<&SymbolTable>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
        threads: usize,
    ) -> bool {
        if !step.info.anchor.admits(place.body()) {
            return true;
        }
        let tokens = self.before(place, step, lane);
        let ops_before = self.count_ops(place.body());
        let (start, verified) = (Instant::now(), lane.counters.verify);
        let outcome = match step.info.scope {
            Scope::Tree => self.tree(place.body_mut(), step, symbols, analyses, lane, threads),
            Scope::Body => self.bodies(place.body_mut(), step, symbols, analyses, lane, threads),
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
        if outcome.is_none() {
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

    fn before(&self, place: &Place<'_>, step: &PassStep, lane: &mut Lane<'_>) -> Vec<Token> {
        let point = point(place, step);
        self.manager.instrumentations.iter().map(|i| i.before(&point, lane.emit)).collect()
    }

    fn after(&self, place: &Place<'_>, step: &PassStep, tokens: Vec<Token>, ok: bool, lane: &mut Lane<'_>) {
        let point = point(place, step);
        for (instrumentation, token) in self.manager.instrumentations.iter().zip(tokens).rev() {
            match ok {
                true => instrumentation.after(&point, token, lane.emit),
                false => {
                    // What a failed pass left may be inconsistent: looking at it may panic.
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
        symbols: Option<&SymbolTable>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
        threads: usize,
    ) -> Option<bool> {
        self.one(body, step, symbols, analyses, lane, threads, |body, _| verify(body))
    }

    /// Runs a pass on one body and, for passes on any op, on the bodies inside it.
    fn bodies(
        &self,
        body: &mut Body,
        step: &PassStep,
        symbols: Option<&SymbolTable>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
        threads: usize,
    ) -> Option<bool> {
        let mut changed =
            self.one(body, step, symbols, analyses, lane, 1, |body, symbols| verify_body_in(body, symbols))?;
        let ops = if step.info.anchor == Anchor::Any { body.child_ops() } else { Vec::new() };
        if ops.is_empty() {
            return Some(changed);
        }
        let own = symbols_of(body);
        let symbols = own.as_ref().or(symbols);
        if threads > 1 && worth_threads(body, &ops) {
            let work = |item: &mut Item, counters: &mut Counters, events: &mut Vec<Event>| {
                let mut lane = Lane { counters, emit: &mut |event| events.push(event) };
                let outcome = self.bodies(&mut item.body, step, symbols, &mut Analyses::new(), &mut lane, 1);
                (item.ok, item.changed) = (outcome.is_some(), outcome == Some(true));
            };
            let mut items = take(body, &ops);
            let (busy, wall) = in_parallel(threads, &mut items, lane, work);
            lane.counters.user[step.number] += busy.saturating_sub(wall);
            let (ok, any_changed) = put_back(body, items);
            return ok.then_some(changed | any_changed);
        }
        let mut ok = true;
        for op in ops {
            let child = body.child_mut(op).expect("child ops own bodies");
            match self.bodies(child, step, symbols, &mut Analyses::new(), lane, 1) {
                Some(child_changed) => changed |= child_changed,
                None => ok = false,
            }
        }
        ok.then_some(changed)
    }

    /// One call of a pass, guarded against panics, and the verification after it.
    #[allow(clippy::too_many_arguments)]
    fn one(
        &self,
        body: &mut Body,
        step: &PassStep,
        symbols: Option<&SymbolTable>,
        analyses: &mut Analyses,
        lane: &mut Lane<'_>,
        threads: usize,
        verify: fn(&Body, Option<&SymbolTable>) -> Result<(), Vec<Diagnostic>>,
    ) -> Option<bool> {
        let mut cx = PassContext {
            info: step.info,
            analyses,
            stats: &mut lane.counters.stats[step.number],
            diagnostics: Vec::new(),
            trace: self.manager.trace_rules.then(String::new),
            symbols,
            fuel: self.manager.fuel.as_ref(),
            threads,
        };
        let result = catch_unwind(AssertUnwindSafe(|| step.pass.run(body, &mut cx)));
        let diagnostics = std::mem::take(&mut cx.diagnostics);
        let trace = cx.trace.take().filter(|t| !t.is_empty());
        let said_why = diagnostics.iter().any(|d| d.severity == Severity::Error);
        trace.into_iter().for_each(|text| (lane.emit)(Event::Text(text)));
        diagnostics.into_iter().for_each(|d| (lane.emit)(Event::Diagnostic(d)));
        let changed = match result {
            Ok(Ok(changed)) => changed == Changed::Yes,
            Ok(Err(_)) if said_why => return None,
            Ok(Err(_)) => return self.fail(body, step, "failed", lane),
            Err(panic) => {
                let what = format!("panicked: {}; this is an error in the pass", panic_message(&*panic));
                return self.fail(body, step, &what, lane);
            }
        };
        analyses.end_pass(changed);
        if said_why {
            return None;
        }
        self.verified(body, step, lane, |body| verify(body, symbols)).then_some(changed)
    }

    fn fail(&self, body: &Body, step: &PassStep, what: &str, lane: &mut Lane<'_>) -> Option<bool> {
        let message = format!("pass '{}' {what}", step.info.name);
        (lane.emit)(Event::Diagnostic(Diagnostic::error(body.loc(body.root()), message)));
        None
    }

    fn verified(
        &self,
        body: &Body,
        step: &PassStep,
        lane: &mut Lane<'_>,
        verify: impl Fn(&Body) -> Result<(), Vec<Diagnostic>>,
    ) -> bool {
        if !self.manager.verify_each {
            return true;
        }
        let start = Instant::now();
        let result = verify(body);
        lane.counters.verify += start.elapsed();
        let Err(errors) = result else { return true };
        for error in errors {
            let loc = error.loc;
            let note = format!("the IR is invalid after pass '{}'", step.info.name);
            (lane.emit)(Event::Diagnostic(error.note(loc, note)));
        }
        false
    }
}

fn place_body_mut<'b>(root: &'b mut Body, path: &[Op]) -> &'b mut Body {
    path.iter().fold(root, |body, op| body.child_mut(*op).expect("paths lead through isolated ops"))
}

fn point<'p>(place: &'p Place<'_>, step: &'p PassStep) -> PassPoint<'p> {
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
fn level_name(body: &Body) -> String {
    let symbol = symbol_name(body, body.root()).unwrap_or("no-symbol-name");
    format!("{}_{symbol}", body.info(body.root()).name.replace('.', "_"))
}

/// The symbols that a body's children see, if it is their table.
fn symbols_of(body: &Body) -> Option<SymbolTable> {
    is_symbol_table(body).then(|| SymbolTable::of(body))
}

fn worth_threads(body: &Body, ops: &[Op]) -> bool {
    let size = |op: &Op| body.child(*op).map_or(0, Body::op_bound);
    ops.len() > 1 && ops.iter().map(size).sum::<usize>() >= WORTH_THREADS
}

fn take(body: &mut Body, ops: &[Op]) -> Vec<Item> {
    let item = |op: &Op| {
        let body = body.take_child(*op)?;
        let name = level_name(&body);
        let (events, ok, changed, time) = (Vec::new(), true, false, Duration::ZERO);
        Some(Item { op: *op, body, name, events, ok, changed, time })
    };
    ops.iter().filter_map(item).collect()
}

/// Puts the bodies back; whether all went well, and whether any changed.
fn put_back(body: &mut Body, items: Vec<Item>) -> (bool, bool) {
    let (mut ok, mut changed) = (true, false);
    for item in items {
        ok &= item.ok;
        changed |= item.changed;
        body.restore_child(item.op, item.body);
    }
    (ok, changed)
}

/// Works on items on several threads; events come out in the order of the items. Returns the time over all threads
/// and from begin to end.
fn in_parallel(
    threads: usize,
    items: &mut [Item],
    lane: &mut Lane<'_>,
    work: impl Fn(&mut Item, &mut Counters, &mut Vec<Event>) + Sync,
) -> (Duration, Duration) {
    let start = Instant::now();
    let zero = lane.counters.zeroed();
    let counters = for_each(
        threads,
        items,
        || zero.clone(),
        |counters, item| {
            let begin = Instant::now();
            let mut events = Vec::new();
            work(item, counters, &mut events);
            (item.events, item.time) = (events, begin.elapsed());
        },
    );
    let busy: Duration = items.iter().map(|i| i.time).sum();
    let wall = start.elapsed();
    let share = wall.as_secs_f64() / busy.as_secs_f64().max(1e-9);
    counters.iter().for_each(|c| lane.counters.merge(c, share.min(1.0)));
    for item in items {
        std::mem::take(&mut item.events).into_iter().for_each(&mut *lane.emit);
    }
    (busy, wall)
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or("unknown reason".into())
}
