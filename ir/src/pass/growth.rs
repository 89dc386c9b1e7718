//! Limits on the work that a pass may add to a program, which `tfopt --check-work` enforces.
//!
//! Work is counted by the interpreter on the same inputs before and after the pass: scalar operations by
//! class, elements read and written, and bytes allocated.

use crate::body::Body;
use crate::opref::OpRef;

/// The work a pass may add. The defaults are [`Growth::NONE`]: as much work as before, and a constant for
/// each loop entered.
#[derive(Clone, Copy, Debug)]
pub struct Growth {
    /// The largest ratio of the work after the pass to the work before it.
    pub factor: f64,
    /// Operations and accesses that each entry of a loop may add.
    pub per_loop: u64,
    /// Reads, and operations as cheap as a sum, that each element read or written before may add.
    pub per_access: u64,
    /// Cost that each quotient, root or function may add: the arithmetic that it becomes.
    pub per_function: u64,
    /// Cost of operations, and reads, that each iteration may add: sides of conditions that did not run
    /// before.
    pub per_iteration: u64,
    /// Cost of operations, and reads, that each loop may add that is no longer entered: its startup cost.
    pub per_saved_loop: u64,
    /// Cost of operations, and reads, that each element may add that is no longer written: its storage cost.
    pub per_saved_write: u64,
    /// True if elements may be copied that were written before, without more writes: a value that was stored
    /// twice is stored once, and copied.
    pub copies: bool,
    /// True if an element that was written before may be written once more, and read: it is computed in a
    /// tile first.
    pub stages: bool,
    /// True if operations of one class may become operations of other classes of the same total cost:
    /// strength reduction, expansions.
    pub exchanges: bool,
    /// True if the pass replaces ops one by one, each by code that depends on the op alone: an op then counts
    /// the work of the code that the pass writes in place of it. The function gives the most iterations of a
    /// loop in that code; 1 if it has none.
    pub expands: Option<fn(OpRef<'_>) -> u64>,
    /// True if the result is a different program: the comparison restarts from it.
    pub restarts: bool,
    /// The later pass that carries out the decisions of this one, which are data: the work before this pass
    /// is compared with the work after that one.
    pub applied_by: Option<&'static str>,
    /// The further limit that the program itself states, as in the schedules that the pass applies, for the
    /// op that the pass runs on and named extents of this size.
    pub stated: Option<fn(&Body, i64) -> Growth>,
    /// The reason for the limit; empty if the pass may add nothing.
    pub why: &'static str,
}

/// The cost of each entry of a loop: the identity that a reduction starts from, a first and a last iteration
/// that are split off.
const PER_LOOP: u64 = 4;

impl Growth {
    /// No more work than before.
    pub const NONE: Growth = Growth {
        factor: 1.0,
        per_loop: PER_LOOP,
        per_access: 0,
        per_function: 0,
        per_iteration: 0,
        per_saved_loop: 0,
        per_saved_write: 0,
        copies: false,
        stages: false,
        exchanges: false,
        expands: None,
        restarts: false,
        applied_by: None,
        stated: None,
        why: "",
    };

    /// Operations may become others of the same total cost.
    pub const fn exchanging(why: &'static str) -> Growth {
        Growth { exchanges: true, why, ..Growth::NONE }
    }

    /// Ops become the code that the pass writes for each; `iterations` bounds the loops in the code of an op.
    pub const fn expanding(iterations: fn(OpRef<'_>) -> u64, why: &'static str) -> Growth {
        Growth { expands: Some(iterations), why, ..Growth::NONE }
    }

    /// A different program: nothing is compared.
    pub const fn restart(why: &'static str) -> Growth {
        Growth { restarts: true, why, ..Growth::NONE }
    }

    /// Decisions that the pass of this name carries out.
    pub const fn applied_by(pass: &'static str, why: &'static str) -> Growth {
        Growth { applied_by: Some(pass), why, ..Growth::NONE }
    }

    /// The work before, times a factor.
    pub const fn times(factor: f64, why: &'static str) -> Growth {
        Growth { factor, why, ..Growth::NONE }
    }

    /// The limit that the program itself states.
    pub const fn stated(by: fn(&Body, i64) -> Growth, why: &'static str) -> Growth {
        Growth { stated: Some(by), why, ..Growth::NONE }
    }

    /// Reads and cheap operations for each element that is read or written.
    pub const fn per_access(count: u64, why: &'static str) -> Growth {
        Growth { per_access: count, why, ..Growth::NONE }
    }

    /// Operations and accesses for each entry of a loop.
    pub const fn per_loop(count: u64, why: &'static str) -> Growth {
        Growth { per_loop: count, why, ..Growth::NONE }
    }

    /// Copies of elements in place of writes.
    pub const fn copying(why: &'static str) -> Growth {
        Growth { copies: true, why, ..Growth::NONE }
    }

    /// The same, and elements may be copied in place of writes.
    pub const fn and_copies(self) -> Growth {
        Growth { copies: true, ..self }
    }

    /// The limit for the op that the pass is about to run on, for named extents of this size.
    pub fn on(self, body: &Body, size: i64) -> Growth {
        let stated = self.stated.map_or(Growth::NONE, |stated| stated(body, size));
        Growth { stated: None, ..self }.then(&stated)
    }

    /// The limit of this pass and of another one after it, compared as one.
    #[must_use]
    pub fn then(self, next: &Growth) -> Growth {
        Growth {
            factor: self.factor * next.factor,
            per_loop: self.per_loop.max(next.per_loop),
            per_access: self.per_access + next.per_access,
            per_function: self.per_function.max(next.per_function),
            per_iteration: self.per_iteration + next.per_iteration,
            per_saved_loop: self.per_saved_loop.max(next.per_saved_loop),
            per_saved_write: self.per_saved_write.max(next.per_saved_write),
            copies: self.copies || next.copies,
            stages: self.stages || next.stages,
            exchanges: self.exchanges || next.exchanges,
            restarts: self.restarts || next.restarts,
            ..self
        }
    }

    /// True if the pass may add more than the default.
    pub fn is_stated(&self) -> bool {
        !self.why.is_empty()
    }
}
