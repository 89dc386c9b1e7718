//! The `Interpret` interface: how an op executes.

use crate::grid::Meeting;
use crate::machine::Machine;
use crate::values::value::Datum;
use smallvec::SmallVec;
use std::any::Any;
use tf_dialects::limits::Interrupt;
use tf_ir::body::{Op, Region};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;
use tf_ir::opref::OpRef;

/// A short list of values.
pub type Data = SmallVec<[Datum; 2]>;

/// State a region op keeps between the runs of its regions.
pub type State = Box<dyn Any>;

/// The machine's next action after a step.
pub enum Next {
    /// The op is done; its results are set.
    Continue,
    /// Run a region of this op, then call [`Action::resume`].
    Enter {
        /// The region.
        region: Region,
        /// Values of its entry block's arguments.
        args: Data,
        /// State for `resume`.
        state: State,
    },
    /// End of a region: these values go to the op that owns it.
    Yield(Data),
    /// Go to a successor block with these arguments.
    Branch(tf_ir::body::Block, Data),
    /// Call a function by symbol; its results become the results of this op.
    Call(String, Data),
    /// Wait for other threads of the grid, which give this op its results.
    Wait(Box<Meeting>),
}

/// Why execution stopped.
#[derive(Debug)]
pub enum Stop {
    /// The program did something that has no result: the message names the op.
    Trap(Box<Diagnostic>),
    /// A limit was reached, or the run was cancelled, at this location.
    Interrupted(Interrupt, Location),
}

impl From<Diagnostic> for Stop {
    fn from(diag: Diagnostic) -> Stop {
        Stop::Trap(Box::new(diag.or_code(&codes::STOPPED)))
    }
}

/// An op prepared for execution: types and attributes are resolved once, then it runs many times.
pub trait Action {
    /// Executes the op: reads operands from and writes results to the machine.
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop>;

    /// True if operands may have unwritten elements. This holds for ops that only pass tensors on, and for
    /// ops that read single elements and check each of them.
    fn passes_unwritten(&self) -> bool {
        false
    }

    /// Called with the values that a region of this op yielded.
    fn resume(&self, _m: &mut Machine<'_>, _op: Op, _state: State, _yielded: Data) -> Result<Next, Stop> {
        unreachable!("only ops that enter regions are resumed")
    }
}

/// The meaning of an op; an interface of ops.
pub trait Interpret: Send + Sync {
    /// Resolves types and attributes. An error means that this op cannot be executed.
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic>;
}

/// An action made from a closure that computes the results of an op.
pub struct Simple<F>(pub F);

impl<F: Fn(&mut Machine<'_>, Op) -> Result<(), Stop>> Action for Simple<F> {
    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        (self.0)(m, op).map(|()| Next::Continue)
    }
}

/// An action made from a closure that returns the next step.
pub struct Flow<F>(pub F);

impl<F: Fn(&mut Machine<'_>, Op) -> Result<Next, Stop>> Action for Flow<F> {
    fn passes_unwritten(&self) -> bool {
        true
    }

    fn run(&self, m: &mut Machine<'_>, op: Op) -> Result<Next, Stop> {
        (self.0)(m, op)
    }
}
