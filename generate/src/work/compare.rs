//! Finds work that grew beyond the allowance of a pass.

use super::expand::Expansions;
use super::measure::{Measured, SLACK, Unmeasured};
use tf_dialects::kernel::BLOCK_THREADS;
use tf_dialects::scalar::Class;
use tf_dialects::shared::work::Tally;
use tf_interp::{Account, Line};
use tf_ir::pass::Growth;

/// A constant in the allowances of all passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Constant {
    /// Index operations per access, iteration, loop and idle thread, for subscripts, bounds and policies.
    IndexPerAccess,
    /// Bytes that a call may allocate once: counters, scalar results.
    Bytes,
    /// Operations and accesses per loop entered, unless a pass states another count.
    PerLoop,
}

impl Constant {
    /// All constants.
    pub const ALL: [Constant; 3] = [Constant::IndexPerAccess, Constant::Bytes, Constant::PerLoop];

    /// What it counts.
    pub fn name(self) -> &'static str {
        match self {
            Constant::IndexPerAccess => "index operations per access",
            Constant::Bytes => "bytes per call",
            Constant::PerLoop => "operations per loop",
        }
    }

    /// Its value, which the campaign of `tffuzz work` prints beside the largest need that it observes.
    pub fn stated(self) -> u64 {
        match self {
            Constant::IndexPerAccess => 24,
            Constant::Bytes => 64,
            Constant::PerLoop => Growth::NONE.per_loop,
        }
    }
}

/// The values of the constants in a comparison.
#[derive(Clone, Copy, Debug)]
struct Constants {
    index_per_access: u64,
    bytes: u64,
    per_loop: u64,
}

impl Constants {
    fn of(growth: &Growth) -> Constants {
        let stated = Constant::stated;
        Constants {
            index_per_access: stated(Constant::IndexPerAccess),
            bytes: stated(Constant::Bytes),
            per_loop: growth.per_loop,
        }
    }

    /// The same constants with another value of one.
    fn with(self, constant: Constant, value: u64) -> Constants {
        match constant {
            Constant::IndexPerAccess => Constants { index_per_access: value, ..self },
            Constant::Bytes => Constants { bytes: value, ..self },
            Constant::PerLoop => Constants { per_loop: value, ..self },
        }
    }
}

/// A measure of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Measure {
    Operations(Class),
    Cost,
    Reads,
    Writes,
    Allocated,
}

impl Measure {
    fn all(growth: &Growth) -> Vec<Measure> {
        let classes = Class::ALL.into_iter().filter(|class| !growth.exchanges || *class == Class::Index);
        let rest = [Measure::Reads, Measure::Writes, Measure::Allocated, Measure::Cost];
        classes.map(Measure::Operations).chain(rest).collect()
    }

    fn name(self) -> String {
        match self {
            Measure::Operations(class) => format!("{} operations", class.name()),
            Measure::Cost => "cost of all operations".to_string(),
            Measure::Reads => "elements read".to_string(),
            Measure::Writes => "elements written".to_string(),
            Measure::Allocated => "bytes allocated".to_string(),
        }
    }

    fn of(self, tally: &Tally) -> u64 {
        match self {
            Measure::Operations(class) => tally.of(class),
            Measure::Cost => tally.cost,
            Measure::Reads => tally.reads,
            Measure::Writes => tally.writes,
            Measure::Allocated => tally.allocated,
        }
    }

    /// The allowed work after a pass, given the work `before` and the loops and writes saved until `after`.
    fn allowed(self, before: &Tally, after: &Account, growth: &Growth, constants: Constants) -> u64 {
        let (accesses, loops) = (before.reads + before.writes, before.loops.max(1));
        // Threads of the last block of a launch may have no point, which they compute.
        let idle = after.threads().saturating_sub(before.iterations).min(BLOCK_THREADS * loops);
        let after = after.total();
        let scaled = |count: u64| (count as f64 * growth.factor).ceil() as u64;
        let own = self.of(before);
        let constant = constants.per_loop * loops;
        let saved = growth.per_saved_loop * before.loops.saturating_sub(after.loops)
            + growth.per_saved_write * before.writes.saturating_sub(after.writes);
        let cheap = growth.per_access * accesses;
        let added = constant + saved + growth.per_iteration * before.iterations;
        let functions = before.of(Class::DivideRoot) + before.of(Class::Transcendental);
        let expanded = growth.per_function * functions;
        match self {
            Measure::Operations(Class::Index) => {
                let all = constants.index_per_access * (accesses + before.iterations + loops + idle);
                scaled(own + all) + cheap + saved
            }
            Measure::Operations(class) if is_expensive(class) => scaled(own) + added,
            Measure::Operations(_) => scaled(own) + added + cheap,
            Measure::Cost if growth.exchanges => {
                scaled(own + before.of(Class::Index)) + added + cheap + expanded
            }
            Measure::Cost => scaled(own) + added + cheap + expanded,
            // If operations are exchanged, the factor applies to their cost, not to reads.
            Measure::Reads => {
                // The elements of a copy in place of a write count among the writes.
                let copied = if growth.copies { after.copied.saturating_sub(before.copied) } else { 0 };
                let staged = if growth.stages { scaled(before.writes) } else { 0 };
                (if growth.exchanges { own } else { scaled(own) }) + added + cheap + copied + staged
            }
            Measure::Writes if growth.exchanges => own + constant,
            // Values that are read twice may be materialized too.
            Measure::Writes if growth.stages => 2 * scaled(own) + scaled(before.reads) / 2 + constant,
            Measure::Writes => scaled(own) + constant,
            Measure::Allocated if growth.exchanges => own + constants.bytes + 8 * constant,
            // A result, its tile, and the tile in the order of the result, if members read it in another one.
            Measure::Allocated if growth.stages => 3 * scaled(own) + constants.bytes + 8 * constant,
            Measure::Allocated => scaled(own) + constants.bytes + 8 * constant,
        }
    }
}

