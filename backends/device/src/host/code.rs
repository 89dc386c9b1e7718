//! The commands of a host function, and what they work on.

use crate::kernels::KernelInfo;
use std::sync::Arc;
use tf_dialects::scalar::{DType, Kernel};
use tf_ir::extent::{Extent, Symbol};

/// A slot for the bits of a scalar.
pub(super) type Slot = u32;

/// A slot for memory.
pub(super) type Buffer = u32;

/// A position in the list of commands.
pub(super) type Target = usize;

/// One command.
#[derive(Clone, Debug)]
pub(super) enum Command {
    /// A scalar op; the results take consecutive slots.
    Compute { function: Kernel, operands: [Slot; 3], results: Slot },
    /// Copies bits, all of them before any is written.
    Move(Vec<(Slot, Slot)>),
    /// Has slots hold the memory of others, all of them read before any is written.
    MoveMemory(Vec<(Buffer, Buffer)>),
    /// Goes on elsewhere.
    Jump(Target),
    /// Goes on elsewhere if the condition does not hold.
    Unless(Slot, Target),
    /// The number of trips of a counted loop whose bounds are integers of a type.
    Trips { bounds: [Slot; 3], dtype: DType, trips: Slot, place: u32 },
    /// Goes on elsewhere if no trip is left; else one less is.
    Next { trips: Slot, end: Target },
    /// Adds the step to the index of a loop.
    Step { index: Slot, step: Slot, dtype: DType },
    /// New memory for an array with these extents.
    Allocate { buffer: Buffer, shape: u32, missing: Box<Missing>, place: u32 },
    /// A slot holds memory no longer. Memory of the run that no slot holds is given back.
    Release(Buffer),
    /// Memory that holds a constant: it was uploaded when the program was loaded.
    Constant { buffer: Buffer, at: u32 },
    /// Reads an element.
    Load { result: Slot, element: Box<Element> },
    /// Writes an element.
    Store { value: Slot, element: Box<Element> },
    /// Copies an array.
    Copy { from: Buffer, to: Buffer, shape: u32, place: u32 },
    /// Launches a kernel.
    Launch(Box<LaunchPlan>),
    /// Prints a text with its values.
    Print(Box<PrintPlan>),
    /// Ends the call.
    Trap { status: i32, text: String, numbers: Vec<Slot>, place: u32 },
    /// The end.
    Return,
}

/// What is said if there is no memory for an array.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    pub text: String,
    /// The extents that the text speaks of.
    pub extents: Vec<u32>,
}

/// An element of an array.
#[derive(Clone, Debug)]
pub(super) struct Element {
    pub buffer: Buffer,
    pub dtype: DType,
    pub shape: u32,
    pub subscripts: Vec<Slot>,
    pub place: u32,
}

/// An array's extents, as positions among those that are computed where the call begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Shape {
    pub dtype: DType,
    pub extents: Vec<u32>,
}

/// A launch with its operands as slots.
#[derive(Clone, Debug)]
pub(super) struct LaunchPlan {
    /// The kernel's position in [`Host::kernels`].
    pub kernel: u32,
    pub grid: [Option<Slot>; 3],
    pub block: [Option<Slot>; 3],
    pub shared: Option<Slot>,
    pub arguments: Vec<LaunchArgument>,
    pub place: u32,
}

/// A text with the values that it shows.
#[derive(Clone, Debug)]
pub(super) struct PrintPlan {
    pub text: String,
    /// With the element types that they are shown as.
    pub values: Vec<(DType, Shown)>,
    pub place: u32,
}

/// A value that is shown.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown {
    Memory(Buffer, u32),
    Scalar(Slot),
}

/// An argument of a launch.
#[derive(Clone, Copy, Debug)]
pub(super) enum LaunchArgument {
    /// Memory that holds an array of a shape.
    Memory(Buffer, u32),
    /// A scalar that takes so many bytes.
    Scalar(Slot, u32),
}

/// An argument of a host function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostArgument {
    /// Memory that holds an array.
    Memory(DType, Vec<Extent>),
    /// A scalar; it may give an extent its value.
    Scalar(DType, Option<Symbol>),
}

/// The commands that are recorded.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Recorded {
    /// How many there are, from the first on.
    pub(super) commands: usize,
    /// Memory that they make and that later commands use: where it is made. It belongs to the call.
    pub(super) kept: Vec<usize>,
}

/// A host function: its commands, and what they need.
#[derive(Clone, Debug)]
pub struct Host {
    pub(super) name: String,
    pub(super) arguments: Vec<HostArgument>,
    pub(super) argument_slots: Vec<u32>,
    pub(super) kernels: Arc<[KernelInfo]>,
    pub(super) symbols: Vec<Symbol>,
    pub(super) extents: Vec<Extent>,
    /// For `mem.extent`: which slot each extent is also a number in.
    pub(super) numbers: Vec<(u32, Slot)>,
    pub(super) constants: Vec<(DType, Vec<u8>)>,
    /// What the scalar slots hold at first: constants of the program.
    pub(super) scalars: Vec<u64>,
    pub(super) buffers: u32,
    pub(super) shapes: Vec<Shape>,
    pub(super) commands: Vec<Command>,
    /// `file:line:column` of what may fail.
    pub(super) places: Vec<String>,
    /// Whether elements go between the host and the device while it runs.
    pub(super) talks: bool,
    /// What is recorded and repeated.
    pub(super) recorded: Recorded,
}

impl Host {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its arguments: those of the program, then memory for its results.
    pub fn arguments(&self) -> &[HostArgument] {
        &self.arguments
    }

    /// The kernels that it may launch, those of its module.
    pub fn kernels(&self) -> &Arc<[KernelInfo]> {
        &self.kernels
    }

    /// The extent symbols whose values a call gives, sorted by name.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// True if what it does follows from its arguments' extents and scalars alone: it reads nothing from the device, and writes no numbers of
    /// its own to it.
    pub fn is_fixed(&self) -> bool {
        !self.talks
    }

    /// How many commands there are.
    pub fn commands(&self) -> usize {
        self.commands.len()
    }
}
