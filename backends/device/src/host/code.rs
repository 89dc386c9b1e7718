//! The commands of a host function and their operands.

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
    /// Copies bits; reads all sources before it writes any.
    Move(Vec<(Slot, Slot)>),
    /// Makes slots hold the memory of other slots; reads all sources before it writes any.
    MoveMemory(Vec<(Buffer, Buffer)>),
    /// Jumps.
    Jump(Target),
    /// Jumps if the condition is false.
    Unless(Slot, Target),
    /// The trip count of a counted loop whose bounds have this integer type.
    Trips { bounds: [Slot; 3], dtype: DType, trips: Slot, place: u32 },
    /// Jumps if no iteration is left; otherwise decrements the count.
    Next { trips: Slot, end: Target },
    /// Adds the step to the index of a loop.
    Step { index: Slot, step: Slot, dtype: DType },
    /// Allocates memory for an array with these extents.
    Allocate { buffer: Buffer, shape: u32, missing: Box<Missing>, place: u32 },
    /// Clears a slot. Memory of the run that no slot holds is freed.
    Release(Buffer),
    /// Memory of a constant, which was uploaded when the program was loaded.
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

/// The message for a failed allocation of an array.
#[derive(Clone, Debug)]
pub(super) struct Missing {
    pub text: String,
    /// The extents that the message prints.
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

/// An array's extents, as positions among those that are computed at the start of a call.
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

/// A text with the values that it prints.
#[derive(Clone, Debug)]
pub(super) struct PrintPlan {
    pub text: String,
    /// The values with the element types that they are printed as.
    pub values: Vec<(DType, Shown)>,
    pub place: u32,
}

/// A value to print.
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
    /// A scalar of this size in bytes.
    Scalar(Slot, u32),
}

/// An argument of a host function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostArgument {
    /// Memory of an array.
    Memory(DType, Vec<Extent>),
    /// A scalar; it may bind an extent symbol.
    Scalar(DType, Option<Symbol>),
}

/// The recorded commands.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Recorded {
    /// How many of the first commands are recorded.
    pub(super) commands: usize,
    /// The positions of recorded commands that allocate memory for later commands. That memory belongs to the
    /// call.
    pub(super) kept: Vec<usize>,
}

/// A host function: its commands and their data.
#[derive(Clone, Debug)]
pub struct Host {
    pub(super) name: String,
    pub(super) arguments: Vec<HostArgument>,
    pub(super) argument_slots: Vec<u32>,
    pub(super) kernels: Arc<[KernelInfo]>,
    pub(super) symbols: Vec<Symbol>,
    pub(super) extents: Vec<Extent>,
    /// For `mem.extent`: the extents that are also scalars, and their slots.
    pub(super) numbers: Vec<(u32, Slot)>,
    pub(super) constants: Vec<(DType, Vec<u8>)>,
    /// The initial values of the scalar slots: constants of the program.
    pub(super) scalars: Vec<u64>,
    pub(super) buffers: u32,
    pub(super) shapes: Vec<Shape>,
    pub(super) commands: Vec<Command>,
    /// `file:line:column` of commands that may fail.
    pub(super) places: Vec<String>,
    /// Whether elements move between the host and the device while it runs.
    pub(super) talks: bool,
    /// The recorded part.
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

    /// The kernels that it may launch: those of its module.
    pub fn kernels(&self) -> &Arc<[KernelInfo]> {
        &self.kernels
    }

    /// The extent symbols whose values a call gives, sorted by name.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    /// True if its device work follows from the extents and scalars of its arguments alone: it reads nothing
    /// from the device, and writes no host scalars to it.
    pub fn is_fixed(&self) -> bool {
        !self.talks
    }

    /// How many commands there are.
    pub fn commands(&self) -> usize {
        self.commands.len()
    }
}
