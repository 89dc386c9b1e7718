//! Runs a host function on a device, command by command.

use super::code::{Command, Host, HostArgument, Slot};
use super::failure::RunFailure;
use super::loaded::{Given, Loaded};
use crate::error::{DeviceError, Fault};
use crate::runtime::{Memory, Oversight, Runtime, Stream};
use smallvec::SmallVec;
use std::rc::Rc;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::stops;

/// Memory that a slot holds.
#[derive(Clone)]
pub(super) enum Held {
    /// Memory of the caller.
    Given(Memory),
    /// Memory of the run, freed when the last slot releases it.
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

/// A run in progress.
pub(super) struct Run<'r> {
    pub(super) loaded: &'r Loaded,
    pub(super) host: &'r Host,
    pub(super) stream: Stream,
    pub(super) oversight: Oversight<'r>,
    pub(super) scalars: Vec<u64>,
    pub(super) buffers: Vec<Option<Held>>,
    pub(super) extents: Vec<i64>,
}

impl<'r> Run<'r> {
    /// A run before its first command.
    pub(super) fn new(loaded: &'r Loaded, stream: Stream, oversight: Oversight<'r>) -> Run<'r> {
        let host = &**loaded.host();
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

    /// Frees all memory that the run still has.
    pub(super) fn end(&mut self) -> Result<(), RunFailure> {
        (0..self.buffers.len()).map(|buffer| self.release(buffer)).fold(Ok(()), Result::and)
    }
}

impl Run<'_> {
    pub(super) fn runtime(&self) -> &dyn Runtime {
        &**self.loaded.runtime()
    }

    pub(super) fn place(&self, at: u32) -> String {
        self.host.places.get(at as usize).cloned().unwrap_or_default()
    }

    pub(super) fn misuse(&self, message: String) -> RunFailure {
        RunFailure::Device { error: DeviceError::new(Fault::Misuse, message), place: String::new() }
    }

    pub(super) fn device<T>(&self, result: Result<T, DeviceError>, place: u32) -> Result<T, RunFailure> {
        result.map_err(|error| match error.trap {
            Some(trap) => RunFailure::Trap { status: trap.status, message: trap.message, place: trap.place },
            None => RunFailure::Device { error, place: self.place(place) },
        })
    }

    /// Takes the arguments, and computes all extents.
    pub(super) fn begin(&mut self, symbols: &[i64], arguments: &[Given]) -> Result<(), RunFailure> {
        let host = self.host;
        if symbols.len() != host.symbols.len() || arguments.len() != host.arguments.len() {
            return Err(self.misuse(format!("'{}' is called with the wrong number of arguments", host.name)));
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
                _ => return Err(self.misuse(format!("argument #{at} of '{}' has the wrong kind", host.name))),
            }
        }
        Ok(())
    }

    /// Runs the commands `from..to`, or less if the function returns.
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
                self.scalars[*trips as usize] = self.trip_count(*bounds, *dtype, *place)?;
            }
            Command::Step { index, step, dtype } => {
                let sum = self.scalars[*index as usize].wrapping_add(self.scalars[*step as usize]);
                self.scalars[*index as usize] = Scalar::from_bits(*dtype, sum).bits();
            }
            // The call has allocated it before.
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
                // A donated argument is already in the result's memory.
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
    fn trip_count(&self, bounds: [Slot; 3], dtype: DType, place: u32) -> Result<u64, RunFailure> {
        let number = |slot: Slot| i128::from(Scalar::from_bits(dtype, self.scalars[slot as usize]).to_i64());
        let [lower, upper, step] = bounds.map(number);
        if step < 1 {
            let message = stops::filled(stops::STEP, &[step as i64]);
            return Err(RunFailure::Trap { status: stops::REQUIRE, message, place: self.place(place) });
        }
        Ok(((upper - lower + step - 1) / step).max(0) as u64)
    }
}
