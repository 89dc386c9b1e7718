//! Running a host function on a device.

use super::call::Memo;
use super::code::{
    Command, Element, Host, HostArgument, LaunchArgument, LaunchPlan, Missing, PrintPlan, Shape, Shown, Slot,
};
use crate::error::{DeviceError, Fault};
use crate::runtime::{Argument, Kernel, Launch, Memory, Module, Oversight, Runtime, Stream};
use smallvec::SmallVec;
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use tf_dialects::array::{Array, ArrayError, element_bytes};
use tf_dialects::prints::{Printed, filled};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::stops;

/// Why a run ended without results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunFailure {
    /// The program stopped itself.
    Trap {
        /// The status, as in [`tf_dialects::stops`].
        status: i32,
        /// What the program says.
        message: String,
        /// `file:line:column`; empty where unknown.
        place: String,
    },
    /// A launch whose sizes or arrays do not fit.
    Launch {
        /// What does not fit.
        message: String,
        /// `file:line:column`; empty where unknown.
        place: String,
    },
    /// The device failed.
    Device {
        /// How.
        error: DeviceError,
        /// `file:line:column` of the op; empty where unknown.
        place: String,
    },
    /// It was told to end.
    Stopped,
    /// It asked for more bytes than it may take.
    Bytes,
}

impl RunFailure {
    /// A failure of the device at a place; a stop of the program by its own code has its own.
    pub(super) fn of(error: DeviceError, place: String) -> RunFailure {
        match error.trap {
            Some(trap) => RunFailure::Trap { status: trap.status, message: trap.message, place: trap.place },
            None => RunFailure::Device { error, place },
        }
    }
}

impl fmt::Display for RunFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = |place: &str| if place.is_empty() { String::new() } else { format!("{place}: ") };
        match self {
            RunFailure::Trap { status, message, place } => {
                write!(f, "{}{}", at(place), stops::said(*status, message))
            }
            RunFailure::Launch { message, place } => write!(f, "{}{message}", at(place)),
            RunFailure::Device { error, place } => write!(f, "{}{error}", at(place)),
            RunFailure::Stopped => f.write_str("the run was told to end"),
            RunFailure::Bytes => f.write_str("the run asks for more bytes than it may take"),
        }
    }
}

impl std::error::Error for RunFailure {}

/// An argument of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Given {
    /// Memory that holds an array.
    Memory(Memory),
    /// The bits of a scalar.
    Scalar(u64),
}

/// A host function whose kernels and constants are on a device.
pub struct Loaded {
    runtime: Arc<dyn Runtime>,
    host: Arc<Host>,
    kernels: Vec<Kernel>,
    constants: Vec<Memory>,
    memo: Memo,
}

impl Loaded {
    /// Brings the constants of a host function to a device, whose module has its kernels.
    ///
    /// # Errors
    /// The device has no memory for them.
    pub fn new(
        runtime: Arc<dyn Runtime>,
        host: Arc<Host>,
        module: Option<Module>,
        stream: Stream,
    ) -> Result<Loaded, DeviceError> {
        let kernels = match module {
            Some(module) => (0..host.kernels.len() as u32).map(|at| Kernel { module, at }).collect(),
            None => Vec::new(),
        };
        let mut loaded = Loaded { runtime, host, kernels, constants: Vec::new(), memo: Memo::default() };
        for (_, bytes) in &loaded.host.clone().constants {
            let memory = loaded.runtime.allocate(stream, bytes.len() as u64)?;
            loaded.constants.push(memory);
            loaded.runtime.upload(stream, memory, 0, bytes)?;
        }
        loaded.runtime.synchronize(stream)?;
        Ok(loaded)
    }

    /// The host function.
    pub fn host(&self) -> &Arc<Host> {
        &self.host
    }

    /// The device.
    pub fn runtime(&self) -> &Arc<dyn Runtime> {
        &self.runtime
    }

    pub(super) fn memo(&self) -> &Memo {
        &self.memo
    }

    /// Gives back the memory of constants and of calls that are remembered.
    ///
    /// # Errors
    /// The device failed before.
    pub fn unload(mut self, stream: Stream) -> Result<(), DeviceError> {
        for forget in self.memo.drain() {
            forget(&self, stream);
        }
        std::mem::take(&mut self.constants)
            .into_iter()
            .try_for_each(|memory| self.runtime.release(stream, memory))
    }

