//! Counts the work of a function on seeded inputs.

use crate::answers::LeftOut;
use crate::inputs::{inputs_of, unfit_argument};
use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::func::plan::Plan;
use tf_dialects::limits::{Interrupt, Limit, Limits};
use tf_interp::{Account, Datum, Machine, Stop, run_entry_with};
use tf_ir::body::Body;
use tf_ir::builtin::symbol_name;
use tf_ir::effects::is_dead;
use tf_ir::text::type_to_string;
use tf_ir::walk::preorder;

/// The growth factor of named extents from one run to the next.
const GROWTH: i64 = 4;
/// The default limit on op executions for a run of the original program.
pub(super) const FUEL: u64 = 3_000_000;
/// The limit on bytes of a run: a few random programs multiply named extents of 32 with each other.
const BYTES: u64 = 1 << 28;
/// The factor by which a run may exceed the limit after passes: lowering multiplies op executions.
pub(super) const SLACK: u64 = 40;

/// The sizes of named extents in the runs of a function.
pub(super) fn sizes(size: i64) -> [i64; 2] {
    [size, size * GROWTH]
}

/// The arguments for counting a function's work.
#[derive(Clone, Debug)]
pub struct WorkInputs {
    entry: String,
    /// The arguments, by the size of the named extents.
    given: Vec<(i64, Vec<Datum>)>,
}

impl WorkInputs {
    /// Arguments of a function with named extents of this size, and of four times it; only one set if it has
    /// no named extents.
    ///
    /// # Errors
    /// No arguments fit.
    pub fn of(module: &Body, entry: &str, seed: u64, size: i64) -> Result<WorkInputs, LeftOut> {
        let found = sizes(size).into_iter();
        let found = found.filter_map(|size| Some((size, inputs_of(module, entry, seed, &[size])?)));
        let mut given: Vec<(i64, Vec<Datum>)> = found.collect();
        given.dedup_by(|a, b| a.1 == b.1);
        match given.is_empty() {
            true => Err(unfit_argument(module, entry)
                .map_or(LeftOut::Extents, |ty| LeftOut::Argument(type_to_string(module.ctx(), ty)))),
            false => Ok(WorkInputs { entry: entry.to_string(), given }),
        }
    }
}

/// Why the work of a run is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmeasured {
    /// The run stops, so its work depends on the order of its ops.
    Stops,
    /// An op is undefined before a pass expands it.
    Undetermined,
    /// It exceeds the limit on bytes.
    TooLarge,
    /// It exceeds this count of op executions.
    TooLong(u64),
}

impl std::fmt::Display for Unmeasured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unmeasured::Stops => f.write_str("it stops itself"),
            Unmeasured::Undetermined => f.write_str("it holds an op that a pass expands first"),
            Unmeasured::TooLarge => write!(f, "it holds more than {BYTES} bytes"),
            Unmeasured::TooLong(fuel) => write!(f, "it runs for more than {fuel} steps"),
        }
    }
}

/// The counted work of a run, or why it is unknown.
pub type Run = Result<Account, Unmeasured>;

/// The work of one version of a function, by the size of the named extents.
#[derive(Debug)]
pub struct Measured {
    /// The size of the named extents, and the run.
    pub runs: Vec<(i64, Run)>,
}

impl Measured {
    /// Runs a function on its inputs with `fuel` op executions; a version that passes have `lowered` gets
    /// more. Dead ops are erased first, since they never become code.
    pub fn of(module: &Body, inputs: &WorkInputs, fuel: u64, lowered: bool) -> Measured {
        let fuel = if lowered { fuel * SLACK } else { fuel };
        let mut module = module.duplicate();
        sweep_all(&mut module);
        let run = |(size, args): &(i64, Vec<Datum>)| (*size, account(&module, &inputs.entry, args, fuel));
        Measured { runs: inputs.given.iter().map(run).collect() }
    }

    /// Pairs of runs of two versions with named extents of the same size.
    pub(super) fn with<'a>(&'a self, other: &'a Measured) -> impl Iterator<Item = (i64, &'a Run, &'a Run)> {
        self.runs.iter().filter_map(|(size, run)| {
            let same = other.runs.iter().find(|(of, _)| of == size)?;
            Some((*size, run, &same.1))
        })
    }

    /// True if any run was counted.
    pub fn is_any(&self) -> bool {
        self.runs.iter().any(|(_, run)| run.is_ok())
    }

    /// The work multiplied by `count`.
    pub(super) fn times(&self, count: u64) -> Measured {
        let of = |(size, run): &(i64, Run)| {
            (*size, run.as_ref().map(|run| run.times(count)).map_err(Clone::clone))
        };
        Measured { runs: self.runs.iter().map(of).collect() }
    }

    /// The total cost and accesses of all runs.
    pub(super) fn amount(&self) -> u64 {
        let of = |run: &Account| run.total().cost + run.total().reads + run.total().writes;
        self.runs.iter().filter_map(|(_, run)| run.as_ref().ok()).map(of).sum()
    }

    /// Drops the sizes at which a run exceeded a limit: later versions would take even longer.
    pub(super) fn shorten(&self, inputs: &mut WorkInputs) {
        let long = |size: i64| {
            self.runs.iter().any(|(of, run)| {
                *of == size && matches!(run, Err(Unmeasured::TooLong(_) | Unmeasured::TooLarge))
            })
        };
        inputs.given.retain(|(size, _)| !long(*size));
    }

    /// The first reason why a run was not counted.
    pub fn why_not(&self) -> Option<&Unmeasured> {
        self.runs.iter().find_map(|(_, run)| run.as_ref().err())
    }
}

/// Erases dead ops in a body and its nested bodies.
pub(super) fn sweep_all(body: &mut Body) {
    let mut ops = preorder(body);
    while let Some(op) = ops.pop() {
        if op != body.root() && body.is_live(op) && is_dead(body, op) {
            body.erase(op);
        }
    }
    for op in body.child_ops() {
        if let Some(child) = body.child_mut(op) {
            sweep_all(child);
        }
    }
}

fn account(module: &Body, entry: &str, args: &[Datum], fuel: u64) -> Result<Account, Unmeasured> {
    let mut machine = Machine::new(module);
    machine.set_limits(&Limits { bytes: Some(BYTES), ..Limits::new() });
    machine.set_fuel(fuel);
    machine.count_work();
    let done = run_entry_with(&mut machine, entry, args);
    match done {
        _ if machine.undetermined => Err(Unmeasured::Undetermined),
        Ok(_) => Ok(machine.take_work().unwrap_or_default()),
        Err(Stop::Trap(_)) => Err(Unmeasured::Stops),
        Err(Stop::Interrupted(Interrupt::Limit(Limit::Bytes(_)), _)) => Err(Unmeasured::TooLarge),
        Err(Stop::Interrupted(..)) => Err(Unmeasured::TooLong(fuel)),
    }
}

/// The functions that a module defines, or splits into stages, without local helper functions.
pub fn functions(module: &Body) -> Vec<String> {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let runs = |body: &&Body| body.entry_block().is_some() || Plan::of(body).is_some();
    let bodies = bodies.filter(|body| body.is(body.root(), Func) && Local::of(body).is_none()).filter(runs);
    bodies.filter_map(|body| symbol_name(body, body.root()).map(str::to_string)).collect()
}
