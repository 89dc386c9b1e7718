//! Counting the work of a function on seeded inputs.

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

/// By how much named extents grow from one run to the next.
const GROWTH: i64 = 4;
/// Op executions that a run of the program as it is written may take, if nobody says otherwise.
pub(super) const FUEL: u64 = 3_000_000;
/// Bytes that a run may hold: a few random programs multiply named extents of 32 with each other.
const BYTES: u64 = 1 << 28;
/// How many times as many a run may take after passes: lowering multiplies them.
pub(super) const SLACK: u64 = 40;

/// The sizes of named extents in the runs of a function.
pub(super) fn sizes(size: i64) -> [i64; 2] {
    [size, size * GROWTH]
}

/// The arguments that the work of a function is counted on.
#[derive(Clone, Debug)]
pub struct WorkInputs {
    entry: String,
    /// With the size of the named extents.
    given: Vec<(i64, Vec<Datum>)>,
}

impl WorkInputs {
    /// Arguments of a function whose named extents have this size, and four times it; once where it has no named extents.
    ///
    /// # Errors
    /// There are none.
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

/// Why the work of a run is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unmeasured {
    /// The run stops, so that what it did depends on the order of its ops.
    Stops,
    /// An op only means something once a pass has expanded it.
    Undetermined,
    /// It holds more memory than counting is worth.
    TooLarge,
    /// It takes more than so many op executions.
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

/// What was counted in a run, or why nothing was.
pub type Run = Result<Account, Unmeasured>;

/// The work of one version of a function, per size of the named extents.
#[derive(Debug)]
pub struct Measured {
    /// Size of the named extents, and what was counted.
    pub runs: Vec<(i64, Run)>,
}

impl Measured {
    /// Runs a function on its inputs, in so many steps; one that passes have `lowered` may take more. What nobody uses does not run: it
    /// is no code in the end.
    pub fn of(module: &Body, inputs: &WorkInputs, fuel: u64, lowered: bool) -> Measured {
        let fuel = if lowered { fuel * SLACK } else { fuel };
        let mut module = module.duplicate();
        sweep_all(&mut module);
        let run = |(size, args): &(i64, Vec<Datum>)| (*size, account(&module, &inputs.entry, args, fuel));
        Measured { runs: inputs.given.iter().map(run).collect() }
    }

    /// The runs with those of another version for named extents of the same size.
    pub(super) fn with<'a>(&'a self, other: &'a Measured) -> impl Iterator<Item = (i64, &'a Run, &'a Run)> {
        self.runs.iter().filter_map(|(size, run)| {
            let same = other.runs.iter().find(|(of, _)| of == size)?;
            Some((*size, run, &same.1))
        })
    }

    /// Whether a run was counted.
    pub fn is_any(&self) -> bool {
        self.runs.iter().any(|(_, run)| run.is_ok())
    }

    /// The same as if all work were done so many times.
    pub(super) fn times(&self, count: u64) -> Measured {
        let of = |(size, run): &(i64, Run)| {
            (*size, run.as_ref().map(|run| run.times(count)).map_err(Clone::clone))
        };
        Measured { runs: self.runs.iter().map(of).collect() }
    }

    /// What all runs cost, and their accesses.
    pub(super) fn amount(&self) -> u64 {
        let of = |run: &Account| run.total().cost + run.total().reads + run.total().writes;
        self.runs.iter().filter_map(|(_, run)| run.as_ref().ok()).map(of).sum()
    }

    /// Leaves out the sizes at which a run took too long: what passes make of it takes longer.
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

/// Erases ops whose results nobody uses, in a body and those inside it.
fn sweep_all(body: &mut Body) {
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

/// The functions that a module defines, or divides into stages; not those that only these call.
pub fn functions(module: &Body) -> Vec<String> {
    let bodies = module.child_ops().into_iter().filter_map(|op| module.child(op));
    let runs = |body: &&Body| body.entry_block().is_some() || Plan::of(body).is_some();
    let bodies = bodies.filter(|body| body.is(body.root(), Func) && Local::of(body).is_none()).filter(runs);
    bodies.filter_map(|body| symbol_name(body, body.root()).map(str::to_string)).collect()
}