    /// Runs the function: puts its work into the stream. `symbols` are the values of [`Host::symbols`]; each argument is what
    /// [`Host::arguments`] says, with memory for all of its elements. The run ends early if `oversight` says so.
    ///
    /// Nobody may use the memory of results before the stream has come so far.
    ///
    /// # Errors
    /// [`RunFailure`]. All memory of the run has been given back then.
    pub fn run(
        &self,
        stream: Stream,
        symbols: &[i64],
        arguments: &[Given],
        oversight: Oversight<'_>,
    ) -> Result<(), RunFailure> {
        let mut run = Run::new(self, stream, oversight);
        let done = run.begin(symbols, arguments).and_then(|()| run.commands(0, self.host.commands.len()));
        // What was allocated when something failed is still there.
        let given_back = run.end();
        done.and(given_back)
    }
}

/// Memory that a slot holds.
#[derive(Clone)]
pub(super) enum Held {
    /// Memory of somebody else.
    Given(Memory),
    /// Memory of the run, which goes when the last slot lets go of it.
    Own(Rc<Memory>),
}

impl Held {
    pub(super) fn memory(&self) -> Memory {
        match self {
            Held::Given(memory) => *memory,
            Held::Own(memory) => **memory,
        }
    }
}

/// A run at work.
pub(super) struct Run<'r> {
    loaded: &'r Loaded,
    host: &'r Host,
    stream: Stream,
    oversight: Oversight<'r>,
    pub(super) scalars: Vec<u64>,
    pub(super) buffers: Vec<Option<Held>>,
    extents: Vec<i64>,
}

impl<'r> Run<'r> {
    /// A run that has not begun.
    pub(super) fn new(loaded: &'r Loaded, stream: Stream, oversight: Oversight<'r>) -> Run<'r> {
        let host = &*loaded.host;
        Run {
            loaded,
            host,
            stream,
            oversight,
            scalars: host.scalars.clone(),
            buffers: vec![None; host.buffers as usize],
            extents: Vec::with_capacity(host.extents.len()),
        }
    }

    /// Gives back all memory that the run still has.
    pub(super) fn end(&mut self) -> Result<(), RunFailure> {
        (0..self.buffers.len()).map(|buffer| self.release(buffer)).fold(Ok(()), Result::and)
    }
}