/// True for operations many times as expensive as an addition, which are never cheap enough to recompute.
fn is_expensive(class: Class) -> bool {
    matches!(class, Class::DivideRoot | Class::Transcendental)
}

/// Work that a pass added beyond its allowance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excess {
    /// The measure that grew.
    pub what: String,
    /// Before the pass.
    pub before: u64,
    /// After it.
    pub after: u64,
    /// The allowed maximum.
    pub allowed: u64,
    /// The size of the named extents.
    pub size: i64,
    /// The source line with the largest growth, with the values before and after.
    pub line: Option<(Line, u64, u64)>,
    /// The earlier pass that decided on the change, if the pass only carries it out.
    pub decided_by: Option<&'static str>,
}

impl std::fmt::Display for Excess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Excess { what, before, after, allowed, size, line, decided_by } = self;
        write!(f, "{what}: {before} before, {after} after, {allowed} at most (named extents: {size})")?;
        if let Some((_, before, after)) = line {
            write!(f, "; of this line, {before} before and {after} after")?;
        }
        decided_by.map_or(Ok(()), |pass| write!(f, "; decided by '{pass}'"))
    }
}

/// The largest growth beyond the allowance of a pass, for named extents of one size, if any.
pub fn excess(
    before: &Measured,
    after: &Measured,
    expansions: &Expansions,
    growth: impl Fn(i64) -> Growth,
) -> Option<Excess> {
    let found = before.with(after).filter_map(|(size, before, after)| {
        let (before, growth) = (before.as_ref().ok()?, growth(size));
        let expected = expansions.applied(before);
        match after {
            _ if growth.restarts => None,
            Ok(after) => grown((before, &expected), after, &growth, size),
            Err(Unmeasured::TooLong(fuel)) => endless((before, &expected), *fuel, &growth, size),
            Err(_) => None,
        }
    });
    found.max_by(|a, b| a.ratio().total_cmp(&b.ratio()))
}

impl Excess {
    fn ratio(&self) -> f64 {
        self.after as f64 / self.allowed.max(1) as f64
    }
}

/// The measure that grew most beyond its allowance, given the work before the pass, and the same with
/// expansions in place of the ops that the pass expands.
fn grown(
    (before, expected): (&Account, &Tally),
    after: &Account,
    growth: &Growth,
    size: i64,
) -> Option<Excess> {
    let one = |measure: Measure| {
        let allowed = measure.allowed(expected, after, growth, Constants::of(growth));
        let (from, to) = (measure.of(before.total()), measure.of(after.total()));
        (to > allowed).then(|| Excess {
            what: measure.name(),
            before: from,
            after: to,
            allowed,
            size,
            line: worst_line(before, after, measure),
            decided_by: None,
        })
    };
    let found = Measure::all(growth).into_iter().filter_map(one);
    found.max_by(|a, b| a.ratio().total_cmp(&b.ratio()))
}

/// The smallest value of each constant that allows the work after a pass, for constants that allow it.
pub(super) fn needed(
    before: &Measured,
    after: &Measured,
    expansions: &Expansions,
    growth: impl Fn(i64) -> Growth,
) -> Vec<(Constant, u64)> {
    let mut all = Vec::new();
    for (size, before, after) in before.with(after) {
        let (Ok(before), Ok(after), growth) = (before, after, growth(size)) else { continue };
        let expected = expansions.applied(before);
        let is_allowed = |constants: Constants| {
            let exceeds = |measure: Measure| {
                measure.of(after.total()) > measure.allowed(&expected, after, &growth, constants)
            };
            !Measure::all(&growth).into_iter().any(exceeds)
        };
        let own = Constants::of(&growth);
        if growth.restarts || !is_allowed(own) {
            continue;
        }
        let is_stated = |constant: &Constant| {
            *constant != Constant::PerLoop || growth.per_loop == Constant::PerLoop.stated()
        };
        let smallest = |constant: Constant| {
            let found = (0..constant.stated()).find(|value| is_allowed(own.with(constant, *value)));
            (constant, found.unwrap_or(constant.stated()))
        };
        all.extend(Constant::ALL.into_iter().filter(is_stated).map(smallest));
    }
    all
}

/// The run exceeds its steps, which no lowering of the previous version explains.
fn endless((before, expected): (&Account, &Tally), fuel: u64, growth: &Growth, size: i64) -> Option<Excess> {
    // An op that states its work is one step before it is lowered.
    let work = expected.operations.iter().sum::<u64>() + expected.reads + expected.writes;
    let allowed = ((before.steps() + work) as f64 * growth.factor) as u64 * SLACK;
    let what = "steps of the interpreter".to_string();
    (fuel > allowed).then_some(Excess {
        what,
        before: before.steps(),
        after: fuel,
        allowed,
        size,
        line: None,
        decided_by: None,
    })
}

/// The line with the largest growth of a measure.
fn worst_line(before: &Account, after: &Account, measure: Measure) -> Option<(Line, u64, u64)> {
    let of = |account: &Account, wanted: Line| {
        let found = account.lines().find(|(line, _)| *line == Some(wanted));
        found.map_or(0, |(_, tally)| measure.of(tally))
    };
    let lines = after.lines().filter_map(|(line, tally)| Some((line?, measure.of(tally))));
    let grown = lines.map(|(line, to)| (line, of(before, line), to)).filter(|(_, from, to)| to > from);
    grown.max_by_key(|(line, from, to)| (to - from, std::cmp::Reverse(line.1)))
}
