//! What a pass may add to the work of a program: `tfopt --check-work` holds the pass to it.
//!
//! Work is what the interpreter counts on the same inputs before and after the pass: scalar operations by class, elements read and
//! written, and bytes allocated.

use crate::body::Body;

/// What a pass may add. The defaults are [`Growth::NONE`]: as much work as before, and a constant for each loop entered.
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
    /// Cost of operations, and reads, that each iteration may add: sides of conditions that did not run before.
    pub per_iteration: u64,
    /// Cost of operations, and reads, that each loop may add that is not entered any more: what starting it costs.
    pub per_saved_loop: u64,
    /// Cost of operations, and reads, that each element may add that is not written any more: what storing it costs.
    pub per_saved_write: u64,
    /// True if an element that was written before may be read once more: a value that was stored twice is stored once, and copied.
    pub copies: bool,
    /// True if an element that was written before may be written once more, and read: it is computed in a tile first.
    pub stages: bool,
    /// True if operations of one class may become operations of other classes of the same total cost: strength reduction, expansions.
    pub exchanges: bool,
    /// True if the program afterwards is another one: the account starts anew.
    pub restarts: bool,
    /// What the program itself states besides, as in the schedules that the pass applies: of the op that the pass runs on, where
    /// named extents have this size.
    pub stated: Option<fn(&Body, i64) -> Growth>,
    /// Why the pass may add that; empty where it may add nothing.
    pub why: &'static str,
}

/// What each entry of a loop may cost: the identity that a reduction starts from, a first and a last iteration that are split off.
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
        restarts: false,
        stated: None,
        why: "",
    };

    /// Operations may become others of the same total cost.
    pub const fn exchanging(why: &'static str) -> Growth {
        Growth { exchanges: true, why, ..Growth::NONE }
    }

    /// Another program: nothing is compared.
    pub const fn restart(why: &'static str) -> Growth {
        Growth { restarts: true, why, ..Growth::NONE }
    }

    /// The work before, times a factor.
    pub const fn times(factor: f64, why: &'static str) -> Growth {
        Growth { factor, why, ..Growth::NONE }
    }

    /// What the program itself states.
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

    /// A read more of each element that is written.
    pub const fn copying(why: &'static str) -> Growth {
        Growth { copies: true, why, ..Growth::NONE }
    }

    /// The same, where operations may become others of the same total cost, too.
    pub const fn and_exchanges(self) -> Growth {
        Growth { exchanges: true, ..self }
    }

    /// The same, where an element that is written may be read once more, too.
    pub const fn and_copies(self) -> Growth {
        Growth { copies: true, ..self }
    }

    /// What the pass may add to the work of an op that it is about to run on, where named extents have this size.
    pub fn on(self, body: &Body, size: i64) -> Growth {
        let stated = self.stated.map_or(Growth::NONE, |stated| stated(body, size));
        Growth {
            factor: self.factor * stated.factor,
            per_loop: self.per_loop.max(stated.per_loop),
            per_access: self.per_access + stated.per_access,
            per_function: self.per_function.max(stated.per_function),
            per_iteration: self.per_iteration + stated.per_iteration,
            stated: None,
            ..self
        }
    }

    /// True if the pass may add more than every pass may.
    pub fn is_stated(&self) -> bool {
        !self.why.is_empty()
    }
}