impl Run<'_> {
    fn runtime(&self) -> &dyn Runtime {
        &*self.loaded.runtime
    }

    fn place(&self, at: u32) -> String {
        self.host.places.get(at as usize).cloned().unwrap_or_default()
    }

    fn misuse(&self, message: String) -> RunFailure {
        RunFailure::Device { error: DeviceError::new(Fault::Misuse, message), place: String::new() }
    }

    fn device<T>(&self, result: Result<T, DeviceError>, place: u32) -> Result<T, RunFailure> {
        result.map_err(|error| match error.trap {
            Some(trap) => RunFailure::Trap { status: trap.status, message: trap.message, place: trap.place },
            None => RunFailure::Device { error, place: self.place(place) },
        })
    }

    /// Takes the arguments, and computes all extents.
    pub(super) fn begin(&mut self, symbols: &[i64], arguments: &[Given]) -> Result<(), RunFailure> {
        let host = self.host;
        if symbols.len() != host.symbols.len() || arguments.len() != host.arguments.len() {
            return Err(self.misuse(format!("'{}' is called with another number of arguments", host.name)));
        }
        for extent in &host.extents {
            let value = extent.evaluate(|symbol| {
                host.symbols.iter().position(|known| known == symbol).map(|at| symbols[at])
            });
            let value = value.map_err(|error| RunFailure::Trap {
                status: stops::OVERFLOW,
                message: format!("the extent {extent}: {error}"),
                place: String::new(),
            })?;
            self.extents.push(value);
        }
        for (extent, slot) in &host.numbers {
            self.scalars[*slot as usize] = self.extents[*extent as usize] as u64;
        }
        for (at, (declared, given)) in host.arguments.iter().zip(arguments).enumerate() {
            let slot = host.argument_slots[at] as usize;
            match (declared, given) {
                (HostArgument::Memory(..), Given::Memory(memory)) => {
                    self.buffers[slot] = Some(Held::Given(*memory));
                }
                (HostArgument::Scalar(..), Given::Scalar(bits)) => self.scalars[slot] = *bits,
                _ => return Err(self.misuse(format!("argument #{at} of '{}' is of another kind", host.name))),
            }
        }
        Ok(())
    }

    /// Runs commands from one on up to another one, or to the end.
    pub(super) fn commands(&mut self, from: usize, to: usize) -> Result<(), RunFailure> {
        let host = self.host;
        let mut at = from;
        while at != to {
            let command = &host.commands[at];
            at += 1;
            match command {
                Command::Return => return Ok(()),
                Command::Jump(to) => {
                    if *to < at && self.oversight.is_stopped() {
                        return Err(RunFailure::Stopped);
                    }
                    at = *to;
                }
                Command::Unless(condition, to) => {
                    if self.scalars[*condition as usize] == 0 {
                        at = *to;
                    }
                }
                Command::Next { trips, end } => match &mut self.scalars[*trips as usize] {
                    0 => at = *end,
                    left => *left -= 1,
                },
                other => self.command(other)?,
            }
        }
        Ok(())
    }

    fn command(&mut self, command: &Command) -> Result<(), RunFailure> {
        match command {
            Command::Compute { function, operands, results } => {
                let [a, b, c] = operands.map(|slot| self.scalars[slot as usize]);
                for i in 0..function.results() {
                    self.scalars[*results as usize + i] = (function.function(i))(function.ctx(), a, b, c);
                }
            }
            Command::Move(moves) => {
                let values: SmallVec<[u64; 8]> =
                    moves.iter().map(|(from, _)| self.scalars[*from as usize]).collect();
                moves.iter().zip(values).for_each(|((_, to), value)| self.scalars[*to as usize] = value);
            }
            Command::MoveMemory(moves) => self.move_memory(moves)?,
            Command::Trips { bounds, dtype, trips, place } => {
                self.scalars[*trips as usize] = self.trips(*bounds, *dtype, *place)?;
            }
            Command::Step { index, step, dtype } => {
                let sum = self.scalars[*index as usize].wrapping_add(self.scalars[*step as usize]);
                self.scalars[*index as usize] = Scalar::from_bits(*dtype, sum).bits();
            }
            // The call has made it before.
            Command::Allocate { buffer, .. }
                if self.buffers[*buffer as usize].is_some() && self.is_kept(*buffer) => {}
            Command::Allocate { buffer, shape, missing, place } => {
                let memory = self.allocate(*shape, missing, *place)?;
                self.release(*buffer as usize)?;
                self.buffers[*buffer as usize] = Some(Held::Own(Rc::new(memory)));
            }
            Command::Release(buffer) => self.release(*buffer as usize)?,
            Command::Constant { buffer, at } => {
                let memory = self.loaded.constants[*at as usize];
                self.buffers[*buffer as usize] = Some(Held::Given(memory));
            }
            Command::Load { result, element } => self.scalars[*result as usize] = self.load(element)?,
            Command::Store { value, element } => self.store(element, self.scalars[*value as usize])?,
            Command::Copy { from, to, shape, place } => {
                let bytes = self.bytes(&self.host.shapes[*shape as usize], *place)?;
                let (from, to) = (self.memory(*from)?, self.memory(*to)?);
                // An argument that a result takes over is there already.
                if bytes > 0 && from.address != to.address {
                    self.device(self.runtime().copy(self.stream, from, to, bytes), *place)?;
                }
            }
            Command::Launch(plan) => self.launch(plan)?,
            Command::Print(plan) => self.print(plan)?,
            Command::Trap { status, text, numbers, place } => {
                let numbers: Vec<i64> =
                    numbers.iter().map(|slot| self.scalars[*slot as usize] as i64).collect();
                let (message, place) = (stops::filled(text, &numbers), self.place(*place));
                return Err(RunFailure::Trap { status: *status, message, place });
            }
            Command::Return | Command::Jump(_) | Command::Unless(..) | Command::Next { .. } => {}
        }
        Ok(())
    }

    /// `max(0, ceil((upper - lower) / step))`, as mathematical integers.
    fn trips(&self, bounds: [Slot; 3], dtype: DType, place: u32) -> Result<u64, RunFailure> {
        let number = |slot: Slot| i128::from(Scalar::from_bits(dtype, self.scalars[slot as usize]).to_i64());
        let [lower, upper, step] = bounds.map(number);
        if step < 1 {
            let message = stops::filled(stops::STEP, &[step as i64]);
            return Err(RunFailure::Trap { status: stops::ASSERT, message, place: self.place(place) });
        }
        Ok(((upper - lower + step - 1) / step).max(0) as u64)
    }

    /// Whether a slot holds memory of the call that recorded commands would make.
    fn is_kept(&self, buffer: u32) -> bool {
        let kept = |at: &usize| matches!(&self.host.commands[*at], Command::Allocate { buffer: made, .. } if *made == buffer);
        let given = matches!(self.buffers[buffer as usize], Some(Held::Given(_)));
        given && self.host.recorded.kept.iter().any(kept)
    }

    /// New memory for an array. Where there is none, the call stops as it does on other devices.
    pub(super) fn allocate(&self, shape: u32, missing: &Missing, place: u32) -> Result<Memory, RunFailure> {
        let none = || {
            let numbers: Vec<i64> = missing.extents.iter().map(|at| self.extents[*at as usize]).collect();
            let message = stops::filled(&missing.text, &numbers);
            RunFailure::Trap { status: stops::OUT_OF_MEMORY, message, place: self.place(place) }
        };
        let bytes = self.bytes(&self.host.shapes[shape as usize], place).map_err(|_| none())?;
        if !self.oversight.take(bytes) {
            return Err(RunFailure::Bytes);
        }
        match self.runtime().allocate(self.stream, bytes) {
            Err(error) if error.fault == Fault::OutOfMemory => Err(none()),
            other => self.device(other, place),
        }
    }

    /// The bytes of an array, which may be none.
    fn bytes(&self, shape: &Shape, place: u32) -> Result<u64, RunFailure> {
        let each = element_bytes(shape.dtype).unwrap_or(8) as u64;
        let total = shape
            .extents
            .iter()
            .try_fold(each, |bytes, extent| bytes.checked_mul(self.extents[*extent as usize].max(0) as u64));
        total.filter(|bytes| i64::try_from(*bytes).is_ok()).ok_or_else(|| RunFailure::Trap {
            status: stops::OUT_OF_MEMORY,
            message: "an array is larger than any memory".to_string(),
            place: self.place(place),
        })
    }

    fn release(&mut self, buffer: usize) -> Result<(), RunFailure> {
        let last = match self.buffers[buffer].take() {
            Some(Held::Own(memory)) => Rc::into_inner(memory),
            Some(Held::Given(_)) | None => None,
        };
        match last {
            Some(memory) => self.device(self.runtime().release(self.stream, memory), 0),
            None => Ok(()),
        }
    }

    /// Has slots hold the memory of others.
    fn move_memory(&mut self, moves: &[(u32, u32)]) -> Result<(), RunFailure> {
        let held: SmallVec<[Option<Held>; 8]> =
            moves.iter().map(|(from, _)| self.buffers[*from as usize].clone()).collect();
        for ((_, to), held) in moves.iter().zip(held) {
            self.release(*to as usize)?;
            self.buffers[*to as usize] = held;
        }
        Ok(())
    }

    /// Prints, if anybody listens: elements come to the host then.
    fn print(&self, plan: &PrintPlan) -> Result<(), RunFailure> {
        let Some(printer) = self.oversight.printer.filter(|printer| printer.listens()) else {
            return Ok(());
        };
        if self.oversight.is_stopped() {
            return Err(RunFailure::Stopped);
        }
        let values: Result<Vec<Array>, RunFailure> =
            plan.values.iter().map(|(dtype, shown)| self.shown(*dtype, *shown, plan.place)).collect();
        let place = self.place(plan.place);
        printer.print(Printed { text: &filled(&plan.text, &values?), place: &place });
        Ok(())
    }

    fn shown(&self, dtype: DType, shown: Shown, place: u32) -> Result<Array, RunFailure> {
        let failed = |error: ArrayError| self.misuse(format!("a value cannot be shown: {error}"));
        match shown {
            Shown::Scalar(slot) => {
                let scalar = Scalar::from_bits(dtype, self.scalars[slot as usize]);
                Array::from_scalars(dtype, &[], &[scalar]).map_err(failed)
            }
            Shown::Memory(buffer, shape) => {
                let shape = &self.host.shapes[shape as usize];
                let extents = shape.extents.iter().map(|at| self.extents[*at as usize].max(0) as usize);
                let mut array = Array::zeros(dtype, &extents.collect::<Vec<usize>>()).map_err(failed)?;
                let memory = self.memory(buffer)?;
                self.await_work(place)?;
                let read = self.runtime().download(self.stream, memory, 0, array.bytes_mut());
                self.device(read, place)?;
                Ok(array)
            }
        }
    }

    fn memory(&self, buffer: u32) -> Result<Memory, RunFailure> {
        let held = self.buffers[buffer as usize].as_ref().map(Held::memory);
        held.ok_or_else(|| self.misuse("memory is used that was never allocated".to_string()))
    }

    /// The offset of an element in bytes, and its size.
    fn offset(&self, element: &Element) -> Result<(u64, usize), RunFailure> {
        let shape = &self.host.shapes[element.shape as usize];
        let mut linear = 0i64;
        for (subscript, extent) in element.subscripts.iter().zip(&shape.extents) {
            let (at, extent) = (self.scalars[*subscript as usize] as i64, self.extents[*extent as usize]);
            if !(0..extent).contains(&at) {
                return Err(RunFailure::Trap {
                    status: stops::OUT_OF_BOUNDS,
                    message: format!("index {at} is outside of an axis of {extent}"),
                    place: self.place(element.place),
                });
            }
            linear = linear * extent + at;
        }
        let each = element_bytes(element.dtype).unwrap_or(8);
        Ok((linear as u64 * each as u64, each))
    }

    /// Waits for the device before an element comes from it, unless the run is to end.
    fn await_work(&self, place: u32) -> Result<(), RunFailure> {
        self.device(self.runtime().await_work(self.stream, self.oversight), place)?;
        if self.oversight.is_stopped() { Err(RunFailure::Stopped) } else { Ok(()) }
    }

    fn load(&self, element: &Element) -> Result<u64, RunFailure> {
        let (offset, each) = self.offset(element)?;
        let mut word = [0u8; 8];
        let memory = self.memory(element.buffer)?;
        self.await_work(element.place)?;
        let read = self.runtime().download(self.stream, memory, offset, &mut word[..each]);
        self.device(read, element.place)?;
        Ok(Scalar::from_bits(element.dtype, u64::from_le_bytes(word)).bits())
    }

    fn store(&self, element: &Element, bits: u64) -> Result<(), RunFailure> {
        let (offset, each) = self.offset(element)?;
        let word = bits.to_le_bytes();
        let memory = self.memory(element.buffer)?;
        let written = self.runtime().upload(self.stream, memory, offset, &word[..each]);
        self.device(written, element.place)
    }

    fn numbers(&self, slots: [Option<Slot>; 3]) -> [i64; 3] {
        slots.map(|slot| slot.map_or(1, |slot| self.scalars[slot as usize] as i64))
    }

    fn launch(&self, plan: &LaunchPlan) -> Result<(), RunFailure> {
        let info = &self.host.kernels[plan.kernel as usize];
        let refuse = |message: String| RunFailure::Launch {
            message: format!("the launch of '@{}' {message}", info.name),
            place: self.place(plan.place),
        };
        let (grid, block) = (self.numbers(plan.grid), self.numbers(plan.block));
        let shared = plan.shared.map_or(0, |slot| self.scalars[slot as usize] as i64);
        info.check(grid, block, shared).map_err(refuse)?;
        let mut arguments: SmallVec<[Argument; 16]> = SmallVec::new();
        for argument in &plan.arguments {
            arguments.push(match argument {
                LaunchArgument::Memory(buffer, shape) => {
                    let axes = self.host.shapes[*shape as usize].extents.len() as u32;
                    Argument::Memory(self.memory(*buffer)?, axes)
                }
                LaunchArgument::Scalar(slot, bytes) => Argument::Scalar(self.scalars[*slot as usize], *bytes),
            });
        }
        let actual: SmallVec<[i64; 16]> = info.places.iter().map(|place| self.actual(plan, *place)).collect();
        let extents = info.extents(&actual).map_err(refuse)?;
        if grid.contains(&0) {
            return Ok(());
        }
        let kernel = self.loaded.kernels.get(plan.kernel as usize).copied();
        let kernel = kernel.ok_or_else(|| self.misuse("the kernels were not loaded".to_string()))?;
        let launch = Launch {
            kernel,
            grid: grid.map(|n| n as u32),
            block: block.map(|n| n as u32),
            cluster: info.cluster.unwrap_or([1; 3]).map(|n| n as u32),
            shared: shared as u32,
            arguments: &arguments,
            extents: &extents,
            oversight: self.oversight,
        };
        let done = self.runtime().launch(self.stream, &launch);
        if self.oversight.is_stopped() {
            return Err(RunFailure::Stopped);
        }
        self.device(done, plan.place)
    }

    /// An extent of an argument, or the number that it is.
    fn actual(&self, plan: &LaunchPlan, (argument, axis): (usize, usize)) -> i64 {
        match plan.arguments[argument] {
            LaunchArgument::Memory(_, shape) => {
                self.extents[self.host.shapes[shape as usize].extents[axis] as usize]
            }
            LaunchArgument::Scalar(slot, _) => self.scalars[slot as usize] as i64,
        }
    }
}
